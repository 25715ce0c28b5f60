"""What a person says after a task, and what is made of it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from pred_core.asking import Answer, Question
from pred_core.outcome import Code, Outcome
from pred_core.plan_language import High, Level, Plan, Subgoal
from pred_recovery.mission.mission import Assignment
from pred_recovery.tree.executive import TaskEnd
from pred_recovery.tree.feedback import ROUNDS, asked_back, understood

DONE = TaskEnd(Outcome.success(), 10, 1, 2, 2, None)
FAILED = TaskEnd(Outcome(Code.NOT_FOUND, "no"), 5, 2, 0, 1, None)


@pytest.mark.parametrize(
    "words",
    ["", "yes", "Yes, thanks!", "all good", "No, thank you.", "perfect",
     "It looks good, thanks", "nothing", "You didn't miss anything"],
)  # fmt: skip
def test_silence_and_praise_mean_yes(words: str) -> None:
    assert understood(Answer(bool(words), words)).content


def test_a_bare_no_is_neither_content_nor_a_task() -> None:
    said = understood(Answer(True, "No."))
    assert not said.content
    assert not said.more


@pytest.mark.parametrize(
    ("words", "more"),
    [
        ("No, put the fork on the plate too", "put the fork on the plate too"),
        ("You forgot to wash the mug.", "You forgot to wash the mug."),
        ("yes, but close the fridge", "close the fridge"),
    ],
)
def test_other_words_are_a_task(words: str, more: str) -> None:
    assert understood(Answer(True, words)).more == more


@dataclass
class Told:
    """A mission as far as feedback needs one."""

    task: Assignment
    notes: list[tuple[str, bool]] = field(default_factory=list)

    def note(self, kind: str, _text: str, **data: Any) -> None:
        self.notes.append((kind, data["satisfied"]))


def afterwards(first: TaskEnd, *answers: str, then: TaskEnd = DONE) -> tuple[TaskEnd, list[str], list[Any]]:
    """Return the result, the further tasks, and what was noted."""
    told, done = Told(Assignment("put the plate on the table")), []
    left = list(answers)

    async def ask(_question: Question) -> Answer:
        return Answer(True, left.pop(0)) if left else Answer(False)

    async def again(task: Assignment) -> tuple[Any, TaskEnd]:
        done.append(task.instruction)
        return told, then

    result = asyncio.run(asked_back(told, first, ask, again, 1.0))  # type: ignore[arg-type]
    return result, done, told.notes


def test_what_is_missing_is_done_and_counted_together() -> None:
    result, done, notes = afterwards(DONE, "put a fork on the plate")
    assert done == ["put a fork on the plate"]
    assert (result.actions, result.failures, result.goals) == (20, 2, 4)
    assert notes == [("feedback", False), ("feedback", True)]


def test_what_was_left_out_is_done_for_what_the_task_was_about() -> None:
    plate = Subgoal("t1", Level.TRIPLET, High.MOVE, "Plate", "DiningTable")
    first = replace(DONE, plan=Plan("p", "put the plate on the table", "test", "rules", (plate,), ()))
    _, done, _ = afterwards(first, "You forgot to put a fork on it")
    assert done == ["put a fork on the plate"]


def test_a_person_is_asked_twice_at_most() -> None:
    _, done, notes = afterwards(DONE, *["put a fork on the plate"] * 5)
    assert len(done) == ROUNDS
    assert len(notes) == ROUNDS


def test_nobody_is_asked_after_a_failure() -> None:
    _, done, notes = afterwards(FAILED, "put a fork on the plate")
    assert (done, notes) == ([], [])
    result, done, notes = afterwards(DONE, "put a fork on the plate", "more", then=FAILED)
    assert result.outcome.code is Code.NOT_FOUND
    assert len(done) == 1
