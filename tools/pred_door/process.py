"""Child processes that never outlive the door, and steps whose result is remembered."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Callable, Iterator, Mapping, NoReturn, Sequence

from .console import DoorError

GRACE_S = 10.0
STAND_BACK = 10
"""By how much a command is nicer that others go before."""
NICE_SETTINGS_A_SECOND = 10
"""How many changes of a session's niceness Linux takes from who is not root."""


class Stopped(BaseException):
    """A signal asked the door to end; carries its number."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class _Signals:
    """Raises `Stopped` on a signal, but holds it back while a child is being started.

    A child that nobody knows yet could not be ended.
    """

    def __init__(self) -> None:
        self._held: int | None = None
        self._holding = False

    def arrive(self, number: int, _frame: object) -> None:
        if not self._holding:
            raise Stopped(number)
        self._held = number

    def hold(self) -> None:
        self._holding = True

    def release(self) -> None:
        self._holding = False
        number, self._held = self._held, None
        if number is not None:
            raise Stopped(number)


_signals = _Signals()


def stop_on_signals() -> None:
    """Turn SIGINT, SIGTERM and SIGHUP into `Stopped`, so that children are ended on the way out."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if not _kept_from(number):
            signal.signal(number, _signals.arrive)


def _kept_from(number: int) -> bool:
    """Return whether ``nohup`` keeps the door, and what it becomes, from hearing a signal."""
    return number == signal.SIGHUP and signal.getsignal(number) == signal.SIG_IGN


def session_niceness(process: int) -> int:
    """Return how nice the session of a process is towards other sessions, 0 where the system does not tell."""
    try:
        return int(_autogroup(process).read_text().rpartition(" ")[2])
    except (OSError, ValueError):
        return 0


def make_session_nicer(process: int, niceness: int) -> None:
    """Have other sessions go before that of a process.

    Linux shares the processor among sessions first (autogroups, see sched(7)): the niceness of a process then counts
    within its session alone, and a type checker would take as much as all of a robot's programs.
    """
    for _ in range(NICE_SETTINGS_A_SECOND):
        try:
            _autogroup(process).write_text(str(niceness))
        except BlockingIOError:
            time.sleep(1 / NICE_SETTINGS_A_SECOND)
            continue
        except OSError:  # it has none, or has ended
            pass
        return


def _autogroup(process: int) -> Path:
    return Path(f"/proc/{process}/autogroup")


def _as_nice_as_this(child: subprocess.Popen[str]) -> None:
    """Have the session of a child stand back as the one of this process does."""
    niceness = session_niceness(os.getpid())
    if niceness > 0:
        make_session_nicer(child.pid, niceness)


def end_group(child: subprocess.Popen[str], number: int) -> None:
    """Pass signal `number` to the child's process group; kill the group when it is still there after a grace time."""
    try:
        os.killpg(child.pid, number)
        child.wait(timeout=GRACE_S)
        os.killpg(child.pid, signal.SIGKILL)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        child.wait()
    except ProcessLookupError:
        child.wait()


def run(
    command: Sequence[str],
    *,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    quiet: bool = False,
    output_to_stderr: bool = False,
    hears_interrupt: bool = False,
) -> subprocess.CompletedProcess[str]:
    """Run `command` to its end in a process group of its own and return its status.

    With `quiet` its output (both streams together) is collected in `stdout` instead of shown. A signal to the door
    ends the whole group before it goes on; SIGINT is passed on to what `hears_interrupt`, others would answer with a
    traceback and are terminated.
    """
    _signals.hold()
    try:
        child = subprocess.Popen(
            list(command),
            env=None if env is None else dict(env),
            cwd=cwd,
            stdin=subprocess.DEVNULL if quiet else None,
            stdout=subprocess.PIPE if quiet else sys.stderr if output_to_stderr else None,
            stderr=subprocess.STDOUT if quiet else None,
            universal_newlines=True,
            start_new_session=True,
        )
    except OSError:
        _signals.release()
        raise
    try:
        _signals.release()
        _as_nice_as_this(child)
        output, _ = child.communicate()
    except Stopped as stop:
        # A second signal changes nothing: the group gets its grace time and is then killed.
        _signals.hold()
        quietly = stop.number == signal.SIGINT and not hears_interrupt
        end_group(child, signal.SIGTERM if quietly else stop.number)
        raise
    return subprocess.CompletedProcess(list(command), child.returncode, output or "", "")


@contextlib.contextmanager
def beside(
    command: Sequence[str], *, env: Mapping[str, str] | None = None, cwd: Path | None = None
) -> Iterator[Callable[[], subprocess.CompletedProcess[str]]]:
    """Run `command` beside what is done within, for which it stands back, and yield what waits for its end.

    Its output (both streams together) is collected. It does not outlive the block.
    """
    with tempfile.TemporaryFile("w+") as output:
        _signals.hold()
        try:
            child = subprocess.Popen(
                ["nice", "-n", str(STAND_BACK), *command],
                env=None if env is None else dict(env),
                cwd=cwd,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                universal_newlines=True,
                start_new_session=True,
            )
        except OSError:
            _signals.release()
            raise

        def ended() -> subprocess.CompletedProcess[str]:
            code = child.wait()
            output.seek(0)
            return subprocess.CompletedProcess(list(command), code, output.read(), "")

        try:
            _signals.release()
            make_session_nicer(child.pid, STAND_BACK)
            yield ended
        finally:
            if child.poll() is None:
                end_group(child, signal.SIGTERM)


def run_or_fail(
    command: Sequence[str],
    problem: str,
    *,
    hint: str = "",
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
) -> str:
    """Run `command` quietly and return its output; raise DoorError with the end of its output when it fails."""
    done = run(command, env=env, cwd=cwd, quiet=True)
    if done.returncode:
        tail = "\n".join(f"      | {line}" for line in done.stdout.strip().splitlines()[-15:])
        raise DoorError(f"{problem} (exit code {done.returncode}):\n{tail}", hint)
    return done.stdout


def hand_over(command: Sequence[str], env: Mapping[str, str], *, listens: bool = False) -> NoReturn:
    """Become `command`: signals, terminal and exit code are its own from here on.

    One that `listens` lets SIGINT through itself as soon as it can hear it.
    """
    # held back rather than ignored: nothing is lost of what comes before the command listens
    held = [signal.SIGINT] if listens else []
    signal.pthread_sigmask(signal.SIG_BLOCK, held)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if not _kept_from(number):
            signal.signal(number, signal.SIG_DFL)
    try:
        os.execvpe(command[0], list(command), dict(env))
    except FileNotFoundError:
        raise DoorError(f"no command called '{command[0]}' in the PRED environment") from None
