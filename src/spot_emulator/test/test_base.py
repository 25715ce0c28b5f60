"""The body's motion: limits, braking, collisions, posture; odometry."""

from __future__ import annotations

import math

import pytest

from pred_core.geometry import Pose2D
from spot_emulator.robot.base import REST, Base, Odometry, Posture, Twist, combined, relative

TICK = 0.02


def _open(before: Pose2D, after: Pose2D) -> None:
    """Nothing is in the way."""


def _standing(blocker=_open) -> Base:
    base = Base(Pose2D(0, 0, 0), blocker)
    base.posture = Posture.STAND
    for _ in range(100):
        base.step(TICK, True)
    assert base.standing
    return base


def test_brakes_from_full_speed_within_half_a_second() -> None:
    base = _standing()
    base.aim = Twist(5.0, 0.0, 3.0)
    for _ in range(100):
        base.step(TICK, True)
    assert base.velocity.x == pytest.approx(1.6, abs=0.01)
    base.aim = REST
    for _ in range(22):
        base.step(TICK, True)
    assert base.velocity.still()


def test_without_power_it_stands_at_once_and_sinks() -> None:
    base = _standing()
    base.aim = Twist(1.0)
    for _ in range(50):
        base.step(TICK, True)
    base.step(TICK, False)
    assert base.velocity == REST
    for _ in range(40):
        base.step(TICK, False)
    assert base.height < 0.14


def test_does_not_walk_while_it_sits() -> None:
    base = Base(Pose2D(0, 0, 0), _open)
    base.aim = Twist(1.0)
    base.step(TICK, True)
    assert base.pose == Pose2D(0, 0, 0)


def test_a_wall_stops_it_but_lets_it_slide() -> None:
    base = _standing(lambda _, after: "Wall" if after.x > 0.5 else None)
    base.aim = Twist(1.0, 0.3)
    for _ in range(100):
        base.step(TICK, True)
    assert base.pose.x <= 0.5 and base.blocked == "Wall"
    assert base.velocity.y == pytest.approx(0.3)


def test_odometry_drifts_with_the_way_walked() -> None:
    odometry = Odometry(Pose2D(1, 2, 0.5), Pose2D(1, 2, 0.5), 0.01, 0.0)
    for k in range(1, 101):
        odometry.follow(combined(Pose2D(1, 2, 0.5), Pose2D(0.1 * k, 0, 0)))
    assert odometry.pose.x == pytest.approx(10.1)
    again = relative(Pose2D(1, 2, 0.5), combined(Pose2D(1, 2, 0.5), Pose2D(3, 4, math.pi)))
    assert (again.x, again.y) == pytest.approx((3, 4))
