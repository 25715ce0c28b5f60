"""Areas of a map that clients' callbacks watch over, run as the SDK's examples run them: held, moved, turned away."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
from bosdyn.api.graph_nav import area_callback_pb2, graph_nav_pb2, map_pb2, nav_pb2
from bosdyn.client.area_callback_region_handler_base import AreaCallbackRegionHandlerBase, PathBlocked
from bosdyn.client.area_callback_service_runner import run_service
from bosdyn.client.area_callback_service_servicer import AreaCallbackServiceServicer
from bosdyn.client.area_callback_service_utils import AreaCallbackServiceConfig
from bosdyn.client.graph_nav import AreaCallbackMapError, GraphNavClient
from bosdyn.client.robot_command import RobotCommandClient, blocking_sit
from spot_client import Emulator, Program, until

from spot_emulator.robot.crossing import Area, Crossing, Policy, Stage, areas

OPTIONS = ("--scene", "FloorPlan4", "--power", "on", "--map-loaded")
Feedback = graph_nav_pb2.NavigationFeedbackResponse
Region = Feedback.ActiveRegionInformation
SERVICE, AREA = "watcher", "crossing"
PATIENCE = 30.0
"""Seconds within which something comes to hold."""


class Handler(AreaCallbackRegionHandlerBase):
    """What the tests' callbacks share: they count and tell what happens to them."""

    told: ClassVar[list[str]] = []
    go = threading.Event()

    def begin(self, request: Any) -> Any:
        self.told.append(f"begin {request.region_info.region_id} {len(request.region_info.route.waypoint_id)}")
        return area_callback_pb2.BeginCallbackResponse.STATUS_OK

    def end(self) -> None:
        self.told.append("end")


class Gate(Handler):
    """Holds the robot at the start until it may go."""

    def run(self) -> None:
        self.stop_at_start()
        self.block_until_arrived_at_start()
        self.told.append("at start")
        while not self.go.is_set():
            self.safe_sleep(0.05)
        self.continue_past_start()
        self.block_until_arrived_at_end()
        self.told.append("at end")


class Mover(Handler):
    """Sits down at the start and lets the robot go on."""

    def run(self) -> None:
        self.control_at_start()
        self.block_until_control()
        self.told.append("control")
        blocking_sit(self.robot.ensure_client(RobotCommandClient.default_service_name), update_frequency=10.0)
        self.told.append("sat")
        while not self.go.is_set():
            self.safe_sleep(0.05)
        self.continue_past_start()
        self.block_until_arrived_at_end()


class Wall(Handler):
    """Lets nobody through."""

    def run(self) -> None:
        raise PathBlocked


@contextmanager
def watched(emulator: Emulator, kind: type[Handler], *resources: str) -> Iterator[type[Handler]]:
    """Run a callback's service as a program of its own does."""
    owner = Program(emulator, "callback")
    owner.robot.time_sync.wait_for_sync(timeout_sec=30)
    config = AreaCallbackServiceConfig(SERVICE, required_lease_resources=list(resources))
    kind.told.clear()
    kind.go.clear()
    runner, keeper = run_service(owner.robot, AreaCallbackServiceServicer(owner.robot, config, kind), 0, emulator.host)
    try:
        with keeper:
            until(lambda: any(e.name == SERVICE for e in owner.robot.list_services()), PATIENCE)
            yield kind
    finally:
        kind.go.set()
        runner.stop()
        owner.close()


class Walker(threading.Thread):
    """Walks to a waypoint as programs do: the command again twice a second, with an end a second ahead."""

    def __init__(self, program: Program, goal: str) -> None:
        super().__init__(daemon=True)
        self.client, self.goal = program.client(GraphNavClient), goal
        self.told: Any = SimpleNamespace(status=0)
        self.start()

    def run(self) -> None:
        number, status = None, Feedback.STATUS_FOLLOWING_ROUTE
        while status == Feedback.STATUS_FOLLOWING_ROUTE:
            number = self.client.navigate_to(self.goal, 2.0, command_id=number)
            time.sleep(0.3)
            self.told = self.client.navigation_feedback(number)
            status = self.told.status

    def end(self, seconds: float = 60.0) -> Any:
        self.join(seconds)
        assert not self.is_alive(), self.told
        return self.told


@pytest.fixture
def way(emulator: Emulator, program: Program) -> list[str]:
    """Give a route whose middle is watched over, from where the robot stands, localized and with the lease."""
    client = program.client(GraphNavClient)
    program.stand()
    graph = client.download_graph()
    client.set_localization(
        initial_guess_localization=nav_pb2.Localization(), ko_tform_body=None,
        fiducial_init=graph_nav_pb2.SetLocalizationRequest.FIDUCIAL_INIT_NEAREST,
    )  # fmt: skip
    here = client.get_localization_state().localization.waypoint_id
    route = longest(graph, here)
    for edge in graph.edges:
        ends = {edge.id.from_waypoint, edge.id.to_waypoint}
        inside = any(ends == set(pair) for pair in itertools.pairwise(route[1:4]))
        edge.annotations.area_callbacks.pop(AREA, None)
        if inside:
            edge.annotations.area_callbacks[AREA].service_name = SERVICE
    client.upload_graph(graph=graph, lease=None)
    return route


