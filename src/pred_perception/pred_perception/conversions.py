"""Perception's own types <-> messages."""

from __future__ import annotations

import array
from collections.abc import Iterable

import numpy as np
from geometry_msgs.msg import Point, Pose, Quaternion, TransformStamped, Vector3
from nav_msgs.msg import MapMetaData, OccupancyGrid
from numpy.typing import NDArray
from sensor_msgs.msg import RegionOfInterest
from std_msgs.msg import ColorRGBA, Header
from visualization_msgs.msg import Marker, MarkerArray

from pred_core.objects import ObjectMemory
from pred_core.ros.conversions import attribute_to_msg, attributes_by_name, image_from_msg, image_to_msg
from pred_msgs.msg import Detection as DetectionMsg
from pred_msgs.msg import Detections as DetectionsMsg
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


def detections_to_msg(detections: Detections, header: Header, step: int) -> DetectionsMsg:
    """Return the message of detections."""
    boxes = _boxes(detections.labels)
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
                roi=boxes.get(d.label, RegionOfInterest()),
                attributes=[attribute_to_msg(a) for a in d.attributes.values()],
            )
            for d in detections.items
        ],
    )


def _boxes(labels: NDArray[np.uint16]) -> dict[int, RegionOfInterest]:
    """Return the box of each label."""
    rows, columns = np.nonzero(labels)
    if not rows.size:
        return {}
    values = labels[rows, columns]
    order = np.argsort(values, kind="stable")
    names, starts = np.unique(values[order], return_index=True)
    boxes = {}
    for name, pixels in zip(names, np.split(order, starts[1:]), strict=True):
        top, left = int(rows[pixels].min()), int(columns[pixels].min())
        boxes[int(name)] = RegionOfInterest(
            x_offset=left,
            y_offset=top,
            height=int(rows[pixels].max()) - top + 1,
            width=int(columns[pixels].max()) - left + 1,
        )
    return boxes


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


def markers_of(memory: ObjectMemory, header: Header, values: dict[str, int]) -> MarkerArray:
    """Return a box and a name per remembered object, after one marker that clears the old ones."""
    clear = Marker(header=header, action=Marker.DELETEALL)
    return MarkerArray(markers=[clear, *_object_markers(memory, header, values)])


def _object_markers(memory: ObjectMemory, header: Header, values: dict[str, int]) -> Iterable[Marker]:
    for number, state in enumerate(memory.objects):
        hue = (values.get(state.class_name, 0) * 0.618) % 1.0
        colour = ColorRGBA(r=abs(2 * hue - 1), g=1.0 - hue, b=hue, a=0.6 if state.visible else 0.25)
        place = Pose(
            position=Point(**dict(zip("xyz", state.center, strict=True))), orientation=Quaternion(w=1.0)
        )
        size = Vector3(**{axis: max(0.01, s) for axis, s in zip("xyz", state.size, strict=True)})
        yield Marker(
            header=header, ns="boxes", id=number, type=Marker.CUBE, pose=place, scale=size, color=colour
        )
        name = Marker(header=header, ns="names", id=number, type=Marker.TEXT_VIEW_FACING, pose=place)
        name.scale.z, name.color, name.text = 0.08, ColorRGBA(r=1.0, g=1.0, b=1.0, a=0.9), state.id
        yield name
