"""What the benchmark was told, and what of it decides the results."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pred_bench.episode.faults import FaultDraw
from pred_bench.episode.inject import Injection
from pred_bench.episode.runner import RunOptions
from pred_bench.overrides import OverrideError, pairs
from pred_bench.scoring.shards import Shard
from pred_bench.studies.recovery_table import GRADED
from pred_bench.suites.spot import CAPE, own_domain
from pred_bench.suites.spot import SUITES as SPOT_SUITES
from pred_bench.suites.table_sentences import SUITES as SENTENCES
from pred_bringup.recorded import REPLAY, checked_record
from pred_core.run_folder import NO_RECORD
from pred_planner.memory.store import NO_MEMORY

NOISE = ("confusion", "miss", "near")
"""Rates of the noise model of perception that can be set."""

UR5 = "ur5"
"""The arm on its emulated table, and the suite of its scenes."""
SPOT = "spot"
"""The robot of the suites of the emulated Spot."""

AS_SAID = ("service", "questions")
"""Suites in AI2-THOR's rooms whose sentences say what they mean."""

DIVERSE = "states"
"""The kind of injection that ``--diverse`` stands for."""


@dataclass(frozen=True, kw_only=True)
class Options:
    """What ``./pred bench`` was told; None and () where an option was not used."""

    tasks: str | None = None
    suite: str = "own"
    seeds: int = 10
    out: Path = Path("results")
    limit: int | None = None
    in_turn: bool = False
    types: Sequence[str] = ()
    annotation: int = 0
    """Whose words: a number from 0, or -1 for everybody's."""
    text: str = "goal"
    seed: int = 0
    detector: str = "oracle"
    attributes: str | None = None
    reasoner: str = "rules"
    replay: str | None = None
    trace: bool = False
    runs: bool = False
    profile: bool = False
    task_timeout: float = 900.0
    namespace: str = "pred"
    inject: tuple[str, ...] | None = None
    diverse: int | None = None
    inject_seed: int | None = None
    faults: tuple[str, ...] | None = None
    fault_seed: int | None = None
    recovery: str | None = None
    recovery_table: tuple[str, ...] | None = None
    scripted_model: int | None = None
    """What draws the answers of the script that stands for a model."""
    noise: str = ""
    modules: str | None = None
    ablation: tuple[str, ...] | None = None
    no_carry: bool = False
    shard: Shard | None = None
    jobs: int = 1
    """How many tasks are run side by side on this machine."""
    cluster: str | None = None
    """Address of a dask scheduler whose workers run the tasks."""
    set: Sequence[str] = ()


def changes_of(options: Options) -> dict[str, str]:
    """Return launch arguments and parameters that ``--set``, ``--noise``, ``--modules`` and ``--replay`` stand for.

    :raises OverrideError: naming the text that cannot be used
    :raises ArgumentError: when there are no recorded answers where they should be
    """
    found = {f"perception.noise_{name}": str(rate) for name, rate in _rates(options.noise).items()}
    if found:
        found["perception.noise_seed"] = str(options.seed)
    if options.modules is not None:
        found["modules"] = options.modules
    found["planner.memory"] = NO_MEMORY  # a person's own routines are to change no result
    if options.recovery is not None:
        found |= _recovery(options.recovery)
    if options.scripted_model is not None:
        if options.reasoner != "llm":
            raise OverrideError("--scripted-model stands for a model: it needs --reasoner llm.")
        found["planner.cape_search"] = "false"  # what the answers alone come to
    faults = faults_of(options)
    found |= faults.planner_parameters() if faults is not None else {}
    found |= pairs(options.set)
    return {**found, **_replayed(options, found)}


def _recovery(name: str) -> dict[str, str]:
    """Return the parameters of an arm of recovery: CAPE with a grade, or a strategy by its name."""
    if name in GRADED:
        return {"executive.recovery": "cape", "planner.cape_grade": GRADED[name]}
    return {"executive.recovery": name}


def _replayed(options: Options, changes: Mapping[str, str]) -> dict[str, str]:
    """Return the launch argument for recorded answers; where parameters say what is replayed, the launch checks it."""
    given = options.replay or changes.get(REPLAY)
    if options.reasoner != REPLAY:
        if options.replay:
            raise OverrideError(f"--replay is read only with --reasoner replay, not with {options.reasoner}.")
        return {}
    if given:
        return {REPLAY: checked_record(given, f"--replay {given}")}
    if f"planner.{REPLAY}" not in changes and "params_file" not in changes:
        raise OverrideError(
            "--reasoner replay needs recorded answers: --replay FILE, or the folder of a benchmark."
        )
    return {}


