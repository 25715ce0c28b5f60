"""The dashboard server: remote mode, power, brakes, unlocking.

Every exchange has a connection of its own, which outlives every fault.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from pred_core.plain_text import ended_well

PORT = 29999
TIMEOUT_MS = 1000


def _said(error: Exception) -> str:
    """Return an error in words, with what a person can do where nothing listens."""
    if "connecting" not in str(error).lower():
        return str(error)
    return f"{ended_well(str(error))} Is it enabled at the teach pendant (Settings > Security > Services)?"


class DashboardError(RuntimeError):
    """The dashboard server did not answer, or refused; says what."""


class Dashboard:
    """Requests to the dashboard server of one controller. Thread-safe, each bounded in time."""

    def __init__(self, host: str) -> None:
        self._host = host
        self._lock = threading.Lock()

    def remote(self) -> bool | None:
        """Return whether the arm is in remote control; None where the controller does not tell (CB series)."""
        try:
            return bool(self._with(lambda client: client.isInRemoteControl()))
        except DashboardError:
            return None

    def end_program(self) -> None:
        """End whatever program runs, so that nothing can resume it.

        :raises DashboardError: when the controller does not answer; no running program is fine
        """
        self.ask("stop")

    def unlock(self) -> None:
        """Leave a protective stop.

        :raises DashboardError: when the controller refuses, as in the first five seconds
        """
        self._with(lambda client: client.closeSafetyPopup())
        self._with(lambda client: client.unlockProtectiveStop())

    def power_on(self) -> None:
        """Switch the arm's power on; it is then idle with brakes on.

        :raises DashboardError: when the controller refuses
        """
        self._with(lambda client: client.powerOn())

    def release_brakes(self) -> None:
        """Release the brakes (the arm moves a few millimetres and clicks).

        :raises DashboardError: when the controller refuses
        """
        self._with(lambda client: client.brakeRelease())

    def ask(self, line: str) -> str:
        """Return the server's answer to a line of its language, which has no line's end in it.

        :raises DashboardError: when the controller does not answer
        """
        return str(self._with(lambda client: client.send(f"{line}\n") or client.receive())).strip()

    def _with(self, request: Callable[[Any], Any]) -> Any:
        from dashboard_client import DashboardClient

        with self._lock:
            client = DashboardClient(self._host)
            try:
                client.connect(TIMEOUT_MS)
                return request(client)
            except (RuntimeError, ValueError, OSError) as error:
                raise DashboardError(f"dashboard server: {_said(error)}") from error
            finally:
                if client.isConnected():
                    client.disconnect()
