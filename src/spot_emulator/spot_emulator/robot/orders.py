"""From RobotCommand requests to what the parts shall do, or why not."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bosdyn.api import robot_command_pb2
from bosdyn.api.spot import robot_command_pb2 as spot_command_pb2

from pred_core.geometry import Pose2D
from spot_emulator.robot import arm_moves, full_body, mobility
from spot_emulator.robot.activities import Activity, Part
from spot_emulator.robot.base import Twist, combined
from spot_emulator.robot.claw import claw
from spot_emulator.robot.clock import NANO, nanoseconds
from spot_emulator.robot.constrained import constrained
from spot_emulator.robot.frames import BODY, FLAT, FOOT_AT, ODOM, VISION
from spot_emulator.robot.hand_path import pose_of
from spot_emulator.robot.hand_velocity import HandVelocity
from spot_emulator.robot.joint_control import JointControl

if TYPE_CHECKING:
    from spot_emulator.robot.robot import Robot

Answer = robot_command_pb2.RobotCommandResponse
LONGEST = 600.0
"""Seconds into the future that an end time may lie."""
_PLANAR = frozenset({ODOM, VISION, BODY, FLAT})
_NEAR_FOOT = 0.4  # metres a foot may be placed from where it stands


@dataclass(frozen=True)
class Refused:
    """A RobotCommandResponse status and what to do about it."""

    status: int
    message: str


@dataclass
class Order:
    """What a command makes the robot do: one activity for all of it, or one each for some parts."""

    full: Activity | None = None
    parts: dict[Part, Activity] = field(default_factory=dict)


class RefusedError(Exception):
    """Carries a refusal out of the depth of a request."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.refusal = Refused(status, message)


def understand(robot: Robot, request: Any) -> Order | Refused:
    """Return what a RobotCommandRequest asks for, or the refusal to answer with."""
    kind = request.command.WhichOneof("command")
    try:
        if kind == "full_body_command":
            return Order(full=_full(robot, request))
        if kind == "synchronized_command":
            return Order(parts=_parts(robot, request))
    except RefusedError as error:
        return error.refusal
    return Refused(Answer.STATUS_INVALID_REQUEST, "the request has no command")


def _invalid(message: str) -> RefusedError:
    return RefusedError(Answer.STATUS_INVALID_REQUEST, message)


def _unsupported(what: str) -> RefusedError:
    return RefusedError(Answer.STATUS_UNSUPPORTED, f"the emulated robot has no {what}")


def end_time(robot: Robot, stamp: Any, clock_identifier: str, needed: bool = True) -> float:
    """Return an end time in robot seconds.

    :raises RefusedError: NO_TIMESYNC, EXPIRED, TOO_DISTANT, or it is missing
    """
    at = nanoseconds(stamp)
    if at == 0:
        if needed:
            raise RefusedError(Answer.STATUS_EXPIRED, "the command has no end time")
        return math.inf
    if clock_identifier not in robot.clocks:
        raise RefusedError(
            Answer.STATUS_NO_TIMESYNC, f"no clock {clock_identifier!r} has synced with the robot"
        )
    ahead = (at - robot.clock.now()) / NANO
    if ahead < 0.0:
        raise RefusedError(Answer.STATUS_EXPIRED, f"the end time is {-ahead:.3f} s past")
    if ahead > LONGEST:
        raise RefusedError(
            Answer.STATUS_TOO_DISTANT, f"the end time is {ahead:.0f} s ahead, {LONGEST:.0f} may be"
        )
    return at / NANO


def _full(robot: Robot, request: Any) -> Activity:
    command = request.command.full_body_command
    kind = command.WhichOneof("command")
    simple: dict[str, Any] = {
        "stop_request": full_body.StopAll,
        "freeze_request": lambda: full_body.StopAll("freeze_feedback"),
        "selfright_request": full_body.SelfRight,
        "safe_power_off_request": full_body.SafePowerOff,
        "battery_change_pose_request": full_body.BatteryChangePose,
        "joint_request": lambda: JointControl(robot.joints),
    }
    if kind in simple:
        made: Activity = simple[kind]()
        return made
    if kind == "constrained_manipulation_request":
        wanted = command.constrained_manipulation_request
        expires = end_time(robot, wanted.end_time, request.clock_identifier)
        found = constrained(robot, wanted, expires)
        if isinstance(found, str):
            raise _invalid(found)
        return found
    if kind is None:
        raise _invalid("the full-body command is empty")
    raise _unsupported(kind.removesuffix("_request").replace("_", " "))


def _parts(robot: Robot, request: Any) -> dict[Part, Activity]:
    command = request.command.synchronized_command
    parts: dict[Part, Activity] = {}
    if command.HasField("mobility_command"):
        parts[Part.MOBILITY] = _mobility(robot, command.mobility_command, request.clock_identifier)
    if command.HasField("arm_command"):
        parts[Part.ARM] = _arm(robot, command.arm_command, request.clock_identifier)
    if command.HasField("gripper_command"):
        found = claw(command.gripper_command.claw_gripper_command)
        if found is None:
            raise _invalid("the gripper command has no point")
        parts[Part.GRIPPER] = found
    if not parts:
        raise _invalid("the synchronized command is empty")
    return parts


