"""A program of ours that another one starts over and over: forked where its modules are there, not loaded anew.

The process comes from the launch's fork server, or where there is none (one node alone, a trial) from one that this
program starts with the first of its programs. It lives on when this one ends: its standard input, a socket whose other
end this one holds, is then at its end, and it ends by itself in its own way. SIGINT is held back in it, since a
terminal sends that to all.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from pred_core import fork_server
from pred_core.fork_client import LARGEST_ANSWER
from pred_core.forked import SERVER

FORKS_WITHIN = 15.0
"""How long a server may take that still loads, s."""


class _OwnServers:
    """The servers of this process, one for each module that it starts a program of."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._servers: dict[str, tuple[str, subprocess.Popen[bytes]]] = {}

    def path(self, module: str) -> str:
        """Return the socket of a server that has a module, or is about to."""
        with self._lock:
            path, process = self._servers.get(module, ("", None))
            if process is None or process.poll() is not None:
                if self._folder is None:
                    self._folder = tempfile.TemporaryDirectory(prefix="pred_forks_")
                path = str(Path(self._folder.name) / str(len(self._servers)))
                Path(path).unlink(missing_ok=True)
                process = fork_server.start(path, [module])
                self._servers[module] = path, process
            return path


_OWN = _OwnServers()


class ForkedProgram:
    """``python -m MODULE`` with a socket as its standard input, what it prints being for nobody.

    :ivar line: the socket's other end. All else here may be done by any thread.
    """

    def __init__(self, module: str) -> None:
        """Have it run; returns before it does.

        :raises OSError: when no process can be had
        """
        self._lock = threading.Lock()
        self._pid: int | None = None
        self._ended = False
        self._connection = _connected(module)
        command = [sys.executable, "-m", module]
        request = marshal.dumps((command, dict(os.environ), os.getcwd(), True, True))  # noqa: PTH109
        self.line, theirs = socket.socketpair()
        with theirs, Path(os.devnull).open("wb") as nobody:
            socket.send_fds(self._connection, [request], [theirs.fileno(), nobody.fileno(), 2])

    @property
    def pid(self) -> int | None:
        """Return the process id; None as long as it is not known, or when it never was."""
        return self._known(0.0)

    def poll(self) -> bool:
        """Return whether it has ended."""
        return self.wait(0.0)

    def wait(self, seconds: float) -> bool:
        """Wait for its end. Returns False when that does not come in time."""
        if self._known(seconds) is not None:
            with self._lock:
                self._hear(seconds)
        return self._ended

    def kill(self) -> None:
        """End it at once."""
        pid = self._known(FORKS_WITHIN)
        if pid is not None and not self.poll():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            self.wait(FORKS_WITHIN)

    def _known(self, seconds: float) -> int | None:
        with self._lock:
            if self._pid is None and not self._ended:
                said = self._hear(seconds)
                self._pid = int(said) if said else None
            return self._pid

    def _hear(self, seconds: float) -> bytes:
        """Return what the server says next, empty when it says nothing in time; the second time it is the end.

        Where the server is gone the program counts as ended: nobody is left to tell of it.
        """
        if self._ended:
            return b""
        self._connection.settimeout(seconds)
        try:
            said = self._connection.recv(LARGEST_ANSWER)
        except (TimeoutError, BlockingIOError):
            return b""
        except ConnectionResetError:
            said = b""
        if self._pid is not None or not said:
            self._ended = True
            self._connection.close()
        return said


def _connected(module: str) -> socket.socket:
    """Return a connection to a server that forks programs of a module.

    :raises OSError: where none can be had
    """
    launchs = os.environ.get(SERVER, "")
    if launchs:
        with contextlib.suppress(OSError):  # it is gone
            return _connection(launchs)
    return _connection(_OWN.path(module))


def _connection(path: str) -> socket.socket:
    made = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    try:
        made.connect(path)
    except OSError:
        made.close()
        raise
    return made
