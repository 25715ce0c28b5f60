"""Perception's own types <-> messages."""

from __future__ import annotations

import array
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from geometry_msgs.msg import Point, Pose, Quaternion, TransformStamped
from nav_msgs.msg import MapMetaData, OccupancyGrid
from numpy.typing import NDArray
from sensor_msgs.msg import RegionOfInterest
from std_msgs.msg import ColorRGBA, Header
from visualization_msgs.msg import Marker, MarkerArray

from pred_core.objects import ObjectMemory, ObjectState
from pred_core.ros.conversions import (
    OBJECT,
    attribute_to_msg,
    attributes_by_name,
    box_to_msg,
    image_from_msg,
    image_to_msg,
    memory_to_msg,
    object_to_msg,
)
from pred_msgs.msg import Detection as DetectionMsg
from pred_msgs.msg import Detections as DetectionsMsg
from pred_msgs.msg import ObjectMemory as ObjectMemoryMsg
from pred_msgs.msg import ObjectState as ObjectStateMsg
from pred_msgs.msg import RobotState
from pred_perception.observation import Detection, Detections


def detections_from_msg(msg: DetectionsMsg) -> Detections:
    """Return the detections of a message.

    :raises ImageError: when the label image does not hold what it says
    """
    labels = image_from_msg(msg.labels).astype(np.uint16, copy=False)
    items = tuple(
        Detection(d.id, d.class_name, d.label, d.score, attributes_by_name(d.attributes))
        for d in msg.detections
    )
    return Detections(msg.detector, labels, items)


def tool_of(state: RobotState) -> NDArray[np.float64] | None:
    """Return where the gripper holds things, (3,) metres in map; None when the robot does not say (all zero)."""
    place, turn = state.tool_pose.position, state.tool_pose.orientation
    if not any((place.x, place.y, place.z, turn.x, turn.y, turn.z)):
        return None
    return np.array([place.x, place.y, place.z])


class MemoryMessages:
    """Turns object memories into messages; what did not change since the last one is not converted again.

    A message holds until the next one is made.
    """

    def __init__(self, frame_id: str) -> None:
        self._frame_id = frame_id
        self._known: dict[str, tuple[ObjectState, ObjectStateMsg]] = {}

    def convert(self, memory: ObjectMemory) -> ObjectMemoryMsg:
        """Return the message of an object memory."""
        known = {}
        for state in memory.objects:
            before = self._known.get(state.id)
            if before is None:
                known[state.id] = state, object_to_msg(state)
                continue
            if before[0] is not state:
                OBJECT.renew(before[1], before[0], state)
            known[state.id] = state, before[1]
        self._known = known
        message = memory_to_msg(replace(memory, objects=()), self._frame_id)
        message.objects = [msg for _, msg in known.values()]
        return message


def detections_to_msg(detections: Detections, header: Header, step: int) -> DetectionsMsg:
    """Return the message of detections."""
    boxes = _boxes(detections)
    return DetectionsMsg(
        header=header,
        step=step,
        detector=detections.detector,
        labels=image_to_msg(detections.labels, "16UC1", header),
        detections=[
            DetectionMsg(
                id=d.id,
                class_name=d.class_name,
                score=d.score,
                label=d.label,
                roi=boxes.get(d.label) or RegionOfInterest(),
                attributes=[attribute_to_msg(a) for a in d.attributes.values()],
            )
            for d in detections.items
        ],
    )


def _boxes(detections: Detections) -> dict[int, RegionOfInterest]:
    """Return the box of each label."""
    return {
        label: box_to_msg((columns.start, rows.start, columns.stop - columns.start, rows.stop - rows.start))
        for label, (rows, columns) in ((n, box) for n, box in enumerate(detections.windows, start=1) if box)
    }


def grid_to_msg(
    values: NDArray[np.int8], origin: tuple[float, float], cell: float, header: Header
) -> OccupancyGrid:
    """Return a (rows, columns) layer as an occupancy grid."""
    data = array.array("b")  # rclpy copies an array.array at once, a list element by element
    data.frombytes(np.ascontiguousarray(values).tobytes())
    rows, columns = values.shape
    corner = Pose(position=Point(x=origin[0], y=origin[1], z=0.0), orientation=Quaternion(w=1.0))
    info = MapMetaData(map_load_time=header.stamp, resolution=cell, width=columns, height=rows, origin=corner)
    return OccupancyGrid(header=header, info=info, data=data)


def matrix_of(transform: TransformStamped) -> NDArray[np.float64]:
    """Return a transform as 4x4."""
    q, t = transform.transform.rotation, transform.transform.translation
    x, y, z, w = q.x, q.y, q.z, q.w
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w), t.x],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w), t.y],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y), t.z],
            [0.0, 0.0, 0.0, 1.0],
        ]
    )


class MarkerMessages:
    """Turns object memories into markers. They are made once and filled anew: each has some twenty messages in it."""

    def __init__(self, values: Mapping[str, int]) -> None:
        """Take which number each class has, which decides its colour."""
        self._values = values
        self._made: list[tuple[Marker, Marker]] = []

    def convert(self, memory: ObjectMemory, header: Header) -> MarkerArray:
        """Return a box and a name per remembered object, after one marker that clears the old ones.

        It holds until the next call.
        """
        for number in range(len(self._made), len(memory.objects)):
            self._made.append(_box_and_name(number))
        markers = [Marker(header=header, action=Marker.DELETEALL)]
        for (box, name), state in zip(self._made, memory.objects, strict=False):
            box.header = name.header = header
            hue = (self._values.get(state.class_name, 0) * 0.618) % 1.0
            colour, place, size = box.color, box.pose.position, box.scale
            colour.r, colour.g, colour.b = abs(2 * hue - 1), 1.0 - hue, hue
            colour.a = 0.6 if state.visible else 0.25
            place.x, place.y, place.z = state.center
            size.x, size.y, size.z = (max(0.01, edge) for edge in state.size)
            name.text = state.id
            markers += (box, name)
        return MarkerArray(markers=markers)


def _box_and_name(number: int) -> tuple[Marker, Marker]:
    """Return the two markers of an object, at one place."""
    place = Pose(orientation=Quaternion(w=1.0))
    name = Marker(ns="names", id=number, type=Marker.TEXT_VIEW_FACING, pose=place)
    name.scale.z, name.color = 0.08, ColorRGBA(r=1.0, g=1.0, b=1.0, a=0.9)
    return Marker(ns="boxes", id=number, type=Marker.CUBE, pose=place), name
