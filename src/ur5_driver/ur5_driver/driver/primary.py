"""Listening to the controller's primary interface: nothing is sent, and each wait is bounded."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator

from ur5_driver.driver.polyscope import (
    CONFIGURATION,
    KINEMATICS,
    PrimaryError,
    SaidOfItself,
    joint_limits,
    own_kinematics,
    package,
    parts,
)

PORTS = (30011, 30001)
"""The one that takes no scripts first; it may be blocked in PolyScope's settings, as the other may."""
WITHIN = 2.0
"""How long a port may take to say it, s: states come ten times a second."""
RECEIVE = 1 << 14


def ask(host: str, ports: tuple[int, ...] = PORTS, within: float = WITHIN) -> SaidOfItself:
    """Return what the controller says of itself, from the first of the ports that does.

    :raises PrimaryError: when none does, with why
    """
    problems = []
    for port in ports:
        try:
            return _listen(host, port, within)
        except (OSError, PrimaryError) as error:
            problems.append(f"port {port}: {error}")
    raise PrimaryError("; ".join(problems))


def listen(host: str, take: Callable[[int, bytes], None], more: Callable[[], bool]) -> None:
    """Take the parts of states as they come, type and body, from the first port that sends any, while ``more`` says so.

    :raises PrimaryError: when no port sends any, or the one that did falls silent
    """
    problems = []
    for port in PORTS:
        try:
            with socket.create_connection((host, port), WITHIN) as connection:
                for kind, body in _received(connection, lambda: WITHIN):
                    take(kind, body)
                    if not more():
                        return
        except (OSError, PrimaryError) as error:
            problems.append(f"port {port}: {error}")
    raise PrimaryError("; ".join(problems))


def _listen(host: str, port: int, within: float) -> SaidOfItself:
    """Return what a port says within some seconds; not every state has every part."""
    until = time.monotonic() + within
    found: dict[int, bytes] = {}
    with socket.create_connection((host, port), within) as connection:
        for kind, body in _received(connection, lambda: until - time.monotonic()):
            found[kind] = body
            if {KINEMATICS, CONFIGURATION} <= found.keys():
                break
    return SaidOfItself(joint_limits(found[CONFIGURATION]), own_kinematics(found[KINEMATICS]))


def _received(connection: socket.socket, left: Callable[[], float]) -> Iterator[tuple[int, bytes]]:
    """Yield the parts of states without end.

    :param left: how many seconds the next bytes may take
    :raises PrimaryError: when they do not come, or are no states
    """
    buffer = bytearray()
    while True:
        wait = left()
        if wait <= 0.0:
            raise PrimaryError("no state with limits and kinematics came in time")
        connection.settimeout(wait)
        received = connection.recv(RECEIVE)
        if not received:
            raise PrimaryError("it was closed")
        buffer += received
        while (whole := package(buffer)) is not None:
            yield from parts(whole)
