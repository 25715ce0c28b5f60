"""End states of goals."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

pytest.importorskip("rclpy", reason="needs a ROS environment")

from pred_core.outcome import Code, Outcome
from pred_core.ros import goals


@dataclass
class Handle:
    is_cancel_requested: bool
    state: str = ""

    def succeed(self) -> None:
        self.state = "succeeded"

    def canceled(self) -> None:
        self.state = "canceled"

    def abort(self) -> None:
        self.state = "aborted"


@pytest.mark.parametrize(
    ("code", "asked", "state"),
    [
        (Code.SUCCESS, False, "succeeded"),
        (Code.SUCCESS, True, "succeeded"),
        (Code.CANCELED, True, "canceled"),
        (Code.CANCELED, False, "aborted"),
        (Code.BLOCKED, True, "aborted"),
    ],
)
def test_the_end_state_says_what_became_of_it(code: Code, asked: bool, state: str) -> None:
    handle = Handle(asked)
    goals.end(handle, Outcome(code, "so it was"))
    assert handle.state == state
