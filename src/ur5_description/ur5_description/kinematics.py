"""Kinematics of the UR5 and UR5e: forward, Jacobian, closed-form inverse with all its branches, damped fallback.

Frames: ``base`` is Universal Robots' own base frame (z up; at shoulder pan 0 the arm points to -x), ``tool0`` the
flange (z out of it). Transforms are 4x4 float64 in metres, joints are six radians, a *pose* is (x, y, z, rx, ry, rz)
with a rotation vector, as the controller writes it. The lengths are those the manufacturer publishes.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

Array = NDArray[np.float64]

JOINT_NAMES = (
    "shoulder_pan_joint",
    "shoulder_lift_joint",
    "elbow_joint",
    "wrist_1_joint",
    "wrist_2_joint",
    "wrist_3_joint",
)
JOINT_LIMIT = 2.0 * math.pi
HOME = (math.pi, -math.pi / 2.0, math.pi / 2.0, -math.pi / 2.0, -math.pi / 2.0, 0.0)
"""Elbow up, tool down, facing +x: in base the arm faces +x at shoulder pan pi."""
_TURN = 2.0 * math.pi
_ALPHA = (math.pi / 2.0, 0.0, 0.0, math.pi / 2.0, -math.pi / 2.0, 0.0)
_COS_ALPHA = tuple(round(math.cos(a)) for a in _ALPHA)
_SIN_ALPHA = tuple(round(math.sin(a)) for a in _ALPHA)
_SINGULAR = 1e-6
REFINED = 6
"""Steps from the published lengths' joints to those of a measured arm."""
REACHED = 1e-5
"""What is left of them in the end, m and rad."""


@dataclass(frozen=True)
class ArmModel:
    """The lengths of one make of arm, m (standard DH: d1, a2, a3, d4, d5, d6; a2 and a3 are negative)."""

    name: str
    d1: float
    a2: float
    a3: float
    d4: float
    d5: float
    d6: float
    origins: Array | None = field(default=None, compare=False, repr=False)
    """This one arm's links as measured, 6x4x4 each in the one before it at joint 0; None: as published.

    They tell where the flange is; the frames between are the published ones, good to some millimetres.
    """
    calibration: str = field(default="", compare=False)
    """What `ur_calibration` named these links by; '' where its file does not say, or there is none."""

    @property
    def a(self) -> tuple[float, ...]:
        """Return the six DH lengths a, m."""
        return (0.0, self.a2, self.a3, 0.0, 0.0, 0.0)

    @property
    def d(self) -> tuple[float, ...]:
        """Return the six DH offsets d, m."""
        return (self.d1, 0.0, 0.0, self.d4, self.d5, self.d6)


UR5E = ArmModel("ur5e", 0.1625, -0.425, -0.3922, 0.1333, 0.0997, 0.0996)
UR5 = ArmModel("ur5", 0.089159, -0.425, -0.39225, 0.10915, 0.09465, 0.0823)
ARMS = {arm.name: arm for arm in (UR5E, UR5)}


def matrix_from_pose(pose: Sequence[float] | Array) -> Array:
    """Return the transform of a pose (x, y, z, rx, ry, rz)."""
    transform = np.eye(4)
    transform[:3, :3] = Rotation.from_rotvec(np.asarray(pose[3:6], dtype=np.float64)).as_matrix()
    transform[:3, 3] = pose[:3]
    return transform


def pose_from_matrix(transform: Array) -> Array:
    """Return the pose (x, y, z, rx, ry, rz) of a transform."""
    rotation = Rotation.from_matrix(transform[:3, :3]).as_rotvec()
    return np.concatenate([transform[:3, 3], rotation])


def rotations(vectors: Array) -> Array:
    """Return the matrices of rotation vectors, Nx3 to Nx3x3."""
    return np.asarray(Rotation.from_rotvec(vectors).as_matrix())


