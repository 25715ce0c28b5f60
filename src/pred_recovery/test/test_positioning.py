"""The six adjustments, by geometry."""

from __future__ import annotations

import math

from fake_house import thing
from hypothesis import given
from hypothesis import strategies as st

from pred_core.geometry import Pose2D
from pred_recovery.act.positioning import REVERSE, adjustments, after, view_of
from pred_recovery.mission.requests import Move
from pred_recovery.mission.settings import Settings
from pred_recovery.mission.world import OwnState

SETTINGS = Settings()
angles = st.floats(-math.pi, math.pi)
coordinates = st.floats(-3.0, 3.0)


def test_turns_towards_what_is_beside():
    robot = OwnState(pose=Pose2D(0, 0, 0), pitch=0.5)
    assert adjustments(thing("Mug_1", (0.0, 0.8)), robot, SETTINGS)[0] is Move.TURN_LEFT
    assert adjustments(thing("Mug_1", (0.0, -0.8)), robot, SETTINGS)[0] is Move.TURN_RIGHT


def test_looks_down_at_what_is_low():
    robot = OwnState(pose=Pose2D(0, 0, 0), pitch=0.0)
    assert adjustments(thing("Mug_1", (0.4, 0.0)), robot, SETTINGS)[0] is Move.LOOK_DOWN


def test_nothing_helps_with_what_is_behind():
    robot = OwnState(pose=Pose2D(0, 0, 0))
    assert adjustments(thing("Mug_1", (-1.2, 0.0)), robot, SETTINGS) == []


@given(coordinates, coordinates, angles, st.floats(-0.5, 1.0))
def test_what_is_chosen_keeps_the_object_in_the_picture(x, y, yaw, pitch):
    robot = OwnState(pose=Pose2D(x, y, yaw), pitch=pitch)
    target = thing("Mug_1", (0.0, 0.0))
    for motion in adjustments(target, robot, SETTINGS):
        pose, tilt = after(motion, robot.pose, robot.pitch, SETTINGS)
        assert view_of(target, pose, tilt, SETTINGS.camera_height).off_centre <= SETTINGS.field_of_view / 2


@given(coordinates, coordinates, angles, st.floats(-0.5, 1.0), st.sampled_from(list(Move)))
def test_the_reverse_takes_a_motion_back(x, y, yaw, pitch, motion):
    start = Pose2D(x, y, yaw)
    there, tilt = after(motion, start, pitch, SETTINGS)
    back, level = after(REVERSE[motion], there, tilt, SETTINGS)
    assert back.distance_to(start) < 1e-9 and math.isclose(level, pitch, abs_tol=1e-9)
    assert math.isclose(math.cos(back.yaw), math.cos(yaw), abs_tol=1e-9)
