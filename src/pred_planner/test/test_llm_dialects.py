"""A model that is asked for its plan in each of the four dialects, in front of a scripted server."""

from __future__ import annotations

import json

import pytest

from pred_core.objects import ObjectMemory
from pred_core.plan_language import Plan
from pred_language.reader import Texts
from pred_planner.dialects.forms import FORMS
from pred_planner.dialects.registry import DIALECTS
from pred_planner.llm.client import LlmClient, ModelSettings
from pred_planner.llm.scripted_server import Reply, ScriptedServer
from pred_planner.model.reasoner import LlmReasoner

EMPTY = ObjectMemory()
BASE = {"quantity": 1, "movable": "X", "toggle": "X", "location": "X"}
CLEAN = BASE | {
    "task_type": "pick_clean_then_place_in_recep",
    "target": "mug",
    "states": ["clean"],
    "destination": "coffee machine",
}
LAMP = BASE | {
    "task_type": "look_at_obj_in_light",
    "target": "book",
    "states": [],
    "destination": "X",
    "toggle": "DeskLamp",
}
TASKS = {
    "put a clean mug on the coffee machine": (
        CLEAN,
        [("Clean", "Mug", "None"), ("Move", "Mug", "CoffeeMachine")],
        {
            "pred": '[["Clean", "Mug", "None"], ["Move", "Mug", "CoffeeMachine"]]',
            "flare": "CleanObject, Mug, 0, PickupObject, Mug, 0, PutObject, Mug, CoffeeMachine",
            "cmfr": '{"subgoals": ["Clean(Mug_1)", "Pick_up(Mug_1)", "Place(Mug_1, CoffeeMachine_1)"]}',
            "helper": 'target_mug = InteractionObject("Mug")\nplace = InteractionObject("CoffeeMachine")\n'
            "target_mug.clean()\ntarget_mug.pickup_and_place(place)",
        },
    ),
    "look at a book under the desk lamp": (
        LAMP,
        [("LookAt", "Book", "DeskLamp")],
        {
            "pred": '{"plan": [["LookAt", "Book", "DeskLamp"]]}',
            "flare": '{"plan": ["LookAtObject", "Book", "DeskLamp"]}',
            "cmfr": '{"subgoals": ["Look_at(Book_1, DeskLamp_1)"]}',
            "helper": 'book = InteractionObject("Book")\nlamp = InteractionObject("DeskLamp")\n'
            "book.pickup()\nlamp.toggle_on()",
        },
    ),
}


def asked_in(dialect: str, sentence: str, *replies: str) -> tuple[Plan, list[dict]]:
    with ScriptedServer([Reply(text) for text in replies]) as server:
        client = LlmClient(ModelSettings("test", server.base_url), lambda _: None, lambda _: None)
        planned = LlmReasoner(client, dialect=dialect).make_plan(Texts(sentence), EMPTY)
        client.close()
    assert planned.plan is not None
    return planned.plan, server.requests


def test_every_dialect_that_is_read_can_be_asked_for() -> None:
    assert FORMS.keys() == DIALECTS.keys()


@pytest.mark.parametrize("dialect", FORMS)
@pytest.mark.parametrize("sentence", TASKS)
def test_a_plan_is_asked_for_and_read_in_a_dialect(dialect: str, sentence: str) -> None:
    context, triplets, answers = TASKS[sentence]
    plan, requests = asked_in(dialect, sentence, json.dumps(context), answers[dialect])
    assert [t.as_triplet() for t in plan.triplets] == triplets
    assert plan.source == "llm" and len(requests) == 2


@pytest.mark.parametrize("dialect", FORMS)
def test_the_prompt_speaks_of_one_dialect_and_the_schema_fits_it(dialect: str) -> None:
    sentence = next(iter(TASKS))
    context, _, answers = TASKS[sentence]
    _, (_, request) = asked_in(dialect, sentence, json.dumps(context), answers[dialect])
    text = request["messages"][1]["content"]
    marks = {
        "pred": '["Action", "Object", "Receptacle"]',
        "flare": "FLARE",
        "cmfr": "CMFR",
        "helper": "HELPER",
    }
    assert [name for name, mark in marks.items() if mark in text] == [dialect]
    assert "one clean Mug" in text and "{" + "context" not in text and "AppleSliced" in text
    assert ("response_format" in request) is (dialect != "helper")


@pytest.mark.parametrize("dialect", FORMS)
def test_a_bad_plan_is_asked_for_again_in_the_same_dialect(dialect: str) -> None:
    sentence = next(iter(TASKS))
    context, _, answers = TASKS[sentence]
    plan, requests = asked_in(dialect, sentence, json.dumps(context), "I would wash it.", answers[dialect])
    assert plan.source == "llm" and len(requests) == 3
    first, second = (request["messages"][1]["content"] for request in requests[1:])
    assert second.startswith(first) and "was rejected" in second
