"""How the body follows a hand that goes with a door or drawer: by small steps that keep the arm at ease."""

from __future__ import annotations

import math
from collections.abc import Callable

from bosdyn.client.math_helpers import SE3Pose

from pred_core.geometry import Pose2D, wrap_angle
from spot_emulator.robot.kinematics import SHOULDER

STEP, TURN = 0.006, 0.012
"""Of one step of the simulation: metres, radians."""
_EASY = (0.5, 0.85)  # metres from the shoulder along the floor within which the hand is held at ease
_BEARING = 0.6  # radians off the body's heading within which it is
_PER_RADIAN = 0.3  # metres that a radian more counts as
_ROOM = 0.05  # metres that the body keeps from what it moves, where it can
_WAYS = 12
_BETTER = 1e-3  # metres


def strain(pose: Pose2D, hand: SE3Pose, room: float) -> float:
    """Return how far from ease the body at a pose is with its hand at another, metres; 0 is at ease.

    :param room: metres between the body and what it moves
    """
    shoulder = pose.ahead(SHOULDER[0])
    dx, dy = hand.x - shoulder.x, hand.y - shoulder.y
    away = math.hypot(dx, dy)
    bearing = abs(wrap_angle(math.atan2(dy, dx) - pose.yaw))
    reach = max(_EASY[0] - away, away - _EASY[1], 0.0)
    return reach + _PER_RADIAN * max(0.0, bearing - _BEARING) + max(0.0, _ROOM - room)


def steps(pose: Pose2D) -> list[Pose2D]:
    """Return where one step of the body leads: any way along the floor, and a turn with it or alone."""
    ways = [2.0 * math.pi * k / _WAYS for k in range(_WAYS)]
    shifts = [(0.0, 0.0), *((STEP * math.cos(way), STEP * math.sin(way)) for way in ways)]
    after = [
        Pose2D(pose.x + x, pose.y + y, wrap_angle(pose.yaw + turn))
        for turn in (0.0, TURN, -TURN)
        for x, y in shifts
    ]
    return after[1:]


def best_step(
    pose: Pose2D, cost: Callable[[Pose2D], float], may: Callable[[Pose2D], bool], *, eases: bool
) -> Pose2D | None:
    """Return the step that costs least among those that may be, None where there is none.

    :param eases: it has to cost less than to stay
    """
    costs = {after: cost(after) for after in steps(pose)}
    most = cost(pose) - _BETTER if eases else math.inf
    cheapest = sorted(costs, key=costs.__getitem__)
    return next((after for after in cheapest if costs[after] <= most and may(after)), None)
