"""When a command to a service robot is done, answered, or rightly refused."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from pred_tasks.service_goals import ServiceError, ServiceGoal
from pred_tasks.tasks import TaskError, parse_task
from pred_tasks.world import Told, WorldState, short_forms

APPLE: dict[str, Any] = {"position": {"x": 1.0, "y": 1.0, "z": 0.0}, "parentReceptacles": ["Table|1"]}
ROOM = WorldState({"Apple|1": APPLE}, robot={"x": 0.0, "y": 0.9, "z": 0.0}, told=Told(True))
BRING = {"wants": [{"things": ["Apple|1"], "to": "person"}]}
PUT = {"wants": [{"things": ["Apple|1"], "to": ["Table|1", "Table|2"]}]}
GO = {"wants": [{"things": ["Apple|1"], "to": "near"}]}
REFUSE = {"refuse": True}
TWO = {"answer": ["2"]}
UNKNOWN = {"answer": ["unknown"], "refuse": True}


def said(value: object, *things: str, done: bool = True) -> Told:
    return Told.of(done, [{"value": value, "things": list(things)}])


@pytest.mark.parametrize(
    ("goal", "state", "met"),
    [
        (BRING, replace(ROOM, given=("Apple|1",)), True),
        (BRING, replace(ROOM, given=("Apple|1", "Fork|1")), False),
        (BRING, ROOM, False),
        (PUT, ROOM, True),
        (PUT, replace(ROOM, objects={"Apple|1": {**APPLE, "parentReceptacles": None}}), False),
        (GO, ROOM, True),
        (GO, replace(ROOM, robot={"x": -3.0, "y": 0.9, "z": 0.0}), False),
        (REFUSE, ROOM, False),
        (REFUSE, replace(ROOM, told=Told(False)), True),
        (REFUSE, replace(ROOM, told=Told(False), held=("Apple|1",)), False),
        (TWO, replace(ROOM, told=said(2, "Apple_1", "Apple_2")), True),
        (TWO, replace(ROOM, told=said(3)), False),
        (TWO, replace(ROOM, told=said(None)), False),
        (TWO, ROOM, False),
        (UNKNOWN, replace(ROOM, told=said(None)), True),
        (UNKNOWN, replace(ROOM, told=Told(False)), True),
        (UNKNOWN, replace(ROOM, told=said(2)), False),
        (UNKNOWN, ROOM, False),
    ],
)
def test_it_is_done_when_it_is_as_it_was_wanted(goal: dict[str, Any], state: WorldState, met: bool) -> None:
    assert all(c.met for c in ServiceGoal.parse(goal).conditions(state)) is met


def test_nothing_is_done_before_anything_was_said() -> None:
    before = replace(ROOM, told=None)
    assert not any(all(c.met for c in ServiceGoal.parse(goal).conditions(before)) for goal in (REFUSE, TWO, UNKNOWN))


@pytest.mark.parametrize(
    ("value", "things", "forms"),
    [
        (True, (), {"yes"}),
        (0, (), {"0"}),
        (None, (), {"unknown"}),
        (1, ("Mug_2",), {"1", "Mug_2", "Mug"}),
        (2, ("Mug_1", "Mug_2"), {"2", "Mug_1,Mug_2", "Mug_1", "Mug"}),
    ],
)
def test_an_answer_has_short_forms(value: object, things: tuple[str, ...], forms: set[str]) -> None:
    assert short_forms({"value": value, "things": things}) == forms


def test_who_does_not_know_claims_nothing() -> None:
    assert said(None).knows_nothing and not said(0).knows_nothing and not Told(True).knows_nothing


@pytest.mark.parametrize(
    "goal",
    [None, {}, {"wants": [{}]}, {"wants": [{"things": ["A"], "to": "nobody"}]}, {"answer": "2"}, {"refuse": "yes"}],
)
def test_a_goal_that_says_nothing_is_refused_with_a_sentence(goal: object) -> None:
    with pytest.raises(ServiceError, match=r"need|lists"):
        ServiceGoal.parse(goal)
    line = {"task_id": "s", "task_type": "service_bring", "floor_plan": "FloorPlan1", "goal": goal}
    with pytest.raises(TaskError, match=r"need|lists"):
        parse_task(json.dumps({**line, "annotations": [{"task_desc": "bring me a mug"}]}))
