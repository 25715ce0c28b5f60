"""Where things lie that the robot put down: what it did counts until they are seen elsewhere, or under the place."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fake_house import thing

from pred_core.objects import ObjectMemory
from pred_recovery.mission.placing import lying, put_there, stays_at

TABLE, SINK = thing("DiningTable_1", (3.0, 0.0)), thing("SinkBasin_1", (1.0, 0.0))
MUG = replace(thing("Mug_1", (1.0, 0.0), "CounterTop_1"), size=(0.1, 0.1, 0.1))


def believed(**changed: object) -> str:
    """Return what the mug is believed to lie in that was put in the sink and is seen so."""
    memory = ObjectMemory(objects=(TABLE, SINK, replace(MUG, **changed)))
    state = lying(memory, put_there(memory, {"Mug_1": "SinkBasin_1"})).get("Mug_1")
    assert state is not None
    return state.parent_id


def test_what_is_seen_in_its_place_s_box_lies_there():
    assert believed() == "SinkBasin_1"


@pytest.mark.parametrize(
    "changed",
    [
        {"center": (3.0, 0.0, 0.9), "parent_id": "DiningTable_1"},
        {"center": (1.0, 0.0, 0.05), "parent_id": "Floor_1"},  # it fell
        {"parent_id": "", "visible": True},  # it is seen, and nobody can tell on what
        {"held": True, "parent_id": ""},
    ],
)
def test_what_is_elsewhere_does_not(changed):
    assert believed(**changed) == changed["parent_id"]


def test_what_was_not_seen_since_lies_in_the_middle_of_its_place():
    memory = ObjectMemory(objects=(TABLE, SINK, replace(MUG, center=(0.2, 0.0, 1.3), parent_id="")))
    state = lying(memory, put_there(memory, {"Mug_1": "SinkBasin_1"})).get("Mug_1")
    assert state is not None and (state.parent_id, state.center) == ("SinkBasin_1", SINK.center)


def test_nothing_comes_to_lie_in_what_lies_on_it():
    memory = ObjectMemory(objects=(replace(SINK, parent_id="Mug_1"), MUG))
    assert not put_there(memory, {"Mug_1": "SinkBasin_1"})


@pytest.mark.parametrize(
    ("kind", "bottom", "there"),
    [
        ("Drawer", 0.68, False),  # on the table's top, over the drawer that is open below it
        ("Drawer", 0.50, True),
        ("Drawer", 0.655, True),  # it reaches out of it
        ("Cabinet", 0.68, True),
        ("SideTable", 0.68, True),
    ],
)
def test_what_lies_over_an_open_drawer_is_not_in_it(kind: str, bottom: float, *, there: bool) -> None:
    place = replace(thing(f"{kind}_1", (1.0, 0.0)), center=(1.0, 0.0, 0.55), size=(0.2, 0.3, 0.18))
    assert stays_at(replace(MUG, center=(1.15, 0.0, bottom + 0.05)), place) is there
