"""Doors and drawers: grasped at their front and moved along their own hinge or rail by constrained manipulation."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass

import numpy as np
from bosdyn.api import basic_command_pb2, geometry_pb2, robot_command_pb2
from bosdyn.client.frame_helpers import VISION_FRAME_NAME
from bosdyn.client.robot_command import RobotCommandBuilder
from google.protobuf.wrappers_pb2 import BoolValue
from numpy.typing import NDArray

from pred_core.outcome import Code, Outcome
from pred_core.pictures import Picture
from spot_driver.driver.commands import Pull
from spot_driver.driver.robot import SpotLink

Array = NDArray[np.float64]
_REQUEST = basic_command_pb2.ConstrainedManipulationCommand.Request
_FEEDBACK = basic_command_pb2.ConstrainedManipulationCommand.Feedback

SPEED = 0.15
"""Of the handle, m/s."""
FORCE, TORQUE = 40.0, 5.0
MOVED = 0.10
"""A front whose handle moved less than this has not opened or closed, m."""
LONGEST = 25.0
PERIOD = 0.2
IDLE = 1.5
"""A handle that does not move for so long is at its stop, s."""
SLIDES = frozenset({"Drawer"})


@dataclass(frozen=True)
class Front:
    """A door's or drawer's front: the horizontal unit normal towards the camera, in map, and whether it slides."""

    normal: Array
    slides: bool


def front_of(seen: Picture, mask: NDArray[np.bool_], class_name: str) -> Front | None:
    """Return the front that the masked pixels show, None where too little of it is seen."""
    points = seen.points_of(mask)
    if len(points) < 30:
        return None
    flat = points[:, :2] - np.median(points[:, :2], axis=0)
    near = np.linalg.norm(flat, axis=1) <= np.quantile(np.linalg.norm(flat, axis=1), 0.8)
    _, vectors = np.linalg.eigh(np.cov(flat[near].T))
    normal = np.array([*vectors[:, 0], 0.0])
    to_camera = seen.optical[:3, 3] - np.median(points, axis=0)
    if float(normal @ to_camera) < 0.0:
        normal = -normal
    return Front(normal, class_name in SLIDES)


def pull_command(front: Front, *, opens: bool, anew: bool) -> robot_command_pb2.RobotCommand:
    """Return the command that moves a front that is held.

    :param anew: whether the robot begins to estimate how it moves; told again on the way it goes on with what it knows
    """
    way = front.normal if opens else -front.normal
    kind = _REQUEST.TASK_TYPE_R3_LINEAR_FORCE if front.slides else _REQUEST.TASK_TYPE_R3_CIRCLE_EXTRADOF_FORCE
    command = RobotCommandBuilder.constrained_manipulation_command(
        task_type=kind,
        init_wrench_direction_in_frame_name=geometry_pb2.Wrench(
            force=geometry_pb2.Vec3(x=float(way[0]), y=float(way[1]), z=0.0), torque=geometry_pb2.Vec3()
        ),
        force_limit=FORCE,
        torque_limit=TORQUE,
        tangential_speed=SPEED,
        frame_name=VISION_FRAME_NAME,
    )
    request = command.full_body_command.constrained_manipulation_request
    request.reset_estimator.CopyFrom(BoolValue(value=anew))
    return command


def move_front(
    link: SpotLink, front: Front, *, opens: bool, event: threading.Event, watchdog: float
) -> Outcome:
    """Open or close the front that the hand holds, until it is at its stop; success is measured at the hand.

    :param watchdog: each command is good for so many seconds
    """
    begun = link.latest
    if begun is None or begun.body_hand is None:
        return link.available()
    start = (begun.map_body @ begun.body_hand)[:3, 3]
    farthest, since, anew = 0.0, time.monotonic(), True
    deadline = time.monotonic() + LONGEST
    with link.guard:
        while time.monotonic() < deadline:
            outcome = link.send(Pull(pull_command(front, opens=opens, anew=anew), watchdog, SPEED))
            anew = False
            if not outcome:
                link.stop()
                return outcome
            if event.wait(PERIOD):
                link.stop()
                return Outcome(Code.CANCELED, "The door's motion was cancelled.")
            seen = link.fresh
            if seen is None or seen.body_hand is None:
                link.stop()
                return Outcome(Code.ROBOT_LOST, "The arm was not measured any more while it moved a door.")
            moved = float(np.linalg.norm((seen.map_body @ seen.body_hand)[:3, 3] - start))
            if moved > farthest + 0.01:
                farthest, since = moved, time.monotonic()
            if time.monotonic() - since > IDLE:
                break
        link.stop()
    if farthest < MOVED:
        return Outcome(
            Code.EXECUTION_FAILURE, f"It moved {100 * farthest:.0f} cm only: is it locked, or not held?"
        )
    return Outcome.success()
