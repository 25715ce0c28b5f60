"""The whole stack with real nodes, the real ai2thor client and the embedded player."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import launch_pytest
import pytest
from action_msgs.msg import GoalStatus
from ament_index_python.packages import get_package_share_directory
from launch.actions import IncludeLaunchDescription, SetEnvironmentVariable
from launch.launch_description_sources import PythonLaunchDescriptionSource
from loaded_once import lend_thor
from stack_client import StackClient, players

from launch import LaunchDescription

DOMAIN = 91
MUG = "put a clean mug on the coffee machine"


@launch_pytest.fixture(scope="module")
def stack() -> LaunchDescription:
    lend_thor()
    file = Path(get_package_share_directory("pred_bringup")) / "launch" / "thor.launch.py"
    given = {"scene": "FloorPlan1", "run_dir": "none"}
    thor = IncludeLaunchDescription(
        PythonLaunchDescriptionSource(str(file)), launch_arguments=given.items()
    )
    return LaunchDescription([SetEnvironmentVariable("ROS_DOMAIN_ID", str(DOMAIN)), thor])


@pytest.fixture(scope="module")
def client() -> Iterator[StackClient]:
    client = StackClient(DOMAIN)
    yield client
    client.close()


@pytest.mark.slow
@pytest.mark.launch(fixture=stack)
def test_cancel_ends_the_task_and_stops_the_robot(client: StackClient) -> None:
    client.up()
    handle = client.send(MUG)
    assert handle.accepted
    assert not client.send(MUG).accepted, "one task at a time"
    client.until(lambda: client.robot.actions > 1)
    client.cancel(handle)
    answer = client.result(handle, 10.0)
    assert answer.status == GoalStatus.STATUS_CANCELED and answer.result.outcome.code == "CANCELED"
    done = client.robot.actions
    assert client.result(client.send("fly to the moon and back")).result.actions <= done + 4
    assert client.robot.actions <= done + 5


@pytest.mark.slow
@pytest.mark.launch(fixture=stack)
def test_what_cannot_be_understood_is_refused_with_a_sentence(client: StackClient) -> None:
    client.up()
    answer = client.result(client.send("please compose a sonnet about the sea"))
    assert answer.status == GoalStatus.STATUS_ABORTED and not answer.result.success
    assert answer.result.outcome.code == "NOT_UNDERSTOOD" and answer.result.outcome.message


@pytest.mark.slow
@pytest.mark.launch(fixture=stack)
def test_a_killed_player_ends_the_task_with_a_code_and_comes_back(client: StackClient) -> None:
    client.up()
    handle = client.send(MUG)
    client.until(lambda: client.robot.actions > 0 and "looking around" in client.heard)
    episode = client.robot.episode
    victims = players(os.getpid())
    assert victims, "there is a player"
    for player in victims:
        player.kill()
    answer = client.result(handle, 90.0)
    assert answer.result.outcome.code == "ROBOT_LOST" and answer.result.outcome.message
    client.until(lambda: client.robot.episode > episode, 90.0)


@pytest.mark.slow
@pytest.mark.launch(fixture=stack)
def test_puts_a_clean_mug_on_the_coffee_machine(client: StackClient, tmp_path: Path) -> None:
    client.up()
    client.kinds.clear()
    answer = client.result(client.send(MUG, run_dir=str(tmp_path / "run")))
    assert answer.status == GoalStatus.STATUS_SUCCEEDED, answer.result.outcome.message
    assert answer.result.success and answer.result.goal_conditions == answer.result.goal_conditions_total == 1
    # the mug is clean already, so the plan was revised before anything was washed
    assert [t.action for t in answer.result.final_plan.triplets] == ["Move"]
    assert answer.result.final_plan.cursor == len(answer.result.final_plan.subgoals)
    # an action's result and a topic's last message come in either order
    client.until(lambda: {"start", "plan", "subgoal", "skill", "end"} <= set(client.kinds))
    assert {p.name for p in (tmp_path / "run").iterdir()} >= {"plan.json", "events.jsonl", "result.json"}
