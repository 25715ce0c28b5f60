"""What the controller says of itself on its primary interface: the joints' own limits, and the arm's kinematics.

Of PolyScope's safety settings it tells no more: no safety planes, no limits of the tool, of force, power and momentum.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ur5_description.calibration import DhRows
from ur5_description.kinematics import JOINT_NAMES, ArmModel, Array

STATE = 16
TOOL, KINEMATICS, CONFIGURATION = 2, 5, 6
"""Types of a robot state's parts."""
LONGEST = 1 << 16
MARGIN = math.radians(3.0)
"""So far inside PolyScope's limits of a joint's turn the arm is kept: at them it stops (assumed; its own are 3 degrees
outside of the +-360 that an arm can do)."""
SHARE = 0.94
"""Of PolyScope's limit of a joint's speed, likewise (180 of 191 degrees a second)."""
MAKE_WITHIN = 0.02
"""Lengths that differ by more are of another make of arm, m."""
_HEAD = struct.Struct(">IB")
_LIMITS = struct.Struct(">24d")
_KINEMATICS = struct.Struct(">6I24dI")
_TOOL = struct.Struct(">BBddfBffB")


class PrimaryError(RuntimeError):
    """The primary interface did not say what is asked of it; says why."""


@dataclass(frozen=True)
class JointLimits:
    """PolyScope's own limits of six joints: rad, rad/s, rad/s²."""

    low: tuple[float, ...]
    high: tuple[float, ...]
    speed: tuple[float, ...]
    acceleration: tuple[float, ...]

    def within(self, low: tuple[float, ...], high: tuple[float, ...]) -> tuple[Array, Array]:
        """Return the tighter ones of these and other bounds of the joints, rad, a margin inside these."""
        theirs = np.array(self.low), np.array(self.high)
        margin = np.minimum(MARGIN, 0.25 * (theirs[1] - theirs[0]))
        return np.maximum(low, theirs[0] + margin), np.minimum(high, theirs[1] - margin)

    @property
    def fastest(self) -> Array:
        """Return how fast each joint may turn, rad/s, a margin below the limit."""
        return SHARE * np.array(self.speed)

    def too_fast(self, rates: Array) -> str:
        """Return which joint would turn faster than PolyScope allows, and what that is; '' for none. Six rad/s."""
        over = np.abs(rates) - self.fastest
        joint = int(over.argmax())
        if over[joint] <= 1e-6:
            return ""
        return (
            f"the {JOINT_NAMES[joint]} would turn at {abs(rates[joint]):.2f} rad/s, PolyScope's own limit allows "
            f"{self.fastest[joint]:.2f}"
        )


@dataclass(frozen=True)
class OwnKinematics:
    """What the controller computes with."""

    rows: DhRows

    @property
    def hash(self) -> str:
        """The name that `ur_calibration` gives it."""
        return self.rows.hash

    def is_a(self, arm: ArmModel) -> bool:
        """Return whether the lengths are about those of a make of arm."""
        # of parallel axes only the sum of offsets counts: a measured arm has it anywhere
        ours, theirs = (np.array([*values.a, *(values.d[k] for k in (0, 4, 5))]) for values in (self.rows, arm))
        off = np.abs(ours - theirs).max()
        return bool(off <= MAKE_WITHIN)


@dataclass(frozen=True)
class SaidOfItself:
    """All of it."""

    limits: JointLimits
    kinematics: OwnKinematics


@dataclass(frozen=True)
class ToolState:
    """The connector at the tool: two analogue inputs (``ranges``: 0 A, 1 V), its output, V and A, °C, and its mode."""

    ranges: tuple[int, int]
    inputs: tuple[float, float]
    voltage: int
    current: float
    temperature: float
    mode: int


def parts(state: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield type and body of each part of a whole robot state; of another package nothing.

    :raises PrimaryError: when the lengths in it do not fit
    """
    if state[_HEAD.size - 1] != STATE:
        return
    at = _HEAD.size
    while at < len(state):
        if at + _HEAD.size > len(state):
            raise PrimaryError("a state ends within a part")
        length, kind = _HEAD.unpack_from(state, at)
        if not _HEAD.size <= length <= len(state) - at:
            raise PrimaryError(f"a part of type {kind} is said to have {length} bytes")
        yield kind, state[at + _HEAD.size : at + length]
        at += length


def package(buffer: bytearray) -> bytes | None:
    """Take a whole package off the front of what was received; None where more has to come.

    :raises PrimaryError: when it does not begin like one
    """
    if len(buffer) < _HEAD.size:
        return None
    length = _HEAD.unpack_from(buffer)[0]
    if not _HEAD.size <= length <= LONGEST:
        raise PrimaryError(f"a package is said to have {length} bytes")
    if len(buffer) < length:
        return None
    taken = bytes(buffer[:length])
    del buffer[:length]
    return taken


def joint_limits(body: bytes) -> JointLimits:
    """Return the joints' limits of configuration data.

    :raises PrimaryError: when they are cut short, or are none
    """
    values = _numbers(_LIMITS, body)
    limits = JointLimits(values[0:12:2], values[1:12:2], values[12::2], values[13::2])
    ordered = all(low < high for low, high in zip(limits.low, limits.high, strict=True))
    if not ordered or min(*limits.speed, *limits.acceleration) <= 0.0:
        raise PrimaryError(f"the limits of its joints are none: {limits}")
    return limits


def own_kinematics(body: bytes) -> OwnKinematics:
    """Return what kinematics info tells.

    :raises PrimaryError: when it is cut short, or no numbers
    """
    values = _numbers(_KINEMATICS, body)[6:30]
    return OwnKinematics(DhRows(*(values[k : k + 6] for k in (0, 6, 12, 18))))


def tool_state(body: bytes) -> ToolState:
    """Return what tool data tell.

    :raises PrimaryError: when they are cut short, or no numbers
    """
    values = _numbers(_TOOL, body)
    ranges = int(values[0]), int(values[1])
    return ToolState(ranges, (values[2], values[3]), int(values[5]), values[6], values[7], int(values[8]))


def _numbers(layout: struct.Struct, body: bytes) -> tuple[float, ...]:
    if len(body) < layout.size:
        raise PrimaryError(f"a part has {len(body)} bytes, {layout.size} are needed")
    values: tuple[float, ...] = layout.unpack_from(body)
    if not all(math.isfinite(value) for value in values):
        raise PrimaryError("a part holds what is no number")
    return values