def invert(transform: Array) -> Array:
    """Return the inverse of a rigid transform."""
    result = np.eye(4)
    result[:3, :3] = transform[:3, :3].T
    result[:3, 3] = -transform[:3, :3].T @ transform[:3, 3]
    return result


def _link(arm: ArmModel, index: int, angle: float) -> Array:
    c, s = math.cos(angle), math.sin(angle)
    ca, sa = _COS_ALPHA[index], _SIN_ALPHA[index]
    a, d = arm.a[index], arm.d[index]
    return np.array(
        [[c, -s * ca, s * sa, a * c], [s, c * ca, -c * sa, a * s], [0.0, sa, ca, d], [0.0, 0.0, 0.0, 1.0]]
    )


def frames(arm: ArmModel, joints: Sequence[float] | Array) -> Array:
    """Return the DH frames in base, 7x4x4: base itself, then the frame after each joint; the last is tool0."""
    result = np.empty((7, 4, 4))
    result[0] = np.eye(4)
    for index in range(6):
        result[index + 1] = result[index] @ _link(arm, index, float(joints[index]))
    if arm.origins is not None:
        result[6] = _measured(arm.origins, np.asarray(joints, dtype=np.float64)[None])[0]
    return result


def frames_along(arm: ArmModel, path: Array) -> Array:
    """Return the DH frames of N joint vectors at once: Nx6 joints to Nx7x4x4, see :func:`frames`."""
    result = np.empty((len(path), 7, 4, 4))
    result[:, 0] = np.eye(4)
    for index in range(6):
        result[:, index + 1] = result[:, index] @ _links(arm, index, path[:, index])
    if arm.origins is not None:
        result[:, 6] = _measured(arm.origins, path)
    return result


def _measured(origins: Array, path: Array) -> Array:
    """Return tool0 of an arm whose links were measured along a path, Nx4x4."""
    result = np.broadcast_to(np.eye(4), (len(path), 4, 4))
    for index, origin in enumerate(origins):
        turn = np.zeros((len(path), 4, 4))
        c, s = np.cos(path[:, index]), np.sin(path[:, index])
        turn[:, 0, 0], turn[:, 0, 1], turn[:, 1, 0], turn[:, 1, 1] = c, -s, s, c
        turn[:, 2, 2] = turn[:, 3, 3] = 1.0
        result = result @ origin @ turn
    return np.asarray(result)


def forward(arm: ArmModel, joints: Sequence[float] | Array) -> Array:
    """Return tool0 in base."""
    return np.array(frames(arm, joints)[6])


def jacobian(arm: ArmModel, joints: Sequence[float] | Array, tcp: Array | None = None) -> Array:
    """Return the geometric Jacobian in base, 6x6: (velocity m/s, angular velocity rad/s) per joint rad/s.

    :param tcp: 4x4 in tool0, the point whose velocity is meant; tool0's origin when None
    """
    chain = frames(arm, joints)
    return _slope(chain, chain[6] if tcp is None else chain[6] @ tcp)


def _slope(chain: Array, tip: Array) -> Array:
    axes = chain[:6, :3, 2]
    return np.concatenate([np.cross(axes, tip[:3, 3] - chain[:6, :3, 3]).T, axes.T])


def wrap(angles: Array) -> Array:
    """Return the same angles in (-pi, pi]."""
    return -((-angles + math.pi) % _TURN - math.pi)


def inverse(arm: ArmModel, target: Array, wrist_3: float = 0.0) -> list[Array]:
    """Return every joint vector in (-pi, pi] that brings tool0 to a transform: none to eight.

    :param target: 4x4, tool0 in base
    :param wrist_3: the last joint's angle where the wrist is singular (wrist 2 at 0 or pi) and any would do
    """
    solutions: list[Array] = []
    for q1 in _shoulder_pans(arm, target):
        for q5 in _wrist_2s(arm, target, q1):
            q6 = _wrist_3(target, q1, q5, wrist_3)
            solutions.extend(wrap(np.array(s)) for s in _planar(arm, target, q1, q5, q6))
    if arm.origins is None or not solutions:
        return solutions
    targets = np.broadcast_to(target, (len(solutions), 4, 4))
    refined, reached = _refined(arm, targets, np.array(solutions))
    return [wrap(q) for q, ok in zip(refined, reached, strict=True) if ok]


