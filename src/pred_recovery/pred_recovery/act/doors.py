"""Where the door of a piece of furniture is, learned from how its box grows when it is opened.

What is inside is seen and reached through the door only, though the furniture can be seen from any side.
"""

from __future__ import annotations

import math

from pred_core.door_side import LEAST_DOOR, growth_by_side
from pred_core.geometry import Pose2D, wrap_angle
from pred_core.objects import ObjectState

IN_FRONT = 0.8
"""How far before a door, or another side of furniture, to stand to look in (m)."""


ASIDE = 0.3
"""How far beside the middle of a door one may stand to see in, past the open door itself (m)."""


CLOSER = 0.3
"""How much nearer to stand to look past what stands in front inside, or where there is no room IN_FRONT (m)."""


PLAIN = 0.6
"""Share of the largest growth that the next one must stay below, so that the side of the door is plain."""


def before_door(shut: ObjectState, opened: ObjectState, robot: Pose2D) -> Pose2D | None:
    """Return where to stand to look straight in; None when the growth of the box does not tell.

    :param shut: the furniture as it was before it was opened
    :param opened: as it is after that
    :param robot: where the robot stood meanwhile
    """
    growth = growth_by_side(_corners(shut), _corners(opened), robot)
    first, *others = sorted(growth, key=lambda q: -growth[q])
    faced = [q for q in growth if growth[q] >= LEAST_DOOR and _stands_outside(shut, robot, q)]
    if len(faced) == 1 and first not in faced:
        return side_pose(shut, faced[0])
    if growth[first] < LEAST_DOOR or any(growth[q] > PLAIN * growth[first] for q in others):
        return None
    return side_pose(shut, first)


def _stands_outside(place: ObjectState, robot: Pose2D, quarter: int) -> bool:
    """Tell whether a robot sees a side of furniture: from no other place did it see what is on that side open.

    What a door that swings far, or the wall beside, adds to the box elsewhere is no door's side.
    """
    axis, far = quarter % 2, quarter >= 2
    at = (robot.x, robot.y)[axis] - place.center[axis]
    return at > place.size[axis] / 2.0 if far else at < -place.size[axis] / 2.0


def _corners(place: ObjectState) -> tuple[list[float], list[float]]:
    box = list(zip(place.center[:2], place.size[:2], strict=True))
    return [c - s / 2.0 for c, s in box], [c + s / 2.0 for c, s in box]


def side_pose(place: ObjectState, quarter: int) -> Pose2D:
    """Return where to stand, looking along a quarter turn, to have the middle of furniture's side straight ahead."""
    yaw = quarter * math.pi / 2.0
    away = place.size[quarter % 2] / 2.0 + IN_FRONT
    x, y = place.center[0] - away * math.cos(yaw), place.center[1] - away * math.sin(yaw)
    return Pose2D(x, y, wrap_angle(yaw))


def nearer(pose: Pose2D) -> Pose2D:
    """Return the place nearer to the furniture that one looks straight at from a pose."""
    return pose.ahead(CLOSER)


def stands_before(robot: Pose2D, door: Pose2D) -> bool:
    """Tell whether a robot is straight before the furniture, and not beside or behind it.

    :param door: where to stand to look straight in
    """
    dx, dy = robot.x - door.x, robot.y - door.y
    inwards = dx * math.cos(door.yaw) + dy * math.sin(door.yaw)
    sideways = abs(-dx * math.sin(door.yaw) + dy * math.cos(door.yaw))
    return inwards < IN_FRONT and sideways < ASIDE
