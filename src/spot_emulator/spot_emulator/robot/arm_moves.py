"""What an arm command makes the arm do."""

from __future__ import annotations

import math
from bisect import bisect_right
from typing import TYPE_CHECKING, Any

import numpy as np
from bosdyn.api import arm_command_pb2 as arms
from bosdyn.api import basic_command_pb2 as basic
from bosdyn.client.math_helpers import Quat, SE3Pose

from spot_emulator.robot.activities import Activity
from spot_emulator.robot.arm import FASTEST, USUAL
from spot_emulator.robot.base import Posture
from spot_emulator.robot.cameras import WRIST
from spot_emulator.robot.clock import seconds as in_seconds
from spot_emulator.robot.clock import set_seconds
from spot_emulator.robot.frames import BODY, FLAT, HAND, ODOM
from spot_emulator.robot.hand_path import HAND_SPEED, PoseTrack, distance, pose_of, towards
from spot_emulator.robot.kinematics import (
    CARRY,
    LOWER_LIMIT,
    NAMES,
    PALM,
    READY,
    STOWED,
    UPPER_LIMIT,
    Joints,
    solve_wrist,
)

if TYPE_CHECKING:
    from spot_emulator.robot.body import Body

_PATIENCE = 1.0  # seconds without a way on after which a move counts as stalled
_BEHIND = 0.1  # metres that a hand comes behind at most without being stopped by something
_NEAR, _LEVEL = 0.01, 0.03  # metres, radians within which the hand is where it shall be
WRIST_TO_HAND = SE3Pose(PALM, 0.0, 0.0, Quat())
_POSTURES = {
    arms.NamedArmPositionsCommand.POSITIONS_CARRY: CARRY,
    arms.NamedArmPositionsCommand.POSITIONS_READY: READY,
    arms.NamedArmPositionsCommand.POSITIONS_STOW: STOWED,
}
NAMED = frozenset(_POSTURES)


def stand_for_arm(robot: Body) -> bool:
    """Let a robot that sits stand up before its arm moves; return whether it stands."""
    if robot.base.posture is Posture.SIT:
        robot.base.posture = Posture.STAND
    return robot.base.standing


class ArmStop(Activity):
    """The arm stays where it is."""

    def step(self, robot: Body, seconds: float) -> None:
        robot.arm.hold()

    def feedback(self, robot: Body, target: Any) -> None:
        target.arm_stop_feedback.SetInParent()


class NamedPosition(Activity):
    """Go to a posture with a name. What is held is not stowed away."""

    def __init__(self, position: int) -> None:
        super().__init__()
        self._goal = _POSTURES[position]
        self._stow = position == arms.NamedArmPositionsCommand.POSITIONS_STOW
        self._idle = 0.0

    def step(self, robot: Body, seconds: float) -> None:
        if self._stow and not robot.grip.stows():
            robot.arm.hold()
            return
        if self._stow:
            robot.gripper.aim(0.0)
        robot.arm.aim(self._goal)

    def feedback(self, robot: Body, target: Any) -> None:
        kind = arms.NamedArmPositionsCommand.Feedback
        found = target.named_arm_position_feedback
        if self._stow and not robot.grip.stows():
            found.status = kind.STATUS_STALLED_HOLDING_ITEM
        else:
            there = bool(np.all(np.abs(self._goal - robot.arm.q) < 0.03))
            found.status = kind.STATUS_COMPLETE if there else kind.STATUS_IN_PROGRESS


