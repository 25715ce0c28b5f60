"""What the robot can be told, in the driver's own words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from bosdyn.api import manipulation_api_pb2, robot_command_pb2
from numpy.typing import NDArray

from pred_core.geometry import Pose2D

Array = NDArray[np.float64]


@dataclass(frozen=True)
class WalkTo:
    """Walk to a pose in map, for ``seconds`` at most: then the robot stops, unless it was told again."""

    pose: Pose2D
    seconds: float


@dataclass(frozen=True)
class Drive:
    """Move with a velocity (m/s forward and left, rad/s) for ``seconds``."""

    forward: float
    left: float
    turn: float
    seconds: float


@dataclass(frozen=True)
class MoveHand:
    """Bring the hand along poses in the body frame (4x4), each after so many seconds from now.

    ``slow``: no faster than near a person, whoever is near.
    """

    poses: Sequence[tuple[float, Array]]
    slow: bool = False


@dataclass(frozen=True)
class MoveFingers:
    """Open the gripper to a fraction, 0 to 1."""

    fraction: float


@dataclass(frozen=True)
class Named:
    """A command without numbers that could go wrong: stand, sit, stow, carry."""

    name: str
    proto: robot_command_pb2.RobotCommand


@dataclass(frozen=True)
class Grasp:
    """Grasp what is at a pixel; ``point`` is where that is in the body, m; ``walks``: the robot may come closer."""

    request: manipulation_api_pb2.ManipulationApiRequest
    point: Array
    walks: bool = False


@dataclass(frozen=True)
class Pull:
    """Move what the hand holds as its hinge or rail allows, for ``seconds`` at most."""

    proto: robot_command_pb2.RobotCommand
    seconds: float
    speed: float


@dataclass(frozen=True)
class FollowWaypoint:
    """Walk along the robot's own map to a waypoint, for ``seconds`` at most; ``number``: of the same walk, 0: new."""

    waypoint: str
    seconds: float
    number: int = 0


@dataclass(frozen=True)
class Stop:
    """Stop base and arm; always allowed."""


Command = WalkTo | Drive | MoveHand | MoveFingers | Named | Grasp | Pull | FollowWaypoint | Stop
