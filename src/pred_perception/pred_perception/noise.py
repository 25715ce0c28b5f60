"""An honest noise model for a detector that makes no mistakes: seeded, switchable, and worse from afar.

Classes are confused only with their look-alikes (of the domain), more often far away and from steep views; small and
far masks are missed. An instance keeps its wrong class while it is seen from the same side and distance, as a learned
detector's errors do, and loses it from another view. That is what multi-view verification (OHV, PRED section 3.1.2) can
use. Episodes are told apart by where the camera is at their start, not by their number: a task has the same mistakes
whichever were done before it.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace

import numpy as np

from pred_core.vocabulary import look_alikes
from pred_perception.detector import Detector
from pred_perception.observation import Detection, Detections, Observation

FULL_DISTANCE = 3.0
"""Metres at which the rates given are reached; nearer they fall linearly to the share ``near`` of them."""
VIEW_STEP = np.pi / 4
DISTANCE_STEP = 0.75


RIGHT_SCORES = (0.65, 1.0)
WRONG_SCORES = (0.55, 0.95)
"""Scores of right and wrong answers overlap widely: a score must not give a mistake away."""


@dataclass(frozen=True)
class NoiseSettings:
    """Rates at 3 m and beyond: of taking a look-alike's name, and of missing a small object.

    ``near`` is the share of them that stays however near: 0.1 for pairs that a close look tells apart, 1 for pairs
    that look the same from one side whatever the distance, as cans do from above (PRED figure 6b).
    """

    confusion: float = 0.0
    miss: float = 0.0
    near: float = 0.1
    small_pixels: int = 150
    seed: int = 0


class NoisyDetector:
    """Wraps a detector and makes its answers confusable."""

    def __init__(self, inner: Detector, settings: NoiseSettings) -> None:
        self._inner = inner
        self._settings = settings
        self.name = f"{inner.name}+noise"
        self.needs_colour = inner.needs_colour
        self.needs_ground_truth = inner.needs_ground_truth
        self.calibrated = inner.calibrated
        self._episode: int | None = None
        self._start = ""

    def detect(self, observation: Observation) -> Detections:
        """Return the inner detector's answer with this observation's mistakes.

        :raises DetectorError: as the inner detector does
        """
        if observation.episode != self._episode:
            self._episode = observation.episode
            self._start = " ".join(f"{number:.1f}" for number in observation.transform[:2].ravel())
        clean = self._inner.detect(observation)
        pixels = np.bincount(clean.labels.ravel(), minlength=int(clean.labels.max()) + 1)
        labels = clean.labels.copy()
        kept = []
        for item in clean.items:
            area = int(pixels[item.label]) if item.label < pixels.size else 0
            if area == 0:
                continue
            seen = self._seen_as(item, area, observation, clean)
            if seen is None:
                labels[labels == item.label] = 0
            else:
                kept.append(seen)
        return replace(clean, detector=self.name, labels=labels, items=tuple(kept))

    def _seen_as(
        self, item: Detection, area: int, observation: Observation, detections: Detections
    ) -> Detection | None:
        depth = observation.depth[detections.labels == item.label]
        distance = float(np.median(depth))
        rate = float(np.clip(distance / FULL_DISTANCE, self._settings.near, 1.0))
        view = self._view(item, observation, distance)
        if (
            area < self._settings.small_pixels
            and self._draw("miss", item.id, view) < self._settings.miss * rate
        ):
            return None
        if self._settings.confusion == 0.0:
            return item
        spread = self._draw("score", item.id, view)
        others = look_alikes(item.class_name)
        if not others or self._draw("confusion", item.id, view) >= self._settings.confusion * rate:
            return replace(item, score=item.score * _score(RIGHT_SCORES, spread))
        other = others[int(self._draw("which", item.id, view) * len(others))]
        return replace(item, class_name=other, score=item.score * _score(WRONG_SCORES, spread))

    def _view(self, item: Detection, observation: Observation, distance: float) -> str:
        """Name the view an instance is seen in, coarsely: from which side, how far, how steeply, in hand or not."""
        if item.id == observation.held_detection_id:
            pitch = round(float(np.arcsin(np.clip(-observation.transform[2, 2], -1, 1))) / VIEW_STEP * 2)
            return f"held {self._start} {pitch}"
        bearing = np.arctan2(observation.transform[1, 2], observation.transform[0, 2])
        return f"{self._start} {round(float(bearing) / VIEW_STEP)} {round(distance / DISTANCE_STEP)}"

    def _draw(self, *parts: object) -> float:
        """Return a number in [0, 1) that depends on the seed and the parts only."""
        text = "|".join(str(p) for p in (self._settings.seed, *parts))
        digest = hashlib.blake2b(text.encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") / 2.0**64


def _score(between: tuple[float, float], share: float) -> float:
    low, high = between
    return low + (high - low) * share
