"""Somebody else's program on the controller: a person is asked, once for each, whether the driver may end it."""

from __future__ import annotations

import threading
import time
from typing import Protocol

from pred_core.outcome import Outcome
from ur5_driver.driver import states
from ur5_driver.driver.link import ArmLink

ASKED_AFTER = 2.0
"""A program that is there for so long is no remnant of a driver that just ended, s."""


class Asks(Protocol):
    """The part of Approval that is needed here."""

    def ask(self, step: str, reason: str, picture: None, cancel: threading.Event) -> Outcome: ...


class TakingOver:
    """Asks whether a program may be ended, where the parameter ``take_over`` says so."""

    def __init__(self, link: ArmLink, person: Asks, take_over: str) -> None:
        self._link = link
        self._person = person
        self._asks = take_over == "ask"
        self._since: float | None = None
        self._asked = False

    def due(self) -> bool:
        """Return whether to ask now without being told to: once for a program that was there before the driver."""
        if not self._link.program.foreign:
            self._since, self._asked = None, False
            return False
        now = time.monotonic()
        self._since = self._since if self._since is not None else now
        return self._asks and self._link.armed and not self._asked and now - self._since > ASKED_AFTER

    def ask(self, cancel: threading.Event) -> Outcome:
        """Return success where nothing is in the way or a person lets the program be ended; else what to do."""
        if not self._link.program.foreign:
            return Outcome.success()
        if not self._asks:
            return states.FOREIGN
        self._asked, which = True, self._link.program.which
        outcome = self._person.ask(
            "take over the arm",
            "A program that is not this driver's is on the controller. A yes ends it, and what it moves stops.",
            None,
            cancel,
        )
        if not outcome:
            return Outcome(outcome.code, f"{states.FOREIGN.message} {outcome.message}")
        self._link.program.permit(which)
        if self._link.program.foreign:  # the answer came too late for the one that was asked about
            return states.FOREIGN
        return Outcome.success("A person let it be ended.")
