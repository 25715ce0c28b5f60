"""Walks compiled and loaded through the real client, and played: elements in turn, failures asked about, callbacks."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from bosdyn.api import data_acquisition_store_pb2, header_pb2, robot_command_pb2
from bosdyn.api.autowalk import walks_pb2
from bosdyn.api.graph_nav import graph_nav_pb2, nav_pb2
from bosdyn.api.mission import mission_pb2, remote_pb2, remote_service_pb2_grpc
from bosdyn.client.autowalk import AutowalkClient, CompilationError, ValidationError
from bosdyn.client.common import common_header_errors
from bosdyn.client.data_acquisition_store import DataAcquisitionStoreClient
from bosdyn.client.directory_registration import DirectoryRegistrationClient
from bosdyn.client.graph_nav import GraphNavClient
from bosdyn.client.math_helpers import Quat, SE3Pose
from bosdyn.client.robot_command import RobotCommandBuilder, RobotCommandClient
from bosdyn.client.server_util import GrpcServiceRunner
from bosdyn.util import now_sec
from mission_player import Missions, Player, State
from spot_client import Emulator, Program, until

from spot_emulator.services.walk_elements import AGAIN, POWER_OFF, PROCEED

OPTIONS = ("--scene", "FloorPlan4", "--power", "on", "--map-loaded", "--speed", "2")
SOURCE = "frontleft_fisheye_image"
PATIENCE = 20.0
"""Seconds within which something comes to hold."""
Kind = walks_pb2.Element


@pytest.fixture
def player(emulator: Emulator) -> Iterator[Player]:
    """Give a player on a standing robot that knows where it is."""
    program = Program(emulator, clients=[Missions])
    made = Player(program)
    program.robot.power_on(timeout_sec=40, update_frequency=10.0)
    program.commands.robot_command(RobotCommandBuilder.synchro_stand_command())
    program.client(GraphNavClient).set_localization(
        initial_guess_localization=nav_pb2.Localization(), ko_tform_body=None,
        fiducial_init=graph_nav_pb2.SetLocalizationRequest.FIDUCIAL_INIT_NEAREST,
    )  # fmt: skip
    yield made
    program.close()


@pytest.fixture
def places(player: Player) -> list[str]:
    """Give the map's waypoints, in the order in which they were recorded."""
    return [waypoint.id for waypoint in player.program.client(GraphNavClient).download_graph().waypoints]


def element(name: str, waypoint: str = "", **more: Any) -> Any:
    """Return an element that goes on where something fails, and asks as shortly as may be."""
    made = Kind(name=name, **more)
    for behavior in (made.target_failure_behavior, made.action_failure_behavior):
        behavior.proceed_if_able.SetInParent()
        behavior.prompt_duration.seconds = 10
    if waypoint:
        made.target.navigate_to.destination_waypoint_id = waypoint
    return made


def walk(*elements: Any, **more: Any) -> Any:
    made = walks_pb2.Walk(mission_name="round", id="round-1", elements=elements, **more)
    made.global_parameters.group_name = "round"
    return made


def sleeping(seconds: float) -> Any:
    made = walks_pb2.Action()
    made.sleep.duration.FromMilliseconds(round(1000 * seconds))
    return made


def load(player: Player, made: Any) -> Any:
    return player.program.client(AutowalkClient).load_autowalk(made)


def test_a_walk_goes_round_takes_pictures_and_leaves_out_what_is_skipped(
    emulator: Emulator, player: Player, places: list[str]
) -> None:
    taken = element("picture", places[2])
    capture = taken.action.data_acquisition.acquire_data_request.acquisition_requests.image_captures.add()
    capture.image_service, capture.image_source = "image", SOURCE
    taken.action_wrapper.robot_body_pose.target_tform_body.position.z = -0.1
    taken.action_wrapper.gripper_command.request.CopyFrom(
        RobotCommandBuilder.claw_gripper_open_command().synchronized_command.gripper_command
    )
    back = element("back", action=sleeping(0.2))
    back.target.navigate_route.route.waypoint_id.extend([places[1], places[0]])
    back.target.relocalize.set_localization_request.fiducial_init = (
        graph_nav_pb2.SetLocalizationRequest.FIDUCIAL_INIT_NEAREST
    )
    made = walk(taken, element("never", "nowhere", is_skipped=True), back)
    begun = player.program.robot.time_sync.robot_timestamp_from_local_secs(now_sec())
    loaded = load(player, made)
    named = loaded.element_identifiers
    assert [bool(each.action_id.node_id) for each in named] == [True, False, True]
    assert loaded.mission_id == player.missions.state().mission_id and loaded.loop_node.node_id
    player.play(40.0)
    until(lambda: "Navigating to picture" in [t.text for t in player.missions.state().active_mission_text], PATIENCE)
    state = player.until_ended(90.0)
    assert state.status == State.STATUS_SUCCESS and not state.answered_questions, state
    graph = player.program.client(GraphNavClient).download_graph()
    goal = next(a.seed_tform_waypoint.position for a in graph.anchoring.anchors if a.id == places[0])
    assert math.dist(emulator.state()["pose"][:2], (goal.x, goal.y)) < 0.1
    store = player.program.client(DataAcquisitionStoreClient)
    since = data_acquisition_store_pb2.TimeRangeQuery(from_timestamp=begun)
    kept = store.list_capture_actions(data_acquisition_store_pb2.DataQueryParams(time_range=since))
    assert [action.action_name for action in kept] == ["picture"] and kept[0].group_name.startswith("round 2")
    assert emulator.state()["gripper"] < 5.0, "the claw is closed after the action"


