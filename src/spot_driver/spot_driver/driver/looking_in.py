"""Looking down into a basin or a bin at what was just set down in it, over its rim, before the arm goes back.

What is let go into one rolls, or slides off what lies there: not only where it was let go is looked at, but behind the
rim that hides the nearer half from where the robot stands, too.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np
from bosdyn.client.robot_command import RobotCommandBuilder
from numpy.typing import NDArray

from pred_core.geometry import Pose2D
from pred_core.outcome import Code, Outcome
from pred_core.vocabulary import group, object_types
from spot_driver.driver.hand import aimed, straight_on
from spot_driver.driver.limits import SHOULDER
from spot_driver.driver.link import SpotLink

Array = NDArray[np.float64]

STEEP, LESS_STEEP = ((70.0, 60.0), (50.0,))
"""How far down the camera looks, degrees: less steeply a high rim hides what lies behind it."""
AWAY = (0.5, 0.45, 0.4)
"""So far the hand's frame is from what it looks at, m; its camera is 0.14 m nearer."""
NEARER = (0.1, 0.2)
"""Where the arm does not get over a place it looks at one so much nearer, m: that is in the same picture."""
BEHIND_RIM = 0.2
"""What the rim hides is so much nearer than the middle of what is seen from where the robot stands, m."""
RAISED, NEARLY = 0.15, 0.03
"""The body stands so much higher to look over a high rim, and is there when it lacks no more than this, m."""
RISES_WITHIN = 10.0
"""It takes a second; one that is slow, as the machine under an emulated robot is, gets more time, s."""


class Reaching(Protocol):
    """What brings the hand somewhere."""

    def in_body(self, point: Array) -> Array:
        """Return a point in map as it lies in the body, m."""

    def may_reach(self, pose: Array) -> bool:
        """Tell whether the hand may go to a pose in the body, and the arm can bring it there."""

    def go(self, pose: Array, event: threading.Event) -> Outcome:
        """Bring the hand to a pose in the body (4x4)."""


def look_in(
    link: SpotLink, hand: Reaching, places: Sequence[Array], event: threading.Event, glance: Callable[[], object]
) -> Outcome:
    """Bring the camera over each of some places in map (3,) and take a picture; where no way leads, none is taken.

    Where the arm alone does not get high enough the body rises, but near a person it does not.

    :param glance: takes the picture
    :returns: CANCELED, or what keeps the robot from moving
    """
    stood = link.fresh
    low = any(over(hand, place, STEEP) is None for place in places)
    rises = low and stood is not None and not link.gate.near_person(stood)
    if rises and stood is not None:
        outcome = _stand(link, RAISED, float(stood.map_body[2, 3]) + RAISED, event)
        if outcome.code is Code.CANCELED or not link.available():
            return outcome
    for place in places:
        pose = over(hand, place, STEEP + LESS_STEEP)
        if pose is None:
            pose = over(hand, place, STEEP + LESS_STEEP, NEARER)
        if pose is None:
            continue
        outcome = hand.go(pose, event)
        if outcome.code is Code.CANCELED or not link.available():
            return outcome
        if outcome:
            glance()
    if rises and stood is not None:
        outcome = _stand(link, 0.0, float(stood.map_body[2, 3]), event)
        return outcome if outcome.code is Code.CANCELED else link.available()
    return link.available()


def has_rim(class_name: str) -> bool:
    """Tell whether what lies in furniture of a class lies behind a rim that is all around: in a basin, a bin."""
    known = object_types().get(class_name)
    carried = known is not None and known.can("pickupable")
    deep = class_name in group("inside_bottom_four_corners") and not carried
    return deep or class_name in group("hollow") | group("open_above")


def behind_rim(middle: Array, stands: Pose2D) -> Array:
    """Return the place (3,) in map that the rim hides before the middle (3,) of what is seen of a basin."""
    away = middle[:2] - (stands.x, stands.y)
    nearer = BEHIND_RIM * away / max(float(np.linalg.norm(away)), 1e-9)
    return np.array([*(middle[:2] - nearer), middle[2]])


def over(hand: Reaching, place: Array, steep: tuple[float, ...], nearer: tuple[float, ...] = (0.0,)) -> Array | None:
    """Return the hand's pose in the body from which its camera looks down onto a place in map; None out of reach.

    :param nearer: so much nearer to the robot than the place, m, it may look
    """
    there = hand.in_body(place)
    away = there[:2] - SHOULDER[:2]
    ahead = np.array([*away / max(float(np.linalg.norm(away)), 1e-9), 0.0])
    yaw = float(np.arctan2(away[1], away[0]))
    poses = (
        straight_on(aimed(there - by * ahead, yaw, float(np.deg2rad(down))), -apart)
        for by in nearer
        for down in steep
        for apart in AWAY
    )
    return next((pose for pose in poses if hand.may_reach(pose)), None)


def _stand(link: SpotLink, higher: float, height: float, event: threading.Event) -> Outcome:
    """Let the body stand so much higher than usual, and wait until it is measured at a height over the floor, m."""
    outcome = link.named("stand", RobotCommandBuilder.synchro_stand_command(body_height=higher), standing=True)
    return outcome and link.until(
        lambda s: abs(float(s.map_body[2, 3]) - height) < NEARLY and s.base_still,
        event,
        RISES_WITHIN,
        "the body was not at its height",
    )