def _mobility(robot: Robot, command: Any, clock: str) -> Activity:
    kind = command.WhichOneof("command")
    gait = read_gait(command.params)
    if kind == "stand_request":
        return mobility.Stand(gait)
    if kind == "sit_request":
        return mobility.Sit()
    if kind in {"stop_request", "freeze_request"}:
        return mobility.Halt(kind.replace("request", "feedback"))
    if kind == "se2_velocity_request":
        return _velocity(robot, command.se2_velocity_request, gait, clock)
    if kind == "se2_trajectory_request":
        return _trajectory(robot, command.se2_trajectory_request, gait, clock)
    if kind == "stance_request":
        wanted = command.stance_request
        expires = end_time(robot, wanted.end_time, clock)
        return mobility.Stance(wanted, _feet_reachable(robot, wanted.stance), gait, expires)
    if kind == "follow_arm_request":
        return mobility.FollowArm(gait)
    raise _invalid("the mobility command is empty")


def _frame(name: str) -> str:
    if name not in _PLANAR:
        raise RefusedError(
            Answer.STATUS_UNKNOWN_FRAME, f"a walk is given in odom, vision or body, not in {name!r}"
        )
    return name


def _velocity(robot: Robot, request: Any, gait: mobility.Gait, clock: str) -> Activity:
    _frame(request.se2_frame_name)
    return mobility.Velocity(request, gait, end_time(robot, request.end_time, clock))


def _trajectory(robot: Robot, request: Any, gait: mobility.Gait, clock: str) -> Activity:
    frame = _frame(request.se2_frame_name)
    expires = end_time(robot, request.end_time, clock)
    points = [Pose2D(p.pose.position.x, p.pose.position.y, p.pose.angle) for p in request.trajectory.points]
    if not points:
        raise _invalid("the trajectory has no point")
    if frame in {BODY, FLAT}:
        points = [combined(robot.odom.pose, point) for point in points]
        frame = ODOM
    return mobility.Trajectory2D(request, mobility.Walk(frame, points, gait), expires)


def _feet_reachable(robot: Robot, stance: Any) -> bool:
    frames = robot.frames()
    ground = frames.a_tform_b("gpe", stance.se2_frame_name)
    if ground is None:
        raise RefusedError(Answer.STATUS_UNKNOWN_FRAME, f"no frame {stance.se2_frame_name!r}")
    for name, spot in stance.foot_positions.items():
        x, y, _ = ground.transform_point(spot.x, spot.y, 0.0)
        if name not in FOOT_AT or math.hypot(x - FOOT_AT[name][0], y - FOOT_AT[name][1]) > _NEAR_FOOT:
            return False
    return True


def _arm(robot: Robot, command: Any, clock: str) -> Activity:
    kind = command.WhichOneof("command")
    found: Activity | None = None
    if kind == "arm_stop_command":
        return arm_moves.ArmStop()
    if kind == "named_arm_position_command":
        position = command.named_arm_position_command.position
        if position not in arm_moves.NAMED:
            raise _invalid("the named arm position is unknown")
        return arm_moves.NamedPosition(position)
    if kind == "arm_joint_move_command":
        wanted = command.arm_joint_move_command
        if not wanted.trajectory.points:
            raise _invalid("the joint trajectory has no point")
        return arm_moves.JointMove(wanted, robot.arm.q, _elapsed(robot, wanted.trajectory))
    if kind == "arm_drag_command":
        return arm_moves.Drag()
    if kind == "arm_velocity_command":
        wanted = command.arm_velocity_command
        return HandVelocity(wanted, end_time(robot, wanted.end_time, clock))
    if kind in {"arm_cartesian_command", "arm_impedance_command"}:
        found = arm_moves.hand_move(robot, getattr(command, kind))
    elif kind == "arm_gaze_command":
        found = arm_moves.gaze(robot, command.arm_gaze_command)
    else:
        raise _invalid("the arm command is empty")
    if found is None:
        raise RefusedError(Answer.STATUS_UNKNOWN_FRAME, "the arm command names a frame nobody knows")
    return found


def _elapsed(robot: Robot, trajectory: Any) -> float:
    """Return how far in a trajectory with a reference time the robot is already, seconds."""
    at = nanoseconds(trajectory.reference_time)
    return 0.0 if at == 0 else max(0.0, (robot.clock.now() - at) / NANO)


def read_gait(params: Any) -> mobility.Gait:
    """Return what MobilityParams (in an Any) ask for."""
    wanted = spot_command_pb2.MobilityParams()
    if not params.Is(spot_command_pb2.MobilityParams.DESCRIPTOR) or not params.Unpack(wanted):
        return mobility.Gait()
    usual = mobility.Gait()
    fastest = usual.fastest
    if wanted.HasField("vel_limit") and wanted.vel_limit.HasField("max_vel"):
        top = wanted.vel_limit.max_vel
        fastest = Twist(
            abs(top.linear.x) or fastest.x, abs(top.linear.y) or fastest.y, abs(top.angular) or fastest.turn
        )
    height, lean = 0.0, (0.0, 0.0, 0.0)
    body = wanted.body_control
    if body.WhichOneof("param") == "base_offset_rt_footprint" and body.base_offset_rt_footprint.points:
        pose = pose_of(body.base_offset_rt_footprint.points[-1].pose)
        height, lean = pose.z, (pose.rot.to_roll(), pose.rot.to_pitch(), pose.rot.to_yaw())
    return mobility.Gait(fastest, height, lean)
