"""A program under way: its threads, advanced by one control cycle at a time."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import Any

from ur5_emulator.controller.poses import Pose
from ur5_emulator.controller.script.compiler import Script

type Steps = Generator[None, None, Any]
BUDGET = 2000  # loop turns of a thread in one cycle; one that never waits goes on in the next cycle


class RuntimeFault(Exception):
    """The program did what the controller refuses; it dies, and the message says why."""


class Finished(Exception):
    """The program asked to end (halt)."""


class Thread:
    """One thread of a program."""

    def __init__(self, steps: Steps) -> None:
        self.steps, self.alive = steps, True

    def advance(self) -> None:
        """Run until the thread waits for the next cycle, or ends."""
        try:
            next(self.steps)
        except StopIteration:
            self.alive = False

    def kill(self) -> None:
        self.alive = False
        self.steps.close()


class Program:
    """A compiled script. `advance` runs every thread once; `done` tells that its main thread ended."""

    def __init__(self, script: Script, library: Mapping[str, Callable[..., Any]]) -> None:
        self.name = script.name
        self.turns = 0
        names: dict[str, Any] = {f"v_{name}": function for name, function in library.items()}
        names |= {
            "turn": self._turn, "run": self._run, "kill": _kill, "join": _join, "copied": _copied,
            "stop_program": _stop_program, "pose": Pose,
        }  # fmt: skip
        exec(script.code, names)  # only what the compiler wrote: prefixed names and literals of its own
        self.main = Thread(names["main"]())
        self.threads = [self.main]
        self.current = self.main

    @property
    def done(self) -> bool:
        return not self.main.alive

    def advance(self) -> None:
        """Run every thread up to its next wait. Raises RuntimeFault where the script does something impossible."""
        try:
            for thread in self.threads:  # one that is started meanwhile runs in this cycle, too
                if thread.alive:
                    self.current, self.turns = thread, 0
                    thread.advance()
        except Finished:
            self.close()
        except (
            NameError,
            TypeError,
            ValueError,
            IndexError,
            KeyError,
            ZeroDivisionError,
            OverflowError,
        ) as error:
            raise RuntimeFault(str(error)) from error
        self.threads = [thread for thread in self.threads if thread.alive]

    def close(self) -> None:
        """End all threads."""
        for thread in self.threads:
            thread.kill()
        self.main.alive = False

    def _turn(self) -> bool:
        self.turns += 1
        return self.turns % BUDGET == 0

    def _run(self, steps: Steps) -> Thread:
        thread = Thread(steps)
        self.threads.append(thread)
        return thread


def _kill(thread: Any) -> None:
    if isinstance(thread, Thread):
        thread.kill()


def _join(thread: Any) -> Steps:
    while isinstance(thread, Thread) and thread.alive:
        yield


def _copied(value: Any) -> Any:
    """Lists are values in URScript: assigning one copies it."""
    return type(value)(value) if isinstance(value, list) else value


def _stop_program() -> None:
    raise Finished
