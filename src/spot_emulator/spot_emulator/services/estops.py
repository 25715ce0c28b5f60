"""The emergency stop over the wire."""

from __future__ import annotations

from typing import Any

from bosdyn.api import estop_pb2, estop_service_pb2_grpc

from spot_emulator.robot.clock import set_seconds
from spot_emulator.robot.power import Motors
from spot_emulator.services.answering import Service, answers


class EstopService(Service, estop_service_pb2_grpc.EstopServiceServicer):
    """Endpoints register and check in; nothing needs a lease."""

    @answers(estop_pb2.RegisterEstopEndpointResponse)
    def RegisterEstopEndpoint(self, request: Any, context: Any) -> Any:
        kind = estop_pb2.RegisterEstopEndpointResponse
        with self.robot.lock:
            system = self.robot.estop
            if request.target_config_id != system.config_id:
                return kind(request=request, status=kind.STATUS_CONFIG_MISMATCH)
            target = system.find(request.target_endpoint)
            if target is None or request.new_endpoint.role != target.proto.role:
                return kind(request=request, status=kind.STATUS_ENDPOINT_MISMATCH)
            if not request.new_endpoint.name or not request.new_endpoint.HasField("timeout"):
                return kind(request=request, status=kind.STATUS_INVALID_ENDPOINT)
            made = system.register(target, request.new_endpoint)
        return kind(request=request, status=kind.STATUS_SUCCESS, new_endpoint=made)

    @answers(estop_pb2.DeregisterEstopEndpointResponse)
    def DeregisterEstopEndpoint(self, request: Any, context: Any) -> Any:
        kind = estop_pb2.DeregisterEstopEndpointResponse
        with self.robot.lock:
            system = self.robot.estop
            if request.target_config_id != system.config_id:
                return kind(request=request, status=kind.STATUS_CONFIG_MISMATCH)
            target = system.find(request.target_endpoint)
            if target is None:
                return kind(request=request, status=kind.STATUS_ENDPOINT_MISMATCH)
            if self.robot.power.motors is not Motors.OFF:
                return kind(request=request, status=kind.STATUS_MOTORS_ON)
            system.deregister(target)
        return kind(request=request, status=kind.STATUS_SUCCESS)

    @answers(estop_pb2.EstopCheckInResponse)
    def EstopCheckIn(self, request: Any, context: Any) -> Any:
        kind = estop_pb2.EstopCheckInResponse
        with self.robot.lock:
            endpoint = self.robot.estop.find(request.endpoint)
            if endpoint is None or endpoint.automatic:
                return kind(request=request, status=kind.STATUS_ENDPOINT_UNKNOWN)
            right = self.robot.estop.check_in(
                endpoint, request.challenge, request.response, request.stop_level
            )
            status = kind.STATUS_OK if right else kind.STATUS_INCORRECT_CHALLENGE_RESPONSE
            return kind(request=request, status=status, challenge=endpoint.challenge)

    @answers(estop_pb2.GetEstopConfigResponse)
    def GetEstopConfig(self, request: Any, context: Any) -> Any:
        with self.robot.lock:
            return estop_pb2.GetEstopConfigResponse(request=request, active_config=self.robot.estop.config())

    @answers(estop_pb2.SetEstopConfigResponse)
    def SetEstopConfig(self, request: Any, context: Any) -> Any:
        kind = estop_pb2.SetEstopConfigResponse
        with self.robot.lock:
            system = self.robot.estop
            if request.target_config_id != system.config_id:
                return kind(request=request, status=kind.STATUS_INVALID_ID, active_config=system.config())
            if self.robot.power.motors is not Motors.OFF:
                return kind(request=request, status=kind.STATUS_MOTORS_ON, active_config=system.config())
            system.set_config(request.config)
            return kind(request=request, status=kind.STATUS_SUCCESS, active_config=system.config())

    @answers(estop_pb2.GetEstopSystemStatusResponse)
    def GetEstopSystemStatus(self, request: Any, context: Any) -> Any:
        response = estop_pb2.GetEstopSystemStatusResponse()
        with self.robot.lock:
            system, now = self.robot.estop, self.robot.clock.seconds()
            response.status.stop_level = system.level()
            response.status.stop_level_details = system.details()
            for endpoint in system.endpoints:
                found = response.status.endpoints.add(
                    endpoint=endpoint.proto, stop_level=endpoint.stop_level(now)
                )
                if endpoint.heard is not None:
                    set_seconds(found.time_since_valid_response, now - endpoint.heard)
        return response
