"""What is drawn by lot changes the picture, by the seed, and nothing else; what is reset is as it was."""

from typing import Any

import numpy as np
import pytest


@pytest.fixture
def room(kitchen: Any) -> Any:
    kitchen.ok("Teleport", x=0.0, z=1.75, rotation=180, horizon=20)
    return kitchen


def _view(room: Any, **passes: Any) -> Any:
    return room.session.step({"action": "Pass", **passes}).pictures[0]


def _after(room: Any, action: str, **arguments: Any) -> Any:
    room.ok(action, **arguments)
    return _view(room).rgb.astype(int)


@pytest.mark.parametrize(
    ("action", "reset"),
    [
        ("RandomizeMaterials", "ResetMaterials"),
        ("RandomizeColors", "ResetColors"),
        ("RandomizeLighting", "ResetLighting"),
    ],
)
def test_what_is_drawn_by_lot_changes_the_picture_and_is_undone(room: Any, action: str, reset: str) -> None:
    before = _view(room, renderDepthImage=True, renderInstanceSegmentation=True)
    own = before.rgb.astype(int)
    room.ok("SetRandomSeed", seed=5)
    first, second = _after(room, action), _after(room, action)
    for changed in (first, second):
        assert np.any(np.abs(changed - own).max(axis=-1) > 8, axis=None)
        assert (np.abs(changed - own).max(axis=-1) > 8).mean() > 0.1
    assert not np.array_equal(first, second)
    room.ok("SetRandomSeed", seed=5)
    assert np.array_equal(_after(room, action), first)
    now = _view(room, renderDepthImage=True, renderInstanceSegmentation=True)
    assert np.array_equal(now.depth, before.depth) and np.array_equal(now.ids, before.ids)
    assert np.array_equal(_after(room, reset), own)
    room.ok(action)
    room.ok("Reset", sceneName="FloorPlan1")
    room.ok("Initialize", gridSize=0.25)
    room.ok("Teleport", x=0.0, z=1.75, rotation=180, horizon=20)
    assert np.array_equal(_view(room).rgb, own)


def test_a_camera_above_the_room_sees_the_materials_too(room: Any) -> None:
    view = room.ok("GetMapViewCameraProperties")["actionReturn"]
    before = room.session.step({"action": "AddThirdPartyCamera", **view}).pictures[1].rgb
    room.ok("RandomizeMaterials")
    after = room.session.step({"action": "Pass"}).pictures[1].rgb
    assert np.any(before != after)


def test_materials_tell_what_they_were_taken_from(room: Any) -> None:
    told = room.ok("RandomizeMaterials")["actionReturn"]
    everything = ["bathroom", "bedroom", "kitchen", "livingroom", "robothor"]
    uses = {"useTrainMaterials": True, "useValMaterials": False, "useTestMaterials": False}
    assert {name: told[name] for name in uses} == uses and told["useExternalMaterials"] is True
    assert told["chosenRoomTypes"] == everything
    few = room.ok("RandomizeMaterials", inRoomTypes=["Kitchen"], useExternalMaterials=False)["actionReturn"]
    assert few["chosenRoomTypes"] == ["kitchen"] and few["useExternalMaterials"] is False
    assert 0 < few["totalMaterialsConsidered"] < told["totalMaterialsConsidered"]


@pytest.mark.parametrize(
    ("scene", "own"),
    [("FloorPlan20", "Train"), ("FloorPlan225", "Val"), ("FloorPlan430", "Test")],
)
def test_a_room_belongs_to_one_split(drive: Any, scene: str, own: str) -> None:
    room = drive(scene)
    told = room.ok("RandomizeMaterials")["actionReturn"]
    assert [s for s in ("Train", "Val", "Test") if told[f"use{s}Materials"]] == [own]
    room.fails(f"cannot set use{own}Materials=false", "RandomizeMaterials", **{f"use{own}Materials": False})


def test_the_light_is_as_bright_and_as_colourful_as_asked_for(room: Any) -> None:
    own = _view(room).rgb.astype(float)
    half = _after(room, "RandomizeLighting", brightness=[0.5, 0.5], randomizeColor=False)
    assert np.abs(half - own / 2.0).max() <= 1.0
    red = _after(room, "RandomizeLighting", brightness=[1, 1], hue=[0, 0], saturation=[1, 1])
    assert not red[..., 1:].any() and np.abs(red[..., 0] - own[..., 0]).max() <= 1.0
    spreads = []
    for together in (True, False):
        room.ok("SetRandomSeed", seed=0)
        means = [
            _after(
                room, "RandomizeLighting", brightness=[0.2, 1], randomizeColor=False, synchronized=together
            ).mean()
            for _ in range(6)
        ]
        spreads.append(np.std(means))
    assert spreads[1] < spreads[0]  # many lamps even out


@pytest.mark.parametrize(
    ("action", "arguments", "text"),
    [
        ("RandomizeLighting", {"randomizeColor": False, "hue": [0, 1]}, "randomizeColor=False"),
        ("RandomizeLighting", {"brightness": [-1, 1]}, "Each brightness must be >= 0"),
        ("RandomizeLighting", {"saturation": [0, 2]}, "saturation range must be in [0:1]"),
        ("RandomizeLighting", {"hue": [0.5]}, "must each have 2 values"),
        ("RandomizeLighting", {"hue": 0.5}, "cannot be 0.5"),
        ("RandomizeMaterials", {"inRoomTypes": ["Garage"]}, "unknown room types"),
        ("RandomizeMaterials", {"inRoomTypes": ["Bedroom"]}, 'must include "Kitchen"'),
        ("RandomizeMaterials", {"useTrainMaterials": "yes"}, "cannot be 'yes'"),
        ("SetRandomSeed", {"seed": -1}, "seed must be >= 0"),
        ("SetRandomSeed", {}, "missing the following arguments"),
    ],
)
def test_what_cannot_be_drawn_is_said(room: Any, action: str, arguments: Any, text: str) -> None:
    before = _view(room).rgb
    room.fails(text, action, **arguments)
    assert np.array_equal(_view(room).rgb, before)
