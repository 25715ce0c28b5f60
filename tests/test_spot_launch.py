"""Spot's whole stack: real nodes, the unmodified bosdyn-client, the emulated robot: doors and a recorded walk.

The robot's clock goes twice as fast as the machine's, which halves the waits.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import launch_pytest
import pytest
from action_msgs.msg import GoalStatus
from ament_index_python.packages import get_package_share_directory
from launch.actions import IncludeLaunchDescription, SetEnvironmentVariable
from launch.launch_description_sources import PythonLaunchDescriptionSource
from loaded_once import lend_real_time
from rclpy.action import ActionClient
from stack_client import StackClient
from std_msgs.msg import String
from std_srvs.srv import Trigger

from launch import LaunchDescription
from pred_bringup.spot import SIM_PORT
from pred_core.outcome import Code
from pred_core.ros.qos import LATCHED
from pred_msgs.action import NavigateTo
from spot_driver.bridge.truth import SimPort
from spot_emulator.world.house import House, NoRoom
from spot_emulator.world.walk import record

DOMAIN, ADDRESS, SCENE = 93, "127.0.0.68", "FloorPlan13"
PATIENCE = 400.0
OPEN, SHUT = 0.6, 0.05
"""What counts as open at least and as shut at most, of all the way that a front goes."""
BESIDE = 1.6
"""How far from a thing's middle a robot that stands before it is at most, m."""


def recorded(folder: Path) -> Path:
    """Write a recorded walk through the room, and return its folder."""
    house = House(SCENE)
    start = house.place_for_robot()
    assert not isinstance(start, NoRoom)
    record(house, start).write(folder)
    return folder


@launch_pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> LaunchDescription:
    lend_real_time()
    file = Path(get_package_share_directory("pred_bringup")) / "launch" / "spot.launch.py"
    given = {"mock": "true", "hostname": ADDRESS, "scene": SCENE, "run_dir": "none", "speed": "2"}
    given["bridge.graph_nav_map"] = str(recorded(tmp_path_factory.mktemp("walk")))
    spot = IncludeLaunchDescription(PythonLaunchDescriptionSource(str(file)), launch_arguments=given.items())
    return LaunchDescription([SetEnvironmentVariable("ROS_DOMAIN_ID", str(DOMAIN)), spot])


@pytest.fixture(scope="module")
def client() -> Iterator[StackClient]:
    client = StackClient(DOMAIN)
    yield client
    client.close()


def truth() -> SimPort:
    return SimPort(ADDRESS, SIM_PORT)


def widest(kind: str) -> float:
    """Return how far the one of a kind that is open widest truly is, 0 to 1."""
    things = truth().ask({"objects": True})["objects"]
    return max(float(o["openness"]) for o in things if o["id"].startswith(kind + "|"))


def to_fridge() -> float:
    """Return how far the robot truly is from the fridge's middle, m."""
    (fridge,) = (o for o in truth().ask({"objects": True})["objects"] if o["type"] == "Fridge")
    return math.dist(truth().ask({"state": True})["pose"][:2], fridge["position"][:2])


@pytest.mark.slow
@pytest.mark.launch(fixture=stack)
def test_a_recorded_walk_is_brought_there_and_walked_along_by_name(client: StackClient) -> None:
    client.up()
    named: list[str] = []
    client.node.create_subscription(String, "graph_nav/waypoints", lambda m: named.append(m.data), LATCHED)
    walk = ActionClient(client.node, NavigateTo, "graph_nav/navigate_to")

    def call(name: str) -> Trigger.Response:
        service = client.node.create_client(Trigger, f"graph_nav/{name}")
        client.until(service.service_is_ready)
        answer: Trigger.Response = client.answer(service.call_async(Trigger.Request()))
        return answer

    def go(name: str) -> Code:
        client.until(walk.server_is_ready)
        handle = client.answer(walk.send_goal_async(NavigateTo.Goal(object_id=name)))
        return Code(client.result(handle, PATIENCE).result.outcome.code)

    assert go("fridge") is Code.BAD_INPUT, "nothing was brought there yet"
    told = call("upload")
    assert told.success, told.message
    client.until(lambda: named and "fridge" in named[-1].split(", "))
    assert go("fridge") is Code.PRECONDITION_FAILURE, "it has not found itself yet"
    told = call("localize")
    assert told.success, told.message
    assert go("moon") is Code.BAD_INPUT
    assert to_fridge() > BESIDE
    assert go("fridge") is Code.SUCCESS
    assert to_fridge() < BESIDE
    assert call("clear").success and go("fridge") is Code.BAD_INPUT


@pytest.mark.slow
@pytest.mark.launch(fixture=stack)
def test_what_is_told_to_be_open_or_shut_truly_is(client: StackClient) -> None:
    client.up()
    assert widest("Drawer") < SHUT
    for verb in ("open", "close"):
        answer = client.result(client.send(f"{verb} a drawer"), PATIENCE)
        assert answer.status == GoalStatus.STATUS_SUCCEEDED, f"{verb}: {answer.result.outcome.message}"
        assert widest("Drawer") > OPEN if verb == "open" else widest("Drawer") < SHUT
