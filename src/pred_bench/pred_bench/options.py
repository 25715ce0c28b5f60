"""The command line of ``./pred bench``."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from pred_bench.episode.faults import parse_faults
from pred_bench.episode.inject import InjectionError, parse_kinds
from pred_bench.scoring.shards import Shard
from pred_bench.settings import Options
from pred_bench.studies import ablation
from pred_bench.studies.ablation import MODULES
from pred_bench.studies.recovery_table import ARMS as RECOVERY_ARMS
from pred_bench.studies.recovery_table import NAMED_ARMS, ArmsError, parse_arms
from pred_bringup.recorded import REASONERS


def parse(argv: Sequence[str] | None) -> Options:
    """Return the options of a command line; ends the program for those that cannot be read."""
    return Options(**vars(_parser().parse_args(argv)))


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


def _module_arms(text: str) -> tuple[str, ...]:
    try:
        return ablation.parse_arms(text)
    except ablation.ArmsError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _recovery(text: str) -> str:
    if text in NAMED_ARMS:
        return text
    raise argparse.ArgumentTypeError(f"must be one of {', '.join(NAMED_ARMS)}, got {text!r}")


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
        help="a suite of the project's, used without --tasks: own, teach (dialogues), bring, service, questions, ur5, "
        "ur5_sentences, ur5_sentences_second, ur5_sentences_third, ur5_sentences_fourth, ur5_sentences_fifth, "
        "ur5_bring, spot, spot_rooms, spot_homes, spot_fresh, spot_elsewhere, spot_further, spot_later or spot_bring",
    )
    seeds_help = "suites of ur5 and spot: seeds a scene is run with (default: 10)"
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
    _add_machines(parser)
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
        "missing, forgotten, doubled, wrong, misnamed (steps of the plan); or mixed",
    )
    add("--fault-seed", type=int, help="what draws the faults; default: --seed")
    add(
        "--recovery",
        type=_recovery,
        metavar="NAME",
        help="how the executive recovers, as recovery:=NAME, or cape_GRADE",
    )
    add(
        "--scripted-model",
        type=int,
        metavar="SEED",
        help="ask a script that stands for a model how to correct a failed step, with --reasoner llm",
    )
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
        type=_module_arms,
        nargs="?",
        const=tuple(ablation.ARMS),
        metavar="ARM[,ARM...]",
        help="run every task with all modules, without each, and without any, or with all and with the arms named "
        "(without_dta, ..., none), and write ablation.md",
    )
    add(
        "--no-carry",
        action="store_true",
        help="with --ablation: run also those episodes of an arm in which the modules it lacks had no say with all "
        "modules, which are the same without them",
    )


def _add_machines(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument_group("more than one process or machine").add_argument
    add("--jobs", type=_positive, default=1, metavar="N", help="run N tasks side by side on this machine")
    add("--cluster", metavar="tcp://HOST:PORT", help="run the tasks on the workers of this dask scheduler")
    shard_help = "only every N-th task, from the I-th; several may run at once"
    add("--shard", type=_shard, metavar="I/N", help=shard_help)
