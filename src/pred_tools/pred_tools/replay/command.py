"""``./pred replay RUN [NODE.PARAMETER:=VALUE ...]``: which decisions a change of a parameter changes."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image
from rclpy.serialization import deserialize_message
from sensor_msgs.msg import Image as ImageMsg

from pred_core.exit_codes import BAD_INPUT, DONE, INTERRUPTED, NOT_DONE
from pred_core.given import Given
from pred_core.lines import until_unread
from pred_core.ros.conversions import image_from_msg
from pred_core.ros.plan_conversions import PlanMessageError
from pred_core.run_folder import BAG
from pred_tools.bag.metadata import METADATA
from pred_tools.bag.reader import BagError, open_bag
from pred_tools.replay import report
from pred_tools.replay.changes import (
    ChangeError,
    answered_from_record,
    changed,
    parse_change,
    recorded_parameters,
)
from pred_tools.replay.decisions import first_divergence
from pred_tools.replay.lockstep import ReplayError
from pred_tools.replay.recorded import Recording, read_recording
from pred_tools.replay.replayer import Replay, replay
from pred_tools.replay.resimulate import resimulated
from pred_tools.replay.side_by_side import SideBySide

Changes = Sequence[tuple[str, str, Given]]


@dataclass(frozen=True)
class Wanted:
    """What is changed: parameters of the nodes that are replayed, and the same as it was given, for a launch."""

    changes: Changes
    given: Sequence[str]


def main(args: list[str] | None = None) -> int:
    """Replay runs. Returns 0 when all decisions are the same, 1 when not, 2 for input that cannot be used."""
    parser = _parser()
    options = parser.parse_intermixed_args(args)
    if options.resimulate and options.sweep:
        parser.error("--resimulate goes with changes NODE.PARAMETER:=VALUE, not with --sweep")
    try:
        runs = [Path(given) for given in options.given if ":=" not in given]
        given = [text for text in options.given if ":=" in text]
        changes = [] if options.resimulate else [parse_change(text) for text in given]
        runs = [run for folder in runs for run in _runs_in(folder)]
        with until_unread():
            return _all(runs, Wanted(changes, given), options)
    except (BagError, ChangeError, ReplayError, PlanMessageError, OSError) as error:
        print(f"replay: {error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED


def _runs_in(given: Path) -> list[Path]:
    """Return the runs with bags in a folder of runs, or what was given, when it is something else."""
    if not given.is_dir() or (given / BAG).is_dir() or (given / METADATA).exists() or any(given.glob("*.mcap")):
        return [given]
    return sorted(path.parent for path in given.glob(f"*/{BAG}") if path.is_dir()) or [given]


def _all(runs: Sequence[Path], wanted: Wanted, options: argparse.Namespace) -> int:
    """Replay several runs one after the other; one that cannot be replayed is told and does not end the others."""
    codes = list(_each(runs, wanted, options))
    if len(codes) > 1 and not options.json:
        same = "act" if options.resimulate else "decide"
        told = f"{codes.count(DONE)} {same} the same, {codes.count(NOT_DONE)} not"
        print(f"{len(codes)} runs replayed: {told}, {codes.count(BAD_INPUT)} could not be replayed", flush=True)
    return max(codes)


def _each(runs: Sequence[Path], wanted: Wanted, options: argparse.Namespace) -> Iterator[int]:
    if not runs:
        raise ChangeError("say which run: its folder, or its bag.")
    for run in runs:
        try:
            if options.sweep:
                yield _sweep(run, wanted.changes, options.sweep)
            elif options.resimulate:
                yield _again(run, wanted.given, options, several=len(runs) > 1)
            else:
                yield _one(run, wanted.changes, options, several=len(runs) > 1)
        except (BagError, ReplayError, PlanMessageError) as error:
            print(f"replay: {error}", file=sys.stderr)
            yield BAD_INPUT


def _again(run: Path, given: Sequence[str], options: argparse.Namespace, *, several: bool) -> int:
    found = resimulated(run, given, _folder(run, options, several=several))
    if options.json:
        print(found.as_json(), flush=True)
    else:
        print(f"{run}:")
        print("\n".join(f"  {line}" for line in found.lines()), flush=True)
    return int(found.changed)


def _folder(run: Path, options: argparse.Namespace, *, several: bool) -> Path | None:
    out: Path | None = options.output
    return out / run.name if out is not None and several else out


def _one(run: Path, changes: Changes, options: argparse.Namespace, *, several: bool) -> int:
    out = _folder(run, options, several=several)
    found = _replayed(run, changes, out)
    if options.json:
        print(report.as_json(found))
    else:
        print(f"{run}:")
        print("\n".join(f"  {line}" for line in report.lines(found, everything=options.all)), flush=True)
    if out is not None:
        _write(found, out)
    return int(found.changed)


def _sweep(run: Path, changes: Changes, sweep: str) -> int:
    name, assigned, values = sweep.partition("=")
    if not assigned or not values:
        raise ChangeError(f"--sweep {sweep}: write NODE.PARAMETER=VALUE,VALUE,...")
    worst = 0
    print(f"{run}: decisions that are not the same")
    for value in values.split(","):
        found = _replayed(run, [*changes, parse_change(f"{name}:={value}")])
        flips = sum(d.change.acts_otherwise for d in found.decisions if not d.counterfactual)
        other = sum(d.change is not d.change.SAME for d in found.decisions)
        first = first_divergence(found.decisions)
        told = found.decisions[first].line() if first is not None else "acts the same"
        print(
            f"  {name}={value}: {other} of {len(found.decisions)}, {flips} before any other action: {told}",
            flush=True,
        )
        worst = max(worst, int(found.changed))
    return worst


def _replayed(run: Path, changes: Changes, out: Path | None = None) -> Replay:
    bag = open_bag(run)
    recording: Recording = read_recording(bag)
    with tempfile.TemporaryDirectory(prefix="pred_replay_") as folder:
        recorded = recorded_parameters(bag, recording.namespace)
        answered = answered_from_record(recorded, bag, recording.namespace, Path(folder) / "llm_calls.jsonl")
        parameters = changed(answered, changes)
        return replay(recording, parameters, SideBySide(recording, out / BAG) if out is not None else None)


def _write(found: Replay, folder: Path) -> None:
    """Write the report, and the picture of the first divergence."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "replay.json").write_text(report.as_json(found) + "\n", "utf-8")
    text = "\n".join(report.lines(found, everything=True))
    (folder / "replay.txt").write_text(text + "\n", "utf-8")
    if found.picture:
        message = deserialize_message(found.picture, ImageMsg)
        Image.fromarray(np.asarray(image_from_msg(message), np.uint8)).save(folder / "divergence.png")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="pred replay",
        description="Replay the decisions of recorded runs in lock step, and name those that a change changes.",
        epilog="Exit code 0: all decisions are the same; 1: one is not; 2: the input cannot be used.",
    )
    parser.add_argument(
        "given",
        nargs="+",
        metavar="RUN | NODE.PARAMETER:=VALUE",
        help="runs, folders of runs, or bags; and what to change, or reasoner:=, detector:=, attributes:=, replay:=",
    )
    parser.add_argument("--sweep", metavar="NODE.PARAMETER=A,B,C", help="replay once for each value")
    parser.add_argument(
        "--resimulate",
        action="store_true",
        help="do the task again in AI2-THOR's recorded room with the changes, of any node: what it does otherwise, "
        "and how that ends",
    )
    parser.add_argument("-a", "--all", action="store_true", help="show the decisions that are the same, too")
    parser.add_argument("--json", action="store_true", help="print everything for programs")
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        help="new folder for report, picture, and a bag of both (/old, /new)",
    )
    return parser
