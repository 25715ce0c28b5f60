"""How the recorded agent must have come from one recorded place to another."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np

from ..collision import blocker, stands_on
from ..model import Clearance, World
from ..rooms import with_walls
from .evidence import GRID
from .outline import Outline

_BARE = 0.2  # metres from walls at which the body touches them
_NEAR = 0.1  # metres from the boxes of furniture, which reach farther than what they stand for
_STEPS = ((GRID, 0.0), (-GRID, 0.0), (0.0, GRID), (0.0, -GRID))
Place = tuple[float, float]
Allowed = Callable[[Place, Place], bool]


def ways_to(world: World, found: Outline, reached: set[Place], cut_off: set[Place]) -> set[Place]:
    """Return the places on shortest ways of the grid that join what is cut off to what is reached.

    The body may come as near to everything on them as it fits: nobody recorded how near it did.

    :param world: the room without walls; it gets them
    :param found: its outline
    """
    near = {
        name: [Clearance(min(clearance.near, _NEAR)) for clearance in each]
        for name, each in found.stand_off.items()
    }
    pieces = [(wall, min(distance, _BARE)) for wall, distance in found.pieces]
    room = with_walls(world, replace(found, pieces=pieces, stand_off=near, fixtures=[], usual=_NEAR))
    allowed = _fits(room)
    ways = (_way([start], allowed, reached.__contains__) for start in sorted(cut_off))
    return {place for way in ways for place in way} - cut_off


def between(world: World, places: Iterable[Place]) -> set[Place]:
    """Return the places on shortest ways of the grid between places that no step joins, as the body goes in a room."""
    left = set(places)
    allowed = _fits(world)
    joined, passed = set[Place](), set[Place]()
    while left:
        way = _way(sorted(joined), allowed, left.__contains__) or [min(left)]
        passed |= set(way[1:-1])
        queue = deque(way)
        joined |= set(way)
        left -= joined
        while queue:
            for following in _next(queue.popleft()):
                if following in left:
                    left.remove(following)
                    joined.add(following)
                    queue.append(following)
    return passed


def _way(starts: Iterable[Place], allowed: Allowed, is_end: Callable[[Place], bool]) -> list[Place]:
    """Return the places from the nearest end back to a start, both with it; none when there is no way."""
    before: dict[Place, Place | None] = dict.fromkeys(starts)
    queue = deque(before)
    while queue:
        place = queue.popleft()
        if is_end(place):
            way = list[Place]()
            back: Place | None = place
            while back is not None:
                way.append(back)
                back = before[back]
            return way
        for following in _next(place):
            if following not in before and allowed(place, following):
                before[following] = place
                queue.append(following)
    return []


def _next(place: Place) -> list[Place]:
    return [(round(place[0] + dx, 4), round(place[1] + dz, 4)) for dx, dz in _STEPS]


def _fits(world: World) -> Allowed:
    """Return what tells whether the body comes from one place to the next in a room."""
    height = stands_on(world)
    low, high = world.bounds.center - world.bounds.half, world.bounds.center + world.bounds.half

    def allowed(start: Place, end: Place) -> bool:
        inside = low[0] <= end[0] <= high[0] and low[2] <= end[1] <= high[2]
        positions = (np.array([x, height, z]) for x, z in (start, end))
        return bool(inside) and blocker(world, *positions) is None

    return allowed
