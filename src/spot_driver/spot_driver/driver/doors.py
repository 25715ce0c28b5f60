"""Doors and drawers: grasped at their front and moved along their own hinge or rail by constrained manipulation."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from bosdyn.api import basic_command_pb2, geometry_pb2, robot_command_pb2
from bosdyn.client.frame_helpers import VISION_FRAME_NAME
from bosdyn.client.robot_command import RobotCommandBuilder
from google.protobuf.wrappers_pb2 import BoolValue
from numpy.typing import NDArray
from scipy import ndimage

from pred_core.outcome import Code, Outcome
from pred_core.pictures import Picture, picture_points
from spot_driver.driver.commands import Pull
from spot_driver.driver.places import Spot, upright_pixels
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
LEAST_POINTS = 30
STANDS_OUT = 0.25
"""What is to be closed is taken where it is at most this much farther than its nearest part, m."""
AROUND = 0.15
"""The front's direction is measured so far around where it is taken, m."""
BEHIND = 0.2
"""What is farther than this from a leaf's plane is what the leaf closes, m."""
TRIED = 400
"""So many points of a front are looked at for one that the hand reaches."""


@dataclass(frozen=True)
class Front:
    """A door's or drawer's front in map: where it is taken, its horizontal unit normal, towards which it opens."""

    spot: Spot
    normal: Array
    slides: bool


def front_of(
    seen: Picture,
    mask: NDArray[np.bool_],
    class_name: str,
    *,
    opens: bool,
    reaches: Callable[[Array], bool],
) -> Front | None:
    """Return where to take the front that the masked pixels show, None where too little of it is seen.

    :param opens: a front that is to be closed stands out: of what is seen what is nearest is taken
    :param reaches: tells of a point (3,) in the fixed frame whether the hand gets there
    """
    upright = mask & upright_pixels(seen)
    points, indices = picture_points(seen.depth, seen.camera, seen.optical, 1, seen.span)
    own = upright.reshape(-1)[indices]
    points, indices = points[own], indices[own]
    if len(points) < LEAST_POINTS:
        return None
    away = np.linalg.norm((points - seen.optical[:3, 3])[:, :2], axis=1)
    taken = np.zeros(len(points), dtype=bool)
    taken[:] = True if opens else away < np.quantile(away, 0.02) + STANDS_OUT
    front = np.zeros(mask.shape, dtype=bool)
    front.reshape(-1)[indices[taken]] = True
    inside = ndimage.distance_transform_edt(np.pad(front, 1))[1:-1, 1:-1].reshape(-1)[indices[taken]]
    order = np.argsort(-inside, kind="stable")
    spots = points[taken][order], indices[taken][order]
    some = range(0, len(order), max(1, len(order) // TRIED))
    best = next((k for k in some if reaches(spots[0][k])), 0)
    row, column = divmod(int(spots[1][best]), mask.shape[1])
    spot = Spot((column, row), spots[0][best])
    normal = _normal(points[np.linalg.norm(points - spot.point, axis=1) < AROUND])
    if normal is None:
        return None
    side = float(normal @ (seen.optical[:3, 3] - spot.point))
    if not opens:
        side = _closing_side(normal, spot.point, seen.points_of(mask), side)
    return Front(spot, normal if side >= 0.0 else -normal, class_name in SLIDES)


def _normal(points: Array) -> Array | None:
    """Return the horizontal unit normal of upright points (Nx3), None where they are too few."""
    if len(points) < LEAST_POINTS:
        return None
    _, vectors = np.linalg.eigh(np.cov(points[:, :2].T))
    return np.array([*vectors[:, 0], 0.0])


def _closing_side(normal: Array, point: Array, all_points: Array, camera_side: float) -> float:
    """Return a number whose sign says on which side of a leaf it is pulled from: not on that of what it closes."""
    across = (all_points - point) @ normal
    rest = across[np.abs(across) > BEHIND]
    return camera_side if len(rest) < LEAST_POINTS else -float(np.mean(rest))


def pull_command(
    front: Front, *, opens: bool, anew: bool, speed: float = SPEED
) -> robot_command_pb2.RobotCommand:
    """Return the command that moves a front that is held.

    :param speed: of the handle, m/s
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
        tangential_speed=speed,
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
    speed = min(SPEED, link.settings.limits.hand_speed)
    farthest, since, anew = 0.0, time.monotonic(), True
    deadline = time.monotonic() + LONGEST
    with link.guard:
        while time.monotonic() < deadline:
            outcome = link.send(Pull(pull_command(front, opens=opens, anew=anew, speed=speed), watchdog, speed))
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
