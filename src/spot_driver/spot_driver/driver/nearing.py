"""Where to stand so that the arm reaches a place that it does not reach from here, or the camera sees one."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

from pred_core.geometry import Pose2D

Array = NDArray[np.float64]

BEFORE = 1.1
"""So far before the body's middle a thing is seen and reached well, m."""
STEP = 0.05
"""How finely walks of different lengths are tried, m."""


def seen_from(point: Array, here: Pose2D, there: Pose2D) -> Array:
    """Return where a point (3,) in map would be seen from here, if it lay as it will lie once one stands there."""
    dx, dy = float(point[0]) - there.x, float(point[1]) - there.y
    turn = here.yaw - there.yaw
    c, s = math.cos(turn), math.sin(turn)
    return np.array([here.x + c * dx - s * dy, here.y + s * dx + c * dy, float(point[2])])


def facing(point: Array, here: Pose2D) -> Pose2D:
    """Return where to stand so that a point (3,) in map is well before the camera, on the side of it that one is on."""
    bearing = math.atan2(float(point[1]) - here.y, float(point[0]) - here.x)
    return Pose2D(
        float(point[0]) - BEFORE * math.cos(bearing), float(point[1]) - BEFORE * math.sin(bearing), bearing
    )


def stand_nearer(
    here: Pose2D, places: Iterable[Array], reaches: Callable[[Array], bool], most: float
) -> Pose2D | None:
    """Return the pose, facing one of some places, from which that is reached after the shortest walk towards it.

    :param places: points (3,) in map, the best first: of those that take the same walk
    :param reaches: tells of a point (3,) in map whether the arm gets there from here
    :param most: how far it may be, m
    :returns: None where no walk is long enough
    """
    given = list(places)
    for count in range(round(most / STEP) + 1):
        for place in given:
            bearing = math.atan2(float(place[1]) - here.y, float(place[0]) - here.x)
            stand = Pose2D(
                here.x + count * STEP * math.cos(bearing), here.y + count * STEP * math.sin(bearing), bearing
            )
            if reaches(seen_from(place, here, stand)):
                return stand
    return None
