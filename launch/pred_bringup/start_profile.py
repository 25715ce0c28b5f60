"""Where the time of a start goes: processor time of each program at the moments that a person sees pass."""

from __future__ import annotations

import os
import re
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc")
MOMENTS = (
    ("programs run", re.compile(r"^Starting ")),
    ("robot ready", re.compile(r"[Rr]eady")),
    ("task given", re.compile(r"^Task: ")),
    ("first action", re.compile(r"\([1-9][0-9]* actions\)$")),
)
"""Of a start, in their order, and which line on the screen tells of each."""
LAST = MOMENTS[-1][0]
PARENT, USER, SYSTEM, STARTED = 1, 11, 12, 19
"""Fields of /proc/PID/stat after the name (proc(5): 4, 14, 15, 22)."""
CLIENT, SERVER = "fork_client.py", "pred_core.fork_server"


@dataclass(frozen=True)
class Moment:
    """What had been used by then: s on the clock since the command, and per program s of processor time."""

    name: str
    clock: float
    used: Mapping[str, float]


class StartProfile:
    """Hears the lines of a launch and returns the table once the robot has done something."""

    def __init__(self, proc: Path = PROC, process: int | None = None) -> None:
        """Watch a launch's process (this one) and what it has started."""
        self._proc = proc
        self._process = process or os.getpid()
        self._moments: list[Moment] = []

    def hear(self, line: str) -> str | None:
        """Take a line; returns the table after the one that tells of the first action."""
        had = {moment.name for moment in self._moments}
        for name, pattern in MOMENTS:
            if name not in had and LAST not in had and pattern.search(line):
                self._moments.append(self._now(name))
                return table(self._moments) if name == LAST else None
        return None

    def _now(self, name: str) -> Moment:
        ticks = os.sysconf("SC_CLK_TCK")
        used: dict[str, float] = defaultdict(float)
        for process, stat in self._below():
            used[self._called(process)] += (int(stat[USER]) + int(stat[SYSTEM])) / ticks
        began = int(self._stat(self._process)[STARTED]) / ticks
        return Moment(name, time.clock_gettime(time.CLOCK_BOOTTIME) - began, used)

    def _below(self) -> Iterator[tuple[int, list[str]]]:
        """Return the launch's process and all below it, with their fields."""
        stats = {}
        for folder in self._proc.iterdir():
            if folder.name.isdigit():
                try:
                    stats[int(folder.name)] = self._stat(int(folder.name))
                except (OSError, IndexError):  # it has just ended
                    continue
        found = {self._process}
        while True:
            more = {process for process, stat in stats.items() if int(stat[PARENT]) in found} - found
            if not more:
                break
            found |= more
        for process in sorted(found & stats.keys()):
            yield process, stats[process]

    def _stat(self, process: int) -> list[str]:
        return (self._proc / str(process) / "stat").read_text().rsplit(")", 1)[1].split()

    def _called(self, process: int) -> str:
        """Return what a person calls a process."""
        if process == self._process:
            return "./pred and launch"
        try:
            words = (self._proc / str(process) / "cmdline").read_text().split("\0")
        except OSError:
            return "ended"
        if words[0].startswith("pred: "):
            return words[0].removeprefix("pred: ")
        if SERVER in words:
            return "imports of all"
        if any(word.endswith(CLIENT) for word in words):
            return "waiting for them"
        programs = [word for word in words if "/lib/" in word and not word.endswith(".py")]
        return Path(programs[0] if programs else words[0]).name


def table(moments: list[Moment]) -> str:
    """Return the table: a row for each program, a column for each moment."""
    names = sorted(moments[-1].used, key=lambda name: -moments[-1].used[name])
    heads = [moment.name for moment in moments]
    rows = [["processor time, s", *heads]]
    rows += [[name, *(f"{moment.used.get(name, 0.0):.2f}" for moment in moments)] for name in names]
    rows.append(["all", *(f"{sum(moment.used.values()):.2f}" for moment in moments)])
    rows.append(["on the clock, s", *(f"{moment.clock:.2f}" for moment in moments)])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join([row[0].ljust(widths[0]), *(cell.rjust(w) for cell, w in zip(row[1:], widths[1:], strict=True))])
        for row in rows
    )
