"""One process that imports what the programs of a stack share, once, and then forks them.

``python -P -m pred_core.fork_server SOCKET`` gets as its standard input a pipe that nobody writes into, at whose end it
ends, and the descriptor of a listening socket. Each connection is a :mod:`pred_core.fork_client`, whose command line,
environment, folder and streams a forked process takes over; so it runs as if it had been started itself, but without
the second or so that its imports take. A program whose modules are there is forked while the server goes on with the
others'. The server starts no thread and no node: what runs before a fork only loads.
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
from collections.abc import Iterable, Iterator, Sequence
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
EARLY = "="
"""Stands in that list before the name of a program (see :attr:`Job.name`) that needs only what was named before it."""
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1"}
"""numpy's library of linear algebra loads with a thread for each core, which spin after each product of matrices: for
the small ones of a robot that takes five times the processor time. Who sets it otherwise has it so."""
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
                env={**ONE_THREAD, **os.environ, MODULES: ",".join(modules)},
            )
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


@dataclass(frozen=True)
class Job:
    """A program to run in this process: command line, environment, folder, and whether SIGINT is held back.

    ``outlives``: it goes on when who asked for it is gone (:mod:`pred_core.forked_program`).
    """

    command: list[str]
    environment: dict[str, str]
    folder: str
    holds_interrupts: bool
    outlives: bool
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
        gc.enable()
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

    def close(self) -> None:
        """Close its streams where another process has them, or nobody."""
        for stream in self.streams:
            os.close(stream)

    def run(self) -> None:
        """Run it as Python runs a program; ends by SystemExit or by what the program raises."""
        if self.of_module:
            sys.argv = self.command[2:]
            sys.modules.pop(self.command[2], None)  # it may be one of those that were loaded
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


class _Over(Exception):
    """The server is at its end, or this process is a forked one that has something else to run."""

    def __init__(self, job: Job | None = None) -> None:
        super().__init__()
        self.job = job


class ForkServer:
    """Listens for clients, forks their programs and tells them how those ended."""

    def __init__(self, listener: socket.socket, lifeline: IO[bytes]) -> None:
        """Prepare; it ends when ``lifeline`` does."""
        self._listener = listener
        self._lifeline = lifeline
        self._path: str = listener.getsockname()
        self._clients: dict[int, tuple[socket.socket, Job]] = {}
        """Of each program's process, who waits for its end, and what it is."""
        self._waiting: dict[socket.socket, Job] = {}
        """Programs whose modules are not there yet, and who asked for them."""
        self._early: set[str] = set()
        """Programs whose modules are there."""
        self._loaded = False
        """Whether all modules are."""
        self._selector = selectors.DefaultSelector()
        self._heard, wakes = socket.socketpair()
        self._wakes = wakes
        for end in (self._heard, wakes):
            end.setblocking(False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(wakes.fileno(), warn_on_full_buffer=False)
        for source in (listener, lifeline, self._heard):
            self._selector.register(source, selectors.EVENT_READ)

    def serve(self, loading: Iterable[str]) -> Job | None:
        """Serve. Returns None when it is over, and in each forked process what that is to run.

        :param loading: loads a module each time it is asked for more, and tells programs that can run then, or ''
        """
        try:
            for program in loading:
                self._early.add(program)
                while self._turn(0):
                    continue
            self._loaded = True
            while True:
                self._turn(None)
        except _Over as over:
            return over.job

    def _turn(self, seconds: float | None) -> bool:
        """Do what is to be done, once; returns whether there was something.

        :param seconds: how long to wait for something; None = until there is something
        :raises _Over: at the end of the lifeline, and in each forked process
        """
        for connection, job in list(self._waiting.items()):
            if self._loaded or job.name in self._early:
                self._fork(connection, self._waiting.pop(connection))
        heard = self._selector.select(seconds)
        for key, _ in heard:
            if key.fileobj is self._lifeline:
                raise _Over
            if key.fileobj is self._listener:
                connection, _address = self._listener.accept()
                self._selector.register(connection, selectors.EVENT_READ)
            elif key.fileobj is self._heard:
                self._reap()
            elif isinstance(key.fileobj, socket.socket):
                self._hear(key.fileobj)
        return bool(heard)

    def _hear(self, connection: socket.socket) -> None:
        """Read a client's request.

        A client that is gone takes its program with it, as a process does that is killed, unless that outlives it.
        """
        try:
            request, streams, _, _ = socket.recv_fds(connection, LARGEST_REQUEST, 3)
        except OSError:
            request, streams = b"", []
        if not request:
            self._forget(connection)
            if connection in self._waiting:
                self._waiting.pop(connection).close()
            for pid, (client, job) in self._clients.items():
                if client is connection and not job.outlives:
                    os.kill(pid, signal.SIGKILL)
            return
        command, environment, folder, holds, outlives = marshal.loads(request)
        self._waiting[connection] = Job(command, environment, folder, holds, outlives, tuple(streams))

    def _fork(self, connection: socket.socket, job: Job) -> None:
        """Fork a program.

        :raises _Over: in the forked process
        """
        gc.freeze()
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
            raise _Over(job)
        job.close()
        self._clients[pid] = connection, job
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)

    def _leave(self) -> None:
        """Close what is the server's, in a forked process."""
        signal.set_wakeup_fd(-1)
        for job in self._waiting.values():
            job.close()
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
            client, _ = self._clients.pop(pid)
            with contextlib.suppress(OSError):  # it is gone
                client.send(str(status).encode())
            self._forget(client)

    def _forget(self, connection: socket.socket) -> None:
        with contextlib.suppress(KeyError, ValueError):  # a client and its program have ended at once
            self._selector.unregister(connection)
        connection.close()


def load(names: Sequence[str]) -> Iterator[str]:
    """Import modules, and call what stands after a colon; who needs what cannot be had says so itself.

    The collector of garbage would look through all of it over and over, for a fifth of the time that this takes. A few
    hundred objects are left that it would have found.

    :return: after each name the program that can run from then on, '' for none
    """
    gc.disable()
    without_generator()
    os.environ.update({**SAYS_NOTHING, **os.environ})
    entry_points()  # what is installed is looked up once for all
    for name in names:
        if name.startswith(EARLY):
            yield name.removeprefix(EARLY)
            continue
        module, _, function = name.partition(":")
        with contextlib.suppress(Exception):
            imported = import_module(module)
            if function:
                getattr(imported, function)()
        yield ""
    know_sources()
    give_back()


def main() -> None:
    """Serve until the standard input is at its end; in forked processes, run their programs."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends it to all; the launch ends this one last
    signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as it was for the programs, had they been started
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    with socket.socket(fileno=int(sys.argv[1])) as listener:
        path = Path(listener.getsockname())
        job = ForkServer(listener, sys.stdin.buffer).serve(load(os.environ.get(MODULES, "").split(",")))
    if job is not None:
        job.run()
    else:
        with contextlib.suppress(OSError):  # who started it may have been killed, and can tidy up nothing
            path.unlink()
            path.parent.rmdir()  # unless there is more in it


if __name__ == "__main__":
    main()