def test_the_arm_points_from_the_waypoint_and_is_stowed_on_the_way_to_the_next(
    emulator: Emulator, player: Player, places: list[str]
) -> None:
    looks = element("look", places[1], action=sleeping(0.5))
    pointing = looks.action_wrapper.arm_sensor_pointing
    pointing.target_tform_measured_offset.position.x = 0.1
    ready = RobotCommandBuilder.arm_joint_command(0.0, -0.9, 1.8, 0.0, -0.9, 0.0)
    move = ready.synchronized_command.arm_command.arm_joint_move_command
    pointing.joint_trajectory.CopyFrom(move.trajectory)
    pose = pointing.pose_trajectory_rt_target.points.add().pose
    pose.position.x, pose.position.z, pose.rotation.w = 0.9, 0.3, 1.0
    load(player, walk(looks, element("on", places[0])))
    player.play(120.0)
    graph = player.program.client(GraphNavClient).download_graph()
    anchor = next(a.seed_tform_waypoint for a in graph.anchoring.anchors if a.id == places[1])
    goal = SE3Pose.from_proto(anchor) * SE3Pose(0.9, 0.0, 0.0, Quat())
    until(lambda: math.dist(emulator.state()["hand"][:2], (goal.x, goal.y)) < 0.1, PATIENCE)
    assert player.until_ended(60.0).status == State.STATUS_SUCCESS
    assert emulator.state()["arm"][1] < -3.0, "it is stowed"


def test_what_a_walk_lacks_is_told_by_element(player: Player, places: list[str]) -> None:
    client = player.program.client(AutowalkClient)
    compiled = client.compile_autowalk(walk(element("here", places[1], action=sleeping(0.1))))
    assert compiled.root.name == "round" and compiled.element_identifiers[0].action_id.user_data_id
    bare = Kind(name="bare", action=sleeping(0.1))
    assert "powers off" in client.compile_autowalk(walk(bare)).failed_elements[0].warnings[0]
    wrong = walk(element("good", places[0]), element("empty"), element("lost"))
    wrong.elements[2].target.navigate_to.SetInParent()
    with pytest.raises(CompilationError) as raised:
        client.load_autowalk(wrong)
    assert sorted(raised.value.response.failed_elements) == [1, 2]
    assert "no waypoint" in raised.value.response.failed_elements[2].errors[0]
    with pytest.raises(CompilationError):
        client.compile_autowalk(walk())
    docked = walk(element("there", places[1]), docks=[walks_pb2.Dock(dock_id=520)])
    assert client.compile_autowalk(docked).docking_node.user_data_id
    with pytest.raises(ValidationError) as refused:
        client.load_autowalk(docked)
    assert [node.impl_typename for node in refused.value.response.failed_nodes] == ["Dock"]
    lit = element("lit", places[1], action=sleeping(0.1))
    lit.action_wrapper.spot_cam_led.brightnesses[0] = 1.0
    with pytest.raises(ValidationError) as refused:
        client.load_autowalk(walk(lit))
    assert "no Spot CAM" in refused.value.response.failed_nodes[0].error


def answer(player: Player, code: int) -> None:
    """Answer the question that comes up."""
    question = until(lambda: player.missions.state().questions, PATIENCE)[0]
    assert "failed" in question.text and len(question.options) == 3
    request = mission_pb2.AnswerQuestionRequest(question_id=question.id, code=code)
    player.missions.ask("AnswerQuestion", request)


def failing(name: str) -> Any:
    made = element(name)
    made.action.node.constant_result.result = 1
    return made


