"""`ros2 action` against a real action server in another process."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

pytest.importorskip("pred_ros2action", reason="the real ros2action is used here")

DOMAIN = "191"
SERVER = """
import rclpy
from example_interfaces.action import Fibonacci
from rclpy.action import ActionServer, CancelResponse, GoalResponse
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.executors import ExternalShutdownException, MultiThreadedExecutor

def execute(goal):
    numbers = [0, 1]
    rate = node.create_rate(50)
    for _ in range(goal.request.order):
        if goal.is_cancel_requested:
            goal.canceled()
            return Fibonacci.Result(sequence=numbers)
        numbers.append(numbers[-1] + numbers[-2] if len(numbers) < 40 else 0)
        goal.publish_feedback(Fibonacci.Feedback(sequence=numbers))
        rate.sleep()
    goal.succeed()
    return Fibonacci.Result(sequence=numbers)

rclpy.init()
node = rclpy.create_node("fibonacci_server")
server = ActionServer(
    node, Fibonacci, "fibonacci", execute, callback_group=ReentrantCallbackGroup(),
    goal_callback=lambda goal: GoalResponse.ACCEPT if goal.order >= 0 else GoalResponse.REJECT,
    cancel_callback=lambda goal: CancelResponse.ACCEPT,
)
executor = MultiThreadedExecutor()
executor.add_node(node)
print("ready", flush=True)
executor.spin()
"""
GOAL = ["action", "send_goal", "/fibonacci", "example_interfaces/action/Fibonacci"]


@pytest.fixture(scope="module")
def env() -> Iterator[dict[str, str]]:
    env = {**os.environ, "ROS_DOMAIN_ID": DOMAIN}
    server = subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE, text=True, env=env)
    assert server.stdout is not None
    assert server.stdout.readline() == "ready\n"
    yield env
    server.kill()
    server.wait()
    subprocess.run(["ros2", "daemon", "stop"], env=env, check=False, capture_output=True)


def ros2(env: dict[str, str], *args: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(["ros2", *args], env=env, capture_output=True, text=True, check=False, timeout=90)


def test_a_goal_with_feedback(env: dict[str, str]) -> None:
    done = ros2(env, *GOAL, "{order: 2}", "--feedback")
    assert done.returncode == 0
    assert done.stdout.count("Feedback:") == 2
    assert done.stdout.endswith("- 2\n\nGoal finished with status: SUCCEEDED\n")


def test_a_rejected_goal(env: dict[str, str]) -> None:
    assert "Goal was rejected." in ros2(env, *GOAL, "{order: -1}").stdout


def test_an_interrupt_cancels_the_goal(env: dict[str, str]) -> None:
    client = subprocess.Popen(
        ["ros2", *GOAL, "{order: 100000}", "-f"],
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert client.stdout is not None
    for line in client.stdout:
        if line.startswith("Feedback:"):
            client.send_signal(signal.SIGINT)
            break
    out, _ = client.communicate(timeout=60)
    assert "Canceling goal..." in out
    assert out.endswith("Goal finished with status: CANCELED\n")


def test_list_and_info_name_the_server(env: dict[str, str]) -> None:
    info = ros2(env, "action", "info", "/fibonacci", "-t").stdout
    assert "Action servers: 1\n    /fibonacci_server [example_interfaces/action/Fibonacci]" in info
    assert ros2(env, "action", "list", "-t").stdout == "/fibonacci [example_interfaces/action/Fibonacci]\n"
