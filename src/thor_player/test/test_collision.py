"""The body against furniture and walls, and the flood of reachable places."""

from __future__ import annotations

import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thor_player import rooms
from thor_player.collision import RADIUS, SKIN, blocker, is_free, touching
from thor_player.model import Agent, Array, Box, SimObject, Structure, World
from thor_player.reachability import reachable_cells, reachable_positions
from thor_player.solids_pose import move, set_openness

REACH = RADIUS - SKIN


def _world(*boxes: Box) -> World:
    objects = {
        f"Dresser|{i}": SimObject(
            f"Dresser|{i}",
            f"Dresser_{i}",
            "Dresser",
            "",
            box.center,
            np.zeros(3),
            box,
            frozenset(),
            solids=[box],
        )
        for i, box in enumerate(boxes)
    }
    bounds = Box(np.array([0.0, 1.25, 0.0]), np.array([3.0, 1.25, 3.0]))
    return World(
        "test", objects, Structure([], [], []), Agent(np.array([0.0, 0.9009992, 0.0])), "Kitchen", bounds
    )


def _at(x: float, z: float) -> Array:
    return np.array([x, 0.9009992, z])


def test_move_into_a_box_names_it() -> None:
    world = _world(Box(np.array([1.0, 0.5, 0.0]), np.array([0.3, 0.5, 0.3])))
    assert blocker(world, _at(0, 0), _at(0.7, 0)) == "Dresser|0"
    assert blocker(world, _at(0, 0), _at(0.7 - REACH - 0.01, 0)) is None
    assert blocker(world, _at(0, 0), _at(-1, 0)) is None


def test_thin_things_are_not_jumped_over() -> None:
    world = _world(Box(np.array([1.0, 0.5, 0.0]), np.array([0.01, 0.5, 1.0])))
    assert blocker(world, _at(0, 0), _at(2, 0)) == "Dresser|0"


def test_nearest_obstacle_is_named() -> None:
    far, near = (Box(np.array([x, 0.5, 0.0]), np.array([0.1, 0.5, 0.5])) for x in (2.0, 1.0))
    assert blocker(_world(far, near), _at(0, 0), _at(2.5, 0)) == "Dresser|1"


def test_what_is_overhead_or_flat_does_not_block() -> None:
    shelf = Box(np.array([1.0, 2.2, 0.0]), np.array([0.3, 0.3, 0.3]))
    rug = Box(np.array([1.0, 0.02, 0.0]), np.array([0.3, 0.02, 0.3]))
    assert blocker(_world(shelf, rug), _at(0, 0), _at(1, 0)) is None


def test_walls_stop_and_never_trap() -> None:
    world = _world()
    assert blocker(world, _at(2.5, 0), _at(3.0, 0)) == "Wall"
    assert touching(world, _at(2.99, 0)) == "Wall"
    assert blocker(world, _at(2.99, 0), _at(2.0, 0)) is None


def test_body_inside_an_obstacle_may_leave_but_not_go_deeper() -> None:
    world = _world(Box(np.array([0.3, 0.5, 0.0]), np.array([0.5, 0.5, 0.5])))
    assert not is_free(world, _at(0, 0))
    assert blocker(world, _at(0, 0), _at(-0.25, 0)) is None
    assert blocker(world, _at(0, 0), _at(0.25, 0)) == "Dresser|0"


@settings(deadline=None)
@given(st.floats(0, 360), st.floats(-2, 2), st.floats(-2, 2))
def test_turned_boxes_block_as_far_as_they_reach(yaw: float, x: float, z: float) -> None:
    box = Box(np.array([0.0, 0.5, 0.0]), np.array([0.6, 0.5, 0.2]), yaw)
    local = np.maximum(np.abs(box.axes() @ np.array([x, 0.0, z]))[[0, 2]] - [0.6, 0.2], 0.0)
    gap = float(np.hypot(*local))
    if abs(gap - REACH) > 1e-3:
        assert is_free(_world(box), _at(x, z)) == (gap > REACH)


@settings(deadline=None)
@given(st.floats(-2, 2), st.floats(-2, 2), st.floats(-2, 2), st.floats(-2, 2))
def test_a_free_way_is_free_along_its_length(x0: float, z0: float, x1: float, z1: float) -> None:
    world = _world(Box(np.array([0.0, 0.5, 0.0]), np.array([0.4, 0.5, 0.4]), 30.0))
    if is_free(world, _at(x0, z0)) and blocker(world, _at(x0, z0), _at(x1, z1)) is None:
        for share in np.linspace(0, 1, 9):
            x, z = x0 + share * (x1 - x0), z0 + share * (z1 - z0)
            assert touching(world, _at(x, z)) is None or share in (0.0, 1.0) or _barely(world, x, z)


def _barely(world: World, x: float, z: float) -> bool:
    box = world.objects["Dresser|0"].box
    local = np.maximum(np.abs(box.axes() @ np.array([x, 0.0, z]))[[0, 2]] - 0.4, 0.0)
    return float(np.hypot(*local)) > REACH - 1e-3


def test_flood_stays_on_the_grid_and_off_the_furniture() -> None:
    world = rooms.load_world("FloorPlan1")
    cells = reachable_cells(world)
    assert len(cells) > 80
    assert all((x * 4).is_integer() and (z * 4).is_integer() for x, z in cells)
    assert all(is_free(world, position) for position in reachable_positions(world))


def test_flood_is_redone_when_furniture_moves() -> None:
    world = rooms.load_world("FloorPlan1")
    before = reachable_cells(world)
    assert reachable_cells(world) is before
    can = next(o for o in world.objects.values() if o.object_type == "GarbageCan")
    move(can, np.array([0.5, 0.0, 1.5]), can.rotation)
    assert (0.5, 1.5) in before and (0.5, 1.5) not in reachable_cells(world)


def test_a_query_takes_under_half_a_millisecond() -> None:
    world = rooms.load_world("FloorPlan16")
    start = world.agent.position
    blocker(world, start, start)
    started = time.process_time()
    for _ in range(200):
        blocker(world, start, start + np.array([0.25, 0.0, 0.0]))
    assert (time.process_time() - started) / 200 < 5e-4


@pytest.mark.parametrize("scene", rooms.scenes()[::7])
def test_recorded_start_is_free_and_has_room(scene: str) -> None:
    world = rooms.load_world(scene)
    assert is_free(world, world.agent.position)
    assert len(reachable_cells(world)) >= 10


@pytest.mark.parametrize("scene", ["FloorPlan1", "FloorPlan13", "FloorPlan310"])
def test_no_place_becomes_a_trap_when_all_drawers_and_doors_open(scene: str) -> None:
    world = rooms.load_world(scene)
    before = reachable_positions(world)
    for obj in world.objects.values():
        if obj.can("openable"):
            set_openness(obj, 1.0)
    for position in before:
        ways = [np.array([0.25, 0.0, 0.0]), np.array([0.0, 0.0, 0.25])]
        free = [w for way in ways for w in (way, -way) if blocker(world, position, position + w) is None]
        assert free, position