def _rates(text: str) -> dict[str, float]:
    rates = {}
    for name, value in pairs(text.split(",")).items() if text else ():
        try:
            rate = float(value)
        except ValueError as error:
            raise OverrideError(f"--noise: {name} must be a number, got {value!r}.") from error
        if name not in NOISE or not 0.0 <= rate <= 1.0:
            raise OverrideError(f"--noise takes {' and '.join(NOISE)} from 0 to 1, got {name}={value}.")
        rates[name] = rate
    return rates


def injection_of(options: Options) -> Injection | None:
    """Return what is to be injected, None for nothing."""
    kinds = tuple(options.inject or ())
    seed = options.seed if options.inject_seed is None else options.inject_seed
    if options.diverse is not None:
        kinds = tuple(dict.fromkeys((DIVERSE, *kinds)))
        seed = seed if options.diverse < 0 else options.diverse
    return Injection(kinds, seed) if kinds else None


def faults_of(options: Options) -> FaultDraw | None:
    """Return what faults are to be put in, None for none."""
    seed = options.seed if options.fault_seed is None else options.fault_seed
    return FaultDraw(options.faults, seed) if options.faults else None


def run_options(options: Options) -> RunOptions:
    """Return how single tasks are run."""
    return RunOptions(
        seed=options.seed,
        text=options.text,
        annotation=options.annotation,
        seconds=options.task_timeout,
        trace=options.trace,
        runs=options.runs,
        injection=injection_of(options),
        faults=faults_of(options),
    )


def launch_arguments_of(options: Options) -> dict[str, str]:
    """Return the launch arguments that every run has."""
    robot = robot_of(options)
    mock = {"mock": "true"} if robot in (UR5, SPOT) else {}
    domain = {"domain": str(own_domain())} if robot == SPOT and options.suite == CAPE else {}
    return {
        **mock,
        **domain,
        "namespace": options.namespace,
        "run_dir": NO_RECORD,
        "record": "true" if options.runs else "false",
        "detector": options.detector,
        "attributes": attributes_of(options),
        "reasoner": options.reasoner,
        # people who describe what was recorded call a mug a cup; sentences of our own say what they mean
        "strictness": "refuse" if robot == SPOT or options.suite in SENTENCES or as_said(options) else "warn",
        "seed": str(options.seed),
    }


def settings_of(options: Options, tasks: str, content: bytes) -> dict[str, Any]:
    """Return what decides the results; None where an option was not used.

    :param content: what the tasks were read from
    """
    injection = injection_of(options)
    faults = faults_of(options)
    return {
        "tasks": tasks,
        "tasks_sha256": hashlib.sha256(content).hexdigest()[:16],
        "text": options.text,
        "annotation": "all" if options.annotation < 0 else options.annotation,
        "seed": options.seed,
        "detector": options.detector,
        "attributes": attributes_of(options),
        "reasoner": options.reasoner,
        "replay": options.replay,
        "inject": ",".join(injection.kinds) if injection else None,
        "inject_seed": injection.seed if injection else None,
        "faults": ",".join(faults.kinds) if faults else None,
        "fault_seed": faults.seed if faults else None,
        "noise": options.noise or None,
        "modules": options.modules,
        "recovery": options.recovery,
        "scripted_model": options.scripted_model,
        "set": sorted(options.set),
    }


def as_said(options: Options) -> bool:
    """Tell whether the tasks are of a suite whose words say what they mean, so that what does not fit is refused."""
    return options.tasks is None and options.suite in AS_SAID


def robot_of(options: Options) -> str:
    """Return whose launch file and parameters the tasks are run with."""
    if options.tasks is not None or options.suite not in (UR5, *SENTENCES, *SPOT_SUITES):
        return "thor"
    return SPOT if options.suite in SPOT_SUITES else UR5


def attributes_of(options: Options) -> str:
    """Return where attributes come from: as asked for, else from pixels; the arm's table has none."""
    own = {UR5: "none", SPOT: "oracle"}
    return str(options.attributes or own.get(robot_of(options), "gallery"))
