"""What is done at an element of a walk, and before and after it, as nodes of a mission."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bosdyn.api import arm_command_pb2, robot_command_pb2
from bosdyn.api.mission import nodes_pb2
from bosdyn.client.frame_helpers import GRAV_ALIGNED_BODY_FRAME_NAME
from bosdyn.client.math_helpers import Quat, SE3Pose
from bosdyn.client.robot_command import RobotCommandBuilder

from spot_emulator.robot.clock import seconds
from spot_emulator.robot.hand_path import pose_of
from spot_emulator.services.walk_steps import Node, commanded, in_turn, posed, shifted

ACQUISITION, CHOREOGRAPHY, HAND_CAMERA = "data-acquisition", "choreography", "gripper-camera-param"
BEGUN = "autowalk_begun"
"""The variable with the date at which the walk began."""


@dataclass(frozen=True)
class Deeds:
    """What an element does. ``wraps`` first, then ``action``, then ``after``, whether the action went well or not."""

    wraps: list[Any]
    action: Any
    after: list[Any]


def doing(element: Any, group: str) -> Deeds:
    """Return what is done at an element.

    :raises ValueError: where that cannot be said in nodes
    """
    before, after = _wrapped(element.action_wrapper)
    return Deeds(before, _action(element, group), after)


def _braced(text: str) -> str:
    """Return a text as a format that comes to just that."""
    return text.replace("{", "{{").replace("}", "}}")


def called(asked: Any) -> Any:
    """Return the call to a client's service, its parameters as they were chosen."""
    if not asked.service_name:
        raise ValueError("the callback names no service")
    made = nodes_pb2.RemoteGrpc(
        service_name=asked.service_name, timeout=seconds(asked.rpc_timeout), lease_resources=asked.lease_resources,
        inputs=asked.inputs, params=asked.parameters.values,
    )  # fmt: skip
    return Node(name=f"call {asked.service_name}", remote_grpc=made)


def _action(element: Any, group: str) -> Any:
    action, kind = element.action, element.action.WhichOneof("action")
    if kind == "sleep":
        return Node(name="wait", sleep=nodes_pb2.Sleep(seconds=seconds(action.sleep.duration)))
    if kind == "remote_grpc":
        made = called(action.remote_grpc)
        made.remote_grpc.group_name_format = f"{_braced(group)} {{{BEGUN}}}"
        return made
    if kind == "data_acquisition":
        wanted = action.data_acquisition
        made_data = nodes_pb2.DataAcquisition(
            service_name=ACQUISITION,
            request=wanted.acquire_data_request, completion_behavior=wanted.completion_behavior,
            group_name_format=f"{_braced(group)} {{{BEGUN}}}", action_name_format=_braced(element.name),
        )  # fmt: skip
        return Node(name="acquire data", data_acquisition=made_data)
    if kind == "execute_choreography":
        dance = nodes_pb2.ExecuteChoreography(
            service_name=CHOREOGRAPHY, sequence_name=action.execute_choreography.sequence_name
        )
        return Node(name="dance", execute_choreography=dance)
    if kind == "node":
        return Node.FromString(action.node.SerializeToString())
    return None


def _wrapped(wrapper: Any) -> tuple[list[Any], list[Any]]:
    """Return what is to be done before and after an action."""
    before: list[Any] = []
    after: list[Any] = []
    if wrapper.HasField("spot_cam_alignment"):
        raise ValueError("there is no service that aligns a Spot CAM")
    if wrapper.HasField("robot_body_sit"):
        before.append(commanded("sit", RobotCommandBuilder.synchro_sit_command()))
    if wrapper.HasField("robot_body_pose"):
        before.append(posed(wrapper.robot_body_pose.target_tform_body))
    if wrapper.HasField("arm_sensor_pointing"):
        before += _pointed(wrapper.arm_sensor_pointing)
        if wrapper.arm_sensor_pointing.force_stow_override:
            after.append(stowed())
    if wrapper.HasField("gripper_camera_params"):
        wanted = nodes_pb2.SetGripperCameraParams(
            service_name=HAND_CAMERA, new_params=wrapper.gripper_camera_params.params
        )
        before.append(Node(name="set up the hand's camera", set_gripper_camera_params=wanted))
    if wrapper.HasField("gripper_command"):
        claw = robot_command_pb2.RobotCommand()
        claw.synchronized_command.gripper_command.CopyFrom(wrapper.gripper_command.request)
        before.append(commanded("move the claw", claw))
        if not wrapper.gripper_command.disable_post_action_close:
            after.insert(0, commanded("close the claw", RobotCommandBuilder.claw_gripper_close_command()))
    if wrapper.HasField("spot_cam_led"):
        lamps = nodes_pb2.SpotCamLed(service_name="spot-cam-lighting", brightnesses=wrapper.spot_cam_led.brightnesses)
        before.append(Node(name="light the lamps", spot_cam_led=lamps))
    if wrapper.HasField("spot_cam_ptz"):
        looked = nodes_pb2.SpotCamPtz(service_name="spot-cam-ptz", ptz_position=wrapper.spot_cam_ptz.ptz_position)
        before.append(Node(name="turn the camera", spot_cam_ptz=looked))
    return before, after


def stowed() -> Any:
    """Return stowing the arm."""
    return commanded("stow the arm", RobotCommandBuilder.arm_stow_command())


def _pointed(wanted: Any) -> list[Any]:
    """Return the arm's way to where it points: by joints first, then by poses of its tool.

    Those are said as from the waypoint, where the robot stands but for the step that comes first
    """
    steps: list[Any] = []
    stance = wanted.target_tform_measured_offset
    if wanted.HasField("target_tform_measured_offset"):
        steps.append(shifted(stance))
    if wanted.HasField("joint_trajectory"):
        joints = robot_command_pb2.RobotCommand()
        arm = joints.synchronized_command.arm_command
        arm.arm_joint_move_command.trajectory.CopyFrom(wanted.joint_trajectory)
        steps.append(commanded("move the arm's joints", joints))
    if wanted.HasField("pose_trajectory_rt_target"):
        way = arm_command_pb2.ArmCartesianCommand.Request(
            root_frame_name=GRAV_ALIGNED_BODY_FRAME_NAME, pose_trajectory_in_task=wanted.pose_trajectory_rt_target
        )
        back = SE3Pose(stance.position.x, stance.position.y, 0.0, Quat.from_yaw(stance.angle)).inverse()
        for point in way.pose_trajectory_in_task.points:
            point.pose.CopyFrom((back * pose_of(point.pose)).to_proto())
        if wanted.HasField("wrist_tform_tool"):
            way.wrist_tform_tool.CopyFrom(wanted.wrist_tform_tool)
        pointed = robot_command_pb2.RobotCommand()
        pointed.synchronized_command.arm_command.arm_cartesian_command.CopyFrom(way)
        steps.append(commanded("point the arm", pointed))
    return steps


def wrapped_action(found: Deeds, *, most: float) -> Any:
    """Return what an element does as one node that has so many seconds at most (0: as long as it takes)."""
    steps = [*found.wraps, *([found.action] if found.action is not None else [])]
    if not steps:
        return None
    whole = in_turn("act", *steps)
    if not most:
        return whole
    timed = nodes_pb2.ForDuration(child=whole)
    timed.duration.FromNanoseconds(round(most * 1e9))
    return Node(name="in time", for_duration=timed)
