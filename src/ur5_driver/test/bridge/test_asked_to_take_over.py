"""A person is asked whether the driver may end somebody else's program: when, how often, and with what result."""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="needs a ROS environment")

from pred_core.outcome import Code, Outcome
from ur5_description.rtde_numbers import Runtime
from ur5_driver.bridge import taking_over
from ur5_driver.bridge.taking_over import ASKED_AFTER, TakingOver
from ur5_driver.driver import program as programs
from ur5_driver.driver import states
from ur5_driver.driver.program import Program

YES, NO = Outcome.success(), Outcome(Code.UNAVAILABLE, "Not approved: the answer was no.")
WITHDRAWN = Outcome(Code.CANCELED, "Cancelled while waiting for approval.")
FREE = threading.Event()


class Person:
    """Says the same each time, after something else has happened."""

    def __init__(self, says: Outcome) -> None:
        self.says = says
        self.asked: list[str] = []
        self.meanwhile: Callable[[], object] = lambda: None

    def ask(self, step: str, reason: str, picture: None, cancel: threading.Event) -> Outcome:
        assert picture is None and not cancel.is_set()
        self.asked.append(f"{step}: {reason}")
        self.meanwhile()
        return self.says


class Rig:
    """A driver that is not in control of a controller on which programs come and go, and the time of day."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, take_over: str, says: Outcome = YES) -> None:
        self.person, self.now = Person(says), 100.0
        self.latest: Any = SimpleNamespace(runtime_state=Runtime.STOPPED, safety_bits=0, stamp=0.0, counted=0.0)
        self.program = Program(self, self, 0.0, take_over=take_over == "always")  # type: ignore[arg-type]
        self.link: Any = SimpleNamespace(program=self.program, armed=True)
        self.asks = TakingOver(self.link, self.person, take_over)
        monkeypatch.setattr(programs, "OUTLIVES_WATCHDOG", 0.1)
        monkeypatch.setattr(taking_over, "time", SimpleNamespace(monotonic=lambda: self.now))

    def is_sent(self) -> None:
        self.latest.runtime_state = Runtime.PLAYING
        self.program.look()

    def ends(self) -> None:
        self.latest.runtime_state = Runtime.STOPPED
        self.program.look()

    def due_after(self, seconds: float) -> bool:
        self.now += seconds
        return self.asks.due()


def test_a_person_is_asked_once_for_a_program_that_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    rig = Rig(monkeypatch, "ask", NO)
    assert not rig.due_after(60.0)
    rig.is_sent()
    assert not rig.due_after(0.0)
    assert not rig.due_after(ASKED_AFTER - 0.1)
    assert rig.due_after(0.2)
    refused = rig.asks.ask(FREE)
    assert refused.code is Code.UNAVAILABLE
    assert "left alone" in refused.message and "the answer was no" in refused.message
    assert rig.program.foreign
    assert not rig.due_after(600.0)
    assert [asked.split(":")[0] for asked in rig.person.asked] == ["take over the arm"]


def test_the_next_program_is_asked_about_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    rig = Rig(monkeypatch, "ask", NO)
    rig.is_sent()
    assert not rig.due_after(0.0) and rig.due_after(ASKED_AFTER + 0.1)
    rig.asks.ask(FREE)
    rig.ends()
    assert not rig.due_after(60.0)
    rig.is_sent()
    assert not rig.due_after(0.1) and rig.due_after(ASKED_AFTER + 0.1)


def test_who_calls_recover_is_asked_again_and_a_yes_lets_the_program_be_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rig = Rig(monkeypatch, "ask", NO)
    rig.is_sent()
    assert not rig.asks.ask(FREE)
    rig.person.says = YES
    assert rig.asks.ask(FREE)
    assert not rig.program.foreign
    assert len(rig.person.asked) == 2
    assert rig.asks.ask(FREE) and len(rig.person.asked) == 2


def test_a_yes_holds_for_the_one_program_that_was_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    rig = Rig(monkeypatch, "ask", YES)
    rig.is_sent()
    assert rig.asks.ask(FREE)
    rig.program.started()  # the driver's own takes its place, and is replaced later
    rig.program.end(by_itself=True)
    rig.program.wait_ended()
    assert rig.program.foreign


def test_an_answer_that_comes_after_another_program_has_come_ends_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rig = Rig(monkeypatch, "ask", YES)
    rig.is_sent()
    rig.person.meanwhile = lambda: (rig.ends(), rig.is_sent())
    assert rig.asks.ask(FREE) == states.FOREIGN
    assert rig.program.foreign


def test_nobody_is_asked_where_nothing_is_in_the_way_or_the_parameter_says_never(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    free = Rig(monkeypatch, "ask")
    assert free.asks.ask(FREE) and not free.person.asked
    never = Rig(monkeypatch, "never")
    never.is_sent()
    assert not never.due_after(0.0) and not never.due_after(60.0)
    assert never.asks.ask(FREE) == states.FOREIGN
    assert not never.person.asked and never.program.foreign
    always = Rig(monkeypatch, "always")
    always.is_sent()
    assert always.asks.ask(FREE) and not always.person.asked


def test_a_question_that_is_withdrawn_ends_as_canceled_and_one_after_a_fault_waits_for_recover(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rig = Rig(monkeypatch, "ask", WITHDRAWN)
    rig.is_sent()
    rig.link.armed = False
    assert not rig.due_after(0.0) and not rig.due_after(60.0)
    assert rig.asks.ask(FREE).code is Code.CANCELED
    assert rig.program.foreign
