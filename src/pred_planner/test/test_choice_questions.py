"""Questions that offer two things: which is nearer, larger, clean; what cannot be compared is not known."""

from __future__ import annotations

import pytest

from pred_core.objects import Attribute, ObjectMemory, ObjectState, Truth
from pred_core.plan_language import ANSWERS
from pred_core.referring.qualities import COLOUR
from pred_language.reader import Texts
from pred_planner.rules.reasoner import RulesReasoner


def thing(name: str, x: float, size: float = 0.1, **known: bool) -> ObjectState:
    attributes = {
        key.replace("colour_", COLOUR): Attribute(key, Truth.of(value), 0.9) for key, value in known.items()
    }
    where = (x, 0.0, 1.0)
    return ObjectState(
        name, name.rpartition("_")[0], where, (size, size, size), parent_id="DiningTable_1", attributes=attributes
    )


ROOM = ObjectMemory(
    step=1,
    objects=(
        ObjectState("DiningTable_1", "DiningTable", (0.5, 0.0, 0.5), (2.0, 1.0, 0.8)),
        thing("Cup_1", 0.0),
        thing("Lettuce_1", 0.3, 0.2),
        thing("Potato_1", 0.6),
        thing("Mug_1", 0.8, clean=True, colour_blue=True),
        thing("Mug_2", 1.0, clean=False, colour_white=True),
        thing("Plate_1", 1.2, clean=True),
        thing("Pan_1", 1.4),
        thing("Bowl_1", 0.475, clean=True),
    ),
)


@pytest.mark.parametrize(
    ("words", "value", "things"),
    [
        ("Which is nearer to the cup, the lettuce or the potato?", "lettuce", ["Lettuce_1"]),
        ("Which one is closer to the pan: the lettuce or the potato?", "potato", ["Potato_1"]),
        ("What is farther from the cup, the potato or the lettuce?", "potato", ["Potato_1"]),
        ("Is the potato or the lettuce closer to the cup?", "lettuce", ["Lettuce_1"]),
        ("Tell me which is bigger, the lettuce or the potato.", "lettuce", ["Lettuce_1"]),
        ("Which is smaller, the lettuce or the potato?", "potato", ["Potato_1"]),
        ("Which mug is clean, the blue or the white one?", "blue mug", ["Mug_1"]),
        ("Which mug is dirty, the blue one or the white one?", "white mug", ["Mug_2"]),
        ("Which is nearer to the bowl, the lettuce or the potato?", "the same", ["Lettuce_1", "Potato_1"]),
    ],
)
def test_one_of_two_is_named(words: str, value: str, things: list[str]) -> None:
    planned = RulesReasoner().make_plan(Texts(words), ROOM)
    assert planned.plan is not None, planned.outcome.message
    (told,) = planned.plan.context[ANSWERS]
    assert told["value"] == value and told["things"] == things and not planned.plan.subgoals
    assert value == "the same" or told["sentence"] == f"The {value} ({things[0]})."


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("Which is nearer to the tomato, the lettuce or the potato?", "I have seen no tomato"),
        ("Which is nearer to the cup, the tomato or the potato?", "I have seen no tomato"),
        ("Which is bigger, the mug or the potato?", "more than one mug"),
        ("Which is clean, the potato or the pan?", "I don't know"),
        ("Which is clean, the plate or the bowl?", "Both are clean"),
        ("Which is heavier, the lettuce or the potato?", "nothing I can see"),
    ],
)
def test_what_cannot_be_told_apart_is_said(words: str, why: str) -> None:
    planned = RulesReasoner().make_plan(Texts(words), ROOM)
    assert planned.plan is not None, planned.outcome.message
    (told,) = planned.plan.context[ANSWERS]
    assert why in told["sentence"] and not planned.plan.subgoals


@pytest.mark.parametrize(
    "words", ["Bring me the cup or the potato.", "Put whichever is nearer, the cup or the pan, away."]
)
def test_an_order_that_offers_a_choice_is_no_question(words: str) -> None:
    planned = RulesReasoner().make_plan(Texts(words), ROOM)
    assert planned.plan is None or ANSWERS not in planned.plan.context
