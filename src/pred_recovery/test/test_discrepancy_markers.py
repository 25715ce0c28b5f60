"""Where the texts stand and what they say."""

from __future__ import annotations

import pytest
from fake_house import plan_of, thing
from std_msgs.msg import Header
from visualization_msgs.msg import Marker

from pred_core.objects import ObjectMemory
from pred_core.plan_language import Discrepancy, Kind, PlanRevision, Primitive
from pred_recovery.ros.discrepancy_markers import ABOVE, COLOURS, LINE, discrepancy_markers

MUG = thing("Mug_1", (2, 1))
HEADER = Header(frame_id="map")


def markers(*found):
    plan = plan_of(("Mug", Primitive.PICKUP))
    revision = PlanRevision("apm", "rules", "why", plan, plan, found)
    return discrepancy_markers(revision, ObjectMemory(objects=(MUG,)), HEADER).markers


def finding(kind, subject_id="Mug_1"):
    return Discrepancy(kind, "t1.1", "Mug", subject_id, "not clean", "clean")


def test_the_text_stands_over_the_subject():
    old, text = markers(finding(Kind.APM))
    assert old.action == Marker.DELETEALL, "the last revision's texts go"
    assert text.type == Marker.TEXT_VIEW_FACING and text.header.frame_id == "map"
    at = text.pose.position
    assert (at.x, at.y) == MUG.center[:2]
    assert at.z == pytest.approx(MUG.center[2] + MUG.size[2] / 2 + ABOVE)
    assert text.text == "APM Mug: clean (expected not clean)"


def test_two_about_one_object_do_not_cover_each_other():
    _, first, second = markers(finding(Kind.APM), finding(Kind.ASR))
    assert second.pose.position.z - first.pose.position.z == pytest.approx(LINE)
    assert first.id != second.id
    assert first.color.r == pytest.approx(COLOURS[Kind.APM][0])


def test_what_is_not_remembered_has_no_place():
    assert len(markers(finding(Kind.DTA, "Mug_9"))) == 1
