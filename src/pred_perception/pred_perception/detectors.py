"""Detectors: from an observation to labelled instances. The rest of perception does not know which one runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from pred_perception.detector import Detector, DetectorError, DetectorSettings
from pred_perception.observation import Detections, Observation


class OracleDetector:
    """The simulator's own instances: for development and as an upper bound, never for a real robot."""

    name = "oracle"
    needs_colour = False
    needs_ground_truth = True
    calibrated = False  # it is always right

    def detect(self, observation: Observation) -> Detections:
        """Return the ground truth that came with the observation."""
        truth = observation.ground_truth
        if truth is None:
            raise DetectorError(
                "the oracle detector needs ground_truth/detections; start the bridge with ground_truth:=true"
            )
        return replace(truth, detector=self.name)


def _oracle(_: DetectorSettings) -> Detector:
    return OracleDetector()


def _open_vocabulary(settings: DetectorSettings) -> Detector:
    from pred_perception.learned.detector import open_vocabulary

    return open_vocabulary(settings)


def _yolo(settings: DetectorSettings) -> Detector:
    from pred_perception.learned.detector import fixed_classes

    return fixed_classes(settings)


def _rgbd(settings: DetectorSettings) -> Detector:
    from pred_perception.rgbd.detector import rgbd

    return rgbd(settings)


DETECTORS: Mapping[str, Callable[[DetectorSettings], Detector]] = {
    "oracle": _oracle,
    "open_vocabulary": _open_vocabulary,
    "rgbd": _rgbd,
    "yolo": _yolo,
}
"""Detector by the name of the parameter ``detector``."""


def check_detector(name: str, settings: DetectorSettings) -> None:
    """Make sure, without loading anything, that a detector has the packages and files it needs.

    :raises DetectorError: naming what it lacks
    """
    if name in ("open_vocabulary", "yolo"):
        from pred_perception.learned.networks import need_files, need_packages

        need_files(name, settings)
        need_packages(name)
    elif name == "rgbd" and settings.weights and not Path(settings.weights).expanduser().is_file():
        raise DetectorError(f"the detector rgbd cannot use the weights {settings.weights}: there is no such file")


def make_detector(name: str, settings: DetectorSettings | None = None) -> Detector:
    """Return a new detector.

    :raises DetectorError: naming the detectors there are, or what this one lacks
    """
    if name not in DETECTORS:
        raise DetectorError(f"there is no detector {name!r}; there is: {', '.join(sorted(DETECTORS))}")
    return DETECTORS[name](settings or DetectorSettings())


def without_attributes(detections: Detections) -> Detections:
    """Return the detections without attributes (parameter ``attributes:=none``)."""
    return replace(detections, items=tuple(replace(d, attributes={}) for d in detections.items))
