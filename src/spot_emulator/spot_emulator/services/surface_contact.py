"""Arm surface contact over the wire: the hand follows its trajectory; forces are not emulated."""

from __future__ import annotations

from typing import Any

from bosdyn.api import arm_surface_contact_service_pb2, arm_surface_contact_service_pb2_grpc

from spot_emulator.robot.activities import Activity, Part
from spot_emulator.robot.arm_moves import hand_move
from spot_emulator.robot.claw import claw
from spot_emulator.services.answering import LEASE_OK, InvalidRequest, Service, answers
from spot_emulator.services.commands import unable


class ArmSurfaceContactService(
    Service, arm_surface_contact_service_pb2_grpc.ArmSurfaceContactServiceServicer
):
    """Its answer has no status: what cannot be done is an invalid request."""

    @answers(arm_surface_contact_service_pb2.ArmSurfaceContactResponse)
    def ArmSurfaceContact(self, request: Any, context: Any) -> None:
        wanted = request.request
        with self.robot.lock:
            if self.robot.leases.use(request.lease, ("arm",)).status != LEASE_OK:
                raise InvalidRequest("the lease does not allow it")
            refusal = unable(self.robot, "")
            if refusal is not None:
                raise InvalidRequest(refusal.message)
            if not wanted.pose_trajectory_in_task.points:
                raise InvalidRequest("the trajectory has no point")
            move = hand_move(self.robot, wanted)
            if move is None:
                raise InvalidRequest(f"no frame {wanted.root_frame_name!r}")
            parts: dict[Part, Activity] = {Part.ARM: move}
            fingers = claw(wanted.gripper_command)
            if fingers is not None:
                parts[Part.GRIPPER] = fingers
            self.robot.assign(parts)
