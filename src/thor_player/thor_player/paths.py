"""Shortest ways for the agent's body: over a grid to the goal, then drawn straight wherever nothing is in between."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator

import numpy as np

from .collision import blocker
from .model import Array, World

_DIAGONAL = 2.0**0.5
_STEPS = [(i, j, _DIAGONAL if i and j else 1.0) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]

Cell = tuple[int, int]


def shortest_path(
    world: World, start: Array, is_goal: Callable[[Array], bool], grid: float
) -> list[Array] | None:
    """Return the corners (3,) of the shortest way to the nearest place that is a goal, or None if there is none.

    :param start: (3,) where the body stands; the first corner
    :param grid: metres between the places that are tried, counted from the start
    """
    came: dict[Cell, Cell] = {}
    for cell in _outwards(world, start, grid, came):
        if is_goal(_at(start, cell, grid)):
            cells = [cell]
            while cells[-1] != (0, 0):
                cells.append(came[cells[-1]])
            return straightened(world, [_at(start, c, grid) for c in reversed(cells)])
    return None


def straightened(world: World, places: list[Array]) -> list[Array]:
    """Return those of a row of places (3,) that are left when each is followed by the last it can be left for."""
    kept, index = [places[0]], 0
    while index < len(places) - 1:
        following = len(places) - 1
        while following > index + 1 and blocker(world, places[index], places[following]) is not None:
            following -= 1
        kept.append(places[following])
        index = following
    return kept


def _outwards(world: World, start: Array, grid: float, came: dict[Cell, Cell]) -> Iterator[Cell]:
    """Yield the cells that can be reached, nearest by way first; ``came`` tells from which other."""
    low, high = world.bounds.center - world.bounds.half, world.bounds.center + world.bounds.half
    best: dict[Cell, float] = {(0, 0): 0.0}
    queue: list[tuple[float, Cell]] = [(0.0, (0, 0))]
    while queue:
        length, cell = heapq.heappop(queue)
        if length > best[cell]:
            continue
        yield cell
        here = _at(start, cell, grid)
        for i, j, step in _STEPS:
            following = (cell[0] + i, cell[1] + j)
            longer = length + step * grid
            if longer >= best.get(following, np.inf) - 1e-9:
                continue
            there = _at(start, following, grid)
            inside = low[0] <= there[0] <= high[0] and low[2] <= there[2] <= high[2]
            if inside and blocker(world, here, there) is None:
                best[following], came[following] = longer, cell
                heapq.heappush(queue, (longer, following))


def _at(start: Array, cell: Cell, grid: float) -> Array:
    return np.array([start[0] + cell[0] * grid, start[1], start[2] + cell[1] * grid])
