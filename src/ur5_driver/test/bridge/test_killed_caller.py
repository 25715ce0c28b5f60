"""Force mode ends when the program that began it is killed: a real service, and a client in its own process."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator

import numpy as np
import pytest

rclpy = pytest.importorskip("rclpy", reason="needs a ROS environment")
pytest.importorskip("pred_msgs", reason="needs the built interfaces: run through ./pred test")

from rclpy.callback_groups import ReentrantCallbackGroup  # noqa: E402
from rclpy.context import Context  # noqa: E402
from rclpy.node import Node  # noqa: E402
from served_nodes import ServedNodes  # noqa: E402

from pred_bridge.turns import Turns  # noqa: E402
from pred_core.outcome import Outcome  # noqa: E402
from ur5_description.kinematics import HOME, UR5E, forward  # noqa: E402
from ur5_driver.bridge.force_mode import START, ForceMode  # noqa: E402
from ur5_driver.driver.commands import Press  # noqa: E402

DOMAIN = "100"
NOTICED = 30.0
"""The middleware takes a killed program for gone after at most so long, s."""
CALLER = f"""
import rclpy
from ur5_driver.bridge.outputs import types
rclpy.init()
node = rclpy.create_node("caller")
kind = types().SetForceMode
client = node.create_client(kind, {START!r})
client.wait_for_service()
asked = kind.Request(selection_vector_z=True)
asked.task_frame.pose.orientation.w = 1.0
future = client.call_async(asked)
rclpy.spin_until_future_complete(node, future)
print(future.result().success, flush=True)
rclpy.spin(node)
"""


class Arm:
    """What presses until it is told to end."""

    def __init__(self) -> None:
        self.pressing = threading.Event()
        self.stands = threading.Event()

    def press(self, _: Press, ended: threading.Event, begun: Callable[[], object]) -> Outcome:
        self.pressing.set()
        begun()
        ended.wait()
        self.stands.set()
        return Outcome.success()


@pytest.fixture
def node() -> Iterator[Node]:
    context = Context()
    rclpy.init(context=context, domain_id=int(DOMAIN))
    made = Node("arm", context=context)
    yield made
    made.destroy_node()
    context.shutdown()


@pytest.fixture
def caller() -> Iterator[subprocess.Popen[str]]:
    environment = os.environ | {"ROS_DOMAIN_ID": DOMAIN}
    started = subprocess.Popen([sys.executable, "-c", CALLER], env=environment, stdout=subprocess.PIPE, text=True)
    yield started
    started.kill()
    started.wait()


def test_a_killed_program_does_not_leave_the_arm_pressing(node: Node, caller: subprocess.Popen[str]) -> None:
    arm, yes = Arm(), Outcome.success()
    tool = forward(UR5E, np.array(HOME))
    group = ReentrantCallbackGroup()
    ForceMode(node, Turns(1.0), arm.press, lambda: tool, lambda _: yes, lambda *_: yes, group)
    served = ServedNodes(node, context=node.context)
    served.until(arm.pressing.is_set)
    alive = time.monotonic() + 3.0
    served.until(lambda: time.monotonic() > alive)  # longer than a graph that is late is waited for
    assert not arm.stands.is_set()
    caller.kill()
    began = time.monotonic()
    served.until(arm.stands.is_set, NOTICED)
    assert time.monotonic() - began < NOTICED
