"""What ``recover`` does besides bringing the arm under control: moving away, once, and only with a yes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("rclpy", reason="needs ROS 2: run through ./pred test")
pytest.importorskip("pred_msgs", reason="needs the built interfaces: run through ./pred test")

from pred_core.outcome import Code, Outcome
from ur5_description.kinematics import HOME
from ur5_description.rtde_numbers import SafetyBit
from ur5_driver.bridge.recovering import Recovering
from ur5_driver.driver import recovery, retreat
from ur5_driver.driver.limits import Limits
from ur5_driver.driver.states import State

NO = Outcome(Code.UNAVAILABLE, "Not approved: the answer was no.")
WAY = [np.array(HOME)]


class Stopped:
    """A driver whose arm was stopped, with what it is asked and told."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, bits: int, *, force: float = 0.0) -> None:
        self.asked: list[str] = []
        self.moved = 0
        self.answers: dict[str, Outcome] = {}
        self.ends = Outcome.success()
        self.link: Any = SimpleNamespace(
            limits=Limits(),
            state=State.PSTOP if bits else State.READY,
            unheeding=False,
            snapshot=SimpleNamespace(safety_bits=bits, force=np.array([0, 0, force, 0, 0, 0])),
        )
        monkeypatch.setattr("ur5_driver.bridge.recovering.advice", lambda _: "")
        monkeypatch.setattr(recovery, "recover", self._recover)
        monkeypatch.setattr(retreat, "way_back", lambda _, length: WAY if length > 0.0 else [])
        monkeypatch.setattr(retreat, "move_away", self._move_away)
        self.turns: Any = SimpleNamespace(
            stop_all=lambda: None, service=self._service, free_within=lambda _: True
        )
        self.boxed_in = False
        self.brought_back = Outcome.success("The arm is ready.")

    def recovering(self, back_off: float = 0.05) -> Recovering:
        doing: Any = SimpleNamespace(allowed=self._allowed, boxed_in=lambda: self.boxed_in)
        over: Any = SimpleNamespace(ask=lambda _: Outcome.success())
        return Recovering(self.link, doing, self.turns, over, back_off, lambda *_: None, lambda _: None)

    def _service(self, work: Callable[[threading.Event], Outcome]) -> Outcome:
        return work(threading.Event())

    def _allowed(self, step: str, *_: Any, **__: Any) -> Outcome:
        self.asked.append(step)
        return self.answers.get(step, Outcome.success())

    def _recover(self, _: Any) -> Outcome:
        if self.brought_back:
            self.link.state = State.READY
            self.link.snapshot.safety_bits = SafetyBit.NORMAL
        return self.brought_back

    def _move_away(self, *_: Any) -> Outcome:
        self.moved += 1
        return self.ends


def test_after_a_protective_stop_the_arm_goes_back_once_a_person_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    arm = Stopped(monkeypatch, SafetyBit.PROTECTIVE)
    outcome = arm.recovering().recover()
    assert outcome and "went back" in outcome.message
    assert arm.asked == ["recover", "move back"] and arm.moved == 1


def test_a_no_leaves_it_where_it_was_stopped_and_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    arm = Stopped(monkeypatch, SafetyBit.PROTECTIVE)
    arm.answers["move back"] = NO
    outcome = arm.recovering().recover()
    assert outcome and "not moved away" in outcome.message and NO.message in outcome.message
    assert arm.moved == 0


def test_a_no_to_recovering_does_nothing_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    arm = Stopped(monkeypatch, SafetyBit.PROTECTIVE)
    arm.answers["recover"] = NO
    assert arm.recovering().recover() == NO
    assert arm.asked == ["recover"] and arm.moved == 0


@pytest.mark.parametrize("bits", [SafetyBit.SAFEGUARD, SafetyBit.ROBOT_ESTOP])
def test_other_stops_touched_nothing_and_move_nothing(monkeypatch: pytest.MonkeyPatch, bits: int) -> None:
    arm = Stopped(monkeypatch, bits)
    assert arm.recovering().recover()
    assert arm.moved == 0


def test_an_arm_under_control_that_is_pressed_on_something_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    arm = Stopped(monkeypatch, 0, force=50.0)
    assert arm.recovering().recover()
    assert arm.asked == ["move back"] and arm.moved == 1


def test_an_arm_under_control_from_which_no_way_leads_home_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    arm = Stopped(monkeypatch, 0)
    arm.brought_back = Outcome(Code.ALREADY_SO, "The arm is under control.")
    assert arm.recovering().recover() == arm.brought_back and arm.moved == 0
    arm.boxed_in = True
    assert "went back" in arm.recovering().recover().message and arm.moved == 1


def test_what_does_not_end_is_told_and_not_called_well(monkeypatch: pytest.MonkeyPatch) -> None:
    arm = Stopped(monkeypatch, 0)
    arm.boxed_in = True
    arm.turns.free_within = lambda _: False
    assert arm.recovering().recover().code is Code.BUSY and arm.moved == 0


def test_a_pressed_arm_that_does_not_heed_is_brought_back_before_it_goes_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    arm = Stopped(monkeypatch, 0, force=50.0)
    arm.link.unheeding = True
    arm.brought_back = Outcome(Code.UNAVAILABLE, "The control program does not start.")
    assert arm.recovering().recover() == arm.brought_back and arm.moved == 0


def test_a_stop_while_it_goes_back_is_not_answered_by_another_try(monkeypatch: pytest.MonkeyPatch) -> None:
    arm = Stopped(monkeypatch, SafetyBit.PROTECTIVE)
    arm.ends = Outcome(Code.UNAVAILABLE, "The arm is in a protective stop.")
    outcome = arm.recovering().recover()
    assert outcome.code is Code.UNAVAILABLE and "again while it went back" in outcome.message
    assert arm.moved == 1


def test_it_does_not_move_when_it_could_not_be_brought_back_or_is_not_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    arm = Stopped(monkeypatch, SafetyBit.PROTECTIVE)
    arm.brought_back = Outcome(Code.UNAVAILABLE, "Pressed.")
    assert arm.recovering().recover() == arm.brought_back and arm.moved == 0
    arm = Stopped(monkeypatch, SafetyBit.PROTECTIVE)
    assert "back_off is 0" in arm.recovering(0.0).recover().message and arm.moved == 0


def test_recovering_unasked_moves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    arm = Stopped(monkeypatch, SafetyBit.PROTECTIVE)
    arm.turns.free = True
    recovering = arm.recovering()
    monkeypatch.setattr(recovering, "_unasked", SimpleNamespace(wanted=lambda _: True, tried=lambda *_: None))
    recovering.unasked()
    assert arm.link.state is State.READY and arm.moved == 0 and arm.asked == []
