"""Commands to a service robot and questions: how they are made, and how they are read in rooms that are known."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from pred_bench.suites import questions, service
from pred_bench.words.judge import Verdict
from pred_bench.words.main import table
from pred_bench.words.service import judged
from pred_tasks.service_goals import ServiceGoal
from pred_tasks.tasks import read_tasks

SUITES = Path(__file__).parents[1] / "suites"


@pytest.mark.parametrize(("name", "number", "rooms"), [("service", 200, 20), ("questions", 60, 10)])
def test_the_suites_have_enough_commands_in_enough_rooms(name: str, number: int, rooms: int) -> None:
    found = read_tasks(SUITES / f"{name}.jsonl")
    assert len(found) == number and len({task.scene for task in found}) == rooms
    assert {(int(task.scene.removeprefix("FloorPlan")) - 1) // 100 for task in found} == {0, 2, 3, 4}


def test_the_suites_have_every_kind_of_command() -> None:
    kinds = Counter(task.task_type.removeprefix("service_") for task in read_tasks(SUITES / "service.jsonl"))
    assert kinds.keys() == service.KINDS.keys()
    asked = {task.task_type.removeprefix("service_") for task in read_tasks(SUITES / "questions.jsonl")}
    assert asked == questions.KINDS.keys()


@pytest.mark.parametrize("made", [service, questions])
def test_the_generators_make_the_suites_again(made: object) -> None:
    name = "service" if made is service else "questions"
    lines = (SUITES / f"{name}.jsonl").read_text("utf-8").splitlines()
    made_again = (service if made is service else questions).tasks()
    assert [json.dumps(task) for _, task in zip(range(3), made_again, strict=False)] == lines[:3]


def test_what_is_about_others_is_to_be_refused() -> None:
    for task in read_tasks(SUITES / "service.jsonl"):
        about_others = task.task_type.removeprefix("service_") in ("follow", "greet", "to_someone")
        assert isinstance(task.goal, ServiceGoal) and (not about_others or task.goal.refuse)


@pytest.mark.parametrize("name", ["service", "questions"])
def test_they_are_read_right_in_rooms_that_are_known(name: str) -> None:
    found = judged(read_tasks(SUITES / f"{name}.jsonl"))
    assert sum(one.verdict is Verdict.RIGHT for one in found) >= 0.98 * len(found), table(found)
    assert not [one for one in found if one.verdict is Verdict.FALSE], table(found)