def _refined(arm: ArmModel, targets: Array, path: Array) -> tuple[Array, Array]:
    """Return joints near a path of published lengths for a measured arm's tool0 at targets, and where they do it."""
    path = np.array(path)
    for _ in range(REFINED):
        chain = frames_along(arm, path)
        turn = Rotation.from_matrix(targets[:, :3, :3] @ chain[:, 6, :3, :3].transpose(0, 2, 1)).as_rotvec()
        error = np.concatenate([targets[:, :3, 3] - chain[:, 6, :3, 3], turn], axis=1)
        axes, places = chain[:, :6, :3, 2], chain[:, :6, :3, 3]
        slopes = np.concatenate([np.cross(axes, chain[:, 6:, :3, 3] - places), axes], axis=2).transpose(
            0, 2, 1
        )
        back = slopes.transpose(0, 2, 1)
        path = path + (back @ np.linalg.solve(slopes @ back + 1e-9 * np.eye(6), error[:, :, None]))[:, :, 0]
    return path, np.abs(error).max(axis=1) < REACHED


def _clipped_acos(value: float) -> float | None:
    """Return acos, forgiving rounding at its ends; None outside."""
    if abs(value) > 1.0 + 1e-9:
        return None
    return math.acos(max(-1.0, min(1.0, value)))


def _pair(angle: float) -> tuple[float, ...]:
    return (angle, -angle) if abs(math.sin(angle)) > _SINGULAR else (angle,)


def _shoulder_pans(arm: ArmModel, target: Array) -> Iterable[float]:
    x, y = target[:2, 3] - arm.d6 * target[:2, 2]
    reach = math.hypot(x, y)
    spread = _clipped_acos(arm.d4 / reach) if reach > 0.0 else None
    if spread is None:
        return ()
    middle = math.atan2(y, x) + math.pi / 2.0
    return [middle + s for s in _pair(spread)]


def _wrist_2s(arm: ArmModel, target: Array, q1: float) -> Iterable[float]:
    offset = target[0, 3] * math.sin(q1) - target[1, 3] * math.cos(q1) - arm.d4
    angle = _clipped_acos(offset / arm.d6)
    return () if angle is None else _pair(angle)


def _wrist_3(target: Array, q1: float, q5: float, otherwise: float) -> float:
    s5 = math.sin(q5)
    if abs(s5) < _SINGULAR:
        return otherwise
    s1, c1 = math.sin(q1), math.cos(q1)
    x, y = target[:2, 0], target[:2, 1]
    return math.atan2((-y[0] * s1 + y[1] * c1) / s5, (x[0] * s1 - x[1] * c1) / s5)


def _planar(arm: ArmModel, target: Array, q1: float, q5: float, q6: float) -> Iterable[list[float]]:
    """Solve shoulder lift, elbow and wrist 1, which turn about parallel axes."""
    wrist = _link(arm, 4, q5) @ _link(arm, 5, q6)
    t14 = invert(_link(arm, 0, q1)) @ target @ invert(wrist)
    x, y, _ = t14[:3, 3] - arm.d4 * t14[:3, 1]
    cosine = (x * x + y * y - arm.a2**2 - arm.a3**2) / (2.0 * arm.a2 * arm.a3)
    elbow = _clipped_acos(cosine)
    for q3 in () if elbow is None else _pair(elbow):
        q2 = math.atan2(y, x) - math.atan2(arm.a3 * math.sin(q3), arm.a2 + arm.a3 * math.cos(q3))
        rest = invert(_link(arm, 1, q2) @ _link(arm, 2, q3)) @ t14
        yield [q1, q2, q3, math.atan2(rest[1, 0], rest[0, 0]), q5, q6]


