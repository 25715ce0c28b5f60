"""What models write around the answer to a question: thoughts, drafts, wrappers, other letters."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from pred_language.meaning.context import TaskType
from pred_planner.dialects.name_repair import repairer
from pred_planner.dialects.registry import parse
from pred_planner.model.context_answer import read
from pred_planner.plan.parsed import Parsed, Rejected, Rejection

CONTEXT = {
    "task_type": "pick_and_place_simple",
    "target": "Mug",
    "quantity": 1,
    "states": [],
    "destination": "Desk",
    "location": ["Shelf"],
    "others": [{"object": "Fork", "destination": "Drawer"}],
}
DRAFT = json.dumps(CONTEXT | {"target": "Vase"})
WHOLE = json.dumps(CONTEXT)


def capital(value: object) -> object:
    if isinstance(value, dict):
        return {key.title(): capital(one) for key, one in value.items()}
    return [capital(one) for one in value] if isinstance(value, list) else value


def camel(value: dict[str, object]) -> dict[str, object]:
    return {"taskType" if key == "task_type" else key: one for key, one in value.items()}


CONTEXTS: dict[str, str] = {
    "plain": WHOLE,
    "thoughts with a draft": f"<think>Perhaps {DRAFT}?</think>{WHOLE}",
    "the end of thoughts with a draft": f"Perhaps {DRAFT}?\n</think>\n{WHOLE}",
    "a draft before": f"First I thought of {DRAFT}, but it is: {WHOLE}",
    "two objects": f"{DRAFT}\n{WHOLE}",
    "capital keys": json.dumps(capital(CONTEXT)),
    "keys in another spelling": json.dumps(camel(CONTEXT)),
    "a wrapping object": json.dumps({"answer": CONTEXT}),
    "a wrapping object with a remark": json.dumps({"reasoning": "It says so.", "result": CONTEXT}),
    "two wrapping objects": json.dumps({"response": {"Context": capital(CONTEXT)}}),
}


@pytest.mark.parametrize("form", CONTEXTS)
def test_a_context_is_found_in_what_a_model_writes_around_it(form: str) -> None:
    context = read(CONTEXTS[form], "")
    assert context.task_type is TaskType.PLACE
    assert (context.target.best, context.destination.best, context.source.best) == ("Mug", "Desk", "Shelf")
    assert [(part.thing.best, part.destination.best) for part in context.also] == [("Fork", "Drawer")]


@pytest.mark.parametrize("text", ["<think>It is a mug", f"<think>Perhaps {WHOLE}", WHOLE[:-20], WHOLE[:-1]])
def test_no_context_is_made_of_thoughts_or_of_a_half(text: str) -> None:
    with pytest.raises(Rejected):
        read(text, "")


ROWS = [["Move", "Mug", "Desk"]]
PLANS: dict[str, Callable[[str], str]] = {
    "thoughts with a draft": lambda plan: f'<think>[["Move", "Vase", "Shelf"]]?</think>{plan}',
    "the end of thoughts": lambda plan: f'[["Move", "Vase", "Shelf"]]</think>{plan}',
    "a wrapping object": lambda plan: f'{{"answer": {{"Plan": {plan}}}}}',
    "capital keys": lambda plan: f'{{"Plan": {plan}}}',
    "two objects": lambda plan: f'{{"plan": [["Move", "Vase", "Shelf"]]}}\n{{"plan": {plan}}}',
}


@pytest.mark.parametrize("form", PLANS)
def test_a_plan_is_found_in_what_a_model_writes_around_it(form: str) -> None:
    parsed = parse("pred", PLANS[form](json.dumps(ROWS)), repairer())
    assert isinstance(parsed, Parsed) and parsed.as_lists() == ROWS


def test_thoughts_alone_are_no_plan() -> None:
    assert isinstance(parse("pred", f"<think>{json.dumps(ROWS)}", repairer()), Rejection)
