"""What the walls of a room do: they end the floor, hold what hangs on them, and leave windows open."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from thor_player import rooms
from thor_player.collision import is_free, stands_on
from thor_player.containment import carry_onto
from thor_player.hand_collision import held_object_hits
from thor_player.model import Array, Box
from thor_player.outlines.outline import ON_WALLS
from thor_player.placement import find_spot
from thor_player.rectangles import overlaps
from thor_player.state import load

BENT = "FloorPlan5"  # a room round a corner
SOME = (BENT, "FloorPlan13", "FloorPlan201", "FloorPlan224", "FloorPlan301", "FloorPlan322", "FloorPlan413")


def _within(box: Box, point: Array) -> bool:
    return bool(np.all(np.abs(point - box.center) <= box.half))


def _behind_the_corner(world: Any) -> Array:
    """Return the middle of the largest part of the room's box that lies behind its walls."""
    inner = [
        b
        for b in world.structure.beyond
        if np.all(np.abs(b.center - world.bounds.center) < world.bounds.half)
    ]
    return np.asarray(max(inner, key=lambda b: float(b.half[0] * b.half[2])).center)


def test_nobody_stands_behind_a_wall() -> None:
    world = rooms.load_world(BENT)
    place = _behind_the_corner(world)
    assert not is_free(world, np.array([place[0], stands_on(world), place[2]]))


def test_what_is_put_on_the_floor_lies_between_the_walls() -> None:
    world = load(BENT).world
    floor = next(o for o in world.active() if o.object_type == "Floor")
    thing = next(o for o in world.active() if o.object_type == "Mug")
    spot = find_spot(world, thing, floor, _behind_the_corner(world))
    assert spot is not None
    carry_onto(world, thing, spot.base, spot.rotation)
    half = thing.box.half[[0, 2]]
    walls = [*world.structure.walls, *world.structure.beyond]
    assert not any(overlaps(spot.base[[0, 2]].reshape(1, 2), half, thing.box.yaw, wall)[0] for wall in walls)


def test_what_is_held_stops_at_a_wall(drive: Any) -> None:
    player = drive(BENT)
    player.hold("Mug")
    state = player.session.state
    assert held_object_hits(state) is None
    mug, place = state.held(), _behind_the_corner(state.world)
    carry_onto(state.world, mug, place, mug.rotation)
    assert held_object_hits(state) == "Wall"


@pytest.mark.parametrize("scene", SOME)
def test_windows_are_open_and_no_recorded_furniture_stands_behind_the_walls(scene: str) -> None:
    world = rooms.load_world(scene)
    for obj in world.objects.values():
        if obj.object_type == "Window":
            assert not any(_within(wall, obj.box.center) for wall in world.structure.walls), obj.object_id
        elif obj.object_type not in ON_WALLS | {"Floor"} and not obj.can("pickupable"):
            assert not any(_within(body, obj.box.center) for body in world.structure.beyond), obj.object_id


@pytest.mark.parametrize("scene", SOME)
def test_the_floor_is_closed_round_by_walls(scene: str) -> None:
    shell = rooms.load_world(scene).structure
    for floor in shell.floor:
        for axis, way in ((0, -1.0), (0, 1.0), (2, -1.0), (2, 1.0)):
            other = 2 - axis
            for along in np.arange(-floor.half[other] + 0.025, floor.half[other], 0.05):
                point = floor.center.copy()
                point[axis] += way * (floor.half[axis] + 0.025)
                point[other] += along
                level = point + np.array([0.0, 0.1, 0.0])  # just above the floor
                assert any(_within(f, point) for f in shell.floor) or any(
                    _within(wall, level) for wall in shell.walls
                ), (floor.center, point)
