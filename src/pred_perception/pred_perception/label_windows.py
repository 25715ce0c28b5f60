"""Where in a picture each label is."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

Window = tuple[slice, slice]
"""Rows and columns."""


@njit(cache=True)
def _boxes_of(labels: NDArray[np.uint16]) -> NDArray[np.int64]:
    """Return (greatest label + 1, 4) first row, end, first column and end of each label; 0 where no pixel has it."""
    height, width = labels.shape
    boxes = np.zeros((int(labels.max()) + 1 if labels.size else 1, 4), np.int64)
    for row in range(height):
        for column in range(width):
            box = boxes[labels[row, column]]
            if box[1] == 0:
                box[0], box[2], box[3] = row, column, column + 1
            else:
                box[2], box[3] = min(box[2], column), max(box[3], column + 1)
            box[1] = row + 1
    return boxes


def windows_of(labels: NDArray[np.uint16]) -> list[Window | None]:
    """Return the least window with all pixels of each label, from 1 to the greatest; None where no pixel has it."""
    boxes: list[list[int]] = _boxes_of(labels)[1:].tolist()
    return [(slice(top, bottom), slice(left, right)) if bottom else None for top, bottom, left, right in boxes]
