"""Sockets without threads: many clients, served once a control cycle, without ever waiting for one."""

from __future__ import annotations

import contextlib
import ipaddress
import select
import socket
from collections.abc import Callable
from typing import Protocol

RECEIVE = 1 << 16
BACKLOG = 16


class ClientSession(Protocol):
    """What talks with one client."""

    def feed(self, data: bytes) -> None:
        """Take bytes the client sent."""
        ...

    def closed(self) -> None:
        """Hear that the connection is gone."""
        ...


type Opening = Callable[["Connection"], ClientSession]


def loopback(host: str) -> str:
    """Return the host if it is a loopback address, else raise ValueError: nothing else may reach an emulated robot."""
    try:
        address = ipaddress.ip_address("127.0.0.1" if host == "localhost" else host)
    except ValueError as error:
        raise ValueError(f"{host!r} is not an IP address") from error
    if not address.is_loopback or address.version != 4:
        raise ValueError(
            f"{host} is not a loopback address (127.x.y.z): the emulated controller serves this machine only"
        )
    return str(address)


class Connection:
    """One client's socket: `send` never waits, what does not fit goes out later."""

    def __init__(self, hub: Hub, sock: socket.socket) -> None:
        self.hub, self.sock = hub, sock
        self.out = bytearray()
        self.session: ClientSession | None = None
        self.open = True
        self.ending = False
        self.deaf = False  # nobody reads any more; what the client said before it left is still to be heard

    @property
    def waiting(self) -> int:
        """How many bytes have not gone out yet."""
        return len(self.out)

    def send(self, data: bytes) -> None:
        """Send bytes, now or when there is room."""
        if not self.open or self.deaf:
            return
        if self.out or self.hub.dead:
            self.out += data
            return
        try:
            sent = self.sock.send(data)
        except BlockingIOError:
            sent = 0
        except OSError:
            self.deaf = True  # closed once everything is read that came before
            return
        if sent < len(data):
            self.out += data[sent:]
            self.hub.watch(self)

    def flush(self) -> None:
        """Send what has waited."""
        data, self.out = bytes(self.out), bytearray()
        self.send(data)
        if not self.out and self.ending:
            self.close()

    def end(self) -> None:
        """Close once everything has gone out."""
        self.ending = True
        if not self.out:
            self.close()

    def close(self) -> None:
        """Close at once."""
        if not self.open:
            return
        self.open = False
        self.hub.forget(self)
        self.sock.close()
        if self.session is not None:
            self.session.closed()


class Hub:
    """A set of listening ports and their clients, which lives and fails together."""

    def __init__(self) -> None:
        self.poll = select.poll()
        self.listeners: dict[int, tuple[socket.socket, Opening]] = {}
        self.connections: dict[int, Connection] = {}
        self.fillers: list[socket.socket] = []
        self.dead = False  # the cable is pulled: nothing comes in or goes out

    def listen(self, host: str, port: int, opening: Opening) -> None:
        """Listen on a loopback address."""
        sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.setblocking(False)
        try:
            sock.bind((host, port))
        except OSError as error:
            sock.close()
            raise OSError(error.errno, f"{host}:{port}: {error.strerror}") from error
        sock.listen(BACKLOG)
        self.listeners[sock.fileno()] = (sock, opening)
        self.poll.register(sock.fileno(), select.POLLIN)

    def serve(self, milliseconds: float = 0) -> None:
        """Take in connections and bytes, waiting for the first at most some time."""
        if self.dead:
            return
        for number, event in self.poll.poll(milliseconds):
            if number in self.listeners:
                self._accept(*self.listeners[number])
            elif number in self.connections:
                self._serve(self.connections[number], event)

    def _accept(self, listener: socket.socket, opening: Opening) -> None:
        try:
            sock, _ = listener.accept()
        except OSError:
            return  # the client went away meanwhile
        sock.setblocking(False)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection = Connection(self, sock)
        self.connections[sock.fileno()] = connection
        self.poll.register(sock.fileno(), select.POLLIN)
        connection.session = opening(connection)

    def _serve(self, connection: Connection, event: int) -> None:
        if event & select.POLLOUT:
            connection.flush()
            if connection.open and not connection.out:
                self.poll.modify(connection.sock.fileno(), select.POLLIN)
        if not connection.open or not event & (select.POLLIN | select.POLLHUP | select.POLLERR):
            return
        try:
            data = connection.sock.recv(RECEIVE)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            connection.close()
        elif connection.session is not None:
            connection.session.feed(data)

    def watch(self, connection: Connection) -> None:
        """Hear when a connection has room again."""
        self.poll.modify(connection.sock.fileno(), select.POLLIN | select.POLLOUT)

    def forget(self, connection: Connection) -> None:
        """Watch a connection no more."""
        number = connection.sock.fileno()
        self.connections.pop(number, None)
        with contextlib.suppress(KeyError):
            self.poll.unregister(number)

    def drop(self) -> None:
        """Close every client's connection."""
        for connection in list(self.connections.values()):
            connection.close()

    def close(self) -> None:
        """Close everything."""
        self.plug()
        self.drop()
        for number, (sock, _) in self.listeners.items():
            self.poll.unregister(number)
            sock.close()
        self.listeners = {}

    def pull(self) -> None:
        """Pull the cable: no byte either way, no sign of it; who connects gets no answer.

        A full queue of connections that nobody accepts makes the kernel ignore more of them, as a missing network does.
        """
        if self.dead:
            return
        self.dead = True
        for sock, _ in self.listeners.values():
            sock.listen(0)
            for _ in range(2):
                filler = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
                filler.setblocking(False)
                filler.connect_ex(sock.getsockname())
                self.fillers.append(filler)

    def plug(self) -> None:
        """Plug the cable in again."""
        if not self.dead:
            return
        for filler in self.fillers:
            filler.close()
        self.fillers = []
        for sock, _ in self.listeners.values():
            sock.listen(BACKLOG)
        self.dead = False
        for connection in list(self.connections.values()):
            if connection.out:
                connection.flush()
