"""A program that plays missions over the real client library."""

from __future__ import annotations

import time
from typing import Any

from bosdyn.api.mission import mission_pb2, mission_service_pb2_grpc
from bosdyn.client.common import BaseClient, common_header_errors, common_lease_errors
from bosdyn.client.data_chunk import chunk_message
from bosdyn.util import now_sec
from spot_client import Program

State = mission_pb2.State
Load = mission_pb2.LoadMissionResponse


def _errors(response: Any) -> Any:
    """Return an error for what concerns header and leases alone: statuses are judged by the tests."""
    found = common_header_errors(response)
    with_leases = {"lease_use_result", "lease_use_results"}.intersection(response.DESCRIPTOR.fields_by_name)
    return found or (common_lease_errors(response) if with_leases else None)


class Missions(BaseClient):
    """The mission service's calls, without the package that has a client for it (bosdyn-mission)."""

    default_service_name, service_type = "robot-mission", "bosdyn.api.mission.MissionService"

    def __init__(self) -> None:
        super().__init__(mission_service_pb2_grpc.MissionServiceStub)

    def ask(self, name: str, request: Any, **more: Any) -> Any:
        return self.call(getattr(self._stub, name), request, None, _errors, **more)

    def state(self, **bounds: Any) -> Any:
        return self.ask("GetState", mission_pb2.GetStateRequest(**bounds)).state

    def load(self, root: Any, leases: list[Any]) -> Any:
        request = mission_pb2.LoadMissionRequest(root=root, leases=leases)
        return self.ask("LoadMissionAsChunks2", chunk_message(request, 1000), assemble_type=Load)


class Player:
    """A program that plays missions with the body's lease."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.missions = program.robot.ensure_client(Missions.default_service_name)
        program.robot.time_sync.wait_for_sync(timeout_sec=30)
        program.lease()

    def leases(self) -> list[Any]:
        return [self.program.robot.lease_wallet.advance().lease_proto]

    def load(self, root: Any) -> Any:
        return self.missions.load(root, self.leases())

    def play(self, seconds: float = 6.0, *, anew: bool = False) -> Any:
        name = "RestartMission" if anew else "PlayMission"
        kind = getattr(mission_pb2, f"{name}Request")
        until = self.program.robot.time_sync.robot_timestamp_from_local_secs(now_sec() + seconds)
        return self.missions.ask(name, kind(pause_time=until, leases=self.leases()))

    def until_ended(self, seconds: float = 40.0) -> Any:
        """Play on as replaying programs do, a few seconds at a time."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            state = self.missions.state()
            if state.status not in {State.STATUS_NONE, State.STATUS_RUNNING}:
                return state
            self.play()
            time.sleep(0.1)
        raise AssertionError(f"the mission does not end: {self.missions.state()}")
