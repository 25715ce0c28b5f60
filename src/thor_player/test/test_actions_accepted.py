"""What an action or argument asks for is done, or it is a failed action with a sentence; nothing is taken for done."""

import ast
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import thor_player.actions as package
from thor_player.actions.narrow import is_narrow
from thor_player.actions.registry import ALWAYS_ALLOWED
from thor_player.actions.table import ACTIONS

RENDERING = {name for name in ALWAYS_ALLOWED if name.startswith("render")}
READ_BY_SESSION = {"action", "agentId", "sequenceId", "visibilityDistance", *RENDERING}
AXES = set("xyz")  # read one by one


@pytest.mark.parametrize("agent", [1, -1, 7, "0", True, 0.5])
def test_an_agent_that_is_not_there_does_nothing(kitchen: Any, agent: Any) -> None:
    before = kitchen.ok("Pass")["agent"]
    kitchen.fails("agentId", "RotateRight", agentId=agent)
    assert kitchen.agent["agent"] == before
    assert kitchen.agent["errorCode"] is None
    kitchen.ok("RotateRight", agentId=0)
    assert kitchen.agent["agent"] != before


ASKS_FOR_WHAT_IS_NOT_DONE = [
    ("MoveAhead", {"renderNormalsImage": True}),
    ("TeleportFull", {"rotateOnTeleport": False}),
    ("Initialize", {"renderFlowImage": True}),
    ("Initialize", {"visibilityScheme": "Sphere"}),
    ("Initialize", {"cameraNearPlane": 0.5}),
    ("Initialize", {"cameraFarPlane": 5.0}),
    ("InitialRandomSpawn", {"placeStationary": False}),
    ("InitialRandomSpawn", {"receptacleObjectPairs": [{"receptacleObjectType": "Sink"}]}),
    ("SetObjectPoses", {"objectPoses": [], "placeStationary": False}),
    ("PickupObject", {"objectId": "Mug", "manualInteract": True}),
    ("GetReachablePositions", {"directionsRelativeAgent": True}),
    ("DropHeldObject", {"autoSimulation": "no"}),
]


@pytest.mark.parametrize(("action", "arguments"), ASKS_FOR_WHAT_IS_NOT_DONE)
def test_an_argument_that_would_do_nothing_fails(kitchen: Any, action: str, arguments: Any) -> None:
    before = kitchen.ok("Pass")
    kitchen.fails("would do nothing in the embedded player", action, **arguments)
    for key in ("agent", "objects", "thirdPartyCameras"):
        assert kitchen.agent[key] == before[key]


@pytest.mark.parametrize(
    ("name", "arguments", "text"),
    [
        ("ChangeQuality", {"quality": "Very Low"}, "pictures have one quality"),
        (
            "MoveArm",
            {"position": {"x": 0, "y": 0.5, "z": 0.3}, "speed": 1, "returnToStart": True},
            "has no arm",
        ),
        ("MoveArmBase", {"y": 0.5}, "has no arm"),
        ("ReleaseObject", {}, "has no arm"),
        ("FlyUp", {"moveMagnitude": 0.5}, "is no drone"),
        ("CreateObject", {"objectType": "Apple"}, "InitialRandomSpawn"),
        ("CreateHouse", {"house": {}}, "120 iTHOR rooms"),
    ],
)
def test_an_action_that_is_not_done_says_why(kitchen: Any, name: str, arguments: Any, text: str) -> None:
    before = kitchen.ok("Pass")
    agent = kitchen.fails("is not done by the embedded player", name, **arguments)
    assert text in agent["errorMessage"] and agent["errorCode"] is None
    assert agent["objects"] == before["objects"] and agent["agent"] == before["agent"]


@pytest.mark.parametrize(
    ("action", "arguments"),
    [
        ("SetObjectToggles", {}),
        ("SetObjectFilter", {}),
        ("SetTemperatureDecayTime", {}),
    ],
)
def test_an_action_without_what_it_is_about_fails(kitchen: Any, action: str, arguments: Any) -> None:
    assert (
        kitchen.fails("missing the following arguments", action, **arguments)["errorCode"]
        == "MissingArguments"
    )


def test_a_hand_that_is_not_to_move_does_not(kitchen: Any) -> None:
    mug = kitchen.hold("Mug")
    kitchen.fails("nowhere to move", "MoveHeldObject", ahead=0.0)
    kitchen.fails("missing the following arguments", "RotateHeldObject")
    kitchen.fails("missing the following arguments", "SetMassProperties", objectId=mug)


def test_what_is_asked_for_and_happens_anyway_is_taken(kitchen: Any) -> None:
    kitchen.ok(
        "Initialize", gridSize=0.25, visibilityScheme="Distance", makeAgentsVisible=False, cameraNearPlane=0.1
    )
    kitchen.ok("InitialRandomSpawn", randomSeed=1, placeStationary=True, receptacleObjectPairs=[])
    kitchen.ok(
        "Pass", tempRenderChange=True, rotateOnTeleport=True, renderNormalsImage=False, forceAction=True
    )


def test_every_argument_is_read_or_narrow() -> None:
    """An argument that no line of code reads and no table narrows is one that is taken and does nothing."""
    read = {name: _read_in(Path(path)) for name, path in _modules().items()}
    for action in ACTIONS.values():
        if action.lenient:
            continue
        module = action.run.__module__.rpartition(".")[2]
        known = read[module] | read["targets"] | READ_BY_SESSION | AXES
        dead = {p for p in action.parameters if p not in known and not is_narrow(action.name, p)}
        assert not dead, f"{action.name} takes {sorted(dead)} and does nothing with it"


