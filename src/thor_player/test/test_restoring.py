"""SetObjectPoses with what a client saved: TEACh sends every pickupable and moveable object at the pose it has."""

import copy
import math
from typing import Any

import pytest

from thor_player.rooms import scenes
from thor_player.session import Session

ROOMS = sorted(scenes(), key=lambda name: int(name.removeprefix("FloorPlan")))[::5]


def _agent(session: Session, action: str, **arguments: Any) -> Any:
    agent = session.step({"action": action, **arguments}, draw=False).metadata["agents"][0]
    assert agent["lastActionSuccess"], agent["errorMessage"]
    return agent


def _objects(agent: Any) -> Any:
    return {o["objectId"]: copy.deepcopy(o) for o in agent["objects"]}


def _saved(objects: Any) -> Any:
    return [
        {"objectName": o["name"], "position": o["position"], "rotation": o["rotation"]}
        for o in objects.values()
        if o["pickupable"] or o["moveable"]
    ]


def _differences(before: Any, after: Any) -> list[str]:
    assert before.keys() == after.keys()
    return [
        f"{name}: {was['position']} in {was['parentReceptacles']}, now {after[name]['position']}"
        f" in {after[name]['parentReceptacles']}"
        for name, was in before.items()
        if math.dist(was["position"].values(), after[name]["position"].values()) > 0.02
        or was["parentReceptacles"] != after[name]["parentReceptacles"]
    ]


@pytest.mark.parametrize("room", ROOMS)
def test_what_is_listed_where_it_is_stays_there(room: str) -> None:
    session = Session(room)
    for setting in ({"action": "Pass"}, {"action": "InitialRandomSpawn", "randomSeed": 3}):
        before = _objects(_agent(session, **setting))
        after = _objects(_agent(session, "SetObjectPoses", objectPoses=_saved(before), placeStationary=True))
        assert _differences(before, after) == []


def test_a_room_saved_before_things_moved_is_as_it_was(kitchen: Any) -> None:
    before = _objects(kitchen.agent)
    kitchen.move_to("Mug", kitchen.id("CoffeeMachine"))
    kitchen.move_to("Apple", kitchen.id("Bowl"))
    kitchen.move_to("Bowl", kitchen.id("SinkBasin"))
    kitchen.ok("SetObjectPoses", objectPoses=_saved(before))
    assert _differences(before, _objects(kitchen.agent)) == []


def test_a_room_saved_after_things_moved_is_so_again_in_a_fresh_room(drive: Any) -> None:
    first, second = drive("FloorPlan1"), drive("FloorPlan1")
    first.move_to("Mug", first.id("CoffeeMachine"))
    first.move_to("Tomato", first.id("Plate"))
    before = _objects(first.agent)
    second.ok("SetObjectPoses", objectPoses=_saved(before))
    assert _differences(before, _objects(second.agent)) == []


def test_what_stood_on_something_that_is_elsewhere_comes_to_rest(kitchen: Any) -> None:
    kitchen.move_to("Apple", kitchen.id("Plate"))
    saved = _saved(_objects(kitchen.agent))
    plate = next(p for p in saved if p["objectName"].startswith("Plate"))
    apple = kitchen.get(kitchen.id("Apple"))
    plate["position"] = {**plate["position"], "x": plate["position"]["x"] + 0.8}
    kitchen.ok("SetObjectPoses", objectPoses=saved)
    now = kitchen.get(apple["objectId"])
    assert now["parentReceptacles"] and now["parentReceptacles"][0] != kitchen.id("Plate")


def test_moveable_things_stay_exactly_where_they_are_listed(kitchen: Any) -> None:
    machine = kitchen.all("CoffeeMachine")[0]
    position = {**machine["position"], "y": machine["position"]["y"] + 0.3}
    pose = {"objectName": machine["name"], "position": position, "rotation": machine["rotation"]}
    saved = [p for p in _saved(_objects(kitchen.agent)) if p["objectName"] != machine["name"]]
    kitchen.ok("SetObjectPoses", objectPoses=[*saved, pose])
    now = kitchen.get(machine["objectId"])
    assert now["position"] == pytest.approx(position)


