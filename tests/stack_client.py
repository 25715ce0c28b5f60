"""What the launch tests do with a running stack: send goals, listen, find its player."""

from __future__ import annotations

import os
import time
from typing import Any

import psutil
import rclpy
from rclpy.action import ActionClient
from served_nodes import ServedNodes

from pred_core import stack_owner
from pred_core.ros.qos import EVENTS, OBSERVATION
from pred_msgs.action import ExecuteTask
from pred_msgs.msg import RobotState, TaskEvent

UP_SECONDS = 400.0
NAMESPACE = "pred"
LOOK_SECONDS = 1.0
"""How often it is looked whose the stack is, s."""


class StackClient:
    """A client of one stack, with a node in a ROS context of its own."""

    def __init__(self, domain: int) -> None:
        self._domain = domain
        self._look_at = 0.0
        self._context = rclpy.Context()
        rclpy.init(context=self._context, domain_id=domain)
        self.node = rclpy.create_node("test_client", namespace=NAMESPACE, context=self._context)
        self._served = ServedNodes(self.node, context=self._context)
        self.until = self._served.until
        self.answer = self._served.result
        self._task = ActionClient(self.node, ExecuteTask, "execute_task")
        self.robot = RobotState()
        self.kinds: list[str] = []
        self.heard: list[str] = []
        self.node.create_subscription(RobotState, "robot_state", self._on_robot, OBSERVATION)
        self.node.create_subscription(TaskEvent, "task_events", self._on_event, EVENTS)

    def _on_robot(self, msg: RobotState) -> None:
        self.robot = msg

    def _on_event(self, msg: TaskEvent) -> None:
        self.kinds.append(msg.kind)

    def up(self) -> None:
        """Wait until the robot is there and takes tasks. Fails at once where it is the robot of somebody else."""
        self.until(lambda: self._is_ours() and self._task.server_is_ready() and self.robot.step > 0, UP_SECONDS)

    def _is_ours(self) -> bool:
        """Fail where another process has launched the stack: the launch of this one was refused."""
        now = time.monotonic()
        if now >= self._look_at:
            self._look_at = now + LOOK_SECONDS
            for stack in stack_owner.stacks():
                if (stack.domain, stack.namespace) == (self._domain, NAMESPACE):
                    taken = f"ROS domain {self._domain} is taken: {stack.owner}"
                    assert stack.owner.pid == os.getpid(), taken
        return True

    def send(self, instruction: str, **fields: Any) -> Any:
        """Send a task and return its goal handle."""
        goal = ExecuteTask.Goal(instruction=instruction, **fields)
        return self._served.result(
            self._task.send_goal_async(goal, feedback_callback=lambda m: self.heard.append(m.feedback.reason))
        )

    def result(self, handle: Any, seconds: float = 120.0) -> Any:
        """Return status and result of a goal."""
        return self._served.result(handle.get_result_async(), seconds)

    def cancel(self, handle: Any) -> None:
        """Cancel a goal and wait for the answer, which is not the goal's end."""
        self._served.result(handle.cancel_goal_async())

    def close(self) -> None:
        """Leave the graph."""
        self._served.close()
        self._context.try_shutdown()


def players(of: int) -> list[psutil.Process]:
    """Return the THOR players among the descendants of a process."""
    found = []
    for process in psutil.Process(of).children(recursive=True):
        try:
            if any("thor_player" in part for part in process.cmdline()):
                found.append(process)
        except psutil.NoSuchProcess:  # it ended while the list was made
            continue
    return found
