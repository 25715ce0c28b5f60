"""Joint control over the wire: one stream of updates, one answer when it ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from bosdyn.api import robot_command_pb2, robot_command_service_pb2_grpc

from spot_emulator.robot.clock import NANO, nanoseconds
from spot_emulator.robot.joint_control import JOINTS
from spot_emulator.robot.orders import LONGEST
from spot_emulator.services.answering import Service, fill_header

if TYPE_CHECKING:
    from spot_emulator.robot.robot import Robot
    from spot_emulator.services.logins import Logins
    from spot_emulator.services.server import Network

Response = robot_command_pb2.JointControlStreamResponse


class JointStreamingService(Service, robot_command_service_pb2_grpc.RobotCommandStreamingServiceServicer):
    """Takes updates whether or not joint control is on. One that comes late is left out; the answer says so."""

    def __init__(self, robot: Robot, logins: Logins, network: Network) -> None:
        super().__init__(robot, logins)
        self._network = network

    def JointControlStream(self, requests: Iterator[Any], context: Any) -> Any:
        response, last = Response(status=Response.STATUS_OK), robot_command_pb2.JointControlStreamRequest()
        received = self.robot.clock.now()
        for request in requests:
            last, received = request, self.robot.clock.now()
            update = request.joint_command
            ahead = nanoseconds(update.end_time) - received
            if self._network.cut:
                continue
            if len(update.position) not in JOINTS:
                response.status = Response.STATUS_INVALID_REQUEST
                response.message = f"{len(update.position)} positions; {JOINTS[0]} or {JOINTS[1]} are needed"
                break
            if ahead > LONGEST * NANO:
                response.status, response.message = Response.STATUS_TOO_DISTANT, "the end time is too far ahead"
                break
            if ahead < 0:
                response.status, response.message = Response.STATUS_EXPIRED, f"{-ahead / NANO:.3f} s too late"
                continue
            with self.robot.lock:
                self.robot.joints.take(update, nanoseconds(update.end_time), received)
        fill_header(self.robot, response, last, received)
        return response
