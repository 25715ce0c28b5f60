"""The example of docs/own_robot.md as a program: what it publishes, what it does, and how it is stopped."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

rclpy = pytest.importorskip("rclpy", reason="needs a ROS environment")

from rclpy.action import ActionClient  # noqa: E402
from rclpy.context import Context  # noqa: E402
from rclpy.node import Node  # noqa: E402
from sensor_msgs.msg import Image  # noqa: E402
from served_nodes import ServedNodes, leave  # noqa: E402
from std_srvs.srv import Trigger  # noqa: E402

from pred_core.outcome import Code  # noqa: E402
from pred_core.ros.conversions import image_from_msg  # noqa: E402
from pred_core.ros.qos import OBSERVATION  # noqa: E402
from pred_msgs.action import ExecuteSkill, MoveBase  # noqa: E402
from pred_msgs.msg import BaseMotion, RobotState, SkillTarget  # noqa: E402

DOMAIN = "61"
ROOT = Path(__file__).resolve().parents[3]
RED = (200, 30, 30)


def _stamp(message) -> tuple[int, int]:
    return message.header.stamp.sec, message.header.stamp.nanosec


class Client:
    """A program that gives the robot goals and hears what it publishes."""

    def __init__(self, node: Node, served: ServedNodes) -> None:
        self.node, self.served = node, served
        self.states: list[RobotState] = []
        self._pictures: dict[tuple[int, int], np.ndarray] = {}
        node.create_subscription(RobotState, "robot_state", self.states.append, OBSERVATION)
        node.create_subscription(Image, "camera/color/image_raw", self._hear, OBSERVATION)

    def _hear(self, message: Image) -> None:
        self._pictures[_stamp(message)] = image_from_msg(message)

    @property
    def picture(self) -> np.ndarray | None:
        """The picture of the latest observation, once it has come."""
        return self._pictures.get(_stamp(self.states[-1])) if self.states else None

    def sees_red(self) -> bool:
        return bool((self.picture == RED).all(-1).any())

    def do(self, kind, name, goal):
        client = ActionClient(self.node, kind, name)
        self.served.until(client.server_is_ready)
        handle = self.served.result(client.send_goal_async(goal))
        result = self.served.result(handle.get_result_async()).result
        self.served.until(lambda: self.states and self.states[-1].step == result.step)
        self.served.until(lambda: self.picture is not None)
        return result

    def turn(self, motion: str):
        return self.do(MoveBase, "move_base", MoveBase.Goal(motions=[BaseMotion(motion=motion)]))

    def pick(self):
        rows, columns = np.nonzero((self.picture == RED).all(-1))
        v, u = (int(np.median(rows)), int(np.median(columns))) if rows.size else (0, 0)
        target = SkillTarget(kind="pixel", step=self.states[-1].step, u=u, v=v, class_name="Ball")
        return self.do(ExecuteSkill, "execute_skill", ExecuteSkill.Goal(skill="PickupObject", target=target))


@pytest.fixture
def robot() -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", "pred_bridge.example_robot"]
    running = subprocess.Popen(command, env={**os.environ, "ROS_DOMAIN_ID": DOMAIN})
    yield running
    running.kill()
    running.wait()


@pytest.fixture
def client(robot: subprocess.Popen[bytes]) -> Iterator[Client]:
    context = Context()
    rclpy.init(context=context, domain_id=int(DOMAIN))
    node = rclpy.create_node("person", context=context)
    found = Client(node, ServedNodes(node, context=context))
    found.served.until(lambda: found.picture is not None)
    yield found
    leave(node)
    rclpy.shutdown(context=context)


def test_it_turns_looks_and_picks_up_what_it_sees(client: Client, robot: subprocess.Popen[bytes]) -> None:
    first = client.states[-1]
    assert first.robot == "turntable" and first.ready and not first.holding and first.actions == 0
    away = client.turn("turn_left")
    assert away.outcome.code == Code.SUCCESS and away.completed == 1
    assert not client.sees_red(), "the ball is behind it"
    nothing = client.pick()
    assert nothing.outcome.code == Code.TARGET_NOT_VISIBLE and not client.states[-1].holding
    client.turn("turn_right")
    picked = client.pick()
    assert picked.outcome.code == Code.SUCCESS and client.states[-1].holding
    assert not client.sees_red(), "it is in the gripper"
    assert (client.states[-1].actions, client.states[-1].failures) == (4, 1)
    walk = client.turn("forward")
    assert walk.outcome.code == Code.NOT_AFFORDED and "turntable cannot" in walk.outcome.message
    stop = client.node.create_client(Trigger, "stop")
    client.served.until(stop.service_is_ready)
    assert client.served.result(stop.call_async(Trigger.Request())).success
    robot.send_signal(signal.SIGINT)
    assert robot.wait(20) == 0


def test_the_page_shows_the_example_as_it_is() -> None:
    page = (ROOT / "docs" / "own_robot.md").read_text("utf-8")
    shown = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    source = (ROOT / "src/pred_bridge/pred_bridge/example_robot.py").read_text("utf-8")
    assert shown and all(part.strip() in source for part in shown)
