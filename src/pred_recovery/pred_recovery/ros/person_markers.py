"""The one who gives the task, as rviz shows them."""

from __future__ import annotations

from geometry_msgs.msg import Point
from std_msgs.msg import ColorRGBA, Header
from visualization_msgs.msg import Marker, MarkerArray

from pred_core.people import HEIGHT, WIDTH


def person_markers(place: Point, header: Header, name: str = "") -> MarkerArray:
    """Return a pillar as large as a person with their name over it.

    :param place: where they stand on the floor
    :param name: what they are called, '' for the one who gives the task
    """
    body = Marker(header=header, ns="person", id=0, type=Marker.CYLINDER)
    body.pose.position = Point(x=place.x, y=place.y, z=HEIGHT / 2.0)
    body.scale.x = body.scale.y = WIDTH
    body.scale.z = HEIGHT
    body.color = ColorRGBA(r=0.2, g=0.5, b=1.0, a=0.4)
    label = Marker(header=header, ns="person", id=1, type=Marker.TEXT_VIEW_FACING, text=name or "person")
    label.pose.position = Point(x=place.x, y=place.y, z=HEIGHT + 0.1)
    label.scale.z = 0.12
    label.color = ColorRGBA(r=0.2, g=0.5, b=1.0, a=1.0)
    return MarkerArray(markers=[body, label])
