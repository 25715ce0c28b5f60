"""One question for what is wanted and the plan: what it holds, how long it is, and what is done with its answers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import jsonschema
import pytest
from test_two_readings import Mind
from two_minds import ROOMS, Case, answer_of, wants

from pred_core.objects import Attribute, ObjectMemory, ObjectState, Truth
from pred_core.plan_language import Plan
from pred_language.reader import Texts
from pred_planner.model import prompts
from pred_planner.model.examples import PromptExamples
from pred_planner.model.reasoner import LlmReasoner

AT = ((0.0, 0.0, 0.0), (0.1, 0.1, 0.1))
KITCHEN = Case("kitchen", "", (), ()).memory
LETTERS = 4.0
"""Letters of a token, about."""


def made(words: str, answer: str, memory: ObjectMemory = KITCHEN, **more: str) -> tuple[Plan, Mind]:
    mind = Mind(task=answer, **more)
    planned = LlmReasoner(mind, at_once=True).make_plan(Texts(words), memory)
    assert planned.plan is not None, planned.outcome.message
    return planned.plan, mind


def rows(plan: Plan) -> list[tuple[str, str, str]]:
    return [t.as_triplet() for t in plan.triplets]


@pytest.mark.parametrize("steps", [(), ("go to the sink", "wash the mug there", "put it on the coffee machine")])
def test_the_question_is_short_in_a_kitchen(steps: tuple[str, ...]) -> None:
    texts = Texts("put a clean mug on the coffee machine", steps)
    question = prompts.task(texts, KITCHEN, examples=PromptExamples(3).text(texts.instruction))
    assert len(ROOMS["kitchen"].split()) >= 40
    assert len(question.system + question.user) / LETTERS <= 1200
    assert len(json.dumps(question.schema)) / LETTERS <= 950


def test_the_question_holds_the_words_the_scene_and_what_the_robot_can_do() -> None:
    texts = Texts("bring me my mug, clean", ("wash the mug",), ("Commander: the blue one",))
    mug = ObjectState("Mug_2", "Mug", *AT, attributes={"clean": Attribute("clean", Truth.FALSE)})
    asked = prompts.task(texts, ObjectMemory(objects=(mug,))).user
    for told in ("Task: bring me my mug, clean", "Step: wash the mug", "Dialogue: Commander: the blue one"):
        assert told in asked
    assert "Mug_2: not clean" in asked and "ToggleOff" in asked and "closed" in asked


def test_its_schema_allows_what_is_there_and_nothing_else() -> None:
    schema = prompts.task(Texts("turn off the faucet"), KITCHEN).schema
    good = {"wants": [{"thing": {"type": "Faucet_1"}, "states": ["off"]}], "plan": [["ToggleOff", "Faucet", "None"]]}
    jsonschema.validate(good, schema)
    wrong: list[Mapping[str, Any]] = [
        {"wants": [{"thing": {"type": "Dragon"}}], "plan": []},
        {"wants": [{"thing": {"type": "Faucet"}, "states": ["happy"]}], "plan": []},
        {"wants": [{"thing": {"type": "Faucet"}, "colour": "red"}], "plan": []},
        {"wants": [{"thing": {"type": "Faucet"}}], "plan": [["Dance", "Faucet", "None"]]},
    ]
    for answer in wrong:
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(answer, schema)


@pytest.mark.parametrize(
    ("words", "given"),
    [
        ("put a clean mug on the coffee machine", "clean Mug > CoffeeMachine"),
        ("turn off the faucet", "off Faucet"),
        ("open the fridge", "open Fridge"),
        ("close the microwave", "closed Microwave"),
        ("switch on the toaster", "on Toaster"),
        ("put the fork in the drawer and the mug in the sink", "Fork > Drawer + Mug > SinkBasin"),
    ],
)
def test_one_call_is_enough_for_reading_and_plan(words: str, given: str) -> None:
    plan, mind = made(words, answer_of(wants(given)))
    assert plan.source == "llm" and [question.purpose for question in mind.asked] == ["task"]


def test_then_is_kept_in_order() -> None:
    answer = {
        "wants": [
            {"thing": {"type": "Mug"}, "to": {"type": "SinkBasin"}},
            {"thing": {"type": "Fridge"}, "states": ["open"], "then": True},
        ],
        "plan": [["Move", "Mug", "SinkBasin"], ["Open", "Fridge", "None"]],
    }
    plan, _ = made("put the mug in the sink, then open the fridge", json.dumps(answer))
    assert rows(plan) == [("Move", "Mug", "SinkBasin"), ("Open", "Fridge", "None")] and plan.source == "llm"


def test_a_plan_that_is_refused_is_asked_for_once_more_with_the_reason() -> None:
    answer = json.loads(answer_of(wants("clean Mug > CoffeeMachine"))) | {"plan": [["Move", "Mug", "CoffeeMachine"]]}
    good = json.dumps([["Clean", "Mug", "None"], ["Move", "Mug", "CoffeeMachine"]])
    plan, mind = made("put a clean mug on the coffee machine", json.dumps(answer), plan=good)
    assert plan.source == "llm" and [question.purpose for question in mind.asked] == ["task", "plan"]
    assert "In the end it is not so that the Mug is clean" in mind.asked[1].user


def test_an_id_means_that_one() -> None:
    two = ObjectMemory(objects=tuple(ObjectState(f"Mug_{n}", "Mug", *AT) for n in (1, 2)))
    answer = {"wants": [{"thing": {"type": "Mug_2"}, "to": {"type": "Shelf"}}], "plan": [["Move", "Mug_2", "Shelf"]]}
    plan, _ = made("the second beaker, shelf", json.dumps(answer), two)
    assert plan.context["refers"]["x1"]["tests"][0]["value"] == "2"


NOTHING = [[], "a mug", [{"thing": {}}], [{"states": ["on"]}], [{"thing": {"type": "Mug"}, "states": ["glad"]}]]


@pytest.mark.parametrize("wants_given", NOTHING)
def test_wants_that_say_nothing_are_asked_for_again_and_left_to_the_rules(wants_given: object) -> None:
    plan, mind = made("put a mug in the sink", json.dumps({"wants": wants_given, "plan": []}))
    assert plan.source == "rules" and [question.purpose for question in mind.asked] == ["task", "task"]
