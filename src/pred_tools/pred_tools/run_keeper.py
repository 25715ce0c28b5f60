"""The record of runs beside what the executive writes: pictures, film, map, cards, story, a model's calls."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rclpy.node import Node

from pred_core.model_calls import Spent
from pred_core.outcome import Code, Outcome
from pred_core.stack_owner import reason_of_the_end
from pred_core.tree_record import TREE
from pred_tools.cards import Evidence
from pred_tools.picture_log import PictureLog
from pred_tools.run_calls import RunCalls, write_cost
from pred_tools.run_cards import RunCards, write_cards
from pred_tools.run_files import RECORD, RESULT, TREE_PICTURE, read_run
from pred_tools.run_pictures import RunPictures
from pred_tools.tree_picture import draw_tree
from pred_tools.tree_text import read_trees


@dataclass(frozen=True)
class Kept:
    """What was heard of a run that has ended. Any thread may write it."""

    folder: Path
    pictures: PictureLog
    evidence: list[Evidence | None]
    spent: Spent | None

    def write(self, instruction: str, outcome: Outcome, actions: int) -> None:
        """Write everything; nothing when no task was begun.

        :param outcome: how the task ended, for when the executive could not write it
        :raises OSError: when it cannot be written
        :raises RunError: when the executive's record is broken
        """
        if not begun(self.folder):
            return
        if not ended(self.folder):
            _write_result(self.folder / RESULT, instruction, outcome, actions)
        self.pictures.write()
        write_cost(self.folder, self.spent)
        write_cards(self.folder, self.evidence)
        _draw_tree(self.folder)


class RunKeeper:
    """Listens while tasks run; the executive itself keeps plan, decisions and result in the same folder."""

    def __init__(self, node: Node, say: Callable[[str], None] = print) -> None:
        """Start to listen; nothing is kept before :meth:`begin`.

        :param say: prints a line for people
        """
        self._say = say
        self._folder: Path | None = None
        self._calls = RunCalls(node, say)
        self._pictures = RunPictures(node)
        self._cards = RunCards(node)

    def begin(self, folder: Path | None) -> None:
        """Keep what comes from now on; what was heard before is of an earlier task.

        :param folder: of the record, None for none: a model's failures are told all the same
        """
        self._folder = folder
        self._calls.begin(folder)
        self._cards.begin()
        if folder is not None:
            self._pictures.begin(folder)

    def take(self) -> Kept | None:
        """Return what was heard of the task that has ended, and say what a model cost; None without a folder."""
        spent = self._calls.take()
        if spent is not None:
            self._say(f"Model: {spent.report()}")
        if self._folder is None:
            return None
        kept = Kept(self._folder, self._pictures.take(), self._cards.take(), spent)
        self._folder = None
        return kept


def begun(folder: Path) -> bool:
    """Return whether the executive has begun a record."""
    return (folder / RECORD).is_file()


def ended(folder: Path) -> bool:
    """Return whether it is written how the task ended."""
    return (folder / RESULT).is_file()


def cut_off() -> Outcome:
    """Return how a task ended that everything was ended in."""
    reason = reason_of_the_end()
    if reason:
        return Outcome(Code.UNAVAILABLE, f"The task ended because {reason}.")
    return Outcome(Code.CANCELED, "Everything was told to end.")


def asked_in(folder: Path) -> str:
    """Return what the record of a run says was asked for.

    :raises RunError: when it is broken
    """
    return next((event.text for event in read_run(folder).events if event.kind == "start"), "")


def _draw_tree(folder: Path) -> None:
    """Draw the behaviour tree at the end, where a subgoal has ended at all.

    :raises RunError: when the record of it is broken
    """
    record = folder / TREE
    if record.is_file() and record.stat().st_size:
        draw_tree(read_trees(folder)[-1]).save(folder / TREE_PICTURE)


def _write_result(path: Path, instruction: str, outcome: Outcome, actions: int) -> None:
    """Write the result of a task whose executive has gone."""
    result = {
        "instruction": instruction,
        "success": False,
        "code": outcome.code,
        "message": outcome.message,
        "swayed_by": [],
        "actions": actions,
        "failures": 0,
        "goal_conditions": 0,
        "goal_conditions_total": 0,
        "final_plan": None,
    }
    path.write_text(json.dumps(result, indent=2, sort_keys=True) + "\n", "utf-8")
