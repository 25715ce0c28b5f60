"""Forward and inverse kinematics of the UR5e in closed form, from its published Denavit-Hartenberg lengths."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from ur5_emulator.controller.poses import RigidFrame, Vector, compose, inverse

D1, A2, A3, D4, D5, D6 = 0.1625, -0.425, -0.3922, 0.1333, 0.0997, 0.0996
TURN = 2.0 * math.pi
JOINT_LIMIT = TURN  # every joint of a UR5e turns within +-360 degrees
WRIST_SINGULAR = 1e-6  # acos leaves about 1e-8 of a straight wrist


def _axes(q: Sequence[float]) -> tuple[Vector, Vector, Vector, Vector]:
    """Return the shoulder plane's x, the axes of joints 2-4, of joint 5, and of joint 6, all in the base frame."""
    c1, s1 = math.cos(q[0]), math.sin(q[0])
    q234 = q[1] + q[2] + q[3]
    c, s = math.cos(q234), math.sin(q234)
    c5, s5 = math.cos(q[4]), math.sin(q[4])
    z4 = (c1 * s, s1 * s, -c)
    z5 = (-s5 * c1 * c + c5 * s1, -s5 * s1 * c - c5 * c1, -s5 * s)
    return (c1, s1, 0.0), (s1, -c1, 0.0), z4, z5


def flange(q: Sequence[float]) -> RigidFrame:
    """Return the flange frame (tool0) in the base frame for six joint angles in radians."""
    (c1, s1, _), side, z4, z5 = _axes(q)
    q23 = q[1] + q[2]
    q234 = q23 + q[3]
    c, s = math.cos(q234), math.sin(q234)
    c5, s5 = math.cos(q[4]), math.sin(q[4])
    c6, s6 = math.cos(q[5]), math.sin(q[5])
    x5 = (c5 * c1 * c + s5 * s1, c5 * s1 * c - s5 * c1, c5 * s)
    out = A2 * math.cos(q[1]) + A3 * math.cos(q23)
    up = A2 * math.sin(q[1]) + A3 * math.sin(q23)
    x6 = tuple(c6 * a - s6 * b for a, b in zip(x5, z4, strict=True))
    y6 = tuple(-s6 * a - c6 * b for a, b in zip(x5, z4, strict=True))
    p = (
        out * c1 + D4 * side[0] + D5 * z4[0] + D6 * z5[0],
        out * s1 + D4 * side[1] + D5 * z4[1] + D6 * z5[1],
        D1 + up + D5 * z4[2] + D6 * z5[2],
    )
    return RigidFrame((x6[0], y6[0], z5[0], x6[1], y6[1], z5[1], x6[2], y6[2], z5[2]), p)


def elbow(q: Sequence[float]) -> Vector:
    """Return where the elbow is in the base frame."""
    out = A2 * math.cos(q[1])
    return (out * math.cos(q[0]), out * math.sin(q[0]), D1 + A2 * math.sin(q[1]))


def jacobian(q: Sequence[float], point: Sequence[float]) -> list[Vector]:
    """Return six columns (linear, angular) of the geometric Jacobian of a point of the tool given in the base frame."""
    (c1, s1, _), side, z4, z5 = _axes(q)
    q23 = q[1] + q[2]
    elbow = A2 * math.cos(q[1])
    wrist = elbow + A3 * math.cos(q23)
    elbow_up = D1 + A2 * math.sin(q[1])
    wrist_up = elbow_up + A3 * math.sin(q23)
    o3 = (wrist * c1, wrist * s1, wrist_up)
    o4 = (o3[0] + D4 * side[0], o3[1] + D4 * side[1], o3[2])
    o5 = (o4[0] + D5 * z4[0], o4[1] + D5 * z4[1], o4[2] + D5 * z4[2])
    up = (0.0, 0.0, 1.0)
    origins = ((0.0, 0.0, 0.0), (0.0, 0.0, D1), (elbow * c1, elbow * s1, elbow_up), o3, o4, o5)
    columns = []
    for axis, origin in zip((up, side, side, side, z4, z5), origins, strict=True):
        x, y, z = (a - b for a, b in zip(point, origin, strict=True))
        columns.append(
            (axis[1] * z - axis[2] * y, axis[2] * x - axis[0] * z, axis[0] * y - axis[1] * x, *axis)
        )
    return columns


