"""Where the camera should be to look at something: poses on a sphere around it, the most telling first."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pred_core.objects import ObjectState

Array = NDArray[np.float64]

ROLLS = (0.0, math.pi / 2.0, -math.pi / 2.0, math.pi)
"""Turns of the picture about the line of sight, an upright picture first."""


@dataclass(frozen=True)
class Direction:
    """Where the camera is, seen from the thing it looks at.

    ``elevation`` above the horizon and ``azimuth`` from the robot's side (counter-clockwise from above), radians.
    """

    elevation: float
    azimuth: float

    def unit(self, target: Sequence[float]) -> Array:
        """Return the direction as a unit vector in map, for a target of that place (the robot's base is the origin)."""
        side = math.atan2(-target[1], -target[0]) + self.azimuth
        flat = math.cos(self.elevation)
        return np.array([flat * math.cos(side), flat * math.sin(side), math.sin(self.elevation)])

    def angle_to(self, other: Direction) -> float:
        """Return the angle between two directions, radians."""
        here, there = self.unit((-1.0, 0.0)), other.unit((-1.0, 0.0))
        return math.acos(max(-1.0, min(1.0, float(here @ there))))


def _directions(elevations: Sequence[float], azimuths: Sequence[float]) -> tuple[Direction, ...]:
    """Return all combinations in degrees; all elevations from the robot's side come before the next azimuth."""
    return tuple(
        Direction(math.radians(elevation), math.radians(azimuth))
        for azimuth in azimuths
        for elevation in elevations
    )


FROM_ABOVE = _directions((67.0, 45.0, 85.0, 28.0), (0.0, 60.0, -60.0, 120.0, -120.0, 180.0))
"""For things that lie about: steep first, where neighbours hide least; flatter and from other sides later."""
FROM_THE_FRONT = _directions((35.0, 20.0, 55.0, 70.0), (0.0, 35.0, -35.0))
"""For what is open at its front, which faces the robot: flat enough to see the inside and the top at once."""


@dataclass(frozen=True)
class ViewSettings:
    """How near the camera goes, metres, and how much of the picture's half angle (rad) a thing may fill.

    ``farther``: distances to look from where the arm, or what it holds, does not get as near as wished.
    """

    nearest: float = 0.30
    farthest: float = 0.45
    farther: tuple[float, ...] = (0.38, 0.46)
    half_view: float = math.radians(22.0)
    front_height: float = 0.12
    apart: float = math.radians(20.0)


def has_front(target: ObjectState, fixed: bool, settings: ViewSettings) -> bool:
    """Tell whether a thing is to be looked into from its front: a fixed piece that stands up from the table."""
    return fixed and target.size[2] >= settings.front_height


def distance_for(target: ObjectState, settings: ViewSettings, limit: float = 0.0) -> float:
    """Return how far from a thing's middle the camera should be, metres.

    :param limit: the largest wished distance, 0 for none; nearer than ``nearest`` it never goes
    """
    radius = float(np.linalg.norm(target.size)) / 2.0
    wished = radius / math.tan(settings.half_view)
    farthest = min(settings.farthest, limit) if limit > 0.0 else settings.farthest
    return max(settings.nearest, min(wished, farthest))


def camera_pose(target: Sequence[float], distance: float, direction: Direction, roll: float = 0.0) -> Array:
    """Return the optical frame in map, 4x4, of a camera that looks at a place.

    :param target: in map, metres; it is in the middle of the picture
    :param distance: from the target to the camera, metres
    :param roll: turn about the line of sight, rad; with 0 the picture is upright
    """
    outward = direction.unit(target)
    forward = -outward
    up = np.array([0.0, 0.0, 1.0]) + outward[2] * forward
    if float(np.linalg.norm(up)) < 1e-6:  # straight from above: the far side is up
        up = -Direction(0.0, direction.azimuth).unit(target)
    up /= np.linalg.norm(up)
    right = np.cross(forward, up)
    c, s = math.cos(roll), math.sin(roll)
    pose = np.eye(4)
    pose[:3, 0] = c * right - s * up
    pose[:3, 1] = np.cross(forward, pose[:3, 0])
    pose[:3, 2] = forward
    pose[:3, 3] = np.asarray(target, dtype=np.float64) + distance * outward
    return pose


def fresh(
    directions: Sequence[Direction], tried: Sequence[Direction], settings: ViewSettings
) -> Iterator[Direction]:
    """Yield the directions that differ enough from every one that was tried."""
    for direction in directions:
        if all(direction.angle_to(other) >= settings.apart for other in tried):
            yield direction


def hidden_by(camera: Array, target: ObjectState, others: Sequence[ObjectState]) -> int:
    """Return how many other things' boxes the line of sight to a thing's middle goes through.

    What the thing lies in or on, what lies in or on it and what is in the hand do not count.
    """
    related = {target.id, target.parent_id}
    eye, middle = camera[:3, 3], np.asarray(target.center)
    return sum(
        1
        for o in others
        if o.id not in related and o.parent_id != target.id and not o.held and _crosses(eye, middle, o)
    )


def _crosses(start: Array, end: Array, box: ObjectState) -> bool:
    """Tell whether a line crosses an axis-aligned box (slab test)."""
    middle, half = np.asarray(box.center), np.asarray(box.size) / 2.0
    along = end - start
    along = np.where(np.abs(along) < 1e-12, 1e-12, along)
    first, second = (middle - half - start) / along, (middle + half - start) / along
    enter = float(np.minimum(first, second).max())
    leave = float(np.maximum(first, second).min())
    return enter <= leave and leave >= 0.0 and enter <= 1.0
