"""``sensing:=realistic``: what a robot of flesh and wheels would measure and do instead of what the simulator knows.

Depth has a stereo camera's noise and holes (``pred_core.depth_noise``), the base's pose is summed up from noisy
odometry and drifts, motions fall a little short or long, and nobody tells which of the simulator's objects is held.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from pred_core.depth_noise import DepthErrors, measure
from pred_core.geometry import Pose2D, wrap_angle
from sim_bridge_thor.motions import MotionStyle
from sim_bridge_thor.observation import Observation

MOVES = frozenset({"forward", "back", "left", "right"})
TURNS = frozenset({"turn_left", "turn_right"})


@dataclass(frozen=True)
class MotionErrors:
    """Standard deviations, of what is done and of what is measured of it.

    Shares of the way and of the angle; ``odometry_drift`` radians for every metre; ``slip``: how often a move gets only
    part of the way (which odometry sees half of).
    """

    move: float = 0.02
    turn: float = 0.008
    odometry_way: float = 0.01
    odometry_turn: float = 0.004
    odometry_drift: float = 0.003
    slip: float = 0.01
    slip_to: tuple[float, float] = (0.5, 0.9)


class Senses:
    """The robot's own measurements, of one seed. Not thread-safe: the node calls it under its lock."""

    def __init__(
        self, seed: int, motions: MotionErrors | None = None, depth: DepthErrors | None = None
    ) -> None:
        self._seed = seed
        self._motions = motions or MotionErrors()
        self._depth = depth or DepthErrors()
        self._random = np.random.default_rng(seed)
        self._episode: int | None = None
        self._true = self._measured = Pose2D(0.0, 0.0, 0.0)

    def actuated(self, motion: str, amount: float, style: MotionStyle) -> float:
        """Return by how much the robot moves that is told to move by ``amount`` (metres or radians; 0: its own)."""
        errors = self._motions
        if motion in MOVES:
            share = 1.0 + self._random.normal(0.0, errors.move)
            if self._random.random() < errors.slip:
                share *= self._random.uniform(*errors.slip_to)
            return (amount or style.move) * max(share, 0.0)
        if motion in TURNS:
            return (amount or math.radians(style.turn)) * (1.0 + self._random.normal(0.0, errors.turn))
        return amount

    def measure(self, seen: Observation) -> Observation:
        """Return the observation as the robot's own sensors give it. A base at rest measures the same pose again."""
        if seen.episode != self._episode:
            self._episode = seen.episode
            self._random = np.random.default_rng([self._seed, round(seen.base.x * 100.0) & 0xFFFF, 5])
            self._true = self._measured = seen.base
        self._follow(seen.base)
        random = np.random.default_rng([self._seed, seen.step, 6])
        return replace(
            seen,
            depth=measure(seen.depth, seen.rgb, random, self._depth),
            base=self._measured,
            camera=_moved(seen.camera, self._true, self._measured),
            anonymous=True,
        )

    def _follow(self, base: Pose2D) -> None:
        """Add what odometry measures of the way since the last observation."""
        before, errors, random = self._true, self._motions, self._random
        way, turn = before.distance_to(base), wrap_angle(base.yaw - before.yaw)
        self._true = base
        if way < 1e-6 and abs(turn) < 1e-6:
            return
        direction = math.atan2(base.y - before.y, base.x - before.x) - before.yaw + self._measured.yaw
        measured = way * (1.0 + random.normal(0.0, errors.odometry_way))
        turned = turn * (1.0 + random.normal(0.0, errors.odometry_turn))
        turned += way * random.normal(0.0, errors.odometry_drift)
        self._measured = Pose2D(
            self._measured.x + measured * math.cos(direction),
            self._measured.y + measured * math.sin(direction),
            wrap_angle(self._measured.yaw + turned),
        )


def _moved(point: tuple[float, float, float], base: Pose2D, other: Pose2D) -> tuple[float, float, float]:
    """Return where a point fixed to a base is if the base is at another pose."""
    dx, dy, turn = point[0] - base.x, point[1] - base.y, other.yaw - base.yaw
    c, s = math.cos(turn), math.sin(turn)
    return other.x + c * dx - s * dy, other.y + s * dx + c * dy, point[2]
