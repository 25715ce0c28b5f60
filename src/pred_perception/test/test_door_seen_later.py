"""A door that the first picture after opening does not show is known all the same: nothing lies inside it."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from pred_core.geometry import unproject
from pred_core.objects import ObjectMemory
from pred_core.plan_language import Primitive
from pred_perception.memory import MemoryTracker
from pred_perception.observation import Detections

LEVEL, DOWN = math.radians(-12.0), math.radians(45.0)


def cabinet(make: Any, *, opened: bool) -> dict[str, Any]:
    """Return a low cabinet ahead, its leaf in its front or straight out towards the robot."""
    leaf = ((0.75, 0.27, 0.05), (1.2, 0.3, 0.7)) if opened else ((1.18, -0.3, 0.05), (1.2, 0.3, 0.7))
    return {"c": make("Cabinet", (1.2, -0.3, 0.0), (1.25, 0.3, 1.3)), "leaf": make("Cabinet", *leaf)}


def seen(tracker: MemoryTracker, studio: Any, pitch: float, action: str = "") -> ObjectMemory:
    """Let the memory see the room, cabinet and leaf being one thing."""
    studio.step, studio.pitch = studio.step + 1, pitch
    view = replace(studio.observation(), last_action=action, last_succeeded=True)
    truth = view.ground_truth
    one = next(d for d in truth.items if d.id == "c")
    parts = [d.label for d in truth.items if d.id in {"c", "leaf"}]
    labels = np.where(np.isin(truth.labels, parts), one.label, truth.labels).astype(np.uint16)
    items = tuple(d for d in truth.items if d.id != "leaf")
    return tracker.update(
        view, Detections("oracle", labels, items), unproject(view.depth, view.camera, view.transform)
    )


@pytest.mark.parametrize(("steps_back", "inside"), [(0.0, False), (0.3, True)])
def test_what_lies_on_the_floor_beside_a_leaf_that_was_seen_later_is_not_inside(studio, make_thing, steps_back, inside):
    """Once the robot has gone on nobody knows whether it sees more of the cabinet or of its door."""
    tracker = MemoryTracker()
    studio.things = cabinet(make_thing, opened=False)
    seen(tracker, studio, LEVEL)
    studio.things = cabinet(make_thing, opened=True)
    seen(tracker, studio, LEVEL, Primitive.OPEN)
    studio.pose = replace(studio.pose, x=-steps_back)
    seen(tracker, studio, DOWN)
    studio.things["soap"] = make_thing("SoapBar", (0.85, 0.02, 0.0), (1.0, 0.22, 0.05))
    memory = seen(tracker, studio, DOWN)
    soap = next(o for o in memory.objects if o.class_name == "SoapBar")
    box = next(o for o in memory.objects if o.class_name == "Cabinet")
    assert box.center[0] - box.size[0] / 2.0 < 0.8, "the leaf is a part of it"
    assert (soap.parent_id == box.id) is inside
