"""The goal language: whatever the rules read comes back the same through the wants' schema, for every kind of words."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from pred_bench.words.rooms import Room, read_rooms
from pred_bench.words.suite import read_suite
from pred_core.plan_language import Subgoal
from pred_core.referring.description import Description, descriptions_of
from pred_core.vocabulary import holding_part, object_types, within_domain
from pred_language.meaning.context import Refusal, TaskContext
from pred_language.reader import Texts
from pred_planner.model.wants import reading_of, schema, wants_of
from pred_planner.plan.referents import refers
from pred_planner.rules.reasoner import RulesReasoner, template_of

SUITES = Path(__file__).parents[1] / "suites"
TURNED = [
    f"{action} the {thing}"
    for action, things in {
        "turn on": ("faucet", "microwave", "toaster", "coffee machine", "television", "laptop", "desk lamp"),
        "switch off": ("faucet", "microwave", "stove knob", "television", "floor lamp", "cell phone", "candle"),
        "open": ("fridge", "microwave", "cabinet", "drawer", "box", "laptop", "blinds", "toilet"),
        "close": ("fridge", "cabinet", "drawer", "laptop", "blinds", "toilet", "book"),
    }.items()
    for thing in things
]
AFTER = [
    f"{first}, then {second}"
    for first, second in itertools.product(
        ("put the mug in the sink", "wash the plate, put it on the counter", "turn on the faucet", "open the fridge"),
        ("put the apple in the fridge", "close the fridge", "switch off the faucet", "put the plate on the table"),
    )
]
WHERE = [
    f"put the {thing} {where}"
    for thing, where in itertools.product(
        ("mug", "apple", "plate", "fork"),
        ("that is on the counter in the sink", "next to the toaster", "on the left desk", "from the table on the sofa"),
    )
]
AGAIN = [
    "take the fork out of the drawer, put it on the table and close the drawer",
    "take the mug out of the cabinet, wash it and put it back in the cabinet",
    "take the mug out of the cabinet, wash it, put it back in the cabinet and leave the cabinet open",
    "slice the apple, then put the knife in the drawer",
]
SENTENCES = [*TURNED, *AFTER, *WHERE, *AGAIN]


def suite(name: str) -> Iterator[tuple[str, Room]]:
    rooms = read_rooms(SUITES / f"{name}_rooms.json")
    for sentence in read_suite(SUITES / f"{name}.jsonl"):
        yield sentence.say, rooms[sentence.room]


def returned(reading: TaskContext, room: Room) -> TaskContext:
    """Return a reading as it comes back from its wants, which the schema of this scene allows."""
    answer: dict[str, Any] = {"wants": wants_of(reading), "plan": []}
    jsonschema.Draft202012Validator(schema(object_types(), room.memory)).validate(answer)
    return reading_of(json.loads(json.dumps(answer))["wants"], reading.instruction, room.memory)


def planned(reading: TaskContext, room: Room) -> tuple[list[Subgoal], dict[str, Description]]:
    """Return the recipe of a reading and what it says of its things; a place with two names under one."""
    triplets = template_of(reading, Texts(reading.instruction), room.memory)
    others = [sorted({*map(holding_part, t.receptacle_alternatives)} - {t.receptacle}) for t in triplets]
    alike = [replace(t, receptacle_alternatives=tuple(names)) for t, names in zip(triplets, others, strict=True)]
    told = descriptions_of({"refers": refers(reading, triplets)})
    return alike, {ref: Description(one.words, tests=one.tests) for ref, one in told.items()}


def comes_back(words: str, room: Room) -> bool | None:
    """Tell whether a sentence comes back the same; None where the rules read none, or it says where the robot goes."""
    with within_domain(room.domain):
        reading = RulesReasoner().read(Texts(words), room.memory)
        if isinstance(reading, Refusal) or reading.comes_to_speaker:
            return None
        return planned(returned(reading, room), room) == planned(reading, room)


def test_the_schema_of_a_scene_is_one() -> None:
    room = next(room for _, room in suite("words"))
    with within_domain(room.domain):
        jsonschema.Draft202012Validator.check_schema(schema(object_types(), room.memory))


@pytest.mark.parametrize("name", ["words", "words_second"])
def test_what_the_rules_read_comes_back_the_same(name: str) -> None:
    found = {words: comes_back(words, room) for words, room in suite(name)}
    assert [words for words, same in found.items() if same is False] == []
    assert sum(same is True for same in found.values()) > 0.75 * len(found)


def test_on_off_open_closed_then_and_where_come_back_the_same() -> None:
    room = next(room for _, room in suite("words"))
    found = {words: comes_back(words, room) for words in SENTENCES}
    assert [words for words, same in found.items() if same is False] == []
    assert sum(same is True for same in found.values()) >= 55 and len(SENTENCES) >= 60
