"""Rigid poses the way a UR controller counts them: three metres and a rotation vector in radians.

Plain floats, not arrays: the 500 Hz loop makes dozens of these small products a cycle, and array overhead would be ten
times their cost.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

type Vector = tuple[float, ...]


class RigidFrame(NamedTuple):
    """A rotation (row-major, nine numbers) and a position in metres."""

    r: Vector
    p: Vector


class Pose(list[float]):
    """A UR pose: x, y, z in metres and a rotation vector in radians. A type of its own, for URScript's p[...]."""


IDENTITY = RigidFrame((1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0), (0.0, 0.0, 0.0))
SMALL = 1e-12


def norm(v: Sequence[float]) -> float:
    """Return the length of a vector of any dimension."""
    return math.sqrt(sum(x * x for x in v))


def rotate(r: Vector, v: Sequence[float]) -> Vector:
    """Return a 3-vector turned by a rotation."""
    x, y, z = v
    return (
        r[0] * x + r[1] * y + r[2] * z,
        r[3] * x + r[4] * y + r[5] * z,
        r[6] * x + r[7] * y + r[8] * z,
    )


def cross(a: Sequence[float], b: Sequence[float]) -> Vector:
    """Return the cross product of two 3-vectors."""
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def transposed(r: Vector) -> Vector:
    """Return the inverse of a rotation."""
    return (r[0], r[3], r[6], r[1], r[4], r[7], r[2], r[5], r[8])


def turned(a: Vector, b: Vector) -> Vector:
    """Return the product of two rotations."""
    return (
        a[0] * b[0] + a[1] * b[3] + a[2] * b[6],
        a[0] * b[1] + a[1] * b[4] + a[2] * b[7],
        a[0] * b[2] + a[1] * b[5] + a[2] * b[8],
        a[3] * b[0] + a[4] * b[3] + a[5] * b[6],
        a[3] * b[1] + a[4] * b[4] + a[5] * b[7],
        a[3] * b[2] + a[4] * b[5] + a[5] * b[8],
        a[6] * b[0] + a[7] * b[3] + a[8] * b[6],
        a[6] * b[1] + a[7] * b[4] + a[8] * b[7],
        a[6] * b[2] + a[7] * b[5] + a[8] * b[8],
    )


def compose(a: RigidFrame, b: RigidFrame) -> RigidFrame:
    """Return frame b, given in a, in the frame a is given in."""
    p = rotate(a.r, b.p)
    return RigidFrame(turned(a.r, b.r), (p[0] + a.p[0], p[1] + a.p[1], p[2] + a.p[2]))


def inverse(a: RigidFrame) -> RigidFrame:
    """Return the frame that undoes another."""
    r = transposed(a.r)
    p = rotate(r, a.p)
    return RigidFrame(r, (-p[0], -p[1], -p[2]))


def rotation_of(vector: Sequence[float]) -> Vector:
    """Return the rotation of a rotation vector (axis times angle, radians)."""
    angle = norm(vector)
    if angle < SMALL:
        return IDENTITY.r
    x, y, z = (c / angle for c in vector)
    c, s = math.cos(angle), math.sin(angle)
    k = 1.0 - c
    return (
        c + x * x * k, x * y * k - z * s, x * z * k + y * s,
        y * x * k + z * s, c + y * y * k, y * z * k - x * s,
        z * x * k - y * s, z * y * k + x * s, c + z * z * k,
    )  # fmt: skip


def vector_of(r: Vector) -> Vector:
    """Return the rotation vector of a rotation; its angle lies within 0..pi."""
    sx, sy, sz = r[7] - r[5], r[2] - r[6], r[3] - r[1]
    sine = math.sqrt(sx * sx + sy * sy + sz * sz) / 2.0
    cosine = (r[0] + r[4] + r[8] - 1.0) / 2.0
    angle = math.atan2(sine, cosine)
    if sine > 1e-7:
        k = angle / (2.0 * sine)
        return (sx * k, sy * k, sz * k)
    if cosine > 0.0:
        return (sx / 2.0, sy / 2.0, sz / 2.0)
    return _half_turn(r, angle)


def _half_turn(r: Vector, angle: float) -> Vector:
    """Return the rotation vector where the sine vanishes: from the largest diagonal element."""
    diagonal = (r[0], r[4], r[8])
    i = diagonal.index(max(diagonal))
    axis = [(r[3 * i + j] + r[3 * j + i]) / 4.0 for j in range(3)]
    axis[i] = (diagonal[i] + 1.0) / 2.0
    length = norm(axis)
    return tuple(a / length * angle for a in axis)


def frame_of(pose: Sequence[float]) -> RigidFrame:
    """Return the frame of a UR pose (x, y, z, rx, ry, rz)."""
    return RigidFrame(rotation_of(pose[3:6]), (pose[0], pose[1], pose[2]))


def pose_of(frame: RigidFrame) -> Pose:
    """Return the UR pose (x, y, z, rx, ry, rz) of a frame."""
    return Pose((*frame.p, *vector_of(frame.r)))


def between(a: RigidFrame, b: RigidFrame, fraction: float) -> RigidFrame:
    """Return the frame at a fraction of the straight way from a to b, turning about one axis at a constant rate."""
    p = tuple(x + (y - x) * fraction for x, y in zip(a.p, b.p, strict=True))
    step = vector_of(turned(transposed(a.r), b.r))
    return RigidFrame(turned(a.r, rotation_of([c * fraction for c in step])), p)


def turn_between(a: Vector, b: Vector) -> float:
    """Return the angle between two rotations, radians."""
    return norm(vector_of(turned(transposed(a), b)))
