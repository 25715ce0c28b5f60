"""The Robotiq 2F-85 through the socket server of its URCap (port 63352)."""

from __future__ import annotations

import contextlib
import math
import re
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

from pred_core.outcome import Code, Outcome
from pred_core.plain_text import ended_well
from ur5_driver.driver.commands import Grip
from ur5_driver.driver.limits import GRIPPER_SPEED, GRIPPER_WIDTH, Limits

PORT = 63352
POLL = 0.05
MOVE_WITHIN = 6.0
ACTIVATE_WITHIN = 8.0
LEAST_FORCE, MOST_FORCE = 20.0, 235.0
MOST_COUNTS = 255
ACTIVE = 3
CLOSED_MARGIN = 0.003
Halted = Callable[[], Outcome | None]


class Contact(IntEnum):
    """The gripper's OBJ register."""

    MOVING = 0
    OPENING_STOPPED = 1
    CLOSING_STOPPED = 2
    ARRIVED = 3


@dataclass(frozen=True)
class Fingers:
    """What the gripper measures: width between the tips (m), what stopped it, when (CLOCK_MONOTONIC)."""

    width: float
    contact: Contact
    time: float

    @property
    def holding(self) -> bool:
        """Whether the fingers were stopped by something between them."""
        return self.contact is Contact.CLOSING_STOPPED and self.width > CLOSED_MARGIN


class GripperLost(ConnectionError):
    """The gripper does not answer."""


class Gripper:
    """Polls the gripper in a thread and moves it when asked."""

    def __init__(self, host: str, limits: Limits, closed_at: int = 255) -> None:
        """Prepare; ``closed_at`` is the position register at zero width (about 228 on a real 2F-85)."""
        self._host = host
        self._limits = limits
        self._closed_at = closed_at
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None
        self._latest: Fingers | None = None
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name="gripper", daemon=True)

    def start(self) -> None:
        """Begin to poll."""
        self._thread.start()

    def close(self) -> None:
        """End the thread and the connection."""
        self._ending.set()
        if self._thread.is_alive():
            self._thread.join(3.0)
        with self._lock:
            self._hang_up()

    @property
    def latest(self) -> Fingers | None:
        """Return the latest measurement not older than a second, else None."""
        seen = self._latest
        return seen if seen is not None and time.monotonic() - seen.time < 1.0 else None

    def grip(self, command: Grip, cancel: threading.Event, halted: Halted = lambda: None) -> Outcome:
        """Move the fingers and wait until they rest.

        :param halted: what it returns ends the motion of the fingers with that outcome
        :returns: BAD_INPUT beyond the limits, ROBOT_LOST without an answer, CANCELED (fingers hold where they are,
            but for the one opening and closing of a gripper that was just powered on)
        """
        verdict = self._limits.check(command)
        if not verdict:
            return verdict
        try:
            return self._move(command, cancel, halted)
        except (OSError, GripperLost) as error:
            with self._lock:
                self._hang_up()
            with contextlib.suppress(
                OSError, GripperLost
            ):  # on a new socket, for what was lost may be the old one
                self._set({"GTO": 0})
            why = halted()
            return (
                Outcome(Code.ROBOT_LOST, ended_well(f"The gripper does not answer: {error}"))
                if why is None
                else why
            )

    def _move(self, command: Grip, cancel: threading.Event, halted: Halted) -> Outcome:
        self._activate(cancel)
        if cancel.is_set():
            return Outcome(Code.CANCELED, "Cancelled before the fingers moved.")
        position = self._register(command.width)
        speed = (command.speed - GRIPPER_SPEED[0]) / (GRIPPER_SPEED[1] - GRIPPER_SPEED[0])
        force = (command.force - LEAST_FORCE) / (MOST_FORCE - LEAST_FORCE)
        counts = math.floor(MOST_COUNTS * force)  # the nearest count may press harder than was allowed
        self._set({"POS": position, "SPE": round(MOST_COUNTS * speed), "FOR": counts, "GTO": 1})
        deadline = time.monotonic() + MOVE_WITHIN
        while time.monotonic() < deadline:
            if cancel.is_set():
                self._set({"GTO": 0})
                return Outcome(Code.CANCELED, "The gripper was stopped.")
            why = halted()
            if why is not None:
                self._set({"GTO": 0})
                return why
            accepted = self._get("PRE") == position
            if accepted and self._measure().contact is not Contact.MOVING:
                return Outcome.success()
            cancel.wait(POLL / 2.0)
        return Outcome(Code.EXECUTION_FAILURE, "The gripper did not come to rest in time.")

    def _activate(self, cancel: threading.Event) -> None:
        """Activate a gripper that was not yet: its fingers open and close once."""
        if cancel.is_set() or self._get("STA") == ACTIVE:
            return
        self._set({"ACT": 1})
        deadline = time.monotonic() + ACTIVATE_WITHIN
        while not cancel.is_set() and self._get("STA") != ACTIVE:
            if time.monotonic() > deadline:
                raise GripperLost("it could not be activated")
            cancel.wait(POLL)

    def _register(self, width: float) -> int:
        share = 1.0 - min(1.0, max(0.0, width / GRIPPER_WIDTH))
        return round(share * self._closed_at)

    def _run(self) -> None:
        while not self._ending.wait(POLL):
            try:
                self._measure()
            except (OSError, GripperLost):
                with self._lock:
                    self._hang_up()
                self._ending.wait(0.5)

    def _measure(self) -> Fingers:
        position, contact = self._get("POS"), self._get("OBJ")
        if contact not in Contact:
            raise GripperLost(f"it answered {contact} to GET OBJ")
        width = GRIPPER_WIDTH * max(0.0, 1.0 - position / self._closed_at)
        seen = Fingers(width, Contact(contact), time.monotonic())
        self._latest = seen
        return seen

    def _get(self, name: str) -> int:
        answer = self._exchange(f"GET {name}")
        found = re.fullmatch(f"{name} ([0-9]{{1,3}})", answer)
        if found is None or int(found[1]) > MOST_COUNTS:
            raise GripperLost(f"it answered {answer!r} to GET {name}")
        return int(found[1])

    def _set(self, values: dict[str, int]) -> None:
        words = " ".join(f"{name} {value}" for name, value in values.items())
        answer = self._exchange(f"SET {words}")
        if answer != "ack":
            raise GripperLost(f"it answered {answer!r} to SET {words}")

    def _exchange(self, line: str) -> str:
        with self._lock:
            if self._socket is None:
                self._socket = socket.create_connection((self._host, PORT), 1.0)
                self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self._socket.settimeout(1.0)
            self._socket.sendall(line.encode() + b"\n")
            return self._line(self._socket)

    def _line(self, connection: socket.socket) -> str:
        """Return one answer: one packet, since the server ends some with a line feed and some without."""
        data = connection.recv(1024)
        if not data:
            raise GripperLost("it closed the connection")
        return data.decode(errors="replace").strip()

    def _hang_up(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None
