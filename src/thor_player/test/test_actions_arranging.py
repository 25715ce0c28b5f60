import collections
import math
from typing import Any

import pytest


def _poses(driver: Any) -> Any:
    return [
        {"objectName": o["name"], "position": o["position"], "rotation": o["rotation"]}
        for o in driver.agent["objects"]
        if o["pickupable"]
    ]


def _types(driver: Any) -> Any:
    return collections.Counter(o["objectType"] for o in driver.agent["objects"] if o["pickupable"])


def test_setting_the_poses_that_are_changes_next_to_nothing(kitchen: Any) -> None:
    before = {o["objectId"]: o for o in kitchen.agent["objects"]}
    kitchen.ok("SetObjectPoses", objectPoses=_poses(kitchen))
    for o in kitchen.agent["objects"]:
        was = before[o["objectId"]]
        assert math.dist(o["position"].values(), was["position"].values()) < 0.25, o["objectId"]
        if was["parentReceptacles"]:
            assert o["parentReceptacles"], o["objectId"]


def test_unlisted_things_go_and_names_listed_twice_are_copied(kitchen: Any) -> None:
    poses = [p for p in _poses(kitchen) if not p["objectName"].startswith("Apple")]
    mug = next(p for p in poses if p["objectName"].startswith("Mug"))
    poses.append({**mug, "position": {**mug["position"], "z": mug["position"]["z"] + 0.2}})
    had = _types(kitchen)
    kitchen.ok("SetObjectPoses", objectPoses=poses)
    assert _types(kitchen) == had - collections.Counter(Apple=1) + collections.Counter(Mug=1)
    ids = [o["objectId"] for o in kitchen.agent["objects"]]
    assert len(ids) == len(set(ids))
    kitchen.fails("is not the objectId on any object", "SliceObject", objectId="Apple|-00.47|+01.15|+00.48")


def test_names_of_other_builds_stand_for_their_type(kitchen: Any) -> None:
    poses = [{**p, "objectName": p["objectName"].split("_")[0] + "_0badcafe"} for p in _poses(kitchen)]
    poses.append(
        {"objectName": "Watch_12345678", "position": poses[0]["position"], "rotation": poses[0]["rotation"]}
    )
    kitchen.ok("SetObjectPoses", objectPoses=poses)
    assert _types(kitchen)["Watch"] == 1
    assert _types(kitchen)["Mug"] == 1


def test_things_put_into_closed_receptacles_have_them_as_parents(kitchen: Any) -> None:
    fridge = kitchen.get(kitchen.id("Fridge"))
    poses = _poses(kitchen)
    apple = next(p for p in poses if p["objectName"].startswith("Apple"))
    apple["position"] = fridge["axisAlignedBoundingBox"]["center"]
    kitchen.ok("SetObjectPoses", objectPoses=poses)
    assert kitchen.all("Apple")[0]["parentReceptacles"] == [fridge["objectId"]]
    assert not kitchen.get(fridge["objectId"])["isOpen"]


def test_things_inside_a_solid_are_brought_to_where_they_can_be_reached(kitchen: Any) -> None:
    counter = kitchen.get(kitchen.id("CounterTop"))["axisAlignedBoundingBox"]["center"]
    poses = _poses(kitchen)
    apple = next(p for p in poses if p["objectName"].startswith("Apple"))
    apple["position"] = {**counter, "y": counter["y"] - 0.1}
    kitchen.ok("SetObjectPoses", objectPoses=poses)
    moved = kitchen.all("Apple")[0]
    assert moved["parentReceptacles"]
    assert kitchen.ok("GetInteractablePoses", objectId=moved["objectId"])["actionReturn"]


@pytest.mark.parametrize(
    "poses",
    [
        None,
        [],
        [{"objectName": "Mug_1"}],
        ["Mug"],
        "Mug",
        [{"objectName": "Mug_1", "position": {"x": 1.0}, "rotation": {"x": 0, "y": 0, "z": 0}}],
        [{"objectName": 7, "position": {"x": 0, "y": 0, "z": 0}, "rotation": {"x": 0, "y": 0, "z": 0}}],
    ],
)
def test_malformed_poses(kitchen: Any, poses: Any) -> None:
    kitchen.fails("objectPoses was not initialized correctly", "SetObjectPoses", objectPoses=poses)


def test_an_unknown_type_is_refused(kitchen: Any) -> None:
    pose = {**_poses(kitchen)[0], "objectName": "Unicorn_1"}
    kitchen.fails("unknown types: Unicorn", "SetObjectPoses", objectPoses=[pose])


def test_poses_put_the_held_thing_back(kitchen: Any) -> None:
    poses = _poses(kitchen)
    kitchen.hold("Mug")
    kitchen.ok("SetObjectPoses", objectPoses=poses)
    assert kitchen.agent["inventoryObjects"] == []
    assert kitchen.all("Mug")[0]["parentReceptacles"]


