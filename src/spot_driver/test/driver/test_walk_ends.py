"""A walk that something stopped: told as arrived only where most of the way was made."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from pred_core.geometry import Pose2D
from pred_core.outcome import Code
from spot_driver.driver.heard import Heard
from spot_driver.driver.snapshot import Snapshot
from spot_driver.driver.walking import Line, _halted, good_for

START = Pose2D(0.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("length", "at", "code"),
    [
        (1.0, 0.92, Code.SUCCESS),
        (1.0, 0.8, Code.BLOCKED),
        (0.1, 0.0, Code.BLOCKED),  # as near to its goal as that from the beginning, and not a step nearer
        (0.1, 0.08, Code.SUCCESS),
    ],
)
def test_where_it_stopped_decides(length: float, at: float, code: Code) -> None:
    line = Line.through(START, [Pose2D(length, 0.0, 0.0)])
    seen = cast(Snapshot, SimpleNamespace(pose=Pose2D(at, 0.0, 0.0)))
    outcome = _halted(seen, line.poses[-1], line, at)
    assert outcome.code is code, outcome


def test_what_a_busy_machine_let_pass_unmeasured_makes_no_robot_stuck() -> None:
    idle, times = Heard(), [0.0, 0.1, 0.1, 2.6, 2.7]
    waited = [idle.take(cast(Snapshot, SimpleNamespace(time=at)), happened=False) for at in times]
    assert waited == pytest.approx([0.0, 0.1, 0.1, 0.4, 0.5])
    assert idle.take(cast(Snapshot, SimpleNamespace(time=2.8)), happened=True) == 0.0


def test_the_goal_that_is_sent_lies_far_ahead_on_a_straight_way_and_cuts_no_corner() -> None:
    straight = Line.through(START, [Pose2D(1.0, 0.0, 0.0), Pose2D(2.0, 0.0, 0.0)])
    assert straight.goal_ahead(0.8).x == pytest.approx(1.3)
    bend = Line.through(START, [Pose2D(1.0, 0.0, 0.0), Pose2D(1.0, 1.0, 0.0)])
    before, behind = bend.goal_ahead(0.9), bend.goal_ahead(1.1)
    assert before.y < 0.15 and behind.x == pytest.approx(1.0) and behind.y == pytest.approx(0.6)


def test_a_turn_on_the_way_is_followed_as_it_is_planned() -> None:
    """A robot that takes the end of a turn for its goal turns at once, and its corners meet what stands beside it."""
    late = Line.through(START, [Pose2D(0.4, 0.0, 0.0), Pose2D(0.5, 0.0, 0.8)])
    assert late.goal_ahead(0.0).yaw < 0.2


@pytest.mark.parametrize(("watchdog", "seconds"), [(1.0, 0.9), (0.5, 0.4), (0.4, 0.3), (0.2, 0.3)])
def test_a_command_to_walk_ends_so_early_that_the_base_stands_in_time(watchdog: float, seconds: float) -> None:
    """No earlier than three commands take, or a robot that is told late would halt on its way."""
    assert good_for(watchdog) == pytest.approx(seconds)
