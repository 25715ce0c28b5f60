"""What arm, gripper, camera and held thing fill: rods with round ends (capsules) on the arm's frames.

They enclose the UR5e's and the 2F-85's shapes as the manufacturers draw them, and those that MuJoCo Menagerie lets
collide (held against both in the emulator's tests); a UR5 (CB3) is as thick or thinner.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from ur5_description.kinematics import Arm, Array
from ur5_driver.driver.shapes import OPEN_WIDTH, tip_length

LINKS = ("base", "shoulder", "upper arm", "forearm", "wrist 1", "wrist 2", "wrist 3")
"""What moves with each DH frame, base first."""
HAND = len(LINKS) - 1
"""The frame that the hand moves with: the flange."""
ELBOW = "elbow"


@dataclass(frozen=True)
class Rods:
    """Capsules: ``start`` and ``end`` Mx3 m in their frames, ``radius`` M m, ``frame`` M indices, ``name`` M words."""

    start: Array
    end: Array
    radius: Array
    frame: tuple[int, ...]
    name: tuple[str, ...]

    def __add__(self, other: Rods) -> Rods:
        return Rods(
            np.concatenate([self.start, other.start]),
            np.concatenate([self.end, other.end]),
            np.concatenate([self.radius, other.radius]),
            self.frame + other.frame,
            self.name + other.name,
        )


type Row = tuple[int, str, tuple[float, float, float], tuple[float, float, float], float]


def rods(rows: list[Row]) -> Rods:
    """Return rods of rows: frame, name, both ends (m in that frame), radius (m)."""
    return Rods(
        np.array([row[2] for row in rows]),
        np.array([row[3] for row in rows]),
        np.array([row[4] for row in rows]),
        tuple(row[0] for row in rows),
        tuple(row[1] for row in rows),
    )


def arm_rods(arm: Arm) -> Rods:
    """Return what the links fill."""
    upper, fore, side = -arm.a2, -arm.a3, arm.d4
    middle = side + 0.0045
    return rods(
        [
            (0, "base", (0.0, 0.0, 0.0), (0.0, 0.0, 0.06), 0.08),
            (1, "shoulder", (0.0, 0.06 - arm.d1, 0.0), (0.0, 0.02, 0.0), 0.071),
            (1, "shoulder", (0.0, 0.0, -0.01), (0.0, 0.0, 0.035), 0.0785),
            (2, "upper arm", (upper, 0.0, side - 0.07), (upper, 0.0, side + 0.035), 0.071),
            (2, "upper arm", (upper, 0.0, middle), (0.0, 0.0, middle), 0.051),
            (2, "upper arm", (upper, 0.0, middle), (upper - 0.11, 0.0, middle), 0.06),
            (2, "upper arm", (0.11, 0.0, middle), (0.0, 0.0, middle), 0.06),
            (2, ELBOW, (0.0, 0.0, side - 0.03), (0.0, 0.0, side + 0.028), 0.076),
            (3, ELBOW, (fore, 0.0, 0.0), (fore, 0.0, 0.03), 0.068),
            (3, "forearm", (fore, 0.0, 0.0085), (fore - 0.1, 0.0, 0.0085), 0.052),
            (3, "forearm", (fore - 0.1, 0.0, 0.0068), (0.0, 0.0, 0.0068), 0.0395),
            (3, "forearm", (0.0, 0.0, -0.022), (0.0, 0.0, 0.033), 0.0478),
            (4, "wrist 1", (0.0, 0.0, 0.0), (0.0, -0.05, 0.0), 0.0448),
            (4, "wrist 1", (0.0, 0.0, -0.03), (0.0, 0.0, 0.027), 0.0468),
            (5, "wrist 2", (0.0, 0.025, 0.0), (0.0, 0.0, 0.0), 0.0438),
            (5, "wrist 2", (0.0, 0.0, -0.03), (0.0, 0.0, 0.027), 0.0468),
            (6, "wrist 3", (0.0, 0.0, -0.03), (0.0, 0.0, -0.014), 0.0448),
        ]
    )


@dataclass(frozen=True)
class Hand:
    """What is at the flange.

    ``opening`` of the fingers, m; ``gripper``: a 2F-85, otherwise a tool that is a rod of ``length`` m; ``camera``: its
    optical frame in tool0, 4x4; ``held``: points of what the fingers hold, Nx3 m in tool0.
    """

    opening: float = OPEN_WIDTH
    gripper: bool = True
    length: float = 0.0
    camera: Array | None = field(default=None, compare=False)
    held: Array | None = field(default=None, compare=False)

    def now(self, width: float | None, held: Array | None) -> Hand:
        """Return the hand with its fingers as wide as they were measured (m), and what they hold (Nx3 m in tool0)."""
        opening = self.opening if width is None else min(OPEN_WIDTH, width)
        return replace(self, opening=opening, held=held)

    def rods(self) -> Rods | None:
        """Return what fills the space at the flange; None for a bare one."""
        rows: list[Row] = []
        if self.gripper:
            rows += _fingers(self.opening)
        elif self.length > TOOL:
            rows.append((HAND, "tool", (0.0, 0.0, 0.0), (0.0, 0.0, self.length - TOOL), TOOL))
        if self.camera is not None:
            rows += _camera(self.camera)
        if self.held is not None:
            rows += _held(self.held)
        return rods(rows) if rows else None


FLESH = 0.0155
"""Radius of a finger's rod, m."""
TOOL = 0.03
"""Radius of a tool that nothing is known of but its length, m."""


