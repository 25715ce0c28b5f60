"""Doors are where they are drawn: what is seen of them is what is bumped into."""

from __future__ import annotations

import numpy as np
import pytest

from thor_player.leaves import SHELLS, Leaf, facing_half, leaves
from thor_player.model import SimObject, World
from thor_player.opening import swing
from thor_player.rooms import load_world
from thor_player.rooms_fronts import direction
from thor_player.shapes import build

ROOMS = ("FloorPlan1", "FloorPlan4", "FloorPlan13")
NEAR = 0.09  # metres; a fridge's leaf is drawn 7 cm thick, and stands for a board of 2 cm here


def closets(world: World) -> list[SimObject]:
    return [o for o in world.active() if o.object_type in SHELLS and o.can("openable")]


def drawn(obj: SimObject) -> np.ndarray:
    """Return the corners of all that is drawn, Nx3 in the world."""
    return np.asarray(build(obj).vertices @ obj.box.axes() + obj.box.center)


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("openness", [0.4, 1.0])
def test_a_leaf_is_bumped_into_where_it_is_drawn(room: str, openness: float) -> None:
    world = load_world(room)
    for obj in closets(world):
        swing(world, obj, openness)
        seen = drawn(obj)
        for leaf in obj.solids[-len(leaves(obj)) :]:
            for corner in leaf.corners():
                away = float(np.linalg.norm(seen - corner, axis=1).min())
                assert away < NEAR, f"{obj.object_id}: nothing is drawn within {away:.2f} m of a leaf's corner"


def test_wide_cabinets_have_two_leaves_and_others_one() -> None:
    rooms = [load_world(room) for room in ROOMS]
    cabinets = [o for world in rooms for o in closets(world) if o.object_type == "Cabinet"]
    assert {len(leaves(cabinet)) for cabinet in cabinets} == {1, 2}
    for cabinet in cabinets:
        width = 2.0 * float(facing_half(cabinet)[0])
        assert sum(leaf.width for leaf in leaves(cabinet)) == pytest.approx(width)
    fridge = next(o for o in closets(rooms[0]) if o.object_type == "Fridge")
    assert leaves(fridge) == [Leaf(-1, 2.0 * float(facing_half(fridge)[0]))]


@pytest.mark.parametrize("room", ["FloorPlan402", "FloorPlan403", "FloorPlan411", "FloorPlan412", "FloorPlan430"])
def test_the_door_of_a_shower_opens_into_the_room_and_is_where_it_is_drawn(room: str) -> None:
    world = load_world(room)
    door = next(o for o in world.active() if o.object_type == "ShowerDoor")
    width, _, deep = facing_half(door)
    assert width > deep
    out = direction(door.front or 0.0) @ door.box.axes()
    assert float((world.agent.position - door.box.center) @ out) > 0.0, "the recorded agent stands in the room"
    swing(world, door, 1.0)
    seen = drawn(door)
    (leaf,) = door.solids
    assert float((leaf.center - door.box.center) @ out) > 0.5 * width
    for corner in leaf.corners():
        assert float(np.linalg.norm(seen - corner, axis=1).min()) < NEAR
