"""The kinds of calls that ALFRED's and TEACh's simulators send, argument for argument; none may be refused."""

from typing import Any

import pytest

STEP = 0.25
LOOKING = {
    "tempRenderChange": True,
    "renderNormalsImage": False,
    "renderImage": True,
    "renderClassImage": False,
    "renderObjectImage": False,
    "renderDepthImage": True,
}
MOVING = {name: LOOKING[name] for name in LOOKING if name not in ("tempRenderChange", "renderNormalsImage")}


@pytest.fixture
def alfred(kitchen: Any) -> Any:
    """A player as ALFRED sets it up: a grid ten times finer than a step, a room restored, the agent placed."""
    saved = [
        {"objectName": o["name"], "position": o["position"], "rotation": o["rotation"]}
        for o in kitchen.agent["objects"]
        if o["pickupable"]
    ]
    kitchen.ok(
        "Initialize",
        gridSize=STEP / 10,
        cameraY=0.675,
        renderImage=True,
        renderDepthImage=True,
        renderClassImage=True,
        renderObjectImage=True,
        visibility_distance=1.5,
        makeAgentsVisible=False,
    )
    kitchen.ok("SetObjectToggles", objectToggles=[{"objectType": "StoveKnob", "isOn": False}])
    kitchen.ok("SetStateOfAllObjects", StateChange="CanBeDirty", forceAction=True)
    kitchen.ok("SetStateOfAllObjects", StateChange="CanBeFilled", forceAction=False)
    toggles = {"objectType": "Faucet", "stateChange": "toggleable", "isToggled": False}
    kitchen.ok("SetObjectStates", SetObjectStates=toggles)
    kitchen.ok("SetObjectPoses", objectPoses=saved)
    kitchen.ok("TeleportFull", x=0.0, y=0.9009992, z=1.75, rotateOnTeleport=True, rotation=0, horizon=30)
    return kitchen


def _pose(agent: Any) -> tuple[float, ...]:
    own = agent["agent"]
    return (*(round(own["position"][axis], 4) for axis in "xyz"), own["rotation"]["y"], own["cameraHorizon"])


def _where(agent: Any) -> dict[str, float]:
    return {axis: agent["agent"]["position"][axis] for axis in "xyz"}


def test_alfred_looks_and_turns_by_teleporting(alfred: Any) -> None:
    start = _pose(alfred.agent)
    for horizon in (33.0, 45.0, 60.0):
        agent = alfred.ok("TeleportFull", rotation=0.0, **_where(alfred.agent), horizon=horizon, **LOOKING)
    for yaw in (9.0, 45.0, 90.0):
        agent = alfred.ok("TeleportFull", rotation=yaw, **_where(agent), horizon=60.0, **LOOKING)
    assert _pose(agent) == (*start[:3], 90.0, 60.0)


def test_alfred_walks_in_tenths_of_a_step(alfred: Any) -> None:
    start = _pose(alfred.agent)
    alfred.ok("TeleportFull", rotation=180.0, **_where(alfred.agent), horizon=30.0, **LOOKING)
    for _ in range(10):
        alfred.ok("MoveAhead", moveMagnitude=STEP / 10, forceAction=True, **MOVING)
    assert _pose(alfred.agent)[:3] == pytest.approx((start[0], start[1], start[2] - STEP))
    alfred.ok("RotateLeft", forceAction=True)
    alfred.ok("RotateRight", forceAction=True)
    alfred.ok("Pass")


def test_alfred_handles_things(alfred: Any) -> None:
    fridge, mug, basin = alfred.id("Fridge"), alfred.id("Mug"), alfred.id("SinkBasin")
    faucet, knife, apple = alfred.id("Faucet"), alfred.id("Knife"), alfred.id("Apple")

    def go(object_id: str) -> None:
        poses = alfred.ok("GetInteractablePoses", objectId=object_id, standings=[True], maxPoses=1)
        pose = poses["actionReturn"][0]
        place = {axis: pose[axis] for axis in "xyz"}
        alfred.ok(
            "TeleportFull", **place, rotateOnTeleport=True, rotation=pose["rotation"], horizon=pose["horizon"]
        )

    alfred.ok("Initialize", gridSize=STEP, renderDepthImage=True, renderObjectImage=True)
    go(mug)
    alfred.ok("PickupObject", objectId=mug)
    alfred.ok("PutObject", objectId=mug, receptacleObjectId=basin, forceAction=True, placeStationary=True)
    go(faucet)
    alfred.ok("ToggleObjectOn", objectId=faucet)
    alfred.ok("Pass")
    assert not alfred.get(mug)["isDirty"]
    alfred.ok("ToggleObjectOff", objectId=faucet)
    go(fridge)
    alfred.ok("OpenObject", objectId=fridge, moveMagnitude=1.0)
    alfred.ok("CloseObject", objectId=fridge, forceAction=True)
    alfred.ok("PickupObject", objectId=knife, forceAction=True)  # it is in a closed drawer
    go(apple)
    alfred.ok("SliceObject", objectId=apple)
    alfred.ok("PutObject", objectId=alfred.id("CounterTop"), forceAction=True, placeStationary=True)


