"""How an object's boxes follow its pose: rotation matrices, folding tilts into upright boxes, moving, opening."""

from __future__ import annotations

import numpy as np

from .model import Array, Box, SimObject
from .rooms_fronts import direction
from .solids import open_parts

_PULL = 0.8  # of its depth a drawer slides out when fully open
_TILT = 4.0  # degrees; less than this is an upright object that stands a little uneven


def rotation_matrix(rotation: Array) -> Array:
    """Return the 3x3 matrix of Unity's Euler angles (3,) in degrees (z first, then x, then y)."""
    (cx, cy, cz), (sx, sy, sz) = np.cos(np.radians(rotation)), np.sin(np.radians(rotation))
    about_x = np.array([[1, 0, 0], [0, cx, -sx], [0, sx, cx]])
    about_y = np.array([[cy, 0, sy], [0, 1, 0], [-sy, 0, cy]])
    about_z = np.array([[cz, -sz, 0], [sz, cz, 0], [0, 0, 1]])
    return np.asarray(about_y @ about_x @ about_z)


def is_tilted(rotation: Array) -> bool:
    """Tell whether Euler angles (3,) in degrees lay an object on its side or lean it."""
    return bool(np.any(np.abs((rotation[[0, 2]] + 180.0) % 360.0 - 180.0) > _TILT))


def corners_of(bounds: Array) -> Array:
    """Return the (8, 3) corners of a box given as (2, 3) least and greatest corner."""
    return np.array(
        [[bounds[i, 0], bounds[j, 1], bounds[k, 2]] for i in (0, 1) for j in (0, 1) for k in (0, 1)]
    )


def box_around(points: Array, yaw: float) -> Box:
    """Return the smallest box of that yaw (degrees) around world points (n, 3)."""
    axes = Box(np.zeros(3), np.ones(3), yaw).axes()
    local = points @ axes.T
    low, high = local.min(axis=0), local.max(axis=0)
    return Box(((low + high) / 2.0) @ axes, (high - low) / 2.0, yaw % 360.0)


def posed_box(bounds: Array, position: Array, rotation: Array) -> Box:
    """Return the upright box of a body with local bounds (2, 3) at a pose.

    An upright body's box has its own yaw. A leaning or lying body gets the yaw with the smallest footprint.
    """
    matrix = rotation_matrix(rotation)
    points = corners_of(bounds) @ matrix.T + position
    if not is_tilted(rotation):
        return box_around(points, float(rotation[1]))
    flat = matrix[[0, 2]]
    lengths = np.hypot(flat[0], flat[1])
    yaws = np.degrees(np.arctan2(flat[0], flat[1]))
    boxes = [
        box_around(points, float(yaw)) for yaw, length in zip(yaws, lengths, strict=True) if length > 0.2
    ]
    return min(boxes, key=lambda box: float(box.half[0] * box.half[2]))


def to_world(frame: Box, part: Box) -> Box:
    """Return a box given in the frame of another (origin at its centre, turned by its yaw) in the world."""
    return Box(frame.center + part.center @ frame.axes(), part.half.copy(), (frame.yaw + part.yaw) % 360.0)


def to_local(frame: Box, box: Box) -> Box:
    """Return a world box in the frame of another."""
    return Box((box.center - frame.center) @ frame.axes().T, box.half.copy(), (box.yaw - frame.yaw) % 360.0)


def move(obj: SimObject, position: Array, rotation: Array) -> None:
    """Put an object at a pose: its box and solids follow, its version grows. Children are not moved."""
    obj.position = np.asarray(position, dtype=np.float64).copy()
    obj.rotation = np.asarray(rotation, dtype=np.float64) % 360.0
    obj.box = posed_box(obj.bounds, obj.position, obj.rotation)
    refresh(obj)


def refresh(obj: SimObject) -> None:
    """Bring an object's world solids in line with its box; its version grows."""
    parts = open_parts(obj) if obj.status.is_open and obj.can("openable") else obj.parts
    if is_tilted(obj.rotation) or not parts:
        obj.solids = [obj.box]
    else:
        obj.solids = [to_world(obj.box, part) for part in parts]
    obj.touch()


def set_openness(obj: SimObject, openness: float) -> None:
    """Open an object to that share (0..1): doors swing, a drawer slides out. What is inside is not moved."""
    if obj.object_type == "Drawer":
        ahead = direction(obj.front or 0.0)
        travel = 2.0 * float(np.abs(ahead) @ obj.box.half) * _PULL
        shift = (ahead * travel * (openness - obj.status.openness)) @ obj.box.axes()
        obj.position = obj.position + shift
        obj.box = Box(obj.box.center + shift, obj.box.half, obj.box.yaw)
    obj.status.openness = openness
    refresh(obj)
