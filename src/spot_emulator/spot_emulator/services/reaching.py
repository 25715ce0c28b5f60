"""Inverse kinematics over the wire: whether the arm brings a tool to a pose, and how body and joints are then."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from bosdyn.api.spot import inverse_kinematics_pb2 as ik
from bosdyn.api.spot import inverse_kinematics_service_pb2_grpc
from bosdyn.client.math_helpers import Quat, SE3Pose

from spot_emulator.robot.cameras import WRIST
from spot_emulator.robot.frames import BODY, HAND
from spot_emulator.robot.hand_path import pose_of
from spot_emulator.robot.kinematics import NAMES, PALM, READY, Joints, body_to_wrist, solve_wrist
from spot_emulator.services.answering import InvalidRequest, Service, answers
from spot_emulator.services.states import robot_state

if TYPE_CHECKING:
    from spot_emulator.robot.robot import Robot

Request, Response = ik.InverseKinematicsRequest, ik.InverseKinematicsResponse
_HIGHER = (0.0, 0.1, -0.1, 0.15, -0.2)  # metres by which the body may stand higher
_PITCHES = (0.0, 0.2, -0.2)  # radians by which it may lean
_WALKS = (0.0, 0.25, 0.5, -0.25)  # metres that free feet may stand further ahead
_TURNS = (0.0, 0.4, -0.4)  # radians that they may turn


class InverseKinematicsService(Service, inverse_kinematics_service_pb2_grpc.InverseKinematicsServiceServicer):
    """Solves for a pose of a wrist-mounted tool; the body leans and rises over its feet, which may move on a plane."""

    @answers(Response)
    def InverseKinematics(self, request: Any, context: Any) -> Any:
        if request.WhichOneof("task_specification") is None:
            raise InvalidRequest("the request has no task")
        if request.WhichOneof("tool_specification") == "body_mounted_tool":
            raise InvalidRequest("body-mounted tools are not emulated")
        with self.robot.lock:
            root = self.robot.frames().map_tform(request.root_frame_name)
            if root is None:
                raise InvalidRequest(f"no frame {request.root_frame_name!r}")
            wrist = _wrist(self.robot, request, root)
            near = (
                READY if request.nominal_arm_configuration == Request.ARM_CONFIG_READY else self.robot.arm.q
            )
            for body in _bodies(self.robot, request, root):
                q = solve_wrist(body.inverse() * wrist, np.asarray(near))
                if q is not None:
                    return _solved(self.robot, body, q)
        return Response(status=Response.STATUS_NO_SOLUTION_FOUND)


def _wrist(robot: Robot, request: Any, root: SE3Pose) -> SE3Pose:
    """Return where the wrist shall be in the map."""
    scene = root * _or_identity(request, "root_tform_scene")
    task = scene * _or_identity(request, "scene_tform_task")
    tool = SE3Pose(PALM, 0.0, 0.0, Quat())
    if request.wrist_mounted_tool.HasField("wrist_tform_tool"):
        tool = pose_of(request.wrist_mounted_tool.wrist_tform_tool)
    if request.WhichOneof("task_specification") == "tool_pose_task":
        return task * _or_identity(request.tool_pose_task, "task_tform_desired_tool") * tool.inverse()
    gaze = request.tool_gaze_task
    at = robot.hand_in_map()
    if gaze.HasField("task_tform_desired_tool"):
        at = task * pose_of(gaze.task_tform_desired_tool)
    x, y, z = task.transform_point(gaze.target_in_task.x, gaze.target_in_task.y, gaze.target_in_task.z)
    dx, dy, dz = x - at.x, y - at.y, z - at.z
    look = Quat.from_yaw(math.atan2(dy, dx)) * Quat.from_pitch(math.atan2(-dz, math.hypot(dx, dy)))
    return SE3Pose(at.x, at.y, at.z, look) * tool.inverse()


def _or_identity(message: Any, field: str) -> SE3Pose:
    return pose_of(getattr(message, field)) if message.HasField(field) else SE3Pose.from_identity()


def _bodies(robot: Robot, request: Any, root: SE3Pose) -> Iterator[SE3Pose]:
    """Yield poses of the body in the map, the wished one first."""
    body = robot.base.map_tform_body()
    if request.HasField("scene_tform_body_nominal"):
        body = root * _or_identity(request, "root_tform_scene") * pose_of(request.scene_tform_body_nominal)
    free = request.WhichOneof("stance_specification") == "on_ground_plane_stance"
    for walk in _WALKS if free else (0.0,):
        for turn in _TURNS if free else (0.0,):
            for higher in _HIGHER:
                for pitch in _PITCHES:
                    lean = Quat.from_yaw(turn) * Quat.from_pitch(pitch)
                    yield body * SE3Pose(walk, 0.0, higher, lean)


def _solved(robot: Robot, body: SE3Pose, q: Joints) -> Any:
    """Return the answer: the kinematic state with the body at a pose in the map and the arm's joints."""
    response = Response(status=Response.STATUS_OK)
    state = response.robot_configuration
    state.CopyFrom(robot_state(robot).kinematic_state)
    moved = body.inverse() * robot.base.map_tform_body()
    edges = state.transforms_snapshot.child_to_parent_edge_map
    wrist = body_to_wrist(q)
    for child, edge in edges.items():
        if child == WRIST:
            edge.parent_tform_child.CopyFrom(wrist.to_proto())
        elif edge.parent_frame_name == BODY and child not in (BODY, HAND):
            edge.parent_tform_child.CopyFrom((moved * pose_of(edge.parent_tform_child)).to_proto())
    joints = {f"arm0.{name}": float(value) for name, value in zip(NAMES, q, strict=True)}
    for joint in state.joint_states:
        if joint.name in joints:
            joint.position.value = joints[joint.name]
    return response
