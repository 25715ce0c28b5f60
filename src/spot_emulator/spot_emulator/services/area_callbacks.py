"""Callbacks of areas on the robot's way: clients' services that hold it, move it, or let it pass."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from bosdyn.api.graph_nav import area_callback_pb2 as wire
from bosdyn.api.graph_nav import area_callback_service_pb2_grpc, graph_nav_pb2
from bosdyn.client.lease import Lease

from spot_emulator.robot.activities import Part, Status
from spot_emulator.robot.clock import NANO, stamp
from spot_emulator.robot.crossing import Area, Crossing, Policy, Stage, areas
from spot_emulator.robot.navigation import Navigation, route_proto
from spot_emulator.services.answering import Code
from spot_emulator.services.compute_workers import LongCall, RegisteredServices

if TYPE_CHECKING:
    from spot_emulator.robot.robot import Robot

Failure, Updated, Told = wire.AreaCallbackError, wire.UpdateCallbackResponse, graph_nav_pb2.NavigationFeedbackResponse
_INFORM, _BEGIN, _CONTROL = "AreaCallbackInformation", "BeginCallback", "BeginControl"
_UPDATE, _END = "UpdateCallback", "EndCallback"
_FIELDS = {_BEGIN: "begin_callback", _CONTROL: "begin_control", _UPDATE: "update_callback", _END: "end_callback"}
_PERIOD = 0.2  # seconds between two updates of a callback
_GOOD_FOR = 10.0  # seconds that a callback may go on without another one
_PATIENCE = 10.0  # seconds that one call may take


class Callback:
    """A client's callback while the robot crosses its area: one call at a time. ``lent``: it moves the robot.

    ``over``: it was told that it ended. ``trouble``: why the robot goes no farther, as Navigation has it
    """

    def __init__(self, robot: Robot, registered: RegisteredServices, area: Area, walk: Navigation) -> None:
        self.area, self.crossing, self.walk = area, Crossing(), walk
        self.lent = self.over = False
        self.trouble: tuple[int, int] | None = None
        self.error: Any = None
        self._robot, self._registered = robot, registered
        self._resources: Sequence[str] = ()
        self._number: int | None = None
        self._ends, self._since, self._lendings = False, 0.0, 0
        self._told_stage: int = Stage.STAGE_UNKNOWN
        self._method = _INFORM
        self._call: LongCall | None = None
        self._ask(_INFORM, wire.AreaCallbackInformationRequest())

    def _ask(self, method: str, request: Any) -> None:
        name, stub = self.area.region.service_name, area_callback_service_pb2_grpc.AreaCallbackServiceStub
        self._method, self._since = method, 0.0
        self._call = LongCall(lambda: self._registered.call(name, stub, method, request, _PATIENCE))

    def go_on(self, seconds: float) -> None:
        """Hear what was answered, tell how far the robot is, and ask what is to be asked next."""
        self._since += seconds
        if self._call is not None:
            if not self._call.over:
                return
            call, self._call = self._call, None
            self._hear(call)
        if not self.over and self.trouble is None:
            self.crossing.arrive(at_start=self._at(self.area.first), at_end=self._at(self.area.last))
            self.lent = self.lent and self.crossing.lends
        if not self.over:
            self._ask_next()

    def _at(self, index: int) -> bool:
        """Tell whether the robot is at a waypoint of the route, and stands where it is to stand."""
        passes = self.crossing.wanted == Policy.OPTION_CONTINUE
        return self.walk.reached(index) and (passes or self._robot.base.velocity.still())

    def end(self) -> None:
        """Let the callback go."""
        self._ends, self.lent = True, False

    def _ask_next(self) -> None:
        number = self._number
        crossed = self.crossing.crossed and self._told_stage == Stage.STAGE_AT_END and self._since >= _PERIOD
        if self._ends or self.trouble is not None or crossed:
            if number is None or self._method == _END:
                self.over = True
            else:
                self._ask(_END, wire.EndCallbackRequest(command_id=number))
        elif number is None:
            self._ask(_BEGIN, self._begun())
        elif self.crossing.lends and not self.lent:
            self.lent = True  # before it is answered: the callback may use its lease at once
            self._ask(_CONTROL, wire.BeginControlRequest(command_id=number, leases=self._sub_leases()))
        elif self._since >= _PERIOD:
            self._told_stage = self.crossing.stage
            update = wire.UpdateCallbackRequest(command_id=number, stage=self._told_stage)
            stamp(update.end_time, self._robot.clock.now() + int(_GOOD_FOR * NANO))
            self._ask(_UPDATE, update)

    def _begun(self) -> Any:
        area, data = self.area, self.area.region.recorded_data
        request = wire.BeginCallbackRequest(
            recorded_data=data, config_data=data.config_data,
            custom_params=data.parameters.values if data.HasField("parameters") else data.custom_params,
        )  # fmt: skip
        request.region_info.region_id, request.region_info.description = area.name, area.region.description
        request.region_info.route.CopyFrom(route_proto(self.walk.route.ids[area.first : area.last + 1]))
        stamp(request.end_time, self._robot.clock.now() + int(_GOOD_FOR * NANO))
        return request

    def _sub_leases(self) -> list[Any]:
        """Return leases under the walk's on what the callback needs, newer ones each time."""
        made = []
        for resource in self._resources if self.walk.leases else ():
            self._lendings += 1
            lease = Lease(self.walk.leases[0]).create_sublease("graph-nav").lease_proto
            lease.resource, lease.sequence[-1] = resource, self._lendings
            made.append(lease)
        return made

    def _hear(self, call: LongCall) -> None:
        answer = call.answer
        if answer is None:
            self._fail(Failure.ERROR_SERVICE if call.unregistered else Failure.ERROR_TRANSPORT)
        elif not _well(answer):
            self._fail(Failure.ERROR_RESPONSE, answer)
        elif self._method == _INFORM:
            self._resources = list(answer.info.required_lease_resources)
        elif self._method == _BEGIN:
            self._number = answer.command_id
        elif self._method == _UPDATE:
            self._follow(answer)

    def _follow(self, answer: Any) -> None:
        """Do as a callback says."""
        if self.lent and answer.localization.change == Updated.UpdateLocalization.LOCALIZATION_AT_END:
            self.crossing.stage = Stage.STAGE_AT_END
        kind = answer.WhichOneof("response")
        if kind == "policy":
            self.crossing.policy.CopyFrom(answer.policy)
        elif kind == "complete":
            self.end()
        elif kind == "error":
            blocked = answer.error.error == Updated.Error.ERROR_BLOCKED
            why = Told.STUCK_REASON_AREA_CALLBACK_BLOCKED if blocked else Told.STUCK_REASON_AREA_CALLBACK_FAILED
            self.trouble, self.lent = (int(Told.STATUS_STUCK), int(why)), False

    def _fail(self, error: int, answer: Any = None) -> None:
        if self._method == _END or self._ends:
            self.over = True
            return
        self.error = Failure(service_name=self.area.region.service_name, error=error)
        if answer is not None and self._method in _FIELDS:
            getattr(self.error, _FIELDS[self._method]).CopyFrom(answer)
        self.trouble, self.lent = (int(Told.STATUS_AREA_CALLBACK_ERROR), int(Told.STUCK_REASON_UNKNOWN)), False
        self.over = self._number is None


