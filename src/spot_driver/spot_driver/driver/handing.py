"""Handing over: what the hand holds is brought before a person slowly, held there, and let go when it is pulled at."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

from pred_core.outcome import Code, Outcome
from spot_driver.driver import clock
from spot_driver.driver.hand import move_hand
from spot_driver.driver.limits import SHOULDER
from spot_driver.driver.link import SpotLink
from spot_driver.driver.manipulator import Manipulator
from spot_driver.driver.snapshot import Snapshot

Array = NDArray[np.float64]
Say = Callable[[str], None]

HEIGHTS = (0.95, 1.05, 1.15)
"""What is handed over is held so high above the floor, m: at a person's hands; higher where the arm must fold."""
BEFORE_PERSON = 0.6
"""The hand's frame stops so far before a person's middle, m: fingers and thing stay before their body."""
AHEAD = (0.8, 0.7, 0.6, 0.5)
"""Before somebody whose place is not known the hand goes so far before the body's middle, as far as it reaches, m."""
NEAREST = 0.35
"""No nearer to the body's middle than this, m."""
WITHIN = 1.0
"""A person takes what is so near to their middle, m."""
PULLED = 8.0
"""A force that changed by so much since the hand stood still is somebody's pull, N; what it holds weighs no more."""
SURE = 3
"""In so many measurements one after the other."""
MET = 15.0
"""A hand on its way to a person that feels so much more than before has met something, and stays there, N."""
SETTLED = 0.4
"""For so long the force is measured before anybody is thought to pull, s."""


def hand_over(
    link: SpotLink,
    hands: Manipulator,
    event: threading.Event,
    say: Say,
    within: float,
) -> Outcome:
    """Hold out what is held for some time, and let go of it as soon as it is pulled at.

    Success says that it was held out: whether it was taken is measured by the gripper, which opens for a pull alone.

    :param within: how long it is held out, s
    """
    seen = link.fresh
    if not hands.holding:
        return Outcome(Code.HAND_EMPTY, "The gripper holds nothing to hand over.")
    if seen is None or seen.body_hand is None:
        return link.available() and Outcome(Code.NOT_AFFORDED, "This robot has no arm.")
    person = None if link.person is None else hands.in_body(np.array([*link.person, 0.0]))
    pose = offered(person, -float(seen.map_body[2, 3]), hands.may_reach)
    if pose is None:
        return Outcome(
            Code.TARGET_TOO_FAR, "The person does not reach what the arm holds out from here: go nearer."
        )
    before, watchdog = seen.body_hand, hands.settings.watchdog
    say("holding out")
    out = move_hand(link, pose, event, watchdog, slow=True, ends=_felt_beyond(seen, MET))
    if out.code is Code.CANCELED or not link.available():
        return out
    outcome = _await_pull(link, hands, event, say, within) if out or out.code is Code.BLOCKED else out
    if outcome.code is Code.CANCELED or not link.available():
        return outcome
    back = move_hand(link, before, event, watchdog, slow=True)
    back = back if back or back.code is Code.CANCELED else hands.look_again(event)
    return outcome if back or not outcome else back


def offered(person: Array | None, floor: float, reaches: Callable[[Array], bool]) -> Array | None:
    """Return the hand's level pose in the body from which a person takes what it holds; None where they are too far.

    :param person: their middle in the body frame (x, y in m); None: somebody stands straight ahead
    :param floor: height of the floor in the body frame, m
    :param reaches: whether the hand may go to a pose
    """
    if person is None:
        tries = [_level(np.array([x, 0.0, floor + up])) for up in HEIGHTS for x in AHEAD]
        return next((pose for pose in tries if reaches(pose)), None)
    away = person[:2] - SHOULDER[:2]
    far = float(np.linalg.norm(away))
    way = away / max(far, 1e-6)
    for up in HEIGHTS:
        for short in np.arange(BEFORE_PERSON, WITHIN, 0.05):
            at = SHOULDER[:2] + (far - short) * way
            pose = _level(np.array([*at, floor + up]), float(np.arctan2(way[1], way[0])))
            if far > short and float(np.linalg.norm(at)) >= NEAREST and reaches(pose):
                return pose
    return None


def _level(point: Array, yaw: float = 0.0) -> Array:
    pose = np.eye(4)
    pose[:3, :3] = Rotation.from_euler("z", yaw).as_matrix()
    pose[:3, 3] = point
    return pose


def force_in_map(seen: Snapshot) -> Array:
    """Return the force that the hand is estimated to feel, in the axes of map, N (3,)."""
    turned = np.eye(3) if seen.body_hand is None else seen.map_body[:3, :3] @ seen.body_hand[:3, :3]
    return np.asarray(turned @ seen.hand_force)


def _felt_beyond(before: Snapshot, most: float) -> Callable[[Snapshot], bool]:
    """Return what tells whether the hand feels more than so much else than before."""
    first = force_in_map(before)
    return lambda seen: float(np.linalg.norm(force_in_map(seen) - first)) > most


def pulled(forces: Sequence[Array], usual: Array) -> bool:
    """Tell whether the last forces (N, in map) were all somebody's pull, and not the weight of the thing."""
    last = forces[-SURE:]
    return len(last) == SURE and all(float(np.linalg.norm(one - usual)) > PULLED for one in last)


def _await_pull(
    link: SpotLink, hands: Manipulator, event: threading.Event, say: Say, within: float
) -> Outcome:
    """Stand still until it is pulled at, and open the gripper then; until then nothing opens it."""
    begun, forces = clock.steady(), list[Array]()
    usual: Array | None = None
    while clock.steady() - begun < within:
        if event.is_set():
            return Outcome(Code.CANCELED, "The hand-over was cancelled: it is still in the gripper.")
        seen = link.wait_newer(clock.steady() - 0.2, 0.5)
        if seen is None:
            return link.available() and Outcome(Code.ROBOT_LOST, "The robot was not measured any more.")
        if not seen.holding:  # drawn out of its fingers
            return Outcome.success("It was taken.")
        forces.append(force_in_map(seen))
        if clock.steady() - begun < SETTLED:
            continue
        usual = np.median(np.array(forces), axis=0) if usual is None else usual
        if pulled(forces, usual):
            say("letting go")
            return hands.let_go(event)
    return Outcome.success("Nobody took it in this time.")
