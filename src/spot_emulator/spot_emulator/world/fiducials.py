"""The fiducials on a room's walls: one on each, low, as robots like them."""

from __future__ import annotations

import math
from dataclasses import dataclass

from bosdyn.client.math_helpers import Quat, SE3Pose

from spot_emulator.world.house import House

SIZE = 0.146
"""Metres of a tag's side."""
FIRST = 350
_HEIGHT = 0.45
_SEEN_WITHIN = 4.0
_OFF_AXIS = math.radians(70.0)


@dataclass(frozen=True)
class Fiducial:
    """A tag and its pose in the map: x to the right of who looks at it, y up, z out of the wall."""

    number: int
    pose: SE3Pose


def fiducials(house: House) -> list[Fiducial]:
    """Return the tags of a room, on the walls that lie straight ahead of its middle and at its sides."""
    bounds = house.world.bounds
    middle_x, middle_y = float(bounds.center[2]), -float(bounds.center[0])
    (west, east), (south, north) = _faces(house, 0), _faces(house, 2)
    walls = ((south, middle_y, 0.0), (north, middle_y, math.pi), (middle_x, -west, -math.pi / 2.0),
             (middle_x, -east, math.pi / 2.0))  # fmt: skip
    to_tag = Quat(w=0.5, x=0.5, y=0.5, z=0.5)
    return [
        Fiducial(FIRST + i, SE3Pose(x, y, _HEIGHT, Quat.from_yaw(out) * to_tag))
        for i, (x, y, out) in enumerate(walls)
    ]


def _faces(house: House, axis: int) -> tuple[float, float]:
    """Return where the walls stand that a line along an axis of Unity's through the middle of the room ends at."""
    other, middle = 2 - axis, house.world.bounds.center
    crossed = [
        floor
        for floor in house.world.structure.floor
        if abs(middle[other] - floor.center[other]) <= floor.half[other]
    ]
    low = min(float(floor.center[axis] - floor.half[axis]) for floor in crossed)
    return low, max(float(floor.center[axis] + floor.half[axis]) for floor in crossed)


def in_sight(tag: Fiducial, x: float, y: float) -> bool:
    """Tell whether a tag can be seen from a place in the map: near enough, and not too much from the side."""
    out = tag.pose.rot.transform_point(0.0, 0.0, 1.0)
    dx, dy = x - tag.pose.x, y - tag.pose.y
    away = math.hypot(dx, dy)
    if away < 1e-6 or away > _SEEN_WITHIN:
        return False
    return math.acos(max(-1.0, min(1.0, (dx * out[0] + dy * out[1]) / away))) < _OFF_AXIS
