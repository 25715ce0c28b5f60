"""Force mode: the tool gives way along some axes until it is pressed as asked; what it comes near ends it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from pred_core.outcome import Code, Outcome
from ur5_driver.driver import states
from ur5_driver.driver.commands import Press
from ur5_driver.driver.limits import NOT_SENT, Limits
from ur5_driver.driver.moves import Moves
from ur5_driver.driver.receive import Snapshot

AHEAD = 0.2
"""The arm has to be free where its joints will be after so long, s: it is stopped within that."""
EVERY = 0.02
"""How often that is looked at, s."""


def press(arm: Moves, command: Press, ended: threading.Event, begun: Callable[[], object]) -> Outcome:
    """Press until an event is set; then the arm is held where it is.

    :param begun: called once the controller took it
    :returns: success where the event ended it, else what did: more than ``contact_force`` on the tool, the limits of
        space where the arm would go, or a fault
    """
    outcome = arm.ready()
    if not outcome:
        return outcome
    limits = replace(arm.link.limits, hand=arm.link.hand())
    return arm.link.press(command, ended, PressedInside(limits, arm.touched), begun)


class PressedInside:
    """Looks at every measurement of an arm in force mode, which no command leads; what it returns ends it."""

    def __init__(self, limits: Limits, touched: Callable[[Snapshot], Outcome | None]) -> None:
        self._limits = limits
        self._touched = touched
        self._looked = 0.0

    def __call__(self, seen: Snapshot) -> Outcome | None:
        if not seen.sound:
            return states.UNMEASURED
        touched = self._touched(seen)
        now = time.monotonic()
        if touched is not None or now - self._looked < EVERY:
            return touched
        self._looked = now
        verdict = self._limits.check_path(np.array([seen.q, seen.q + AHEAD * seen.qd]))
        if verdict:
            return None
        return Outcome(Code.BLOCKED, f"Force mode was ended: {verdict.message.removeprefix(NOT_SENT)}")
