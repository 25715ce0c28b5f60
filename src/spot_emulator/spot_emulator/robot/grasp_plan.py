"""How to take hold of a point: from which side the hand comes, and where the body stands for it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from bosdyn.client.math_helpers import Quat, SE3Pose

from pred_core.geometry import Pose2D
from spot_emulator.robot.base import STANDING, lifted
from spot_emulator.robot.hand_path import distance
from spot_emulator.robot.kinematics import READY, SHOULDER, solve_hand

APPROACH = 0.12
"""Metres before the grasp from where the hand comes straight."""
_PITCHES = (0.0, 45.0, 75.0, 90.0)  # degrees downwards
_ROLLS = (0.0, 90.0)
_YAWS = (0.0, 30.0, -30.0, 60.0, -60.0)
_REACHES = (0.75, 0.65, 0.85, 0.55, 0.9, 0.95)  # metres from the shoulder along the floor
_BEARINGS = 36
_ALONG = 15.0  # degrees around the heading to the target

Allowed = Callable[[SE3Pose], bool]


@dataclass(frozen=True)
class GraspPose:
    """A pose of the hand in the map that takes hold of the target, and the one it comes from."""

    hand: SE3Pose
    before: SE3Pose


def constraint(params: Any, map_tform: Callable[[str], SE3Pose | None]) -> Allowed | str:
    """Return what GraspParams allow, as a test of hand poses in the map, or which frame is unknown."""
    if not params.allowable_orientation:
        return lambda _: True
    frame = map_tform(params.grasp_params_frame_name)
    if frame is None:
        return f"no frame {params.grasp_params_frame_name!r}"
    tests = [_test(wanted, frame) for wanted in params.allowable_orientation]
    return lambda hand: any(test(hand) for test in tests)


def _test(wanted: Any, frame: SE3Pose) -> Allowed:
    kind = wanted.WhichOneof("constraint")
    if kind == "rotation_with_tolerance":
        asked = wanted.rotation_with_tolerance
        turn = frame.rot * Quat.from_proto(asked.rotation_ewrt_frame)
        return lambda hand: (
            distance(SE3Pose(0, 0, 0, turn), SE3Pose(0, 0, 0, hand.rot))[1] <= asked.threshold_radians + 1e-6
        )
    if kind == "vector_alignment_with_tolerance":
        asked = wanted.vector_alignment_with_tolerance
        axis, goal = asked.axis_on_gripper_ewrt_gripper, asked.axis_to_align_with_ewrt_frame
        target = np.array(frame.rot.transform_point(goal.x, goal.y, goal.z))
        return lambda hand: (
            _angle(np.array(hand.rot.transform_point(axis.x, axis.y, axis.z)), target)
            <= asked.threshold_radians + 1e-6
        )
    return lambda _: not wanted.squeeze_grasp.squeeze_grasp_disallowed


def _angle(a: Any, b: Any) -> float:
    scale = float(np.linalg.norm(a) * np.linalg.norm(b))
    return math.acos(max(-1.0, min(1.0, float(a @ b) / scale))) if scale > 1e-9 else math.pi


def plan_grasp(body: SE3Pose, point: Sequence[float], allowed: Allowed, reach_in: float) -> GraspPose | None:
    """Return how the hand gets to a point (3,) in the map with the body at a pose, or None.

    :param reach_in: metres that the hand's frame goes beyond the point, so that it is between the jaws
    """
    shoulder = body * SE3Pose(*SHOULDER, Quat())
    facing = math.atan2(point[1] - shoulder.y, point[0] - shoulder.x)
    steep = point[2] < shoulder.z - 0.35
    pitches = _PITCHES[::-1] if steep else _PITCHES
    for pitch in pitches:
        for roll in _ROLLS:
            for yaw in _YAWS:
                turn = (
                    Quat.from_yaw(facing + math.radians(yaw))
                    * Quat.from_pitch(math.radians(pitch))
                    * Quat.from_roll(math.radians(roll))
                )
                hand = SE3Pose(*point, turn) * SE3Pose(reach_in, 0.0, 0.0, Quat())
                if not allowed(hand):
                    continue
                before = hand * SE3Pose(-APPROACH, 0.0, 0.0, Quat())
                inverse = body.inverse()
                first = solve_hand(inverse * before, READY)
                if first is not None and solve_hand(inverse * hand, first) is not None:
                    return GraspPose(hand, before)
    return None


def stands(point: Sequence[float], here: Pose2D) -> list[Pose2D]:
    """Return where the body may stand to reach a point (3,) of the map, best first: as it comes from here."""
    bearing = math.atan2(point[1] - here.y, point[0] - here.x)
    turns = sorted(
        (i * 2.0 * math.pi / _BEARINGS for i in range(_BEARINGS)),
        key=lambda a: abs(math.remainder(a, 2 * math.pi)),
    )
    found = []
    for turn in turns:
        for reach in _REACHES:
            for aside in (0.0, math.radians(_ALONG), -math.radians(_ALONG)):
                yaw = bearing + turn
                sx, sy = point[0] - reach * math.cos(yaw), point[1] - reach * math.sin(yaw)
                heading = yaw + aside
                found.append(
                    Pose2D(sx - SHOULDER[0] * math.cos(heading), sy - SHOULDER[0] * math.sin(heading),
                           math.remainder(heading, 2.0 * math.pi))
                )  # fmt: skip
    return found


def standing_body(pose: Pose2D, higher: float = 0.0) -> SE3Pose:
    """Return the body's pose in the map when it stands at a place, so many metres higher than usual."""
    return lifted(pose, STANDING + higher)
