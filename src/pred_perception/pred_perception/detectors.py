"""Detectors: from an observation to labelled instances. The rest of perception does not know which one runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Protocol

from pred_perception.observation import Detections, Observation


class DetectorError(RuntimeError):
    """A detector that cannot work, with a sentence that says why."""


class Detector(Protocol):
    """Finds instances in one observation."""

    name: str
    needs_colour: bool
    needs_ground_truth: bool

    def detect(self, observation: Observation) -> Detections:
        """Return the instances.

        :raises DetectorError: when the observation lacks what the detector needs
        """
        ...


class OracleDetector:
    """The simulator's own instances: for development and as an upper bound, never for a real robot."""

    name = "oracle"
    needs_colour = False
    needs_ground_truth = True

    def detect(self, observation: Observation) -> Detections:
        """Return the ground truth that came with the observation."""
        truth = observation.ground_truth
        if truth is None:
            raise DetectorError(
                "the oracle detector needs ground_truth/detections; start the bridge with ground_truth:=true"
            )
        return replace(truth, detector=self.name)


DETECTORS: Mapping[str, Callable[[], Detector]] = {"oracle": OracleDetector}
"""Detector by the name of the parameter ``detector``."""


def make_detector(name: str) -> Detector:
    """Return a new detector.

    :raises DetectorError: naming the detectors there are
    """
    if name not in DETECTORS:
        raise DetectorError(f"there is no detector {name!r}; there is: {', '.join(sorted(DETECTORS))}")
    return DETECTORS[name]()


def without_attributes(detections: Detections) -> Detections:
    """Return the detections without attributes (parameter ``attributes:=none``)."""
    return replace(detections, items=tuple(replace(d, attributes={}) for d in detections.items))
