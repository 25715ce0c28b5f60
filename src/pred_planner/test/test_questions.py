"""Questions are answered from what was seen, move nothing, and what was not seen is not known."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from pred_core.action_history import ActionHistory, DoneAction
from pred_core.objects import Attribute, ObjectMemory, ObjectState, Truth
from pred_core.plan_language import ANSWERS, LOOK_AT, High
from pred_core.referring.qualities import COLOUR
from pred_core.vocabulary import within_domain
from pred_language.questions.answering import Earlier
from pred_language.questions.times import at_what_time
from pred_language.reader import Texts
from pred_planner.rules.reasoner import RulesReasoner


def thing(name, on="", size=0.1, low=False, **known):
    attributes = {
        key.replace("colour_", COLOUR): Attribute(key, Truth.of(value), 0.9) for key, value in known.items()
    }
    center = (1.0, 1.0, size / 2.0 if low else 1.0)
    return ObjectState(
        name, name.rpartition("_")[0], center, (size, size, size), parent_id=on, attributes=attributes
    )


ROOM = ObjectMemory(
    step=1,
    objects=(
        thing("DiningTable_1", size=1.0),
        thing("CounterTop_1", size=2.0),
        thing("Fridge_1", size=1.5, open=False),
        thing("Drawer_1", size=0.4),
        thing("Drawer_2", size=0.4),
        thing("Faucet_1", size=0.2),
        thing("Plate_1", on="DiningTable_1", clean=True),
        thing("Plate_2", on="DiningTable_1", size=0.2, clean=False),
        thing("Plate_3", on="CounterTop_1"),
        thing("Mug_1", on="CounterTop_1", colour_red=True),
        thing("Egg_1", on="Fridge_1"),
        thing("Fork_1", on="Drawer_2"),
        thing("Potato_1", low=True),
    ),
)


def told(text, memory=ROOM):
    """Return value, things and sentence of the answer."""
    planned = RulesReasoner().make_plan(Texts(text), memory)
    assert planned.plan is not None, planned.outcome.message
    assert [t.action for t in planned.plan.triplets] == [High.PASS] and not planned.plan.subgoals
    (one,) = planned.plan.context[ANSWERS]
    assert planned.understood == one["sentence"]
    return one["value"], one["things"], one["sentence"]


@pytest.mark.parametrize(
    ("text", "value", "sentence"),
    [
        (
            "How many plates are there?",
            3,
            "I have seen three plates: two on the dining table and one on the counter top.",
        ),
        ("Tell me how many plates are on the table.", 2, "I have seen two plates on the table."),
        ("How many dirty plates are on the table?", 1, "I have seen one dirty plate on the table."),
        (
            "Is there a clean plate on the counter?",
            None,
            "I don't know: I have seen a plate on the counter, but not whether that is so.",
        ),
        ("Is there a dirty mug on the table?", False, "No, I have seen no dirty mug on the table."),
        ("Where is the clean plate?", "on the dining table", "The plate is on the dining table."),
        ("Where is the egg?", "in the fridge", "The egg is in the fridge."),
        ("Do you know where the potato is?", "on the floor", "The potato is on the floor."),
        ("Is the fridge open?", False, "No, the fridge is closed."),
        ("Is there an egg in the fridge?", True, "Yes: I have seen an egg in the fridge."),
        ("Is the egg on the table?", False, "No, not on the table: I have seen it in the fridge."),
        ("Is the egg on the shelf?", False, "No, not on the shelf: I have seen it in the fridge."),
        ("Are there any mugs on the table?", False, "No, I have seen no mugs on the table."),
        ("What colour is the mug?", "red", "The mug is red."),
        ("Which drawer has the fork in it?", 1, "The drawer (Drawer_2)."),
        ("Is the fridge open or closed?", "closed", "The fridge is closed."),
        ("Is there anything left in the fridge?", True, "Yes: I have seen an egg in the fridge."),
        ("Are there more than two plates on the table?", False, "No: I have seen two plates on the table."),
        ("Are there at least two plates on the table?", True, "Yes: I have seen two plates on the table."),
        ("Is it true that the fridge is closed?", True, "Yes, the fridge is closed."),
        ("Is the mug sticky?", None, "I don't know: that is nothing I can see."),
    ],
)
def test_what_was_seen_is_told_in_a_sentence_and_as_data(text, value, sentence):
    assert told(text)[0] == value and told(text)[2] == sentence


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "How many mugs are on the table?",
            "I don't know: I have seen no mugs on the table, and a mug at a place that I cannot say.",
        ),
        ("Which mug is on the table?", "I don't know: I have seen a mug, but I cannot say at what place."),
        ("Is there a mug on the table?", "I don't know: I have seen a mug, but I cannot say at what place."),
        ("Are there any plates on the table?", "Yes: I have seen two plates on the table."),
        ("How many plates are on the table?", "I have seen two plates on the table."),
    ],
)
def test_what_may_be_there_is_not_said_to_be_missing(text, sentence):
    """A mug whose place nobody can tell may be the one that is asked about."""
    lost = replace(ROOM.get("Mug_1"), parent_id="", center=(5.0, 5.0, 1.0))
    room = replace(ROOM, objects=tuple(lost if o.id == lost.id else o for o in ROOM.objects))
    assert told(text, room)[2] == sentence


@pytest.mark.parametrize(
    ("text", "things"),
    [
        ("Which plate is dirty?", ["Plate_2"]),
        ("Which drawer has the fork?", ["Drawer_2"]),
        ("What is on the table?", ["Plate_1", "Plate_2"]),
        ("What is the biggest thing on the table?", ["Plate_2"]),
        ("Where are the plates?", ["CounterTop_1", "DiningTable_1"]),
    ],
)
def test_instances_are_named(text, things):
    assert told(text)[1] == things


@pytest.mark.parametrize(
    "text",
    [
        *("Where are my keys?", "Is the mug clean?", "Is there an egg on the shelf?", "How many forks are on the bed?"),
        *("What is the heaviest thing on the table?", "Did you wash the mug?", "Why did you do that?"),
    ],
)
def test_what_was_not_seen_is_not_known(text):
    value, _, sentence = told(text)
    assert value is None and "don't know" in sentence


@pytest.mark.parametrize("text", ["Can you wash the mug?", "How about putting the egg on the table?"])
def test_an_order_in_the_form_of_a_question_is_an_order(text):
    plan = RulesReasoner().make_plan(Texts(text), ROOM).plan
    assert plan is not None and ANSWERS not in plan.context


def test_a_question_of_an_unknown_kind_is_refused_and_one_beside_an_order_is_told():
    assert RulesReasoner().make_plan(Texts("What do you think of the mug?"), ROOM).plan is None
    plan = RulesReasoner().make_plan(Texts("Put the egg on the table. How many plates are there?"), ROOM).plan
    assert plan is not None and plan.context["left_out"] == ["How many plates are there"]


NOON = time.mktime((2026, 5, 3, 12, 0, 0, 0, 0, -1))
DAY = 86400.0


def remembered(*objects):
    return RulesReasoner(earlier=lambda: Earlier(ObjectMemory(objects=objects), NOON))


def sentence(reasoner, text, memory=ROOM):
    planned = reasoner.make_plan(Texts(text), memory)
    assert planned.plan is not None, planned.outcome.message
    return planned.understood


def test_where_a_thing_was_before_this_launch_is_told_as_that():
    sofa, keys = thing("Sofa_1", size=2.0), replace(thing("KeyChain_1", on="Sofa_1"), last_seen=NOON - DAY)
    older = replace(thing("KeyChain_2", on="DiningTable_1"), last_seen=NOON - 2 * DAY)
    reasoner = remembered(sofa, older, keys, thing("DiningTable_1", size=1.0))
    for text in ("Where did you last see my keys?", "where are the keys?"):
        assert sentence(reasoner, text) == (
            "I have seen no keys since I was started. The last time was yesterday at 12:00, on the sofa."
        )
    assert sentence(reasoner, "where is the laptop?") == "I don't know: I have seen no laptop so far."


def test_what_is_seen_now_is_told_before_what_was_seen_earlier():
    reasoner = remembered(thing("Sofa_1", size=2.0), replace(thing("Mug_9", on="Sofa_1"), last_seen=NOON))
    assert sentence(reasoner, "where is the mug?") == "The mug is on the counter top."


def test_a_thing_that_lay_nowhere_that_is_known_is_not_known():
    reasoner = remembered(replace(thing("KeyChain_1"), last_seen=NOON))
    assert sentence(reasoner, "where is the key chain?").startswith("I don't know")


@pytest.mark.parametrize(
    ("ago", "said"),
    [(0, "today at 12:00"), (DAY, "yesterday at 12:00"), (30 * DAY, "on 3 April 2026 at 12:00")],
)
def test_times_are_said_as_people_say_them(ago, said):
    assert at_what_time(NOON - ago, NOON) == said


DEEDS = ActionHistory(
    (
        DoneAction("OpenObject", "Fridge_1", "", "put the egg away"),
        DoneAction("PickupObject", "Egg_1", "", "put the egg away"),
        DoneAction("PutObject", "Egg_1", "Fridge_1", "put the egg away"),
        DoneAction("PickupObject", "Mug_1", "", "bring me a mug"),
        DoneAction("HandOverObject", "Mug_1", "Person_1", "bring me a mug"),
    )
)


@pytest.mark.parametrize(
    ("text", "value", "sentence"),
    [
        ("Did you put the egg in the fridge?", True, "Yes: I put the egg in the fridge."),
        ("Have you already moved the egg?", True, "Yes: I put the egg in the fridge."),
        ("Did you put the egg on the table?", False, "No: I have done nothing of that kind since I was started."),
        ("Did you open the fridge?", True, "Yes: I opened the fridge."),
        ("Did you close the fridge?", False, "No: I have done nothing of that kind since I was started."),
        ("Did you bring the mug to me?", True, "Yes: I gave the mug to you."),
        ("Did you bring the egg to me?", False, "No: I have done nothing of that kind since I was started."),
        ("What did you do?", True, "I gave the mug to you. You said: 'bring me a mug'."),
        ("Why did you open the fridge?", True, "I opened the fridge. You said: 'put the egg away'."),
        ("Have you washed the egg yet?", False, "No: I have done nothing of that kind since I was started."),
        ("Did you wash the egg?", None, "I don't know: I have done nothing of that kind since I was started."),
    ],
)
def test_what_was_done_is_told(text, value, sentence):
    planned = RulesReasoner(history=lambda: DEEDS).make_plan(Texts(text), ROOM)
    assert planned.plan is not None
    (one,) = planned.plan.context[ANSWERS]
    assert (one["value"], one["sentence"]) == (value, sentence)


def test_who_keeps_no_count_does_not_know_what_was_done():
    assert told("Did you open the fridge?")[0] is None


@pytest.mark.parametrize("most", ["heaviest", "thinnest", "tastiest"])
def test_what_cannot_be_compared_is_not_known(most):
    assert told(f"What is the {most} thing on the dining table?")[0] is None


def test_what_lies_in_the_sink_is_not_on_the_counter_around_it():
    room = replace(ROOM, objects=(*ROOM.objects, thing("Sink_1", on="CounterTop_1"), thing("Fork_2", on="Sink_1")))
    assert told("How many forks are on the counter?", room)[0] == 0
    assert told("How many forks are in the sink?", room)[0] == 1


def test_the_smaller_of_two_small_things_beside_a_large_one():
    things = (thing("Bread_1", on="DiningTable_1", size=0.4), thing("Fork_1", on="DiningTable_1", size=0.06))
    table = (ROOM.objects[0], *things, thing("Spoon_1", on="DiningTable_1", size=0.05))
    room = replace(ROOM, objects=table)
    assert told("Which is the smallest thing on the dining table?", room)[1] == ["Spoon_1"]


def at(name, x, y, on="Table_1", colour=""):
    shown = {f"{COLOUR}{colour}": Attribute(f"{COLOUR}{colour}", Truth.TRUE, 0.9)} if colour else {}
    return ObjectState(name, name.rpartition("_")[0], (x, y, 0.05), (0.1, 0.1, 0.05), parent_id=on, attributes=shown)


TABLE = ObjectMemory(
    step=1,
    objects=(
        ObjectState("Table_1", "Table", (0.45, 0.0, -0.02), (1.0, 1.2, 0.04)),
        at("Bowl_1", 0.5, 0.2), at("Bowl_2", 0.5, -0.2), at("Orange_1", 0.5, 0.2, "Bowl_1"),
        at("Corner_1", 0.3, 0.4, colour="red"), at("Corner_2", 0.3, -0.4, colour="blue"),
        at("Apple_1", 0.3, 0.4, "Corner_1"),
    ),
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "value", "sentence"),
    [
        ("Is the right bowl empty?", True, "Yes: I have seen nothing there."),
        ("Is the left bowl empty?", False, "No: I have seen an orange there."),
        ("Which corner is the apple in?", 1, "The red corner (Corner_1)."),
        ("How many bowls are empty?", 1, "One: the bowl (Bowl_2) on the table."),
        ("Which of the corners are empty?", 1, "One: the blue corner (Corner_2) on the table."),
        ("Which corners are full?", 1, "One: the red corner (Corner_1) on the table."),
    ],
)
def test_an_arm_knows_its_left_from_its_right_and_tells_places_by_their_colours(text, value, sentence):
    with within_domain("table", "ur5"):
        assert told(text, TABLE)[::2] == (value, sentence)


def test_of_a_shut_drawer_it_is_not_known_whether_it_is_empty():
    drawers = (thing("Drawer_1", size=0.4, open=False), thing("Drawer_2", size=0.4, open=True))
    room = ObjectMemory(step=1, objects=drawers)
    assert told("Which drawers are empty?", room)[1] == ["Drawer_2"]


@pytest.mark.parametrize(
    ("most", "looked_at"),
    [("biggest", ["DiningTable", "Plate_2", "Plate_1"]), ("smallest", ["DiningTable", "Plate_1", "Plate_2"])],
)
def test_things_whose_sizes_are_compared_are_looked_at_from_near(most, looked_at):
    planned = RulesReasoner().make_plan(Texts(f"What is the {most} thing on the dining table?"), ROOM)
    assert list(planned.plan.context[LOOK_AT]) == looked_at


def test_places_of_one_kind_are_told_apart_by_their_colours():
    corners = [thing(f"Corner_{k}", size=0.3, **{f"colour_{c}": True}) for k, c in ((1, "red"), (2, "green"))]
    memory = ObjectMemory(step=1, objects=(*corners, thing("Lemon_1", on="Corner_2")))
    with within_domain("table"):
        assert told("is the lemon in the red corner?", memory)[2] == (
            "No, not on the red corner: I have seen it on the green corner."
        )
        assert told("Is the lemon on the green corner?", memory)[2] == "Yes, the lemon is on the green corner."
        assert told("Where is the lemon?", memory)[2] == "The lemon is on the green corner."


def test_of_two_places_that_look_alike_the_side_is_told():
    bowls = [replace(thing(f"Bowl_{k}", size=0.15), center=(0.5, y, 0.03)) for k, y in ((1, 0.2), (2, -0.2))]
    memory = ObjectMemory(step=1, objects=(*bowls, thing("Orange_1", on="Bowl_1"), thing("Lemon_1", on="Bowl_2")))
    with within_domain("table"):
        assert told("Which bowl has the orange in it?", memory)[2] == "The left bowl (Bowl_1)."
        assert told("Which bowl has the lemon in it?", memory)[2] == "The right bowl (Bowl_2)."


@pytest.mark.parametrize(
    ("text", "value", "things"),
    [
        ("How many plates are not on the table?", 1, ["Plate_3"]),
        ("Which plates aren't on the table?", 1, ["Plate_3"]),
        ("How many more plates are on the table than on the counter?", 1, ["Plate_1", "Plate_2", "Plate_3"]),
        ("What else is on the counter besides the red mug?", 1, ["Plate_3"]),
        ("Is there anything on the counter besides the red mug?", True, ["Plate_3"]),
        ("Which plates aren't white?", None, []),
        ("Are more than two plates on the table?", False, ["Plate_1", "Plate_2"]),
        ("Is none of the plates on the table?", False, ["Plate_1", "Plate_2"]),
        ("Is there a spoon or a mug on the counter?", True, ["Mug_1"]),
        ("I have an egg somewhere, where is it?", "in the fridge", ["Fridge_1"]),
    ],
)
def test_what_is_denied_or_left_out_is_counted_out(text, value, things):
    found = told(text)
    assert (found[0], found[1]) == (value, things)
