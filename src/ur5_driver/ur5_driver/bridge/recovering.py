"""Bringing the arm back when somebody asks: under control first, then away from what stopped it, a yes for each."""

from __future__ import annotations

import threading
from collections.abc import Callable

from pred_bridge.turns import Turns
from pred_core.outcome import Code, Outcome
from ur5_description.rtde_numbers import SafetyBit
from ur5_driver.bridge.doing import Doing
from ur5_driver.bridge.health import advice
from ur5_driver.bridge.taking_over import TakingOver
from ur5_driver.driver import recovery, retreat
from ur5_driver.driver.link import ArmLink
from ur5_driver.driver.states import UNDER_CONTROL

ENDS_WITHIN = 10.0
"""How long what the arm was doing may take to end once it was told to, s: it brakes, and looks what came of it."""
_RECOVERS = "The arm's stop is unlocked, its power switched on and its brakes released; no motion begins."


class Recovering:
    """The service ``recover``, and recovering unasked where the parameter allows it, which moves nothing."""

    def __init__(
        self,
        link: ArmLink,
        doing: Doing,
        turns: Turns,
        taking_over: TakingOver,
        back_off: float,
        moved: Callable[[str, Outcome], object],
        say: Callable[[str], object],
    ) -> None:
        """Prepare.

        :param back_off: how far the flange goes back on its way after a stop by something touched, m; 0: nowhere
        :param moved: called with what moved the arm and how that ended
        :param say: writes a line to the log
        """
        self._link = link
        self._doing = doing
        self._turns = turns
        self._taking_over = taking_over
        self._back_off = back_off
        self._moved = moved
        self._say = say
        self._unasked = recovery.Unasked()
        self._withdrawn = threading.Event()

    def withdraw(self) -> None:
        """Take back what a person is being asked."""
        self._withdrawn.set()

    def allowed(self, name: str, does: str) -> Outcome:
        """Ask a person whether something may be done to an arm that is not under control."""
        self._withdrawn.clear()
        return self._doing.allowed(name, f"{does} It is {self._link.state}.", self._withdrawn, stopped=True)

    def take_over(self) -> Outcome:
        """Ask whether somebody else's program may be ended, where one is in the way."""
        return self._taking_over.ask(self._withdrawn)

    def recover(self) -> Outcome:
        """Bring the arm under control, and then away from what stopped it, back on the way that it came.

        So it goes back as well from where no way leads home; and what it was doing has to have ended.
        """
        self._turns.stop_all()
        self._withdrawn.clear()
        seen = self._link.snapshot
        protective = seen is not None and bool(seen.safety_bits & SafetyBit.PROTECTIVE)
        outcome = Outcome.success("The arm is under control.")
        heeds = self._link.state in UNDER_CONTROL and not self._link.unheeding
        if not heeds or not retreat.touching(self._link):
            outcome = self._back_under_control()
        if not outcome and outcome.code is not Code.ALREADY_SO:
            return outcome
        if not self._turns.free_within(ENDS_WITHIN):
            return Outcome(Code.BUSY, "The arm is under control, but what it was told to end does not: start it anew.")
        if not (protective or retreat.touching(self._link) or self._doing.boxed_in()):
            return outcome
        outcome = self._turns.service(self._away)
        return _stays(outcome.message) if outcome.code is Code.BUSY else outcome

    def unasked(self) -> None:
        """Recover where that may help and nobody has the arm; the parameter is the permission."""
        if self._unasked.wanted(self._link) and self._turns.free:
            self._unasked.tried(self._link, self._brought_back())

    def _back_under_control(self) -> Outcome:
        outcome = Outcome.success()
        if self._link.state not in UNDER_CONTROL:
            does = f"{_RECOVERS} It is {self._link.state}: {advice(self._link)}"
            outcome = self._doing.allowed("recover", does, self._withdrawn, stopped=True)
        outcome = outcome and self.take_over()
        return outcome and self._brought_back()

    def _brought_back(self) -> Outcome:
        outcome = recovery.recover(self._link)
        self._say(f"recover: {outcome}")
        return outcome

    def _away(self, event: threading.Event) -> Outcome:
        """Go back on the way that the arm came; once, and only with a yes where a person is asked."""
        way = retreat.way_back(self._link, self._back_off)
        if not way:
            return _stays("no way back is known." if self._back_off > 0.0 else "back_off is 0.")
        does = (
            f"The arm goes back on the way that it came, {100.0 * self._back_off:.0f} cm at most, with at most "
            f"{100.0 * retreat.TOOL_SPEED:.0f} cm/s, and stops where it presses harder than now."
        )
        may = self._doing.allowed("move back", does, event)
        if not may:
            return _stays(may.message)
        outcome = retreat.move_away(self._link, way, event)
        self._say(f"move back: {outcome}")
        self._moved("recover", outcome)
        if outcome:
            return Outcome.success("The arm is ready, and went back on the way that it came.")
        if outcome.code is Code.UNAVAILABLE:  # a stop again: no loop, the next call is a person's
            return Outcome(outcome.code, f"The arm was stopped again while it went back. {outcome.message}")
        return outcome


def _stays(why: str) -> Outcome:
    return Outcome.success(f"The arm is ready. It was not moved away from what stopped it: {why}")
