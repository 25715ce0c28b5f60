"""AutoReturn over the wire: the robot walks back the way it came, when it is told to or a keepalive policy runs out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bosdyn.api.auto_return import auto_return_pb2, auto_return_service_pb2_grpc

from spot_emulator.robot.clock import NANO, nanoseconds
from spot_emulator.robot.orders import read_gait
from spot_emulator.services.answering import LEASE_OK, InvalidRequest, Service, answers
from spot_emulator.services.commands import unable

if TYPE_CHECKING:
    from spot_emulator.robot.robot import Robot
    from spot_emulator.services.logins import Logins

Configured, Started = auto_return_pb2.ConfigureResponse, auto_return_pb2.StartResponse


class AutoReturnService(Service, auto_return_service_pb2_grpc.AutoReturnServiceServicer):
    """Keeps what it was configured with. A lease that does not allow it is an invalid request: no status says so."""

    def __init__(self, robot: Robot, logins: Logins) -> None:
        super().__init__(robot, logins)
        self._configured = auto_return_pb2.ConfigureRequest()

    @answers(Configured)
    def Configure(self, request: Any, context: Any) -> Any:
        wrong = _wrong(request.params)
        if wrong is not None:
            return Configured(status=Configured.STATUS_INVALID_PARAMS, invalid_params=wrong)
        with self.robot.lock:
            self._configured.CopyFrom(request)
            if request.clear_buffer:
                self.robot.trail.clear()
        return Configured(status=Configured.STATUS_OK)

    @answers(auto_return_pb2.GetConfigurationResponse)
    def GetConfiguration(self, request: Any, context: Any) -> Any:
        with self.robot.lock:
            return auto_return_pb2.GetConfigurationResponse(
                enabled=bool(self._configured.leases), request=self._configured
            )

    @answers(Started)
    def Start(self, request: Any, context: Any) -> Any:
        with self.robot.lock:
            params = request.params if request.HasField("params") else self._configured.params
            wrong = _wrong(params)
            if wrong is not None:
                return Started(status=Started.STATUS_INVALID_PARAMS, invalid_params=wrong)
            leases = request.leases or self._configured.leases
            if not any(self.robot.leases.use(lease, ("mobility",)).status == LEASE_OK for lease in leases):
                raise InvalidRequest("no lease that it was given allows it to walk")
            if unable(self.robot, "") is None:  # else it begins, and there is nothing that it can do
                seconds = nanoseconds(params.max_duration) / NANO if params.HasField("max_duration") else None
                self.robot.go_back(params.max_displacement, read_gait(params.mobility_params), seconds)
        return Started(status=Started.STATUS_OK)


def _wrong(params: Any) -> Any | None:
    """Return the parameters that make no sense, None where all do."""
    wrong = auto_return_pb2.Params()
    if not params.max_displacement > 0.0:
        wrong.max_displacement = params.max_displacement
    elif params.HasField("max_duration") and nanoseconds(params.max_duration) <= 0:
        wrong.max_duration.CopyFrom(params.max_duration)
    else:
        return None
    return wrong
