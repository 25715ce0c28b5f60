"""Where the camera should be: poses that look at the thing, differ from each other, and can be reached."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pred_core.objects import ObjectState
from ur5_description.kinematics import UR5, UR5E, frames, inverse, invert
from ur5_description.mount import read_mount
from ur5_driver.gaze.reach import CameraReach
from ur5_driver.gaze.views import (
    FROM_ABOVE,
    FROM_THE_FRONT,
    ROLLS,
    Direction,
    ViewSettings,
    camera_pose,
    distance_for,
    fresh,
    has_front,
    hidden_by,
)

MOUNT = read_mount()
SETTINGS = ViewSettings()

places = st.tuples(st.floats(0.25, 0.75), st.floats(-0.45, 0.45), st.floats(0.0, 0.3))
directions = st.builds(Direction, st.floats(0.05, math.pi / 2.0), st.floats(-math.pi, math.pi))
sizes = st.tuples(st.floats(0.01, 0.5), st.floats(0.01, 0.5), st.floats(0.01, 0.5))


def thing(name="a", center=(0.5, 0.0, 0.05), size=(0.06, 0.06, 0.1), **more):
    return ObjectState(name, "Can", center, size, **more)


@given(places, st.floats(0.2, 0.6), directions, st.sampled_from(ROLLS))
def test_the_target_is_in_the_middle_of_the_picture(place, distance, direction, roll):
    camera = camera_pose(place, distance, direction, roll)
    assert np.allclose(camera[:3, :3] @ camera[:3, :3].T, np.eye(3), atol=1e-9)
    assert np.linalg.det(camera[:3, :3]) == pytest.approx(1.0)
    seen = invert(camera) @ [*place, 1.0]
    assert np.allclose(seen, [0.0, 0.0, distance, 1.0], atol=1e-9)
    rise = (camera[2, 3] - place[2]) / distance
    assert rise == pytest.approx(math.sin(direction.elevation), abs=1e-9)


@given(places, st.floats(0.2, 0.6), st.floats(0.05, 1.5), st.floats(-3.0, 3.0))
def test_without_roll_the_picture_is_upright(place, distance, elevation, azimuth):
    camera = camera_pose(place, distance, Direction(elevation, azimuth))
    assert abs(camera[2, 0]) < 1e-9  # its right is level
    assert camera[2, 1] < 0.0  # its down goes down


@given(places, st.floats(0.1, 1.4))
def test_azimuth_zero_is_the_robots_side(place, elevation):
    camera = camera_pose(place, 0.3, Direction(elevation, 0.0))
    assert math.hypot(*camera[:2, 3]) <= math.hypot(*place[:2]) + 1e-9 or math.hypot(*place[:2]) < 0.3


@given(sizes, st.floats(0.0, 2.0))
def test_the_distance_fits_the_thing_and_the_limits(size, limit):
    distance = distance_for(thing(size=size), SETTINGS, limit)
    assert SETTINGS.nearest <= distance <= SETTINGS.farthest
    if limit > SETTINGS.nearest:
        assert distance <= limit
    if distance > SETTINGS.nearest and not limit:
        half = math.atan2(float(np.linalg.norm(size)) / 2.0, distance)
        assert half >= SETTINGS.half_view - 1e-9  # never farther than needed


@given(st.lists(directions, max_size=6))
def test_another_attempt_is_another_direction(tried):
    for direction in fresh(FROM_ABOVE, tried, SETTINGS):
        assert min((direction.angle_to(t) for t in tried), default=math.pi) >= SETTINGS.apart


def test_the_angle_between_directions_is_that_of_their_lines():
    a, b = Direction(math.radians(60), 0.0), Direction(math.radians(60), math.pi)
    assert a.angle_to(b) == pytest.approx(math.radians(60))
    assert len({(d.elevation, d.azimuth) for d in FROM_ABOVE}) == len(FROM_ABOVE)


def test_only_fixed_pieces_that_stand_up_have_a_front():
    assert has_front(thing(size=(0.2, 0.2, 0.25)), True, SETTINGS)
    assert not has_front(thing(size=(0.2, 0.2, 0.25)), False, SETTINGS)
    assert not has_front(thing(size=(0.2, 0.2, 0.01)), True, SETTINGS)


def test_a_thing_in_the_way_hides_but_relatives_do_not():
    target = thing("can", (0.6, 0.0, 0.05), parent_id="box")
    camera = camera_pose(target.center, 0.4, Direction(math.radians(20), 0.0))
    wall = thing("wall", (0.45, 0.0, 0.1), (0.02, 0.3, 0.2))
    assert hidden_by(camera, target, [wall, target]) == 1
    behind = thing("behind", (0.8, 0.0, 0.1), (0.02, 0.3, 0.2))
    held = thing("held", wall.center, wall.size, held=True)
    parent = thing("box", wall.center, wall.size)
    child = thing("label", wall.center, wall.size, parent_id="can")
    assert hidden_by(camera, target, [behind, held, parent, child]) == 0


@settings(max_examples=20, deadline=None)
@given(places)
@pytest.mark.parametrize("arm", [UR5E, UR5], ids=["ur5e", "ur5"])
def test_everything_on_the_work_area_can_be_looked_at_from_above(arm, place):
    reach = CameraReach(MOUNT, arm)
    target = (place[0], place[1], min(place[2], 0.1))
    if math.hypot(*target[:2]) > 0.8:
        return
    cameras = [camera_pose(target, 0.33, d, roll) for d in FROM_ABOVE for roll in ROLLS]
    assert any(reach.effort(camera) is not None for camera in cameras)


@settings(max_examples=60, deadline=None)
@given(places, st.sampled_from(FROM_ABOVE + FROM_THE_FRONT), st.sampled_from(ROLLS))
def test_what_counts_as_reachable_keeps_arm_and_tool_above_the_table(place, direction, roll):
    camera = camera_pose(place, 0.35, direction, roll)
    if CameraReach(MOUNT).effort(camera) is None:
        return
    tool = camera @ invert(MOUNT.optical_in_tool)
    assert (tool @ [0.0, 0.0, 0.1525, 1.0])[2] >= 0.03
    assert any((frames(UR5E, joints)[2:6, 2, 3] >= 0.05).all() for joints in inverse(UR5E, tool))


def test_views_in_which_the_tool_would_touch_something_do_not_count():
    reach = CameraReach(MOUNT)
    camera = camera_pose((0.5, 0.0, 0.05), 0.35, FROM_ABOVE[0])
    tool = camera @ invert(MOUNT.optical_in_tool)
    tip = tool @ [0.0, 0.0, 0.1525, 1.0]
    assert reach.effort(camera) is not None
    assert reach.effort(camera, [thing(center=tuple(tip[:3]))]) is None
    low = thing(center=tuple(tip[:3] + 0.12 * tool[:3, 2]), size=(0.02, 0.02, 0.02))
    assert reach.effort(camera, [low]) is not None
    assert reach.effort(camera, [low], held=0.12) is None
    assert reach.effort(camera_pose((1.4, 0.0, 0.05), 0.35, FROM_ABOVE[0])) is None
