"""The latest observation, as it comes in over ROS: robot state, object memory and detections of the same step."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from rclpy.clock import Clock, ClockType
from rclpy.node import Node
from rclpy.task import Future

from pred_core.objects import ObjectMemory, ObjectState
from pred_core.ros.conversions import image_from_msg, memory_from_msg, pose_from_msg, seconds
from pred_core.ros.qos import OBSERVATION
from pred_msgs.msg import Detections, RobotState
from pred_msgs.msg import ObjectMemory as ObjectMemoryMsg
from pred_recovery.mission import Robot


class RosWorld:
    """What was last heard, and a way to wait until it is new enough."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._wall = Clock(clock_type=ClockType.STEADY_TIME)  # simulated time stands still while one waits
        self.memory = ObjectMemory()
        self.robot = Robot()
        self.memory_msg = ObjectMemoryMsg()
        self._detections = Detections()
        self._held = ""
        self._heard: set[str] = set()
        self._waiting: list[tuple[int, Future]] = []
        node.create_subscription(RobotState, "robot_state", self._on_robot, OBSERVATION)
        node.create_subscription(ObjectMemoryMsg, "object_memory", self._on_memory, OBSERVATION)
        node.create_subscription(Detections, "detections", self._on_detections, OBSERVATION)

    @property
    def step(self) -> int:
        """The newest observation of which everything has arrived; -1 before the first."""
        if len(self._heard) < 3:
            return -1
        return min(self.robot.step, self.memory.step, int(self._detections.step))

    @property
    def held_view(self) -> str:
        """The class the thing in the hand looks like in the latest picture, '' when it is not seen in it."""
        return next((d.class_name for d in self._detections.detections if d.id and d.id == self._held), "")

    async def until(self, step: int, timeout: float) -> bool:
        """Return whether the observation of that step, or a newer one, is here within ``timeout`` seconds."""
        if self.step >= step:
            return True
        future = Future(executor=self._node.executor)
        entry = (step, future)
        self._waiting.append(entry)
        timer = self._node.create_timer(timeout, lambda: _resolve(future, value=False), clock=self._wall)
        arrived = await future
        self._node.destroy_timer(timer)
        if entry in self._waiting:
            self._waiting.remove(entry)
        return bool(arrived)

    def mask(self, target: ObjectState) -> NDArray[np.uint8] | None:
        """Return the mask of an object in the latest picture (HxW, 0 or 255), or None when it is not in it."""
        wanted = target.detection_id
        label = next((d.label for d in self._detections.detections if d.id == wanted), None)
        if not wanted or label is None or self._detections.step != self.memory.step:
            return None
        return np.where(image_from_msg(self._detections.labels) == label, 255, 0).astype(np.uint8)

    def _on_robot(self, msg: RobotState) -> None:
        self.robot = Robot(
            step=msg.step,
            episode=msg.episode,
            stamp=seconds(msg.header.stamp),
            pose=pose_from_msg(msg.base_pose),
            pitch=msg.camera_pitch,
            holding=msg.holding,
            ready=msg.ready,
            actions=msg.actions,
            failures=msg.failures,
        )
        self._held = msg.held_detection_id
        self._arrived("robot")

    def _on_memory(self, msg: ObjectMemoryMsg) -> None:
        self.memory_msg = msg
        self.memory = memory_from_msg(msg)
        self._arrived("memory")

    def _on_detections(self, msg: Detections) -> None:
        self._detections = msg
        self._arrived("detections")

    def _arrived(self, what: str) -> None:
        self._heard.add(what)
        for step, future in self._waiting:
            if self.step >= step:
                _resolve(future, value=True)
        self._waiting = [entry for entry in self._waiting if not entry[1].done()]


def _resolve(future: Future, *, value: bool) -> None:
    if not future.done():
        future.set_result(value)
