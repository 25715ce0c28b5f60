"""Markers of what is remembered, made once and filled anew."""

from __future__ import annotations

import pytest

pytest.importorskip("pred_msgs", reason="needs the built interfaces: run through ./pred test")

from std_msgs.msg import Header
from visualization_msgs.msg import Marker

from pred_core.objects import ObjectMemory, ObjectState
from pred_perception.conversions import MarkerMessages


def memory(*names: str, visible: bool) -> ObjectMemory:
    """Return a memory of things a metre apart, half a metre long and flat."""
    things = tuple(
        ObjectState(name, name.split("_")[0], (float(x), 2.0, 1.0), (0.5, 0.3, 0.0), visible=visible)
        for x, name in enumerate(names)
    )
    return ObjectMemory(step=1, objects=things)


def test_each_thing_has_a_box_and_a_name_where_it_is_now() -> None:
    made = MarkerMessages({"Mug": 1, "Bed": 0})
    made.convert(memory("Bed_1", "Bed_2", "Mug_1", visible=True), Header(frame_id="before"))
    clear, box, name, *others = made.convert(
        memory("Mug_1", "Bed_1", visible=False), Header(frame_id="map")
    ).markers
    assert clear.action == Marker.DELETEALL
    assert [(m.ns, m.id) for m in others] == [("boxes", 1), ("names", 1)]
    assert others[0].pose.position.x == 1.0 and others[1].text == "Bed_1"
    for marker in (box, name):
        place = marker.pose.position
        assert (place.x, place.y, place.z, marker.header.frame_id) == (0.0, 2.0, 1.0, "map")
    assert (box.scale.x, box.scale.y, box.scale.z) == (0.5, 0.3, 0.01)
    assert (box.type, box.ns, name.type, name.text) == (Marker.CUBE, "boxes", Marker.TEXT_VIEW_FACING, "Mug_1")
    hue = 0.618
    assert (box.color.r, box.color.g, box.color.b, box.color.a) == pytest.approx((2 * hue - 1, 1 - hue, hue, 0.25))
    assert (name.color.r, name.scale.z) == (1.0, 0.08)
