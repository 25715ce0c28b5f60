"""How clients learn by how much the robot's clock differs from theirs."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bosdyn.api import time_sync_pb2, time_sync_service_pb2_grpc

from spot_emulator.robot.clock import nanoseconds, stamp
from spot_emulator.services.answering import InvalidRequest, Service, answers

if TYPE_CHECKING:
    from spot_emulator.robot.robot import Robot
    from spot_emulator.services.logins import Logins

ENOUGH = 3
"""Round trips after which a client's clock counts as known."""
_KEPT = 10


@dataclass
class _Client:
    samples: list[tuple[int, int]] = field(default_factory=list)  # round trip, skew; ns
    count: int = 0


class TimeSyncService(Service, time_sync_service_pb2_grpc.TimeSyncServiceServicer):
    """Estimates each client's skew from its round trips: that of the shortest one."""

    def __init__(self, robot: Robot, logins: Logins) -> None:
        super().__init__(robot, logins)
        self._clients: dict[str, _Client] = {}

    @answers(time_sync_pb2.TimeSyncUpdateResponse)
    def TimeSyncUpdate(self, request: Any, context: Any) -> Any:
        if request.HasField("previous_round_trip") and not request.clock_identifier:
            raise InvalidRequest("a round trip without the clock identifier it belongs to")
        with self.robot.lock:
            return self._update(request)

    def _update(self, request: Any) -> Any:
        name = request.clock_identifier
        if name not in self._clients or (self._known(name) and name not in self.robot.clocks):
            # Never heard of, or forgotten by a fault or a reboot: the client starts again.
            self._clients.pop(name, None)
            name = secrets.token_hex(8)
            self._clients[name] = _Client()
        client = self._clients[name]
        response = time_sync_pb2.TimeSyncUpdateResponse(clock_identifier=name)
        if request.HasField("previous_round_trip") and name == request.clock_identifier:
            sample = _sample(request.previous_round_trip)
            client.samples = sorted([*client.samples, sample])[:_KEPT]
            client.count += 1
            _write(response.previous_estimate, sample)
        state = response.state
        state.status = time_sync_pb2.TimeSyncState.STATUS_MORE_SAMPLES_NEEDED
        stamp(state.measurement_time, self.robot.clock.now())
        if client.samples:
            _write(state.best_estimate, client.samples[0])
        if self._known(name):
            state.status = time_sync_pb2.TimeSyncState.STATUS_OK
            self.robot.clocks.add(name)
        return response

    def _known(self, name: str) -> bool:
        return name in self._clients and self._clients[name].count >= ENOUGH


def _sample(trip: Any) -> tuple[int, int]:
    """Return the round trip without the robot's share of it, and the skew of the robot against the client, ns."""
    client_tx, client_rx = nanoseconds(trip.client_tx), nanoseconds(trip.client_rx)
    server_rx, server_tx = nanoseconds(trip.server_rx), nanoseconds(trip.server_tx)
    away = (client_rx - client_tx) - (server_tx - server_rx)
    return away, ((server_rx - client_tx) + (server_tx - client_rx)) // 2


def _write(estimate: Any, sample: tuple[int, int]) -> None:
    stamp(estimate.round_trip_time, sample[0])
    # Durations carry one sign: divmod would give a negative skew a positive rest.
    sign = -1 if sample[1] < 0 else 1
    stamp(estimate.clock_skew, abs(sample[1]))
    estimate.clock_skew.seconds *= sign
    estimate.clock_skew.nanos *= sign
