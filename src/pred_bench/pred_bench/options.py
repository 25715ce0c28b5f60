"""What ``./pred bench`` can be told, and what of it decides the results."""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

from ament_index_python.packages import get_package_share_directory

from pred_bench.episode.faults import FaultDraw, parse_faults
from pred_bench.episode.inject import Injection, InjectionError, parse_kinds
from pred_bench.episode.runner import RunOptions
from pred_bench.overrides import OverrideError, pairs
from pred_bench.scoring.shards import Shard
from pred_bench.studies.ablation import MODULES
from pred_bench.studies.recovery_table import ARMS as RECOVERY_ARMS
from pred_bench.studies.recovery_table import ArmsError, parse_arms
from pred_bench.suites.spot import CAPE, own_domain
from pred_bench.suites.spot import SUITES as SPOT_SUITES
from pred_bringup.recorded import REASONERS, REPLAY, checked_record
from pred_core.run_folder import NO_RECORD
from pred_planner.memory.store import NO_MEMORY
from pred_tasks.tasks import Task, TaskError

NOISE = ("confusion", "miss", "near")
"""Rates of the noise model of perception that can be set."""

UR5 = "ur5"
"""The suite of the arm on its emulated table."""
SPOT = "spot"
"""The robot of the suites of the emulated Spot."""

SUITES = {"own": "house.jsonl", "teach": "teach.jsonl", "bring": "bring.jsonl"}
"""Suites in AI2-THOR's rooms, and their files."""

DIVERSE = "states"
"""The kind of injection that ``--diverse`` stands for."""


def parse(argv: Sequence[str] | None) -> argparse.Namespace:
    """Return the options of a command line; ends the program for those that cannot be read."""
    return _parser().parse_args(argv)


def changes_of(options: argparse.Namespace) -> dict[str, str]:
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
        found["executive.recovery"] = options.recovery
    faults = faults_of(options)
    found |= faults.planner_parameters() if faults is not None else {}
    found |= pairs(options.set)
    return {**found, **_replayed(options, found)}


def _replayed(options: argparse.Namespace, changes: Mapping[str, str]) -> dict[str, str]:
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


def injection_of(options: argparse.Namespace) -> Injection | None:
    """Return what is to be injected, None for nothing."""
    kinds = tuple(options.inject or ())
    seed = options.seed if options.inject_seed is None else options.inject_seed
    if options.diverse is not None:
        kinds = tuple(dict.fromkeys((DIVERSE, *kinds)))
        seed = seed if options.diverse < 0 else options.diverse
    return Injection(kinds, seed) if kinds else None


def faults_of(options: argparse.Namespace) -> FaultDraw | None:
    """Return what faults are to be put in, None for none."""
    seed = options.seed if options.fault_seed is None else options.fault_seed
    return FaultDraw(options.faults, seed) if options.faults else None


def run_options(options: argparse.Namespace) -> RunOptions:
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


def launch_arguments_of(options: argparse.Namespace) -> dict[str, str]:
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
        "strictness": "warn",
        "seed": str(options.seed),
    }


def settings_of(options: argparse.Namespace, tasks: str, content: bytes) -> dict[str, Any]:
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
        "set": sorted(options.set),
    }


def robot_of(options: argparse.Namespace) -> str:
    """Return whose launch file and parameters the tasks are run with."""
    if options.tasks is not None or options.suite not in (UR5, *SPOT_SUITES):
        return "thor"
    return UR5 if options.suite == UR5 else SPOT


def attributes_of(options: argparse.Namespace) -> str:
    """Return where attributes come from: as asked for, else from pixels; the arm's table has none."""
    own = {UR5: "none", SPOT: "oracle"}
    return str(options.attributes or own.get(robot_of(options), "gallery"))


def chosen(tasks: list[Task], options: argparse.Namespace) -> list[Task]:
    """Return the tasks of the types asked for, in the order asked for, at most as many as asked for.

    :raises TaskError: for a type that no task has
    """
    known = {task.task_type for task in tasks}
    unknown = sorted(set(options.types) - known)
    if unknown:
        raise TaskError(f"no task is of type {', '.join(unknown)}. There are: {', '.join(sorted(known))}.")
    kept = [t for t in tasks if not options.types or t.task_type in options.types]
    if options.in_turn:
        kept = _in_turn(kept)
    return kept[: options.limit] if options.limit else kept


def _in_turn(tasks: Iterable[Task]) -> list[Task]:
    """Return the first task of each type, then the second of each, and so on; types in the order they come in."""
    of_type: dict[str, list[Task]] = {}
    for task in tasks:
        of_type.setdefault(task.task_type, []).append(task)
    return [task for row in zip_longest(*of_type.values()) for task in row if task is not None]


def task_file(options: argparse.Namespace) -> Path:
    """Return the file of tasks.

    :raises TaskError: for a suite that does not exist
    """
    if options.tasks is not None:
        return Path(options.tasks)
    if options.suite not in SUITES:
        known = ", ".join((*SUITES, UR5, *SPOT_SUITES))
        raise TaskError(f"there is no suite {options.suite!r}: use one of {known}, or give --tasks FILE.")
    return Path(get_package_share_directory("pred_bench")) / "suites" / SUITES[options.suite]


def _annotation(text: str) -> int:
    if text == "all":
        return -1
    if text.isdigit():
        return int(text)
    raise argparse.ArgumentTypeError(f"must be a number from 0 or 'all', got {text!r}")


