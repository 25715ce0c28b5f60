"""Which colours objects show: pixels named under the light of the picture, summed over views.

Names are regions of hue, saturation and value after the picture's own light was taken out, as far as its brightest
pixels tell it. The regions are calibrated on the player's and the table's renderers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pred_core.objects import Attribute, Truth
from pred_core.referring.qualities import COLOUR
from pred_perception.observation import Detections, Observation
from pred_perception.tracks import Track

NAMES = ("black", "gray", "white", "red", "orange", "brown", "yellow", "green", "blue", "purple", "pink")
ATTRIBUTES = tuple(f"{COLOUR}{name}" for name in NAMES)
_HUES = ((0.0, "red"), (18.0, "orange"), (42.0, "yellow"), (70.0, "green"), (165.0, "blue"), (262.0, "purple"),
         (315.0, "pink"), (342.0, "red"))  # fmt: skip
"""Hue in degrees from which each colour is seen."""
_INDEX = {name: np.uint8(index) for index, name in enumerate(NAMES)}
_STARTS = np.array([start for start, _ in _HUES], np.float32)
_BY_HUE = np.array([_INDEX[name] for _, name in _HUES])
BLACK, IN_GRAY, IN_WHITE = (_INDEX[name] for name in ("black", "gray", "white"))
ORANGE, IN_BROWN = _INDEX["orange"], _INDEX["brown"]
DARK, PALE = np.float32(0.16), np.float32(0.18)
"""Value below which everything is black, and saturation below which it has no hue."""
WHITE, GRAY = np.float32(0.72), np.float32(0.30)
"""Values that divide what has no hue."""
BROWN = np.float32(0.62)
"""Value below which orange is brown."""
BRIGHTEST = 99.0
"""Percentile of the brightest channel that counts as white under the light."""
SHOWS = 0.25
"""Share of an object's pixels from which it shows a colour."""
LEAST_PIXELS = 12
"""Fewest pixels of a view that count."""
MOST = 4000.0
"""Pixels one view counts at most: standing near for long is no further evidence."""


@njit(cache=True)
def _brightest_channels(rgb: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return of how many pixels of an HxWx3 picture the brightest channel has each of 256 levels."""
    counts = np.zeros(256, np.int64)
    for row in range(rgb.shape[0]):
        for column in range(rgb.shape[1]):
            counts[max(rgb[row, column, 0], rgb[row, column, 1], rgb[row, column, 2])] += 1
    return counts


def _light(rgb: NDArray[np.uint8]) -> np.float32:
    """Return what counts as white in a picture, 0.3 to 1."""
    upto = np.cumsum(_brightest_channels(rgb))
    rank = BRIGHTEST / 100.0 * float(upto[-1] - 1)
    below = np.floor(rank)
    lower, upper = (float(level) for level in np.searchsorted(upto, [below, below + 1.0], side="right"))
    level = np.float32(lower + (upper - lower) * (rank - below))
    return max(level / np.float32(255.0), np.float32(0.3))


@njit(cache=True)
def _name(red: np.float32, green: np.float32, blue: np.float32) -> np.uint8:
    """Return the index of the colour of a pixel whose channels are 0 to 1 under the picture's light."""
    value = max(red, green, blue)
    chroma = value - min(red, green, blue)
    if value < DARK:
        return BLACK
    if chroma / max(value, np.float32(1e-6)) < PALE:
        return IN_WHITE if value >= WHITE else IN_GRAY if value >= GRAY else BLACK
    safe = max(chroma, np.float32(1e-6))
    if value == red:
        hue = (green - blue) / safe
    elif value == green:
        hue = np.float32(2.0) + (blue - red) / safe
    else:
        hue = np.float32(4.0) + (red - green) / safe
    if hue < 0.0:
        hue += np.float32(6.0)
    hue *= np.float32(60.0)
    begun = 0
    while begun < _STARTS.size and hue >= _STARTS[begun]:
        begun += 1
    found = _BY_HUE[begun - 1]
    return IN_BROWN if found == ORANGE and value < BROWN else found


@njit(cache=True)
def _named(rgb: NDArray[np.uint8], light: np.float32) -> NDArray[np.uint8]:
    """Return the index of each pixel's colour under a light."""
    height, width, _ = rgb.shape
    found = np.empty((height, width), np.uint8)
    one = np.float32(1.0)
    levels = np.minimum(np.arange(256).astype(np.float32) / np.float32(255.0) / light, one)
    for row in range(height):
        for column in range(width):
            red, green, blue = rgb[row, column]
            found[row, column] = _name(levels[red], levels[green], levels[blue])
    return found


def colour_indices(rgb: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return for each pixel of an HxWx3 picture the index of its colour in :data:`NAMES`."""
    return np.asarray(_named(rgb, _light(rgb)) if rgb.size else np.zeros(rgb.shape[:2]), np.uint8)


@njit(cache=True)
def _tally(labels: NDArray[np.uint16], indices: NDArray[np.uint8], names: int) -> NDArray[np.int64]:
    """Return how many pixels of each label, 0 to the greatest, have each of so many colours."""
    counts = np.zeros((int(labels.max()) + 1, names), np.int64)
    for row in range(labels.shape[0]):
        for column in range(labels.shape[1]):
            counts[labels[row, column], indices[row, column]] += 1
    return counts


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
        table = _tally(detections.labels, colour_indices(observation.colour), len(NAMES))
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
            name: Attribute(name, Truth.of(share >= SHOWS), round(max(share, 1.0 - share), 3))
            for name, share in zip(ATTRIBUTES, shares.tolist(), strict=True)
            if share >= SHOWS or name in track.attributes
        }
        before = {name: track.attributes.get(name) for name in shown}
        if shown == before:
            return False
        track.judge(shown)
        return True
