"""Arm surface contact over the wire: the hand follows its trajectory, down to the floor; forces are not emulated."""

from __future__ import annotations

from typing import Any

from bosdyn.api import (
    arm_surface_contact_pb2,
    arm_surface_contact_service_pb2,
    arm_surface_contact_service_pb2_grpc,
)

from spot_emulator.robot.activities import Activity, Part
from spot_emulator.robot.arm_moves import HandMove, hand_move
from spot_emulator.robot.claw import claw
from spot_emulator.robot.mobility import FollowArm, Gait
from spot_emulator.services.answering import LEASE_OK, InvalidRequest, Service, answers
from spot_emulator.services.commands import unable

_FINGERS = 0.04
"""Metres that the fingers reach beyond the hand's frame."""


class ArmSurfaceContactService(
    Service, arm_surface_contact_service_pb2_grpc.ArmSurfaceContactServiceServicer
):
    """Its answer has no status: what cannot be done is an invalid request."""

    @answers(arm_surface_contact_service_pb2.ArmSurfaceContactResponse)
    def ArmSurfaceContact(self, request: Any, context: Any) -> None:
        wanted = request.request
        with self.robot.lock:
            needed = ("arm", "mobility") if wanted.is_robot_following_hand else ("arm",)
            if self.robot.leases.use(request.lease, needed).status != LEASE_OK:
                raise InvalidRequest("the lease does not allow it")
            refusal = unable(self.robot, "")
            if refusal is not None:
                raise InvalidRequest(refusal.message)
            if not wanted.pose_trajectory_in_task.points:
                raise InvalidRequest("the trajectory has no point")
            move = hand_move(self.robot, wanted)
            if move is None:
                raise InvalidRequest(f"no frame {wanted.root_frame_name!r}")
            if wanted.z_axis == arm_surface_contact_pb2.ArmSurfaceContact.Request.AXIS_MODE_FORCE:
                self._stay_on_the_floor(move)
            parts: dict[Part, Activity] = {Part.ARM: move}
            if wanted.is_robot_following_hand:
                parts[Part.MOBILITY] = FollowArm(Gait())
            fingers = claw(wanted.gripper_command)
            if fingers is not None:
                parts[Part.GRIPPER] = fingers
            self.robot.assign(parts)

    def _stay_on_the_floor(self, move: HandMove) -> None:
        """Raise what would press the hand's fingers into the floor to where they touch it."""
        frame = self.robot.frames().map_tform(move.frame)
        floor = 0.0 if frame is None else -frame.z
        for pose in move.track.poses:
            pose.z = max(pose.z, floor + _FINGERS)
