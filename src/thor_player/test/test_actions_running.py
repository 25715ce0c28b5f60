import json
from pathlib import Path
from typing import Any

import pytest

from thor_player.actions.table import ACTIONS

FACTS = Path(__file__).parents[4] / "shared" / "facts" / "actions.json"


def test_initialize_returns_the_clipping_planes(kitchen: Any) -> None:
    assert kitchen.ok("Initialize")["actionReturn"] == {"cameraNearPlane": 0.01, "cameraFarPlane": 20.0}


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"fieldOfView": 200}, "fov must be set to (0, 180) noninclusive."),
        ({"gridSize": 9}, "grid size must be in the range (0,5]"),
        ({"rotateStepDegrees": -5}, "rotateStepDegrees must be a non-zero, non-negative float"),
        ({"rotateStepDegrees": 30}, "Invalid values 'rotateStepDegrees': 30"),
        ({"agentMode": "drone"}, "agentMode 'default'"),
        ({"agentCount": 0}, "agentCount must be at least 1"),
        ({"renderNormalsImage": True}, "no pictures of this kind"),
        ({"timeScale": 0}, "Time scale"),
    ],
)
def test_bad_initialization_says_why_and_changes_nothing(kitchen: Any, arguments: Any, text: Any) -> None:
    before = kitchen.session.state.settings
    kitchen.fails(text, "Initialize", **arguments)
    assert kitchen.session.state.settings == before


def test_settings_take_effect(kitchen: Any) -> None:
    kitchen.ok(
        "Initialize", gridSize=0.5, rotateStepDegrees=45, snapToGrid=False, fieldOfView=60, unknownKey=1
    )
    yaw = kitchen.agent["agent"]["rotation"]["y"]
    assert kitchen.ok("RotateRight")["agent"]["rotation"]["y"] == (yaw + 45) % 360
    assert kitchen.agent["fov"] == 60.0


def test_visibility_distance(kitchen: Any) -> None:
    kitchen.ok("Teleport", x=0.0, z=1.75, rotation=180, horizon=30)
    near = sum(o["visible"] for o in kitchen.agent["objects"])
    kitchen.ok("Initialize", visibilityDistance=6.0)
    assert sum(o["visible"] for o in kitchen.agent["objects"]) > near


def test_reset_restores_the_room(kitchen: Any) -> None:
    before = kitchen.ok("Pass")["objects"]
    kitchen.ok("SliceObject", objectId=kitchen.id("Apple"), forceAction=True)
    kitchen.hold("Mug")
    kitchen.ok("Reset", sceneName="FloorPlan1_physics")
    assert kitchen.ok("Initialize")["objects"] == before
    assert kitchen.agent["inventoryObjects"] == []


def test_reset_to_another_room_and_to_none(kitchen: Any) -> None:
    assert kitchen.ok("Reset", sceneName="FloorPlan401_physics")["sceneName"] == "FloorPlan401_physics"
    kitchen.fails("There is no room 'FloorPlan999'", "Reset", sceneName="FloorPlan999")
    assert kitchen.ok("Pass")["sceneName"] == "FloorPlan401_physics"


def test_scenes(kitchen: Any) -> None:
    names = kitchen.ok("GetScenesInBuild")["actionReturn"]
    assert len(names) == 120 and "FloorPlan430_physics" in names


def test_resolution(kitchen: Any) -> None:
    agent = kitchen.ok("ChangeResolution", x=200, y=100)
    assert (agent["screenWidth"], agent["screenHeight"]) == (200, 100)
    assert kitchen.session.step({"action": "Pass"}).pictures[0].rgb.shape == (100, 200, 3)
    kitchen.fails("Screen resolution must be in", "ChangeResolution", x=0, y=100)


def test_every_recorded_action_is_there() -> None:
    if not FACTS.is_file():
        pytest.skip("the recorded list of actions is not in this checkout")
    recorded = json.loads(FACTS.read_text("utf-8"))["actions"]
    assert set(recorded) <= set(ACTIONS)


def test_unknown_actions_and_arguments(kitchen: Any) -> None:
    assert kitchen.fails("Invalid action: Fly", "Fly")["errorCode"] == "InvalidAction"
    agent = kitchen.fails("called with invalid argument: 'speed'", "MoveAhead", speed=3)
    assert agent["errorCode"] == "InvalidArgument"
    agent = kitchen.fails("called with invalid argument: 'moveMagnitude'", "MoveAhead", moveMagnitude="far")
    assert agent["errorCode"] is None  # a failed action, not an exception in the client


def test_malformed_nested_arguments_do_not_end_the_player(kitchen: Any) -> None:
    kitchen.fails("", "SetObjectToggles", objectToggles=["lamp"])
    kitchen.ok("Pass")
