"""A walk that something stopped: told as arrived only where most of the way was made."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from pred_core.geometry import Pose2D
from pred_core.outcome import Code
from spot_driver.driver.heard import Heard
from spot_driver.driver.snapshot import Snapshot
from spot_driver.driver.walking import Line, _halted

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
