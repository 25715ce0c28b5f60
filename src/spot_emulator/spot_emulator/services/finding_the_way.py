"""Where the robot is on its map, whether it can walk along it, and how it may."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from bosdyn.api.graph_nav import graph_nav_pb2 as nav
from bosdyn.api.robot_state_pb2 import RobotImpairedState

from spot_emulator.robot.base import Twist, combined, relative
from spot_emulator.robot.hand_path import pose_of
from spot_emulator.robot.mobility import Gait
from spot_emulator.robot.navigation import planar
from spot_emulator.services.answering import InvalidRequest

if TYPE_CHECKING:
    from spot_emulator.robot.robot import Robot

_REACH, _TURN = 1.0, math.pi / 4.0  # how far a guess may be off where the client does not say


def localized(robot: Robot, request: Any) -> tuple[int, str]:
    """Find the robot on its map as a SetLocalizationRequest asks; return the status, and why it is not so.

    :raises InvalidRequest: for one that does not say how
    """
    kind = nav.SetLocalizationResponse
    navigator = robot.navigator
    if not navigator.map.seed_poses:
        return kind.STATUS_NO_MAP_LOADED, "no map is loaded"
    if request.fiducial_init == nav.SetLocalizationRequest.FIDUCIAL_INIT_UNKNOWN:
        raise InvalidRequest("fiducial_init is not set")
    if request.fiducial_init != nav.SetLocalizationRequest.FIDUCIAL_INIT_NO_FIDUCIAL:
        if navigator.by_fiducial(robot):
            return kind.STATUS_OK, ""
        return kind.STATUS_NO_MATCHING_FIDUCIAL, "no fiducial of the map is in sight"
    guess = request.initial_guess
    if guess.waypoint_id not in navigator.map.seed_poses:
        return kind.STATUS_UNKNOWN_WAYPOINT, f"no waypoint {guess.waypoint_id!r}"
    offset = planar(pose_of(guess.waypoint_tform_body))
    if request.HasField("ko_tform_body"):  # where the robot was when the guess was made
        then = planar(pose_of(request.ko_tform_body))
        offset = combined(offset, relative(then, robot.odom.pose))
    reach, turn = request.max_distance or _REACH, request.max_yaw or _TURN
    if navigator.by_guess(robot, guess.waypoint_id, offset, reach, turn):
        return kind.STATUS_OK, ""
    return kind.STATUS_FAILED, "the surroundings do not match the guess"


def impaired(robot: Robot) -> int | None:
    """Return the ImpairedStatus of a robot that cannot walk, or None."""
    if robot.system_faults:
        return int(RobotImpairedState.IMPAIRED_STATUS_SYSTEM_FAULT)
    if robot.behavior_faults:
        return int(RobotImpairedState.IMPAIRED_STATUS_BEHAVIOR_FAULT)
    if not robot.power.on or robot.settling():
        return int(RobotImpairedState.IMPAIRED_STATUS_NO_MOTOR_POWER)
    return None


def gait_of(params: Any) -> Gait:
    """Return how TravelParams let it walk."""
    top = params.velocity_limit.max_vel
    usual = Gait().fastest
    if not params.HasField("velocity_limit"):
        return Gait()
    return Gait(Twist(top.linear.x or usual.x, top.linear.y or usual.y, top.angular or usual.turn))
