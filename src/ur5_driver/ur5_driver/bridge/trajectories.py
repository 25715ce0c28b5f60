"""FollowJointTrajectory goals as evenly spaced joint samples, checked before anything moves."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from scipy.interpolate import CubicHermiteSpline

from pred_core.outcome import Code, Outcome
from ur5_driver.bridge.conversions import rows
from ur5_driver.driver.commands import Servo
from ur5_driver.driver.limits import Limits
from ur5_driver.driver.motion import joints_of
from ur5_driver.kinematics import JOINT_NAMES, Array

PERIOD = 0.008
START_WITHIN = 0.05


def samples_of(trajectory: Any, now: Array) -> tuple[Outcome, Array | None]:
    """Return joint positions each PERIOD seconds of a trajectory_msgs/JointTrajectory that starts where the arm is.

    :param now: the measured joints, rad
    :returns: Nx6 rad; None with BAD_INPUT for names, times or a start that do not fit
    """
    names = list(trajectory.joint_names)
    if sorted(names) != sorted(JOINT_NAMES):
        return _bad(f"it must name the joints {', '.join(JOINT_NAMES)}"), None
    points = trajectory.points
    order = [names.index(name) for name in JOINT_NAMES]
    if not points or any(len(p.positions) != 6 for p in points):
        return _bad("it needs points with six positions each"), None
    positions = rows([p.positions for p in points], order)
    times = np.array([p.time_from_start.sec + p.time_from_start.nanosec * 1e-9 for p in points])
    if times[0] > 1e-6:
        positions, times = np.vstack([now, positions]), np.concatenate([[0.0], times])
    if not np.all(np.isfinite(positions)) or not np.all(np.diff(times) > 1e-6) or len(times) < 2:
        return _bad("its times must grow and its positions be finite"), None
    if float(np.abs(positions[0] - now).max()) > START_WITHIN:
        return _bad("it does not start where the arm is"), None
    speeds = _speeds(points, order, positions, times)
    grid = np.arange(0.0, times[-1] + PERIOD, PERIOD)
    samples = np.asarray(CubicHermiteSpline(times, positions, speeds)(np.minimum(grid, times[-1])))
    return Outcome.success(), samples


def _speeds(points: Any, order: list[int], positions: Array, times: Array) -> Array:
    """Return the points' velocities; where they are not given, those of a smooth curve that ends at rest."""
    if all(len(p.velocities) == 6 for p in points):
        given = rows([p.velocities for p in points], order)
        return given if len(given) == len(times) else np.vstack([np.zeros(6), given])
    speeds = np.zeros_like(positions)
    if len(times) > 2:
        speeds[1:-1] = (positions[2:] - positions[:-2]) / (times[2:] - times[:-2])[:, None]
    return speeds


def within(samples: Array, limits: Limits) -> Outcome:
    """Return whether every step of a sampled trajectory passes the limits."""
    for before, after in pairwise(samples):
        outcome = limits.check(Servo(joints_of(before), joints_of(after), PERIOD))
        if not outcome:
            return outcome
    return Outcome.success()


def _bad(why: str) -> Outcome:
    return Outcome(Code.BAD_INPUT, f"The trajectory was refused: {why}.")
