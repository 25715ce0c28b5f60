"""A model's plan is judged by what it does: right ones are taken as written, wrong ones refused with the reason.

data/model_plans.jsonl was written before the judge.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pred_core.action_model.goals import conditions_of
from pred_core.objects import ObjectMemory, ObjectState
from pred_language.meaning.context import Refusal
from pred_language.reader import Texts, understand
from pred_planner.dialects import registry
from pred_planner.dialects.name_repair import repairer
from pred_planner.plan.binding import bound
from pred_planner.plan.intentions import integrate
from pred_planner.plan.judging import objection_to
from pred_planner.plan.parsed import Parsed, Rejection
from pred_planner.rules.reasoner import grounder_for

NOTHING = ObjectMemory()
Row = tuple[str, str, str]
PLANS = [
    json.loads(line)
    for line in (Path(__file__).parent / "data/model_plans.jsonl").read_text("utf-8").splitlines()
]
RIGHT = [(p["sentence"], p["plan"]) for p in PLANS if "refused" not in p]
WRONG = [(p["sentence"], p["plan"], p["refused"]) for p in PLANS if "refused" in p]


def judged(sentence: str, rows: tuple[Row, ...], memory: ObjectMemory = NOTHING) -> tuple[str, list[str]]:
    """Return the objection to a model's rows, and the actions of the plan they make."""
    context = understand(Texts(sentence), grounder_for(memory))
    assert not isinstance(context, Refusal)
    template = integrate(context, memory)
    parsed = registry.parse("pred", json.dumps(rows), repairer())
    assert isinstance(parsed, Parsed), parsed
    triplets = bound(parsed, template)
    return objection_to(triplets, conditions_of(template), memory), [str(t.action) for t in triplets]


def test_there_are_enough_of_both() -> None:
    assert len(RIGHT) >= 40 and len(WRONG) >= 60


@pytest.mark.parametrize(("sentence", "rows"), RIGHT)
def test_right_plans_are_taken(sentence: str, rows: tuple[Row, ...]) -> None:
    objection, _ = judged(sentence, rows)
    assert objection == ""


@pytest.mark.parametrize(("sentence", "rows", "says"), WRONG)
def test_wrong_plans_are_refused_with_the_reason(sentence: str, rows: tuple[Row, ...], says: str) -> None:
    objection, _ = judged(sentence, rows)
    assert says in objection


def test_a_look_is_senseless_where_the_thing_was_seen() -> None:
    rows = (("Open", "Drawer", "None"), ("Close", "Drawer", "None"), ("Move", "Book", "Desk"))
    seen = ObjectMemory(objects=(ObjectState("Book_1", "Book", (0.0, 0.0, 0.0), (0.1, 0.1, 0.1)),))
    assert judged("put a book on the desk", rows)[0] == ""
    assert "(Open, Drawer, None) serves nothing" in judged("put a book on the desk", rows, seen)[0]


def test_a_row_that_is_no_step_is_told_and_not_dropped() -> None:
    rows = [["Clean", "Mug", "None"], ["Wipe it?", "Mug", "None"], ["Move", "Mug", "CoffeeMachine"]]
    parsed = registry.parse("pred", json.dumps(rows), repairer())
    assert isinstance(parsed, Rejection) and parsed.message == '["Wipe it?", "Mug", "None"] is no step.'