def test_pieces_stay_pieces(kitchen: Any) -> None:
    kitchen.ok("SliceObject", objectId=kitchen.id("Apple"), forceAction=True)
    kitchen.ok("BreakObject", objectId=kitchen.id("Egg"), forceAction=True)
    before = _objects(kitchen.agent)
    kitchen.ok("SetObjectPoses", objectPoses=_saved(before))
    assert _differences(before, _objects(kitchen.agent)) == []
    assert not any(o["visible"] for o in kitchen.all("Apple"))


def test_copies_that_are_there_are_not_copied_again(kitchen: Any) -> None:
    kitchen.ok("InitialRandomSpawn", randomSeed=2, numDuplicatesOfType=[{"objectType": "Mug", "count": 3}])
    before = _objects(kitchen.agent)
    kitchen.ok("SetObjectPoses", objectPoses=_saved(before))
    assert _differences(before, _objects(kitchen.agent)) == []


def test_a_name_that_does_not_begin_with_its_type_is_known(drive: Any) -> None:
    room = drive("FloorPlan419")
    assert any(o["name"] == "Toilet_Paper" for o in room.agent["objects"])
    before = _objects(room.agent)
    room.ok("SetObjectPoses", objectPoses=_saved(before))
    assert _differences(before, _objects(room.agent)) == []


@pytest.mark.parametrize("strip", [False, True])
def test_copies_keep_their_ids_over_a_restore(kitchen: Any, strip: bool) -> None:
    """Clients that save a room send a copy's name as it is or without what follows the original's."""
    wish = [{"objectType": "Mug", "count": 3}, {"objectType": "Apple", "count": 2}]
    before = _objects(kitchen.ok("InitialRandomSpawn", randomSeed=5, numDuplicatesOfType=wish))
    mugs = [name for name in before if name.startswith("Mug|")]
    assert len(mugs) == 3
    poses = _saved(before)
    for pose in poses:
        pose["objectName"] = pose["objectName"].partition("(")[0] if strip else pose["objectName"]
    kitchen.ok("MakeAllObjectsUnbreakable")
    kitchen.ok("PickupObject", objectId=mugs[2], forceAction=True)
    kitchen.ok("DropHandObject", forceAction=True)
    kitchen.ok("SetObjectPoses", objectPoses=poses)  # in the same room
    assert _differences(before, _objects(kitchen.agent)) == []
    kitchen.ok("Reset", sceneName="FloorPlan1")
    kitchen.ok("SetObjectPoses", objectPoses=poses)  # in a fresh one
    after = _objects(kitchen.agent)
    assert after.keys() == before.keys()
    for name in mugs:
        assert math.dist(before[name]["position"].values(), after[name]["position"].values()) < 0.02


def test_a_copy_that_was_left_out_comes_back_as_itself(kitchen: Any) -> None:
    wish = [{"objectType": "Mug", "count": 2}]
    before = _objects(kitchen.ok("InitialRandomSpawn", randomSeed=5, numDuplicatesOfType=wish))
    poses = _saved(before)
    without = [pose for pose in poses if "(Copy)" not in pose["objectName"]]
    kitchen.ok("SetObjectPoses", objectPoses=without)
    assert len(kitchen.all("Mug")) == 1
    mug = next(p for p in poses if p["objectName"].startswith("Mug"))
    place = {**mug["position"], "z": mug["position"]["z"] + 0.2}
    kitchen.ok("SetObjectPoses", objectPoses=[*without, {**mug, "position": place}])
    assert {o["objectId"] for o in kitchen.all("Mug")} == {n for n in before if n.startswith("Mug|")}
