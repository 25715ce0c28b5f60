"""The detector ``rgbd``: AI2-THOR's types in colour and depth, by a network that comes with the project."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from onnxruntime.capi.onnxruntime_pybind11_state import Fail, InvalidProtobuf

from pred_core.geometry import Intrinsics
from pred_perception.detector import DetectorError, DetectorSettings
from pred_perception.observation import Detection, Detections, Observation
from pred_perception.rgbd.classes import class_names
from pred_perception.rgbd.graph import CALIBRATION, CLASSES
from pred_perception.rgbd.grouping import Answer, Found, enlarge, group, smoothed
from pred_perception.rgbd.inputs import CHANNELS, HALF, SIDE, halves, stack
from pred_perception.rgbd.scores import Calibration

WEIGHTS = "rgbd_thor.onnx"
LEAST_HALF = 6
"""Half-size pixels of the smallest instance that is looked at."""


class Network:
    """A file of weights, ready to be asked."""

    def __init__(self, path: Path) -> None:
        """Load the file.

        :raises DetectorError: when it is not there or is no network of this kind
        """
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.log_severity_level = 3
        try:
            model = path.read_bytes()
            self._session = onnxruntime.InferenceSession(model, options, ["CPUExecutionProvider"])
            kept = self._session.get_modelmeta().custom_metadata_map
            text = kept.get(CALIBRATION, "")
            self.calibration = Calibration.read(text) if text else Calibration()
            sides = {i.name: i.shape for i in self._session.get_inputs()}
        except (OSError, ValueError, Fail, InvalidProtobuf) as error:
            raise DetectorError(f"the detector rgbd cannot use the weights {path}: {error}") from error
        if sides.get("half") != [1, CHANNELS, HALF, HALF]:
            raise DetectorError(
                f"{path} is no network of the detector rgbd: train one with ./pred train detector"
            )

        if kept.get(CLASSES, "") != ",".join(class_names()):
            raise DetectorError(
                f"{path} was trained for other object types than there are now: train it anew"
            )

    def ask(self, rgb: NDArray[np.uint8], half: NDArray[np.float32]) -> Answer:
        """Return the network's answer to one picture.

        :param rgb: 300x300x3
        :param half: see ``rgbd.inputs.stack``
        """
        names = ["classes", "groups", "ways", "middles"]
        classes, groups, ways, middles = self._session.run(names, {"image": rgb[None], "half": half[None]})
        return Answer(classes, groups, ways[0], middles[0])


class RgbdDetector:
    """Finds instances with a :class:`Network`. Scores say how likely class and mask are right."""

    name = "rgbd"
    needs_colour = True
    needs_ground_truth = False
    calibrated = True

    def __init__(self, network: Network, settings: DetectorSettings) -> None:
        self._network = network
        self._settings = settings

    def detect(self, observation: Observation) -> Detections:
        """Return the instances in the picture.

        :raises DetectorError: when there is no colour picture, or one of another size
        """
        rgb = observation.colour
        if rgb is None:
            raise DetectorError("the detector rgbd needs the colour picture")
        if rgb.shape != (SIDE, SIDE, 3):
            size = f"{rgb.shape[1]}x{rgb.shape[0]}"
            raise DetectorError(f"the detector rgbd works on pictures of {SIDE}x{SIDE} pixels, not {size}")
        depth = np.nan_to_num(observation.depth, nan=0.0, posinf=0.0, neginf=0.0)
        half = half_of(rgb, depth, observation.camera, observation.transform)
        answer = smoothed(self._network.ask(np.ascontiguousarray(rgb), half), half)
        labels, found = group(answer, LEAST_HALF)
        return self._report(enlarge(labels, np.ascontiguousarray(rgb), depth), found)

    def _report(self, labels: NDArray[np.int32], found: list[Found]) -> Detections:
        counts = np.bincount(labels.ravel(), minlength=max((f.label for f in found), default=0) + 1)
        table = np.zeros(len(counts), np.uint16)
        items: list[Detection] = []
        for each in found:
            score = self._network.calibration.likely(each)
            if score < self._settings.confidence or counts[each.label] < self._settings.least_pixels:
                continue
            name = class_names()[each.number]
            table[each.label] = len(items) + 1
            items.append(Detection(f"{name}_{len(items) + 1}", name, len(items) + 1, score))
        return Detections(self.name, table[labels], tuple(items))


def half_of(
    rgb: NDArray[np.uint8], depth: NDArray[np.float32], camera: Intrinsics, transform: NDArray[np.float64]
) -> NDArray[np.float32]:
    """Return the network's half-size input (9, 150, 150).

    :param depth: 300x300 metres, 0 unknown
    :param transform: 4x4, optical frame to map
    """
    out = np.empty((CHANNELS, HALF, HALF), np.float32)
    middle = ((camera.cx - 0.5) / 2.0, (camera.cy - 0.5) / 2.0)
    up = np.ascontiguousarray(transform[2, :3], np.float64)
    sparse = np.ascontiguousarray(depth[::2, ::2], np.float32)
    stack(halves(rgb), sparse, camera.fx / 2.0, middle, up, float(transform[2, 3]), out)
    return out


def default_weights() -> Path:
    """Return the weights that come with the project."""
    return Path(str(resources.files("pred_perception").joinpath(f"data/{WEIGHTS}")))


def rgbd(settings: DetectorSettings) -> RgbdDetector:
    """Return the detector with the weights named in the settings, or those that come along.

    :raises DetectorError: when the weights cannot be used
    """
    path = Path(settings.weights).expanduser() if settings.weights else default_weights()
    return RgbdDetector(Network(path), settings)
