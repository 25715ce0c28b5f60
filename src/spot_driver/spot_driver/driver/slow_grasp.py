"""A grasp of the driver's own, as slow as it is told to be: near a person the robot's own one would be too fast."""

from __future__ import annotations

import threading
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from pred_core.outcome import Code, Outcome
from spot_driver.driver.grasping import NO_GRASP
from spot_driver.driver.hand import aimed, move_fingers, straight_on
from spot_driver.driver.limits import SHOULDER
from spot_driver.driver.link import SpotLink

Array = NDArray[np.float64]

BEFORE = 0.12
"""The open hand begins its straight way to a thing so far before it, m."""
ROUND = 0.02
"""So far behind the point that is seen the jaws close, m."""
PITCHES = tuple(float(v) for v in np.deg2rad([60.0, 80.0, 40.0, 20.0, 0.0]))
"""How steeply the hand may come down onto a thing, the best first, rad: what it stands on is below it."""


def grasp_slowly(
    link: SpotLink,
    at: Array,
    go: Callable[[Array, threading.Event], Outcome],
    reaches: Callable[[Array], bool],
    event: threading.Event,
    *,
    level: bool = False,
) -> Outcome:
    """Bring the open hand straight onto a point in the body (3,) at the pace that holds there, and close it.

    :param go: brings the hand to a pose in the body (4x4)
    :param reaches: tells whether it may go to such a pose
    :param level: as level as may be, for what is upright: a door's front
    :returns: TARGET_TOO_FAR where the arm does not reach it; success says nothing of what is held
    """
    pose = approach(at, reaches, level=level)
    if pose is None:
        return Outcome(Code.TARGET_TOO_FAR, NO_GRASP)
    outcome = go(pose, event) and go(straight_on(pose, BEFORE + ROUND), event)
    return outcome and move_fingers(link, 0.0, event)


def approach(at: Array, reaches: Callable[[Array], bool], *, level: bool = False) -> Array | None:
    """Return the hand's pose in the body (4x4) from which it goes straight on to a point (3,); None out of reach."""
    yaw = float(np.arctan2(at[1] - SHOULDER[1], at[0] - SHOULDER[0]))
    for pitch in sorted(PITCHES) if level else PITCHES:
        pose = straight_on(aimed(at, yaw, pitch), -BEFORE)
        if reaches(pose) and reaches(straight_on(pose, BEFORE + ROUND)):
            return pose
    return None
