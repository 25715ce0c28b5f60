"""Rays, views and what counts as visible."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thor_player import rooms
from thor_player.model import Agent, Box, Camera, Frame, SimObject, Structure, World
from thor_player.solids_pose import set_openness
from thor_player.visibility import (
    agent_camera,
    agent_distance,
    camera_rays,
    cast_ray,
    cast_view,
    raycast,
    seen_in,
    visible_objects,
)


def _thing(name: str, box: Box) -> SimObject:
    return SimObject(name, name, "Mug", "", box.center, np.zeros(3), box, frozenset(), solids=[box])


def _world(*things: SimObject) -> World:
    bounds = Box(np.array([0.0, 1.25, 0.0]), np.array([3.0, 1.25, 3.0]))
    ground = Box(np.array([0.0, -0.05, 0.0]), np.array([3.0, 0.05, 3.0]))
    agent = Agent(np.array([0.0, 0.9009992, 0.0]))
    return World(
        "test", {t.object_id: t for t in things}, Structure([ground], [], []), agent, "Kitchen", bounds
    )


def _cube(z: float, half: float = 0.1, x: float = 0.0) -> Box:
    return Box(np.array([x, 1.5759992, z]), np.full(3, half))


def test_middle_of_the_picture_is_straight_ahead() -> None:
    world = _world(_thing("near", _cube(1.0)), _thing("far", _cube(2.0)))
    name, point = raycast(world, agent_camera(world.agent), 0.5, 0.5)
    assert name == "near"
    assert point == pytest.approx([0.0, 1.5759992, 0.9])


def test_screen_coordinates_start_at_the_top_left() -> None:
    world = _world(_thing("left", _cube(1.0, x=-0.7)), _thing("right", _cube(1.0, x=0.7)))
    camera = agent_camera(world.agent)
    assert raycast(world, camera, 0.12, 0.5)[0] == "left"
    assert raycast(world, camera, 0.88, 0.5)[0] == "right"
    name, point = raycast(world, camera, 0.5, 0.99)
    assert name is None
    assert point[1] == pytest.approx(0.0, abs=1e-9)


@settings(deadline=None)
@given(st.floats(0, 360), st.floats(-30, 60))
def test_rays_turn_with_the_camera(yaw: float, horizon: float) -> None:
    camera = Camera(np.zeros(3), yaw, horizon, 90.0, 3, 3)
    middle = camera_rays(camera)[4]
    a, b = np.radians(yaw), np.radians(horizon)
    assert middle == pytest.approx([np.sin(a) * np.cos(b), -np.sin(b), np.cos(a) * np.cos(b)], abs=1e-9)


@settings(deadline=None)
@given(st.floats(0, 360), st.floats(0.3, 2.0), st.floats(0.05, 0.2))
def test_ray_meets_a_turned_box_on_its_face(yaw: float, distance: float, half: float) -> None:
    world = _world(_thing("it", Box(np.array([0.0, 1.0, distance]), np.full(3, half), yaw)))
    name, point = cast_ray(world, np.array([0.0, 1.0, 0.0]), np.array([0.0, 0.0, 1.0]))
    assert name == "it"
    local = np.abs(world.objects["it"].box.axes() @ (point - world.objects["it"].box.center))
    assert local.max() == pytest.approx(half, abs=1e-6)


def test_visible_needs_nearness_and_a_free_view() -> None:
    world = _world(
        _thing("near", _cube(1.0)), _thing("hidden", _cube(1.3, 0.05)), _thing("far", _cube(1.9, x=1.0))
    )
    camera = agent_camera(world.agent)
    assert set(visible_objects(world, camera)) == {"near"}
    assert set(visible_objects(world, camera, distance=5.0)) == {"near", "far"}
    assert set(cast_view(world, camera).names) == {"", "near", "hidden", "far"}


def test_nearness_is_measured_level() -> None:
    low = Box(np.array([0.0, 0.1, 1.2]), np.full(3, 0.1))
    world = _world(_thing("low", low))
    world.agent.horizon = 45.0
    assert "low" in visible_objects(world, agent_camera(world.agent))


def test_rendered_ids_are_used_when_given() -> None:
    world = _world()
    camera = Camera(np.zeros(3), 0.0, 0.0, 90.0, 30, 30)
    ids = np.zeros((30, 30), dtype=np.int32)
    ids[10:20, 10:20], ids[0:4, 0:4] = 1, 2
    depth = np.ones((30, 30), dtype=np.float32)
    depth[0:4, 0:4] = 3.0
    frame = Frame(np.zeros((30, 30, 3), dtype=np.uint8), depth, ids, ["", "near", "far"])
    assert visible_objects(world, camera, frame) == seen_in(frame, camera) == {"near": 100}


def test_closed_fridge_hides_what_is_in_it_and_open_shows_it() -> None:
    world = rooms.load_world("FloorPlan1")
    fridge = next(o for o in world.objects.values() if o.object_type == "Fridge")
    egg = next(o for o in world.objects.values() if o.object_type == "Egg")
    shelf = fridge.surfaces[2]
    place = fridge.box.center + shelf.center @ fridge.box.axes() + [0.0, 0.05, 0.0]
    egg.box = Box(place, egg.box.half)
    egg.solids = [egg.box]
    egg.touch()
    yaw = np.radians(fridge.front_yaw())
    world.agent.position = fridge.box.center + 1.1 * np.array([np.sin(yaw), 0.0, np.cos(yaw)])
    world.agent.position[1] = 0.9009992
    world.agent.yaw = fridge.front_yaw() + 180.0
    world.agent.horizon = 30.0
    camera = agent_camera(world.agent)
    assert fridge.object_id in visible_objects(world, camera)
    assert egg.object_id not in visible_objects(world, camera)
    set_openness(fridge, 1.0)
    assert egg.object_id in visible_objects(world, camera)


@pytest.mark.parametrize("scene", ["FloorPlan1", "FloorPlan205", "FloorPlan310", "FloorPlan412"])
def test_distance_is_the_recorded_one(scene: str) -> None:
    world = rooms.load_world(scene)
    for obj in world.objects.values():
        assert agent_distance(world, obj) == pytest.approx(obj.record["distance"], abs=0.015)
