"""The motors' power over the wire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bosdyn.api import license_pb2, power_pb2, power_service_pb2_grpc

from spot_emulator.robot import estop
from spot_emulator.robot.clock import nanoseconds, stamp
from spot_emulator.services.answering import Service, answers, may_use

if TYPE_CHECKING:
    from spot_emulator.robot.robot import Robot
    from spot_emulator.services.logins import Logins

_Kind = power_pb2.PowerCommandRequest
_SUPPLIES = {
    _Kind.REQUEST_ON_PAYLOAD_PORTS: {"ports": True},
    _Kind.REQUEST_OFF_PAYLOAD_PORTS: {"ports": False},
    _Kind.REQUEST_ON_WIFI_RADIO: {"radio": True},
    _Kind.REQUEST_OFF_WIFI_RADIO: {"radio": False},
}
_FANS = 2
_FAN_SPEED = 0.4


class PowerService(Service, power_service_pb2_grpc.PowerServiceServicer):
    """Motors, payload ports and radio on and off. The emulated robot's computer stays on."""

    def __init__(self, robot: Robot, logins: Logins) -> None:
        super().__init__(robot, logins)
        self._fan = (0, 0)  # number and end (robot time, ns) of the newest command to the fans

    @answers(power_pb2.PowerCommandResponse)
    def PowerCommand(self, request: Any, context: Any) -> Any:
        response = power_pb2.PowerCommandResponse(license_status=license_pb2.LicenseInfo.STATUS_VALID)
        with self.robot.lock:
            if not may_use(self.robot, request, response, "body"):
                response.status = power_pb2.STATUS_INTERNAL_ERROR
                return response
            power = self.robot.power
            if request.request == _Kind.REQUEST_ON:
                self._switch_on(response)
            elif request.request == _Kind.REQUEST_OFF:
                self.robot.cut_power(power_pb2.STATUS_OVERRIDDEN, "a client switched them off")
                response.power_command_id = power.switch_off()
                response.status = power_pb2.STATUS_SUCCESS
            elif request.request in _SUPPLIES:
                response.power_command_id = power.supply(**_SUPPLIES[request.request])
                response.status = power_pb2.STATUS_SUCCESS
            else:
                response.status = power_pb2.INCOMPATIBLE_HARDWARE_ERROR
        return response

    def _switch_on(self, response: Any) -> None:
        robot = self.robot
        if robot.estop.level() != estop.NONE:
            response.status = power_pb2.STATUS_ESTOPPED
        elif robot.system_faults:
            response.status = power_pb2.STATUS_FAULTED
            response.blocking_faults.extend(robot.system_faults.values())
        elif robot.keepalives.motors_off():
            response.status = power_pb2.STATUS_KEEPALIVE_MOTORS_OFF
        else:
            response.power_command_id = robot.power.switch_on()
            response.status = robot.power.result(response.power_command_id)

    @answers(power_pb2.PowerCommandFeedbackResponse)
    def PowerCommandFeedback(self, request: Any, context: Any) -> Any:
        with self.robot.lock:
            status = self.robot.power.result(request.power_command_id)
        return power_pb2.PowerCommandFeedbackResponse(
            status=power_pb2.STATUS_OVERRIDDEN if status is None else status,
            blocking_faults=list(self.robot.system_faults.values()),
        )

    @answers(power_pb2.FanPowerCommandResponse)
    def FanPowerCommand(self, request: Any, context: Any) -> Any:
        """Turn the fans as told; the body's lease is enough for it, as well as the fans' own."""
        response = power_pb2.FanPowerCommandResponse(status=power_pb2.FanPowerCommandResponse.STATUS_OK)
        with self.robot.lock:
            if may_use(self.robot, request, response, "fan" if request.lease.resource == "fan" else "body"):
                number, end = self.robot.next_number(), self.robot.clock.now() + nanoseconds(request.duration)
                self._fan = (number, end)
                response.command_id = number
                stamp(response.desired_end_time, end)
        return response

    @answers(power_pb2.FanPowerCommandFeedbackResponse)
    def FanPowerCommandFeedback(self, request: Any, context: Any) -> Any:
        kind = power_pb2.FanPowerCommandFeedbackResponse
        with self.robot.lock:
            now, (number, end) = self.robot.clock.now(), self._fan
        if request.command_id != number:
            return kind(status=kind.STATUS_OVERRIDDEN_BY_COMMAND)
        response = kind(status=kind.STATUS_RUNNING if now < end else kind.STATUS_COMPLETE)
        stamp(response.desired_end_time, end)
        return response

    @answers(power_pb2.GetFanInformationResponse)
    def GetFanInformation(self, request: Any, context: Any) -> Any:
        response = power_pb2.GetFanInformationResponse()
        for number in range(1, _FANS + 1):
            response.fan_information[f"fan{number}"].frequency = _FAN_SPEED
        return response

    @answers(power_pb2.ResetSafetyStopResponse)
    def ResetSafetyStop(self, request: Any, context: Any) -> Any:
        kind = power_pb2.ResetSafetyStopResponse
        response = kind(status=kind.STATUS_INCOMPATIBLE_HARDWARE_ERROR)
        with self.robot.lock:
            may_use(self.robot, request, response, "body")
        return response
