"""A value of the wrong type is a failed action with a sentence, for every argument of every action, read or not."""

from typing import Any

import pytest

from thor_player.actions.table import ACTIONS
from thor_player.errors import ActionError

SHAPES: dict[str, Any] = {
    "text": "abc",
    "number": 0.5,
    "flag": True,
    "list": [1, "x", None],
    "object": {"a": 1},
}
STRUCTURED = {"SetObjectStates", "objectPoses", "objectToggles", "numDuplicatesOfType"}  # read piece by piece
LISTS = {
    "brightness", "hue", "saturation", "inRoomTypes", "horizons", "rotations", "standings", "positions", "objectIds",
    "objectTypes", "excludedObjectIds", "excludedReceptacles", "rotation", "rvalue",
}  # fmt: skip
VECTORS = {"position", "rotation", "origin", "destination", "direction"}
FLAGS = {"allowDecayTemperature"}
TEXTS = {"objectId", "objectType", "StateChange"}
TESTS = {name for name in ACTIONS if name.startswith("Test")}
PAIRS = sorted(
    (name, parameter)
    for name, each in ACTIONS.items()
    if not each.lenient and name not in TESTS
    for parameter in each.parameters - STRUCTURED - LISTS
)


@pytest.mark.parametrize(("name", "parameter"), PAIRS)
def test_a_value_has_one_type(name: str, parameter: str) -> None:
    taken = [shape for shape, value in SHAPES.items() if _takes(name, parameter, value)]
    assert len(taken) <= 1 and taken != ["list"], f"{name}: {parameter} takes {taken}"


def _takes(name: str, parameter: str, value: Any) -> bool:
    known = ACTIONS[name]
    given = {each: _fitting(each) for each in known.required}
    try:
        known.bind({**given, "action": name, parameter: value})
    except ActionError as refusal:
        return parameter not in str(refusal)
    return True


def _fitting(name: str) -> Any:
    if name in VECTORS:
        return {"x": 0.0, "y": 1.0, "z": 0.0}
    if name in FLAGS:
        return True
    return "Mug" if name in TEXTS else 1


@pytest.mark.parametrize(
    ("action", "arguments"),
    [
        ("Pass", {"sequenceId": "abc"}),
        ("Pass", {"sequenceId": {"a": 1}}),
        ("Pass", {"forceAction": "yes"}),
        ("Pass", {"renderImage": "no"}),
        ("Pass", {"renderDepthImage": 7}),
        ("MoveAhead", {"moveMagnitude": 10**400}),
        ("MoveAhead", {"moveMagnitude": float("nan")}),
        ("Teleport", {"position": {"a": 1}}),
        ("Teleport", {"rotation": {}}),
        (
            "TouchThenApplyForce",
            {"x": 0.5, "y": 0.5, "moveMagnitude": "hard", "direction": {"x": 1, "y": 0, "z": 0}},
        ),
        ("TouchThenApplyForce", {"x": 0.5, "y": 0.5, "moveMagnitude": 1, "direction": "ahead"}),
        ("ObjectNavExpertAction", {"objectType": "Mug", "position": "there"}),
        ("MakeObjectsOfTypeUnbreakable", {"objectType": "Nothing"}),
        ("SetRoomTempDecayTimeForType", {"objectType": "Nothing", "TimeUntilRoomTemp": 3}),
        ("SetObjectToggles", {"objectToggles": [{"objectType": "Nothing", "isOn": True}]}),
        ("InitialRandomSpawn", {"numDuplicatesOfType": [{"objectType": "Nothing", "count": 2}]}),
        (
            "SetObjectStates",
            {"SetObjectStates": {"objectType": 3, "stateChange": "toggleable", "isToggled": True}},
        ),
        ("SetObjectStates", {"SetObjectStates": {"stateChange": "toggleable", "isToggled": "on"}}),
        (["MoveAhead"], {}),
        ({"a": 1}, {}),
        (None, {}),
        ("Reset", {"sceneName": 7}),
        ("Initialize", {"gridSize": "fine"}),
        ("Initialize", {"agentCount": [2]}),
        ("ChangeResolution", {"x": 10**400, "y": 300}),
    ],
)
def test_nonsense_is_answered_and_changes_nothing(kitchen: Any, action: Any, arguments: Any) -> None:
    before = kitchen.ok("Pass")
    after = kitchen.do(action, **arguments)
    assert not after["lastActionSuccess"] and after["errorMessage"]
    assert after["agent"] == before["agent"] and after["objects"] == before["objects"]
    kitchen.ok("Pass")
