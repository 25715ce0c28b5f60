"""The detector ``rgbd``: a domain's types in colour and depth, by weights that come with the project."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pred_perception.detector import DetectorError, DetectorSettings
from pred_perception.observation import Detection, Detections, Observation
from pred_perception.rgbd.choice import Found, choose
from pred_perception.rgbd.classes import class_names
from pred_perception.rgbd.pooling import features
from pred_perception.rgbd.proposals import propose
from pred_perception.rgbd.surface import Surface, surface
from pred_perception.rgbd.upright import upright
from pred_perception.rgbd.weights_file import Weights, default_weights, load


class Finder:
    """An encoder and its judge, ready to find things in pictures."""

    def __init__(self, weights: Weights) -> None:
        self._encoder, self.judge = weights

    def find(self, rgb: NDArray[np.uint8], seen: Surface) -> tuple[NDArray[np.int32], list[Found]]:
        """Return HxW labels (0 none) and what each is.

        :param rgb: 300x300x3
        """
        found = propose(rgb, seen, self.judge.merger)
        known = features(rgb, seen, found, self._encoder.maps(rgb, seen))
        return choose(found, *self.judge.ask(known))


class RgbdDetector:
    """Finds instances with a :class:`Finder`. Scores say how likely class and mask are right."""

    name = "rgbd"
    needs_colour = True
    needs_ground_truth = False
    calibrated = True

    def __init__(self, finder: Finder, settings: DetectorSettings) -> None:
        self._finder = finder
        self._settings = settings

    def detect(self, observation: Observation) -> Detections:
        """Return the instances in the picture.

        :raises DetectorError: when there is no colour picture
        """
        if observation.colour is None:
            raise DetectorError("the detector rgbd needs the colour picture")
        pose = observation.transform
        view = upright(observation.colour, observation.depth, observation.camera, pose[2, :3])
        larger = self._finder.judge.enlarged
        seen = surface(view.rgb, view.depth * np.float32(larger), view.camera, view.up, larger * float(pose[2, 3]))
        labels, items = self._report(*self._finder.find(view.rgb, seen))
        labels = view.back(labels)
        cut = _cut_off(labels)
        return Detections(self.name, labels, tuple(replace(d, whole=d.label not in cut) for d in items))

    def _report(
        self, labels: NDArray[np.int32], found: list[Found]
    ) -> tuple[NDArray[np.uint16], tuple[Detection, ...]]:
        counts = np.bincount(labels.ravel(), minlength=len(found) + 1)
        table = np.zeros(len(counts), np.uint16)
        items: list[Detection] = []
        for each in found:
            score = self._finder.judge.calibration.likely(each)
            if score < self._settings.confidence or counts[each.label] < self._settings.least_pixels:
                continue
            name = class_names()[each.number]
            table[each.label] = len(items) + 1
            may_be = {class_names()[one]: share for one, share in each.likely}
            thing = self._finder.judge.calibration.likely(replace(each, sure=each.some))
            number = len(items) + 1
            items.append(Detection(f"{name}_{number}", name, number, score, thing=thing, may_be=may_be))
        return table[labels], tuple(items)


def _cut_off(labels: NDArray[np.uint16]) -> frozenset[int]:
    """Return the labels at two edges of the picture or more."""
    edges = (labels[0], labels[-1], labels[:, 0], labels[:, -1])
    times = Counter(int(label) for edge in edges for label in np.unique(edge))
    return frozenset(label for label, count in times.items() if count > 1)


def rgbd(settings: DetectorSettings) -> RgbdDetector:
    """Return the detector with the weights named in the settings, or those that come along.

    :raises DetectorError: when the weights cannot be used
    """
    path = Path(settings.weights).expanduser() if settings.weights else default_weights()
    return RgbdDetector(Finder(load(path)), settings)