def test_teach_sets_up_and_drives(kitchen: Any) -> None:
    kitchen.ok("LookDown", agentId=0, degrees=30)
    kitchen.ok("ToggleMapView")
    assert kitchen.agent["cameraOrthSize"] > 0.0 and set(kitchen.agent["cameraPosition"]) == set("xyz")
    kitchen.ok("ToggleMapView")
    kitchen.ok(
        "AddThirdPartyCamera",
        rotation={"x": 30, "y": 90.0, "z": 0},
        position={"x": 0.0, "y": 1.9, "z": 1.0},
        fieldOfView=90,
    )
    kitchen.ok(
        "AddThirdPartyCamera",
        rotation={"x": 0, "y": 0, "z": 90},
        position={"x": -1.0, "z": -1.0, "y": 1.0},
        fieldOfView=90,
    )
    kitchen.ok("MakeObjectsOfTypeUnbreakable", objectType="Egg")
    kitchen.ok(
        "InitialRandomSpawn",
        randomSeed=4,
        forceVisible=True,
        numPlacementAttempts=10,
        placeStationary=True,
        excludedReceptacles=["Microwave"],
        numDuplicatesOfType=[{"objectType": "Mug", "count": 2}],
    )
    place = {"x": 0.0, "y": 0.9009992, "z": 1.75}
    turned = {"x": 0.0, "y": 180.0, "z": 0.0}
    kitchen.ok("TeleportFull", agentId=0, **place, rotation=turned, horizon=30.0)
    kitchen.ok("MoveAhead", agentId=0, moveMagnitude=0.25, forceAction=True)
    kitchen.ok("MoveBack", agentId=0, moveMagnitude=0.25, forceAction=True)
    kitchen.ok("RotateRight", agentId=0, degrees=90, forceAction=True)
    kitchen.ok("RotateLeft", agentId=0, degrees=90, forceAction=True)
    kitchen.ok("LookUp", agentId=0, degrees=30, forceAction=True)
    camera = kitchen.agent["thirdPartyCameras"][0]
    moved = {**camera["position"], "y": camera["position"]["y"] + 0.25}
    kitchen.ok("UpdateThirdPartyCamera", thirdPartyCameraId=0, rotation=camera["rotation"], position=moved)
    assert kitchen.ok("GetReachablePositions")["actionReturn"]


def test_teach_masks_come_with_the_step_that_asks_for_them(kitchen: Any) -> None:
    reply = kitchen.session.step({"action": "Pass", "agentId": 0, "renderInstanceSegmentation": True})
    assert reply.pictures[0].ids is not None
    assert reply.metadata["agents"][0]["colors"]


def test_teach_acts_on_points_of_the_picture(kitchen: Any) -> None:
    mug = kitchen.id("Mug")
    pose = kitchen.ok("GetInteractablePoses", objectId=mug, standings=[True], maxPoses=1)["actionReturn"][0]
    kitchen.ok("TeleportFull", **{**pose, "rotation": {"x": 0.0, "y": pose["rotation"], "z": 0.0}})
    reply = kitchen.session.step({"action": "Pass", "renderObjectImage": True})
    colors = {c["name"]: c["color"] for c in reply.metadata["agents"][0]["colors"]}
    shown = (reply.pictures[0].ids[..., :3] == colors[mug]).all(axis=-1).nonzero()
    row, column = shown[0][len(shown[0]) // 2], shown[1][len(shown[1]) // 2]
    point = {"x": float((column + 0.5) / 300), "y": float((row + 0.5) / 300)}
    assert kitchen.ok("GetCoordinateFromRaycast", **point)["actionReturn"].keys() == set("xyz")
    kitchen.ok("PickupObject", agentId=0, **point)
    assert kitchen.agent["inventoryObjects"][0]["objectId"] == mug
    kitchen.ok("PutObject", agentId=0, **point, putNearXY=True, forceAction=True, placeStationary=True)
    assert kitchen.agent["inventoryObjects"] == []
    for action, more in (
        ("DirtyObject", {}),
        ("CleanObject", {}),
        ("FillObjectWithLiquid", {"fillLiquid": "water"}),
    ):
        kitchen.ok(action, objectId=mug, agentId=0, forceAction=True, **more)
    kitchen.ok("EmptyLiquidFromObject", objectId=mug, forceAction=True)