def test_toggles_by_type(drive: Any) -> None:
    room = drive("FloorPlan201")
    kind = next(
        o["objectType"] for o in room.agent["objects"] if o["objectType"] in ("FloorLamp", "DeskLamp")
    )
    room.ok("SetObjectToggles", objectToggles=[{"objectType": kind, "isOn": False}])
    assert not any(o["isToggled"] for o in room.all(kind))
    room.ok("SetObjectToggles", objectToggles=[{"objectType": kind, "isOn": True}])
    assert all(o["isToggled"] for o in room.all(kind))


def test_states_in_bulk(kitchen: Any) -> None:
    kitchen.ok(
        "SetObjectStates", SetObjectStates={"objectType": "Drawer", "stateChange": "openable", "isOpen": True}
    )
    assert all(o["isOpen"] for o in kitchen.all("Drawer"))
    assert not kitchen.all("Fridge")[0]["isOpen"]
    kitchen.ok("SetObjectStates", SetObjectStates={"stateChange": "dirtyable", "isDirty": True})
    assert all(o["isDirty"] for o in kitchen.agent["objects"] if o["dirtyable"])
    kitchen.fails("is null or not initialized!", "SetObjectStates")
    kitchen.fails("missing stateChange", "SetObjectStates", SetObjectStates={"objectType": "Mug"})
    kitchen.fails("strings null", "SetObjectStates", SetObjectStates={})
    kitchen.fails("'stateChange' must be one of", "SetObjectStates", SetObjectStates={"stateChange": "x"})


def test_alfreds_dirty_and_empty(kitchen: Any) -> None:
    mug = kitchen.id("Mug")
    kitchen.ok("FillObjectWithLiquid", objectId=mug, fillLiquid="water", forceAction=True)
    kitchen.ok("SetStateOfAllObjects", StateChange="CanBeDirty", forceAction=True)
    kitchen.ok("SetStateOfAllObjects", StateChange="CanBeFilled", forceAction=False)
    assert kitchen.get(mug)["isDirty"] and not kitchen.get(mug)["isFilledWithLiquid"]


def test_random_spawn_is_the_same_for_the_same_seed(drive: Any) -> None:
    def spawn(seed: Any) -> Any:
        room = drive("FloorPlan2")
        room.ok("InitialRandomSpawn", randomSeed=seed, forceVisible=True, numPlacementAttempts=5)
        return {
            o["objectId"]: (o["position"], o["parentReceptacles"])
            for o in room.agent["objects"]
            if o["pickupable"]
        }

    first = spawn(1)
    assert first == spawn(1)
    assert first != spawn(2)
    assert all(parents for _, parents in first.values())


def test_random_spawn_copies_what_is_asked_for(kitchen: Any) -> None:
    kitchen.ok("InitialRandomSpawn", randomSeed=3, numDuplicatesOfType=[{"objectType": "Mug", "count": 3}])
    assert len(kitchen.all("Mug")) == 3
    kitchen.fails("must be a positive integer", "InitialRandomSpawn", numPlacementAttempts=0)


def test_mass(kitchen: Any) -> None:
    mug = kitchen.id("Mug")
    kitchen.ok("SetMassProperties", objectId=mug, mass=2.5, drag=0, angularDrag=0.05)
    assert kitchen.get(mug)["mass"] == 2.5
    kitchen.fails("is not Moveable or Pickupable", "SetMassProperties", objectId=kitchen.id("Fridge"), mass=1)
    kitchen.fails("could not be found in this scene", "SetMassProperties", objectId="Mug", mass=1)


def test_filter(kitchen: Any) -> None:
    mug = kitchen.id("Mug")
    kitchen.ok("SetObjectFilter", objectIds=[mug])
    assert [o["objectId"] for o in kitchen.agent["objects"]] == [mug]
    assert len(kitchen.ok("ResetObjectFilter")["objects"]) > 50


@pytest.mark.parametrize(
    ("action", "name", "value"),
    [
        ("SetObjectToggles", "objectToggles", [1]),
        ("SetObjectToggles", "objectToggles", [{"objectType": "Faucet"}]),
        ("InitialRandomSpawn", "numDuplicatesOfType", [{"foo": 1}]),
        ("InitialRandomSpawn", "excludedReceptacles", [["Fridge"]]),
        ("SetObjectFilter", "objectIds", [None]),
        ("SetObjectFilter", "objectIds", "Mug"),
    ],
)
def test_malformed_lists_are_named(kitchen: Any, action: str, name: str, value: Any) -> None:
    agent = kitchen.fails(f"invalid argument: '{name}'", action, **{name: value})
    assert agent["errorCode"] is None


def test_a_malformed_state_change_is_named(kitchen: Any) -> None:
    kitchen.fails("invalid argument", "SetObjectStates", SetObjectStates={"stateChange": ["x"]})
