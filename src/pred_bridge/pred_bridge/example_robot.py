"""The example of docs/own_robot.md: a robot that turns in its place, sees a red ball and picks it up.

Run it with ``python -m pred_bridge.example_robot``. The world, the camera and the gripper are made up; all that makes a
bridge of it is here.
"""

from __future__ import annotations

import math
import sys
import threading
import time

import numpy as np
from numpy.typing import NDArray

from pred_bridge.goals import Say
from pred_bridge.program import run_bridge
from pred_bridge.robot_node import OwnParameters, OwnRobot, RobotNode
from pred_bridge.transforms import OPTICAL_IN_CAMERA, flat
from pred_core.geometry import Intrinsics, Pose2D, pixel_rays, wrap_angle
from pred_core.outcome import Code, Outcome
from pred_core.pictures import Picture, mask_of
from pred_core.plan_language import Primitive
from pred_core.targets import Target
from pred_msgs.msg import BaseMotion

CAMERA = Intrinsics.from_fov(160, 120, math.radians(60.0))
EYE = 0.4
"""Height of the camera, m."""
BALL, RADIUS = np.array([1.0, 0.0, 0.1]), 0.1
"""Where the ball lies in map, and its radius, m."""
REACH, QUARTER = 1.5, math.pi / 2.0
TURNS = {BaseMotion.TURN_LEFT: 1.0, BaseMotion.TURN_RIGHT: -1.0}


class Turntable(OwnRobot):
    """A pole with a camera and an arm, in a room with a grey floor and a ball."""

    name = "turntable"

    def __init__(self, settings: OwnParameters) -> None:
        """Stand at the origin, facing the ball; a real robot would connect to ``settings.host``."""
        super().__init__()
        self._host = settings.host
        self._yaw, self._holds, self._connected = 0.0, False, False
        self._picture: Picture | None = None

    def start(self) -> None:
        self._connected = True

    def stop(self) -> Outcome:
        return Outcome.success("Nothing moves.")

    def available(self) -> Outcome:
        return Outcome.success() if self._connected else Outcome(Code.ROBOT_LOST, f"{self._host} does not answer.")

    @property
    def base(self) -> Pose2D:
        return Pose2D(0.0, 0.0, self._yaw)

    @property
    def holding(self) -> bool:
        return self._holds

    def take_picture(self, step: int) -> Picture | str:
        if not self._connected:
            return self.available().message
        optical = flat(self.base) @ OPTICAL_IN_CAMERA
        optical[2, 3] = EYE
        rgb, depth = self._draw(optical)
        self._picture = Picture(step, time.time(), rgb, depth, CAMERA, np.eye(4), optical, span=(0.05, 5.0))
        return self._picture

    def _draw(self, optical: NDArray[np.float64]) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
        """Cast a ray for each pixel: on the floor, on the ball, or on nothing (depth 0)."""
        rays = pixel_rays(CAMERA).astype(np.float64) @ optical[:3, :3].T
        down = np.where(rays[..., 2] < -1e-6, EYE / np.maximum(-rays[..., 2], 1e-6), 0.0)
        depth = np.where(down < 5.0, down, 0.0)
        rgb = np.where((depth > 0.0)[..., None], np.uint8(128), np.uint8(230)) * np.ones(3, np.uint8)
        if not self._holds:
            away = optical[:3, 3] - BALL
            a, b, c = (rays**2).sum(-1), rays @ away, away @ away - RADIUS**2
            root = b**2 - a * c
            hit = (root > 0.0) & (-b > 0.0)
            depth = np.where(hit, (-b - np.sqrt(np.maximum(root, 0.0))) / a, depth)
            rgb[hit] = (200, 30, 30)
        return rgb.astype(np.uint8), depth.astype(np.float32)

    def do_skill(self, skill: str, target: Target, event: threading.Event, say: Say) -> Outcome:
        if skill == Primitive.PICKUP and self._picture is not None:
            outcome, mask = mask_of(target, self._picture)
            if mask is None:
                return outcome
            say("reaching")
            points = self._picture.points_of(mask)
            reached = len(points) > 0 and float(np.linalg.norm(np.median(points, axis=0) - BALL)) < 2.0 * RADIUS
            self._holds = reached and not event.is_set() and float(np.linalg.norm(BALL[:2])) < REACH
            return Outcome.success() if self._holds else Outcome(Code.NOT_FOUND, "The gripper closed on nothing.")
        return Outcome(Code.NOT_AFFORDED, f"The turntable does not do {skill}.")

    def move(self, motion: BaseMotion, event: threading.Event) -> Outcome:
        if event.is_set():
            return Outcome(Code.CANCELED, "Cancelled.")
        if motion.motion not in TURNS:
            return Outcome(Code.NOT_AFFORDED, f"The turntable cannot move {motion.motion}.")
        self._yaw = wrap_angle(self._yaw + TURNS[motion.motion] * (motion.amount or QUARTER))
        return Outcome.success()


def main(args: list[str] | None = None) -> int:
    """Run the bridge until it is told to end."""
    return run_bridge(lambda: RobotNode(Turntable), RobotNode.start, RobotNode.close, args=args)


if __name__ == "__main__":
    sys.exit(main())
