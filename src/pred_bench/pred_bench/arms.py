"""The arms of a benchmark: sets of settings that the same jobs are done with, each with a folder of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pred_bench.scoring.shards import Gathered, Shard, gather
from pred_bench.settings import Options, changes_of, settings_of
from pred_bench.studies.ablation import ARMS
from pred_bringup.arguments import ArgumentError


@dataclass(frozen=True)
class Variant:
    """One set of settings to run the jobs with, and the folder of its results, which shards share.

    ``changes`` are launch arguments and parameters of nodes; ``settings`` is what decides the results.
    """

    out: Path
    options: Options
    changes: Mapping[str, str]
    settings: Mapping[str, Any]

    @property
    def shard(self) -> Shard:
        """Which of the jobs this process runs."""
        return self.options.shard or Shard()

    def gathered(self) -> Gathered:
        """Return the results so far, of all shards."""
        return gather(self.out, self.settings)


def arms_of(options: Options, source: tuple[str, bytes]) -> dict[str, Variant]:
    """Return the arms by name; without an ablation there is one, and it has the folder to itself.

    :param source: name and content of what the tasks come from
    :raises ArgumentError: for options that do not go together
    """
    if options.ablation and options.recovery_table:
        raise ArgumentError("--ablation and --recovery-table are two tables: ask for one at a time.")
    if options.profile and (options.jobs > 1 or options.cluster):
        raise ArgumentError("--profile measures one process: leave out --jobs and --cluster.")
    if options.jobs > 1 and options.cluster:
        raise ArgumentError("--jobs is for this machine and --cluster for others: ask for one of the two.")
    told = {name: replace(options, modules=ARMS[name]) for name in options.ablation or ()}
    told |= {name: replace(options, recovery=name) for name in options.recovery_table or ()}
    if not told:
        return {"": _arm(options.out, options, source)}
    return {name: _arm(options.out / name, own, source) for name, own in told.items()}


def _arm(out: Path, options: Options, source: tuple[str, bytes]) -> Variant:
    return Variant(out, options, changes_of(options), settings_of(options, *source))
