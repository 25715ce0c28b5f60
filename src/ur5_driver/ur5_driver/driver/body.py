"""What arm, gripper, camera and held thing fill: rods with round ends (capsules) on the arm's frames.

Where links, hand and camera are flat a rod has a tighter solid beside it; what it stands for is in both. They enclose
the UR5e's and the 2F-85's shapes as the manufacturers draw them, and those that MuJoCo Menagerie lets collide (held
against both in the emulator's tests); a UR5 (CB3) is as thick or thinner.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import numpy as np

from ur5_description.kinematics import ArmModel, Array
from ur5_driver.driver.shapes import OPEN_WIDTH, tip_length
from ur5_driver.driver.solids import Point, Solid, discs, rod, turned, upright

LINKS = ("base", "shoulder", "upper arm", "forearm", "wrist 1", "wrist 2", "wrist 3")
"""What moves with each DH frame, base first."""
HAND = len(LINKS) - 1
"""The frame that the hand moves with: the flange."""
ELBOW = "elbow"


@dataclass(frozen=True)
class Rods:
    """Capsules: ``start`` and ``end`` Mx3 m in their frames, ``radius`` M m, ``frame`` M indices, ``name`` M words.

    What a rod stands for is in its ``solid`` as well.
    """

    start: Array
    end: Array
    radius: Array
    frame: tuple[int, ...]
    name: tuple[str, ...]
    solid: tuple[Solid, ...]

    def __add__(self, other: Rods) -> Rods:
        return Rods(
            np.concatenate([self.start, other.start]),
            np.concatenate([self.end, other.end]),
            np.concatenate([self.radius, other.radius]),
            self.frame + other.frame,
            self.name + other.name,
            self.solid + other.solid,
        )


type Row = tuple[int, str, Point, Point, float, Solid | None]


def rods(rows: list[Row]) -> Rods:
    """Return rods of rows: frame, name, both ends (m in that frame), radius (m), and what is tighter, if anything."""
    return Rods(
        np.array([row[2] for row in rows]),
        np.array([row[3] for row in rows]),
        np.array([row[4] for row in rows]),
        tuple(row[0] for row in rows),
        tuple(row[1] for row in rows),
        tuple(rod(*row[2:5]) if row[5] is None else row[5] for row in rows),
    )


def arm_rods(arm: ArmModel) -> Rods:
    """Return what the links fill."""
    upper, fore, side = -arm.a2, -arm.a3, arm.d4
    middle = side + 0.0045
    y = (0.0, 1.0, 0.0)
    column = discs(y, [((0.0, 0.0023 - arm.d1, 0.0), 0.0602), ((0.0, 0.0805, 0.0), 0.0602)])
    neck = discs(y, [((0.0, -0.0735, 0.0), 0.0382), ((0.0, 0.0, 0.0), 0.0382)])
    profile = [  # its cap slants: nearer to the elbow it ends lower
        (0.0035, -0.0497, 0.0312),
        (0.0021, -0.048, 0.0352),
        (0.0012, -0.044, 0.0367),
        (0.001, -0.0395, 0.0374),
        (0.0017, -0.0365, 0.0383),
        (0.0008, -0.025, 0.0392),
        (0.0, -0.008, 0.0396),
        (0.0, 0.0607, 0.0398),
    ]
    end = discs((0.0, 0.0, 1.0), [((across, 0.0, up), radius) for across, up, radius in profile])
    # the end of wrist 2 that MuJoCo feels comes out of its middle
    cap = turned(
        (-0.0602, 0.008), (-0.0567, 0.0357), (-0.0417, 0.0397), (-0.02, 0.0402), (0.04, 0.0402), (0.054, 0.038)
    )
    low_cap = turned((-0.0602, 0.008), (-0.057, 0.036), (-0.0421, 0.0398), (-0.035, 0.0404), (0.0534, 0.0404))
    x = (1.0, 0.0, 0.0)
    shoulder_end = discs(x, [((upper, 0.0, middle), 0.0585), ((upper - 0.091, 0.0, middle), 0.0585)])
    elbow_end = discs(x, [((0.0, 0.0, middle), 0.0585), ((0.084, 0.0, middle), 0.0585)])
    fore_end = discs(
        x,
        [
            ((fore, 0.0, 0.0085), 0.0536),
            ((fore - 0.057, 0.0, 0.0085), 0.0525),
            ((fore - 0.094, 0.0, 0.0085), 0.0485),
        ],
    )
    bent = discs(y, [((0.0, 0.0, 0.0), 0.0402), ((0.0, 0.0465, 0.0), 0.0385)])
    return rods(
        [
            (0, "base", (0.0, 0.0, 0.0), (0.0, 0.0, 0.06), 0.08, upright(0.0, 0.0995, 0.076)),
            (1, "shoulder", (0.0, 0.06 - arm.d1, 0.0), (0.0, 0.0275, 0.0), 0.071, column),
            (1, "shoulder", (0.0, 0.0, -0.01), (0.0, 0.0, 0.035), 0.0785, upright(-0.0602, 0.0747, 0.0602)),
            (
                2,
                "upper arm",
                (upper, 0.0, side - 0.07),
                (upper, 0.0, side + 0.035),
                0.071,
                upright(-0.0225, side + 0.0855, 0.0609, upper),
            ),
            (2, "upper arm", (upper, 0.0, middle), (0.0, 0.0, middle), 0.051, None),
            (2, "upper arm", (upper, 0.0, middle), (upper - 0.11, 0.0, middle), 0.06, shoulder_end),
            (2, "upper arm", (0.11, 0.0, middle), (0.0, 0.0, middle), 0.06, elbow_end),
            (
                2,
                ELBOW,
                (0.0, 0.0, side - 0.03),
                (0.0, 0.0, side + 0.028),
                0.076,
                upright(0.06, side + 0.077, 0.0604),
            ),
            (3, ELBOW, (fore, 0.0, 0.0), (fore, 0.0, 0.03), 0.068, upright(-0.042, 0.0607, 0.06, fore)),
            (3, "forearm", (fore, 0.0, 0.0085), (fore - 0.1, 0.0, 0.0085), 0.0536, fore_end),
            (3, "forearm", (fore - 0.1, 0.0, 0.0068), (0.0, 0.0, 0.0068), 0.0395, None),
            (3, "forearm", (0.0, 0.0, -0.022), (0.0, 0.0, 0.033), 0.0478, end),
            (4, "wrist 1", (0.0, 0.0, 0.0), (0.0, -0.05, 0.0), 0.0448, neck),
            (4, "wrist 1", (0.0, 0.0, -0.03), (0.0, 0.0, 0.027), 0.0468, cap),
            (5, "wrist 2", (0.0, 0.025, 0.0), (0.0, 0.0, 0.0), 0.0438, bent),
            (5, "wrist 2", (0.0, 0.0, -0.03), (0.0, 0.0, 0.027), 0.0468, low_cap),
            (6, "wrist 3", (0.0, 0.0, -0.03), (0.0, 0.0, -0.014), 0.0448, upright(-0.0468, 0.0005, 0.0438)),
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
            rows.append((HAND, "tool", (0.0, 0.0, 0.0), (0.0, 0.0, self.length - TOOL), TOOL, None))
        if self.camera is not None:
            rows += _camera(self.camera)
        if self.held is not None:
            rows += _held(self.held)
        return rods(rows) if rows else None


FLESH = 0.0167
"""Radius of a finger's rod, m."""
TOOL = 0.03
"""Radius of a tool that nothing is known of but its length, m."""


