"""Missions over the wire: loaded, played for as long as a client says, paused, asked about, answered."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from bosdyn.api import data_chunk_pb2
from bosdyn.api.mission import mission_pb2, mission_service_pb2_grpc

from spot_emulator.robot.clock import nanoseconds, stamp
from spot_emulator.robot.mission_tree import FAILURE, RUNNING, SUCCESS, Run
from spot_emulator.services.answering import LEASE_OK, Service, answers, fill_header
from spot_emulator.services.mission_building import Building, MissionError

if TYPE_CHECKING:
    from spot_emulator.robot.robot import Robot
    from spot_emulator.services.logins import Logins
    from spot_emulator.services.mission_calls import Beside

State, Answer = mission_pb2.State, mission_pb2.AnswerQuestionResponse
_PERIOD = 0.1  # seconds between two ticks
_KEPT = 100  # ticks that can be asked for
_CHUNK = 1 << 20
_ENDED = {SUCCESS: State.STATUS_SUCCESS, FAILURE: State.STATUS_FAILURE}


class Mission:
    """A loaded mission. ``pause_at``: robot time at which it pauses unless a client says more, ns."""

    def __init__(self, number: int, proto: Any, robot: Robot, beside: Beside) -> None:
        """:raises MissionError: where a part of it cannot be played."""
        built = Building(proto)
        self.info = mission_pb2.MissionInfo(id=number, root=built.info)
        self.proto, self.number, self._root, self._kinds = proto, number, built.root, built.kinds
        self.run = Run(robot, beside)
        self.status: int = State.STATUS_NONE
        self.error = ""
        self.pause_at = 0
        self.ticks = -1
        self.history: deque[Any] = deque(maxlen=_KEPT)
        self._since = 0.0

    def unready(self, leases: list[Any]) -> list[Any]:
        """Let every node get ready, which may take long; return a FailedNode for each that cannot."""
        told = [(node, node.prepare(self.run.beside, leases)) for node in self._root.below()]
        return [
            mission_pb2.FailedNode(name=node.name, error=why, impl_typename=self._kinds[node.number])
            for node, why in told
            if why
        ]

    def dismiss(self) -> None:
        """End it for good."""
        self.halt(State.STATUS_STOPPED)
        for node in self._root.below():
            node.dismiss()

    def play(self, pause_at: int, leases: list[Any], *, anew: bool) -> None:
        """Go on until a robot time, ns; what has ended stays ended, but where it begins anew."""
        if anew:
            self.halt(State.STATUS_NONE)
            self.run = Run(self.run.robot, self.run.beside)
        if anew or self.status in {State.STATUS_NONE, State.STATUS_PAUSED}:
            self.status, self._since = State.STATUS_RUNNING, _PERIOD
        self.pause_at, self.run.leases = pause_at, leases

    def halt(self, status: int) -> None:
        """End it where it is."""
        self._root.end(self.run)
        self.status = status

    def pause(self) -> None:
        """Stand still and wait for more."""
        if self.status == State.STATUS_RUNNING:
            self._root.pause(self.run)
            self.status = State.STATUS_PAUSED

    def step(self, seconds: float) -> None:
        """Go on by some time."""
        if self.status != State.STATUS_RUNNING:
            return
        if self.run.robot.clock.now() > self.pause_at:
            self.pause()
            return
        self.run.time += seconds
        self._since += seconds
        if self._since < _PERIOD:
            return
        self._since, self.ticks = 0.0, self.ticks + 1
        self.run.states = []
        told = State.NodeStatesAtTick(tick_counter=self.ticks)
        stamp(told.tick_start_timestamp, self.run.robot.clock.now())
        result = self._root.tick(self.run)
        told.node_states.extend(self.run.states)
        self.history.appendleft(told)
        if result != RUNNING:
            self.status = _ENDED.get(result, State.STATUS_ERROR)
            self.error = next((s.error for s in self.run.states if s.error and result != SUCCESS), "")


class MissionService(Service, mission_service_pb2_grpc.MissionServiceServicer):
    """One mission at a time."""

    def __init__(self, robot: Robot, logins: Logins, beside: Beside) -> None:
        super().__init__(robot, logins)
        self._beside = beside
        self._numbers = itertools.count(1)
        self._mission: Mission | None = None
        robot.followers.append(self._go_on)

    def _go_on(self, seconds: float) -> None:
        if self._mission is not None:
            self._mission.step(seconds)

    # --- loading

    @answers(mission_pb2.LoadMissionResponse)
    def LoadMission(self, request: Any, context: Any) -> Any:
        return self.load(request)

    def LoadMissionAsChunks(self, requests: Iterator[Any], context: Any) -> Any:
        return self._loaded(requests)

    def LoadMissionAsChunks2(self, requests: Iterator[Any], context: Any) -> Iterator[Any]:
        yield from chunks(self._loaded(requests))

    def _loaded(self, requests: Iterator[Any]) -> Any:
        received = self.robot.clock.now()
        request = mission_pb2.LoadMissionRequest.FromString(b"".join(part.data for part in requests))
        response = self.load(request)
        fill_header(self.robot, response, request, received)
        return response

    def load(self, request: Any) -> Any:
        """Return the response to a LoadMissionRequest, its header unfilled."""
        kind = mission_pb2.LoadMissionResponse
        response = kind(status=kind.STATUS_OK)
        with self.robot.lock:
            if not self._may(request, response):
                return response
        try:
            made = Mission(next(self._numbers), request.root, self.robot, self._beside)
        except MissionError as error:
            return kind(status=kind.STATUS_COMPILE_ERROR, failed_nodes=[error.failed])
        failed = made.unready(list(request.leases))
        if failed:
            made.dismiss()
            return kind(status=kind.STATUS_VALIDATE_ERROR, failed_nodes=failed)
        with self.robot.lock:
            replaced, self._mission = self._mission, made
            if replaced is not None:
                replaced.dismiss()
        response.mission_info.CopyFrom(made.info)
        return response

    def _may(self, request: Any, response: Any) -> bool:
        """Judge the leases of a request; a mission that moves nothing needs none."""
        results = [self.robot.leases.use(lease, ()) for lease in request.leases]
        response.lease_use_results.extend(results)
        return all(result.status == LEASE_OK for result in results)

    # --- playing

    @answers(mission_pb2.PlayMissionResponse)
    def PlayMission(self, request: Any, context: Any) -> Any:
        return self._play(request, mission_pb2.PlayMissionResponse, anew=False)

    @answers(mission_pb2.RestartMissionResponse)
    def RestartMission(self, request: Any, context: Any) -> Any:
        return self._play(request, mission_pb2.RestartMissionResponse, anew=True)

    def _play(self, request: Any, kind: Any, *, anew: bool) -> Any:
        with self.robot.lock:
            if self._mission is None:
                return kind(status=kind.STATUS_NO_MISSION)
            response = kind(status=kind.STATUS_OK)
            if self._may(request, response):
                self._mission.play(nanoseconds(request.pause_time), list(request.leases), anew=anew)
        return response

    @answers(mission_pb2.PauseMissionResponse)
    def PauseMission(self, request: Any, context: Any) -> Any:
        return self._end(request, mission_pb2.PauseMissionResponse, stop=False)

    @answers(mission_pb2.StopMissionResponse)
    def StopMission(self, request: Any, context: Any) -> Any:
        return self._end(request, mission_pb2.StopMissionResponse, stop=True)

    def _end(self, request: Any, kind: Any, *, stop: bool) -> Any:
        response = kind(status=kind.STATUS_OK)
        with self.robot.lock:
            response.lease_use_result.CopyFrom(self.robot.leases.use(request.lease, ()))
            mission = self._mission
            if mission is None or mission.status == State.STATUS_NONE:
                response.status = kind.STATUS_NO_MISSION_PLAYING
            elif response.lease_use_result.status == LEASE_OK:
                if stop and mission.status in {State.STATUS_RUNNING, State.STATUS_PAUSED}:
                    mission.halt(State.STATUS_STOPPED)
                mission.pause()
        return response

    # --- asking about it

    @answers(mission_pb2.GetStateResponse)
    def GetState(self, request: Any, context: Any) -> Any:
        with self.robot.lock:
            mission = self._mission
            if mission is None:
                none = State(status=State.STATUS_NONE, tick_counter=-1, mission_id=-1)
                return mission_pb2.GetStateResponse(state=none)
            run = mission.run
            state = State(
                status=mission.status, tick_counter=mission.ticks, mission_id=mission.number,
                history=_wanted(mission.history, request), active_mission_text=run.texts.values(),
                error=mission.error if mission.status == State.STATUS_ERROR else "",
            )  # fmt: skip
            for asked in run.asked.values():
                if asked.id in run.answers:
                    state.answered_questions.add(question=asked, accepted_answer_code=run.answers[asked.id])
                else:
                    state.questions.append(asked)
        return mission_pb2.GetStateResponse(state=state)

    @answers(Answer)
    def AnswerQuestion(self, request: Any, context: Any) -> Any:
        with self.robot.lock:
            run = None if self._mission is None else self._mission.run
            asked = None if run is None else next((q for q in run.asked.values() if q.id == request.question_id), None)
            if run is None or asked is None:
                return Answer(status=Answer.STATUS_INVALID_QUESTION_ID)
            if asked.id in run.answers:
                return Answer(status=Answer.STATUS_ALREADY_ANSWERED)
            if request.code not in {option.answer_code for option in asked.options}:
                return Answer(status=Answer.STATUS_INVALID_CODE)
            run.answers[asked.id] = request.code
        return Answer(status=Answer.STATUS_OK)

    @answers(mission_pb2.GetInfoResponse)
    def GetInfo(self, request: Any, context: Any) -> Any:
        with self.robot.lock:
            return mission_pb2.GetInfoResponse(mission_info=None if self._mission is None else self._mission.info)

    def GetInfoAsChunks(self, request: Any, context: Any) -> Iterator[Any]:
        yield from chunks(self.GetInfo(request, context))

    @answers(mission_pb2.GetMissionResponse)
    def GetMission(self, request: Any, context: Any) -> Any:
        with self.robot.lock:
            mission = self._mission
            if mission is None:
                return mission_pb2.GetMissionResponse(id=-1)
            return mission_pb2.GetMissionResponse(root=mission.proto, id=mission.number)

    def GetMissionAsChunks(self, request: Any, context: Any) -> Iterator[Any]:
        yield from chunks(self.GetMission(request, context))


def _wanted(history: deque[Any], request: Any) -> list[Any]:
    """Return the ticks that a request asks for, the newest first."""
    last = request.history_upper_tick_bound.value if request.HasField("history_upper_tick_bound") else None
    found = [tick for tick in history if last is None or tick.tick_counter <= last]
    kind = request.WhichOneof("lower_bound")
    if kind == "history_lower_tick_bound":
        return [tick for tick in found if tick.tick_counter >= request.history_lower_tick_bound]
    return found[: request.history_past_ticks + 1 if kind else 1]


def chunks(whole: Any) -> Iterator[Any]:
    """Yield a message in pieces (DataChunk)."""
    data = whole.SerializeToString()
    for start in range(0, max(1, len(data)), _CHUNK):
        yield data_chunk_pb2.DataChunk(total_size=len(data), data=data[start : start + _CHUNK])
