"""Straight walls: small steps in the edge of a mask are filled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .raster import Mask

_STEP = 8  # cells; a longer edge between two parallel ones is a corner of the room


@dataclass(frozen=True)
class _Step:
    """A step in the edge: the rectangle of cells that makes it straight when it is filled."""

    length: int
    low: tuple[int, int]
    high: tuple[int, int]


def straighten(mask: Mask, allowed: Callable[[Mask], bool]) -> Mask:
    """Return a mask whose short steps are filled, the shortest first, wherever ``allowed`` accepts the outcome."""
    refused: set[_Step] = set()
    while True:
        steps = [step for loop in _loops(mask) for step in _steps(loop) if step not in refused]
        if not steps:
            return mask
        step = min(steps, key=lambda s: (s.length, s.low, s.high))
        filled = mask.copy()
        filled[step.low[0] : step.high[0], step.low[1] : step.high[1]] = True
        if (filled == mask).all() or not allowed(filled):
            refused.add(step)
        else:
            mask = filled


def _loops(mask: Mask) -> list[list[tuple[int, int]]]:
    """Return the corners of each closed edge of a mask, with the marked cells to the left."""
    padded = np.pad(mask, 1)
    within = padded[:-2, 1:-1] & padded[2:, 1:-1] & padded[1:-1, :-2] & padded[1:-1, 2:]
    onward: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for x, z in np.argwhere(mask & ~within).tolist():
        for (di, dk), start, end in (
            ((0, -1), (x, z), (x + 1, z)),
            ((1, 0), (x + 1, z), (x + 1, z + 1)),
            ((0, 1), (x + 1, z + 1), (x, z + 1)),
            ((-1, 0), (x, z + 1), (x, z)),
        ):
            if not padded[x + 1 + di, z + 1 + dk]:
                onward.setdefault(start, []).append(end)
    loops = []
    while onward:
        start = min(onward)
        loop = [start]
        at = start
        while True:
            ways = onward[at]
            # Where two marked cells touch at a corner only, the edge turns left, so that loops do not cross.
            following = ways[0] if len(ways) == 1 else _leftmost(loop, ways)
            ways.remove(following)
            if not ways:
                del onward[at]
            at = following
            if at == start:
                break
            loop.append(at)
        loops.append(_corners(loop))
    return loops


def _leftmost(loop: list[tuple[int, int]], ways: list[tuple[int, int]]) -> tuple[int, int]:
    at, before = loop[-1], loop[-2] if len(loop) > 1 else loop[-1]
    way = (at[0] - before[0], at[1] - before[1])
    return max(ways, key=lambda w: way[0] * (w[1] - at[1]) - way[1] * (w[0] - at[0]))


def _corners(loop: list[tuple[int, int]]) -> list[tuple[int, int]]:
    count = len(loop)
    return [
        here for n, here in enumerate(loop) if _way(loop[n - 1], here) != _way(here, loop[(n + 1) % count])
    ]


def _way(start: tuple[int, int], end: tuple[int, int]) -> tuple[int, int]:
    return int(np.sign(end[0] - start[0])), int(np.sign(end[1] - start[1]))


def _steps(loop: list[tuple[int, int]]) -> list[_Step]:
    found = []
    count = len(loop)
    for n in range(count):
        before, start, end, after = (loop[(n + offset) % count] for offset in range(4))
        length = abs(end[0] - start[0]) + abs(end[1] - start[1])
        if length > _STEP or _way(before, start) != _way(end, after):
            continue
        way, turn = _way(before, start), _way(start, end)
        outward = way[1] * turn[0] - way[0] * turn[1] > 0  # the step leads away from the marked side
        corners = (before, end) if outward else (start, after)
        low = (min(corners[0][0], corners[1][0]), min(corners[0][1], corners[1][1]))
        high = (max(corners[0][0], corners[1][0]), max(corners[0][1], corners[1][1]))
        found.append(_Step(length, low, high))
    return found