def test_failures_are_asked_about_and_settled_as_is_answered(
    emulator: Emulator, player: Player, places: list[str]
) -> None:
    nowhere = element("nowhere", "nowhere", action=sleeping(120.0))
    load(player, walk(nowhere, failing("broken"), element("on", places[0])))
    player.play(120.0)
    answer(player, AGAIN)
    answer(player, PROCEED)
    assert "broken" in until(lambda: player.missions.state().questions, PATIENCE)[0].text
    answer(player, PROCEED)
    assert player.until_ended().status == State.STATUS_SUCCESS
    load(player, walk(failing("broken"), element("on", places[1])))
    player.play(120.0)
    answer(player, POWER_OFF)
    assert player.until_ended().status == State.STATUS_FAILURE
    assert emulator.state()["motors"] == "OFF" and not player.missions.state().questions


def test_without_an_answer_the_default_holds_and_actions_have_their_time(player: Player) -> None:
    slow = element("slow", action=sleeping(120.0))
    slow.action_duration.FromMilliseconds(300)
    slow.action_failure_behavior.retry_count = 1
    load(player, walk(slow))
    begun = now_sec()
    player.play(80.0)
    assert player.until_ended().status == State.STATUS_SUCCESS
    assert now_sec() - begun >= 10.0


def test_a_walk_is_played_again_as_often_as_it_says(player: Player) -> None:
    mode = walks_pb2.PlaybackMode()
    mode.periodic.repetitions = 2
    mode.periodic.interval.FromMilliseconds(500)
    loaded = load(player, walk(element("wait", action=sleeping(0.1)), playback_mode=mode))
    state = player.until_ended()
    assert state.status == State.STATUS_SUCCESS
    ticks = player.missions.state(history_past_ticks=100).history
    ended = [n for tick in ticks for n in tick.node_states if n.id == loaded.loop_node.node_id and n.result == 3]
    assert len(ended) == 2


class Callback(remote_service_pb2_grpc.RemoteMissionServiceServicer):
    """A client's service as examples write them: it sits the robot down with the lease that it is lent."""

    def __init__(self, player: Player) -> None:
        self._player, self.called, self._lock = player, list[str](), threading.Lock()
        self.group, self.ticks = "", 0

    def _answer(self, request: Any, response: Any, name: str) -> Any:
        with self._lock:
            self.called.append(name)
        response.header.request_header.CopyFrom(request.header)
        response.header.error.code = header_pb2.CommonError.CODE_OK
        response.status = response.STATUS_OK if hasattr(response, "STATUS_OK") else response.status
        return response

    def EstablishSession(self, request: Any, context: Any) -> Any:  # noqa: ARG002, N802
        return self._answer(request, remote_pb2.EstablishSessionResponse(session_id="one"), "establish")

    def Tick(self, request: Any, context: Any) -> Any:  # noqa: ARG002, N802
        assert request.session_id == "one"
        self.ticks, self.group = self.ticks + 1, request.group_name
        response = remote_pb2.TickResponse(status=remote_pb2.TickResponse.STATUS_RUNNING)
        if self.ticks == 1:
            sit = RobotCommandBuilder.synchro_sit_command()
            asked = robot_command_pb2.RobotCommandRequest(command=sit, lease=request.leases[0])
            stub = self._player.program.client(RobotCommandClient)
            stub.call(stub._stub.RobotCommand, asked, None, common_header_errors)
        elif self.ticks > 3:
            response.status = remote_pb2.TickResponse.STATUS_SUCCESS
        return self._answer(request, response, "tick")

    def Stop(self, request: Any, context: Any) -> Any:  # noqa: ARG002, N802
        return self._answer(request, remote_pb2.StopResponse(), "stop")

    def TeardownSession(self, request: Any, context: Any) -> Any:  # noqa: ARG002, N802
        return self._answer(request, remote_pb2.TeardownSessionResponse(), "teardown")


def test_callbacks_are_ticked_with_a_lease_and_let_go(emulator: Emulator, player: Player) -> None:
    called = element("call")
    called.action.remote_grpc.service_name = "sitter"
    called.action.remote_grpc.lease_resources.append("body")
    with pytest.raises(ValidationError) as refused:
        load(player, walk(called))
    assert "sitter" in refused.value.response.failed_nodes[0].error
    service = Callback(player)
    add = remote_service_pb2_grpc.add_RemoteMissionServiceServicer_to_server
    runner = GrpcServiceRunner(service, add, max_workers=4)
    registration = player.program.client(DirectoryRegistrationClient)
    kind, authority = "bosdyn.api.mission.RemoteMissionService", "sitter.spot.robot"
    registration.register("sitter", kind, authority, "127.0.0.1", runner.port)
    try:
        request = walk(called)
        assert load(player, request).failed_nodes == []
        assert player.until_ended().status == State.STATUS_SUCCESS
        assert service.group.startswith("round 2") and service.called.count("tick") == 4
        emulator.until(lambda s: s["sitting"])
        load(player, walk(element("other", action=sleeping(0.1))))
        until(lambda: service.called[-1] == "teardown", PATIENCE)
    finally:
        registration.unregister("sitter")
        runner.stop()
