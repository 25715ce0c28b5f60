"""Injected discrepancies: what is drawn, that it is drawn again by the same seed, and what a goal makes of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pred_bench.episode.inject import KINDS, MIXED, Injection, InjectionError, inject, parse_kinds, poses_of
from pred_tasks.alfred.goals import AlfredGoal
from pred_tasks.tasks import Task, parse_task
from pred_tasks.world import WorldState
from sim_bridge_thor.worlds import parse_layout

FLAGS = [
    "pickupable",
    "receptacle",
    "toggleable",
    "isToggled",
    "openable",
    "isOpen",
    "dirtyable",
    "isDirty",
    "sliceable",
    "isSliced",
    "canFillWithLiquid",
    "isFilledWithLiquid",
    "cookable",
    "isCooked",
    "visible",
]


def thing(object_id: str, on: str = "", **values: Any) -> dict[str, Any]:
    kind = object_id.split("|", maxsplit=1)[0]
    zero = {"x": 0.0, "y": 0.9, "z": 0.0}
    entry: dict[str, Any] = dict.fromkeys(FLAGS, False)
    entry |= {
        "objectId": object_id,
        "objectType": kind,
        "name": f"{kind}_{object_id[-1]}",
        "position": zero,
        "rotation": zero,
        "distance": 1.0,
        "temperature": "RoomTemp",
        "parentReceptacles": [on] if on else None,
        "receptacleObjectIds": None,
    }
    return entry | values


def furniture(object_id: str, **values: Any) -> dict[str, Any]:
    return thing(object_id, receptacle=True, **values)


def mug(number: int, on: str, **values: Any) -> dict[str, Any]:
    washable = {"dirtyable": True, "isDirty": True, "canFillWithLiquid": True}
    return thing(f"Mug|{number}", on, pickupable=True, distance=float(number), **washable, **values)


def kitchen(*more: dict[str, Any]) -> WorldState:
    things = (
        furniture("CounterTop|1"),
        furniture("SideTable|1"),
        furniture("DiningTable|1"),
        furniture("Cabinet|1", openable=True),
        furniture("Microwave|1", openable=True, toggleable=True),
        furniture("Fridge|1", openable=True),
        thing("Faucet|1", toggleable=True),
        thing("Cup|1", "CounterTop|1", pickupable=True),
        mug(1, "CounterTop|1"),
        *more,
    )
    return WorldState({t["objectId"]: t for t in things})


def task(kind: str = "pick_clean_then_place_in_recep", **layout: Any) -> Task:
    line = {
        "task_id": "t1",
        "task_type": kind,
        "floor_plan": "FloorPlan1",
        "goal": {"object_target": "Mug", "parent_target": "DiningTable"},
        "annotations": [{"task_desc": "Put a mug on the table"}],
    }
    return parse_task(json.dumps({**line, **layout}))


def injected(
    kind: str, world: WorldState, given_task: Task | None = None, seed: int = 0
) -> tuple[Task, list[Mapping[str, Any]]]:
    changed, record = inject(given_task or task(), world, Injection((kind,), seed))
    parse_layout(changed.layout_json())  # the bridge can read it
    return changed, list(record)


def test_states_are_what_the_task_would_make_and_its_appliances() -> None:
    drawn = {
        (c["object_id"], c["state"])
        for seed in range(20)
        for c in injected("states", kitchen(), seed=seed)[0].layout["changes"]
    }
    assert drawn == {("Mug|1", "clean"), ("Faucet|1", "on")}
    heat = task("pick_heat_then_place_in_recep")
    drawn = {
        (c["object_id"], c["state"])
        for seed in range(20)
        for c in injected("states", kitchen(), heat, seed)[0].layout["changes"]
    }
    assert drawn == {("Mug|1", "hot"), ("Microwave|1", "on"), ("Microwave|1", "open")}


def test_what_lies_at_the_destination_is_not_made_so_as_well() -> None:
    """The goal would be met before the robot does anything."""
    world = kitchen(mug(2, "DiningTable|1"))
    subjects = {e["object"] for seed in range(20) for e in injected("states", world, seed=seed)[1]}
    assert subjects == {"Mug|1", "Faucet|1"}


def test_things_come_to_their_places_before_the_appliances_are_in_the_way() -> None:
    world = kitchen(mug(2, "SideTable|1"))
    for seed in range(20):
        changed, _ = inject(
            task("pick_heat_then_place_in_recep"), world, Injection(("states", "in_place"), seed)
        )
        ranks = [0 if "place" in c else {"hot": 1}.get(c["state"], 2) for c in changed.layout["changes"]]
        assert ranks == sorted(ranks)


def test_in_place_puts_one_and_only_one_instance_there() -> None:
    world = kitchen(mug(2, "SideTable|1"))
    changed, record = injected("in_place", world)
    (change,) = changed.layout["changes"]
    assert change["place"] == ["DiningTable|1"] and len(record) == 1
    assert injected("in_place", kitchen(mug(2, "DiningTable|1")))[1] == []


def test_a_duplicate_is_in_view_and_the_words_say_the_other_place() -> None:
    changed, (record,) = injected("duplicates", kitchen())
    assert changed.layout["changes"] == [{"object_id": "Mug|1", "place": ["Cabinet|1"]}] or (
        changed.layout["changes"][0]["place"] == ["Fridge|1"]
    )
    place = "cabinet" if "Cabinet" in record["what"] else "fridge"
    assert changed.annotations[0].goal == f"Put a mug on the table. The mug is in the {place}."
    copies = [p for p in changed.layout["object_poses"] if p["type"] == "Mug"]
    assert len(copies) == 2 and record["copied"]
    lying, (record,) = injected("duplicates", kitchen(mug(2, "SideTable|1")))
    assert "object_poses" not in lying.layout and not record["copied"]


def test_who_calls_a_mug_a_cup_is_not_told_of_a_mug() -> None:
    says = ({"task_desc": "Put a cup on the table"}, {"task_desc": "Put two mugs on the table"})
    changed, _ = injected("duplicates", kitchen(), task(annotations=list(says)))
    cup, mugs = (a.goal for a in changed.annotations)
    assert cup == "Put a cup on the table"
    assert mugs.startswith("Put two mugs on the table. The mug is in the ")


def test_look_alikes_are_copies_beside_the_target() -> None:
    pose = {"type": "Mug", "name": "Mug_a", "position": {"x": 0, "y": 0, "z": 0}}
    given_task = task(object_poses=[{**pose, "rotation": pose["position"]}])
    changed, (record,) = injected("lookalikes", kitchen(), given_task)
    assert [p["type"] for p in changed.layout["object_poses"]] == ["Mug", "Cup"]
    assert record == {"kind": "lookalikes", "what": "Cup beside it", "object": "Mug|1"}
    without_cups = WorldState({k: v for k, v in kitchen().objects.items() if k != "Cup|1"})
    assert injected("lookalikes", without_cups)[1] == []


def test_nothing_is_copied_where_the_layout_makes_copies_itself() -> None:
    """Poses would take the place of the layout's copies, and what was drawn for those would find nothing."""
    spawned = task(random_spawn=True, duplicates={"Mug": 2})
    assert injected("lookalikes", kitchen(), spawned)[1] == []
    assert injected("duplicates", kitchen(), spawned)[1] == []
    (record,) = injected("duplicates", kitchen(mug(2, "SideTable|1")), spawned)[1]
    assert not record["copied"]


