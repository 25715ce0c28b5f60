"""Changes to single objects: reading them, the actions they take, and those that wait for their time."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from sim_bridge_thor.changes import Change, ChangeError, Changer, Schedule, parse_changes
from sim_bridge_thor.worlds import LayoutError, parse_layout

Make = Callable[..., dict[str, Any]]
MUG, TABLE, CABINET = "Mug|1", "Table|1", "Cabinet|1"


def sent(simulator: Any) -> list[str]:
    return [f"{a['action']} {a.get('objectId', '')}".strip() for a in simulator.sent]


@pytest.mark.parametrize(
    ("data", "word"),
    [
        ({}, "list"),
        ([{"state": "clean"}], "object_id"),
        ([{"object_id": "Mug|1"}], "either"),
        ([{"object_id": "Mug|1", "state": "clean", "place": ["Table|1"]}], "either"),
        ([{"object_id": "Mug|1", "state": "shiny"}], "shiny"),
        ([{"object_id": "Mug|1", "place": "Table|1"}], "list"),
        ([{"object_id": "Mug|1", "state": "clean", "after": -1}], "after"),
        ([{"object_id": "Mug|1", "state": "clean", "colour": "red"}], "colour"),
    ],
)
def test_a_change_that_cannot_be_read_says_why(data: Any, word: str) -> None:
    with pytest.raises(ChangeError, match=word):
        parse_changes(data)


def test_changes_are_a_key_of_the_layout_and_read_back_what_they_write() -> None:
    change = Change(MUG, place=(TABLE,), after=7)
    assert parse_changes([change.as_json()]) == (change,)
    assert parse_layout('{"changes": [{"object_id": "Mug|1", "state": "hot"}]}').changes == (
        Change(MUG, "hot"),
    )
    with pytest.raises(LayoutError, match="state"):
        parse_layout('{"changes": [{"object_id": "Mug|1"}]}')


def test_a_state_takes_one_forced_action(entry: Make, metadata: Make, scripted: Any) -> None:
    world = metadata(entry(MUG))
    simulator = scripted(world)
    changer = Changer(simulator, SimpleNamespace(metadata=world))
    assert changer.make(Change(MUG, "filled")) == ""
    assert simulator.sent == [
        {"action": "FillObjectWithLiquid", "fillLiquid": "water", "objectId": MUG, "forceAction": True}
    ]
    assert "There is no Cup|1" in changer.make(Change("Cup|1", "clean"))


def test_a_closed_place_is_opened_and_closed_again(entry: Make, metadata: Make, scripted: Any) -> None:
    world = metadata(entry(MUG, parentReceptacles=[TABLE]), entry(CABINET, receptacle=True, openable=True))
    simulator = scripted(world)
    assert Changer(simulator, SimpleNamespace(metadata=world)).make(Change(MUG, place=(CABINET,))) == ""
    assert sent(simulator) == [
        f"PickupObject {MUG}",
        f"OpenObject {CABINET}",
        f"PutObject {CABINET}",
        f"CloseObject {CABINET}",
    ]


def test_what_finds_no_room_goes_back(entry: Make, metadata: Make, scripted: Any) -> None:
    things = (entry(MUG, parentReceptacles=[TABLE]), entry(TABLE, receptacle=True), entry("Shelf|1"))
    held, full = (
        metadata(*things, held=MUG),
        metadata(*things, held=MUG, success=False, error="no room"),
    )
    simulator = scripted(held, full, metadata(*things))
    changer = Changer(simulator, SimpleNamespace(metadata=metadata(*things)))
    assert "no room" in changer.make(Change(MUG, place=("Shelf|1",)))
    assert sent(simulator) == [f"PickupObject {MUG}", "PutObject Shelf|1", f"PutObject {TABLE}"]


def test_heat_comes_from_the_microwave(entry: Make, metadata: Make, scripted: Any) -> None:
    oven = entry("Microwave|1", receptacle=True, openable=True, toggleable=True)
    world = metadata(entry(MUG, parentReceptacles=[TABLE]), entry(TABLE, receptacle=True), oven, held=MUG)
    simulator = scripted(world)
    changer = Changer(simulator, SimpleNamespace(metadata=world))
    assert changer.make(Change(MUG, "hot")) == ""
    assert [name.split()[0] for name in sent(simulator)] == [
        "PickupObject",
        "OpenObject",
        "PutObject",
        "CloseObject",
        "ToggleObjectOn",
        "ToggleObjectOff",
        "PickupObject",
        "PutObject",
    ]
    assert "no Fridge" in changer.make(Change(MUG, "cold"))


def test_a_schedule_waits_and_leaves_alone_what_the_agent_had(entry: Make, metadata: Make) -> None:
    mug, cup = Change(MUG, place=(TABLE,), after=3), Change("Cup|1", place=(TABLE,), after=5)
    schedule = Schedule([cup, mug])
    world, holding = metadata(entry(MUG)), metadata(entry(MUG), held=MUG)
    assert schedule.due(2, world) == [] and schedule.due(3, world) == [mug]
    schedule.done(mug, 3, "")
    assert schedule.due(6, world) == [cup] and schedule.due(7, world) == []
    again = Schedule([mug, cup])
    assert again.due(1, holding) == [] and again.due(4, world) == [] and again.due(5, holding) == []
    assert [(r["object_id"], r["made"]) for r in again.report] == [(MUG, False), ("Cup|1", False)]
    assert "had it" in again.report[0]["note"] and "full" in again.report[1]["note"]
