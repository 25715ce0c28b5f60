"""Clients of the ports that send states and take scripts: 30001 to 30003, and 30011 to 30013, which only send.

Nothing is made for nobody: a state is packed once for all who are due, and not for who does not read.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from enum import Enum

from ur5_emulator.controller.robot import ArmController
from ur5_emulator.controller.script.loading import Loader
from ur5_emulator.controller.script.tokens import programs
from ur5_emulator.controller.sockets import Connection
from ur5_emulator.controller.state_packages import message, realtime_packet, robot_state, version_message
from ur5_emulator.controller.variables import PackedValues

LONGEST_SCRIPT = 1 << 20
EVERY = 50  # cycles between two states: 10 a second
KEPT_FOR_DEAF = 1 << 15
"""Bytes that the kernel keeps for a client that does not read: many only send scripts."""


class Stream(Enum):
    """What a port sends."""

    PRIMARY = "primary"
    """The version first, then states, ten a second, and messages of programs in between."""
    SECONDARY = "secondary"
    """The version and states."""
    REALTIME = "realtime"
    """The real-time packet, each cycle."""


PORTS = {30001: Stream.PRIMARY, 30002: Stream.SECONDARY, 30003: Stream.REALTIME}
READ_ONLY = {port + 10: stream for port, stream in PORTS.items()}


class ScriptSession:
    """A client of one of these ports: complete programs run at once, unless it may only read."""

    def __init__(self, connection: Connection, robot: ArmController, loader: Loader | None, stream: Stream) -> None:
        """Serve; ``loader``: takes the scripts, None where none are taken."""
        self.connection, self.robot, self.loader, self.stream = connection, robot, loader, stream
        self.buffer = bytearray()
        connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KEPT_FOR_DEAF)
        if stream is not Stream.REALTIME:
            connection.send(version_message(robot.time))

    def feed(self, data: bytes) -> None:
        """Run every complete program; in local control the port is deaf."""
        if self.loader is None or not self.robot.remote:
            self.buffer.clear()
            return
        self.buffer += data
        for text in programs(self.buffer):
            self.loader.submit(text)
        if len(self.buffer) > LONGEST_SCRIPT:
            self.connection.close()

    def closed(self) -> None:
        """A program outlives the connection it came by."""


class StateStreams:
    """All clients that get states."""

    def __init__(self, robot: ArmController, loader: Loader, snapshot: PackedValues) -> None:
        self.robot, self.loader, self.snapshot = robot, loader, snapshot
        self.sessions: list[ScriptSession] = []
        self.count = 0

    def opening(self, port: int) -> Callable[[Connection], ScriptSession]:
        """Return what serves a client of a port."""

        def open_(connection: Connection) -> ScriptSession:
            loader = self.loader if port in PORTS else None
            session = ScriptSession(connection, self.robot, loader, (PORTS | READ_ONLY)[port])
            self.sessions.append(session)
            return session

        return open_

    def cycle(self) -> None:
        """Send what is due this cycle to all who keep up."""
        self.count += 1
        said = list(self.robot.said)
        self.robot.said.clear()
        if not self.sessions:
            return
        self.sessions = [session for session in self.sessions if session.connection.open]
        self._send((Stream.REALTIME,), lambda: realtime_packet(self.snapshot))
        if said:
            told = b"".join(message(self.robot.time, *each) for each in said)
            self._send((Stream.PRIMARY,), lambda: told)
        if self.count % EVERY == 0:
            self._send((Stream.PRIMARY, Stream.SECONDARY), lambda: robot_state(self.robot))

    def _send(self, streams: tuple[Stream, ...], packed: Callable[[], bytes]) -> None:
        connections = [session.connection for session in self.sessions if session.stream in streams]
        listening = [connection for connection in connections if not connection.waiting and not connection.deaf]
        if listening:
            data = packed()
            for connection in listening:
                connection.send(data)