def twist(columns: Sequence[Vector], qd: Sequence[float]) -> list[float]:
    """Return the velocity (m/s, rad/s) that joint rates give through a Jacobian's columns."""
    return [sum(column[row] * rate for column, rate in zip(columns, qd, strict=True)) for row in range(6)]


def joint_torques(columns: Sequence[Vector], wrench: Sequence[float]) -> list[float]:
    """Return the joint torques (Nm) that hold a wrench (N, Nm) at the Jacobian's point."""
    return [sum(c * w for c, w in zip(column, wrench, strict=True)) for column in columns]


def solutions(target: RigidFrame, tcp: RigidFrame, near: Sequence[float]) -> Iterator[list[float]]:
    """Yield the up to eight joint vectors that bring the tool to a frame, each turned by full circles towards `near`.

    Where the wrist is straight (joint 5 at a multiple of pi) joint 6 is free and is taken from `near`.
    """
    goal = compose(target, inverse(tcp))
    r, p = goal.r, goal.p
    w = (r[2], r[5], r[8])
    x, y, z = (p[i] - D6 * w[i] for i in range(3))
    radius = math.hypot(x, y)
    if radius < D4:
        return
    phi, lean = math.atan2(y, x), math.asin(D4 / radius)
    for q1 in (phi + lean, phi + math.pi - lean):
        c1, s1 = math.cos(q1), math.sin(q1)
        c5 = min(1.0, max(-1.0, w[0] * s1 - w[1] * c1))
        for q5 in (math.acos(c5), -math.acos(c5)):
            s5 = math.sin(q5)
            if abs(s5) < WRIST_SINGULAR:
                q6 = near[5]
            else:
                q6 = math.atan2(-(r[1] * s1 - r[4] * c1) / s5, (r[0] * s1 - r[3] * c1) / s5)
            c6, s6 = math.cos(q6), math.sin(q6)
            z4 = tuple(-(s6 * r[3 * i] + c6 * r[3 * i + 1]) for i in range(3))
            q234 = math.atan2(z4[0] * c1 + z4[1] * s1, -z4[2])
            out = (x - D5 * z4[0]) * c1 + (y - D5 * z4[1]) * s1
            up = z - D5 * z4[2] - D1
            for q2, q3 in _two_links(out, up):
                q = (q1, q2, q3, q234 - q2 - q3, q5, q6)
                yield [_towards(angle, reference) for angle, reference in zip(q, near, strict=True)]


def _two_links(out: float, up: float) -> Iterator[tuple[float, float]]:
    """Yield shoulder and elbow angles that bring the wrist to a point of the arm's plane."""
    cosine = (out * out + up * up - A2 * A2 - A3 * A3) / (2.0 * A2 * A3)
    if abs(cosine) > 1.0 + 1e-7:  # rounding takes a stretched arm that far beyond its reach
        return
    bend = math.acos(min(1.0, max(-1.0, cosine)))
    for q3 in (bend, -bend):
        yield math.atan2(up, out) - math.atan2(A3 * math.sin(q3), A2 + A3 * math.cos(q3)), q3


def _towards(angle: float, reference: float) -> float:
    """Return the angle plus full turns, as near to the reference as the joint's range lets it be."""
    best = angle + TURN * round((reference - angle) / TURN)
    if best > JOINT_LIMIT:
        return best - TURN
    return best + TURN if best < -JOINT_LIMIT else best


def nearest(target: RigidFrame, tcp: RigidFrame, near: Sequence[float]) -> list[float] | None:
    """Return the joint vector for a tool frame that is nearest to another, or None where the arm cannot reach."""

    def distance(q: list[float]) -> float:
        return sum((a - b) ** 2 for a, b in zip(q, near, strict=True))

    return min(solutions(target, tcp, near), key=distance, default=None)
