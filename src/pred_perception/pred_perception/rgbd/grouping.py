"""From what the network says of every pixel to instances.

Pixels of one class that hang together are one thing, unless enough of them point to the middles of several; pieces that
point to the same middle are one thing, too, whatever hides what is between them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pred_perception.rgbd.classes import group_table, structure
from pred_perception.rgbd.regions import even, regions

LEAST_MIDDLE = 0.35
MOST_MIDDLES = 250
SLACK, SLACK_PER_WAY = 3.0, 0.5
"""How far from a middle a pixel may point to, half-size pixels, and more for those that come from afar."""

OF_WEIGHT = 0.12
"""Share of a patch of one class that must point to a middle for that to be the middle of a part of it."""
ALONE = 0.2
"""A patch of which less than this points to any middle is a thing by itself."""
SURE_ALONE = 0.05
"""How sure a middle counts as that nobody saw."""

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Found:
    """One instance: its class, how sure class and middle are, its half-size pixels and how well they agree."""

    label: int
    number: int
    sure: float
    middle: float
    pixels: int
    own: float


@dataclass(frozen=True)
class Answer:
    """The network's outputs for one picture, see ``rgbd.graph.build``, without the first axis of one."""

    classes: Floats
    groups: Floats
    ways: Floats
    middles: Floats


def smoothed(answer: Answer, half: Floats) -> Answer:
    """Return the answer with classes and groups made even over small regions of the half-size input."""
    region, count = regions(half)
    return replace(
        answer, classes=even(region, count, answer.classes), groups=even(region, count, answer.groups)
    )


def group(answer: Answer, least: int) -> tuple[NDArray[np.int32], list[Found]]:
    """Return HxW labels at half size (0 none) and what each is.

    :param least: half-size pixels an instance must have
    """
    side = answer.ways.shape[1]
    peaks = _peaks(answer.middles)
    groups = answer.groups.argmax(1).astype(np.int32) - 1
    numbers = np.zeros(side * side, np.int32)
    _name(answer.classes, groups, group_table(), numbers)
    labels = np.zeros(side * side, np.int32)
    _assign(groups, answer.ways, peaks, labels)
    patches = np.zeros(side * side, np.int32)
    count = _patches(numbers, side, patches)
    _whole(patches, count, answer.ways, peaks, labels)
    labels[np.isin(numbers, structure())] = len(peaks) + count + 1  # there is one, however it is divided
    sures = np.concatenate([peaks[:, 3], np.full(count, SURE_ALONE), [1.0]])
    return labels.reshape(side, side), _describe(labels, groups, answer.classes, sures, least)


def _describe(
    labels: NDArray[np.int32],
    groups: NDArray[np.int32],
    classes: Floats,
    sures: NDArray[np.float64],
    least: int,
) -> list[Found]:
    """Say what each label is; labels of fewer than ``least`` pixels are wiped out."""
    sums, counts = (
        np.zeros((len(sures) + 1, classes.shape[1]), np.float32),
        np.zeros(len(sures) + 1, np.int64),
    )
    ballots = np.zeros((len(sures) + 1, groups.max(initial=0) + 1), np.int64)
    _sum(labels, groups, classes, sums, counts, ballots)
    table = group_table()
    found = []
    for k in np.flatnonzero(counts[1:] >= least) + 1:
        mean = sums[k] / counts[k]
        inside = np.where(table == int(ballots[k].argmax()), mean, 0.0)
        best = int(inside.argmax())
        found.append(
            Found(int(k), best, float(mean[best]), float(sures[k - 1]), int(counts[k]), float(inside.sum()))
        )
    small = counts < least
    labels[small[labels]] = 0
    return found


def _peaks(middles: Floats) -> NDArray[np.float64]:
    """Return (K, 4): group, row and column in half-size pixels, how sure; the surest first."""
    g, y, x = np.nonzero(middles > LEAST_MIDDLE)
    sure = middles[g, y, x]
    order = np.argsort(-sure, kind="stable")[:MOST_MIDDLES]
    rows = np.stack([g, 2.0 * y + 0.5, 2.0 * x + 0.5, sure], 1)
    return np.ascontiguousarray(rows[order], np.float64)


@njit(cache=True)
def _assign(
    groups: NDArray[np.int32], ways: Floats, peaks: NDArray[np.float64], labels: NDArray[np.int32]
) -> None:
    side = ways.shape[1]
    for p in range(groups.size):
        g = groups[p]
        if g < 0:
            continue
        i, j = p // side, p % side
        dy, dx = ways[0, i, j], ways[1, i, j]
        reach = SLACK + SLACK_PER_WAY * np.sqrt(dy * dy + dx * dx)
        best = reach * reach
        for k in range(len(peaks)):
            if peaks[k, 0] != g:
                continue
            a, b = i + dy - peaks[k, 1], j + dx - peaks[k, 2]
            far = a * a + b * b
            if far < best:
                best = far
                labels[p] = k + 1