class JointMove(Activity):
    """Follow joint positions at times."""

    def __init__(self, request: Any, begin: Joints, elapsed: float) -> None:
        super().__init__()
        points = request.trajectory.points
        self._times, self._path, self.modified = [0.0], [begin.copy()], False
        for point in points:
            wanted = _joints(point.position, self._path[-1])
            goal = np.clip(wanted, LOWER_LIMIT, UPPER_LIMIT)
            self.modified = self.modified or bool(np.any(np.abs(goal - wanted) > 1e-6))
            self._times.append(max(in_seconds(point.time_since_reference), self._times[-1] + 1e-6))
            self._path.append(goal)
        limit = request.trajectory.maximum_velocity
        self._fastest = limit.value if limit.value > 0.0 else USUAL
        self._time = elapsed
        self._idle = 0.0

    def step(self, robot: Body, seconds: float) -> None:
        self._time += seconds
        robot.arm.aim(self._at(self._time), self._fastest)
        moving = not robot.arm.still or robot.arm.arrived
        self._idle = 0.0 if moving else self._idle + seconds

    def _at(self, time: float) -> Joints:
        if time >= self._times[-1]:
            return self._path[-1]
        index = max(1, bisect_right(self._times, time))
        first, second = self._times[index - 1], self._times[index]
        share = (time - first) / (second - first)
        return np.asarray(self._path[index - 1] + share * (self._path[index] - self._path[index - 1]))

    def feedback(self, robot: Body, target: Any) -> None:
        kind = arms.ArmJointMoveCommand.Feedback
        found = target.arm_joint_move_feedback
        there = bool(np.all(np.abs(self._path[-1] - robot.arm.q) < 0.02))
        if there and self._time >= self._times[-1]:
            found.status = kind.STATUS_COMPLETE
        else:
            found.status = kind.STATUS_STALLED if self._idle > _PATIENCE else kind.STATUS_IN_PROGRESS
        found.planner_status = kind.PLANNER_STATUS_MODIFIED if self.modified else kind.PLANNER_STATUS_SUCCESS
        for at, q in zip(self._times[1:], self._path[1:], strict=True):
            point = found.planned_points.add()
            for name, value in zip(NAMES, q, strict=True):
                getattr(point.position, name).value = float(value)
            set_seconds(point.time_since_reference, at)
        set_seconds(found.time_to_goal, max(0.0, self._times[-1] - self._time))


class HandMove(Activity):
    """Bring a tool at the hand along poses in a frame. ``field``: the feedback message it answers with."""

    def __init__(
        self, frame: str, wrist_to_tool: SE3Pose, track: PoseTrack, *, speed: tuple[float, float],
        field: str = "arm_cartesian_feedback",
    ) -> None:  # fmt: skip
        super().__init__()
        self.frame, self.wrist_to_tool, self.track, self.speed = frame, wrist_to_tool, track, speed
        self._field = field
        self._time, self._idle = 0.0, 0.0
        self._pursuit = track.poses[0]

    def step(self, robot: Body, seconds: float) -> None:
        self._time += seconds
        if not stand_for_arm(robot):
            return
        wanted = self.track.at(self._time)
        ahead = towards(self._pursuit, wanted, self.speed[0] * seconds, self.speed[1] * seconds)
        if reach(robot, self.frame, ahead, self.wrist_to_tool, self.speed):
            self._pursuit = ahead
        off = distance(self.tool(robot), wanted)
        moving = not robot.arm.still or (off[0] < _NEAR and off[1] < _LEVEL)
        self._idle = 0.0 if moving else self._idle + seconds

    @property
    def wrist_led(self) -> SE3Pose:
        """Where the wrist shall be by now, in the frame of the move."""
        return self._pursuit * self.wrist_to_tool.inverse()

    @property
    def wrist_goal(self) -> SE3Pose:
        """Where the wrist is in the end, in the frame of the move."""
        return self.track.last * self.wrist_to_tool.inverse()

    def tool(self, robot: Body) -> SE3Pose:
        """Return where the tool is in the frame of the move."""
        return tool_pose(robot, self.frame, self.wrist_to_tool)

    def feedback(self, robot: Body, target: Any) -> None:
        found = getattr(target, self._field)
        kind = type(found)
        off = distance(self.tool(robot), self.track.last)
        if self._time >= self.track.end and off[0] < _NEAR and off[1] < _LEVEL:
            found.status = kind.STATUS_TRAJECTORY_COMPLETE
        else:
            found.status = (
                kind.STATUS_TRAJECTORY_STALLED if self._idle > _PATIENCE else kind.STATUS_IN_PROGRESS
            )
        if self._field == "arm_cartesian_feedback":
            found.measured_pos_distance_to_goal, found.measured_rot_distance_to_goal = off
            now = distance(self.tool(robot), self.track.at(self._time))
            found.measured_pos_tracking_error, found.measured_rot_tracking_error = now


