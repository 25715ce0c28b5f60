"""What the robot put down is that thing where it lies, whatever the detector calls it there, or if it says nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from pred_core.geometry import unproject
from pred_core.objects import ObjectMemory
from pred_core.plan_language import Primitive
from pred_perception.memory import MemoryTracker
from pred_perception.memory_settings import MemorySettings

PLACE = (1.3, -0.3, 0.9)


@pytest.fixture
def tracker() -> MemoryTracker:
    return MemoryTracker(MemorySettings(fallible=True))


def mug(make: Any, x: float, y: float, z: float, name: str = "Mug", size: float = 0.08) -> Any:
    half = size / 2.0
    return make(name, (x - half, y - half, z), (x + half, y + half, z + size))


def look(
    studio: Any, tracker: MemoryTracker, *, without: str = "", may_be: Mapping[str, float] | None = None
) -> ObjectMemory:
    """Let the memory see a picture, in which the detector does not find one of the things, or is not sure of a vase."""
    studio.step += 1
    seen = studio.observation()
    found = seen.ground_truth
    gone = [d.label for d in found.items if d.id == without]
    items = tuple(d for d in found.items if d.id != without)
    if may_be is not None:
        items = tuple(replace(d, may_be=may_be, thing=0.9) if d.class_name == "Vase" else d for d in items)
    labels = np.where(np.isin(found.labels, gone), 0, found.labels).astype(np.uint16)
    found = replace(found, labels=labels, items=items)
    return tracker.update(seen, found, unproject(seen.depth, seen.camera, seen.transform))


def carry(studio: Any, make: Any, tracker: MemoryTracker) -> None:
    """Take a mug off the counter."""
    studio.things = {
        "c": make("CounterTop", (1.0, -1.5, 0.0), (2.2, 1.5, 0.9)),
        "m": mug(make, 1.2, 0.4, 0.9),
    }
    for x in (-0.25, 0.0):
        studio.pose = replace(studio.pose, x=x)
        look(studio, tracker)
    studio.held, studio.last_action = "m", Primitive.PICKUP
    studio.things["m"] = mug(make, *studio.in_hand())
    assert look(studio, tracker).held_id == "Mug_1"
    studio.held, studio.last_action = "", Primitive.PUT


def test_what_was_put_down_is_it_though_it_is_called_something_else_there(studio, make_thing, tracker):
    carry(studio, make_thing, tracker)
    studio.things["m"] = mug(make_thing, *PLACE, name="Apple")
    memory = look(studio, tracker)
    assert memory.get("Mug_1").visible and not memory.of_class("Apple")
    assert memory.get("Mug_1").center[:2] == pytest.approx(PLACE[:2], abs=0.05)


def test_what_is_much_larger_is_not_what_was_put_down(studio, make_thing, tracker):
    carry(studio, make_thing, tracker)
    studio.things["m"] = mug(make_thing, *PLACE, name="Box", size=0.4)
    memory = look(studio, tracker)
    assert not memory.get("Mug_1").visible


def test_what_was_put_down_is_found_by_its_depth_where_the_detector_says_nothing(studio, make_thing, tracker):
    carry(studio, make_thing, tracker)
    studio.things["m"] = mug(make_thing, *PLACE)
    memory = look(studio, tracker, without="m")
    known = memory.get("Mug_1")
    assert known.visible and known.center[:2] == pytest.approx(PLACE[:2], abs=0.05)
    label = next(d.label for d in tracker.seen.items if d.id == known.detection_id)
    shown, truth = tracker.seen.labels == label, studio.observation().ground_truth
    own = truth.labels == next(d.label for d in truth.items if d.id == "m")
    assert (shown & own).sum() > 0.8 * max(shown.sum(), own.sum())


def test_it_stays_seen_by_its_place_from_elsewhere_and_most_of_its_mask_is_its_own(
    studio, make_thing, tracker
):
    carry(studio, make_thing, tracker)
    studio.things["m"] = mug(make_thing, *PLACE)
    look(studio, tracker, without="m")
    studio.last_action = ""
    studio.pose = replace(studio.pose, x=0.25)
    known = look(studio, tracker, without="m").get("Mug_1")
    assert known.visible
    label = next(d.label for d in tracker.seen.items if d.id == known.detection_id)
    truth = studio.observation().ground_truth
    own = truth.labels == next(d.label for d in truth.items if d.id == "m")
    assert own[tracker.seen.labels == label].mean() > 0.6


def test_an_eye_that_does_not_err_is_believed(studio, make_thing):
    tracker = MemoryTracker(MemorySettings())
    carry(studio, make_thing, tracker)
    studio.things["m"] = mug(make_thing, *PLACE, name="Apple")
    memory = look(studio, tracker)
    assert not memory.get("Mug_1").visible and memory.of_class("Apple")


@pytest.mark.parametrize(("share", "inside", "taken"), [(0.3, True, True), (0.1, True, False), (0.3, False, False)])
def test_what_was_put_out_of_sight_is_what_may_be_it_in_a_basin(studio, make_thing, tracker, share, inside, taken):
    """A stranger would need its class to be the likeliest; and on an open counter it would have been seen when put."""
    carry(studio, make_thing, tracker)
    if inside:
        studio.things["b"] = make_thing("SinkBasin", (1.1, -0.7, 0.9), (1.8, 0.1, 1.05))
    del studio.things["m"]  # the basin's rim hides it
    look(studio, tracker)
    studio.last_action = ""
    studio.things.pop("b", None)
    studio.things["x"] = mug(make_thing, *PLACE, name="Vase")
    studio.pose = replace(studio.pose, x=0.25)
    memory = look(studio, tracker, may_be={"Vase": 1.0 - share, "Mug": share})
    assert memory.get("Mug_1").visible is taken
