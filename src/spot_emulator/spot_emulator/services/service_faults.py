"""Service faults over the wire: what other programs report, told with the robot's state."""

from __future__ import annotations

from typing import Any

from bosdyn.api import fault_service_pb2_grpc, service_fault_pb2

from spot_emulator.robot.clock import stamp
from spot_emulator.services.answering import Service, answers


class FaultService(Service, fault_service_pb2_grpc.FaultServiceServicer):
    """A fault stays until it is cleared by its name, its service or its payload."""

    @answers(service_fault_pb2.TriggerServiceFaultResponse)
    def TriggerServiceFault(self, request: Any, context: Any) -> Any:
        kind = service_fault_pb2.TriggerServiceFaultResponse
        with self.robot.lock:
            faults = self.robot.service_faults
            if any(fault.fault_id == request.fault.fault_id for fault in faults):
                return kind(status=kind.STATUS_FAULT_ALREADY_ACTIVE)
            made = service_fault_pb2.ServiceFault()
            made.CopyFrom(request.fault)
            stamp(made.onset_timestamp, self.robot.clock.now())
            faults.append(made)
        return kind(status=kind.STATUS_OK)

    @answers(service_fault_pb2.ClearServiceFaultResponse)
    def ClearServiceFault(self, request: Any, context: Any) -> Any:
        kind, wanted = service_fault_pb2.ClearServiceFaultResponse, request.fault_id

        def meant(found: Any) -> bool:
            if request.clear_all_payload_faults:
                return bool(found.payload_guid == wanted.payload_guid)
            if request.clear_all_service_faults:
                return bool(found.service_name == wanted.service_name)
            return bool(found == wanted)

        with self.robot.lock:
            before = self.robot.service_faults
            kept = [fault for fault in before if not meant(fault.fault_id)]
            self.robot.service_faults = kept
        return kind(status=kind.STATUS_OK if len(kept) < len(before) else kind.STATUS_FAULT_NOT_ACTIVE)
