"""Who has the arm: one goal at a time, and a client that beat its heart must go on doing so."""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="needs ROS 2: run through ./pred test")

from pred_bridge.turns import Turns
from pred_core.outcome import Code, Outcome

SILENT_FOR = 0.5
STOPPED_WITHIN = 0.6
PATIENCE = 20.0


class Heart:
    """Heartbeats as they are asked for: only those that came since."""

    def __init__(self) -> None:
        self._came: list[float] = []

    def beat(self) -> None:
        self._came.append(time.monotonic())

    def ago(self) -> float | None:
        came, self._came = self._came, []
        return time.monotonic() - came[-1] if came else None


@pytest.fixture
def heart() -> Heart:
    return Heart()


@pytest.fixture
def turns(heart: Heart) -> Turns:
    made = Turns(SILENT_FOR)
    made.hear(heart.ago)
    return made


def handle() -> Any:
    goal = SimpleNamespace(uuid=uuid.uuid4().bytes)
    return SimpleNamespace(goal_id=goal, is_cancel_requested=False)


def wait(seconds: float) -> Any:
    """Return work that waits for its end for so long."""

    def work(event: threading.Event) -> Outcome:
        if event.wait(seconds):
            return Outcome(Code.CANCELED, "Stopped.")
        return Outcome.success()

    return work


@contextmanager
def beats(heart: Heart) -> Iterator[list[float]]:
    """Beat at 20 Hz; the list holds when the last beat was, once the block has ended."""
    ended, last = threading.Event(), list[float]()

    def beat() -> None:
        while not ended.is_set():
            last[:] = [time.monotonic()]
            heart.beat()
            ended.wait(0.05)

    heart.beat()
    thread = threading.Thread(target=beat)
    thread.start()
    try:
        yield last
    finally:
        ended.set()
        thread.join()


def test_beats_that_stop_end_the_goal_within_six_tenths(turns: Turns, heart: Heart) -> None:
    begun, outcomes, stopped = threading.Event(), list[Outcome](), list[float]()

    def work(event: threading.Event) -> Outcome:
        begun.set()
        assert event.wait(PATIENCE)
        stopped.append(time.monotonic())
        return Outcome(Code.CANCELED, "Stopped.")

    with beats(heart) as last:
        goal = threading.Thread(target=lambda: outcomes.append(turns.goal(handle(), work)))
        goal.start()
        assert begun.wait(PATIENCE)
        assert not stopped
    goal.join(PATIENCE)
    assert SILENT_FOR <= stopped[0] - last[0] <= STOPPED_WITHIN
    assert outcomes[0].code is Code.CANCELED
    assert "fell silent" in outcomes[0].message
    assert turns.free


def test_a_goal_of_a_client_that_beats_on_is_done(turns: Turns, heart: Heart) -> None:
    with beats(heart):
        assert turns.goal(handle(), wait(2 * SILENT_FOR))


def test_a_client_without_heartbeats_is_not_expected_to_have_any(turns: Turns) -> None:
    assert turns.goal(handle(), wait(2 * SILENT_FOR))


def test_a_service_after_a_task_needs_none_either(turns: Turns, heart: Heart) -> None:
    with beats(heart):
        assert turns.goal(handle(), wait(0.0))
    assert turns.service(wait(2 * SILENT_FOR))


def test_one_goal_at_a_time_and_a_cancel_ends_it(turns: Turns) -> None:
    first, begun, outcomes = handle(), threading.Event(), list[Outcome]()

    def work(event: threading.Event) -> Outcome:
        begun.set()
        return wait(PATIENCE)(event)

    goal = threading.Thread(target=lambda: outcomes.append(turns.goal(first, work)))
    goal.start()
    assert begun.wait(PATIENCE)
    assert turns.goal(handle(), wait(0.0)).code is Code.BUSY
    turns.cancel(first)
    goal.join(PATIENCE)
    assert outcomes[0].code is Code.CANCELED
    assert "silent" not in outcomes[0].message


def test_once_closed_nothing_is_taken(turns: Turns) -> None:
    turns.close()
    assert turns.goal(handle(), wait(0.0)).code is Code.BUSY


def while_getting_ready(turns: Turns, later: Any) -> tuple[Outcome, Outcome]:
    """Give a goal while the node gets the robot ready, then do something; return how both ended."""
    begun, go_on, outcomes = threading.Event(), threading.Event(), dict[str, Outcome]()

    def get_ready(event: threading.Event) -> Outcome:
        begun.set()
        assert go_on.wait(PATIENCE)
        return Outcome.success("ready")

    own = threading.Thread(target=lambda: outcomes.update(own=turns.own(get_ready)))
    own.start()
    assert begun.wait(PATIENCE)
    given = handle()
    goal = threading.Thread(target=lambda: outcomes.update(goal=turns.goal(given, wait(0.0))))
    goal.start()
    while not turns.accepted:
        time.sleep(0.01)
    later(given, goal)
    go_on.set()
    for thread in (goal, own):
        thread.join(PATIENCE)
    return outcomes["own"], outcomes["goal"]


def test_a_goal_waits_for_a_robot_that_is_being_got_ready(turns: Turns) -> None:
    own, goal = while_getting_ready(turns, lambda *_: None)
    assert own.message == "ready"
    assert goal, goal
    assert turns.free


def test_a_goal_that_waits_for_a_robot_can_be_cancelled(turns: Turns) -> None:
    def cancel(given: Any, goal: threading.Thread) -> None:
        while goal.is_alive():  # as often as it takes: the goal may not have come to its wait yet
            turns.cancel(given)
            goal.join(0.05)

    own, goal = while_getting_ready(turns, cancel)
    assert own.message == "ready"
    assert goal.code is Code.CANCELED
