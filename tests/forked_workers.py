"""Tests shared by processes that are forked when all tests are found, so that finding them is done once.

One process imports and collects all files (40 s of processor time with nothing compiled, 12 s later); its forks have
all of it, take a file at a time, and tell their reports. Nothing that tests import may start a thread.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import gc
import os
import random
import select
import signal
import sys
import traceback
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from multiprocessing import connection
from pathlib import Path
from typing import Any, cast

import pytest

WORKER = "PRED_TEST_WORKER"
"""Environment variable that tells tests the number of their worker."""
GRACE_S = 20.0
"""How long workers that are interrupted may take to end what they started."""
OUT_OF_ORDER = 70
TOLD_OF_THE_END = 1
"""Linux's ``PR_SET_PDEATHSIG``."""

Choose = Callable[[list[str], int], str]
"""Returns which of the files that are left is for a worker."""


@dataclass
class Worker:
    """A process that runs tests, and what it still has to run of its file."""

    number: int
    process: int
    watched: int
    """Descriptor that can be read when the process has ended."""
    line: connection.Connection
    left: deque[pytest.Item] = field(default_factory=deque)

    def give(self, file: list[pytest.Item]) -> None:
        """Have it run the tests of one more file; with none it ends."""
        self.left.extend(file)
        with contextlib.suppress(BrokenPipeError):  # its end will be noticed
            self.line.send([item.nodeid for item in file])

    def buried(self) -> int:
        """Wait for its end and return its exit code."""
        self.line.close()
        os.close(self.watched)
        return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])


class Workers:
    """Gives files to so many workers, and their reports to pytest."""

    def __init__(
        self, session: pytest.Session, count: int, choose: Choose, begin: Callable[[int], None]
    ) -> None:
        """Prepare. ``begin`` is called in each worker with its number, before its first test."""
        self._session = session
        self._choose = choose
        self._begin = begin
        self._files: dict[str, list[pytest.Item]] = {}
        for item in session.items:
            self._files.setdefault(item.nodeid.partition("::")[0], []).append(item)
        self._workers: list[Worker] = []
        self._count = min(count, len(self._files))

    def run(self) -> None:
        """Run all tests.

        :raises pytest.Session.Failed: when pytest wants no more of them
        """
        try:
            for number in range(self._count):
                self._start(number)
            while self._workers:
                self._heard()
                if self._session.shouldfail:
                    raise self._session.Failed(self._session.shouldfail)
                if self._session.shouldstop:
                    raise self._session.Interrupted(self._session.shouldstop)
        finally:
            self._end()

    def _start(self, number: int) -> None:
        ours, theirs = connection.Pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        parent = os.getpid()
        process = os.fork()
        if not process:
            # one that has a session of its own would not be reached by who ends all of ours
            ctypes.CDLL(None).prctl(TOLD_OF_THE_END, signal.SIGINT)
            if os.getppid() != parent:
                os._exit(OUT_OF_ORDER)
            ours.close()
            for other in self._workers:
                other.line.close()
                os.close(other.watched)
            become_worker(self._session, number, theirs, self._begin)
        theirs.close()
        worker = Worker(number, process, os.pidfd_open(process), ours)
        self._workers.append(worker)
        self._give(worker)

    def _give(self, worker: Worker) -> None:
        file = []
        if self._files:
            file = self._files.pop(self._choose(list(self._files), worker.number))
        worker.give(file)

    def _heard(self) -> None:
        """Wait until some worker tells something or ends."""
        ready = connection.wait([source for w in self._workers for source in (w.line, w.watched)])
        for worker in list(self._workers):
            if worker.line in ready:
                try:
                    self._told(worker, worker.line.recv())
                except (EOFError, ConnectionResetError):
                    self._ended(worker)
            elif worker.watched in ready:
                self._ended(worker)

    def _told(self, worker: Worker, message: Any) -> None:
        hook = self._session.config.hook
        if isinstance(message, Warned):
            message.tell(hook)
            return
        if message is None:
            self._give(worker)
            return
        report = hook.pytest_report_from_serializable(config=self._session.config, data=message)
        hook.pytest_runtest_logreport(report=report)
        if report.when == "teardown":
            worker.left.popleft()

    def _ended(self, worker: Worker) -> None:
        """Tell of one that died which test it was at, and have another one run what is left of that file."""
        self._workers.remove(worker)
        code = worker.buried()
        if not worker.left:
            if code:
                self._failed(f"worker {worker.number}", ("", None, ""), code)
            return
        at, *rest = worker.left
        self._failed(at.nodeid, at.location, code)
        if rest:
            self._files = {at.nodeid.partition("::")[0]: rest, **self._files}
        if self._files:
            self._start(worker.number)

    def _failed(self, name: str, location: tuple[str, int | None, str], code: int) -> None:
        how = f"its process ended with {code}" if code >= 0 else f"its process was killed by signal {-code}"
        report = pytest.TestReport(name, location, {}, "failed", how, "call")
        self._session.config.hook.pytest_runtest_logreport(report=report)

    def _end(self) -> None:
        """Interrupt who still runs, and kill who does not end by that."""
        for worker in self._workers:
            os.kill(worker.process, signal.SIGINT)
        for worker in self._workers:
            if not select.select([worker.watched], [], [], GRACE_S)[0]:
                os.kill(worker.process, signal.SIGKILL)
            worker.buried()
        self._workers.clear()


