"""Bundles of logs that clients ask the robot to gather: how long each goes on, and how it ended.

Nothing is written: the emulated robot has no logs of its own to put into one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bosdyn.api.log_status import log_status_pb2, log_status_service_pb2_grpc

from spot_emulator.robot.clock import nanoseconds, stamp
from spot_emulator.services.answering import Service, answers

if TYPE_CHECKING:
    from spot_emulator.robot.robot import Robot
    from spot_emulator.services.logins import Logins

Log = log_status_pb2.LogStatus
_AT_ONCE = 4  # gathered beside each other
_REMEMBERED = 100


@dataclass
class _Bundle:
    """One bundle; times in nanoseconds of the robot's clock."""

    name: str
    kind: int
    event: str
    start: int
    end: int
    terminated: bool = False

    def running(self, now: int) -> bool:
        """Tell whether it is still gathered."""
        return not self.terminated and now < self.end


class LogStatusService(Service, log_status_service_pb2_grpc.LogStatusServiceServicer):
    """One experiment at a time, and beside it nothing; otherwise several at once."""

    def __init__(self, robot: Robot, logins: Logins) -> None:
        super().__init__(robot, logins)
        self._bundles: dict[str, _Bundle] = {}

    @answers(log_status_pb2.GetLogStatusResponse)
    def GetLogStatus(self, request: Any, context: Any) -> Any:
        kind = log_status_pb2.GetLogStatusResponse
        with self.robot.lock:
            found = self._bundles.get(request.id)
            if found is None:
                return kind(status=kind.STATUS_ID_NOT_FOUND)
            return kind(status=kind.STATUS_OK, log_status=self._told(found))

    @answers(log_status_pb2.GetActiveLogStatusesResponse)
    def GetActiveLogStatuses(self, request: Any, context: Any) -> Any:
        kind = log_status_pb2.GetActiveLogStatusesResponse
        with self.robot.lock:
            return kind(status=kind.STATUS_OK, log_statuses=[self._told(one) for one in self._running()])

    @answers(log_status_pb2.StartExperimentLogResponse)
    def StartExperimentLog(self, request: Any, context: Any) -> Any:
        kind = log_status_pb2.StartExperimentLogResponse
        return self._begin(kind, Log.TYPE_EXPERIMENT, nanoseconds(request.keep_alive))

    @answers(log_status_pb2.StartRetroLogResponse)
    def StartRetroLog(self, request: Any, context: Any) -> Any:
        """Gather what was before: that is done at once."""
        return self._begin(log_status_pb2.StartRetroLogResponse, Log.TYPE_RETRO, 0)

    @answers(log_status_pb2.StartConcurrentLogResponse)
    def StartConcurrentLog(self, request: Any, context: Any) -> Any:
        kind = log_status_pb2.StartConcurrentLogResponse
        if not request.HasField("event"):
            return kind(status=kind.STATUS_NO_DATA_FOR_EVENT)
        return self._begin(kind, Log.TYPE_CONCURRENT, nanoseconds(request.keep_alive), request.event.id)

    @answers(log_status_pb2.UpdateExperimentLogResponse)
    def UpdateExperimentLog(self, request: Any, context: Any) -> Any:
        kind = log_status_pb2.UpdateExperimentLogResponse
        with self.robot.lock:
            found, now = self._bundles.get(request.id), self.robot.clock.now()
            if found is None:
                return kind(status=kind.STATUS_ID_NOT_FOUND)
            if not found.running(now):
                return kind(status=kind.STATUS_LOG_TERMINATED)
            found.end = now + nanoseconds(request.keep_alive)
            return self._answer(kind, found)

    @answers(log_status_pb2.TerminateLogResponse)
    def TerminateLog(self, request: Any, context: Any) -> Any:
        kind = log_status_pb2.TerminateLogResponse
        with self.robot.lock:
            found, now = self._bundles.get(request.id), self.robot.clock.now()
            if found is None:
                return kind(status=kind.STATUS_ID_NOT_FOUND)
            if found.running(now):
                found.terminated, found.end = True, now
            return kind(status=kind.STATUS_OK, log_status=self._told(found))

    def _running(self) -> list[_Bundle]:
        now = self.robot.clock.now()
        return [bundle for bundle in self._bundles.values() if bundle.running(now)]

    def _begin(self, kind: Any, sort: int, lasts: int, event: str = "") -> Any:
        with self.robot.lock:
            running = self._running()
            if any(bundle.kind == Log.TYPE_EXPERIMENT for bundle in running):
                return kind(status=kind.STATUS_EXPERIMENT_LOG_RUNNING)
            if sort != Log.TYPE_EXPERIMENT and len(running) >= _AT_ONCE:
                return kind(status=kind.STATUS_CONCURRENCY_LIMIT_REACHED)
            now = self.robot.clock.now()
            made = _Bundle(f"log-{self.robot.next_number()}", sort, event, now, now + lasts)
            self._bundles[made.name] = made
            if len(self._bundles) > _REMEMBERED:
                del self._bundles[next(iter(self._bundles))]
            return self._answer(kind, made)

    def _answer(self, kind: Any, bundle: _Bundle) -> Any:
        response = kind(status=kind.STATUS_OK, log_status=self._told(bundle))
        stamp(response.end_time, bundle.end)
        return response

    def _told(self, bundle: _Bundle) -> Any:
        """Return a bundle's state as it is now. Called with the robot's lock held."""
        now = self.robot.clock.now()
        status = Log.STATUS_IN_PROGRESS if bundle.running(now) else Log.STATUS_DONE
        told = Log(id=bundle.name, type=bundle.kind, event_key=bundle.event)
        told.status = Log.STATUS_TERMINATED if bundle.terminated else status
        stamp(told.start_time, bundle.start)
        stamp(told.end_time, bundle.end)
        stamp(told.run_time, min(now, bundle.end) - bundle.start)
        return told