def longest(graph: Any, start: str) -> list[str]:
    """Return a way of five waypoints along edges from a waypoint, the shortest to its end."""
    near: dict[str, list[str]] = {}
    for edge in graph.edges:
        near.setdefault(edge.id.from_waypoint, []).append(edge.id.to_waypoint)
        near.setdefault(edge.id.to_waypoint, []).append(edge.id.from_waypoint)
    ways, seen = [[start]], {start}
    while ways:
        found = ways.pop(0)
        if len(found) == 5:
            return found
        for name in near[found[-1]]:
            if name not in seen:
                seen.add(name)
                ways.append([*found, name])
    raise AssertionError("no way is so long")


def status_of(walker: Walker) -> int:
    return walker.told.active_region_information[AREA].region_status if walker.told.status else 0


def test_a_callback_holds_the_robot_before_its_area_until_it_lets_it_go(
    emulator: Emulator, program: Program, way: list[str]
) -> None:
    with watched(emulator, Gate) as gate:
        walker = Walker(program, way[-1])
        until(lambda: "at start" in gate.told, PATIENCE)
        assert gate.told[0] == f"begin {AREA} 3"
        until(lambda: status_of(walker) == Region.STATUS_WAITING, PATIENCE)
        place = emulator.state()["pose"]
        time.sleep(1.0)
        assert emulator.state()["pose"] == place and emulator.state()["still"], "it stands, though the walk goes on"
        gate.go.set()
        assert walker.end().status == Feedback.STATUS_REACHED_GOAL
        until(lambda: gate.told[-1] == "end", PATIENCE)
        assert "at end" in gate.told


def test_a_callback_moves_the_robot_with_a_lease_that_it_is_lent(
    emulator: Emulator, program: Program, way: list[str]
) -> None:
    with watched(emulator, Mover, "body") as mover:
        walker = Walker(program, way[-1])
        until(lambda: "sat" in mover.told, PATIENCE)
        until(lambda: status_of(walker) == Region.STATUS_CALLBACK_IN_CONTROL, PATIENCE)
        assert emulator.state()["sitting"]
        mover.go.set()
        assert walker.end().status == Feedback.STATUS_REACHED_GOAL
        until(lambda: mover.told[-1] == "end", PATIENCE)


def test_a_blocked_area_is_told_and_nobody_goes_through(emulator: Emulator, program: Program, way: list[str]) -> None:
    with watched(emulator, Wall) as wall:
        told = Walker(program, way[-1]).end()
        assert told.status == Feedback.STATUS_STUCK
        assert told.stuck_reason == Feedback.STUCK_REASON_AREA_CALLBACK_BLOCKED
        until(lambda: wall.told[-1] == "end", PATIENCE)


def test_without_its_service_an_area_is_not_entered(program: Program, way: list[str]) -> None:
    client = program.client(GraphNavClient)
    with pytest.raises(AreaCallbackMapError) as raised:
        client.navigate_to(way[-1], 2.0)
    assert list(raised.value.response.area_callback_error.missing_services) == [SERVICE]
    checked = client._stub.ValidateGraph(graph_nav_pb2.ValidateGraphRequest())
    assert checked.status == graph_nav_pb2.ValidateGraphResponse.STATUS_AREA_CALLBACK_ERROR


def test_areas_are_stretches_of_a_route() -> None:
    graph = map_pb2.Graph()
    for pair, names in (("ab", "x"), ("cb", "xy"), ("cd", "y"), ("de", ""), ("ef", "x")):
        edge = graph.edges.add(id={"from_waypoint": pair[0], "to_waypoint": pair[1]})
        for name in names:
            edge.annotations.area_callbacks[name].service_name = name
    found = [(area.name, area.first, area.last) for area in areas("abcdef", graph.edges)]
    assert found == [("x", 0, 2), ("y", 1, 3), ("x", 4, 5)]
    assert not areas("a", graph.edges)


def test_a_crossing_goes_on_stage_by_stage_as_its_callback_lets_it() -> None:
    area, crossing = Area("x", 1, 3, None), Crossing()
    assert crossing.hold(area) == 1, "until the callback has said anything it stands at the start"
    crossing.arrive(at_start=True, at_end=False)
    crossing.policy.at_start = Policy.OPTION_CONTROL
    assert crossing.stage == Stage.STAGE_AT_START and crossing.lends
    crossing.policy.at_start, crossing.policy.at_end = Policy.OPTION_CONTINUE, Policy.OPTION_STOP
    crossing.arrive(at_start=True, at_end=False)
    assert crossing.stage == Stage.STAGE_TO_END and crossing.hold(area) == 3 and not crossing.lends
    crossing.arrive(at_start=True, at_end=True)
    assert crossing.stage == Stage.STAGE_AT_END and not crossing.crossed
    crossing.policy.at_end = Policy.OPTION_CONTINUE
    assert crossing.crossed and crossing.hold(area) is None
