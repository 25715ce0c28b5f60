"""What a robot asks a person before it moves, when what it does is no skill."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pred_bridge.approval import Approval
from pred_core.loopback import is_loopback
from pred_core.outcome import Outcome
from pred_msgs.msg import BaseMotion

AUTO = "auto"
"""The value of the parameter ``approval`` that asks for anything that is not surely an emulator."""


def must_ask(approval: str, host: str) -> bool:
    """Return whether a person must approve what a robot at an address does.

    :param approval: true, false or auto
    """
    if approval != AUTO:
        return approval == "true"
    return host != "localhost" and not is_loopback(host)


class Asking(ABC):
    """Asks a person where one has to be asked; a driver's body is one."""

    def __init__(self, approval: Approval | None) -> None:
        """Take the one who asks; None where nobody needs to approve."""
        self._approval = approval

    @abstractmethod
    def available(self) -> Outcome:
        """Return whether the robot can be moved now, or why not."""

    @abstractmethod
    def _seen(self) -> NDArray[np.uint8] | None:
        """Return what the robot saw last, HxWx3."""

    @abstractmethod
    def _in_hand(self) -> str:
        """Say what the robot holds, in a sentence."""

    def allowed(
        self, step: str, does: str, event: threading.Event, *, looks: bool = False, stopped: bool = False
    ) -> Outcome:
        """Ask a person whether the robot may do something; success where nobody is asked.

        :param looks: a yes holds for the looks and walks that follow
        :param stopped: the robot need not be ready to move
        """
        if self._approval is None:
            return Outcome.success()
        available = self.available()
        if not available and not stopped:
            return available  # nobody is asked for what cannot be done
        ask = self._approval.ask_to_look if looks else self._approval.ask
        return ask(step, f"{does} {self._in_hand()}", self._seen(), event)

    def motions_allowed(self, motions: Sequence[BaseMotion], event: threading.Event) -> Outcome:
        """Ask once whether these motions may be made; a yes holds for further ones for a time."""
        moving = " ".join(m.motion for m in motions if m.motion != BaseMotion.WAIT)
        if not moving:
            return Outcome.success()
        return self.allowed(f"move_base {moving}", f"The robot moves: {moving}.", event, looks=True)

    def end_looks(self) -> None:
        """Ask again before the next look."""
        if self._approval is not None:
            self._approval.end_looks()
