"""The one way from a command to the robot: checked by the limits, then sent with the lease and an end."""

from __future__ import annotations

import contextlib
import math
import threading
from collections.abc import Sequence

import numpy as np
from bosdyn.api import geometry_pb2, robot_command_pb2, trajectory_pb2
from bosdyn.api.graph_nav import graph_nav_pb2
from bosdyn.api.spot import robot_command_pb2 as spot_pb2
from bosdyn.client.frame_helpers import BODY_FRAME_NAME, VISION_FRAME_NAME
from bosdyn.client.robot_command import ExpiredError, RobotCommandBuilder
from bosdyn.util import seconds_to_duration
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

from pred_core.outcome import Code, Outcome
from spot_driver.driver import clock
from spot_driver.driver.commands import (
    Command,
    Drive,
    FollowWaypoint,
    Grasp,
    MoveFingers,
    MoveHand,
    Named,
    Pull,
    Stop,
    WalkTo,
)
from spot_driver.driver.errors import SDK_ERRORS, outcome_of
from spot_driver.driver.limits import HAND_BEHIND, PERSON_NEAR, Limits
from spot_driver.driver.session import Session
from spot_driver.driver.snapshot import Snapshot

Array = NDArray[np.float64]

LONGEST_WALK = 3.0
"""No command lets the base move for longer than this without being told anew, s."""
LONGEST_PULL = 20.0
LATE = 2
"""So often a command that came too late is sent again: a busy machine holds up one after the other."""


class Gate:
    """Sends commands that are within the limits, and no others, to whatever session is the current one."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.session: Session | None = None
        self.person: tuple[float, float] | None = None
        """Where a person stands in map, m, near whom the robot is slow."""
        self._order = threading.RLock()
        self.last_id = 0
        """Of the last robot command."""
        self.last_walk = 0
        """Of the last walk along the robot's own map."""

    def send(self, command: Command, seen: Snapshot) -> Outcome:
        """Check a command and send it.

        :param seen: where the robot is
        :raises bosdyn.client.exceptions.Error: what bosdyn-client raises, for the ladder
        """
        verdict = self._check(command, seen)
        if not verdict:
            return verdict
        session = self.session
        if session is None:
            return Outcome(Code.ROBOT_LOST, "There is no connection to the robot.")
        with self._order:  # a stop comes after all of them
            for _ in range(LATE):
                with contextlib.suppress(ExpiredError):  # it was too long on its way and moved nothing
                    self._deliver(command, session, seen)
                    return Outcome.success()
            self._deliver(command, session, seen)
        return Outcome.success()

    def near_person(self, seen: Snapshot, more: float = 0.0) -> bool:
        """Tell whether a person is so near that the robot is slow; ``more``: or would be so much farther on, m."""
        here = seen.pose
        return self.person is not None and math.dist(self.person, (here.x, here.y)) <= PERSON_NEAR + more

    def hand_pace(self, seen: Snapshot | None, *, slow: bool = False) -> tuple[float, float]:
        """Return how fast the hand may go in the body and turn where the robot is, m/s and rad/s.

        :param slow: as if a person was near
        """
        return self.limits.hand_pace(near=slow or (seen is not None and self.near_person(seen)))

    def stop(self) -> Outcome:
        """Stop base and arm whatever was measured; the outcome says whether the robot heard it."""
        session = self.session
        if session is None:
            return Outcome(Code.ROBOT_LOST, "There is no connection over which to stop the robot.")
        try:
            with self._order:
                self._deliver(Stop(), session, None)
        except SDK_ERRORS as error:
            return outcome_of(error)
        return Outcome.success()

    def _check(self, command: Command, seen: Snapshot) -> Outcome:
        limits = self.limits
        longest = LONGEST_PULL if isinstance(command, Pull) else LONGEST_WALK
        if isinstance(command, WalkTo | Drive | FollowWaypoint | Pull) and not 0.0 < command.seconds <= longest:
            return _too_long(command.seconds, longest)
        match command:
            case WalkTo(pose):
                return limits.path(seen.pose, [pose])
            case Drive(forward, left, turn, seconds):
                ahead = seen.pose.ahead(forward * seconds)
                return limits.velocity(forward, left, turn) and limits.path(seen.pose, [ahead])
            case MoveHand(poses, _):
                return self._hand(poses, seen)
            case Grasp(_, point, walks):  # how fast it comes closer is the robot's own affair
                walks = walks and not self.near_person(seen, limits.grasp_walk)
                return limits.grasp(point, -float(seen.map_body[2, 3]), walks=walks)
            case MoveFingers(fraction):
                if 0.0 <= fraction <= 1.0:
                    return Outcome.success()
                return Outcome(Code.BAD_INPUT, f"The gripper opens from 0 to 1, not {fraction}.")
            case Pull(_, _, speed):
                return (
                    Outcome.success()
                    if 0.0 < speed <= limits.hand_speed
                    else Outcome(Code.BAD_INPUT, f"The hand pulls at {limits.hand_speed} m/s at most.")
                )
            case FollowWaypoint():
                return limits.own_way()
            case Named() | Stop():
                return Outcome.success()

    def _hand(self, poses: Sequence[tuple[float, Array]], seen: Snapshot) -> Outcome:
        if seen.body_hand is None:
            return Outcome(Code.NOT_AFFORDED, "This robot has no arm.")
        floor = -float(seen.map_body[2, 3])
        before, at = seen.body_hand[:3, 3], -HAND_BEHIND
        for when, pose in poses:
            verdict = self.limits.hand(pose[:3, 3], floor)
            if not verdict:
                return verdict
            speed = float(np.linalg.norm(pose[:3, 3] - before)) / max(when - at, 1e-6)
            if speed > self.limits.hand_speed * 1.05:
                return Outcome(
                    Code.BAD_INPUT,
                    f"The hand would go {speed:.2f} m/s; {self.limits.hand_speed:.2f} m/s is the limit.",
                )
            before, at = pose[:3, 3], when
        return Outcome.success()

    def _deliver(self, command: Command, session: Session, seen: Snapshot | None) -> None:
        pace = self.limits.pace(near=seen is not None and self.near_person(seen))
        match command:
            case WalkTo(pose, seconds):
                proto = RobotCommandBuilder.synchro_se2_trajectory_point_command(
                    pose.x, pose.y, pose.yaw, VISION_FRAME_NAME, params=_mobility(*pace)
                )
                self._robot_command(session, proto, seconds)
            case Drive(forward, left, turn, seconds):
                proto = RobotCommandBuilder.synchro_velocity_command(
                    forward, left, turn, params=_mobility(*pace)
                )
                self._robot_command(session, proto, seconds)
            case MoveHand(poses, slow):
                proto = _hand_command(poses, self.hand_pace(seen, slow=slow))
                self._robot_command(session, proto, None)
            case MoveFingers(fraction):
                proto = RobotCommandBuilder.claw_gripper_open_fraction_command(fraction)
                self._robot_command(session, proto, None)
            case Named(_, proto):
                self._robot_command(session, proto, None)
            case Pull(proto, seconds, _):
                self._robot_command(session, _pull_ending(proto, session, clock.now() + seconds), seconds)
            case Grasp(request, _):
                answer = session.manipulation.manipulation_api_command(request, timeout=session.patience)
                self.last_id = answer.manipulation_cmd_id
            case FollowWaypoint(waypoint, seconds, number):
                self.last_walk = session.graph_nav.navigate_to(
                    waypoint,
                    seconds,
                    travel_params=graph_nav_pb2.TravelParams(velocity_limit=_mobility(*pace).vel_limit),
                    timesync_endpoint=session.time,
                    command_id=number or None,
                    timeout=session.patience,
                )
            case Stop():
                self._robot_command(session, RobotCommandBuilder.stop_command(), None)

    def _robot_command(self, session: Session, proto: object, seconds: float | None) -> None:
        end = None if seconds is None else clock.now() + seconds
        self.last_id = session.command.robot_command(
            proto, end_time_secs=end, timesync_endpoint=session.time, timeout=session.patience
        )