def _fingers(opening: float) -> list[Row]:
    """Return palm, knuckles and fingers of a 2F-85 in tool0; the fingers close along x."""
    out, tip, share = opening / 2.0, tip_length(opening), opening / OPEN_WIDTH
    rows: list[Row] = [(HAND, "palm", (x, 0.0, 0.02), (x, 0.0, 0.078), 0.0435) for x in (-0.01, 0.01)]
    for side in (-1.0, 1.0):
        hinge = (side * (0.0535 + 0.0095 * share), 0.0, 0.084 - 0.0175 * share)
        rows += [
            (HAND, "knuckle", hinge, (side * (out + 0.0245), 0.0, tip - 0.055), 0.0185),
            (HAND, "knuckle", (side * 0.02, 0.0, 0.075), (side * (out + 0.008), 0.0, tip - 0.052), 0.0225),
            (
                HAND,
                FINGER,
                (side * (out + 0.0155), 0.0, tip - 0.052),
                (side * (out + 0.0065), 0.0, tip - 0.008),
                FLESH,
            ),
        ]
    return rows


def _camera(optical: Array) -> list[Row]:
    """Return case and bracket of a camera whose optical frame is given in tool0: its x is the picture's right."""
    left, right = (tuple(optical[:3, :3] @ [x, 0.0, -0.014] + optical[:3, 3]) for x in (-0.036, 0.036))
    middle = tuple(optical[:3, :3] @ [0.0, 0.0, -0.014] + optical[:3, 3])
    return [(HAND, "camera", left, right, 0.021), (HAND, "camera", (0.0, 0.0, 0.0), middle, 0.012)]


def _held(points: Array) -> list[Row]:
    """Return a rod around points, along the side that is longest."""
    middle = points.mean(axis=0)
    axes = np.linalg.svd(points - middle, full_matrices=False)[2]
    along = (points - middle) @ axes[0]
    off = np.linalg.norm(points - middle - along[:, None] * axes[0], axis=1)
    radius = float(off.max()) + 0.005
    low, high = float(along.min()), float(along.max())
    if high - low > 2.0 * radius:
        low, high = low + 0.6 * radius, high - 0.6 * radius
    ends = [tuple(middle + x * axes[0]) for x in (low, max(high, low + 1e-3))]
    return [(HAND, HELD, ends[0], ends[1], radius)]


HELD, FINGER = "thing held", "fingers"


def fingertips(hand: Hand) -> Array:
    """Return the corners of the finger pads' ends, Nx3 m in tool0: what is lowest over a table that is gripped from."""
    if not hand.gripper:
        return np.empty((0, 3))
    inside, tip = hand.opening / 2.0, tip_length(hand.opening)
    return np.array(
        [(s * x, y, tip) for s in (-1, 1) for x in (inside, inside + 0.009) for y in (-0.011, 0.011)]
    )
