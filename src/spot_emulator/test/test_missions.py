"""Missions as programs play them: loaded, played a while at a time, asked, paused, restarted, refused."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from bosdyn.api import power_pb2, robot_state_pb2
from bosdyn.api.mission import mission_pb2, nodes_pb2
from bosdyn.client.robot_command import RobotCommandBuilder
from mission_player import Load, Missions, Player, State
from spot_client import Emulator, Program

OPTIONS = ("--scene", "FloorPlan7")
Node, Play = nodes_pb2.Node, mission_pb2.PlayMissionResponse
ON = robot_state_pb2.PowerState.STATE_ON


@pytest.fixture
def player(emulator: Emulator) -> Iterator[Player]:
    program = Program(emulator, clients=[Missions])
    yield Player(program)
    program.robot.power_off(cut_immediately=True, timeout_sec=20)
    program.close()


def sequence(*children: Any) -> Any:
    return Node(name="all", sequence=nodes_pb2.Sequence(children=children))


def constant(result: int) -> Any:
    return Node(name="constant", constant_result=nodes_pb2.ConstantResult(result=result))


def test_without_a_mission_there_is_no_state_and_nothing_to_play(emulator: Emulator, player: Player) -> None:
    state = player.missions.state()
    assert (state.status, state.mission_id, state.tick_counter) == (State.STATUS_NONE, -1, -1)
    assert player.play().status == Play.STATUS_NO_MISSION
    assert not player.missions.ask("GetInfo", mission_pb2.GetInfoRequest()).HasField("mission_info")


def test_it_powers_on_stands_and_asks_for_the_state_that_it_made(emulator: Emulator, player: Player) -> None:
    powered = nodes_pb2.Condition(operation=nodes_pb2.Condition.COMPARE_EQ)
    powered.lhs.var.name = "robot.power_state.motor_power_state"
    powered.rhs.const.int_value = ON
    checked = nodes_pb2.BosdynRobotState(state_name="robot", child=Node(name="is on", condition=powered))
    stand = RobotCommandBuilder.synchro_stand_command()
    stood = Node(name="stand")
    stood.impl.Pack(nodes_pb2.BosdynRobotCommand(command=stand))  # as recorded missions have them
    power = nodes_pb2.BosdynPowerRequest(request=power_pb2.PowerCommandRequest.REQUEST_ON)
    root = sequence(
        Node(name="power", bosdyn_power_request=power), stood, Node(name="check", bosdyn_robot_state=checked)
    )
    loaded = player.load(root)
    assert loaded.status == Load.STATUS_OK and len(loaded.mission_info.root.children) == 3
    state = player.until_ended()
    assert state.status == State.STATUS_SUCCESS and emulator.state()["standing"]
    names = {info.id: info.name for info in loaded.mission_info.root.children}
    assert "check" in {names.get(node.id) for node in state.history[0].node_states}, "the last tick is told"
    again = player.play(anew=True)
    assert again.status == mission_pb2.RestartMissionResponse.STATUS_OK
    assert player.until_ended().status == State.STATUS_SUCCESS


def test_a_walk_ends_where_nobody_plays_on_and_goes_on_when_somebody_does(emulator: Emulator, player: Player) -> None:
    player.program.stand()
    begun = emulator.state()["pose"]
    turn = RobotCommandBuilder.synchro_se2_trajectory_point_command(0.0, 0.0, 1.5, "body")
    player.load(Node(name="turn", bosdyn_robot_command=nodes_pb2.BosdynRobotCommand(command=turn)))
    player.play(0.7)
    emulator.until(lambda s: abs(s["pose"][2] - begun[2]) > 0.05)
    emulator.until(lambda _: player.missions.state().status == State.STATUS_PAUSED)
    emulator.until(lambda s: s["still"])
    player.play(20.0)
    assert player.until_ended().status == State.STATUS_SUCCESS
    stopped = player.missions.ask("StopMission", mission_pb2.StopMissionRequest(lease=player.leases()[0]))
    assert stopped.status == mission_pb2.StopMissionResponse.STATUS_OK


def test_questions_are_answered_once_and_the_answer_is_a_variable(player: Player) -> None:
    right = nodes_pb2.Condition(operation=nodes_pb2.Condition.COMPARE_EQ)
    right.lhs.var.name, right.rhs.const.int_value = "door", 2
    asked = nodes_pb2.Prompt(text="Is the door open?", source="door", child=Node(condition=right))
    asked.options.add(text="yes", answer_code=1)
    asked.options.add(text="no", answer_code=2)
    player.load(Node(name="ask", prompt=asked))
    player.play()
    deadline = time.monotonic() + 10.0
    while not player.missions.state().questions and time.monotonic() < deadline:
        time.sleep(0.05)
    question = player.missions.state().questions[0]
    assert question.text == "Is the door open?" and [o.text for o in question.options] == ["yes", "no"]

    def answer(code: int, number: int = question.id) -> int:
        request = mission_pb2.AnswerQuestionRequest(question_id=number, code=code)
        return int(player.missions.ask("AnswerQuestion", request).status)

    kind = mission_pb2.AnswerQuestionResponse
    assert answer(7) == kind.STATUS_INVALID_CODE and answer(1, 99) == kind.STATUS_INVALID_QUESTION_ID
    assert answer(2) == kind.STATUS_OK and answer(2) == kind.STATUS_ALREADY_ANSWERED
    state = player.until_ended()
    assert state.status == State.STATUS_SUCCESS and state.answered_questions[0].accepted_answer_code == 2


@pytest.mark.parametrize(
    ("root", "status"),
    [
        (Node(selector=nodes_pb2.Selector(children=[constant(1), constant(3)])), State.STATUS_SUCCESS),
        (sequence(constant(3), constant(1), constant(3)), State.STATUS_FAILURE),
        (Node(retry=nodes_pb2.Retry(max_attempts=2, child=constant(1))), State.STATUS_FAILURE),
        (Node(repeat=nodes_pb2.Repeat(max_starts=3, child=constant(3))), State.STATUS_SUCCESS),
        (
            Node(simple_parallel=nodes_pb2.SimpleParallel(primary=constant(3), secondary=constant(2))),
            State.STATUS_SUCCESS,
        ),
        (Node(parallel_and=nodes_pb2.ParallelAnd(children=[constant(3), constant(1)])), State.STATUS_FAILURE),
        (
            Node(for_duration=nodes_pb2.ForDuration(duration={"nanos": 300_000_000}, child=constant(2))),
            State.STATUS_FAILURE,
        ),
        (Node(sleep=nodes_pb2.Sleep(seconds=0.3)), State.STATUS_SUCCESS),
        (Node(condition=nodes_pb2.Condition(
            operation=1, lhs={"var": {"name": "nobody"}}, rhs={"const": {"int_value": 1}})), State.STATUS_ERROR),
    ],
)  # fmt: skip
def test_nodes_come_to_what_they_say(player: Player, root: Any, status: int) -> None:
    player.load(root)
    assert player.until_ended().status == status


def test_variables_are_counted_and_put_into_words(player: Player) -> None:
    count = nodes_pb2.Repeat(max_starts=2, child=constant(3), start_counter_state_name="round")
    words = nodes_pb2.FormatBlackboard(key="words", format="round {round}")
    same = nodes_pb2.Condition(operation=nodes_pb2.Condition.COMPARE_EQ)
    same.lhs.var.name, same.rhs.const.string_value = "words", "round 2"
    named = Node(reference_id="same", condition=same)
    player.load(sequence(Node(repeat=count), Node(format_blackboard=words), named, Node(node_reference="same")))
    assert player.until_ended().status == State.STATUS_SUCCESS


def test_what_is_not_played_is_refused_by_name(player: Player) -> None:
    dock = Node(name="home", dock=nodes_pb2.Dock(docking_station_id=520))
    refused = player.load(sequence(constant(3), dock))
    assert refused.status == Load.STATUS_COMPILE_ERROR
    assert [(f.name, f.impl_typename) for f in refused.failed_nodes] == [("home", "Dock")]
    nowhere = nodes_pb2.BosdynNavigateTo(destination_waypoint_id="x")
    assert "no way leads" in failure_of(player, Node(bosdyn_navigate_to=nowhere))


def failure_of(player: Player, root: Any) -> str:
    player.load(root)
    assert player.until_ended().status == State.STATUS_FAILURE
    return str(player.missions.state().history[0].node_states[0].error)


def test_without_a_lease_nothing_moves(emulator: Emulator, player: Player) -> None:
    sit = nodes_pb2.BosdynRobotCommand(command=RobotCommandBuilder.synchro_sit_command())
    player.load(Node(bosdyn_robot_command=sit))
    until = player.program.robot.time_sync.robot_timestamp_from_local_secs(time.time() + 5.0)
    player.missions.ask("PlayMission", mission_pb2.PlayMissionRequest(pause_time=until))
    emulator.until(lambda _: player.missions.state().status == State.STATUS_FAILURE)
    assert "lease" in player.missions.state().history[0].node_states[0].error
