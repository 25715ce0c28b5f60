"""How an object looks, in a few cells: what tells whether it, or the view of it, has changed."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pred_perception.attributes.encoder import GREY

THUMB = 8
Thumbnail = NDArray[np.float32]
_BITS = 22
"""Of the fixed-point weights; with 8 of a level and the sum's sign they fill a word."""


@njit(cache=True)
def _shares(size: int) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return of each cell along one side the first pixel, how many there are, and the weight that each of them has."""
    scale = size / THUMB
    reach, per_pixel = 0.5 * max(scale, 1.0), 1.0 / max(scale, 1.0)
    firsts, counts, weights = np.empty(THUMB, np.int64), np.empty(THUMB, np.int64), np.empty(THUMB, np.int64)
    for cell in range(THUMB):
        middle = (cell + 0.5) * scale
        first, last = max(0, int(middle - reach + 0.5)), min(size, int(middle + reach + 0.5))
        while first < last and not -0.5 < (first - middle + 0.5) * per_pixel <= 0.5:
            first += 1
        while first < last and not -0.5 < (last - 1 - middle + 0.5) * per_pixel <= 0.5:
            last -= 1
        firsts[cell], counts[cell] = first, last - first
        weights[cell] = int(0.5 + (1.0 / max(last - first, 1)) * (1 << _BITS))
    return firsts, counts, weights


@njit(cache=True)
def thumbnail(rgb: NDArray[np.uint8], labels: NDArray[np.uint16], label: int) -> Thumbnail:
    """Return the object of a label alone on grey, 8x8x3 levels of 255, each cell the mean of its pixels.

    In the fixed-point numbers of Pillow's box filter: along the rows, rounded, then along the columns.

    :param rgb: HxWx3, the object's window of the picture
    :param labels: HxW
    """
    height, width = labels.shape
    firsts, counts, weights = _shares(width)
    half = 1 << (_BITS - 1)
    rows = np.empty((height, THUMB, 3), np.int64)
    for row in range(height):
        for cell in range(THUMB):
            red = green = blue = 0
            for column in range(firsts[cell], firsts[cell] + counts[cell]):
                if labels[row, column] == label:
                    red += rgb[row, column, 0]
                    green += rgb[row, column, 1]
                    blue += rgb[row, column, 2]
                else:
                    red, green, blue = red + GREY, green + GREY, blue + GREY
            weight = weights[cell]
            rows[row, cell, 0] = (half + red * weight) >> _BITS
            rows[row, cell, 1] = (half + green * weight) >> _BITS
            rows[row, cell, 2] = (half + blue * weight) >> _BITS
    firsts, counts, weights = _shares(height)
    small = np.empty((THUMB, THUMB, 3), np.float32)
    for line in range(THUMB):
        for cell in range(THUMB):
            for channel in range(3):
                total = 0
                for row in range(firsts[line], firsts[line] + counts[line]):
                    total += rows[row, cell, channel]
                small[line, cell, channel] = (half + total * weights[line]) >> _BITS
    return small


@njit(cache=True)
def _largest_change(before: Thumbnail, now: Thumbnail) -> np.float32:
    largest = np.float32(0.0)
    for line in range(THUMB):
        for cell in range(THUMB):
            total = np.float32(0.0)
            for channel in range(3):
                total += abs(now[line, cell, channel] - before[line, cell, channel])
            largest = max(largest, total / np.float32(3.0))
    return largest


def difference(before: Thumbnail | None, now: Thumbnail) -> float:
    """Return the largest difference of a cell, mean of its colours, in levels; infinite without a before."""
    return float("inf") if before is None else float(_largest_change(before, now))
