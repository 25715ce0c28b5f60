"""Rooms that words name: only where one is not here anything follows from it."""

from __future__ import annotations

import pytest

from pred_language.discourse.gone_to import with_place_gone_to
from pred_language.meaning.context import Refusal, TaskContext
from pred_language.meaning.grounding import Grounder
from pred_language.meaning.rooms import not_here
from pred_language.reader import Texts, understand

KITCHEN = Grounder(
    frozenset({"StoveBurner", "Fridge", "CounterTop", "DiningTable", "Mug", "Apple", "GarbageCan"}),
    parents={"Mug": {"DiningTable": 1.0}},
    counts={"Mug": 1, "Apple": 1},
    literal=True,
)


@pytest.mark.parametrize(
    ("text", "rooms"),
    [
        ("Find a mug in the kitchen and bring it to me.", ()),
        ("Find a mug in the garage and bring it to me.", ("garage",)),
        ("bring me a mug from the living room", ("living room",)),
        ("go to the hallway, then to my office", ("hallway", "office")),
        ("put the mug on the kitchen table", ()),
        ("put the mug in the kitchen sink in the kitchen", ()),
        ("take the office chair", ()),
    ],
)
def test_rooms_that_this_is_not_are_named(text: str, rooms: tuple[str, ...]) -> None:
    assert not_here(text, KITCHEN) == rooms


def test_nothing_is_known_of_rooms_before_anything_was_seen() -> None:
    assert not_here("find a mug in the garage", Grounder(frozenset())) == ()


def test_a_thing_of_another_room_is_asked_about() -> None:
    found = understand(Texts("Find a mug in the garage and bring it to me."), KITCHEN)
    assert isinstance(found, TaskContext) and found.left_out == ("garage",)
    here = understand(Texts("Find a mug in the kitchen and bring it to me."), KITCHEN)
    assert isinstance(here, TaskContext) and here.left_out == ()


def test_going_to_another_room_is_refused_with_its_name() -> None:
    found = understand(Texts("Go to the garage."), KITCHEN)
    assert isinstance(found, Refusal) and found.message.startswith("I know no garage here.")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Go to the dining table, find a mug and bring it to me.", "find a mug on the dining table and bring"),
        ("drive to the dining table then search for a mug", "search for a mug on the dining table"),
        ("Go to the dining table, find an apple and bring it to me.", "find an apple and bring"),
        ("Go to the counter, find a mug and bring it to me.", "find a mug and bring"),
        ("Go to the dining table and bring me a mug.", "and bring me a mug."),
    ],
)
def test_what_is_looked_for_where_the_robot_is_sent_is_the_one_there(text: str, told: str) -> None:
    assert told in with_place_gone_to(text, KITCHEN)
