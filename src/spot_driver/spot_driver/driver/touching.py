"""Touching and looking at a thing, and finding out where the robot is (CAPE's skills of that name)."""

from __future__ import annotations

import threading
from collections.abc import Callable

import numpy as np
from bosdyn.api.graph_nav import graph_nav_pb2, nav_pb2
from bosdyn.client.frame_helpers import get_odom_tform_body
from numpy.typing import NDArray

from pred_core.outcome import Code, Outcome
from pred_core.pictures import Picture, mask_of
from pred_core.targets import Target
from spot_driver.driver.hand import aimed, move_fingers, straight_on
from spot_driver.driver.limits import SHOULDER
from spot_driver.driver.link import SpotLink
from spot_driver.driver.manipulator import Manipulator
from spot_driver.driver.nearing import stand_nearer
from spot_driver.driver.places import Spot, grasp_spot
from spot_driver.driver.walking import walk

Array = NDArray[np.float64]
Say = Callable[[str], None]

FINGERTIPS = 0.12
"""The closed fingers' tips are so far before the hand's frame, m."""
BEFORE = 0.10
"""The hand stops so far before a thing, and goes on slowly, m."""
NEAR_ENOUGH = 0.06
"""A hand that was stopped with its tips so near to the thing has met it, m."""
CENTRED = float(np.deg2rad(8.0))
"""The camera's axis goes so near past what it looks at, rad."""


def touch(
    link: SpotLink, hands: Manipulator, target: Target, seen: Picture, event: threading.Event, say: Say
) -> Outcome:
    """Lay the closed fingers on what the target means; success is that their tips were measured there."""
    spot, outcome = _spot(target, seen)
    stood = link.fresh
    if spot is None or stood is None:
        return outcome and link.available()
    outcome = move_fingers(link, 0.0, event)
    if outcome and _before(hands, spot.point) is None:

        def reached(place: Array) -> bool:
            return _before(hands, place) is not None

        stand = stand_nearer(stood.pose, [spot.point], reached, link.settings.limits.grasp_walk)
        what = target.class_name or "thing"
        if stand is None:
            return Outcome(Code.TARGET_TOO_FAR, f"The hand does not reach the {what}: go nearer.")
        say("coming closer")
        outcome = walk(link, [stand], event, hands.settings.watchdog)
    pose = _before(hands, spot.point)
    if outcome and pose is None:
        outcome = Outcome(Code.TARGET_TOO_FAR, "The hand does not reach it from here: go nearer.")
    if outcome and pose is not None:
        say("touching")
        outcome = hands.go(pose, event) and _onto(link, hands, pose, spot.point, event)
    if outcome.code is Code.CANCELED or not link.available():
        return outcome
    if pose is not None:
        hands.go(pose, event)
    back = hands.look_again(event)
    back = back and hands.back_to(stood.pose, event)
    return back if back.code is Code.CANCELED else outcome and back


def _onto(link: SpotLink, hands: Manipulator, before: Array, point: Array, event: threading.Event) -> Outcome:
    """Go on until the fingers' tips are at the point, or are stopped there by what they meet."""
    there = before.copy()
    there[:3, 3] += BEFORE * there[:3, 0]
    outcome = hands.go(there, event)
    now = link.latest
    if outcome.code is Code.CANCELED or now is None or now.body_hand is None:
        return outcome
    tips = now.body_hand[:3, 3] + FINGERTIPS * now.body_hand[:3, 0]
    away = float(np.linalg.norm(tips - hands.in_body(point)))
    if away <= NEAR_ENOUGH:
        return Outcome.success()
    return Outcome(
        Code.POSTCONDITION_FAILURE,
        f"The fingers stopped {100.0 * away:.0f} cm from it: something is in the way.",
    )


def _before(hands: Manipulator, point: Array) -> Array | None:
    """Return the hand's pose in the body from which it goes straight on to a point in map; None out of reach."""
    at = hands.in_body(point)
    away = at - SHOULDER
    yaw, pitch = np.arctan2(away[1], away[0]), np.arctan2(-away[2], np.hypot(away[0], away[1]))
    for steep in (max(float(pitch), 0.0), 0.0, float(np.deg2rad(40.0))):
        pose = straight_on(aimed(at, float(yaw), steep), -(FINGERTIPS + BEFORE))
        if hands.may_reach(pose) and hands.may_reach(straight_on(pose, BEFORE)):
            return pose
    return None


def look_at(link: SpotLink, hands: Manipulator, target: Target, seen: Picture, event: threading.Event) -> Outcome:
    """Bring the middle of the hand's picture onto what the target means, and the hand back to where it looks from."""
    spot, outcome = _spot(target, seen)
    if spot is None:
        return outcome
    outcome = hands.look_at(spot.point, event)
    now = link.latest
    if outcome and now is not None and now.body_hand is not None:
        away = hands.in_body(spot.point) - now.body_hand[:3, 3]
        past = float(np.arccos(np.clip(away @ now.body_hand[:3, 0] / np.linalg.norm(away), -1.0, 1.0)))
        if past > CENTRED:
            outcome = Outcome(
                Code.POSTCONDITION_FAILURE, f"The camera looks {np.rad2deg(past):.0f} degrees past it."
            )
    if outcome.code is Code.CANCELED or not link.available():
        return outcome
    back = hands.look_again(event)
    return back if back.code is Code.CANCELED else outcome and back


def _spot(target: Target, seen: Picture) -> tuple[Spot | None, Outcome]:
    """Return a point of what the target means, or why there is none."""
    outcome, mask = mask_of(target, seen)
    if mask is None:
        return None, outcome
    spot = grasp_spot(seen, mask)
    what = target.class_name or "thing"
    none = Outcome(Code.TARGET_NOT_VISIBLE, f"No depth was measured on the {what}: look from nearer.")
    return spot, Outcome.success() if spot is not None else none


def localize(link: SpotLink) -> Outcome:
    """Let the robot find itself on its GraphNav map by what it sees; without a map its own odometry is all there is."""

    def work() -> Outcome:
        client = link.session.graph_nav
        known = client.get_localization_state(timeout=link.settings.patience)
        if known.localization.waypoint_id:
            name = known.localization.waypoint_id
            return Outcome(Code.ALREADY_SO, f"The robot knows where it is: by waypoint {name}.")
        if not client.download_graph(timeout=link.settings.patience).waypoints:
            return Outcome.success(
                "No map is on the robot: it goes by its own odometry, from where its driver began."
            )
        body = get_odom_tform_body(known.robot_kinematics.transforms_snapshot).to_proto()
        guess = nav_pb2.Localization()
        answer = client.set_localization(
            guess,
            ko_tform_body=body,
            fiducial_init=graph_nav_pb2.SetLocalizationRequest.FIDUCIAL_INIT_NEAREST,
            timeout=link.settings.patience,
        )
        return Outcome.success(f"The robot is by waypoint {answer.waypoint_id}.")

    return link.call(work)
