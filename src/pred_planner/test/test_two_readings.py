"""The rules and a model read the same words: whatever the model says, no task that the rules would do is lost."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from pred_core.action_model.goals import conditions_of
from pred_core.model_calls import Question
from pred_core.objects import Attribute, ObjectMemory, ObjectState, Truth
from pred_core.outcome import Code, Outcome
from pred_language.meaning.context import TaskContext
from pred_language.reader import Texts
from pred_planner.dialects.forms import FORMS
from pred_planner.llm.client import ModelAnswer
from pred_planner.model import prompts
from pred_planner.model.agreement import APART
from pred_planner.model.context_answer import completed
from pred_planner.model.reasoner import LlmReasoner
from pred_planner.rules.reasoner import Planned, RulesReasoner

NOTHING = ObjectMemory()
AT = ((0.0, 0.0, 0.0), (0.1, 0.1, 0.1))
Rows = Sequence[Sequence[str]]


class Mind:
    """Answers each purpose with its texts in turn, the last one for ever; without one it cannot be reached."""

    def __init__(self, **answers: str | Sequence[str]) -> None:
        self._answers = {k: [v] if isinstance(v, str) else list(v) for k, v in answers.items()}
        self.asked: list[Question] = []

    def start_task(self) -> None:
        self.asked = []

    def ask(self, question: Question) -> ModelAnswer:
        self.asked.append(question)
        left = self._answers.get(question.purpose)
        if not left:
            return ModelAnswer(Outcome(Code.UNAVAILABLE, "Nothing listens there."))
        return ModelAnswer(Outcome.success(), left.pop(0) if len(left) > 1 else left[0])


def context(task_type: str, target: str, destination: str = "X", **more: object) -> str:
    """Return an answer to the question for the context."""
    return json.dumps({"task_type": task_type, "target": target, "destination": destination} | more)


def both(sentence: str, mind: Mind) -> tuple[Planned, Planned, list[str]]:
    """Return the plan of rules and model, the plan of the rules alone, and what was warned of."""
    warned: list[str] = []
    flow = LlmReasoner(mind, warn=warned.append)
    return (
        flow.make_plan(Texts(sentence), NOTHING),
        RulesReasoner().make_plan(Texts(sentence), NOTHING),
        warned,
    )


PLACE, CLEAN, HEAT = (
    "pick_and_place_simple",
    "pick_clean_then_place_in_recep",
    "pick_heat_then_place_in_recep",
)
SENTENCES: Mapping[str, tuple[str, Rows]] = {
    "put a clean mug on the coffee machine": (
        context(CLEAN, "Mug", "CoffeeMachine", states=["clean"]),
        [["Clean", "Mug", "SinkBasin"], ["Move", "Mug", "CoffeeMachine"]],
    ),
    "put a book on the shelf": (context(PLACE, "Book", "Shelf"), [["Move", "Book", "Shelf"]]),
    "put the plate in the sink": (context(PLACE, "Plate", "Sink"), [["Move", "Plate", "Sink"]]),
    "heat a potato and put it on the counter": (
        context(HEAT, "Potato", "CounterTop", states=["hot"]),
        [["Heat", "Potato", "Microwave"], ["Move", "Potato", "CounterTop"]],
    ),
    "turn off the television": (context("do", "Television"), [["ToggleOff", "Television", "None"]]),
    "open the fridge": (context("do", "Fridge"), [["Open", "Fridge", "None"]]),
    "put the fork in the drawer and the mug in the sink": (
        context(PLACE, "Mug", "SinkBasin", others=[{"object": "Fork", "destination": "Drawer"}]),
        [["Move", "Fork", "Drawer"], ["Move", "Mug", "SinkBasin"]],
    ),
    "examine a book under the lamp": (
        context("look_at_obj_in_light", "Book", toggle="DeskLamp"),
        [["LookAt", "Book", "DeskLamp"]],
    ),
}


def minds(reading: str, rows: Rows) -> Mapping[str, Mind]:
    """Return right, wrong, partial and useless minds for a sentence, from its right reading and plan."""
    good, plan = json.loads(reading), json.dumps(rows)

    def wrong(**values: object) -> str:
        return json.dumps(good | values)

    def plan_with(old: str, new: str) -> str:
        return json.dumps([[new if word == old else word for word in row] for row in rows])

    thing, place = rows[-1][1], rows[-1][2]
    return {
        "right": Mind(context=reading, plan=plan),
        "another thing": Mind(context=wrong(target="Vase"), plan=plan_with(thing, "Vase")),
        "another place": Mind(context=wrong(destination="GarbageCan"), plan=plan_with(place, "GarbageCan")),
        "another state": Mind(context=wrong(states=["cold"]), plan=plan),
        "another task": Mind(context=wrong(task_type="make_coffee"), plan=plan),
        "another place in the plan": Mind(context=reading, plan=plan_with(place, "GarbageCan")),
        "another thing in the plan": Mind(context=reading, plan=plan_with(thing, "Vase")),
        "half a plan": Mind(context=reading, plan=json.dumps(rows[:-1])),
        "a plan twice": Mind(context=reading, plan=json.dumps([*rows, *rows])),
        "words of no type": Mind(context=wrong(target="flux capacitor"), plan=plan),
        "words of no type in the plan": Mind(context=reading, plan=plan_with(thing, "flux capacitor")),
        "an unknown action": Mind(context=reading, plan=json.dumps([["Teleport", *row[1:]] for row in rows])),
        "no places": Mind(context=json.dumps({"task_type": good["task_type"]}), plan=plan),
        "prose": Mind(context="Gladly.", plan="First I go there."),
        "nothing": Mind(),
        "no plan": Mind(context=reading),
    }


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_model_never_makes_it_worse_than_the_rules(sentence: str) -> None:
    for name, mind in minds(*SENTENCES[sentence]).items():
        made, ruled, warned = both(sentence, mind)
        assert made.plan is not None and ruled.plan is not None, name
        wanted = conditions_of(ruled.plan.triplets)
        assert conditions_of(made.plan.triplets) == wanted or made.plan.source == "llm", name
        assert [s.as_tuple() for s in made.plan.subgoals] == [s.as_tuple() for s in ruled.plan.subgoals], name
        assert made.plan.context["decision"], name
        assert bool(warned) is (made.plan.source == "rules"), name


def test_what_a_model_cannot_say_is_planned_by_the_rules() -> None:
    """The context has no word for off: with a model the task used to end with no plan at all."""
    made, _, warned = both("turn off the television", Mind(context=context("do", "Television"), plan="[]"))
    assert made.plan is not None and made.plan.source == "rules"
    assert [t.as_triplet() for t in made.plan.triplets] == [("ToggleOff", "Television", "None")]
    assert warned == [made.plan.context["decision"]]
    assert "to be as it is, or off (its reading first)" in warned[0]


def test_where_the_rules_have_no_plan_a_supported_reading_of_the_model_runs() -> None:
    mind = Mind(context=context(PLACE, "Mug", "SinkBasin"), plan='[["Move", "Mug", "SinkBasin"]]')
    made, ruled, warned = both("mug ... sink ...", mind)
    assert ruled.plan is None and made.plan is not None
    assert made.plan.source == "llm" and made.plan.context["confidence"] <= APART and not warned
    assert "The rules have no plan" in made.plan.context["decision"]


def test_where_nobody_has_a_plan_the_rules_say_why() -> None:
    made, ruled, warned = both("mug ... sink ...", Mind(context=context(PLACE, "Knife", "Safe")))
    assert made == ruled and made.plan is None
    assert warned == [
        "The rules have no plan, and the model has none: no word speaks for the Knife of the model's reading."
    ]


def test_what_the_rules_refuse_for_good_is_put_to_no_model() -> None:
    mind = Mind(context=context(PLACE, "Mug", "SinkBasin"), plan='[["Move", "Mug", "SinkBasin"]]')
    made, ruled, _ = both("put the mug in the sink upside down", mind)
    assert made == ruled and made.plan is None and not mind.asked


ELSEWHERE = [
    ("put a book on the shelf", context(PLACE, "Book", "Shelf"), ["Move", "Book", "Drawer"]),
    ("put a book on the desk", context(PLACE, "Book", "Desk"), ["Move", "Book", "CoffeeTable"]),
    ("put a mug on the desk", context(PLACE, "Mug", "Desk"), ["Move", "Cup", "Desk"]),
    (
        "put a bowl on the dining table",
        context(PLACE, "Bowl", "DiningTable"),
        ["Move", "Plate", "DiningTable"],
    ),
]


@pytest.mark.parametrize(("sentence", "reading", "row"), ELSEWHERE)
def test_a_plan_that_goes_elsewhere_than_the_words_is_refused(sentence: str, reading: str, row: Any) -> None:
    mind = Mind(context=reading, plan=json.dumps([row]))
    made, ruled, _ = both(sentence, mind)
    assert made.plan is not None and ruled.plan is not None and made.plan.source == "rules"
    assert made.plan.subgoals == ruled.plan.subgoals
    assert "In the end it is not so that" in mind.asked[-1].user


@pytest.mark.parametrize(
    ("sentence", "thing"),
    [("put the plate in the sink", "Plate"), ("put the soap bar in the bathtub", "SoapBar")],
)
def test_a_sink_and_a_bathtub_are_one_place_with_their_basins(sentence: str, thing: str) -> None:
    whole = "Sink" if "sink" in sentence else "Bathtub"
    for read, planned in ((whole, whole), (whole, f"{whole}Basin"), (f"{whole}Basin", whole)):
        mind = Mind(context=context(PLACE, thing, read), plan=json.dumps([["Move", thing, planned]]))
        made, ruled, _ = both(sentence, mind)
        assert made.plan is not None and ruled.plan is not None
        assert (made.plan.source, made.plan.subgoals) == ("llm", ruled.plan.subgoals)
        words = mind.asked[0].user.replace(",", "").split()
        assert words.count(f"{whole}Basin") == 1 and whole not in words, "one place is offered once"


KITCHEN = ObjectMemory(
    objects=(
        ObjectState("SinkBasin_1", "SinkBasin", *AT),
        ObjectState("Sink_1", "Sink", *AT),
        ObjectState(
            "Mug_2",
            "Mug",
            *AT,
            attributes={"clean": Attribute("clean", Truth.FALSE)},
            parent_id="SinkBasin_1",
        ),
        ObjectState("Fridge_1", "Fridge", *AT, attributes={"open": Attribute("open", Truth.TRUE)}),
    )
)


@pytest.mark.parametrize("dialect", FORMS)
def test_a_plan_is_asked_for_with_the_persons_words_and_what_is_remembered(dialect: str) -> None:
    texts = Texts("bring me my mug, clean", ("go to the sink", "wash the mug"), ("Commander: the blue one",))
    asked = prompts.plan(texts, "one clean Mug", KITCHEN, dialect=dialect).user
    for line in ("Task: bring me my mug, clean", "Step: wash the mug", "Dialogue: Commander: the blue one"):
        assert line in asked.splitlines()
    assert "one clean Mug" in asked
    assert "Mug_2: not clean; in or on SinkBasin_1; not in view" in asked
    assert "Fridge_1: open; not in view" in asked
    assert "Sink_1" not in asked, "the sink is its basin"


def test_the_scene_of_a_plans_question_begins_with_what_the_task_is_about() -> None:
    many = tuple(ObjectState(f"Pen_{n}", "Pen", *AT) for n in range(1, 200))
    mind = Mind(context=context(CLEAN, "Mug", "CoffeeMachine", states=["clean"]), plan="[]")
    LlmReasoner(mind).make_plan(
        Texts("put a clean mug on the coffee machine"), replace(KITCHEN, objects=(*many, *KITCHEN.objects))
    )
    asked = next(question.user for question in mind.asked if question.purpose == "plan")
    assert "Mug_2: not clean" in asked and "more things are known" in asked


def test_ids_of_the_scene_are_read_as_what_they_are_of() -> None:
    reading = context(CLEAN, "Mug", "CoffeeMachine", states=["clean"])
    rows = [["Clean", "Mug_2", "SinkBasin_1"], ["Move", "Mug_2", "CoffeeMachine_1"]]
    made, ruled, _ = both(
        "put a clean mug on the coffee machine", Mind(context=reading, plan=json.dumps(rows))
    )
    assert made.plan is not None and ruled.plan is not None and made.plan.source == "llm"
    assert made.plan.subgoals == ruled.plan.subgoals


def test_a_rejected_reading_is_asked_for_again_once_with_the_reason() -> None:
    good = context(CLEAN, "Mug", "CoffeeMachine", states=["clean"])
    plan = '[["Clean", "Mug", "None"], ["Move", "Mug", "CoffeeMachine"]]'
    mind = Mind(context=["It is about a mug.", good], plan=plan)
    made, _, warned = both("put a clean mug on the coffee machine", mind)
    assert made.plan is not None and made.plan.source == "llm" and not warned
    assert "holds no JSON object" in mind.asked[1].user
    assert [question.purpose for question in mind.asked] == ["context", "context", "plan"]


def test_a_reading_that_stays_rejected_is_left_to_the_rules_with_a_warning() -> None:
    mind = Mind(context=json.dumps({"task_type": "dance"}))
    made, _, warned = both("put a mug on the desk", mind)
    assert made.plan is not None and made.plan.source == "rules" and len(mind.asked) == 2
    assert warned == [
        "The rules read the words and made the plan: the model's reading cannot be used. 'dance' is no task type."
    ]


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("do you like the mug in the sink?", context(PLACE, "Mug", "SinkBasin")),
        ("should I put the mug in the sink?", context(PLACE, "Mug", "SinkBasin")),
        ("if the phone rings put the egg on the table", context(PLACE, "Egg", "DiningTable")),
        ("take everything out of the fridge", context("do", "Apple")),
        ("slice the bread and toast it", context("do", "Bread", states=["sliced"])),
        ("put the mug upside down in the sink", context(PLACE, "Mug", "SinkBasin")),
    ],
)
def test_what_the_rules_refuse_for_what_it_asks_no_model_may_do(text, reading):
    mind = Mind(context=reading, plan="[]")
    answer, by_rules, _ = both(text, mind)
    assert answer.plan is None and answer.outcome == by_rules.outcome
    assert answer.outcome.code is Code.NOT_UNDERSTOOD
    assert mind.asked == []


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("put the apple and the gizmo in the sink", ["gizmo"]),
        ("put the apple and the gizmo in the sink and open the fridge", ["open fridge"]),
        ("put the apple and the gizmo in the sink. Is the fridge open?", ["Is the fridge open"]),
    ],
)
def test_a_reading_that_only_a_model_has_does_not_lose_half_of_the_words(text, left):
    mind = Mind(
        context=context(PLACE, "Apple", "SinkBasin"), plan=json.dumps([["Move", "Apple", "SinkBasin"]])
    )
    answer, by_rules, _ = both(text, mind)
    assert by_rules.plan is None and answer.plan is not None
    assert set(left) <= set(answer.plan.context["left_out"])


def test_a_thing_that_its_own_name_names_is_not_left_open_by_what_else_people_call_so() -> None:
    there = ("Towel", "HandTowel", "BathtubBasin")
    memory = ObjectMemory(objects=tuple(ObjectState(f"{name}_1", name, *AT) for name in there))
    mind = Mind(context=context("pick_and_place_simple", "HandTowel", "BathtubBasin"))
    warned: list[str] = []
    made = LlmReasoner(mind, warn=warned.append).make_plan(Texts("put the towel in the bathtub"), memory)
    assert made.plan is not None and made.plan.triplets[0].object == "Towel"
    assert "'towel' means the Towel rather than the HandTowel" in warned[-1]


def test_one_of_two_things_in_another_state_is_no_reading_that_leaves_the_other_unsaid() -> None:
    read = RulesReasoner().read(Texts("put the soap and a bowl on the shelf"), NOTHING)
    assert isinstance(read, TaskContext)
    alone = replace(read, also=())
    assert completed(alone, read) == read
    clean = replace(alone, states=frozenset({"clean"}))
    assert completed(clean, read).states == {"clean"} and not completed(clean, read).also


def test_what_is_told_of_how_things_are_may_be_an_order_to_who_has_sense() -> None:
    """The rules offer to undo what was left on; where they hear no order in a state, a model may."""
    memory = ObjectMemory(objects=(ObjectState("Microwave_1", "Microwave", *AT),))
    by_rules = RulesReasoner().make_plan(Texts("somebody left the microwave on"), memory)
    assert by_rules.understood == "I am not sure what you mean: do you mean 'turn off the microwave'?"
    mind = Mind(context=context("do", "Fridge", states=["closed"]))
    made, ruled, _ = both("the fridge is open", mind)
    assert ruled.plan is None and made.plan is not None
    assert "The rules have no plan" in made.plan.context["decision"]
    told = Mind(context=context("pick_and_place_simple", "Mug", "SinkBasin"))
    assert both("I put the mug in the sink", told)[0].plan is None and not told.asked