def _well(answer: Any) -> bool:
    """Tell whether an answer says that all is well."""
    fine = answer.header.error.code in (Code.CODE_UNSPECIFIED, Code.CODE_OK)
    return fine and getattr(answer, "status", 1) == 1


class AreaCallbacks:
    """The callbacks of the walk that the robot is on, whoever began it."""

    def __init__(self, robot: Robot, registered: RegisteredServices) -> None:
        self._robot, self._registered = robot, registered
        self._walk: Navigation | None = None
        self._ahead: list[Area] = []
        self._active: list[Callback] = []
        self._ending: list[Callback] = []
        robot.followers.append(self._go_on)

    def missing(self, route: Sequence[str]) -> list[str]:
        """Return the services that areas of a route need and nobody registered."""
        found = {area.region.service_name for area in areas(route, self._robot.navigator.map.graph.edges)}
        return sorted(name for name in found if not self._registered.has(name))

    def lent(self, number: int) -> Navigation | None:
        """Return the walk that a client goes on with while a callback moves the robot; ``number``: 0 is any."""
        walk = self._walk
        return walk if walk is not None and walk.lent and number in (0, walk.number) else None

    def tell(self, walk: Navigation, response: Any) -> None:
        """Write what callbacks do into a walk's feedback."""
        if walk is not self._walk:
            return
        kind = Told.ActiveRegionInformation
        for callback in self._active:
            area, crossing = callback.area, callback.crossing
            found = response.active_region_information[area.name]
            found.description, found.service_name = area.region.description, area.region.service_name
            standing = crossing.stage in (Stage.STAGE_AT_START, Stage.STAGE_AT_END)
            found.region_status = kind.STATUS_WAITING if standing else kind.STATUS_NAVIGATING
            if callback.lent:
                found.region_status = kind.STATUS_CALLBACK_IN_CONTROL
            if callback.error is not None:
                response.area_callback_errors[area.name].CopyFrom(callback.error)

    def _go_on(self, seconds: float) -> None:
        robot = self._robot
        now = robot.slots[Part.MOBILITY]
        if isinstance(now, Navigation) and now.running and now is not self._walk:
            self._let_go()
            self._walk, self._ahead = now, areas(now.route.ids, robot.navigator.map.graph.edges)
        for callback in self._ending:
            callback.go_on(seconds)
        self._ending = [callback for callback in self._ending if not callback.over]
        if self._walk is not None:
            self._watch(self._walk, seconds)

    def _let_go(self) -> None:
        for callback in self._active:
            callback.end()
        self._ending += self._active
        self._active, self._ahead, self._walk = [], [], None

    def _watch(self, walk: Navigation, seconds: float) -> None:
        robot = self._robot
        if walk.lent and robot.clock.seconds() > walk.expires:
            walk.lent, walk.status = False, Status.STATUS_COMMAND_TIMED_OUT
            robot.stop("nobody goes on with the walk that a callback moves the robot for")
        if not walk.running and not walk.lent:
            self._let_go()
            return
        if self._ahead and self._ahead[0].first < min((c.area.last for c in self._active), default=math.inf):
            self._active.append(Callback(robot, self._registered, self._ahead.pop(0), walk))
        for callback in self._active:
            callback.go_on(seconds)
            walk.trouble = walk.trouble or callback.trouble
        holds = [hold for c in self._active if not c.over and (hold := c.crossing.hold(c.area)) is not None]
        self._lend(walk, [callback for callback in self._active if callback.lent])
        self._active = [c for c in self._active if not c.over or c.trouble is not None]
        walk.hold = min(holds, default=None)

    def _lend(self, walk: Navigation, to: list[Callback]) -> None:
        """Let a callback move the robot, or walk on where it has done so."""
        if to:
            walk.lent = True
            return
        if not walk.lent:
            return
        walk.lent = False
        if self._robot.slots[Part.MOBILITY] is not walk:
            at_end = [c.area.last for c in self._active if c.crossing.stage == Stage.STAGE_AT_END]
            walk.go_on_after(max(at_end, default=walk.passed - 1))
            self._robot.assign({Part.MOBILITY: walk})
