"""One benchmark split between processes: every shard has a folder, and the results are read from all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pred_bench.scoring.results import TaskResult, check_settings, read_results, read_seconds, read_task_calls
from pred_bench.scoring.scores import Episode
from pred_core.model_calls import Call


@dataclass(frozen=True)
class Shard:
    """The ``index``-th (from 1) of ``count`` shards."""

    index: int = 1
    count: int = 1

    @classmethod
    def parse(cls, text: str) -> Shard:
        """Return the shard of 'I/N'.

        :raises ValueError: saying what is wrong
        """
        index, _, count = text.partition("/")
        if not (index.isdigit() and count.isdigit() and 1 <= int(index) <= int(count)):
            raise ValueError(f"a shard is I/N with 1 <= I <= N, got {text!r}")
        return cls(int(index), int(count))

    def of[T](self, jobs: Sequence[T]) -> list[T]:
        """Return this shard's share; all shards together have every job once."""
        return list(jobs[self.index - 1 :: self.count])

    def folder(self, out: Path) -> Path:
        """Return where this shard writes: the folder itself when there is only one."""
        return out if self.count == 1 else out / f"shard-{self.index}-of-{self.count}"


@dataclass(frozen=True)
class Gathered:
    """All results of a folder and its shards by key, their times in seconds, and the calls to a model."""

    results: Mapping[str, TaskResult]
    seconds: Mapping[str, float]
    calls: tuple[Call, ...] = ()

    def episodes(self) -> list[Episode]:
        """Return the results for scoring, by key."""
        return [self.results[key].episode(self.seconds.get(key)) for key in sorted(self.results)]


def gather(out: Path, settings: Mapping[str, Any]) -> Gathered:
    """Return what a folder and its shards hold so far. Nothing is written: other processes may be at work there.

    :raises ResumeError: when a shard was run with other settings
    """
    results: dict[str, TaskResult] = {}
    seconds: dict[str, float] = {}
    calls: tuple[Call, ...] = ()
    for folder in (out, *sorted(out.glob("shard-*-of-*"))):
        check_settings(folder, settings)
        results |= read_results(folder)
        seconds |= read_seconds(folder)
        calls += read_task_calls(folder)
    return Gathered(results, seconds, calls)
