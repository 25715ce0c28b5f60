"""How the recorded agent must have come to places that the walls as inferred cut off."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

import numpy as np

from ..collision import blocker, stands_on
from ..model import Array, World
from ..rooms import with_walls
from .evidence import GRID
from .outline import Outline

_BARE = 0.2  # metres from walls at which the body touches them
_NEAR = 0.1  # metres from the boxes of furniture, which reach farther than what they stand for
_STEPS = ((GRID, 0.0), (-GRID, 0.0), (0.0, GRID), (0.0, -GRID))
Place = tuple[float, float]


def ways_to(world: World, found: Outline, reached: set[Place], cut_off: set[Place]) -> Array:
    """Return (n, 2) the places on shortest ways of the grid that join what is cut off to what is reached.

    The body may come as near to everything on them as it fits: nobody recorded how near it did.

    :param world: the room without walls; it gets them
    :param found: its outline
    """
    pieces = [(wall, min(distance, _BARE)) for wall, distance in found.pieces]
    near = {name: min(distance, _NEAR) for name, distance in found.stand_off.items()}
    room = with_walls(world, replace(found, pieces=pieces, stand_off=near, usual=_NEAR))
    passed = {place for start in sorted(cut_off) for place in _way(room, start, reached)}
    return np.array(sorted(passed - cut_off), dtype=np.float64).reshape(-1, 2)


def _way(world: World, start: Place, reached: set[Place]) -> list[Place]:
    """Return the places between a place and the nearest that is reached; none when there is no way."""
    height = stands_on(world)

    def at(place: Place) -> Array:
        return np.array([place[0], height, place[1]])

    low, high = world.bounds.center - world.bounds.half, world.bounds.center + world.bounds.half
    before: dict[Place, Place | None] = {start: None}
    queue = deque([start])
    while queue:
        place = queue.popleft()
        if place in reached:
            way, back = list[Place](), before[place]
            while back is not None:
                way.append(back)
                back = before[back]
            return way
        for dx, dz in _STEPS:
            following = (round(place[0] + dx, 4), round(place[1] + dz, 4))
            inside = low[0] <= following[0] <= high[0] and low[2] <= following[1] <= high[2]
            if following not in before and inside and blocker(world, at(place), at(following)) is None:
                before[following] = place
                queue.append(following)
    return []