def _fingers(opening: float) -> list[Row]:
    """Return palm, knuckles and fingers of a 2F-85 in tool0; the fingers close along x."""
    out, tip, share = opening / 2.0, tip_length(opening), opening / OPEN_WIDTH
    rows: list[Row] = [(HAND, "palm", (x, 0.0, 0.02), (x, 0.0, 0.078), 0.0435, PALM) for x in (-0.01, 0.01)]
    for side in (-1.0, 1.0):
        hinge = (side * (0.0535 + 0.0095 * share), 0.0, 0.084 - 0.0175 * share)
        outer = (side * (out + 0.0245), 0.0, tip - 0.055)
        root, inner = (side * 0.02, 0.0, 0.075), (side * (out + 0.008), 0.0, tip - 0.052)
        heel, end = (side * (out + 0.0155), 0.0, tip - 0.052), (side * (out + 0.0065), 0.0, tip - 0.008)
        driver, coupler, inside, pad = (_flat(side, *parts) for parts in _mechanism(opening))
        rows += [
            (HAND, "knuckle", hinge, outer, 0.0185, driver),
            (HAND, "knuckle", hinge, outer, 0.0185, coupler),
            (HAND, "knuckle", root, inner, 0.0225, inside),
            (HAND, FINGER, heel, end, FLESH, pad),
        ]
    return rows


