"""The pictures of a run: what the camera saw at the end of each subgoal, a short film, and a map with the path."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from nav_msgs.msg import OccupancyGrid
from numpy.typing import NDArray
from PIL import Image
from rclpy.node import Node
from sensor_msgs.msg import Image as ImageMsg

from pred_bringup.top_down import MapPicture, draw_map
from pred_core.geometry import Pose2D
from pred_core.objects import ObjectMemory
from pred_core.ros.conversions import image_from_msg, memory_from_msg, pose_from_msg
from pred_core.ros.qos import EVENTS, OBSERVATION
from pred_msgs.msg import ObjectMemory as ObjectMemoryMsg
from pred_msgs.msg import RobotState, TaskEvent

FILM_FRAMES = 120
FILM_EDGE = 240
FILM_MS = 120


class RunPictures:
    """Listens while a task runs and writes at its end. Only what is kept is decoded."""

    def __init__(self, node: Node, folder: Path) -> None:
        """Start to listen.

        :raises OSError: when the folder cannot be made
        """
        self._folder = folder
        (folder / "frames").mkdir(parents=True, exist_ok=True)
        self._latest: ImageMsg | None = None
        self._film: list[NDArray[np.uint8]] = []
        self._stride, self._seen = 1, 0
        self._subgoals = 0
        self._episode = 0
        self._path: list[Pose2D] = []
        self._grid: OccupancyGrid | None = None
        self._memory: ObjectMemoryMsg | None = None
        node.create_subscription(ImageMsg, "camera/color/image_raw", self._on_image, OBSERVATION)
        node.create_subscription(RobotState, "robot_state", self._on_robot, OBSERVATION)
        node.create_subscription(OccupancyGrid, "map", self._on_map, OBSERVATION)
        node.create_subscription(ObjectMemoryMsg, "object_memory", self._on_memory, OBSERVATION)
        node.create_subscription(TaskEvent, "task_events", self._on_event, EVENTS)

    def write(self) -> None:
        """Write film.gif and map.png.

        :raises OSError: when they cannot be written
        """
        self._keep_frame("end")
        if self._film:
            frames = [Image.fromarray(f).quantize(64) for f in self._film]
            frames[0].save(
                self._folder / "film.gif", save_all=True, append_images=frames[1:], duration=FILM_MS, loop=0
            )
        if self._grid is not None:
            draw_map(self._map_picture(self._grid)).save(self._folder / "map.png")

    def _map_picture(self, grid: OccupancyGrid) -> MapPicture:
        cells = np.array(grid.data, dtype=np.int8).reshape(grid.info.height, grid.info.width)
        origin = grid.info.origin.position
        memory = memory_from_msg(self._memory) if self._memory is not None else ObjectMemory()
        return MapPicture(
            cells, grid.info.resolution, (origin.x, origin.y), tuple(self._path), memory.objects
        )

    def _on_image(self, msg: ImageMsg) -> None:
        self._latest = msg
        if self._seen % self._stride == 0:
            picture = Image.fromarray(np.asarray(image_from_msg(msg), np.uint8))
            picture.thumbnail((FILM_EDGE, FILM_EDGE))
            self._film.append(np.asarray(picture))
        self._seen += 1
        if len(self._film) > FILM_FRAMES:  # a long task becomes a faster film, not a larger one
            self._film = self._film[::2]
            self._stride *= 2

    def _on_robot(self, msg: RobotState) -> None:
        if msg.episode != self._episode:  # another world was loaded: what was seen so far is of the old one
            self._episode = msg.episode
            self._path, self._film = [], []
        pose = pose_from_msg(msg.base_pose)
        if not self._path or self._path[-1].distance_to(pose) > 0.01:
            self._path.append(pose)

    def _on_map(self, msg: OccupancyGrid) -> None:
        self._grid = msg

    def _on_memory(self, msg: ObjectMemoryMsg) -> None:
        self._memory = msg

    def _on_event(self, msg: TaskEvent) -> None:
        if msg.kind == "subgoal":
            if self._subgoals:
                self._keep_frame(f"before_{msg.subgoal_id}")
            self._subgoals += 1

    def _keep_frame(self, name: str) -> None:
        if self._latest is not None:
            picture = Image.fromarray(np.asarray(image_from_msg(self._latest), np.uint8))
            picture.save(self._folder / "frames" / f"{self._subgoals:02d}_{name}.png")
