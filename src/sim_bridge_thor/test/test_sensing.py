"""Real sensors: errors of the size they are said to have, and the same for the same seed."""

import math

import numpy as np
import pytest

from pred_core.geometry import Intrinsics, Pose2D
from sim_bridge_thor.motions import MotionStyle
from sim_bridge_thor.observation import Observation
from sim_bridge_thor.sensing import MotionErrors, Senses


def seen(step, base, episode=1, depth=2.0):
    height = width = 60
    return Observation(
        step=step,
        episode=episode,
        rgb=np.full((height, width, 3), 120, np.uint8),
        depth=np.full((height, width), depth, np.float32),
        labels=np.zeros((height, width), np.uint16),
        instances=(),
        intrinsics=Intrinsics.from_fov(width, height, math.pi / 2),
        base=base,
        camera=(base.x + 0.1 * math.cos(base.yaw), base.y + 0.1 * math.sin(base.yaw), 1.5),
        camera_pitch=0.3,
        held_id="Mug|1",
    )


def walk(senses, steps=40):
    base = Pose2D(0.0, 0.0, 0.0)
    measured = [senses.measure(seen(0, base)).base]
    for step in range(1, steps):
        base = base.ahead(0.25) if step % 4 else Pose2D(base.x, base.y, base.yaw + math.pi / 2)
        measured.append(senses.measure(seen(step, base)).base)
    return base, measured


def test_an_episode_begins_where_the_robot_is():
    base = Pose2D(1.0, -2.0, 0.7)
    assert Senses(0).measure(seen(3, base)).base == base


def test_odometry_drifts_but_not_far():
    true, measured = walk(Senses(0))
    off = measured[-1].distance_to(true)
    assert 1e-3 < off < 0.3


def test_the_same_seed_measures_the_same():
    assert walk(Senses(4))[1] == walk(Senses(4))[1]
    assert walk(Senses(4))[1] != walk(Senses(5))[1]


def test_a_resting_base_measures_the_same_pose_and_the_camera_stays_fixed_to_it():
    senses = Senses(0)
    base = Pose2D(0.0, 0.0, 0.0)
    senses.measure(seen(0, base))
    moved = senses.measure(seen(1, base.ahead(0.25)))
    again = senses.measure(seen(2, base.ahead(0.25)))
    assert again.base == moved.base
    assert math.dist(moved.camera[:2], (moved.base.x, moved.base.y)) == pytest.approx(0.1)


def test_nobody_says_what_is_held():
    assert Senses(0).measure(seen(0, Pose2D(0.0, 0.0, 0.0))).anonymous


def test_motions_fall_a_little_short_or_long():
    senses = Senses(1, MotionErrors(slip=0.0))
    moves = [senses.actuated("forward", 0.0, MotionStyle()) for _ in range(300)]
    assert np.mean(moves) == pytest.approx(0.25, abs=2e-3)
    assert np.std(moves) == pytest.approx(0.25 * 0.02, rel=0.2)
    turns = [senses.actuated("turn_left", 0.0, MotionStyle()) for _ in range(300)]
    assert np.mean(turns) == pytest.approx(math.pi / 2, abs=5e-3)
    assert senses.actuated("look_up", 0.5, MotionStyle()) == 0.5


def test_a_slipping_wheel_gets_part_of_the_way():
    senses = Senses(1, MotionErrors(move=0.0, slip=1.0))
    moves = [senses.actuated("forward", 0.5, MotionStyle()) for _ in range(50)]
    assert 0.24 < min(moves) < max(moves) < 0.46
