"""What the driver tells its program on the controller all the time: how far its count is behind the controller's clock.

Both come in one measurement, so nothing here has to be in time: a program that was held is further behind than before
whenever it looks. What it does then is in :mod:`ur5_driver.driver.guard`.
"""

from __future__ import annotations

import contextlib
import socket
import struct
import threading

from pred_core.outcome import Code, Outcome
from pred_core.plain_text import ended_well
from ur5_driver.driver.guard import BEHIND, UPPER
from ur5_driver.driver.receive import PROTOCOL_REQUEST, RTDE_PORT

WITHIN = 1.0
_HEADER = struct.Struct(">HB")
_DATA = struct.Struct(">HBBd")
_INPUTS, _VALUE = ord("I"), ord("U")
_TAKEN_BACK, _BEGINNING = -1.0, 0.0
_AHEAD = 1.0
"""Added to what is told, s: 0 and less have other meanings."""


class Permission:
    """Leave for one program at a time to go on, in an RTDE register. Thread-safe."""

    def __init__(self, host: str, *, upper: bool) -> None:
        self._host = host
        self._name = f"input_double_register_{BEHIND + (UPPER if upper else 0)}"
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None
        self._recipe = 0
        self._old: float | None = None  # the count that an earlier program left in its register
        self._counts = False

    @property
    def given(self) -> bool:
        """Whether there is a connection on which the program is told."""
        return self._socket is not None

    def begin(self) -> Outcome:
        """Connect, and end what may be left of an earlier program; the next one is waited for."""
        with self._lock:
            self._close()
            try:
                self._socket = socket.create_connection((self._host, RTDE_PORT), WITHIN)
                self._recipe = self._claimed(self._socket)
            except OSError as error:
                self._close()
                text = ended_well(f"The controller's registers cannot be written: {error}")
                return Outcome(Code.UNAVAILABLE, text)
            if not self._recipe:
                self._close()
                return Outcome(
                    Code.UNAVAILABLE,
                    f"{self._name} of the controller is in use by another client or fieldbus: switch that off at the "
                    "teach pendant or set upper_registers:=true.",
                )
            self._socket.setblocking(False)
            self._old, self._counts = None, False
            self._send(_BEGINNING)
            return Outcome.success()

    def tell(self, stamp: float, counted: float) -> None:
        """Tell the program how far it is behind; both of one measurement, in seconds."""
        with self._lock:
            if self._socket is None:
                return
            if self._old is None:
                self._old = counted
            self._counts = self._counts or counted != self._old
            if self._counts:
                self._send(stamp - counted + _AHEAD)

    def take_back(self) -> None:
        """End the program, or at the latest when it would go on, and disconnect."""
        with self._lock:
            self._send(_TAKEN_BACK)
            self._close()

    def _send(self, value: float) -> None:
        if self._socket is None:
            return
        try:
            self._socket.sendall(_DATA.pack(_DATA.size, _VALUE, self._recipe, value))
        except OSError:
            self._close()

    def _close(self) -> None:
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.close()
        self._socket = None

    def _claimed(self, connection: socket.socket) -> int:
        """Return the number under which the register may be written; 0 where another owns it."""
        connection.sendall(PROTOCOL_REQUEST)
        _reply(connection)
        names = self._name.encode()
        connection.sendall(_HEADER.pack(_HEADER.size + len(names), _INPUTS) + names)
        return _reply(connection)[0]


def _reply(connection: socket.socket) -> bytes:
    size, _ = _HEADER.unpack(_exactly(connection, _HEADER.size))
    return _exactly(connection, size - _HEADER.size)


def _exactly(connection: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        piece = connection.recv(size - len(data))
        if not piece:
            raise ConnectionError("the controller closed the connection")
        data += piece
    return data
