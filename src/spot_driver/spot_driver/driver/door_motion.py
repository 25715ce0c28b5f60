"""Moving a front that the hand holds along its own hinge or rail, and how its handle went meanwhile."""

from __future__ import annotations

import threading
from dataclasses import dataclass

import numpy as np
from bosdyn.api import basic_command_pb2
from numpy.typing import NDArray

from pred_core.geometry import Pose2D
from pred_core.outcome import Code, Outcome
from spot_driver.driver import clock
from spot_driver.driver.commands import Pull
from spot_driver.driver.doors import FORCE, SPEED, Front, pull_command
from spot_driver.driver.errors import SDK_ERRORS
from spot_driver.driver.heard import Heard
from spot_driver.driver.link import SpotLink
from spot_driver.driver.snapshot import Snapshot

Array = NDArray[np.float64]
_FEEDBACK = basic_command_pb2.ConstrainedManipulationCommand.Feedback

LONGEST = 25.0
PERIOD = 0.2
IDLE = 1.5
"""A handle that does not move for so long goes no further, s of measurements."""
STEP = 0.01
"""A handle that went less far than this has not moved on, m."""
WAY = 0.05
"""Which way a handle went in the end is told from the last so many metres."""
PRESSED = 0.4 * FORCE
"""With so much force along its way the hand presses against something that does not give way, N."""


@dataclass(frozen=True)
class DoorMotion:
    """How a handle went: ``path`` Nx3 in map, m.

    In the end it ``pressed`` against something, so far ``ahead`` of the body's middle, m, and the body ``stood`` there.
    """

    path: Array
    pressed: bool
    ahead: float
    stood: Pose2D

    @property
    def metres(self) -> float:
        """How far the handle is from where it began."""
        return float(np.linalg.norm(self.path[-1] - self.path[0]))


def move_front(
    link: SpotLink, front: Front, *, opens: bool, event: threading.Event, watchdog: float
) -> tuple[Outcome, DoorMotion | None]:
    """Open or close the front that the hand holds until its handle goes no further, be that far enough or not.

    :param watchdog: each command is good for so many seconds
    :returns: a failure, or success with how the handle went
    """
    begun = link.latest
    hand = _hand(begun)
    if begun is None or hand is None:
        return link.available(), None
    speed = min(SPEED, link.gate.hand_pace(begun)[0])
    path, forces, last, ahead = [hand[:3, 3]], [hand[:3, :3] @ begun.hand_force], begun, 0.0
    idle, anew = Heard(), True
    deadline = clock.steady() + LONGEST
    with link.guard:
        while clock.steady() < deadline and idle.seconds <= IDLE:
            outcome = link.send(
                Pull(pull_command(front, opens=opens, anew=anew, speed=speed), watchdog, speed)
            )
            anew = False
            if outcome and clock.wait(event, PERIOD):
                outcome = Outcome(Code.CANCELED, "The door's motion was cancelled.")
            outcome = outcome and _still_held(link)
            seen = link.fresh
            hand = _hand(seen)
            if outcome and hand is None:
                outcome = Outcome(Code.ROBOT_LOST, "The arm was not measured any more while it moved a door.")
            if not outcome or seen is None or hand is None:
                link.stop()
                return outcome, None
            last = seen
            forces.append(hand[:3, :3] @ seen.hand_force)
            moved = float(np.linalg.norm(hand[:3, 3] - path[-1])) > STEP
            idle.take(seen, happened=moved)
            if moved:
                path.append(hand[:3, 3])
                forces = []
        link.stop()
    way = _last_way(np.array(path), front)
    along = [abs(float(force[:2] @ way)) for force in forces]
    pressed = bool(along) and float(np.median(along)) > PRESSED
    if last.body_hand is not None:
        ahead = float(last.body_hand[0, 3])
    return Outcome.success(), DoorMotion(np.array(path), pressed, ahead, last.pose)


def _last_way(path: Array, front: Front) -> Array:
    """Return which way along the floor a handle (Nx3) went in the end, a unit vector (2,).

    Fronts move level, and a hand that settles by a centimetre at its stop does not tell where it came from.
    """
    back = path[-1, :2] - path[:, :2]
    lengths = np.linalg.norm(back, axis=1)
    far = np.flatnonzero(lengths > WAY)
    if not len(far):
        return front.normal[:2]
    return np.asarray(back[far[-1]] / lengths[far[-1]])


def _still_held(link: SpotLink) -> Outcome:
    """Ask the robot whether the hand still holds what it moves."""
    session = link.session
    try:
        feedback = session.command.robot_command_feedback(
            link.gate.last_id, timeout=session.patience
        ).feedback
    except SDK_ERRORS as error:
        return link.heard(error)
    status = feedback.full_body_feedback.constrained_manipulation_feedback.status
    if status == _FEEDBACK.STATUS_GRASP_IS_LOST:
        return Outcome(Code.EXECUTION_FAILURE, "The hand lost its hold of the front: grasp it again.")
    return Outcome.success()


def _hand(seen: Snapshot | None) -> Array | None:
    """Return the hand's pose in map, 4x4."""
    if seen is None or seen.body_hand is None:
        return None
    return np.asarray(seen.map_body @ seen.body_hand)
