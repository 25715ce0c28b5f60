"""A mission's nodes that act on the robot: commands, motors, walks along the map, localization, its state."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

from bosdyn.api import basic_command_pb2, robot_command_pb2
from bosdyn.api.graph_nav import graph_nav_pb2

from spot_emulator.robot import estop
from spot_emulator.robot.activities import Activity, Command, Part
from spot_emulator.robot.clock import NANO, stamp
from spot_emulator.robot.mission_tree import FAILURE, RUNNING, SUCCESS, Node, Run
from spot_emulator.robot.navigation import Navigation
from spot_emulator.robot.orders import LONGEST, Order, understand
from spot_emulator.robot.power import Motors
from spot_emulator.services.answering import LEASE_OK
from spot_emulator.services.commands import tell, unable
from spot_emulator.services.finding_the_way import gait_of, impaired, localized
from spot_emulator.services.states import robot_state

CLOCK = "mission"
"""What the mission's own commands name as the clock that their end times are by: the robot's own."""
_DONE = frozenset({
    "STATUS_IS_STANDING", "STATUS_IS_SITTING", "STATUS_STOPPED", "STATUS_STANCED", "STATUS_TRAJECTORY_COMPLETE",
    "STATUS_COMPLETE", "STATUS_AT_GOAL", "STATUS_APPLYING_FORCE", "STATUS_POWERED_OFF", "STATUS_COMPLETED",
})  # fmt: skip
_FAILED = frozenset({
    "STATUS_TOO_FAR_AWAY", "STATUS_TRAJECTORY_STALLED", "STATUS_TRAJECTORY_CANCELLED", "STATUS_STALLED",
})  # fmt: skip
_SECONDS = LONGEST - 1.0  # that a mission's command is good for: a pause ends it
_FIRST = 1_000_000  # numbers of a mission's walks, so that no client's are the same
Trajectory = basic_command_pb2.SE2TrajectoryCommand.Feedback
Nav, Localize = graph_nav_pb2.NavigationFeedbackResponse, graph_nav_pb2.SetLocalizationRequest


class Acting(Node):
    """A node that needs a lease and gives parts of the robot something to do, and begins anew after a pause."""

    def __init__(self, number: int, name: str) -> None:
        super().__init__(number, name)
        self.doing: list[Activity] = []
        self._started = False

    def begin(self, run: Run) -> None:
        self._started = False

    def go_on(self, run: Run) -> int:
        if not self._started:
            if not any(run.robot.leases.retain(lease).status == LEASE_OK for lease in run.leases):
                self.error = "the mission has no lease that allows it"
            else:
                self.error = self.start(run)
            if self.error:
                return FAILURE
            self._started = True
        return self.judge(run)

    def start(self, run: Run) -> str:
        """Begin; return why it cannot be, or ''."""
        raise NotImplementedError

    def judge(self, run: Run) -> int:
        """Return what it has come to."""
        raise NotImplementedError

    def pause(self, run: Run) -> None:
        if self._started and any(activity.running for activity in self.doing):
            run.robot.stop("the mission goes on no longer")
        self._started, self.doing = False, []


class CommandNode(Acting):
    """A RobotCommand, until its feedback says that it is done."""

    def __init__(self, number: int, name: str, command: Any) -> None:
        super().__init__(number, name)
        self._wanted = command
        self._command = Command(0)

    def start(self, run: Run) -> str:
        robot = run.robot
        request = robot_command_pb2.RobotCommandRequest(command=self._wanted, clock_identifier=CLOCK)
        robot.clocks.add(CLOCK)
        _date(request.command, robot.clock.now() + int(_SECONDS * NANO))
        refused = unable(robot, request.command.full_body_command.WhichOneof("command") or "")
        order = refused or understand(robot, request)
        if not isinstance(order, Order):
            return str(order.message)
        self._command = robot.commands[robot.accept(order.full, order.parts)]
        self.doing = [order.full] if order.full is not None else list(order.parts.values())
        return ""

    def judge(self, run: Run) -> int:
        told = robot_command_pb2.RobotCommandFeedback()
        tell(run.robot, self._command, told)
        results = [self._verdict(part) for part in _parts(told)]
        if FAILURE in results:
            return FAILURE
        if all(result == SUCCESS for result in results):
            return SUCCESS
        if all(activity.running for activity in self.doing):
            return RUNNING
        self.error = "something else was asked of the robot meanwhile"
        return FAILURE

    def _verdict(self, part: Any) -> int:
        """Return what a part's feedback says: one without a status is done as soon as it is begun."""
        kind = part.WhichOneof(part.DESCRIPTOR.oneofs[0].name)
        told = getattr(part, kind) if kind else None
        if told is None or "status" not in told.DESCRIPTOR.fields_by_name:
            return SUCCESS
        name = told.DESCRIPTOR.fields_by_name["status"].enum_type.values_by_number[told.status].name
        blocked = isinstance(told, Trajectory) and told.final_goal_status == Trajectory.FINAL_GOAL_STATUS_BLOCKED
        if name in _FAILED or blocked:
            self.error = "something is in the way" if blocked else f"the robot says {name}"
            return FAILURE
        return SUCCESS if name in _DONE else RUNNING


