import copy
from typing import Any

import pytest


def _ids(driver: Any) -> set[str]:
    return {o["objectId"] for o in driver.agent["objects"]}


def test_what_is_removed_is_gone_with_what_it_holds(kitchen: Any) -> None:
    bowl = kitchen.id("Bowl")
    apple = kitchen.move_to("Apple", bowl)
    kitchen.ok("RemoveFromScene", objectId=bowl)
    assert not {bowl, apple} & _ids(kitchen)
    assert all(bowl not in (o["receptacleObjectIds"] or ()) for o in kitchen.agent["objects"])
    kitchen.fails("is not the objectId on any object", "RemoveFromScene", objectId=bowl)
    held = kitchen.hold("Mug")
    kitchen.ok("RemoveFromScene", objectId=held)
    assert kitchen.agent["inventoryObjects"] == []


def test_what_is_disabled_comes_back_as_it_was(kitchen: Any) -> None:
    bowl = kitchen.id("Bowl")
    apple = kitchen.move_to("Apple", bowl)
    before = {i: copy.deepcopy(kitchen.get(i)) for i in (bowl, apple)}
    kitchen.ok("DisableObject", objectId=bowl)
    assert not {bowl, apple} & _ids(kitchen)
    kitchen.ok("EnableObject", objectId=bowl)
    for name, was in before.items():
        assert kitchen.get(name)["position"] == was["position"]
        assert kitchen.get(name)["parentReceptacles"] == was["parentReceptacles"]
    kitchen.ok("EnableObject", objectId=bowl)
    kitchen.fails("is not the objectId on any object", "EnableObject", objectId="Nothing|1")


def test_things_are_placed_at_points_that_are_offered(kitchen: Any) -> None:
    table = max(kitchen.all("CounterTop"), key=lambda o: o["axisAlignedBoundingBox"]["size"]["x"])["objectId"]
    points = kitchen.ok("GetSpawnCoordinatesAboveReceptacle", objectId=table, anywhere=True)["actionReturn"]
    assert len(points) > 5
    mug = kitchen.id("Mug")
    placed = 0
    for point in points:
        if kitchen.do("PlaceObjectAtPoint", objectId=mug, position=point)["lastActionSuccess"]:
            placed += 1
            box = kitchen.get(mug)["axisAlignedBoundingBox"]
            assert (box["center"]["x"], box["center"]["z"]) == pytest.approx((point["x"], point["z"]))
            assert kitchen.get(mug)["parentReceptacles"]
    assert placed > len(points) // 4
    kitchen.fails("NOT a receptacle", "GetSpawnCoordinatesAboveReceptacle", objectId=kitchen.id("Apple"))


def test_a_taken_place_stays_taken(kitchen: Any) -> None:
    mug, apple = kitchen.id("Mug"), kitchen.get(kitchen.id("Apple"))
    before = copy.deepcopy(kitchen.get(mug))
    point = {**apple["position"]}
    kitchen.fails("something is there", "PlaceObjectAtPoint", objectId=mug, position=point)
    assert kitchen.get(mug)["position"] == pytest.approx(before["position"])
    assert kitchen.get(mug)["parentReceptacles"] == before["parentReceptacles"]
    kitchen.fails("can neither be", "PlaceObjectAtPoint", objectId=kitchen.id("Fridge"), position=point)
    kitchen.fails("invalid argument: 'position'", "PlaceObjectAtPoint", objectId=mug, position={"x": 1})


def test_a_kinematic_thing_stays_in_the_air(kitchen: Any) -> None:
    mug = kitchen.id("Mug")
    air = {"x": 0.0, "y": 1.5, "z": 1.0}
    kitchen.ok("PlaceObjectAtPoint", objectId=mug, position=air, forceKinematic=True)
    assert kitchen.get(mug)["position"]["y"] == pytest.approx(1.5, abs=0.05)
    kitchen.ok("PlaceObjectAtPoint", objectId=mug, position=air)
    assert kitchen.get(mug)["position"]["y"] < 1.2 and kitchen.get(mug)["parentReceptacles"]


def test_time_goes_on_when_physics_is_stepped(kitchen: Any) -> None:
    kitchen.fails("currently paused", "AdvancePhysicsStep", timeStep=0.05)
    kitchen.ok("AdvancePhysicsStep", timeStep=0.05, allowAutoSimulation=True)
    kitchen.ok("PausePhysicsAutoSim")
    before = kitchen.agent["currentTime"]
    assert kitchen.ok("AdvancePhysicsStep", timeStep=0.05)["currentTime"] == pytest.approx(before + 0.05)
    kitchen.fails("timeStep must be > 0", "AdvancePhysicsStep", timeStep=-1)
    kitchen.ok("UnpausePhysicsAutoSim")
    kitchen.fails("currently paused", "AdvancePhysicsStep", timeStep=0.05)


def test_only_points_in_view_are_offered_where_not_anywhere(kitchen: Any) -> None:
    table = max(kitchen.all("CounterTop"), key=lambda o: o["axisAlignedBoundingBox"]["size"]["x"])["objectId"]
    pose = kitchen.ok("GetInteractablePoses", objectId=table, standings=[True], maxPoses=1)["actionReturn"][0]
    kitchen.ok("TeleportFull", **{**pose, "rotation": {"x": 0, "y": pose["rotation"], "z": 0}})
    everywhere = kitchen.ok("GetSpawnCoordinatesAboveReceptacle", objectId=table, anywhere=True)[
        "actionReturn"
    ]
    seen = kitchen.ok("GetSpawnCoordinatesAboveReceptacle", objectId=table, anywhere=False)["actionReturn"]
    assert 0 < len(seen) < len(everywhere)
    assert all(point in everywhere for point in seen)
    kitchen.ok("RotateRight", degrees=180)
    assert not kitchen.ok("GetSpawnCoordinatesAboveReceptacle", objectId=table, anywhere=False)[
        "actionReturn"
    ]


def test_things_are_teleported_to_where_there_is_room(kitchen: Any) -> None:
    mug, apple = kitchen.id("Mug"), kitchen.get(kitchen.id("Apple"))["position"]
    air = {"x": 0.0, "y": 1.5, "z": 1.0}
    turned = {"x": 0.0, "y": 90.0, "z": 0.0}
    kitchen.ok("TeleportObject", objectId=mug, position=air, rotation=turned, forceKinematic=True)
    assert kitchen.get(mug)["position"] == pytest.approx(air)
    assert kitchen.get(mug)["rotation"]["y"] == pytest.approx(90.0)
    kitchen.fails(
        "is colliding after teleport", "TeleportObject", objectId=mug, position=apple, rotation=turned
    )
    assert kitchen.get(mug)["position"] == pytest.approx(air)
    kitchen.ok("TeleportObject", objectId=mug, positions=[apple, air], rotation=turned)
    assert kitchen.get(mug)["parentReceptacles"]  # it fell
    kitchen.ok("PickupObject", objectId=mug, forceAction=True)
    kitchen.fails("Cannot teleport object in hand", "TeleportObject", objectId=mug, position=air)
    kitchen.ok(
        "TeleportObject", objectId=mug, position=air, allowTeleportOutOfHand=True, makeUnbreakable=True
    )
    assert kitchen.agent["inventoryObjects"] == []
    kitchen.fails("unbreakable", "BreakObject", objectId=mug, forceAction=True)
    kitchen.fails("is not the objectId on any object", "TeleportObject", objectId="Mug|1", position=air)
