"""What is in the way is said in plain words, from the words of the PDDL file."""

from __future__ import annotations

import pytest
from small_world import state_of, world_of

from pred_core.action_model.logic import Fact
from pred_core.action_model.sentences import explain, named, say_step
from pred_core.action_model.stepping import Step

KITCHEN = world_of(
    *("Mug", "Cup", "Bowl", "Microwave", "Fridge", "CounterTop", "CoffeeMachine", "Faucet", "SinkBasin", "Laptop"),
    *("Apple", "Knife"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("step", "facts", "sentence"),
    [
        (
            Step("open", ("Microwave",)),
            (("running", "Microwave"),),
            "I cannot open the Microwave: the Microwave is on.",
        ),
        (
            Step("pickup", ("Mug", "CounterTop")),
            (("in", "Mug", "CounterTop"), ("holding", "Cup")),
            "I cannot pick up the Mug: the hand holds the Cup already.",
        ),
        (
            Step("pickup", ("Mug", "Fridge")),
            (("in", "Mug", "Fridge"),),
            "I cannot pick up the Mug: the Mug is in or on the Fridge and the Fridge is closed.",
        ),
        (
            Step("put", ("Mug", "Fridge")),
            (("holding", "Mug"),),
            "I cannot put the Mug in or on the Fridge: the Fridge is closed.",
        ),
        (
            Step("put", ("Mug", "CoffeeMachine")),
            (("holding", "Mug"), ("in", "Cup", "CoffeeMachine")),
            "I cannot put the Mug in or on the CoffeeMachine: the Cup is in or on the CoffeeMachine.",
        ),
        (
            Step("put", ("Mug", "Bowl")),
            (("holding", "Mug"), ("in", "Bowl", "Mug")),
            "I cannot put the Mug in or on the Bowl: the Bowl is in or on the Mug.",
        ),
        (
            Step("toggle_on", ("Microwave",)),
            (("opened", "Microwave"),),
            "I cannot switch on the Microwave: the Microwave is open.",
        ),
        (Step("close", ("Mug",)), (), "I cannot close the Mug: the Mug has no door or lid and the Mug is closed."),
        (
            Step("slice", ("Apple", "Knife", "CounterTop")),
            (("in", "Apple", "CounterTop"),),
            "the hand does not hold the Knife",
        ),
        (Step("toggle_on", ("Faucet",)), (("in", "Laptop", "SinkBasin"),), "the Faucet is harmful to the Laptop"),
        (Step("open", ("Fridge",)), (), ""),
    ],
)  # fmt: skip
def test_why_a_step_cannot_be_done(step: Step, facts: tuple[Fact, ...], sentence: str) -> None:
    said = explain(KITCHEN, step, state_of(KITCHEN, *facts))
    assert sentence in said and bool(sentence) is bool(said)


def test_steps_are_said_as_people_say_them() -> None:
    assert say_step(KITCHEN, Step("put", ("Mug", "Fridge"))) == "put the Mug in or on the Fridge"
    assert say_step(KITCHEN, Step("toggle_off", ("Faucet",))) == "switch off the Faucet"


def test_objects_have_an_article_and_no_number_and_qualities_stay_as_they_are() -> None:
    assert (named("Mug#x1"), named("Fridge"), named("clean")) == ("the Mug", "the Fridge", "clean")


@pytest.mark.parametrize("action", sorted(KITCHEN.domain.actions))
def test_every_action_in_an_empty_world_has_a_sentence_without_gaps(action: str) -> None:
    objects = ["Mug", "Fridge", "CounterTop"][: len(KITCHEN.domain.actions[action].parameters)]
    said = explain(KITCHEN, Step(action, tuple(objects)), state_of(KITCHEN, ("holding", "Cup")))
    assert "{" not in said and "?" not in said and "anything anything" not in said
