"""What is brought to the one who speaks: a model may read and plan it like any other task."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from pred_core.model_calls import Question
from pred_core.objects import ObjectMemory, ObjectState
from pred_core.outcome import Outcome
from pred_core.people import PERSON
from pred_core.plan_language import High
from pred_language.reader import Texts
from pred_planner.llm.client import ModelAnswer
from pred_planner.model.agreement import unsupported
from pred_planner.model.reasoner import LlmReasoner
from pred_planner.model.wants import reading_of
from pred_planner.rules.reasoner import Planned

KITCHEN = ObjectMemory(
    objects=tuple(
        ObjectState(f"{name}_1", name, (float(number), 0.0, 0.9), (0.1, 0.1, 0.1))
        for number, name in enumerate(("Mug", "Apple", "CounterTop", "Sink", "SinkBasin", "Faucet"))
    )
)


class Mind:
    """Gives one answer to whatever it is asked."""

    def __init__(self, to: str, states: Sequence[str], plan: Sequence[Sequence[str]], thing: str = "Mug") -> None:
        want = {"thing": {"type": thing}, "states": list(states), "to": {"type": to}}
        self._answer = json.dumps({"wants": [want], "plan": plan})
        self.asked: list[Question] = []

    def start_task(self) -> None:
        """Have nothing to forget."""

    def ask(self, question: Question) -> ModelAnswer:
        """Return the answer."""
        self.asked.append(question)
        return ModelAnswer(Outcome.success(), self._answer)


def planned(words: str, mind: Mind) -> tuple[Planned, list[str]]:
    """Return the plan of rules and model, and what was warned of."""
    warned: list[str] = []
    return LlmReasoner(mind, at_once=True, warn=warned.append).make_plan(Texts(words), KITCHEN), warned


@pytest.mark.parametrize("last", [["HandOver", "Mug", PERSON], ["Move", "Mug", "Person_1"], ["give", "Mug", "None"]])
def test_a_model_plans_what_is_brought_to_a_person(last: list[str]) -> None:
    mind = Mind(PERSON, ["clean"], [["Clean", "Mug", "None"], last])
    made, warned = planned("bring me a clean mug", mind)
    assert made.plan is not None and made.plan.source == "llm" and not warned
    assert [(t.action, t.object) for t in made.plan.triplets] == [(High.CLEAN, "Mug"), (High.HAND_OVER, "Mug")]
    assert made.plan.triplets[-1].receptacle == PERSON
    assert "give it to the Person" in mind.asked[0].user and PERSON in json.dumps(mind.asked[0].schema)


def test_a_model_that_brings_it_elsewhere_is_not_heard() -> None:
    mind = Mind("CounterTop", [], [["Move", "Mug", "CounterTop"]])
    made, warned = planned("bring me the mug", mind)
    assert made.plan is not None and [t.action for t in made.plan.triplets] == [High.HAND_OVER]
    assert "the destination is CounterTop, or Person" in warned[0]


def test_a_model_brings_nobody_what_was_to_go_elsewhere() -> None:
    made, _ = planned("put the mug in the sink", Mind(PERSON, [], [["HandOver", "Mug", PERSON]]))
    assert made.plan is not None and made.plan.triplets[-1].receptacle == "SinkBasin"


def test_a_plan_that_picks_a_person_up_is_refused() -> None:
    made, warned = planned("bring me the mug", Mind(PERSON, [], [["Move", PERSON, "Mug"]]))
    assert made.plan is not None and [(t.action, t.object) for t in made.plan.triplets] == [(High.HAND_OVER, "Mug")]
    assert "the rules made the plan" in warned[0]


@pytest.mark.parametrize(
    ("words", "unsaid"),
    [("would somebody fetch that mug", ""), ("the mug, for me of all people", ""), ("that mug, whenever", PERSON)],
)
def test_a_reading_that_only_a_model_has_needs_a_word_for_the_person(words: str, unsaid: str) -> None:
    reading = reading_of([{"thing": {"type": "Mug"}, "to": {"type": PERSON}}], words, KITCHEN)
    assert unsupported(reading, Texts(words), KITCHEN) == unsaid


def test_where_the_robot_goes_is_left_to_the_rules() -> None:
    mind = Mind("CounterTop", [], [["Move", "Mug", "CounterTop"]])
    made, warned = planned("come here", mind)
    assert made.plan is not None and not mind.asked and "says where the robot goes" in warned[0]