PALM = discs(
    (0.0, 0.0, 1.0),
    [
        ((0.0, 0.0, 0.0), 0.0378),
        ((0.0, 0.0, 0.05), 0.0378),
        *(((x, 0.0, z), 0.0136) for x in (-0.0305, 0.0305) for z in (0.055, 0.0795)),
        *(((x, 0.0, 0.101), 0.0136) for x in (-0.016, 0.016)),
    ],
)
"""The 2F-85's palm and its coupling."""


type Flat = tuple[float, float, float, float]
"""x and z of a disc's middle, its radius, and half how thick it is, m: in the plane in which the fingers move."""
CLOSED_TURN = 0.8
"""By how much knuckles turn from open to closed, rad."""


def _mechanism(opening: float) -> tuple[list[Flat], list[Flat], list[Flat], list[Flat]]:
    """Return what the finger on the side of x fills: driven link; coupler; spring link; pad with what bears it."""
    out, tip = opening / 2.0, tip_length(opening)
    turn = CLOSED_TURN * (1.0 - opening / OPEN_WIDTH)
    across, up = math.cos(turn), math.sin(turn)

    def disc(pivot: tuple[float, float], x: float, z: float, radius: float, half: float) -> Flat:
        return (pivot[0] + x * across - z * up, pivot[1] + x * up + z * across, radius, half)

    driven, spring = (0.0306, 0.0657), (0.0132, 0.0717)
    driver = [disc(driven, 0.0, 0.0, 0.0078, 0.0122), disc(driven, 0.0272, 0.0013, 0.0126, 0.0122)]
    coupler = [disc(driven, 0.0315, -0.004, 0.0062, 0.0137), disc(driven, 0.0376, 0.043, 0.0064, 0.0137)]
    links = [disc(spring, 0.0, 0.0, 0.0066, 0.0197), disc(spring, 0.0366, 0.0432, 0.0066, 0.0197)]
    top, end = tip - 0.0505, tip - 0.0002
    bearing = [(out + 0.0256, top, 0.0062, 0.0077), (out + 0.0056, top + 0.006, 0.0046, 0.0077)]
    pads = [(out + x, z, 0.0002, 0.0112) for x in (-0.001, 0.0088) for z in (tip - 0.038, end)]
    return driver, coupler, links, [*bearing, *pads]


def _flat(side: float, *rows: Flat) -> Solid:
    """Return the hull of a finger's discs, on one side (-1 or 1)."""
    y = (0.0, 1.0, 0.0)
    return discs(y, [((side * x, way, z), r) for x, z, r, half in rows for way in (-half, half)])


def _camera(optical: Array) -> list[Row]:
    """Return case and bracket of a camera whose optical frame is given in tool0: its x is the picture's right."""
    turn, place = optical[:3, :3], optical[:3, 3]
    left, right, middle = (_point(turn @ [x, 0.0, -0.014] + place) for x in (-0.036, 0.036, 0.0))
    corners = [
        (_point(turn @ [x, y, z] + place), 0.0)
        for x in (-0.0455, 0.0455)
        for y in (-0.013, 0.013)
        for z in (-0.0265, -0.0015)
    ]
    case = discs((0.0, 0.0, 1.0), corners)
    return [
        (HAND, "camera", left, right, 0.021, case),
        (HAND, "camera", (0.0, 0.0, 0.0), middle, 0.012, None),
    ]


def _point(values: Array) -> Point:
    x, y, z = (float(v) for v in values)
    return (x, y, z)


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
    start, end = (_point(middle + x * axes[0]) for x in (low, max(high, low + 1e-3)))
    return [(HAND, HELD, start, end, radius, None)]


HELD, FINGER = "thing held", "fingers"


def fingertips(hand: Hand) -> Array:
    """Return the corners of the finger pads' ends, Nx3 m in tool0: what is lowest over a table that is gripped from."""
    if not hand.gripper:
        return np.empty((0, 3))
    inside, tip = hand.opening / 2.0, tip_length(hand.opening)
    return np.array(
        [(s * x, y, tip) for s in (-1, 1) for x in (inside, inside + 0.009) for y in (-0.011, 0.011)]
    )
