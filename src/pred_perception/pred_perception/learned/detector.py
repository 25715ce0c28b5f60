"""The detectors ``open_vocabulary`` (YOLOE or YOLO-World, with SAM) and ``yolo`` (a network of fixed classes)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pred_perception.detector import DetectorError, DetectorSettings
from pred_perception.learned.networks import (
    Found,
    load,
    need_files,
    need_packages,
    predict,
    set_classes,
    use_all_cores,
)
from pred_perception.learned.prompts import read_prompts
from pred_perception.learned.segments import Segment, detections_of
from pred_perception.observation import Detections, Observation

OPEN_WEIGHTS = "yoloe-11l-seg.pt"
SAM_WEIGHTS = "mobile_sam.pt"
MOST_THINGS = 100
"""Answers taken of a picture, the likeliest first."""


class LearnedDetector:
    """A network that finds things in the colour picture, and, where wished or needed, SAM for their masks."""

    needs_colour = True
    needs_ground_truth = False
    calibrated = False

    def __init__(
        self, name: str, model: Any, types: Sequence[str], sam: Any, settings: DetectorSettings
    ) -> None:
        """Put the parts together.

        :param model: predicts as ultralytics' models do
        :param types: the object type each of the model's class numbers means, '' for none
        :param sam: ultralytics' SAM or None: masks are the model's own
        """
        self.name = name
        self._model = model
        self._types = tuple(types)
        self._sam = sam
        self._settings = settings
        self._options: dict[str, Any] = {
            "imgsz": settings.image_size,
            "retina_masks": True,
            "max_det": MOST_THINGS,
        }
        self._sam_options: dict[str, Any] = {}
        if settings.device:
            self._options["device"] = self._sam_options["device"] = settings.device

    def warm_up(self) -> None:
        """Ask the networks about a grey picture, so that what does not work is said at the start.

        :raises DetectorError: when one fails
        """
        grey = np.full((480, 640, 3), 127, np.uint8)
        predict(self._model, grey, conf=self._settings.confidence, **self._options)
        if self._sam is not None:
            predict(self._sam, grey, bboxes=[[200.0, 150.0, 400.0, 300.0]], **self._sam_options)

    def detect(self, observation: Observation) -> Detections:
        """Return the instances in the colour picture.

        :raises DetectorError: when there is no colour picture, or the network fails on it
        """
        if observation.colour is None:
            raise DetectorError(f"the detector {self.name} needs the colour picture")
        picture = np.ascontiguousarray(observation.colour[..., ::-1])
        found = predict(self._model, picture, conf=self._settings.confidence, **self._options)
        known = np.array([self._type(k) != "" for k in found.classes], np.bool_)
        masks = self._masks(picture, found, known)
        segments = [
            Segment(self._type(number), float(score), masks[k])
            for k, (number, score) in enumerate(zip(found.classes, found.scores, strict=True))
            if known[k]
        ]
        shape = (picture.shape[0], picture.shape[1])
        return detections_of(self.name, segments, shape, self._settings.least_pixels)

    def _type(self, number: int) -> str:
        return self._types[number] if 0 <= number < len(self._types) else ""

    def _masks(self, picture: NDArray[np.uint8], found: Found, known: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return NxHxW masks of what was found: the network's own, or SAM's from the boxes of what is known."""
        if self._sam is None and found.masks is not None:
            return found.masks
        if self._sam is None:
            raise DetectorError(f"the network of {self.name} gives boxes only: name sam_weights for masks")
        masks = np.zeros((len(found.boxes), *picture.shape[:2]), np.bool_)
        if not known.any():
            return masks
        answer = predict(self._sam, picture, bboxes=found.boxes[known].tolist(), **self._sam_options)
        if answer.masks is None:
            return masks
        # SAM leaves out boxes in which it is sure of nothing; its class numbers count the boxes it was given.
        masks[np.flatnonzero(known)[answer.classes]] = answer.masks
        return masks


def open_vocabulary(settings: DetectorSettings) -> LearnedDetector:
    """Return a detector of the classes named in the settings, by their words.

    :raises DetectorError: when packages or weights are missing, or a class is not well written
    """
    need_packages("open_vocabulary")
    prompts = read_prompts(settings.classes)
    weights = settings.weights or OPEN_WEIGHTS
    boxes_only = "world" in Path(weights).stem.lower()
    model = load("YOLOWorld" if boxes_only else "YOLOE", weights)
    set_classes(model, list(prompts.texts), weights)
    sam = settings.sam_weights or (SAM_WEIGHTS if boxes_only else "")
    return _ready("open_vocabulary", model, prompts.types, sam, settings)


def fixed_classes(settings: DetectorSettings) -> LearnedDetector:
    """Return a detector that runs a trained network of fixed classes.

    :raises DetectorError: when packages or weights are missing, or none of its classes means a type of the domain
    """
    need_files("yolo", settings)
    need_packages("yolo")
    prompts = read_prompts(settings.classes)
    model = load("YOLO", settings.weights)
    names: dict[int, str] = dict(model.names)
    types = [prompts.type_of(names.get(k, "")) for k in range(max(names, default=-1) + 1)]
    if not any(types):
        some = ", ".join(list(names.values())[:8])
        raise DetectorError(
            f"none of the classes of {settings.weights} ({some}, ...) is a type of the domain: say what they mean, "
            "as in detector_classes:=\"['FantaCan: orange_can']\""
        )
    return _ready("yolo", model, types, settings.sam_weights, settings)


def _ready(
    name: str, model: Any, types: Sequence[str], sam_weights: str, settings: DetectorSettings
) -> LearnedDetector:
    sam = load("SAM", sam_weights) if sam_weights else None
    detector = LearnedDetector(name, model, types, sam, settings)
    detector.warm_up()
    use_all_cores()
    return detector
