"""The pictures of runs: what the camera saw at the end of each subgoal, a short film, and a map with the path."""

from __future__ import annotations

from pathlib import Path

from nav_msgs.msg import OccupancyGrid
from rclpy.node import Node
from sensor_msgs.msg import Image as ImageMsg

from pred_core.ros.qos import EVENTS, OBSERVATION
from pred_msgs.msg import ObjectMemory as ObjectMemoryMsg
from pred_msgs.msg import RobotState, TaskEvent
from pred_tools.picture_log import PictureLog


class RunPictures:
    """Listens, and hands what it hears to the log of the run that goes on."""

    def __init__(self, node: Node) -> None:
        """Start to listen."""
        self._log = PictureLog()
        node.create_subscription(ImageMsg, "camera/color/image_raw", self._on_image, OBSERVATION)
        node.create_subscription(RobotState, "robot_state", self._on_robot, OBSERVATION)
        node.create_subscription(OccupancyGrid, "map", self._on_map, OBSERVATION)
        node.create_subscription(ObjectMemoryMsg, "object_memory", self._on_memory, OBSERVATION)
        node.create_subscription(TaskEvent, "task_events", self._on_event, EVENTS)

    def begin(self, folder: Path) -> None:
        """Keep what comes for this folder."""
        self._log = PictureLog(folder, self._log.now)

    def take(self) -> PictureLog:
        """Return the log of the run that has ended, and keep nothing any more."""
        log, self._log = self._log, PictureLog(now=self._log.now)
        return log

    def _on_image(self, msg: ImageMsg) -> None:
        self._log.image(msg)

    def _on_robot(self, msg: RobotState) -> None:
        self._log.robot(msg)

    def _on_map(self, msg: OccupancyGrid) -> None:
        self._log.map(msg)

    def _on_memory(self, msg: ObjectMemoryMsg) -> None:
        self._log.memory(msg)

    def _on_event(self, msg: TaskEvent) -> None:
        if msg.kind == "subgoal":
            self._log.subgoal(msg.subgoal_id)
