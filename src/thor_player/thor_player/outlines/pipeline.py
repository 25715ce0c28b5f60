"""From the record of a room to its outline: walls first, then the ways between places, then how near the body comes."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .. import rooms
from ..model import Array
from .agreement import Place, places
from .infer import infer
from .margins import fit, steps
from .outline import Outline
from .ways import between, ways_to

_ROUNDS = 3  # how often ways are sought to places that are cut off


def inferred(
    scene: str, reached: Array, also_stood: Array, is_known: Callable[[Place], bool] = lambda _: True
) -> Outline:
    """Return the outline of a room.

    :param reached: (n, 2) x and z that Unity's agent reached
    :param also_stood: (n, 2) where it stood besides
    :param is_known: whether the record says anything about a place of the grid, be it that the agent was not there
    """
    recorded = {(float(x), float(z)) for x, z in np.vstack([reached, also_stood])}
    found, passed = _without_islands(scene, reached, also_stood, recorded)
    room = rooms.with_walls(rooms.world_without_walls(scene), found)
    ours, _ = places(room)
    passed |= between(room, recorded & ours)
    unknown = sorted(place for place in ours - recorded - passed if is_known(place))
    return fit(rooms.world_without_walls(scene), found, steps(recorded | passed), unknown)


def _without_islands(
    scene: str, reached: Array, also_stood: Array, recorded: set[Place]
) -> tuple[Outline, set[Place]]:
    """Return the outline before anything grows, and the places on ways to recorded ones that it would cut off."""
    passed = set[Place]()
    for _ in range(_ROUNDS):
        world = rooms.world_without_walls(scene)
        shape = infer(world, reached, np.vstack([also_stood, _array(passed)]))
        found = fit(world, shape, steps(recorded | passed), [])
        ours, _ = places(rooms.with_walls(world, found))
        missing = ways_to(rooms.world_without_walls(scene), found, ours, recorded - ours) - recorded - passed
        if not missing:
            break
        passed |= missing
    return found, passed


def _array(some: set[Place]) -> Array:
    return np.array(sorted(some), dtype=np.float64).reshape(-1, 2)
