"""What the network is to answer: classes, ways to the middles of instances, and where middles are."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pred_perception.rgbd.classes import GROUPS, group_table

WAY_UNIT = 8.0
"""Half-size pixels of one unit of the network's ways to the middle."""
LEAST = 4
"""Half-size pixels an instance must show to have a middle."""
WIDEST = 3.0

Floats = NDArray[np.float32]


def targets(
    ids: NDArray[np.uint8], classes: NDArray[np.uint8]
) -> tuple[NDArray[np.uint8], Floats, Floats, NDArray[np.int32]]:
    """Return classes (H, W); ways to the middle (H, W, 2: rows, columns); middles (groups, H/2, W/2); sizes (256,).

    :param ids: (H, W) instances at half size, 0 for none
    :param classes: (256,) class of each
    """
    ways = np.zeros((*ids.shape, 2), np.float32)
    middles = np.zeros((len(GROUPS), ids.shape[0] // 2, ids.shape[1] // 2), np.float32)
    sizes = np.zeros(256, np.int32)
    _fill(ids, group_table()[classes], ways, middles, sizes)
    return classes[ids], ways, middles, sizes


@njit(cache=True)
def _fill(
    ids: NDArray[np.uint8], groups: NDArray[np.int8], ways: Floats, middles: Floats, sizes: NDArray[np.int32]
) -> None:
    rows, columns = ids.shape
    sums = np.zeros((256, 2))
    for i in range(rows):
        for j in range(columns):
            k = ids[i, j]
            sizes[k] += 1
            sums[k, 0] += i
            sums[k, 1] += j
    sizes[0] = 0
    for i in range(rows):
        for j in range(columns):
            k = ids[i, j]
            if sizes[k]:
                ways[i, j, 0] = (sums[k, 0] / sizes[k] - i) / WAY_UNIT
                ways[i, j, 1] = (sums[k, 1] / sizes[k] - j) / WAY_UNIT
    tall, wide = middles.shape[1:]
    for k in range(1, 256):
        if sizes[k] < LEAST or groups[k] < 0:
            continue
        y, x = (sums[k, 0] / sizes[k] - 0.5) / 2.0, (sums[k, 1] / sizes[k] - 0.5) / 2.0
        sigma = min(WIDEST, max(0.7, 0.06 * np.sqrt(sizes[k])))
        reach = int(3.0 * sigma) + 1
        cy, cx = round(y), round(x)
        for i in range(max(0, cy - reach), min(tall, cy + reach + 1)):
            for j in range(max(0, cx - reach), min(wide, cx + reach + 1)):
                value = np.exp(-((i - cy) ** 2 + (j - cx) ** 2) / (2.0 * sigma * sigma))
                middles[groups[k], i, j] = max(middles[groups[k], i, j], value)
