"""Docking stations and doors over the wire: the rooms have none, and are said to have none."""

from __future__ import annotations

from typing import Any

from bosdyn.api.docking import docking_pb2, docking_service_pb2_grpc
from bosdyn.api.spot import door_pb2, door_service_pb2_grpc

from spot_emulator.services.answering import InvalidRequest, Service, answers, may_use
from spot_emulator.services.commands import unable

Dock, Docked = docking_pb2.DockingCommandResponse, docking_pb2.DockState
Door = door_pb2.OpenDoorCommandResponse


class DockingService(Service, docking_service_pb2_grpc.DockingServiceServicer):
    """No station is in the room: the robot is never docked and finds none."""

    @answers(Dock)
    def DockingCommand(self, request: Any, context: Any) -> Any:
        response = Dock()
        with self.robot.lock:
            if not may_use(self.robot, request, response):
                response.status = Dock.STATUS_ERROR_LEASE
                return response
        leaving = request.prep_pose_behavior == docking_pb2.PREP_POSE_UNDOCK
        response.status = Dock.STATUS_ERROR_NOT_DOCKED if leaving else Dock.STATUS_ERROR_DOCK_NOT_FOUND
        return response

    @answers(docking_pb2.DockingCommandFeedbackResponse)
    def DockingCommandFeedback(self, request: Any, context: Any) -> Any:
        kind = docking_pb2.DockingCommandFeedbackResponse
        return kind(status=kind.STATUS_OLD_DOCKING_COMMAND)

    @answers(docking_pb2.GetDockingConfigResponse)
    def GetDockingConfig(self, request: Any, context: Any) -> Any:
        kinds = docking_pb2
        spans = [kinds.ConfigRange(id_start=520, id_end=549, type=kinds.DOCK_TYPE_SPOT_DOCK)]
        return docking_pb2.GetDockingConfigResponse(dock_configs=spans)

    @answers(docking_pb2.GetDockingStateResponse)
    def GetDockingState(self, request: Any, context: Any) -> Any:
        state = Docked(status=Docked.DOCK_STATUS_UNDOCKED, power_status=Docked.LINK_STATUS_DETECTING)
        return docking_pb2.GetDockingStateResponse(dock_state=state)


class DoorService(Service, door_service_pb2_grpc.DoorServiceServicer):
    """Rooms have no doors to walk through: no door's plane is ever detected."""

    @answers(Door)
    def OpenDoor(self, request: Any, context: Any) -> Any:
        response = Door()
        with self.robot.lock:
            if not may_use(self.robot, request, response):
                response.status = Door.STATUS_ROBOT_COMMAND_ERROR
                return response
            refusal = unable(self.robot, "")
        if refusal is not None:
            response.status, response.message = Door.STATUS_ROBOT_COMMAND_ERROR, refusal.message
            return response
        response.status = Door.STATUS_DOOR_PLANE_NOT_DETECTED
        response.message = "this room has no door to walk through"
        return response

    @answers(door_pb2.OpenDoorFeedbackResponse)
    def OpenDoorFeedback(self, request: Any, context: Any) -> Any:
        raise InvalidRequest(f"no door command {request.door_command_id} was ever begun")
