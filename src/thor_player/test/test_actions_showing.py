"""What is hidden or masked shows so in the pictures, and is there all the same."""

from typing import Any

import numpy as np
import pytest

MAGENTA = (255, 0, 255)


def _look(room: Any, action: str = "Pass", **arguments: Any) -> Any:
    reply = room.session.step(
        {"action": action, "renderInstanceSegmentation": True, "renderDepthImage": True, **arguments}
    )
    room.agent = reply.metadata["agents"][0]
    assert room.agent["lastActionSuccess"], room.agent["errorMessage"]
    return reply


def _shows(reply: Any, object_id: str) -> Any:
    """Return (H, W): the pixels of an object."""
    color = next(c["color"] for c in reply.metadata["agents"][0]["colors"] if c["name"] == object_id)
    return np.all(reply.pictures[0].ids[..., :3] == color, axis=-1)


@pytest.fixture
def facing(kitchen: Any) -> Any:
    """A player before the first bowl of its kitchen."""
    bowl = kitchen.id("Bowl")
    pose = kitchen.ok("GetInteractablePoses", objectId=bowl, standings=[True], maxPoses=1)["actionReturn"][0]
    kitchen.ok("TeleportFull", **{**pose, "rotation": {"x": 0, "y": pose["rotation"], "z": 0}})
    return kitchen


def test_what_is_hidden_is_not_seen_and_is_there(facing: Any) -> None:
    bowl = facing.id("Bowl")
    before = _look(facing)
    assert _shows(before, bowl).any() and facing.get(bowl)["visible"]
    hidden = _look(facing, "HideObject", objectId=bowl)
    assert not _shows(hidden, bowl).any() and not facing.get(bowl)["visible"]
    assert facing.get(bowl)["parentReceptacles"]
    back = _look(facing, "UnhideObject", objectId=bowl)
    assert np.array_equal(back.pictures[0].rgb, before.pictures[0].rgb)
    facing.fails("is not the objectId on any object", "HideObject", objectId="Bowl|1")


def test_all_is_hidden_and_comes_back(facing: Any) -> None:
    before = _look(facing)
    nothing = _look(facing, "HideAllObjects")
    assert len(np.unique(nothing.pictures[0].rgb.reshape(-1, 3), axis=0)) == 1
    assert np.all(nothing.pictures[0].depth >= 20.0)
    assert not any(o["visible"] for o in facing.agent["objects"])
    again = _look(facing, "UnhideAllObjects")
    assert np.array_equal(again.pictures[0].rgb, before.pictures[0].rgb)


def test_one_thing_is_emphasized_alone(facing: Any) -> None:
    bowl = facing.id("Bowl")
    before = _look(facing)
    alone = _look(facing, "EmphasizeObject", objectId=bowl)
    flat = np.all(alone.pictures[0].rgb == MAGENTA, axis=-1)
    assert np.array_equal(flat, _shows(alone, bowl)) and flat.sum() >= _shows(before, bowl).sum()
    assert {o["objectId"] for o in facing.agent["objects"] if o["visible"]} == {bowl}
    assert np.array_equal(_look(facing, "UnemphasizeAll").pictures[0].rgb, before.pictures[0].rgb)


def test_a_mask_is_flat_and_goes_away(facing: Any) -> None:
    bowl = facing.id("Bowl")
    before = _look(facing)
    masked = _look(facing, "MaskObject", objectId=bowl)
    where = _shows(before, bowl)
    assert np.all(masked.pictures[0].rgb[where] == MAGENTA)
    assert np.array_equal(masked.pictures[0].rgb[~where], before.pictures[0].rgb[~where])
    # It is flat as well where no ids were asked for.
    plain = facing.session.step({"action": "Pass"})
    assert plain.pictures[0].ids is None and np.all(plain.pictures[0].rgb[where] == MAGENTA)
    assert np.array_equal(
        _look(facing, "UnmaskObject", objectId=bowl).pictures[0].rgb, before.pictures[0].rgb
    )
    _look(facing, "MaskObject", objectId=bowl)
    assert np.array_equal(_look(facing, "UnmaskAll").pictures[0].rgb, before.pictures[0].rgb)


def test_what_one_can_see_through_is_hidden(drive: Any) -> None:
    room = drive("FloorPlan421")
    room.ok("HideTranslucentObjects")
    hidden = {room.session.state.world.objects[i].object_type for i in room.session.state.display.hidden}
    assert "ShowerDoor" in hidden and not hidden & {"Toilet", "Sink", "Candle"}


def test_a_reset_shows_everything(facing: Any) -> None:
    facing.ok("HideAllObjects")
    facing.ok("Reset", sceneName="FloorPlan1")
    assert len(np.unique(_look(facing).pictures[0].rgb.reshape(-1, 3), axis=0)) > 50