def _modules() -> dict[str, str]:
    return {path.stem: str(path) for path in Path(str(package.__file__)).parent.glob("*.py")}


def _read_in(path: Path) -> set[str]:
    """Return the argument names that a module reads: texts of their own, not the lists of names in ``action(...)``."""
    tree = ast.parse(path.read_text("utf-8"))
    listed = {id(part) for call in ast.walk(tree) if _makes_an_action(call) for part in ast.walk(call)}
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in listed
    }


def _makes_an_action(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "action"


def test_distance_of_sight_is_taken_with_any_action(kitchen: Any) -> None:
    kitchen.ok("Teleport", x=0.0, z=1.75, rotation=180, horizon=30)
    near = sum(o["visible"] for o in kitchen.agent["objects"])
    kitchen.ok("Pass", visibilityDistance=6.0)
    assert sum(o["visible"] for o in kitchen.agent["objects"]) > near
    kitchen.fails("visibilityDistance must be > 0", "Pass", visibilityDistance=-1)


def test_the_sky_has_the_colour_that_was_asked_for(kitchen: Any) -> None:
    view = kitchen.ok("GetMapViewCameraProperties")["actionReturn"]
    outside = {**view, "position": {**view["position"], "x": view["position"]["x"] + 30.0}}
    for name, color in (("white", (255, 255, 255)), ("#102030", (16, 32, 48))):
        kitchen.ok("Reset", sceneName="FloorPlan1")
        kitchen.ok("Initialize")
        reply = kitchen.session.step({"action": "AddThirdPartyCamera", **outside, "skyboxColor": name})
        assert np.all(reply.pictures[1].rgb == color)
    kitchen.fails("is no colour", "AddThirdPartyCamera", **view, skyboxColor="nocolour")


def test_another_camera_sees_the_agent_where_it_is_made_visible(kitchen: Any) -> None:
    pose = {
        "position": {"x": 0.0, "y": 1.2, "z": 0.5},
        "rotation": {"x": 0, "y": 0, "z": 0},
        "fieldOfView": 90,
    }
    pictures = []
    for visible in (False, True):
        kitchen.ok("Reset", sceneName="FloorPlan1")
        kitchen.ok("Initialize", makeAgentsVisible=visible, renderDepthImage=True)
        kitchen.ok("TeleportFull", x=0.0, y=0.9009992, z=1.75, rotation=0, horizon=0, standing=True)
        pictures.append(kitchen.session.step({"action": "AddThirdPartyCamera", **pose}).pictures)
    (own, without), (same, shown) = pictures
    assert np.array_equal(own.rgb, same.rgb)
    changed = np.any(without.rgb != shown.rgb, axis=-1)
    assert 0.02 < changed.mean() < 0.5
    # The camera stands 1.25 m before the middle of a body of 0.2 m radius.
    assert shown.depth[150, 150] == pytest.approx(1.05, abs=0.01)


def test_drag_slows_what_is_thrown(kitchen: Any) -> None:
    apple = kitchen.hold("Apple")
    ends = []
    for drag in (0.0, 8.0):
        kitchen.ok("SetMassProperties", objectId=apple, mass=0.2, drag=drag, angularDrag=1.0)
        kitchen.ok(
            "TeleportFull",
            x=0.0,
            y=0.9009992,
            z=1.75,
            rotation=270,
            horizon=0,
            standing=True,
            forceAction=True,
        )
        start = kitchen.get(apple)["position"]
        kitchen.ok("ThrowObject", moveMagnitude=30.0, forceAction=True)
        end = kitchen.get(apple)["position"]
        ends.append(np.hypot(end["x"] - start["x"], end["z"] - start["z"]))
        kitchen.ok("PickupObject", objectId=apple, forceAction=True)
    assert ends[1] < 0.8 * ends[0]
    kitchen.fails("must be > 0", "SetMassProperties", objectId=apple, mass=-1.0)


def test_a_hand_goes_back_where_it_is_asked_to(kitchen: Any) -> None:
    mug = kitchen.hold("Mug")
    kitchen.ok("TeleportFull", x=0.0, y=0.9009992, z=1.75, rotation=0, horizon=0, standing=True)
    kitchen.ok("MoveHeldObject", up=0.1)
    high = kitchen.get(mug)["position"]["y"]
    kitchen.ok("RotateRight", manualInteract=True)
    assert kitchen.get(mug)["position"]["y"] == pytest.approx(high)
    kitchen.ok("RotateRight", manualInteract=False)
    assert kitchen.get(mug)["position"]["y"] == pytest.approx(high - 0.1)


def test_a_seed_chooses_where_things_are_put(kitchen: Any) -> None:
    table = max(kitchen.all("CounterTop"), key=lambda o: o["axisAlignedBoundingBox"]["size"]["x"])["objectId"]
    places = []
    for seed in (1, 1, 2, 3):
        mug = kitchen.hold("Mug")
        kitchen.ok("PutObject", objectId=table, forceAction=True, randomSeed=seed)
        places.append(kitchen.get(mug)["position"])
    assert places[0] == places[1]
    assert places[2] != places[0] or places[3] != places[0]
