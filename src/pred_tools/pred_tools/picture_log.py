"""What the pictures of one run are made of, as it comes: film, path, map and the pictures between subgoals."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from nav_msgs.msg import OccupancyGrid
from numpy.typing import NDArray
from PIL import Image
from sensor_msgs.msg import Image as ImageMsg

from pred_core.geometry import Pose2D
from pred_core.objects import ObjectMemory
from pred_core.ros.conversions import image_from_msg, memory_from_msg, pose_from_msg
from pred_msgs.msg import ObjectMemory as ObjectMemoryMsg
from pred_msgs.msg import RobotState
from pred_tools.top_down import MapPicture, draw_map

FILM_FRAMES = 120
FILM_EDGE = 240
FILM_MS = 120


@dataclass
class Now:
    """The latest of everything; None while nothing was heard."""

    episode: int | None = None
    pose: Pose2D | None = None
    image: ImageMsg | None = None
    grid: OccupancyGrid | None = None
    memory: ObjectMemoryMsg | None = None


class PictureLog:
    """One run's pictures. Only what is kept is decoded; nothing is written without a folder."""

    def __init__(self, folder: Path | None = None, now: Now | None = None) -> None:
        """Begin a run.

        :param now: where the robot is, and what it sees and knows
        """
        self.now = replace(now) if now is not None else Now()
        self._folder = folder
        self._film: list[NDArray[np.uint8]] = []
        self._stride, self._seen = 1, 0
        self._subgoals = 0
        self._end: Now | None = None
        self._path: list[Pose2D] = [self.now.pose] if self.now.pose is not None else []
        if self.now.image is not None:
            self.image(self.now.image)

    def write(self) -> None:
        """Write film.gif and map.png.

        :raises OSError: when they cannot be written
        """
        if self._folder is None:
            return
        self._keep_frame("end")
        if self._film:
            frames = [Image.fromarray(f).quantize(64) for f in self._film]
            frames[0].save(
                self._folder / "film.gif", save_all=True, append_images=frames[1:], duration=FILM_MS, loop=0
            )
        grid = (self._end or self.now).grid
        if grid is not None:
            draw_map(self._map_picture(grid)).save(self._folder / "map.png")

    def image(self, msg: ImageMsg) -> None:
        """Take what the camera saw."""
        self.now.image = msg
        if self._folder is None or self._end is not None:
            return
        if self._seen % self._stride == 0:
            picture = Image.fromarray(np.asarray(image_from_msg(msg), np.uint8))
            picture.thumbnail((FILM_EDGE, FILM_EDGE))
            self._film.append(np.asarray(picture))
        self._seen += 1
        if len(self._film) > FILM_FRAMES:  # a long task becomes a faster film, not a larger one
            self._film = self._film[::2]
            self._stride *= 2

    def robot(self, msg: RobotState) -> None:
        """Take where the robot is."""
        if self._folder is not None and self.now.episode not in (None, msg.episode):
            self._end = replace(self.now)  # another world was loaded: what comes now is not of this run
        self.now.episode = msg.episode
        self.now.pose = pose = pose_from_msg(msg.base_pose)
        if self._end is not None or self._folder is None:
            return
        if not self._path or self._path[-1].distance_to(pose) > 0.01:
            self._path.append(pose)

    def map(self, msg: OccupancyGrid) -> None:
        """Take what is mapped."""
        self.now.grid = msg

    def memory(self, msg: ObjectMemoryMsg) -> None:
        """Take which objects are remembered."""
        self.now.memory = msg

    def subgoal(self, name: str) -> None:
        """Keep what the camera sees before a subgoal; of the first there was nothing done yet.

        :raises OSError: when it cannot be written
        """
        if self._subgoals:
            self._keep_frame(f"before_{name}")
        self._subgoals += 1

    def _map_picture(self, grid: OccupancyGrid) -> MapPicture:
        cells = np.array(grid.data, dtype=np.int8).reshape(grid.info.height, grid.info.width)
        origin = grid.info.origin.position
        known = (self._end or self.now).memory
        memory = memory_from_msg(known) if known is not None else ObjectMemory()
        return MapPicture(
            cells, grid.info.resolution, (origin.x, origin.y), tuple(self._path), memory.objects
        )

    def _keep_frame(self, name: str) -> None:
        image = (self._end or self.now).image
        if image is not None and self._folder is not None:
            picture = Image.fromarray(np.asarray(image_from_msg(image), np.uint8))
            (self._folder / "frames").mkdir(parents=True, exist_ok=True)
            picture.save(self._folder / "frames" / f"{self._subgoals:02d}_{name}.png")
