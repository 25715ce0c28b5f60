"""The latest observation, as it comes in over ROS: robot state, object memory and detections of the same step."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from rclpy.clock import Clock, ClockType
from rclpy.node import Node
from rclpy.task import Future
from std_msgs.msg import Bool

from pred_core.objects import ObjectMemory, ObjectState
from pred_core.outcome import Code
from pred_core.ros.conversions import image_from_msg, memory_from_msg, pose_from_msg, seconds
from pred_core.ros.lazy_message import LazyMessage, Stamp
from pred_core.ros.qos import LATCHED, OBSERVATION
from pred_msgs.msg import Detections, RobotState
from pred_msgs.msg import ObjectMemory as ObjectMemoryMsg
from pred_recovery.mission.world import OwnState
from pred_recovery.ros.earlier_views import EarlierView, EarlierViews


class RosWorld:
    """What was last heard, and a way to wait until it is new enough."""

    def __init__(self, node: Node, *, keep_views: bool = False) -> None:
        """Subscribe; ``keep_views``: keep what earlier pictures show, for a robot whose hand hides what it goes to."""
        self._node = node
        self._wall = Clock(clock_type=ClockType.STEADY_TIME)  # simulated time stands still while one waits
        self.robot = OwnState()
        self._stamp: Stamp | None = None
        self._held = ""
        self._waiting: list[tuple[int, Future]] = []
        self._known: tuple[ObjectMemoryMsg, ObjectMemory] | None = None
        self._kept: EarlierViews | None = EarlierViews() if keep_views else None
        self._kept_stamp: Stamp | None = None
        node.create_subscription(RobotState, "robot_state", self._on_robot, OBSERVATION)
        node.create_subscription(Bool, "sitting", self._on_sitting, LATCHED)
        self._memory = LazyMessage(node, ObjectMemoryMsg, "object_memory", OBSERVATION, self._arrived)
        self._detections = LazyMessage(node, Detections, "detections", OBSERVATION, self._arrived)

    @property
    def memory_msg(self) -> ObjectMemoryMsg:
        """The latest object memory as a message."""
        return self._memory.message

    def memory_with(self, parents: Mapping[str, str]) -> ObjectMemoryMsg:
        """Return the latest object memory as a message, with what some objects lie in or on."""
        message = self._memory.message
        if not parents:
            return message
        message = deepcopy(message)
        for state in message.objects:
            state.parent_id = parents.get(state.id, state.parent_id)
        return message

    @property
    def memory(self) -> ObjectMemory:
        """The latest object memory."""
        message = self._memory.message
        if self._known is None or self._known[0] is not message:
            self._known = (message, memory_from_msg(message))
        return self._known[1]

    @property
    def step(self) -> int:
        """The observation that robot state, memory and detections agree on; -1 while they are of different ones."""
        whole = self._stamp is not None and self._stamp == self._memory.stamp == self._detections.stamp
        return self.robot.step if whole else -1

    @property
    def held_view(self) -> str:
        """The class the thing in the hand looks like in the latest picture, '' when it is not seen in it."""
        held = self.memory.held
        # A robot may not know it by an id, and a detector names things as it likes.
        names = [name for name in (self._held, held.detection_id if held is not None else "") if name]
        if not names:
            return ""
        found = {d.id: d.class_name for d in self._detections.message.detections}
        return next((found[name] for name in names if name in found), "")

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
        if not wanted or self._detections.stamp != self._memory.stamp:
            return None
        seen = self._detections.message
        label = next((d.label for d in seen.detections if d.id == wanted), None)
        if label is None:
            return None
        return np.where(image_from_msg(seen.labels) == label, 255, 0).astype(np.uint8)

    def earlier_masks(self, target: ObjectState) -> list[tuple[int, NDArray[np.uint8]]]:
        """Return where an object was in earlier pictures that were taken with an empty hand: steps and masks."""
        return self._kept.of(target.id) if self._kept is not None and self.robot.holding else []

    def _on_robot(self, msg: RobotState) -> None:
        self.robot = OwnState(
            step=msg.step,
            episode=msg.episode,
            stamp=seconds(msg.header.stamp),
            pose=pose_from_msg(msg.base_pose),
            pitch=msg.camera_pitch,
            holding=msg.holding,
            ready=msg.ready,
            sitting=self.robot.sitting,
            actions=msg.actions,
            failures=msg.failures,
            lost=self._lost(msg),
        )
        self._held = msg.held_detection_id
        self._stamp = (msg.header.stamp.sec, msg.header.stamp.nanosec)
        self._arrived()

    def _on_sitting(self, msg: Bool) -> None:
        self.robot = replace(self.robot, sitting=bool(msg.data))

    def _lost(self, msg: RobotState) -> str:
        """Return why the episode began in which the robot is: kept for all of it."""
        if msg.last_outcome.code == Code.ROBOT_LOST:
            return str(msg.last_outcome.message)
        return self.robot.lost if msg.episode == self.robot.episode else ""

    def _arrived(self) -> None:
        if self._kept is not None and self.step >= 0 and self._stamp != self._kept_stamp and not self.robot.holding:
            self._kept_stamp = self._stamp
            self._kept.add(self.robot.episode, EarlierView(self._memory.raw, self._detections.raw))
        for step, future in self._waiting:
            if self.step >= step:
                _resolve(future, value=True)
        self._waiting = [entry for entry in self._waiting if not entry[1].done()]


def _resolve(future: Future, *, value: bool) -> None:
    if not future.done():
        future.set_result(value)
