"""Everything that can be asked of the arm and its gripper. Plain values: they cross from process to process."""

from __future__ import annotations

from dataclasses import dataclass

Joints = tuple[float, float, float, float, float, float]


@dataclass(frozen=True)
class MoveJoints:
    """Turn all joints from ``start`` to ``goal`` (rad), the leading one at ``speed`` (rad/s, rad/s²)."""

    start: Joints
    goal: Joints
    speed: float
    acceleration: float


@dataclass(frozen=True)
class MoveLine:
    """Move the flange in a straight line from joints ``start`` to ``pose`` (m and rotation vector) at m/s, m/s²."""

    start: Joints
    pose: Joints
    speed: float
    acceleration: float


@dataclass(frozen=True)
class Servo:
    """Follow a trajectory: from the target ``start`` to the target ``goal`` within ``period`` seconds."""

    start: Joints
    goal: Joints
    period: float


@dataclass(frozen=True)
class EndServo:
    """End following, braking with ``deceleration`` (rad/s²)."""

    deceleration: float


@dataclass(frozen=True)
class Stop:
    """Brake whatever moves with ``deceleration`` (rad/s²)."""

    deceleration: float


@dataclass(frozen=True)
class Grip:
    """Move the fingers until ``width`` (m between the tips) or until they meet ``force`` (N), at ``speed`` (m/s)."""

    width: float
    speed: float
    force: float


@dataclass(frozen=True)
class Payload:
    """Reckon with ``mass`` (kg) on the flange, its centre of gravity at ``cog`` (m in the flange's frame)."""

    mass: float
    cog: tuple[float, float, float]


@dataclass(frozen=True)
class ZeroForce:
    """Take the force that the tool measures now for none."""


@dataclass(frozen=True)
class Guide:
    """Let a person guide the arm by hand (freedrive) until it is told to stop."""


@dataclass(frozen=True)
class Press:
    """Give way along the axes of a frame that are ``compliant``, pressing with a wrench, until told to stop.

    ``frame``: a pose in base (m and rotation vector); ``wrench`` (N, Nm) and ``speeds`` at most (m/s, rad/s) of
    compliant axes, ``deviations`` at most (m, rad) of the others; ``kind``: 1 the frame's y points from the tool to its
    origin, 2 the frame as it is, 3 its x is the tool's velocity in its x-y plane; ``damping`` 0..1, ``gain`` 0..2.
    """

    frame: Joints
    compliant: tuple[bool, ...]
    wrench: Joints
    speeds: Joints
    deviations: Joints
    kind: int = 2
    damping: float = 0.025
    gain: float = 0.5


Motion = MoveJoints | MoveLine | Servo
Command = Motion | EndServo | Stop | Grip | Payload | ZeroForce | Guide | Press
