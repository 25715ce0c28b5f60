"""An arm that is pressed against something is for a person to free: it is said once, and not tried for ever."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from pred_core.outcome import Code
from ur5_description.kinematics import HOME
from ur5_description.rtde_numbers import RobotMode, SafetyBit
from ur5_driver.driver import recovery, states
from ur5_driver.driver.states import Control, State


class Pressed:
    """A link to an arm whose protective stop comes back at once, until it is moved away."""

    def __init__(self) -> None:
        self.state, self.control = State.PSTOP, Control.NONE
        self.problem = states.why(State.PSTOP)
        self.program = SimpleNamespace(foreign=False)
        self.handed_back = False
        self.dashboard = SimpleNamespace(end_program=lambda: None, unlock=self._unlock)
        self.unlocked = 0
        self.unheeding, self.sound = False, True
        self.snapshot: Any = SimpleNamespace(
            q=np.array(HOME), safety_bits=SafetyBit.PROTECTIVE, runtime_state=1, robot_mode=RobotMode.RUNNING
        )

    def _unlock(self) -> None:
        self.unlocked += 1

    def refresh_remote(self) -> bool:
        return True

    def begin_recovery(self) -> bool:
        return True

    def end_recovery(self, *, armed: bool) -> None:
        assert not armed


@pytest.fixture
def link(monkeypatch: pytest.MonkeyPatch) -> Pressed:
    monkeypatch.setattr(recovery, "UNLOCKED_WITHIN", 0.0)
    return Pressed()


def test_a_pressed_arm_says_what_a_person_has_to_do(link: Pressed) -> None:
    outcome = recovery.recover(link)  # type: ignore[arg-type]
    assert outcome == states.PRESSED and link.problem == outcome
    assert "Freedrive" in outcome.message and "call recover" in outcome.message
    assert link.unlocked == 1


def test_a_pressed_arm_is_not_recovered_unasked_until_somebody_moved_it(link: Pressed) -> None:
    unasked = recovery.Unasked()
    assert unasked.wanted(link)  # type: ignore[arg-type]
    unasked.tried(link, recovery.recover(link))  # type: ignore[arg-type]
    assert not any(unasked.wanted(link) for _ in range(5))  # type: ignore[arg-type]
    link.snapshot.q = link.snapshot.q + 0.1
    assert unasked.wanted(link)  # type: ignore[arg-type]


def test_a_program_of_somebody_else_is_not_ended_by_recovering(link: Pressed) -> None:
    link.program.foreign = True
    link.dashboard.end_program = pytest.fail
    assert recovery.recover(link) == states.FOREIGN  # type: ignore[arg-type]
    assert link.unlocked == 0 and not recovery.Unasked().wanted(link)  # type: ignore[arg-type]


def test_an_arm_that_was_handed_back_is_not_taken_again_unasked(link: Pressed) -> None:
    link.state = State.IDLE
    assert recovery.Unasked().wanted(link)  # type: ignore[arg-type]
    link.handed_back = True
    assert not recovery.Unasked().wanted(link)  # type: ignore[arg-type]


class Starting(Pressed):
    """A link to an arm that nothing stops, whose control program comes up at some attempt."""

    def __init__(self, comes_up_at: int) -> None:
        super().__init__()
        self.snapshot.safety_bits = SafetyBit.NORMAL
        self.state, self.held, self.starts = State.IDLE, False, 0
        self._comes_up_at = comes_up_at

    def take_control(self) -> None:
        self.starts += 1
        if self.starts == self._comes_up_at:
            self.control, self.state, self.held = Control.READY, State.READY, True
        self.problem = states.lost(State.IDLE)

    def end_recovery(self, *, armed: bool) -> None:
        assert armed == (self.control is Control.READY)


@pytest.mark.parametrize(("comes_up_at", "starts"), [(1, 1), (2, 2), (9, recovery.STARTS)])
def test_a_control_program_that_does_not_come_up_is_started_once_more(comes_up_at: int, starts: int) -> None:
    link = Starting(comes_up_at)
    outcome = recovery.recover(link)  # type: ignore[arg-type]
    assert link.starts == starts
    assert bool(outcome) == (comes_up_at <= recovery.STARTS)
    assert outcome or "call recover" in outcome.message


class Heedless(Starting):
    """A link to an arm under control whose program does not do what it is told, until it is started anew."""

    def __init__(self) -> None:
        super().__init__(1)
        self.state, self.unheeding = State.READY, True

    def begin_recovery(self) -> bool:
        self.state = State.RECOVERING
        return True


def test_a_program_that_does_not_do_what_it_is_told_is_started_anew() -> None:
    link = Heedless()
    assert recovery.recover(link).code is Code.SUCCESS and link.starts == 1  # type: ignore[arg-type]
    link.state, link.unheeding = State.READY, False
    assert recovery.recover(link).code is Code.ALREADY_SO and link.starts == 1  # type: ignore[arg-type]


def test_what_is_measured_and_is_no_number_is_not_called_well() -> None:
    link = Starting(1)
    link.state, link.sound = State.READY, False
    assert recovery.recover(link) == states.UNMEASURED  # type: ignore[arg-type]
