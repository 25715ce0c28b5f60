"""Answers say "nothing", what is held, who or what is not known, and in which state things are, in plain English."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pred_core.action_history import ActionHistory, DoneAction
from pred_core.objects import Attribute, ObjectMemory, ObjectState, Truth
from pred_core.plan_language import ANSWERS, High
from pred_core.referring.qualities import COLOUR
from pred_language.questions.unknowable import SIDES
from pred_language.reader import Texts
from pred_planner.rules.reasoner import RulesReasoner


def thing(name, at="", **known):
    attributes = {
        key.replace("colour_", COLOUR): Attribute(key, Truth.of(value), 0.9) for key, value in known.items()
    }
    center = (float(sum(map(ord, name))), 1.0, 1.0)  # each at another place
    return ObjectState(
        name, name.rpartition("_")[0], center, (0.1, 0.1, 0.1), parent_id=at, attributes=attributes
    )


ROOM = ObjectMemory(
    step=1,
    objects=(
        thing("Dresser_1"),
        thing("Fridge_1", open=False),
        thing("Drawer_1", open=True),
        thing("Drawer_2", open=False),
        thing("StoveBurner_1", on=True),
        thing("FloorLamp_1", on=True),
        thing("Television_1", on=True),
        thing("Watch_1", at="Dresser_1"),
        thing("Spoon_1", at="Drawer_1"),
        thing("Spoon_2", at="Dresser_1"),
        thing("Kettle_1", at="Dresser_1", filled=False),
        thing("Desk_1"),
        thing("Laptop_1", at="Desk_1", open=True),
        thing("Mug_1", at="Desk_1", colour_red=True),
    ),
)
NOTHING_DONE = ActionHistory()
HELD = replace(ROOM, held_id="Mug_1")


def told(text, memory=ROOM, history=NOTHING_DONE):
    """Return value and sentence of the answer to a text that moves nothing."""
    planned = RulesReasoner(history=lambda: history).make_plan(Texts(text), memory)
    assert planned.plan is not None, planned.outcome.message
    assert [t.action for t in planned.plan.triplets] == [High.PASS] and not planned.plan.subgoals
    (one,) = planned.plan.context[ANSWERS]
    return one["value"], one["sentence"]


@pytest.mark.parametrize(
    ("text", "value", "sentence"),
    [
        ("Is there still anything in the fridge?", False, "No, I have seen nothing in the fridge."),
        ("Do you see something in the kettle?", False, "No, I have seen nothing in the kettle."),
        (
            "Has the dresser got anything on it besides the watch?",
            True,
            "Yes: I have seen a spoon and a kettle on the dresser.",
        ),
        (
            "What is on the dresser besides the watch?",
            2,
            "I have seen a spoon and a kettle on the dresser besides the watch.",
        ),
        (
            "What do we have on the dresser apart from spoons?",
            2,
            "I have seen a watch and a kettle on the dresser besides the spoons.",
        ),
        ("Only one of the drawers is open, right?", True, "Yes, one: the drawer (Drawer_1)."),
        ("Where is the other spoon, the one not in drawer?", "on the dresser", "The spoon is on the dresser."),
        ("Is anything burning in here?", True, "Yes: the stove burner (StoveBurner_1)."),
        ("What have you got in your hand?", False, "My hand is empty."),
        ("Is your hand free?", True, "Yes: my hand is empty."),
        ("Are you holding the red mug?", False, "No: my hand is empty."),
        ("What did you just do with the spoon?", False, "I have done nothing with the spoon since I was started."),
        (
            "Why did you put the spoon in the drawer?",
            False,
            "I did not: I have done nothing of that kind since I was started.",
        ),
        (
            "How come the burner is on?",
            None,
            "I don't know why: I can see what is so, but not what made it so.",
        ),
        ("Who opened the laptop?", None, "I don't know who did that: I did not see it."),
        (
            "Is the drawer on the right open?",
            None,
            SIDES,
        ),
        ("The spoon is shiny, isn't it?", None, "I don't know: that is nothing I can see."),
        ("The kettle holds two litres, doesn't it?", None, "I don't know: that is nothing I can see."),
        ("The laptop feels sticky, doesn't it?", None, "I don't know: that is nothing I can see."),
    ],
)
def test_answers_are_plain_english(text, value, sentence):
    assert told(text) == (value, sentence)


@pytest.mark.parametrize(
    ("text", "value", "sentence"),
    [
        ("What are you holding?", True, "I have a red mug in my hand."),
        ("Is your hand empty?", False, "No: I have a red mug in my hand."),
        ("Is the red mug in your hand?", True, "Yes: I have a red mug in my hand."),
    ],
)
def test_what_is_held_is_told(text, value, sentence):
    assert told(text, HELD) == (value, sentence)


def test_what_was_done_with_a_thing_is_told():
    deeds = ActionHistory((DoneAction("PickupObject", "Spoon_1"), DoneAction("PutObject", "Spoon_1", "Drawer_1")))
    assert told("What did you just do with the spoon?", history=deeds) == (True, "I put the spoon in the drawer.")
