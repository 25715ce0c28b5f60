"""The bridge node itself, as another process sees it: observations, actions, services, a dead player, SIGINT."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

rclpy = pytest.importorskip("rclpy", reason="needs a ROS environment")

from rclpy.action import ActionClient  # noqa: E402
from sensor_msgs.msg import Image  # noqa: E402
from served_nodes import ServedNodes  # noqa: E402
from tf2_msgs.msg import TFMessage  # noqa: E402

from pred_core.ros.conversions import image_from_msg  # noqa: E402
from pred_core.ros.qos import OBSERVATION  # noqa: E402
from pred_msgs.action import ExecuteSkill, MoveBase  # noqa: E402
from pred_msgs.msg import BaseMotion, Detections, RobotState, SkillTarget  # noqa: E402
from pred_msgs.srv import GetWorldState, LoadWorld  # noqa: E402

DOMAIN = "47"


class Client:
    """Another node that talks to the bridge."""

    def __init__(self) -> None:
        self.context = rclpy.Context()
        rclpy.init(context=self.context, domain_id=int(DOMAIN))
        self.node = rclpy.create_node("bridge_test", namespace="pred", context=self.context)
        self.served = ServedNodes(self.node, context=self.context)
        self.until, self.result = self.served.until, self.served.result
        self.got: dict[str, list[Any]] = {}
        for kind, topic in (
            (RobotState, "robot_state"),
            (Detections, "ground_truth/detections"),
            (Image, "camera/depth/image_raw"),
            (TFMessage, "/tf"),
        ):
            self.got[topic] = []
            self.node.create_subscription(
                kind, topic, self.got[topic].append, OBSERVATION if kind is not TFMessage else 10
            )
        self.move = ActionClient(self.node, MoveBase, "move_base")
        self.skill = ActionClient(self.node, ExecuteSkill, "execute_skill")
        self.load = self.node.create_client(LoadWorld, "sim/load_world")
        self.state = self.node.create_client(GetWorldState, "sim/get_world_state")

    def motions(self, *names: str) -> Any:
        goal = MoveBase.Goal(motions=[BaseMotion(motion=name) for name in names])
        return self.result(self.move.send_goal_async(goal))

    def do(self, skill: str, detection_id: str) -> Any:
        target = SkillTarget(kind=SkillTarget.INSTANCE, step=self.latest.step, detection_id=detection_id)
        handle = self.result(self.skill.send_goal_async(ExecuteSkill.Goal(skill=skill, target=target)))
        return self.result(handle.get_result_async()).result

    @property
    def latest(self) -> Any:
        return self.got["robot_state"][-1]

    def close(self) -> None:
        self.served.close()
        rclpy.shutdown(context=self.context)


@pytest.fixture(scope="module")
def bridge() -> Iterator[subprocess.Popen[bytes]]:
    command = [
        sys.executable,
        "-m",
        "sim_bridge_thor.node",
        "--ros-args",
        "-r",
        "__ns:=/pred",
        "-p",
        "scene:=FloorPlan1",
    ]
    process = subprocess.Popen(command, env={**os.environ, "ROS_DOMAIN_ID": DOMAIN}, start_new_session=True)
    yield process
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@pytest.fixture(scope="module")
def client(bridge: subprocess.Popen[bytes]) -> Iterator[Client]:
    made = Client()
    made.until(lambda: bool(made.got["robot_state"]), 120.0)
    yield made
    made.close()


def test_one_stamp_per_observation(client: Client) -> None:
    handle = client.motions("turn_left", "turn_left", "look_down")
    answer = client.result(handle.get_result_async()).result
    assert (answer.outcome.code, answer.completed) == ("SUCCESS", 3)
    client.until(lambda: client.latest.step == answer.step)
    state = client.latest

    def parts() -> list[Any]:
        topics = ("ground_truth/detections", "camera/depth/image_raw")
        found = [m for topic in topics for m in client.got[topic] if m.header.stamp == state.header.stamp]
        moving = [tf for tf in client.got["/tf"] if tf.transforms[0].header.stamp == state.header.stamp]
        return found + moving[-1:]

    client.until(lambda: len(parts()) == 3)
    seen, depth, _ = parts()
    assert seen.step == answer.step
    assert state.header.stamp.sec + state.header.stamp.nanosec / 1e9 == state.step * 0.25
    labels = image_from_msg(seen.labels)
    assert labels.shape == image_from_msg(depth).shape == (300, 300)
    assert all((labels == d.label).any() for d in seen.detections)
    assert state.camera_pitch == pytest.approx(0.5236, abs=1e-3)


def test_a_second_goal_is_told_that_the_robot_is_busy(client: Client) -> None:
    first = client.motions(*["turn_left"] * 200)
    client.until(lambda: client.latest.last_action == "turn_left")
    second = client.result(client.motions("turn_right").get_result_async()).result
    assert second.outcome.code == "BUSY"
    client.result(first.cancel_goal_async())
    ended = client.result(first.get_result_async()).result
    assert ended.outcome.code == "CANCELED" and ended.completed < 200
    assert client.result(client.motions("turn_right").get_result_async()).result.outcome.code == "SUCCESS"


def test_skills_answer_with_codes(client: Client) -> None:
    stale = SkillTarget(kind="instance", step=0, detection_id="Mug|1")
    handle = client.result(
        client.skill.send_goal_async(ExecuteSkill.Goal(skill="PickupObject", target=stale))
    )
    assert client.result(handle.get_result_async()).result.outcome.code == "PRECONDITION_FAILURE"
    client.until(lambda: client.latest.last_action == "PickupObject")
    odd = SkillTarget(kind="telepathy")
    handle = client.result(client.skill.send_goal_async(ExecuteSkill.Goal(skill="PickupObject", target=odd)))
    assert client.result(handle.get_result_async()).result.outcome.code == "BAD_INPUT"
    assert client.do("PickupObject", "Nothing|0").outcome.code == "TARGET_NOT_VISIBLE"


def test_a_world_is_loaded_and_judged(client: Client) -> None:
    episode = client.latest.episode
    layout = json.dumps({"init_action": {"x": -1.0, "y": 0.9009992, "z": 1.0, "rotation": 90, "horizon": 30}})
    answer = client.result(client.load.call_async(LoadWorld.Request(scene="FloorPlan4", layout=layout)))
    assert answer.outcome.code == "SUCCESS"
    client.until(lambda: client.latest.step == answer.step)
    assert client.latest.episode == episode + 1 and client.latest.actions == 0
    state = client.result(client.state.call_async(GetWorldState.Request()))
    world = json.loads(state.metadata)
    assert world["alfred"] == {"cleaned": [], "heated": [], "cooled": []} and world["objects"]
    refused = client.result(client.load.call_async(LoadWorld.Request(scene="Nowhere1")))
    assert refused.outcome.code == "BAD_INPUT" and "Did you mean" in refused.outcome.message


def test_a_player_that_dies_idle_is_brought_back(client: Client, bridge: subprocess.Popen[bytes]) -> None:
    episode = client.latest.episode
    os.kill(player_of(bridge.pid), signal.SIGKILL)
    client.until(lambda: client.latest.episode > episode, 90.0)

    def turned() -> str:
        return str(client.result(client.motions("turn_right").get_result_async()).result.outcome.code)

    codes = (turned() for _ in range(100))  # the first picture is out before the bridge takes goals again
    assert next(code for code in codes if code not in ("BUSY", "ROBOT_LOST")) == "SUCCESS"


def test_sigint_ends_it_with_nothing_left(client: Client, bridge: subprocess.Popen[bytes]) -> None:
    player = player_of(bridge.pid)
    bridge.send_signal(signal.SIGINT)
    assert bridge.wait(15.0) == 0
    with pytest.raises(ProcessLookupError):
        os.kill(player, 0)


def player_of(pid: int) -> int:
    """Return the process id of the bridge's player, its only child."""
    children = subprocess.run(
        ["ps", "--ppid", str(pid), "-o", "pid="], capture_output=True, text=True, check=True
    )
    (child,) = children.stdout.split()
    return int(child)
