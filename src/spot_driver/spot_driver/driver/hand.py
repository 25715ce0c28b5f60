"""Moving hand and fingers: along straight lines in the body frame, told for a moment at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation, Slerp

from pred_core.outcome import Code, Outcome
from spot_driver.driver import clock
from spot_driver.driver.commands import MoveFingers, MoveHand
from spot_driver.driver.heard import Heard
from spot_driver.driver.limits import HAND_BEHIND
from spot_driver.driver.link import SpotLink
from spot_driver.driver.snapshot import Snapshot

Array = NDArray[np.float64]

PERIOD = 0.1
RESTS = 0.44
"""An arm rests so long after the end of the way that it was told, s: it comes behind, and its joints slow down."""
LEAST_AHEAD = 0.06
BEATS = 2
"""So many commands are told within the time for which one tells the way."""
SHORTEST = 0.8
"""No motion of the hand takes less time than this, s."""
NEAR, STRAIGHT = 0.03, 0.1
SETTLES = 3.0
"""A hand that rests for so long short of where it should be does not get there, s of measurements."""
TURNS_OVER = 20.0
"""As slowly as it is told to be, an arm whose joints turn over on a straight way takes so much longer at most, s."""
FINGERS_WITHIN = 3.0


def aimed(at: Array, yaw: float, pitch: float) -> Array:
    """Return the hand's pose in the body (4x4) at a point (3,), its fingers left by ``yaw`` and down by ``pitch``, rad.

    It turns left first and down then, so that the hand stays level from side to side.
    """
    pose = np.eye(4)
    pose[:3, :3] = Rotation.from_euler("ZY", [yaw, pitch]).as_matrix()
    pose[:3, 3] = at
    return pose


def straight_on(pose: Array, by: float) -> Array:
    """Return a pose (4x4) moved on along where its fingers point, m; back where that is negative."""
    moved = pose.copy()
    moved[:3, 3] += by * pose[:3, 0]
    return moved


def move_hand(
    link: SpotLink,
    goal: Array,
    event: threading.Event,
    watchdog: float,
    *,
    slow: bool = False,
    ends: Callable[[Snapshot], bool] = lambda _: False,
) -> Outcome:
    """Bring the hand to a pose in the body frame (4x4) along a straight line, and measure that it is there.

    :param watchdog: an arm that hears no more rests after so many seconds, as each command tells that much less of the
        way as the arm takes to come to rest
    :param slow: as if a person was near; else as fast as the limits let it
    :param ends: stops the hand where it is once it is true of what is measured
    :returns: BLOCKED when it does not arrive, CANCELED, or what keeps the robot from moving
    """
    seen = link.fresh
    available = link.available()
    if not available or seen is None:
        return available
    if seen.body_hand is None:
        return Outcome(Code.NOT_AFFORDED, "This robot has no arm.")
    start = seen.body_hand
    allowed = link.settings.limits.hand(goal[:3, 3], -float(seen.map_body[2, 3]))
    if not allowed:
        return allowed
    with link.guard:
        return _follow(link, (start, goal), event, told_ahead(watchdog), ends, slow=slow)


def told_ahead(watchdog: float) -> float:
    """Return how much of its way an arm is told at once that shall rest so long after the last command, s."""
    return max(LEAST_AHEAD, watchdog - RESTS)


def duration(start: Array, goal: Array, pace: tuple[float, float]) -> float:
    """Return how long a straight motion takes that is a little slower than so many m/s and rad/s."""
    metres = float(np.linalg.norm(goal[:3, 3] - start[:3, 3]))
    turn = float(np.linalg.norm(Rotation.from_matrix(start[:3, :3].T @ goal[:3, :3]).as_rotvec()))
    return max(SHORTEST, metres / (0.9 * pace[0]), turn / (0.9 * pace[1]))


def between(start: Array, goal: Array, share: float) -> Array:
    """Return the pose on a straight line, 0 at its start and 1 at its end."""
    turns = Rotation.from_matrix(np.stack([start[:3, :3], goal[:3, :3]]))
    pose = np.eye(4)
    pose[:3, :3] = Slerp([0.0, 1.0], turns)(share).as_matrix()
    pose[:3, 3] = start[:3, 3] + share * (goal[:3, 3] - start[:3, 3])
    return pose


def _follow(
    link: SpotLink,
    line: tuple[Array, Array],
    event: threading.Event,
    ahead: float,
    ends: Callable[[Snapshot], bool],
    *,
    slow: bool,
) -> Outcome:
    pace = link.gate.hand_pace(link.fresh, slow=slow)
    period = min(PERIOD, ahead / BEATS)
    seconds = duration(*line, pace)
    begun, told, idle = clock.steady(), 0.0, Heard()
    while clock.steady() < begun + seconds + TURNS_OVER:
        if event.is_set():
            link.stop()
            return Outcome(Code.CANCELED, "The arm's motion was cancelled.")
        seen = link.fresh
        if seen is None or seen.body_hand is None:
            link.stop()
            return Outcome(Code.ROBOT_LOST, "The arm was not measured any more while it moved.")
        done = (clock.steady() - begun) / seconds
        if told < 1.0 and done > told:  # it rests there, and goes on from there: what was missed is not made up for
            begun, done = begun + (done - told) * seconds, told
        rests = idle.take(seen, happened=done < 1.0 or not seen.arm_still)
        if ends(seen) or rests > SETTLES:
            break
        if done >= 1.0 and _there(seen, line[1]):
            return Outcome.success()
        if told < 1.0:
            told = min(1.0, done + ahead / seconds)
            goal = between(*line, told)
            least = float(np.linalg.norm(goal[:3, 3] - seen.body_hand[:3, 3])) / pace[0] - HAND_BEHIND
            outcome = link.send(MoveHand([(max((told - done) * seconds, least, period), goal)], slow))
            if not outcome:
                link.stop()
                return outcome
        elif not link.available():
            link.stop()
            return link.available()
        clock.wait(event, period)
    link.stop()
    return Outcome(
        Code.BLOCKED, "The hand did not get where it should: something is in its way, or it cannot reach."
    )


def _there(seen: Snapshot, goal: Array) -> bool:
    if seen.body_hand is None or not seen.arm_still:
        return False
    away = float(np.linalg.norm(seen.body_hand[:3, 3] - goal[:3, 3]))
    turn = float(np.linalg.norm(Rotation.from_matrix(seen.body_hand[:3, :3].T @ goal[:3, :3]).as_rotvec()))
    return away < NEAR and turn < STRAIGHT


def move_fingers(link: SpotLink, fraction: float, event: threading.Event) -> Outcome:
    """Open the gripper to a fraction and wait until it stops; whatever is between the fingers stops it earlier."""
    with link.guard:
        outcome = link.send(MoveFingers(fraction))
        before, since = None, clock.steady()
        while outcome and clock.steady() - since < FINGERS_WITHIN:
            if clock.wait(event, PERIOD):
                link.stop()
                return Outcome(Code.CANCELED, "The gripper's motion was cancelled.")
            seen = link.wait_newer(clock.steady() - PERIOD, 2.0 * PERIOD)
            if seen is None:
                continue
            if abs(seen.gripper - 100.0 * fraction) < 3.0:
                break
            if before is not None and abs(seen.gripper - before) < 0.2 and clock.steady() - since > 0.6:
                break
            before = seen.gripper
    return outcome