class Gaze(HandMove):
    """Look at a point: the hand's x axis points to it."""

    def __init__(
        self, robot: Body, target: tuple[str, Any], hand: SE3Pose, *, speed: tuple[float, float]
    ) -> None:
        self._target_frame, self._point = target
        super().__init__(
            ODOM, WRIST_TO_HAND, PoseTrack([0.0], [hand]), speed=speed, field="arm_gaze_feedback"
        )
        self._hand = hand
        self._pursuit = tool_pose(robot, ODOM, WRIST_TO_HAND)

    def step(self, robot: Body, seconds: float) -> None:
        self.track = PoseTrack([0.0], [self._wanted(robot)])
        super().step(robot, seconds)

    def _wanted(self, robot: Body) -> SE3Pose:
        seen = robot.frames().a_tform_b(ODOM, self._target_frame)
        point = seen.transform_point(self._point.x, self._point.y, self._point.z) if seen else (0.0, 0.0, 0.0)
        dx, dy, dz = point[0] - self._hand.x, point[1] - self._hand.y, point[2] - self._hand.z
        look = Quat.from_yaw(math.atan2(dy, dx)) * Quat.from_pitch(math.atan2(-dz, math.hypot(dx, dy)))
        return SE3Pose(self._hand.x, self._hand.y, self._hand.z, look)

    def feedback(self, robot: Body, target: Any) -> None:
        kind = arms.GazeCommand.Feedback
        found = target.arm_gaze_feedback
        off = distance(self.tool(robot), self._wanted(robot))
        found.gazing_at_target, found.gaze_to_target_rotation_measured = off[1] < 0.05, off[1]
        found.hand_position_at_goal, found.hand_distance_to_goal_measured = off[0] < 0.02, off[0]
        found.hand_roll_at_goal = off[1] < 0.05
        if found.gazing_at_target and found.hand_position_at_goal:
            found.status = kind.STATUS_TRAJECTORY_COMPLETE
        else:
            found.status = (
                kind.STATUS_TOOL_TRAJECTORY_STALLED if self._idle > _PATIENCE else kind.STATUS_IN_PROGRESS
            )


class Drag(Activity):
    """Hold on to something while the body walks."""

    def step(self, robot: Body, seconds: float) -> None:
        robot.arm.hold()

    def feedback(self, robot: Body, target: Any) -> None:
        kind = basic.ArmDragCommand.Feedback
        holding = robot.grip.holding
        target.arm_drag_feedback.status = kind.STATUS_DRAGGING if holding else kind.STATUS_GRASP_FAILED


def tool_pose(robot: Body, frame: str, wrist_to_tool: SE3Pose) -> SE3Pose:
    """Return where a tool at the wrist is in a frame."""
    wrist = robot.frames().a_tform_b(frame, WRIST)
    if wrist is None:
        raise KeyError(frame)
    return wrist * wrist_to_tool


def reach(
    robot: Body,
    frame: str,
    tool: SE3Pose,
    wrist_to_tool: SE3Pose,
    speed: tuple[float, float] | None = None,
) -> bool:
    """Aim the arm at a pose of a tool; False where the arm cannot reach it, and stays as it is.

    :param speed: how fast the hand may get on the way there, m/s and rad/s, however the joints have to turn
    """
    body = robot.frames().a_tform_b(BODY, frame)
    if body is None:
        return False
    q = solve_wrist(body * tool * wrist_to_tool.inverse(), robot.arm.goal)
    if q is None:
        return False
    robot.arm.aim(q, FASTEST, speed)
    return True


