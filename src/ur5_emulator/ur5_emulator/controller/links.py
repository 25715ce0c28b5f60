"""The links of this one arm: as published, or off by what a factory's measurement of a real arm finds.

No two arms are alike. Their controllers compute with what was measured of each, and tell it to primary clients.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from ur5_emulator.controller import kinematics
from ur5_emulator.controller.kinematics import A2, A3, D1, D4, D5, D6
from ur5_emulator.controller.linear import solve_damped
from ur5_emulator.controller.poses import (
    IDENTITY,
    RigidFrame,
    compose,
    frame_of,
    inverse,
    rotate,
    transposed,
    turned,
    vector_of,
)

HALF = math.pi / 2.0
LENGTH_OFF, ANGLE_OFF = 0.0004, 0.0008
"""Standard deviations of a measured arm's lengths (m) and angles (rad) from the published ones."""
SUM_OFF = 0.2
"""The same of the offset between two parallel axes, of which measurements find no more than the sum, m."""
CLOSE, STEPS = 1e-9, 8
Six = tuple[float, float, float, float, float, float]


@dataclass(frozen=True)
class Links:
    """Six rows of Denavit and Hartenberg: angles theta (rad), lengths a and offsets d (m), twists alpha (rad)."""

    theta: Six = (0.0,) * 6
    a: Six = (0.0, A2, A3, 0.0, 0.0, 0.0)
    d: Six = (D1, 0.0, 0.0, D4, D5, D6)
    alpha: Six = (HALF, 0.0, 0.0, HALF, -HALF, 0.0)

    @property
    def measured(self) -> bool:
        """Whether they are not the published ones."""
        return self != PUBLISHED

    def flange(self, q: Sequence[float]) -> RigidFrame:
        """Return the flange frame (tool0) in the base frame for six joint angles in radians."""
        if not self.measured:
            return kinematics.flange(q)
        found = IDENTITY
        for angle, theta, a, d, alpha in zip(q, self.theta, self.a, self.d, self.alpha, strict=True):
            c, s = math.cos(angle + theta), math.sin(angle + theta)
            ca, sa = math.cos(alpha), math.sin(alpha)
            link = RigidFrame((c, -s * ca, s * sa, s, c * ca, -c * sa, 0.0, sa, ca), (a * c, a * s, d))
            found = compose(found, link)
        return found

    def solved(self, flange: RigidFrame, q: list[float]) -> list[float] | None:
        """Return the joints of these links near those of the published ones for a flange frame; None out of reach.

        The slopes are the published ones: a step leaves some thousandths of what was missing.
        """
        for _ in range(STEPS):
            here = self.flange(q)
            turn = rotate(here.r, vector_of(turned(transposed(here.r), flange.r)))
            off = [*(a - b for a, b in zip(flange.p, here.p, strict=True)), *turn]
            if max(abs(x) for x in off) < CLOSE:
                return q
            change = solve_damped(kinematics.jacobian(q, here.p), off)
            q = [angle + more for angle, more in zip(q, change, strict=True)]
        return None


PUBLISHED = Links()


def measured(seed: int) -> Links:
    """Return the links of an arm by chance, off the published ones as much as those of real arms are.

    Of the last one neither length nor twist is measured: what is beyond the last axis is the tool's.
    """
    chance = random.Random(seed)

    def off(values: Six, by: float, but: Sequence[int] = ()) -> Six:
        one, two, three, four, five, six = (
            v if k in but else v + chance.gauss(0.0, by) for k, v in enumerate(values)
        )
        return one, two, three, four, five, six

    d1, d2, d3, d4, d5, d6 = off(PUBLISHED.d, LENGTH_OFF)
    apart = chance.gauss(0.0, SUM_OFF)
    return Links(
        off(PUBLISHED.theta, ANGLE_OFF),
        off(PUBLISHED.a, LENGTH_OFF, but=(5,)),
        (d1, d2 + apart, d3 - apart, d4, d5, d6),
        off(PUBLISHED.alpha, ANGLE_OFF, but=(5,)),
    )


@dataclass(frozen=True)
class Tip:
    """The tool centre point at the end of some links; ``tcp`` is its frame in the flange's."""

    links: Links
    tcp: RigidFrame

    def at(self, q: Sequence[float]) -> RigidFrame:
        """Return its frame in the base frame."""
        return compose(self.links.flange(q), self.tcp)

    def nearest(self, target: RigidFrame, near: Sequence[float]) -> list[float] | None:
        """Return the joints for its frame that are nearest to others, or None where the arm cannot reach."""
        found = kinematics.nearest(target, self.tcp, near)
        if found is None or not self.links.measured:
            return found
        return self.links.solved(compose(target, inverse(self.tcp)), found)

    def reach(self, pose: Sequence[float], near: Sequence[float]) -> list[float] | None:
        """Return the nearest joints for its UR pose, or None."""
        return self.nearest(frame_of(pose), near)