def _mobility(walk: float, turn: float) -> spot_pb2.MobilityParams:
    """Return the gait with speeds limited to so much, m/s and rad/s."""
    most = geometry_pb2.SE2Velocity(linear=geometry_pb2.Vec2(x=walk, y=walk), angular=turn)
    least = geometry_pb2.SE2Velocity(linear=geometry_pb2.Vec2(x=-walk, y=-walk), angular=-turn)
    return spot_pb2.MobilityParams(
        vel_limit=geometry_pb2.SE2VelocityLimit(max_vel=most, min_vel=least),
        locomotion_hint=spot_pb2.HINT_AUTO,
    )


def pose_proto(transform: Array) -> geometry_pb2.SE3Pose:
    """Return a 4x4 transform as the robot's message."""
    x, y, z, w = (float(v) for v in Rotation.from_matrix(transform[:3, :3]).as_quat())
    px, py, pz = (float(v) for v in transform[:3, 3])
    return geometry_pb2.SE3Pose(
        position=geometry_pb2.Vec3(x=px, y=py, z=pz), rotation=geometry_pb2.Quaternion(x=x, y=y, z=z, w=w)
    )


def _hand_command(poses: Sequence[tuple[float, Array]], pace: tuple[float, float]) -> object:
    """Return a way of the hand on which it is no faster than ``pace`` (m/s, rad/s), however late it is."""
    command = RobotCommandBuilder.arm_pose_command_from_pose(
        pose_proto(poses[0][1]), BODY_FRAME_NAME, seconds=poses[0][0]
    )
    points = [
        trajectory_pb2.SE3TrajectoryPoint(pose=pose_proto(pose), time_since_reference=seconds_to_duration(at))
        for at, pose in poses
    ]
    arm = command.synchronized_command.arm_command.arm_cartesian_command
    arm.pose_trajectory_in_task.CopyFrom(trajectory_pb2.SE3Trajectory(points=points))
    arm.max_linear_velocity.value, arm.max_angular_velocity.value = pace
    return command


def _pull_ending(
    proto: robot_command_pb2.RobotCommand, session: Session, end: float
) -> robot_command_pb2.RobotCommand:
    """Return a pull that ends at ``end`` of this machine's clock.

    bosdyn-client fills in the end of commands to base and arm only; a pull without one is EXPIRED at once.
    """
    command = robot_command_pb2.RobotCommand()
    command.CopyFrom(proto)
    request = command.full_body_command.constrained_manipulation_request
    request.end_time.CopyFrom(session.time.robot_timestamp_from_local_secs(end))
    return command


def _too_long(seconds: float, most: float) -> Outcome:
    return Outcome(Code.BAD_INPUT, f"A command lasts up to {most:.1f} s, not {seconds:.2f} s.")
