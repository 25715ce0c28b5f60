"""Freedrive as in the manufacturer's ROS 2 driver: who wants to guide the arm by hand says so again and again."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from std_msgs.msg import Bool

from pred_core.outcome import Code, Outcome
from ur5_driver.bridge.wanted import end_when_unwanted

TOPIC = "freedrive_mode_controller/enable_freedrive_mode"
SILENT_AFTER = 1.0
"""Who has not said for so long (s) that the arm is to be guided does not guide it any more."""
_DOES = "A person guides the arm by hand until enable_freedrive_mode is false, or silent for a second."


class Guiding:
    """Begins with the first ``true``, ends with ``false`` or silence; after a refusal a ``false`` has to come first."""

    def __init__(
        self,
        node: Any,
        guide: Callable[[threading.Event], Outcome],
        allowed: Callable[[str, str], Outcome],
        group: Any,
        silent_after: float = SILENT_AFTER,
    ) -> None:
        """Listen.

        :param guide: lets the arm be guided until the event is set
        :param allowed: asks a person, where one is asked
        """
        self._guide = guide
        self._allowed = allowed
        self._say = node.get_logger()
        self._silent_after = silent_after
        self._lock = threading.Lock()
        self._heard = 0.0
        self._serving = self._refused = False
        self._ended = threading.Event()
        node.create_subscription(Bool, TOPIC, self._hear, 10, callback_group=group)

    def _hear(self, message: Any) -> None:
        with self._lock:
            self._heard = time.monotonic()
            if not message.data:
                self._refused = False
                self._ended.set()
            begins = message.data and not self._serving and not self._refused
            self._serving |= begins
            if begins:
                self._ended.clear()
        if begins:
            threading.Thread(target=self._serve, name="freedrive", daemon=True).start()

    def close(self) -> None:
        """Let nobody guide the arm any more."""
        self._ended.set()

    def _serve(self) -> None:
        outcome = self._allowed("freedrive", _DOES)
        if outcome and not self._wanted():
            outcome = Outcome(Code.CANCELED, "Nobody wants to guide the arm any more.")
        if outcome:
            end_when_unwanted(self._ended, self._wanted, "freedrive watch")
            outcome = self._guide(self._ended)
        with self._lock:
            self._ended.set()
            self._serving, self._refused = False, not outcome
        if not outcome:
            self._say.warning(f"freedrive: {outcome}")

    def _wanted(self) -> bool:
        return not self._ended.is_set() and time.monotonic() - self._heard < self._silent_after
