"""What the robot has opened or closed is the furniture that the picture changed at, with all its door looks like."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pred_core.plan_language import Primitive
from pred_perception.extent import ROOM, within_its_size

BODY = (1.2, 0.3, 0.0), (1.9, 1.1, 1.8)
DOOR_SHUT = (1.15, 0.3, 0.0), (1.2, 1.1, 1.8)
DOOR_OPEN = (0.45, 0.3, 0.0), (1.2, 0.35, 1.8)


def kitchen(make: Any, *, opened: bool) -> dict[str, Any]:
    """Return a fridge at the left of the picture, and a microwave straight before the camera."""
    door = DOOR_OPEN if opened else DOOR_SHUT
    return {
        "f": make("Fridge", *BODY),
        "d": make("Fridge", *door),
        "m": make("Microwave", (1.3, -0.3, 0.7), (1.7, 0.25, 1.1)),
    }


def open_fridge(studio: Any, make: Any) -> Any:
    studio.things = kitchen(make, opened=False)
    for x in (-0.25, 0.0):
        studio.look(x, 0, 0)
    studio.last_action = Primitive.OPEN
    studio.things = kitchen(make, opened=True)
    return studio.look()


def test_it_is_what_the_picture_changed_at_not_what_the_camera_faces(erring, make_thing):
    open_fridge(erring, make_thing)
    used = {t.class_name for t in erring.perception.tracks if t.belief.confirmed}
    assert used == {"Fridge"}


def test_its_door_is_no_second_one(erring, make_thing):
    memory = open_fridge(erring, make_thing)
    assert len(memory.of_class("Fridge")) == 1
    assert [t.class_name for t in erring.perception.tracks].count("Fridge") == 1


def test_where_nothing_in_the_picture_changed_it_is_what_the_camera_faces(erring, make_thing):
    erring.things = kitchen(make_thing, opened=False)
    for x in (-0.25, 0.0):
        erring.look(x, 0, 0)
    erring.last_action = Primitive.OPEN
    erring.look()
    assert [t.class_name for t in erring.perception.tracks if t.belief.confirmed] == ["Microwave"]


@pytest.mark.parametrize(
    ("name", "longest"),
    [("Fridge", ROOM * (0.742 + 0.934)), ("Chair", ROOM * (0.568 + 0.581)), ("CounterTop", 4.0)],
)
def test_what_comes_in_one_size_does_not_reach_along_the_wall(name, longest):
    along = np.concatenate([np.linspace(0.0, 1.0, 300), np.linspace(1.0, 4.0, 100)])
    cloud = np.stack([along, np.zeros(400), np.ones(400)], axis=1).astype(np.float32)
    kept = within_its_size(name, cloud)
    assert kept[:, 0].min() == 0.0 and kept[:, 0].max() == pytest.approx(longest, abs=0.04)


def test_right_after_a_door_was_used_only_what_moved_is_it(erring, make_thing):
    """A piece of the side, seen before, makes the box no larger then: that would tell of a door there."""
    erring.things = {**kitchen(make_thing, opened=False), "s": make_thing("Fridge", (1.3, 1.45, 0.0), (1.9, 1.5, 1.8))}
    for x in (-0.25, 0.0):
        erring.look(x, 0, 0)
    erring.last_action = Primitive.OPEN
    erring.things |= kitchen(make_thing, opened=True)
    opened = erring.look().get("Fridge_1")
    assert opened.center[1] + opened.size[1] / 2.0 < 1.4
    erring.last_action = ""
    gathered = erring.look().get("Fridge_1")
    assert gathered.center[1] + gathered.size[1] / 2.0 > 1.4


def test_the_fridge_that_is_known_is_closed_though_its_door_alone_moves(erring, make_thing):
    """Of a fridge that was open from the first its door is remembered as another one: what lies in it stays there."""
    erring.things = kitchen(make_thing, opened=True)
    door = erring.things.pop("d")
    for x in (-0.25, 0.0):
        erring.look(x, 0, 0)
    erring.things["d"] = door
    erring.look()
    erring.last_action = Primitive.CLOSE
    erring.things = kitchen(make_thing, opened=False)
    memory = erring.look()
    assert [o.id for o in memory.of_class("Fridge")] == ["Fridge_1"]
    assert [t.id for t in erring.perception.tracks if t.belief.confirmed] == ["Fridge_1"]