def test_the_nearest_instance_is_moved_later_to_another_place() -> None:
    world = kitchen(mug(2, "SideTable|1"))
    (change,) = injected("moved", world)[0].layout["changes"]
    assert change["object_id"] == "Mug|1" and change["after"] > 0
    assert change["place"] == ["SideTable|1"]  # neither where it is nor where the task wants it


def test_kinds_do_not_move_the_same_instance_twice() -> None:
    every = Injection(tuple(KINDS), 3)
    changed, _ = inject(task(), kitchen(mug(2, "SideTable|1"), mug(3, "CounterTop|1")), every)
    placed = [c["object_id"] for c in changed.layout["changes"] if "place" in c]
    assert len(placed) == len(set(placed))


@given(st.integers(0, 1000))
def test_a_mix_is_never_empty_and_the_same_for_a_seed(seed: int) -> None:
    mixed = Injection((MIXED,), seed)
    changed, record = inject(task(), kitchen(), mixed)
    assert record and {entry["kind"] for entry in record} <= set(KINDS)
    assert inject(task(), kitchen(), mixed) == (changed, record)
    assert changed.goal == replace(changed.goal, by_state=True)
    parse_layout(changed.layout_json())


def test_a_teach_goal_says_what_may_be_so_already() -> None:
    line = {
        "task_id": "t2",
        "task_type": "teach_water_plant",
        "floor_plan": "FloorPlan1",
        "annotations": [{"task_desc": "Fill a mug."}],
        "components": [{"name": "mug", "types": ["Mug"], "state": {"isFilledWithLiquid": True}}],
    }
    changed, record = injected("states", kitchen(), parse_task(json.dumps(line)))
    assert [entry["what"] for entry in record] == ["filled"]
    assert changed.goal == parse_task(json.dumps(line)).goal


def test_a_room_becomes_a_layout_in_which_copies_share_a_name() -> None:
    world = kitchen(mug(2, "SideTable|1", name="Mug_1(Clone)1"))
    assert [p["name"] for p in poses_of(world)] == ["Cup_1", "Mug_1", "Mug_1"]


def test_unknown_kinds_are_named() -> None:
    assert parse_kinds("moved, mixed,moved") == ("moved", "mixed")
    with pytest.raises(InjectionError, match="rain"):
        parse_kinds("states,rain")
    with pytest.raises(InjectionError):
        parse_kinds(" , ")


@pytest.mark.parametrize(
    ("kind", "state"),
    [
        ("pick_clean_then_place_in_recep", {"dirtyable": True, "isDirty": False}),
        ("pick_heat_then_place_in_recep", {"temperature": "Hot"}),
        ("pick_cool_then_place_in_recep", {"temperature": "Cold"}),
    ],
)
def test_what_is_so_counts_only_with_the_switch(kind: str, state: dict[str, Any]) -> None:
    base = {"dirtyable": False, "temperature": "RoomTemp"}
    table = furniture("DiningTable|1", receptacleObjectIds=["Mug|1"])
    goal = AlfredGoal(kind, "Mug", "DiningTable")
    met = []
    for values in (base, {**base, **state}):
        world = WorldState(
            {"DiningTable|1": table, "Mug|1": thing("Mug|1", "DiningTable|1", pickupable=True, **values)}
        )
        met += [sum(c.met for c in g.conditions(world)) for g in (goal, replace(goal, by_state=True))]
    assert met == [1, 1, 1, 3]
