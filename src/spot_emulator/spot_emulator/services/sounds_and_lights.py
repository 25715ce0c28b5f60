"""Lights and buzzer over the wire: behaviours are kept, run and told; nothing shines or sounds."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bosdyn.api import audio_visual_pb2, audio_visual_service_pb2_grpc

from spot_emulator.robot.clock import nanoseconds
from spot_emulator.services.answering import Service, answers

if TYPE_CHECKING:
    from spot_emulator.robot.robot import Robot
    from spot_emulator.services.logins import Logins

Run = audio_visual_pb2.RunBehaviorResponse
OWN = {"idle": 1, "warning": 5, "danger": 10}
"""The robot's own behaviours, which nobody can change, and their priorities; names and numbers are assumed."""


@dataclass(frozen=True)
class _Running:
    name: str
    client: str
    ends: int


class AudioVisualService(Service, audio_visual_service_pb2_grpc.AudioVisualServiceServicer):
    """One behaviour runs at a time: the newest of those with the highest priority."""

    def __init__(self, robot: Robot, logins: Logins) -> None:
        super().__init__(robot, logins)
        kind = audio_visual_pb2.LiveAudioVisualBehavior
        self._known = {name: kind(name=name, permanent=True) for name in OWN}
        for name, priority in OWN.items():
            self._known[name].behavior.enabled, self._known[name].behavior.priority = True, priority
        self._params = audio_visual_pb2.AudioVisualSystemParams(
            enabled=True, max_brightness=1.0, buzzer_max_volume=1.0, speaker_max_volume=1.0
        )
        self._running: _Running | None = None

    @answers(Run)
    def RunBehavior(self, request: Any, context: Any) -> Any:
        with self.robot.lock:
            found = self._known.get(request.name)
            now, ends = self.robot.clock.now(), nanoseconds(request.end_time)
            if found is None or ends <= now:
                return Run(status=Run.STATUS_DOES_NOT_EXIST if found is None else Run.STATUS_EXPIRED)
            running = self._running if self._running is not None and self._running.ends > now else None
            result = self._result(found, running, restart=request.restart)
            if result == Run.RESULT_BEHAVIOR_RUN:
                self._running = _Running(request.name, request.header.client_name, ends)
        return Run(status=Run.STATUS_SUCCESS, run_result=result)

    def _result(self, wanted: Any, running: _Running | None, *, restart: bool) -> int:
        """Return what comes of running a behaviour while another one may run."""
        result = Run.RESULT_BEHAVIOR_RUN
        if not self._params.enabled:
            result = Run.RESULT_SYSTEM_DISABLED
        elif not wanted.behavior.enabled:
            result = Run.RESULT_BEHAVIOR_DISABLED
        elif running is not None and running.name == wanted.name:
            result = Run.RESULT_BEHAVIOR_RUN if restart else Run.RESULT_ALREADY_RUNNING
        elif running is not None and self._priority(running.name) > wanted.behavior.priority:
            result = Run.RESULT_LOW_PRIORITY
        return int(result)

    def _priority(self, name: str) -> int:
        known = self._known.get(name)
        return -1 if known is None else int(known.behavior.priority)

    @answers(audio_visual_pb2.StopBehaviorResponse)
    def StopBehavior(self, request: Any, context: Any) -> Any:
        kind = audio_visual_pb2.StopBehaviorResponse
        with self.robot.lock:
            running = self._running
            if running is not None and running.name == request.behavior_name:
                if running.client != request.header.client_name:
                    return kind(status=kind.STATUS_INVALID_CLIENT)
                self._running = None
        return kind(status=kind.STATUS_SUCCESS)

    @answers(audio_visual_pb2.AddOrModifyBehaviorResponse)
    def AddOrModifyBehavior(self, request: Any, context: Any) -> Any:
        kind = audio_visual_pb2.AddOrModifyBehaviorResponse
        if not request.name or not request.HasField("behavior"):
            return kind(status=kind.STATUS_INVALID, error_message="a behaviour needs a name, and what it does")
        with self.robot.lock:
            if request.name in OWN:
                return kind(status=kind.STATUS_MODIFY_PERMANENT)
            made = audio_visual_pb2.LiveAudioVisualBehavior(name=request.name, behavior=request.behavior)
            self._known[request.name] = made
        return kind(status=kind.STATUS_SUCCESS, live_behavior=made)

    @answers(audio_visual_pb2.DeleteBehaviorsResponse)
    def DeleteBehaviors(self, request: Any, context: Any) -> Any:
        kind = audio_visual_pb2.DeleteBehaviorsResponse
        with self.robot.lock:
            names = list(dict.fromkeys(request.behavior_names))
            if any(name in OWN for name in names):
                return kind(status=kind.STATUS_DELETE_PERMANENT)
            if any(name not in self._known for name in names):
                return kind(status=kind.STATUS_DOES_NOT_EXIST)
            gone = [self._known.pop(name) for name in names]
        return kind(status=kind.STATUS_SUCCESS, deleted_behaviors=gone)

    @answers(audio_visual_pb2.ListBehaviorsResponse)
    def ListBehaviors(self, request: Any, context: Any) -> Any:
        with self.robot.lock:
            return audio_visual_pb2.ListBehaviorsResponse(behaviors=list(self._known.values()))

    @answers(audio_visual_pb2.GetSystemParamsResponse)
    def GetSystemParams(self, request: Any, context: Any) -> Any:
        with self.robot.lock:
            return audio_visual_pb2.GetSystemParamsResponse(params=self._params)

    @answers(audio_visual_pb2.SetSystemParamsResponse)
    def SetSystemParams(self, request: Any, context: Any) -> None:
        """Set what is given; brightness and volumes are shares, and colours go with their presets."""
        with self.robot.lock:
            for field, value in request.ListFields():
                if field.name.endswith("_association"):
                    getattr(self._params, field.name).CopyFrom(value)
                elif field.name != "header":
                    setattr(self._params, field.name, _share(value.value))


def _share(value: float | bool) -> float | bool:
    """Return a number brought between 0 and 1, and a truth as it is."""
    return value if isinstance(value, bool) else min(1.0, max(0.0, value if math.isfinite(value) else 0.0))