@dataclass(frozen=True)
class Warned:
    """A warning that a worker tells."""

    text: str
    category: type[Warning]
    file: str
    line: int
    when: Any
    nodeid: str
    location: tuple[str, int, str] | None

    def tell(self, hook: Any) -> None:
        """Give it to pytest's plugins."""
        message = warnings.WarningMessage(self.text, self.category, self.file, self.line)
        hook.pytest_warning_recorded.call_historic(
            kwargs={
                "warning_message": message,
                "nodeid": self.nodeid,
                "when": self.when,
                "location": self.location,
            }
        )


class Teller:
    """Tells in a worker what its tests gave."""

    def __init__(self, config: pytest.Config, line: connection.Connection) -> None:
        self._config = config
        self._line = line

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._line.send(self._config.hook.pytest_report_to_serializable(config=self._config, report=report))

    @pytest.hookimpl(tryfirst=True)
    def pytest_warning_recorded(
        self,
        warning_message: warnings.WarningMessage,
        when: Any,
        nodeid: str,
        location: tuple[str, int, str] | None,
    ) -> None:
        w = warning_message
        kind = w.category if w.category.__module__ == "builtins" else Warning  # it may not be sent
        self._line.send(Warned(str(w.message), kind, w.filename, w.lineno, when, nodeid, location))


def become_worker(
    session: pytest.Session, number: int, line: connection.Connection, begin: Callable[[int], None]
) -> None:
    """Run tests in this process, which has just been forked, until there are no more; ends it."""
    code = OUT_OF_ORDER
    try:
        os.environ[WORKER] = str(number)
        _have_its_own(session.config, number)
        begin(number)
        session.config.pluginmanager.register(Teller(session.config, line))
        for file in _files(session, line):
            _run(session, file)
        session._setupstate.teardown_exact(None)
        code = 0
    except (KeyboardInterrupt, BrokenPipeError):  # told by who interrupted it, or who is gone
        with contextlib.suppress(BaseException):
            session._setupstate.teardown_exact(None)
    except BaseException:
        traceback.print_exc()
        raise
    finally:
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _have_its_own(config: pytest.Config, number: int) -> None:
    """Take over nothing that the others would share: the file of what is captured, folders, draws, the terminal."""
    capture: Any = config.pluginmanager.getplugin("capturemanager")
    capture.stop_global_capturing()
    capture.start_global_capturing()
    config.pluginmanager.unregister(name="terminalreporter")
    folders = config._tmp_path_factory  # type: ignore[attr-defined]
    folders._basetemp = Path(folders.getbasetemp()) / f"worker{number}"
    folders._basetemp.mkdir(exist_ok=True)
    random.seed()
    numpy_random: Any = sys.modules.get("numpy.random")
    if numpy_random is not None:
        numpy_random.seed()
    gc.enable()


def _files(session: pytest.Session, line: connection.Connection) -> Iterator[list[pytest.Item]]:
    by_name = {item.nodeid: item for item in session.items}
    while True:
        try:
            names = line.recv()
        except EOFError:
            return
        if not names:
            return
        yield [by_name[name] for name in names]
        line.send(None)


def _run(session: pytest.Session, file: Iterable[pytest.Item]) -> None:
    """Run the tests of a file; what belongs to the session stays for the next one."""
    items = list(file)
    for item, following in zip(items, [*items[1:], cast(pytest.Item, session)], strict=True):
        session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
