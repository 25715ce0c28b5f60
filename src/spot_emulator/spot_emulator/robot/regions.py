"""Regions that a client forbids the body: they stop it as furniture does, but show in no picture."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from pred_core.geometry import Pose2D
from spot_emulator.world.footprint import HALF_LENGTH, HALF_WIDTH, gap

_DEEPER = 1e-7


@dataclass(frozen=True)
class Region:
    """A rectangle in the map: its middle, and half its sides along that pose's axes, m. ``stops``: body or feet."""

    pose: Pose2D
    half_x: float
    half_y: float
    stops: bool = True

    def apart(self, body: Pose2D) -> float:
        """Return how far the body at a pose is from it, metres; negative where it is in it."""
        c, s = np.cos(self.pose.yaw), np.sin(self.pose.yaw)
        row = np.array([self.pose.x, self.pose.y, self.half_x, self.half_y, c, -s])
        ahead = np.cos(body.yaw), np.sin(body.yaw)
        return float(gap(row, body.x, body.y, *ahead, HALF_LENGTH, HALF_WIDTH))


def blocking(regions: Iterable[Region], before: Pose2D, after: Pose2D) -> bool:
    """Tell whether a region stops a small step of the body; what it is in already stops it going deeper alone."""
    for region in regions:
        if region.stops:
            now = region.apart(after)
            was = region.apart(before) if now < 0.0 else 0.0
            if now < 0.0 and (was >= 0.0 or now < was - _DEEPER):
                return True
    return False
