"""A hand whose driver was kept from telling it its way: it goes on from where it was left, no faster than before."""

from __future__ import annotations

import threading
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from pred_core.outcome import Outcome
from spot_driver.driver import hand
from spot_driver.driver.link import SpotLink

PACE = (0.4, 1.0)
"""m/s, rad/s."""
AHEAD = 0.06
STALLS_AT, STALL = 0.5, 0.7


class Told:
    """A link to a hand that is where it was told to be, on a clock that goes on as the driver waits."""

    def __init__(self) -> None:
        self.now = 100.0
        self.way: list[tuple[float, float, float]] = []
        """When it was told, how far along, and within how long."""
        self.fresh: Any = SimpleNamespace(body_hand=np.eye(4), arm_still=True)
        self.gate = SimpleNamespace(hand_pace=lambda _seen, **_: PACE)

    def send(self, command: Any) -> Outcome:
        (seconds, goal) = command.poses[-1]
        self.way.append((self.now, float(goal[0, 3]), seconds))
        self.fresh.body_hand = goal
        return Outcome.success()

    def available(self) -> Outcome:
        return Outcome.success()

    def stop(self) -> Outcome:
        return Outcome.success()

    def wait(self, _event: threading.Event, seconds: float) -> bool:
        begun = self.way[0][0]
        stalls = self.now < begun + STALLS_AT <= self.now + seconds
        self.now += seconds + (STALL if stalls else 0.0)
        return False


def test_what_was_missed_is_not_made_up_for(monkeypatch: pytest.MonkeyPatch) -> None:
    link = Told()
    monkeypatch.setattr(hand, "clock", SimpleNamespace(steady=lambda: link.now, wait=link.wait))
    monkeypatch.setattr(hand, "Heard", lambda: SimpleNamespace(take=lambda _seen, **_: 0.0))
    goal = np.eye(4)
    goal[0, 3] = 0.5
    line = (np.eye(4), goal)
    done = hand._follow(
        cast(SpotLink, link), line, threading.Event(), AHEAD, lambda _: False, slow=False
    )
    assert done and link.way[-1][1] == pytest.approx(0.5)
    steps = np.diff([x for _, x, _ in link.way])
    assert steps.max() <= 0.9 * PACE[0] * AHEAD + 1e-9, "no step is longer than what it is told at once"
    assert link.way[-1][0] - link.way[0][0] > 0.5 / PACE[0] + STALL - AHEAD, "it is as much later as it was kept"
