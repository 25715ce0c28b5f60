"""Layouts: reading them, and matching recorded names to a room's objects."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sim_bridge_thor.trace import Trace
from sim_bridge_thor.worlds import Layout, LayoutError, load_world, match_poses, misplaced, parse_layout

Make = Callable[..., dict[str, Any]]
INIT = {"action": "TeleportFull", "x": 1.0, "y": 0.9, "z": 2.0, "rotation": 90, "horizon": 30}


def pose(name: str, x: float) -> dict[str, Any]:
    return {
        "type": name.split("_", maxsplit=1)[0],
        "name": name,
        "position": {"x": x, "y": 0.0, "z": 0.0},
        "rotation": {"x": 0.0, "y": 0.0, "z": 0.0},
    }


def at(x: float) -> dict[str, float]:
    return {"x": x, "y": 0.0, "z": 0.0}


def test_names_go_to_the_nearest_object_of_the_type(entry: Make) -> None:
    room = [
        entry("Mug|1|0|0", name="Mug_left", pickupable=True, position=at(-1.0)),
        entry("Mug|2|0|0", name="Mug_right", pickupable=True, position=at(1.0)),
    ]
    matched, notes = match_poses(room, [pose("Mug_aaa", 1.1), pose("Mug_bbb", -0.9), pose("Mug_aaa", 5.0)])
    assert [m["objectName"] for m in matched] == ["Mug_right", "Mug_left", "Mug_right"]
    assert notes == []


def test_more_names_than_objects_are_copies(entry: Make) -> None:
    room = [entry("Mug|1|0|0", name="Mug_only(Clone)", pickupable=True)]
    matched, _ = match_poses(room, [pose("Mug_a", 0.0), pose("Mug_b", 1.0)])
    assert [m["objectName"] for m in matched] == ["Mug_only", "Mug_only"]


def test_a_missing_type_is_noted_and_a_renamed_one_is_found(entry: Make) -> None:
    room = [entry("Bottle|1|0|0", name="Bottle_x", pickupable=True)]
    matched, notes = match_poses(room, [pose("Glassbottle_1", 0.0), pose("Watch_1", 0.0)])
    assert [m["objectName"] for m in matched] == ["Bottle_x"]
    assert len(notes) == 1 and "Watch" in notes[0]


def test_an_object_that_settled_elsewhere_is_noted(entry: Make) -> None:
    room = [entry("Mug|1|0|0", position=at(0.1)), entry("Cup|1|0|0", position=at(2.0))]
    assert misplaced(room, [pose("Mug_a", 0.0), pose("Watch_a", 0.0)]) == []
    (note,) = misplaced(room, [pose("Mug_a", 0.0), pose("Cup_a", 1.0)])
    assert "Cup" in note and "1.00 m" in note


def test_a_layout_is_set_up_in_alfred_s_order(entry: Make, metadata: Make, scripted: Any) -> None:
    simulator = scripted(metadata(entry("Mug|1|0|0", name="Mug_x", pickupable=True, position=at(0.0))))
    layout = Layout((pose("Mug_a", 0.0),), ({"objectType": "DeskLamp", "isOn": False},), True, INIT)
    loaded = load_world(simulator, "FloorPlan1", layout, seed=0)
    assert [a["action"] for a in simulator.sent] == [
        "Reset",
        "SetObjectToggles",
        "SetStateOfAllObjects",
        "SetStateOfAllObjects",
        "SetObjectPoses",
        "SetStateOfAllObjects",
        "SetStateOfAllObjects",
        "TeleportFull",
    ]
    assert loaded.action["rotation"] == {"x": 0.0, "y": 90.0, "z": 0.0} and loaded.action["standing"] is True
    assert loaded.notes == ()


def test_temperatures_last_when_the_layout_wants_it(metadata: Make, scripted: Any) -> None:
    simulator = scripted(metadata())
    load_world(simulator, "FloorPlan1", parse_layout('{"keep_temperature": true}'), seed=0)
    (action,) = simulator.sent[1:]
    assert action["action"] == "SetTemperatureDecayTime" and action["decayTime"] > 1e5


def test_a_start_pose_that_is_taken_is_forced_and_noted(metadata: Make, scripted: Any) -> None:
    simulator = scripted(metadata(), metadata(success=False, error="blocked by Chair"), metadata())
    loaded = load_world(simulator, "FloorPlan1", Layout(init_action=INIT), seed=0)
    assert loaded.action["forceAction"] is True and "blocked by Chair" in loaded.notes[0]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("{", "JSON"),
        ("[]", "object"),
        ('{"objects": []}', "objects"),
        ('{"object_poses": [{"name": "Mug_1"}]}', "position"),
        ('{"object_poses": [{"name": "Mug_1", "position": {"x": 0}, "rotation": {}}]}', "position"),
        ('{"init_action": {"x": 1}}', "init_action"),
    ],
)
def test_a_layout_that_cannot_be_read_says_why(text: str, word: str) -> None:
    with pytest.raises(LayoutError, match=word):
        parse_layout(text)


def test_a_trace_is_the_same_bytes_for_the_same_episode(tmp_path: Path, metadata: Make) -> None:
    for name in ("a.gz", "b.gz"):
        with Trace(tmp_path / "deep" / name) as trace:
            trace.write({"action": "Initialize"}, metadata())
            trace.write({"action": "ToggleObjectOn"}, metadata(success=False), [{"action": "CleanObject"}])
    first = (tmp_path / "deep" / "a.gz").read_bytes()
    assert first == (tmp_path / "deep" / "b.gz").read_bytes()
    lines = [json.loads(line) for line in gzip.decompress(first).splitlines()]
    assert set(lines[0]) == {"action", "metadata"}
    assert lines[1]["metadata"]["lastActionSuccess"] is False and lines[1]["housekeeping"]
