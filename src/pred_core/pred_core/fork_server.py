"""One process that imports what the programs of a stack share, once, and then forks them.

``python -P -m pred_core.fork_server SOCKET`` gets as its standard input a pipe that nobody writes into, at whose end it
ends, and the descriptor of a listening socket. Each connection is a :mod:`pred_core.fork_client`, whose command line,
environment, folder and streams a forked process takes over; so it runs as if it had been started itself, but without
the second or so that its imports take. The server starts no thread and no node: what runs before a fork only loads.
"""

from __future__ import annotations

import contextlib
import gc
import marshal
import os
import runpy
import selectors
import signal
import socket
import subprocess
import sys
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import IO

from pred_core import process_title
from pred_core.forked import SERVER
from pred_core.memory_back import give_back
from pred_core.stack_owner import LAUNCHED_BY
from pred_core.starting import SAYS_NOTHING, know_sources, without_generator

MODULES = "PRED_FORK_MODULES"
"""Environment variable of the server: what to load, see :func:`load`, with commas."""
LARGEST_REQUEST = 1 << 20
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGCHLD)
BACKLOG = 64


def start(path: str, modules: Sequence[str]) -> subprocess.Popen[bytes]:
    """Start a server that listens on a socket and loads modules (see :func:`load`); it ends with its standard input.

    It has SIGINT held back until it ignores it: Python that is still starting would tell where it was.
    """
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listener:
        listener.bind(path)
        listener.listen(BACKLOG)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            return subprocess.Popen(
                [sys.executable, "-P", "-m", __name__, str(listener.fileno())],
                stdin=subprocess.PIPE,
                pass_fds=[listener.fileno()],
                env={**os.environ, MODULES: ",".join(modules)},
            )
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


@dataclass(frozen=True)
class Job:
    """A program to run in this process: command line, environment, folder, and whether SIGINT is held back."""

    command: list[str]
    environment: dict[str, str]
    folder: str
    holds_interrupts: bool
    streams: tuple[int, ...]

    @property
    def name(self) -> str:
        """What processes call it."""
        return self.command[2] if self.of_module else Path(self.command[0]).name

    @property
    def of_module(self) -> bool:
        """Whether it is ``python -m MODULE``."""
        return len(self.command) > 2 and self.command[1] == "-m"

    def take_over(self, path: str) -> None:
        """Make this process, which has just been forked, that of the program."""
        for number, stream in enumerate(self.streams):
            os.dup2(stream, number)
            os.close(stream)
        for number in SIGNALS:
            signal.signal(number, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        os.chdir(self.folder)
        os.environ.clear()
        os.environ.update({**SAYS_NOTHING, **self.environment, SERVER: path})
        if LAUNCHED_BY in os.environ:
            os.environ[LAUNCHED_BY] = str(os.getppid())
        for text in (sys.stdout, sys.stderr):
            text.reconfigure(line_buffering=text.isatty() or text is sys.stderr)  # type: ignore[union-attr]
        random = sys.modules.get("numpy.random")
        if random is not None:
            random.seed()  # all of them have the state of one
        process_title.set_title(f"pred: {self.name.replace('_', '-')}")
        if not self.holds_interrupts:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])

    def run(self) -> None:
        """Run it as Python runs a program; ends by SystemExit or by what the program raises."""
        if self.of_module:
            sys.argv = self.command[2:]
            runpy.run_module(self.command[2], run_name="__main__", alter_sys=True)
        elif _is_python(self.command[0]):
            sys.argv = self.command
            runpy.run_path(self.command[0], run_name="__main__")
        else:
            os.execvp(self.command[0], self.command)


def _is_python(path: str) -> bool:
    try:
        with Path(path).open("rb") as file:
            first = file.readline(200)
    except OSError:
        return False
    return first.startswith(b"#!") and b"python" in first


