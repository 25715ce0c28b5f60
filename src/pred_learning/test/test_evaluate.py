"""The measurement itself, and a floor under how well human sentences are read."""

from __future__ import annotations

from pathlib import Path

import pytest

from pred_language.meaning.context import Ranked, TaskContext, TaskType
from pred_learning.reading.evaluate import faults, judge, satisfies
from pred_tasks.alfred.recorded import Goal, known_types, load, part_of

TASKS = Path(__file__).resolve().parents[3].parent / "shared" / "data" / "alfred_train_sample.jsonl"
GOAL = Goal(TaskType.CLEAN_PLACE, "Mug", False, "", "Shelf", "")


def one(name: str) -> Ranked:
    return Ranked(name, (name,), (1.0,))


def context(**changes) -> TaskContext:
    values = {"target": one("Mug"), "destination": one("Shelf"), "states": frozenset({"clean"})}
    return TaskContext("x", changes.pop("task_type", TaskType.CLEAN_PLACE), **{**values, **changes})


def test_a_right_reading_has_no_fault():
    assert faults(GOAL, context()) == [] and satisfies(GOAL, context())


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"target": one("Cup")}, "object Mug read as Cup"),
        ({"destination": one("Cabinet")}, "destination Shelf read as Cabinet"),
        ({"states": frozenset({"clean", "sliced"})}, "not sliced"),
        ({"movable": one("Plate")}, "movable - read as Plate"),
    ],
)
def test_each_fault_is_named(changes, fault):
    assert faults(GOAL, context(**changes)) == [fault]


def test_doing_more_than_asked_satisfies_but_less_does_not():
    simple = Goal(TaskType.PLACE, "Mug", False, "", "Shelf", "")
    assert satisfies(simple, context()), "a clean mug on the shelf is a mug on the shelf"
    assert not satisfies(GOAL, context(task_type=TaskType.PLACE, states=frozenset()))
    two = Goal(TaskType.PLACE_TWO, "Mug", False, "", "Shelf", "")
    assert not satisfies(two, context()) and satisfies(two, context(count=2))


@pytest.mark.skipif(not TASKS.exists(), reason="the recorded human tasks (../shared/data) are not here")
@pytest.mark.parametrize(("text", "floor"), [("goal", 0.7), ("steps", 0.78)])
def test_human_sentences_are_read_at_least_this_well(text, floor):
    pytest.importorskip("procthor", reason="needs the recorded rooms")
    tasks = [t for t in load(TASKS) if part_of(t) == "held-out"][:60]
    assert all(known_types(t) for t in tasks)
    verdicts = [v for t in tasks for v in judge(t, text, first_only=False)]
    assert sum(v.exact for v in verdicts) / len(verdicts) >= floor
