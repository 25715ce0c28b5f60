"""GPS over the wire: what a receiver's program sends is heard; rooms have no sky, so no location comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bosdyn.api.gps import (
    aggregator_pb2,
    aggregator_service_pb2_grpc,
    registration_pb2,
    registration_service_pb2_grpc,
)

from spot_emulator.services.answering import InvalidRequest, Service, answers

if TYPE_CHECKING:
    from spot_emulator.robot.robot import Robot
    from spot_emulator.services.logins import Logins

Located, Registration = registration_pb2.GetLocationResponse, registration_pb2.Registration


class AggregatorService(Service, aggregator_service_pb2_grpc.AggregatorServiceServicer):
    """Keeps the latest data of each receiver."""

    def __init__(self, robot: Robot, logins: Logins) -> None:
        super().__init__(robot, logins)
        self.latest: dict[str, Any] = {}

    @answers(aggregator_pb2.NewGpsDataResponse)
    def NewGpsData(self, request: Any, context: Any) -> None:
        if not request.gps_device.name:
            raise InvalidRequest("the GPS device has no name")
        with self.robot.lock:
            for point in request.data_points:
                self.latest[request.gps_device.name] = point


class RegistrationService(Service, registration_service_pb2_grpc.RegistrationServiceServicer):
    """Tells that a receiver, or more data of one, is needed: the robot is never found on the earth."""

    def __init__(self, robot: Robot, logins: Logins, aggregator: AggregatorService) -> None:
        super().__init__(robot, logins)
        self._aggregator = aggregator

    @answers(Located)
    def GetLocation(self, request: Any, context: Any) -> Any:
        with self.robot.lock:
            latest = dict(self._aggregator.latest)
        if not latest:
            return Located(status=Located.STATUS_NEED_DEVICE)
        told = Registration(status=Registration.STATUS_NEED_MORE_DATA)
        for name, point in latest.items():
            told.gps_states.add(latest_data=point).gps_device.name = name
        return Located(status=Located.STATUS_OK, registration=told)

    @answers(registration_pb2.ResetRegistrationResponse)
    def ResetRegistration(self, request: Any, context: Any) -> None:
        with self.robot.lock:
            self._aggregator.latest.clear()
