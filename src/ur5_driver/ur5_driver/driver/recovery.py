"""Getting an arm back under control after a fault: only ever because somebody asked."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from pred_core.outcome import Code, Outcome
from pred_core.plain_text import ended_well
from ur5_description.kinematics import Array
from ur5_description.rtde_numbers import RobotMode, SafetyBit
from ur5_driver.driver import states
from ur5_driver.driver.control import STARTING_WITHIN
from ur5_driver.driver.dashboard import DashboardError
from ur5_driver.driver.link import ArmLink
from ur5_driver.driver.receive import Snapshot
from ur5_driver.driver.states import Control, State

UNLOCK_AFTER = 5.2
UNLOCKED_WITHIN = 2.0
MOVED = 0.02
"""A pressed arm that was moved by so much may be free, rad."""
CONNECTED_WITHIN = 5.0
POWERED_WITHIN = 30.0
CONTROL_WITHIN = STARTING_WITHIN + 3.0
"""A worker that has not started by then was dropped, unless nobody had time to."""
STARTS = 2
"""How often the control program is started: a connection that broke a moment ago may cost the first."""
_POLL = 0.05


def recover(link: ArmLink) -> Outcome:
    """Bring an arm from any state to READY: end the old program, unlock, power on, start the control program.

    The old motion is gone before anything is unlocked, so nothing can resume it. Blocks for up to two minutes.

    A program that has control and does not do what it is told is ended and started anew as well.

    :returns: ALREADY_SO where nothing was wrong, UNAVAILABLE with what a person has to do first, SUCCESS at READY
    """
    if not link.sound:
        return states.UNMEASURED
    if link.state in states.UNDER_CONTROL and not link.unheeding:
        return Outcome(Code.ALREADY_SO, "The arm is under control: there is nothing to recover from.")
    if not link.begin_recovery():
        return Outcome(Code.BUSY, "The arm is being recovered already.")
    outcome = Outcome(Code.EXECUTION_FAILURE, "The recovery broke off.")
    try:
        outcome = _steps(link)
    except DashboardError as error:
        outcome = Outcome(Code.UNAVAILABLE, ended_well(f"Recovery failed: {error}"))
    finally:
        link.end_recovery(armed=bool(outcome))
        if not outcome:
            link.problem = outcome
    return _settled(link) if outcome else outcome


class Unasked:
    """Whether recovering unasked may help: not where an arm that is pressed against something still is."""

    def __init__(self) -> None:
        self._pressed_at: Array | None = None

    def wanted(self, link: ArmLink) -> bool:
        """Return whether the arm is in a state from which recovering may help, and has not shown that it does not."""
        seen = link.snapshot
        if link.state is not State.PSTOP or (seen is not None and self._moved(seen.q)):
            self._pressed_at = None
        if link.handed_back or link.program.foreign or link.control is not Control.NONE:
            return False
        if self._pressed_at is not None:
            return False
        return link.state in (State.PSTOP, State.POWERED_OFF, State.IDLE)

    def tried(self, link: ArmLink, outcome: Outcome) -> None:
        """Take note of how a recovery ended."""
        seen = link.snapshot
        if outcome == states.PRESSED and seen is not None:
            self._pressed_at = seen.q

    def _moved(self, joints: Array) -> bool:
        return self._pressed_at is not None and float(np.abs(joints - self._pressed_at).max()) > MOVED


def _steps(link: ArmLink) -> Outcome:
    for step in (_connected, _remote, _program_ended, _unlocked):
        outcome = step(link)
        if not outcome:
            return outcome
    for step in (_powered, _controlled):
        outcome = step(link)
        if not outcome:
            return states.PRESSED if _stopped_again(link) else outcome
    return Outcome.success("The arm is under control again.")


def _settled(link: ArmLink) -> Outcome:
    if _wait(lambda: link.state is State.READY, 2.0):
        return Outcome.success("The arm is ready.")
    return states.PRESSED if _stopped_again(link) else states.why(link.state)


def _stopped_again(link: ArmLink) -> bool:
    """Return whether a protective stop is there that was unlocked a moment ago."""
    seen = link.snapshot
    return seen is not None and bool(seen.safety_bits & SafetyBit.PROTECTIVE)


def _wait(condition: Callable[[], bool], timeout: float) -> bool:
    deadline = time.monotonic() + timeout
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(_POLL)
    return True


def _is(link: ArmLink, condition: Callable[[Snapshot], bool]) -> Callable[[], bool]:
    return lambda: (seen := link.snapshot) is not None and condition(seen)


def _connected(link: ArmLink) -> Outcome:
    ok = _wait(lambda: link.snapshot is not None, CONNECTED_WITHIN)
    return Outcome.success() if ok else states.why(State.DISCONNECTED)


def _remote(link: ArmLink) -> Outcome:
    return states.why(State.LOCAL) if link.refresh_remote() is False else Outcome.success()


def _program_ended(link: ArmLink) -> Outcome:
    if link.program.foreign:
        return states.FOREIGN
    link.dashboard.end_program()
    ok = _wait(_is(link, lambda seen: seen.runtime_state <= 1), 2.0)
    return (
        Outcome.success() if ok else Outcome(Code.UNAVAILABLE, "The controller's old program does not end.")
    )


def _unlocked(link: ArmLink) -> Outcome:
    seen = link.snapshot
    if seen is None:
        return states.why(State.DISCONNECTED)
    stopped = states.stopped_by(seen.safety_bits)
    if stopped or not seen.safety_bits & SafetyBit.PROTECTIVE or seen.safety_bits & states.EMERGENCY:
        return stopped
    deadline = time.monotonic() + UNLOCK_AFTER + 2.0
    while True:
        try:
            link.dashboard.unlock()
        except DashboardError as error:
            if time.monotonic() > deadline:
                if "cannot unlock" in str(error).lower():  # too soon still: the stop comes back all the time
                    return states.PRESSED
                raise
        else:
            if not _wait(_is(link, lambda s: not s.safety_bits & states.STOPS), UNLOCKED_WITHIN):
                return states.PRESSED
            return Outcome.success()
        time.sleep(_POLL)


def _powered(link: ArmLink) -> Outcome:
    seen = link.snapshot
    if seen is not None and seen.robot_mode == RobotMode.RUNNING:
        return Outcome.success()
    if seen is not None and seen.robot_mode < RobotMode.IDLE:
        if not _wait(_is(link, lambda s: s.robot_mode >= RobotMode.POWER_OFF), POWERED_WITHIN):
            return states.why(State.POWERED_OFF)
        link.dashboard.power_on()
        if not _wait(_is(link, lambda s: s.robot_mode >= RobotMode.IDLE), POWERED_WITHIN):
            return Outcome(Code.UNAVAILABLE, "The arm was told to power on and does not.")
    link.dashboard.release_brakes()
    if not _wait(_is(link, lambda s: s.robot_mode == RobotMode.RUNNING), POWERED_WITHIN):
        return Outcome(Code.UNAVAILABLE, "The arm was told to release its brakes and does not.")
    return Outcome.success()


def _controlled(link: ArmLink) -> Outcome:
    outcome = Outcome(Code.UNAVAILABLE, "The control program was started and is not ready in time.")
    for _ in range(STARTS):
        link.take_control()
        # a worker that failed is there until the link has taken note of why and dropped it
        if not _wait(lambda: link.control is Control.READY or not link.held, CONTROL_WITHIN):
            return outcome
        if link.control is Control.READY:
            return Outcome.success()
        outcome = link.problem
        seen = link.snapshot
        if seen is None or not states.stopped_by(seen.safety_bits):
            break
    return outcome