class ForkServer:
    """Listens for clients, forks their programs and tells them how those ended."""

    def __init__(self, listener: socket.socket, lifeline: IO[bytes]) -> None:
        """Prepare; it ends when ``lifeline`` does."""
        self._listener = listener
        self._lifeline = lifeline
        self._path: str = listener.getsockname()
        self._clients: dict[int, socket.socket] = {}
        """Of each program's process, who waits for its end."""
        self._selector = selectors.DefaultSelector()
        self._heard, wakes = socket.socketpair()
        self._wakes = wakes
        for end in (self._heard, wakes):
            end.setblocking(False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(wakes.fileno(), warn_on_full_buffer=False)
        for source in (listener, lifeline, self._heard):
            self._selector.register(source, selectors.EVENT_READ)

    def serve(self) -> Job | None:
        """Serve. Returns None when it is over, and in each forked process what that is to run."""
        while True:
            for key, _ in self._selector.select():
                job = None
                if key.fileobj is self._lifeline:
                    return None
                if key.fileobj is self._listener:
                    connection, _address = self._listener.accept()
                    self._selector.register(connection, selectors.EVENT_READ)
                elif key.fileobj is self._heard:
                    self._reap()
                elif isinstance(key.fileobj, socket.socket):
                    job = self._hear(key.fileobj)
                if job is not None:
                    return job

    def _hear(self, connection: socket.socket) -> Job | None:
        """Read a client's request and fork; returns the job in the forked process.

        A client that is gone takes its program with it, as a process does that is killed.
        """
        try:
            request, streams, _, _ = socket.recv_fds(connection, LARGEST_REQUEST, 3)
        except OSError:
            request, streams = b"", []
        if not request:
            self._selector.unregister(connection)
            connection.close()
            for pid, client in self._clients.items():
                if client is connection:
                    os.kill(pid, signal.SIGKILL)
            return None
        command, environment, folder, holds = marshal.loads(request)
        job = Job(command, environment, folder, holds, tuple(streams))
        signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
        with warnings.catch_warnings():
            # linear algebra's idle threads, which know of forks
            warnings.simplefilter("ignore", DeprecationWarning)
            pid = os.fork()
        if pid == 0:
            with contextlib.suppress(OSError):  # it is gone: the server hears of it
                connection.send(str(os.getpid()).encode())  # before the program runs: who sees that, may end it
            self._leave()
            job.take_over(self._path)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM, signal.SIGCHLD])
            return job
        for stream in streams:
            os.close(stream)
        self._clients[pid] = connection
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
        return None

    def _leave(self) -> None:
        """Close what is the server's, in a forked process."""
        signal.set_wakeup_fd(-1)
        for key in list(self._selector.get_map().values()):
            if isinstance(key.fileobj, socket.socket):
                key.fileobj.close()
        self._wakes.close()
        self._selector.close()

    def _reap(self) -> None:
        """Tell the clients of programs that have ended."""
        with contextlib.suppress(BlockingIOError):
            while self._heard.recv(4096):
                continue
        while self._clients:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                return
            client = self._clients.pop(pid)
            with contextlib.suppress(OSError, KeyError, ValueError):  # it is gone
                self._selector.unregister(client)
                client.send(str(status).encode())
            client.close()


def load(names: Sequence[str]) -> None:
    """Import modules, and call what stands after a colon; who needs what cannot be had says so itself."""
    without_generator()
    os.environ.update({**SAYS_NOTHING, **os.environ})
    for name in names:
        module, _, function = name.partition(":")
        with contextlib.suppress(Exception):
            imported = import_module(module)
            if function:
                getattr(imported, function)()
    know_sources()
    entry_points()  # what is installed is looked up once for all
    gc.collect()
    gc.freeze()
    give_back()


def main() -> None:
    """Serve until the standard input is at its end; in forked processes, run their programs."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends it to all; the launch ends this one last
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    load(os.environ.get(MODULES, "").split(","))
    with socket.socket(fileno=int(sys.argv[1])) as listener:
        job = ForkServer(listener, sys.stdin.buffer).serve()
    if job is not None:
        job.run()


if __name__ == "__main__":
    main()
