"""The driver's side of the guard: starts it, and tells it all the time that the driver lives."""

from __future__ import annotations

import contextlib
import json
import threading
from base64 import b64encode
from collections.abc import Callable
from dataclasses import asdict

from pred_core.forked_program import ForkedProgram
from spot_driver.driver.session import Address

PROGRAM = "spot_driver.driver.guard"
BEATS = 8
"""Beats within the silence after which the guard stops the robot."""
ENDS_WITHIN = 3.0
"""How long a guard that was told to end may take, s; on a busy machine it may not have loaded yet."""


class Guarding:
    """A guard process, fed from a thread of its own; where it dies, a new one is started."""

    def __init__(
        self, address: Address, silence: float, token: Callable[[], str], lease: Callable[[], bytes]
    ) -> None:
        """Prepare.

        :param silence: when the driver says nothing for so long while the robot moves, it is stopped, s
        :param token: returns the login's token, '' while there is none
        :param lease: returns the lease to stop with, b'' while there is none
        """
        self._address, self._silence, self._token, self._lease = address, silence, token, lease
        self._process: ForkedProgram | None = None
        self._ended = threading.Event()
        self._moving = 0
        self._count = threading.Lock()
        self._thread = threading.Thread(target=self._beat, name="guard", daemon=True)

    @property
    def watching(self) -> bool:
        """Whether a guard process lives."""
        return self._process is not None and not self._process.poll()

    def start(self) -> None:
        """Begin; the process is started as soon as there is a login."""
        self._thread.start()

    def __enter__(self) -> None:
        with self._count:
            self._moving += 1

    def __exit__(self, *_: object) -> None:
        with self._count:
            self._moving -= 1

    def close(self) -> None:
        """End the guard without a stop."""
        self._ended.set()
        self._thread.join()
        process, self._process = self._process, None
        if process is not None:
            self._tell(process, {"moving": False})
            process.line.close()
            if not process.wait(ENDS_WITHIN):
                process.kill()

    def _beat(self) -> None:
        while not self._ended.wait(self._silence / BEATS):
            token = self._token()
            if not token:
                continue
            if not self.watching:
                self._process = self._started(token)
            if self._process is not None:
                lease = b64encode(self._lease()).decode()
                self._tell(self._process, {"moving": self._moving > 0, "lease": lease, "token": token})

    def _started(self, token: str) -> ForkedProgram:
        process = ForkedProgram(PROGRAM)
        self._tell(process, {**asdict(self._address), "silence": self._silence, "token": token})
        return process

    @staticmethod
    def _tell(process: ForkedProgram, what: dict[str, object]) -> None:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # it died: the next beat starts a new one
            process.line.sendall(json.dumps(what).encode() + b"\n")
