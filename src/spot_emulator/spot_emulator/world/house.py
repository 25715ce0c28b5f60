"""The room the robot is in: the player's model of it, asked and changed in the map's coordinates."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pred_core.geometry import Pose2D
from sim_bridge_thor import frames
from spot_emulator.world.footprint import HALF_LENGTH, HALF_WIDTH, blocks, clearance, first_hit, gap
from spot_emulator.world.scenes import load_room
from thor_player.collision import NOTHING, WALL
from thor_player.model import SimObject, World

Array = NDArray[np.float64]

_TURNS = 16  # headings tried for the first place
_STEP = 0.1  # metres between places tried
_STEP_OVER, _BODY_TOP = 0.1, 0.75  # metres above the floor between which doors hit the body
_BRUSH = 0.03  # metres they may brush past it, as how far they reach is guessed from their boxes
_FAR = 3.0  # metres round the room's own start


@dataclass(frozen=True)
class NoRoom:
    """Why the robot cannot be put somewhere."""

    message: str


class House:
    """One loaded room. Poses and points are in the map: metres, z = 0 the floor."""

    def __init__(self, scene: str, seed: int = 0) -> None:
        """:raises thor_player.rooms_data.UnknownScene: when there is no such room."""
        self.player = load_room(scene, seed)
        self.scene, self.seed = self.player.world.scene, seed
        self.fresh = {name: obj.version for name, obj in self.player.world.objects.items()}

    @property
    def world(self) -> World:
        """The player's world."""
        return self.player.world

    def to_map(self, point: Array) -> Array:
        """Return a point (3,) of Unity's world in the map."""
        return np.array([point[2], -point[0], point[1] - self.world.floor])

    def to_unity(self, point: Array) -> Array:
        """Return a point (3,) of the map in Unity's world."""
        return np.array([-point[1], point[2] + self.world.floor, point[0]])

    @staticmethod
    def point(values: Sequence[float]) -> Array:
        """Return coordinates as an array (3,)."""
        return np.array([float(v) for v in values])

    def blocker(self, before: Pose2D, after: Pose2D) -> str | None:
        """Return what stops the body on a small step: an object's id, "Wall" or None."""
        found = blocks(self.world)
        hit = first_hit(
            found.rows, found.bounds, _row(before), _row(after), HALF_LENGTH, HALF_WIDTH, found.low
        )
        if hit == NOTHING:
            return None
        return "Wall" if hit == WALL else found.owners[hit]

    def clearance(self, pose: Pose2D) -> float:
        """Return the free distance round the body at a pose, metres; negative where it does not fit."""
        found = blocks(self.world)
        return float(clearance(found.rows, found.bounds, _row(pose), HALF_LENGTH, HALF_WIDTH, found.low))

    def has_room(self, pose: Pose2D) -> bool:
        """Tell whether the body can stand at a pose, and in no open door either: walking, it pushes those aside."""
        ajar = (obj for obj in self.world.active() if obj.status.openness > 0.0)
        return self.clearance(pose) > 0.0 and all(not self.body_is_hit(pose, obj) for obj in ajar)

    def body_is_hit(self, pose: Pose2D, obj: SimObject) -> bool:
        """Tell whether a door or drawer that moves is in the body."""
        return self.room_before(pose, obj) < 0.0

    def room_before(self, pose: Pose2D, obj: SimObject) -> float:
        """Return how far the body at a pose is from an open door or drawer, metres; negative where that is in it."""
        if obj.status.openness <= 0.0:
            return math.inf
        low, high = self.world.floor + _STEP_OVER, self.world.floor + _BODY_TOP
        row, least = _row(pose), math.inf
        for solid in obj.solids:
            if solid.top > low and solid.bottom < high:
                angle = math.radians(solid.yaw)
                box = np.array([
                    solid.center[0], solid.center[2], solid.half[0], solid.half[2], math.cos(angle), math.sin(angle),
                ])  # fmt: skip
                least = min(least, float(gap(box, *row, HALF_LENGTH, HALF_WIDTH)))
        return least + _BRUSH

    def place_for_robot(self) -> Pose2D | NoRoom:
        """Return a pose near the room's own start where the robot can stand and turn, or else just stand."""
        agent = self.world.agent
        x, y, _ = self.to_map(agent.position)
        yaw = frames.yaw_to_map(agent.yaw)
        spots = sorted(_around(float(x), float(y)), key=lambda p: math.hypot(p[0] - x, p[1] - y))
        fallback: Pose2D | None = None
        for px, py in spots:
            free = [
                self.clearance(Pose2D(px, py, yaw + k * 2.0 * math.pi / _TURNS)) > 0.0 for k in range(_TURNS)
            ]
            if all(free):
                headings = [Pose2D(px, py, yaw + k * math.pi / 2.0) for k in range(4)]
                return max(headings, key=self._way_ahead)
            if fallback is None and any(free):
                fallback = Pose2D(px, py, yaw + free.index(True) * 2.0 * math.pi / _TURNS)
        return fallback or NoRoom(f"the robot fits nowhere near the start of {self.scene}")

    def _way_ahead(self, pose: Pose2D) -> float:
        """Return how far the robot can walk straight on, metres."""
        for step in range(1, int(_FAR / _STEP)):
            if self.clearance(pose.ahead(step * _STEP)) < 0.0:
                return step * _STEP
        return _FAR


def _row(pose: Pose2D) -> Array:
    """Return a pose as (x, z, forward x, forward z) in Unity's world."""
    return np.array([-pose.y, pose.x, -math.sin(pose.yaw), math.cos(pose.yaw)])


def _around(x: float, y: float) -> list[tuple[float, float]]:
    steps = np.arange(-_FAR, _FAR + _STEP / 2.0, _STEP)
    return [(x + float(i), y + float(j)) for i in steps for j in steps]