def inverse_along(arm: ArmModel, targets: Array, near: Array) -> Array | None:
    """Return the joints along a path of tool0, in the branch of its first pose that is nearest to ``near``.

    :param targets: Nx4x4, tool0 in base, close enough together for no joint to turn half a turn from one to the next
    :param near: six joints about at the first
    :returns: Nx6 without jumps of whole turns; None where the path leaves the branch's reach
    """
    x, y = (targets[:, :2, 3] - arm.d6 * targets[:, :2, 2]).T
    spread, middle = np.arccos(_in_reach(arm.d4 / np.hypot(x, y))), np.arctan2(y, x) + math.pi / 2.0
    shoulder = 1.0 if math.sin(near[0] - middle[0]) > 0.0 else -1.0
    wrist, elbow = (1.0 if math.sin(near[k]) > 0.0 else -1.0 for k in (4, 2))
    q1 = middle + shoulder * spread
    s1, c1 = np.sin(q1), np.cos(q1)
    q5 = wrist * np.arccos(_in_reach((targets[:, 0, 3] * s1 - targets[:, 1, 3] * c1 - arm.d4) / arm.d6))
    across = targets[:, 0, :2] * s1[:, None] - targets[:, 1, :2] * c1[:, None]
    q6 = np.arctan2(-wrist * across[:, 1], wrist * across[:, 0])
    tail = _links(arm, 4, q5) @ _links(arm, 5, q6)
    t14 = _inverted(_links(arm, 0, q1)) @ targets @ _inverted(tail)
    x, y = (t14[:, :2, 3] - arm.d4 * t14[:, :2, 1]).T
    q3 = elbow * np.arccos(_in_reach((x * x + y * y - arm.a2**2 - arm.a3**2) / (2.0 * arm.a2 * arm.a3)))
    q2 = np.arctan2(y, x) - np.arctan2(arm.a3 * np.sin(q3), arm.a2 + arm.a3 * np.cos(q3))
    rest = _inverted(_links(arm, 1, q2) @ _links(arm, 2, q3)) @ t14
    path = np.column_stack([q1, q2, q3, np.arctan2(rest[:, 1, 0], rest[:, 0, 0]), q5, q6])
    if not np.all(np.isfinite(path)):
        return None
    path = np.unwrap(path, axis=0)
    path = np.asarray(path + _TURN * np.round((near - path[0]) / _TURN))
    if arm.origins is None:
        return path
    refined, reached = _refined(arm, targets, path)
    return refined if bool(reached.all()) else None


def _in_reach(cosines: Array) -> Array:
    """Return cosines with rounding at their ends forgiven; NaN where there is no angle."""
    return np.where(np.abs(cosines) > 1.0 + 1e-9, np.nan, np.clip(cosines, -1.0, 1.0))


def _links(arm: ArmModel, index: int, angles: Array) -> Array:
    """Return the transforms of one link at N angles, Nx4x4."""
    ca, sa, a, d = _COS_ALPHA[index], _SIN_ALPHA[index], arm.a[index], arm.d[index]
    c, s = np.cos(angles), np.sin(angles)
    link = np.zeros((len(angles), 4, 4))
    link[:, 0, 0], link[:, 0, 1], link[:, 0, 2], link[:, 0, 3] = c, -s * ca, s * sa, a * c
    link[:, 1, 0], link[:, 1, 1], link[:, 1, 2], link[:, 1, 3] = s, c * ca, -c * sa, a * s
    link[:, 2, 1], link[:, 2, 2], link[:, 2, 3] = sa, ca, d
    link[:, 3, 3] = 1.0
    return link


def _inverted(transforms: Array) -> Array:
    """Return the inverses of rigid transforms, Nx4x4."""
    result = np.zeros_like(transforms)
    back = transforms[:, :3, :3].transpose(0, 2, 1)
    result[:, :3, :3] = back
    result[:, :3, 3] = -(back @ transforms[:, :3, 3:])[:, :, 0]
    result[:, 3, 3] = 1.0
    return result


