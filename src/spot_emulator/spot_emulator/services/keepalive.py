"""Keepalive policies over the wire."""

from __future__ import annotations

from typing import Any

from bosdyn.api.keepalive import keepalive_pb2, keepalive_service_pb2_grpc

from spot_emulator.robot.clock import NANO, stamp
from spot_emulator.robot.keepalives import Live
from spot_emulator.services.answering import LEASE_OK, Service, answers


class KeepaliveService(Service, keepalive_service_pb2_grpc.KeepaliveServiceServicer):
    """Add, remove and check in for policies."""

    @answers(keepalive_pb2.ModifyPolicyResponse)
    def ModifyPolicy(self, request: Any, context: Any) -> Any:
        kind = keepalive_pb2.ModifyPolicyResponse
        with self.robot.lock:
            live = self.robot.keepalives.policies
            unknown = [number for number in request.policy_ids_to_remove if number not in live]
            if unknown:
                return kind(status=kind.STATUS_INVALID_POLICY_ID)
            leases = request.to_add.associated_leases
            if any(self.robot.leases.retain(lease).status != LEASE_OK for lease in leases):
                return kind(status=kind.STATUS_INVALID_LEASE)
            response = kind(status=kind.STATUS_OK)
            for number in request.policy_ids_to_remove:
                response.removed_policies.append(_told(live.pop(number)))
            if request.HasField("to_add"):
                made = self.robot.keepalives.add(
                    request.to_add, request.header.client_name, self.robot.clock.seconds()
                )
                response.added_policy.CopyFrom(_told(made))
        return response

    @answers(keepalive_pb2.CheckInResponse)
    def CheckIn(self, request: Any, context: Any) -> Any:
        kind = keepalive_pb2.CheckInResponse
        with self.robot.lock:
            found = self.robot.keepalives.policies.get(request.policy_id)
            if found is None:
                return kind(status=kind.STATUS_INVALID_POLICY_ID)
            found.heard = self.robot.clock.seconds()
            response = kind(status=kind.STATUS_OK)
            stamp(response.last_checkin, self.robot.clock.now())
        return response

    @answers(keepalive_pb2.GetStatusResponse)
    def GetStatus(self, request: Any, context: Any) -> Any:
        with self.robot.lock:
            keepalives = self.robot.keepalives
            return keepalive_pb2.GetStatusResponse(
                status=[_told(live) for live in keepalives.policies.values()],
                active_control_actions=keepalives.controls(),
            )


def _told(live: Live) -> Any:
    found = keepalive_pb2.LivePolicy(policy_id=live.number, policy=live.policy, client_name=live.client)
    stamp(found.last_checkin, int(live.heard * NANO))
    return found
