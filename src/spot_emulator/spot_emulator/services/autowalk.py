"""Autowalk over the wire: walks are compiled, and loaded as missions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from bosdyn.api.autowalk import autowalk_pb2, autowalk_service_pb2_grpc
from bosdyn.api.mission import mission_pb2

from spot_emulator.services.answering import LEASE_OK, Service, fill_header
from spot_emulator.services.missions import chunks
from spot_emulator.services.walk_compiling import Compiled, compile_walk, identified

if TYPE_CHECKING:
    from spot_emulator.robot.robot import Robot
    from spot_emulator.services.logins import Logins
    from spot_emulator.services.missions import MissionService

Asked, Answer = autowalk_pb2.CompileAutowalkRequest, autowalk_pb2.CompileAutowalkResponse
LoadAsked, LoadAnswer = autowalk_pb2.LoadAutowalkRequest, autowalk_pb2.LoadAutowalkResponse
Loaded = mission_pb2.LoadMissionResponse


class AutowalkService(Service, autowalk_service_pb2_grpc.AutowalkServiceServicer):
    """Makes missions of walks for the mission service to play."""

    def __init__(self, robot: Robot, logins: Logins, missions: MissionService) -> None:
        super().__init__(robot, logins)
        self._missions = missions

    def CompileAutowalk(self, requests: Iterator[Any], context: Any) -> Iterator[Any]:
        received = self.robot.clock.now()
        request = Asked.FromString(b"".join(part.data for part in requests))
        made = compile_walk(request.walk, strict=request.treat_warnings_as_errors)
        response = Answer(status=Answer.STATUS_COMPILE_ERROR)
        if made.root is not None:
            response.status = Answer.STATUS_OK
            response.root.CopyFrom(made.root)
            response.element_identifiers.extend(made.identifiers({}))
            response.docking_node.CopyFrom(identified(made.docking, {}))
            response.loop_node.CopyFrom(identified(made.loop, {}))
        _tell_failed(made, response)
        fill_header(self.robot, response, request, received, message=made.message)
        yield from chunks(response)

    def LoadAutowalk(self, requests: Iterator[Any], context: Any) -> Iterator[Any]:
        received = self.robot.clock.now()
        request = LoadAsked.FromString(b"".join(part.data for part in requests))
        made = compile_walk(request.walk, strict=request.treat_warnings_as_errors)
        response = LoadAnswer(status=LoadAnswer.STATUS_COMPILE_ERROR)
        if made.root is not None:
            asked = mission_pb2.LoadMissionRequest(root=made.root, leases=request.leases)
            self._tell_loaded(made, self._missions.load(asked), response)
        _tell_failed(made, response)
        fill_header(self.robot, response, request, received, message=made.message)
        yield from chunks(response)

    def _tell_loaded(self, made: Compiled, loaded: Any, response: Any) -> None:
        """Write what came of a walk's mission; what this robot cannot play is no fault of the walk."""
        response.lease_use_results.extend(loaded.lease_use_results)
        response.failed_nodes.extend(loaded.failed_nodes)
        lent = all(result.status == LEASE_OK for result in loaded.lease_use_results)
        if loaded.status != Loaded.STATUS_OK or not lent:
            response.status = LoadAnswer.STATUS_VALIDATE_ERROR
            return
        response.status, response.mission_id = LoadAnswer.STATUS_OK, loaded.mission_info.id
        numbers = {info.user_data.id: info.id for info in _all(loaded.mission_info.root) if info.user_data.id}
        response.element_identifiers.extend(made.identifiers(numbers))
        response.docking_node.CopyFrom(identified(made.docking, numbers))
        response.loop_node.CopyFrom(identified(made.loop, numbers))


def _tell_failed(made: Compiled, response: Any) -> None:
    for index, failed in made.failed().items():
        response.failed_elements[index].CopyFrom(failed)


def _all(info: Any) -> Iterator[Any]:
    """Yield a NodeInfo and those below it."""
    yield info
    for child in info.children:
        yield from _all(child)
