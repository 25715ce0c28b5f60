"""Discrepancies as rviz markers: a text over the place of each subject, until the next revision."""

from __future__ import annotations

from collections.abc import Mapping

from geometry_msgs.msg import Point
from std_msgs.msg import ColorRGBA, Header
from visualization_msgs.msg import Marker, MarkerArray

from pred_core.objects import ObjectMemory
from pred_core.plan_language import Discrepancy, Kind, PlanRevision

COLOURS: Mapping[Kind, tuple[float, float, float]] = {
    Kind.DTA: (0.12, 0.45, 0.9),
    Kind.OHV: (0.6, 0.3, 0.85),
    Kind.APM: (0.95, 0.5, 0.05),
    Kind.ASR: (0.05, 0.65, 0.6),
}
"""Red, green and blue of each kind, 0 to 1."""


LETTERS, LINE = 0.09, 0.11
"""Height of the letters, and of a line with its space, in metres."""


ABOVE = 0.15
"""Metres between the top of the object and the lowest line."""


def discrepancy_markers(revision: PlanRevision, memory: ObjectMemory, header: Header) -> MarkerArray:
    """Return one text for each discrepancy whose subject is remembered; those of the last revision go.

    :param header: stamp of the revision; frame of the object memory's positions
    """
    markers = [Marker(header=header, ns="discrepancies", action=Marker.DELETEALL)]
    lines: dict[str, int] = {}
    for number, found in enumerate(revision.discrepancies):
        subject = memory.get(found.subject_id)
        if subject is None:
            continue
        line = lines[subject.id] = lines.get(subject.id, -1) + 1
        marker = Marker(header=header, ns="discrepancies", id=number, type=Marker.TEXT_VIEW_FACING)
        x, y, z = subject.center
        marker.pose.position = Point(x=x, y=y, z=z + subject.size[2] / 2.0 + ABOVE + LINE * line)
        marker.pose.orientation.w = 1.0
        marker.scale.z = LETTERS
        red, green, blue = COLOURS[found.kind]
        marker.color = ColorRGBA(r=red, g=green, b=blue, a=1.0)
        marker.text = text_of(found)
        markers.append(marker)
    return MarkerArray(markers=markers)


def text_of(found: Discrepancy) -> str:
    """Return a discrepancy in a few words."""
    expected = f" (expected {found.expected})" if found.expected else ""
    return f"{found.kind.upper()} {found.subject}: {found.observed or 'not as expected'}{expected}"
