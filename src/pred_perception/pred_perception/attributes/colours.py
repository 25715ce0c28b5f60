"""Which colours objects show: pixels named under the light of the picture, summed over views.

Names are regions of hue, saturation and value after the picture's own light was taken out, as far as its brightest
pixels tell it. The regions are calibrated on the player's and the table's renderers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from pred_core.objects import Attribute, Truth
from pred_core.referring.qualities import COLOUR
from pred_perception.observation import Detections, Observation
from pred_perception.tracks import Track

NAMES = ("black", "gray", "white", "red", "orange", "brown", "yellow", "green", "blue", "purple", "pink")
_HUES = ((0.0, "red"), (18.0, "orange"), (42.0, "yellow"), (70.0, "green"), (165.0, "blue"), (262.0, "purple"),
         (315.0, "pink"), (342.0, "red"))  # fmt: skip
"""Hue in degrees from which each colour is seen."""
_INDEX = {name: np.uint8(index) for index, name in enumerate(NAMES)}
_BY_HUE = np.array([_INDEX[name] for _, name in _HUES])
DARK, PALE = 0.16, 0.18
"""Value below which everything is black, and saturation below which it has no hue."""
WHITE, GRAY = 0.72, 0.30
"""Values that divide what has no hue."""
BROWN = 0.62
"""Value below which orange is brown."""
BRIGHTEST = 99.0
"""Percentile of the brightest channel that counts as white under the light."""
SHOWS = 0.25
"""Share of an object's pixels from which it shows a colour."""
LEAST_PIXELS = 12
"""Fewest pixels of a view that count."""
MOST = 4000.0
"""Pixels one view counts at most: standing near for long is no further evidence."""


def colour_indices(rgb: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return for each pixel of an HxWx3 picture the index of its colour in :data:`NAMES`."""
    # One plane per channel: the extremes over a last axis of three take numpy several times as long. Nothing is wider
    # than it has to be: a picture is taken at every step.
    planes = np.ascontiguousarray(rgb.transpose(2, 0, 1)).astype(np.float32)
    planes /= np.float32(255.0)
    light = float(np.percentile(planes.max(axis=0), BRIGHTEST)) if planes.size else 1.0
    planes /= np.float32(max(light, 0.3))
    np.minimum(planes, np.float32(1.0), out=planes)
    value = planes.max(axis=0)
    chroma = value - planes.min(axis=0)
    saturation = chroma / np.maximum(value, np.float32(1e-6))
    hue = _hue(planes, value, chroma)
    begun = sum((hue >= np.float32(start)).astype(np.uint8) for start, _ in _HUES)
    found = np.take(_BY_HUE, begun - 1)
    found[(found == _INDEX["orange"]) & (value < BROWN)] = _INDEX["brown"]
    grey = np.where(value >= WHITE, _INDEX["white"], np.where(value >= GRAY, _INDEX["gray"], _INDEX["black"]))
    np.copyto(found, grey, where=saturation < PALE)
    found[value < DARK] = _INDEX["black"]
    return found


def _hue(
    planes: NDArray[np.float32], value: NDArray[np.float32], chroma: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Return the hue of each pixel in degrees from 0 to 360."""
    red, green, blue = planes
    safe = np.maximum(chroma, 1e-6)
    hue = np.where(
        value == red,
        (green - blue) / safe,
        np.where(value == green, 2.0 + (blue - red) / safe, 4.0 + (red - green) / safe),
    )
    return np.asarray(60.0 * np.where(hue < 0.0, hue + 6.0, hue), np.float32)


@dataclass
class ColourReader:
    """Sums what the pixels of each object's views show."""

    _seen: dict[str, NDArray[np.float64]] = field(default_factory=dict)
    _episode: int = -1

    def read(self, observation: Observation, detections: Detections, tracks: Sequence[Track]) -> bool:
        """Judge the colours of the tracks in the picture and return whether anything was judged."""
        if observation.colour is None:
            return False
        if observation.episode != self._episode:
            self._seen, self._episode = {}, observation.episode
        visible = {t.detection_id: t for t in tracks if t.visible}
        labelled = [(d.label, visible[d.id]) for d in detections.items if d.id in visible]
        if not labelled:
            return False
        indices = colour_indices(observation.colour)
        labels = detections.labels.astype(np.int64)
        counts = np.bincount(
            (labels * len(NAMES) + indices).ravel(), minlength=(int(labels.max()) + 1) * len(NAMES)
        )
        table = counts.reshape(-1, len(NAMES))
        judged = [self._judge(track, table[label]) for label, track in labelled if label < len(table)]
        return any(judged)

    def _judge(self, track: Track, counts: NDArray[np.int64]) -> bool:
        total = float(counts.sum())
        if total < LEAST_PIXELS:
            return False
        seen = self._seen.setdefault(track.id, np.zeros(len(NAMES)))
        seen += counts * min(1.0, MOST / total)
        shares = seen / seen.sum()
        shown = {
            f"{COLOUR}{name}": Attribute(
                f"{COLOUR}{name}", Truth.of(bool(share >= SHOWS)), round(float(max(share, 1.0 - share)), 3)
            )
            for name, share in zip(NAMES, shares, strict=True)
            if share >= SHOWS or f"{COLOUR}{name}" in track.attributes
        }
        before = {name: track.attributes.get(name) for name in shown}
        if shown == before:
            return False
        track.judge(shown)
        return True