def _parts(told: Any) -> list[Any]:
    """Return the feedback of each part that a RobotCommandFeedback is about."""
    if told.HasField("full_body_feedback"):
        return [told.full_body_feedback]
    return [value for _, value in told.synchronized_feedback.ListFields()]


def _date(command: Any, end: int) -> None:
    """Let what a command asks for end at a robot time, ns, where it has an end."""
    mobility = command.synchronized_command.mobility_command
    arm = command.synchronized_command.arm_command
    for owner, name in (
        (mobility, "se2_trajectory_request"), (mobility, "se2_velocity_request"), (mobility, "stance_request"),
        (arm, "arm_velocity_command"), (command.full_body_command, "constrained_manipulation_request"),
    ):  # fmt: skip
        if owner.HasField(name):
            stamp(getattr(owner, name).end_time, end)


class PowerNode(Acting):
    """The motors on, or off."""

    def __init__(self, number: int, name: str, *, on: bool) -> None:
        super().__init__(number, name)
        self._on = on

    def start(self, run: Run) -> str:
        power = run.robot.power
        if not self._on:
            power.switch_off()
        elif run.robot.estop.level() != estop.NONE:
            return "the robot is e-stopped"
        elif not power.on:
            power.switch_on()
        return ""

    def judge(self, run: Run) -> int:
        power = run.robot.power
        if power.on is self._on:
            return SUCCESS
        if not self._on or power.motors is Motors.POWERING_ON:
            return RUNNING
        self.error = "the motors do not come on"
        return FAILURE


class NavigateNode(Acting):
    """A walk over waypoints of the map that is on the robot: those named, in turn; the way to the first is found."""

    _numbers = itertools.count(_FIRST)

    def __init__(self, number: int, name: str, waypoints: Sequence[str], travel: Any) -> None:
        super().__init__(number, name)
        self._waypoints, self._travel = list(waypoints), travel

    def start(self, run: Run) -> str:
        robot, navigator = run.robot, run.robot.navigator
        goal = self._waypoints[-1]
        place = navigator.place(goal)
        ids = navigator.map.path(navigator.nearest(robot.base.pose) or "", self._waypoints[0])
        route = None if ids is None else navigator.route(robot, [*ids, *self._waypoints[1:]])
        if place is None or route is None:
            return f"no way leads to the waypoint {goal!r}"
        if not navigator.localized or navigator.lost:
            return "the robot is not localized on its map"
        if impaired(robot) is not None:
            return "the robot cannot walk now"
        walk = Navigation(
            next(self._numbers), robot, navigator, route, place, gait_of(self._travel), math.inf
        )
        walk.leases = run.leases
        navigator.commands[walk.number] = walk
        robot.assign({Part.MOBILITY: walk})
        self.doing = [walk]
        return ""

    def judge(self, run: Run) -> int:
        told = Nav()
        self.doing[0].feedback(run.robot, told)
        if told.status in {Nav.STATUS_REACHED_GOAL, Nav.STATUS_FOLLOWING_ROUTE}:
            return SUCCESS if told.status == Nav.STATUS_REACHED_GOAL else RUNNING
        self.error = f"the walk ended: {Nav.Status.Name(told.status)}"
        return FAILURE


class LocalizeNode(Node):
    """Finding the robot on its map, by the nearest fiducial where nothing else is asked for."""

    def __init__(self, number: int, name: str, wanted: Any) -> None:
        super().__init__(number, name)
        self._request = Localize(fiducial_init=Localize.FIDUCIAL_INIT_NEAREST)
        self._request.MergeFrom(wanted.localization_request)
        self._request.ClearField("ko_tform_body")

    def go_on(self, run: Run) -> int:
        status, self.error = localized(run.robot, self._request)
        return SUCCESS if status == graph_nav_pb2.SetLocalizationResponse.STATUS_OK else FAILURE


class StateNode(Node):
    """The robot's state as a variable for a child."""

    def __init__(self, number: int, name: str, child: Sequence[Node], variable: str) -> None:
        super().__init__(number, name, child)
        self._variable = variable

    def go_on(self, run: Run) -> int:
        if not self.children:
            run.blackboard.write(self._variable, robot_state(run.robot))
            return SUCCESS
        run.blackboard.enter({self._variable: robot_state(run.robot)})
        try:
            return self.children[0].tick(run)
        finally:
            run.blackboard.leave()


class RetainNode(Node):
    """A sign of life of whoever lent the leases."""

    def go_on(self, run: Run) -> int:
        kept = [run.robot.leases.retain(lease).status == LEASE_OK for lease in run.leases]
        return SUCCESS if kept and all(kept) else FAILURE