@njit(cache=True)
def _sum(
    labels: NDArray[np.int32],
    groups: NDArray[np.int32],
    classes: Floats,
    sums: Floats,
    counts: NDArray[np.int64],
    ballots: NDArray[np.int64],
) -> None:
    for p in range(labels.size):
        k = labels[p]
        if k:
            counts[k] += 1
            ballots[k, groups[p]] += 1
            for c in range(classes.shape[1]):
                sums[k, c] += classes[p, c]


@njit(cache=True)
def _name(
    classes: Floats, groups: NDArray[np.int32], table: NDArray[np.int8], numbers: NDArray[np.int32]
) -> None:
    """Give every pixel the likeliest class of its group, 0 on the background."""
    for p in range(groups.size):
        best = 0.0
        for c in range(1, classes.shape[1]):
            if table[c] == groups[p] and classes[p, c] > best:
                best = classes[p, c]
                numbers[p] = c


@njit(cache=True)
def _patches(numbers: NDArray[np.int32], side: int, patches: NDArray[np.int32]) -> int:
    """Number what hangs together and has one class, from 1 (0 on the background); return how many there are."""
    count = 0
    stack = np.empty(numbers.size, np.int32)
    for start in range(numbers.size):
        if patches[start] or not numbers[start]:
            continue
        count += 1
        patches[start] = count
        stack[0], waiting = start, 1
        while waiting:
            waiting -= 1
            p = stack[waiting]
            for step in (-1, 1, -side, side):
                q = p + step
                if q < 0 or q >= numbers.size or (abs(step) == 1 and q // side != p // side):
                    continue
                if not patches[q] and numbers[q] == numbers[start]:
                    patches[q] = count
                    stack[waiting] = q
                    waiting += 1
    return count


@njit(cache=True)
def _whole(
    patches: NDArray[np.int32],
    count: int,
    ways: Floats,
    peaks: NDArray[np.float64],
    labels: NDArray[np.int32],
) -> None:
    """Let every pixel of a patch point to one of the patch's own middles, or the patch be a thing by itself."""
    side = ways.shape[1]
    votes = np.zeros((count + 1, len(peaks) + 1), np.int32)
    for p in range(labels.size):
        votes[patches[p], labels[p]] += 1
    for p in range(labels.size):
        patch = patches[p]
        if not patch:
            continue
        size = votes[patch].sum()
        if size - votes[patch, 0] < ALONE * size:
            labels[p] = len(peaks) + patch
            continue
        i, j = p // side, p % side
        best, chosen = 1e18, 0
        for k in range(1, len(peaks) + 1):
            if votes[patch, k] < OF_WEIGHT * size and votes[patch, k] < votes[patch, 1:].max():
                continue
            a, b = i + ways[0, i, j] - peaks[k - 1, 1], j + ways[1, i, j] - peaks[k - 1, 2]
            if a * a + b * b < best:
                best, chosen = a * a + b * b, k
        labels[p] = chosen


@njit(cache=True)
def enlarge(labels: NDArray[np.int32], rgb: NDArray[np.uint8], depth: Floats) -> NDArray[np.int32]:
    """Return labels at full size: between half-size pixels, those of the neighbour that looks and lies most alike.

    :param labels: HxW at half size, each of its upper left full-size pixel
    :param rgb: 2Hx2Wx3
    :param depth: 2Hx2W metres, 0 unknown
    """
    rows, columns = labels.shape
    out = np.empty((2 * rows, 2 * columns), np.int32)
    for y in range(2 * rows):
        for x in range(2 * columns):
            i, j = y // 2, x // 2
            best, chosen = 1e30, labels[i, j]
            for a in range(i, min(i + 1 + y % 2, rows)):
                for b in range(j, min(j + 1 + x % 2, columns)):
                    cost = 0.0
                    for c in range(3):
                        cost += abs(float(rgb[y, x, c]) - float(rgb[2 * a, 2 * b, c]))
                    here, there = depth[y, x], depth[2 * a, 2 * b]
                    if here > 0.0 and there > 0.0:
                        cost += 4000.0 * abs(here - there) / (here + there)
                    if cost < best:
                        best, chosen = cost, labels[a, b]
            out[y, x] = chosen
    return out