def turns(joints: Array, low: Array, high: Array) -> list[Array]:
    """Return every joint vector within the limits that differs from this one by whole turns."""
    choices = []
    for angle, least, most in zip(joints, low, high, strict=True):
        first = math.ceil((least - angle) / _TURN - 1e-12)
        last = math.floor((most - angle) / _TURN + 1e-12)
        choices.append([angle + _TURN * k for k in range(first, last + 1)])
    return [np.array(c) for c in itertools.product(*choices)]


def nearest_turn(joints: Array, near: Array, low: Array, high: Array) -> Array | None:
    """Return the whole-turn variant within the limits that is nearest to ``near``; None when none is within."""
    result = joints + _TURN * np.round((near - joints) / _TURN)
    result = np.where(result > high, result - _TURN, result)
    result = np.where(result < low, result + _TURN, result)
    return result if bool(np.all((result >= low) & (result <= high))) else None


def _turn(rotation: Array) -> Array:
    """Return the rotation vector of a matrix: short of half a turn without scipy, which takes ten times as long."""
    twice = np.array(
        [
            rotation[2, 1] - rotation[1, 2],
            rotation[0, 2] - rotation[2, 0],
            rotation[1, 0] - rotation[0, 1],
        ]
    )
    sine = 0.5 * math.sqrt(float(twice @ twice))
    cosine = 0.5 * (float(rotation[0, 0] + rotation[1, 1] + rotation[2, 2]) - 1.0)
    if sine < 1e-9 and cosine > 0.0:
        return 0.5 * twice
    if sine < 1e-3:
        return np.asarray(Rotation.from_matrix(rotation).as_rotvec())
    return twice * (0.5 * math.atan2(sine, cosine) / sine)


def inverse_damped(
    arm: ArmModel, target: Array, start: Array, *, damping: float = 0.05, iterations: int = 100
) -> Array | None:
    """Return joints near ``start`` that bring tool0 to a transform, by damped least squares; None when not reached.

    For poses at a singularity, where the closed form has no branch or loses digits. Accepts an error of 0.2 mm, 1 mrad.
    """
    joints = np.array(start, dtype=np.float64)
    for _ in range(iterations):
        chain = frames(arm, joints)
        current = chain[6]
        turn = _turn(target[:3, :3] @ current[:3, :3].T)
        error = np.concatenate([target[:3, 3] - current[:3, 3], turn])
        if float(np.linalg.norm(error[:3])) < 2e-4 and float(np.linalg.norm(turn)) < 1e-3:
            return joints
        slope = _slope(chain, current)
        weight = damping**2 * min(1.0, float(np.linalg.norm(error)) * 10.0)
        step = slope.T @ np.linalg.solve(slope @ slope.T + weight * np.eye(6) + 1e-9 * np.eye(6), error)
        joints = joints + np.clip(step, -0.2, 0.2)
    return None


def link_frames(arm: ArmModel, joints: Sequence[float] | Array) -> list[Array]:
    """Return each link's frame in the one before it, at its joint, as URDFs of these arms have them; the last is tool0.

    Their product is :func:`forward`.
    """
    half = math.pi / 2.0
    origins = (
        ((0.0, 0.0, arm.d1), (0.0, 0.0, 0.0)),
        ((0.0, 0.0, 0.0), (half, 0.0, 0.0)),
        ((arm.a2, 0.0, 0.0), (0.0, 0.0, 0.0)),
        ((arm.a3, 0.0, arm.d4), (0.0, 0.0, 0.0)),
        ((0.0, -arm.d5, 0.0), (half, 0.0, 0.0)),
        ((0.0, arm.d6, 0.0), (-half, 0.0, 0.0)),
    )
    result = []
    for (xyz, rpy), angle in zip(origins, joints, strict=True):
        frame = np.eye(4)
        turn = Rotation.from_euler("xyz", rpy) * Rotation.from_euler("z", float(angle))
        frame[:3, :3] = turn.as_matrix()
        frame[:3, 3] = xyz
        result.append(frame)
    return result
