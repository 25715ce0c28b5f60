"""What the start page tells of the runs in a folder."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pred_core.run_folder import BAG
from pred_tools.bag.reader import BagError, open_bag
from pred_tools.run_files import CARDS, RECORD, TREE_PICTURE, Run, RunError, read_run

THUMBNAILS = ("film.gif", "map.png")


@dataclass(frozen=True)
class Entry:
    """One run: its folder's name, what was asked, how it ended in words, a picture of it, whether it was done."""

    name: str
    instruction: str
    ended: str
    done: bool | None
    picture: str = ""
    bag: str = ""


@dataclass(frozen=True)
class Moment:
    """A decision worth a look: the robot's step, what it was, and its card ('' = none)."""

    step: int
    text: str
    card: str = ""


@dataclass(frozen=True)
class Details:
    """A run with its decisions; ``times`` are when they were recorded (ns), by step, where there is a bag.

    ``tree_picture`` is the name of the file with the behaviour tree, '' when there is none.
    """

    entry: Entry
    run: Run
    moments: tuple[Moment, ...]
    times: dict[int, int] = field(default_factory=dict)
    tree_picture: str = ""


def runs_in(folder: Path) -> list[Entry]:
    """Return the runs in a folder, the latest first; what is no run is left out."""
    if not folder.is_dir():
        return []
    found = [p for p in folder.iterdir() if (p / RECORD).is_file() or (p / BAG).is_dir()]
    return [entry_of(p) for p in sorted(found, key=lambda p: (p.stat().st_mtime, p.name), reverse=True)]


def entry_of(folder: Path) -> Entry:
    """Return what is told of a run. A broken one is told as such."""
    picture = next((name for name in THUMBNAILS if (folder / name).is_file()), "")
    files = [*sorted((folder / BAG).glob("*.mcap")), *sorted(folder.glob("*.mcap"))]
    bag = files[0].relative_to(folder).as_posix() if files else ""
    if not (folder / RECORD).is_file():
        return Entry(folder.name, "Recorded without a task", "", None, picture, bag)
    try:
        run = read_run(folder)
    except RunError as error:
        return Entry(folder.name, "A run that cannot be read", str(error), False, picture, bag)
    return Entry(folder.name, _asked(run), _ended(run.result), _done(run.result), picture, bag)


def details_of(folder: Path) -> Details:
    """Return a run with its decisions.

    :raises RunError: when the folder holds no run that can be read
    """
    run = read_run(folder)
    changes = [
        Moment(c.step, f"{c.revision.trigger.upper()}: {c.revision.reason}", _card(folder, number))
        for number, c in enumerate(run.changes)
    ]
    recoveries = [Moment(r.step, f"Recovery: {r.strategy} after {r.failure.code}") for r in run.recoveries]
    subgoals = [Moment(e.step, e.text) for e in run.events if e.kind in ("subgoal", "end")]
    moments = tuple(sorted([*changes, *recoveries, *subgoals], key=lambda m: m.step))
    tree = TREE_PICTURE if (folder / TREE_PICTURE).is_file() else ""
    return Details(entry_of(folder), run, moments, times_of(folder), tree)


def _card(folder: Path, number: int) -> str:
    return next((f"{CARDS}/{p.name}" for p in sorted((folder / CARDS).glob(f"{number + 1:02d}_*.png"))), "")


def times_of(folder: Path) -> dict[int, int]:
    """Return when the observation of each step was recorded (ns); {} without a bag that can be read."""
    from rclpy.serialization import (
        deserialize_message,  # takes a second to load, and lists of runs need none of it
    )

    from pred_msgs.msg import RobotState

    try:
        bag = open_bag(folder / BAG if (folder / BAG).is_dir() else folder)
        topics = [name for name in bag.topics if name.endswith("/robot_state")]
        return {
            int(deserialize_message(message.data, RobotState).step): message.time
            for message in bag.messages(topics)
        }
    except (BagError, OSError):
        return {}


def _asked(run: Run) -> str:
    if run.plan is not None and run.plan.instruction:
        return run.plan.instruction
    said = next((event.text for event in run.events if event.kind == "start"), "")
    return str(run.result.get("instruction") or said or "A task without words")


def _ended(result: Any) -> str:
    if not result:
        return "cut off, or still going on"
    goals = (
        f"{result['goal_conditions']} of {result['goal_conditions_total']} goals, {result['actions']} actions"
    )
    if result["success"]:
        but = "; ".join(map(str, result.get("notes") or ()))
        return f"{goals}, but: {but}" if but else goals
    return f"{result['message'] or result['code']} ({goals})"


def _done(result: Any) -> bool | None:
    return bool(result["success"]) if result else None