def hand_move(robot: Body, request: Any) -> HandMove | None:
    """Return the move of an ArmCartesianCommand or ArmImpedanceCommand; None where its frame is unknown."""
    impedance = hasattr(request, "task_tform_desired_tool")
    trajectory = request.task_tform_desired_tool if impedance else request.pose_trajectory_in_task
    tool = pose_of(request.wrist_tform_tool) if request.HasField("wrist_tform_tool") else WRIST_TO_HAND
    frame = request.root_frame_name
    if robot.frames().map_tform(frame) is None:
        return None
    if frame in {HAND, WRIST, FLAT}:
        return _in_body(robot, request, trajectory, tool, impedance=impedance)
    root_task = (
        pose_of(request.root_tform_task) if request.HasField("root_tform_task") else SE3Pose.from_identity()
    )
    return _move(frame, root_task, _begin(robot, frame, tool), tool, trajectory, request, impedance=impedance)


def _begin(robot: Body, frame: str, tool: SE3Pose) -> SE3Pose:
    """Return from where a tool's way begins in a frame: where it is, or on its way shall be by now.

    A hand that is told its way piece by piece comes no farther behind with each of them.
    """
    here = tool_pose(robot, frame, tool)
    if robot.hand_led is None or robot.hand_led[0] != frame:
        return here
    led = robot.hand_led[1] * tool
    return led if distance(here, led)[0] < _BEHIND else here


def _in_body(
    robot: Body, request: Any, trajectory: Any, tool: SE3Pose, *, impedance: bool
) -> HandMove | None:
    """Return a move whose frame moves with the hand or the body: its poses are taken as they are now, in the body."""
    frame = robot.frames().a_tform_b(BODY, request.root_frame_name)
    if frame is None:
        return None
    root_task = (
        pose_of(request.root_tform_task) if request.HasField("root_tform_task") else SE3Pose.from_identity()
    )
    begin = tool_pose(robot, BODY, tool)
    return _move(BODY, frame * root_task, begin, tool, trajectory, request, impedance=impedance)


def _move(
    frame: str,
    root_task: SE3Pose,
    begin: SE3Pose,
    tool: SE3Pose,
    trajectory: Any,
    request: Any,
    *,
    impedance: bool,
) -> HandMove:
    track = PoseTrack.from_proto(trajectory, root_task.inverse() * begin)
    track = PoseTrack(track.times, [root_task * pose for pose in track.poses])
    fastest = 0.0 if impedance else request.max_linear_velocity.value
    turning = 0.0 if impedance else request.max_angular_velocity.value
    speed = (fastest or 2.0 * HAND_SPEED, turning or 10.0 * HAND_SPEED)
    field = "arm_impedance_feedback" if impedance else "arm_cartesian_feedback"
    return HandMove(frame, tool, track, speed=speed, field=field)


def gaze(robot: Body, request: Any) -> Gaze | None:
    """Return the move of a GazeCommand; None where a frame is unknown or the target is missing."""
    frames = robot.frames()
    if frames.map_tform(request.frame1_name) is None or not request.target_trajectory_in_frame1.points:
        return None
    hand = tool_pose(robot, ODOM, WRIST_TO_HAND)
    if request.tool_trajectory_in_frame2.points:
        frame = frames.a_tform_b(ODOM, request.frame2_name)
        if frame is None:
            return None
        hand = frame * pose_of(request.tool_trajectory_in_frame2.points[-1].pose)
    point = request.target_trajectory_in_frame1.points[-1].point
    speed = (
        request.max_linear_velocity.value or HAND_SPEED,
        request.max_angular_velocity.value or 5.0 * HAND_SPEED,
    )
    return Gaze(robot, (request.frame1_name, point), hand, speed=speed)


def _joints(position: Any, begin: Joints) -> Joints:
    """Return the joints of an ArmJointPosition; what is not given stays."""
    return np.array(
        [
            getattr(position, name).value if position.HasField(name) else float(begin[i])
            for i, name in enumerate(NAMES)
        ]
    )