def _positive(text: str) -> int:
    if text.isdigit() and int(text) > 0:
        return int(text)
    raise argparse.ArgumentTypeError(f"must be a positive number, got {text!r}")


def _modules(text: str) -> str:
    names = [name.strip() for name in text.split(",")]
    if names == ["none"] or (set(names) <= set(MODULES) and len(set(names)) == len(names)):
        return ",".join(names)
    raise argparse.ArgumentTypeError(f"must be none, or some of {','.join(MODULES)}, got {text!r}")


def _kinds(text: str) -> tuple[str, ...]:
    try:
        return parse_kinds(text)
    except InjectionError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _arms(text: str) -> tuple[str, ...]:
    try:
        return parse_arms(text)
    except ArmsError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _recovery(text: str) -> str:
    if text in RECOVERY_ARMS:
        return text
    raise argparse.ArgumentTypeError(f"must be one of {', '.join(RECOVERY_ARMS)}, got {text!r}")


def _faults(text: str) -> tuple[str, ...]:
    try:
        return parse_faults(text)
    except InjectionError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _shard(text: str) -> Shard:
    try:
        return Shard.parse(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="pred bench",
        description="Run tasks through the whole ROS graph and write results.jsonl and a summary. Resumable: the same "
        "command goes on where it stopped.",
    )
    add = parser.add_argument
    add(
        "--tasks",
        help="task file, JSON lines; or a folder or file of ALFRED's or TEACh's; default: the project's own suite",
    )
    add(
        "--suite",
        default="own",
        help="a suite of the project's, used without --tasks: own, teach (dialogues), bring, ur5, spot or spot_rooms",
    )
    seeds_help = "suites ur5, spot and spot_rooms: seeds a scene is run with (default: 10)"
    add("--seeds", type=_positive, default=10, help=seeds_help)
    add("--out", type=Path, default=Path("results"), help="folder of the results (default: results)")
    add("--limit", type=_positive, help="only the first N tasks")
    add(
        "--in-turn",
        action="store_true",
        help="take tasks of each type in turn, so that a limit cuts all alike",
    )
    add("--types", nargs="+", default=[], metavar="TYPE", help="only tasks of these types")
    add("--annotation", type=_annotation, default=0, help="whose words: a number from 0, or all")
    add("--text", choices=("goal", "steps"), default="goal", help="goal sentence, or steps as well")
    add("--seed", type=int, default=0)
    add("--detector", default="oracle")
    add("--attributes", help="gallery (pixels; default), oracle (the simulator's, for comparison) or none")
    add("--reasoner", default="rules", choices=REASONERS, help="who makes plans (default: rules)")
    add(
        "--replay",
        metavar="FILE",
        help="reasoner replay: llm_calls.jsonl, or the folder of a benchmark that has it",
    )
    add("--trace", action="store_true", help="write traces/TASK.jsonl.gz for outside judges")
    add("--runs", action="store_true", help="leave the whole record of every task, too, with its bag")
    add("--profile", action="store_true", help="collect the times that nodes report and sum them up")
    add("--task-timeout", type=float, default=900.0, help="seconds after which a task is cancelled")
    add("--namespace", default="pred")
    _add_discrepancies(parser)
    set_help = "a launch argument, or NODE.PARAMETER; may be repeated"
    add("--set", action="append", default=[], metavar="NAME=VALUE", help=set_help)
    return parser


def _add_discrepancies(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument_group("discrepancies").add_argument
    add(
        "--inject",
        type=_kinds,
        metavar="KIND[,KIND...]",
        help="put discrepancies into the tasks' worlds: states, in_place, duplicates, lookalikes, moved, or mixed",
    )
    add(
        "--diverse",
        nargs="?",
        type=int,
        const=-1,
        metavar="SEED",
        help="diverse initial states: the same as --inject states, with a seed of their own if one is given",
    )
    add("--inject-seed", type=int, help="what draws the injections; default: --seed")
    add(
        "--faults",
        type=_faults,
        metavar="KIND[,KIND...]",
        help="put failures in that have to be recovered from: slips, grasps, jams, blocked, blind, full, taken; "
        "missing, doubled, wrong, misnamed (steps of the plan); or mixed",
    )
    add("--fault-seed", type=int, help="what draws the faults; default: --seed")
    add("--recovery", type=_recovery, metavar="NAME", help="how the executive recovers, as recovery:=NAME")
    add(
        "--recovery-table",
        type=_arms,
        nargs="?",
        const=RECOVERY_ARMS,
        metavar="NAME[,NAME...]",
        help="run every task with every kind of recovery, or with those named, and write recovery.md",
    )
    add("--noise", default="", metavar="confusion=R,miss=R", help="rates of perception's mistakes, 0 to 1")
    add("--modules", type=_modules, metavar="dta,ohv,apm,asr|none", help="which modules watch the plan")
    add(
        "--ablation",
        action="store_true",
        help="run every task with all modules, without each, and without any, and write ablation.md",
    )
    add(
        "--no-carry",
        action="store_true",
        help="with --ablation: run also those episodes of an arm in which the modules it lacks had no say with all "
        "modules, which are the same without them",
    )
    add(
        "--shard",
        type=_shard,
        metavar="I/N",
        help="only every N-th task, from the I-th; several may run at once",
    )
