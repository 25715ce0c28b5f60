"""FollowJointTrajectory goals as evenly spaced joint samples, checked before anything moves."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from itertools import pairwise
from typing import Any

import numpy as np
from control_msgs.action import FollowJointTrajectory
from control_msgs.msg import JointTolerance
from scipy.interpolate import CubicHermiteSpline

from pred_core.outcome import Code, Outcome
from ur5_description.kinematics import JOINT_NAMES, Array
from ur5_driver.bridge.conversions import rows
from ur5_driver.driver.commands import Servo
from ur5_driver.driver.limits import Limits
from ur5_driver.driver.motion import joints_of, thinned
from ur5_driver.driver.smoothness import Smoothness
from ur5_driver.driver.walking import Ahead

PERIOD = 0.008
START_WITHIN = 0.05
"""How far from the arm a trajectory may start, rad."""
REPLACES_WITHIN = 0.3
"""The same for one that takes another's place, rad: as far as the arm goes in 0.3 s."""
LEAD_ACCELERATION = 1.0
"""With which such a trajectory is led up to, rad/s²."""
JOINING = 0.1 * 1.25 ** np.arange(20)
"""How long the way into a trajectory that is joined in motion may take, s: the shortest that is gentle enough."""
GENTLE = 0.8
"""Share of the largest acceleration on that way."""


def without_prefix(goal: FollowJointTrajectory.Goal, prefix: str) -> FollowJointTrajectory.Goal:
    """Return a goal with the arm's own names for joints that clients call by a prefix as well.

    What lacks it is no joint of this arm, and stays as it is with a remark.
    """
    if not prefix:
        return goal

    def own(name: str) -> str:
        return name.removeprefix(prefix) if name.startswith(prefix) else f"{name} (not {prefix}...)"

    named = deepcopy(goal)
    named.trajectory.joint_names = [own(name) for name in named.trajectory.joint_names]
    for tolerance in (*named.path_tolerance, *named.goal_tolerance):
        tolerance.name = own(tolerance.name)
    return named


def well_formed(trajectory: Any) -> Outcome:
    """Return whether a trajectory_msgs/JointTrajectory has the arm's joints, and places and times to follow."""
    if sorted(trajectory.joint_names) != sorted(JOINT_NAMES):
        return _bad(f"it must name the joints {', '.join(JOINT_NAMES)}, each with tf_prefix where one is set")
    if not trajectory.points or any(len(p.positions) != 6 for p in trajectory.points):
        return _bad("it needs points with six positions each")
    times = _times(trajectory.points)
    finite = all(np.all(np.isfinite(p.positions)) for p in trajectory.points)
    if not finite or not np.all(np.diff(times) > 1e-6) or times[-1] <= 1e-6:
        return _bad("its times must grow and its positions be finite")
    return Outcome.success()


def samples_of(trajectory: Any, now: Array, *, replaces: bool = False) -> tuple[Outcome, Array | None]:
    """Return joint positions each PERIOD seconds of a trajectory_msgs/JointTrajectory that starts where the arm is.

    :param now: the measured joints, rad
    :param replaces: it was made while the arm followed another one, and may start as far away as the arm went since,
        and in motion: a way from where the arm stands leads up to it
    :returns: Nx6 rad; None with BAD_INPUT for names, times or a start that do not fit
    """
    outcome = well_formed(trajectory)
    if not outcome:
        return outcome, None
    positions, times = _from_now(trajectory, now)
    if float(np.abs(positions[0] - now).max()) > (REPLACES_WITHIN if replaces else START_WITHIN):
        return _bad("it does not start where the arm is"), None
    speeds = _speeds(trajectory, positions, times)
    lead = _lead(positions[0] - now, speeds[0]) if replaces else 0.0
    if lead > 0.0:
        positions, speeds = np.vstack([now, positions]), np.vstack([np.zeros(6), speeds])
        times = np.concatenate([[0.0], times + lead])
    positions[0] = now  # what is missing to where the arm is would be gone at once
    grid = np.arange(0.0, times[-1] + PERIOD, PERIOD)
    samples = np.asarray(CubicHermiteSpline(times, positions, speeds)(np.minimum(grid, times[-1])))
    return Outcome.success(), samples


def joining(trajectory: Any, ahead: Ahead, limits: Limits) -> tuple[Outcome, Array | None]:
    """Return joint positions each PERIOD seconds that lead from a moment ahead, in motion, into a newer trajectory.

    As with the manufacturer's controller its time runs from when it came, whatever the arm does until then.

    :returns: Nx6 rad; None with BAD_INPUT for one that begins elsewhere, or into which no way is gentle enough
    """
    outcome = well_formed(trajectory)
    if not outcome:
        return outcome, None
    positions, times = _from_now(trajectory, ahead.now)
    under_way = len(times) > len(trajectory.points)
    if not under_way and float(np.abs(positions[0] - ahead.now).max()) > REPLACES_WITHIN:
        return _bad("it does not start where the arm is"), None
    speeds = _speeds(trajectory, positions, times)
    if under_way:
        speeds[0] = ahead.now_speed
    new = CubicHermiteSpline(times, positions, speeds)
    for seconds in map(float, JOINING):
        into = min(ahead.seconds + seconds, float(times[-1]))
        ends = [ahead.joints, new(into)], [ahead.speed, new(into, 1)]
        way = CubicHermiteSpline([0.0, seconds], *ends)
        fastest = np.abs(way(np.linspace(0.0, seconds, 20), 1)).max(axis=0)
        hardest = np.abs(way(np.array([0.0, seconds]), 2)).max()  # a cubic's acceleration is greatest at an end
        if hardest <= GENTLE * limits.joint_acceleration and np.all(fastest <= limits.joint_speeds):
            grid = PERIOD * np.arange(1, int(np.ceil((seconds + times[-1] - into) / PERIOD - 1e-6)) + 1)
            after = new(np.minimum(into + grid - seconds, times[-1]))
            return Outcome.success(), np.where((grid < seconds)[:, None], way(grid), after)
    return _bad("no way from where the arm is leads into it gently enough"), None


def _times(points: Any) -> Array:
    return np.array([p.time_from_start.sec + p.time_from_start.nanosec * 1e-9 for p in points])


def _lead(away: Array, speed: Array) -> float:
    """Return how long the way from rest to a first point that is so far away (rad) and in motion (rad/s) takes, s."""
    if float(np.abs(away).max()) < 1e-6 and float(np.abs(speed).max()) < 1e-6:
        return 0.0
    by_way = float(np.sqrt(6.0 * np.abs(away).max() / LEAD_ACCELERATION))
    return by_way + 4.0 * float(np.abs(speed).max()) / LEAD_ACCELERATION


def _from_now(trajectory: Any, now: Array) -> tuple[Array, Array]:
    """Return a trajectory's places, Nx6 rad, and times, s; those of now come first where it begins later."""
    positions = rows([p.positions for p in trajectory.points], _order(trajectory))
    times = _times(trajectory.points)
    if times[0] > 1e-6:
        return np.vstack([now, positions]), np.concatenate([[0.0], times])
    return positions, times


def _order(trajectory: Any) -> list[int]:
    """Return where each of the arm's joints stands among those of a trajectory."""
    return [list(trajectory.joint_names).index(name) for name in JOINT_NAMES]


def _speeds(trajectory: Any, positions: Array, times: Array) -> Array:
    """Return the points' velocities; where they are not given, those of a smooth curve that ends at rest."""
    points = trajectory.points
    if all(len(p.velocities) == 6 for p in points):
        given = rows([p.velocities for p in points], _order(trajectory))
        return given if len(given) == len(times) else np.vstack([np.zeros(6), given])
    speeds = np.zeros_like(positions)
    if len(times) > 2:
        speeds[1:-1] = (positions[2:] - positions[:-2]) / (times[2:] - times[:-2])[:, None]
    return speeds


def within(samples: Array, limits: Limits, speed: Array | None = None) -> Outcome:
    """Return whether every step of a sampled trajectory passes the limits; ``speed``: that of its begin, rad/s."""
    whole = limits.check_path(samples[thinned(samples)])
    if not whole:
        return whole
    smoothness = Smoothness(limits.joint_acceleration, limits.stop_deceleration)
    if speed is not None:
        smoothness.moves(speed)
    ends = samples[-1:]  # it has to end at rest: standing still is a step like the others
    for before, after in pairwise(np.concatenate([samples, ends])):
        step = Servo(joints_of(before), joints_of(after), PERIOD)
        outcome = limits.paced(step) and smoothness.admit(step.start, step.goal, step.period)
        if not outcome:
            return outcome
    return Outcome.success()


def arrived(tolerances: Sequence[JointTolerance], goal: Array, measured: Array) -> Outcome:
    """Return whether the joints are where a goal's own tolerances want them.

    :param tolerances: of a joint by name, rad; 0 or less: none of its own
    :param goal: last joints of the trajectory, rad
    :param measured: where the joints are, rad
    """
    for tolerance in tolerances:
        if tolerance.name not in JOINT_NAMES or tolerance.position <= 0.0:
            continue
        joint = JOINT_NAMES.index(tolerance.name)
        away = abs(float(measured[joint] - goal[joint]))
        if away > tolerance.position:
            return Outcome(
                Code.POSTCONDITION_FAILURE,
                f"{tolerance.name} ended {away:.4f} rad from its goal, allowed is {tolerance.position:.4f}.",
            )
    return Outcome.success()


def error_code(outcome: Outcome, names: Sequence[str]) -> int:
    """Return the FollowJointTrajectory result's error code of an outcome for a trajectory of these joints.

    The action has no code for an arm that is busy or cannot move: INVALID_GOAL says as well that nothing moved.
    A cancelled goal has its own status, and no error.
    """
    kinds = FollowJointTrajectory.Result
    if outcome.code is Code.BAD_INPUT and sorted(names) != sorted(JOINT_NAMES):
        return int(kinds.INVALID_JOINTS)
    codes = {
        Code.SUCCESS: kinds.SUCCESSFUL,
        Code.CANCELED: kinds.SUCCESSFUL,
        Code.BAD_INPUT: kinds.INVALID_GOAL,
        Code.BUSY: kinds.INVALID_GOAL,
        Code.UNAVAILABLE: kinds.INVALID_GOAL,
        Code.POSTCONDITION_FAILURE: kinds.GOAL_TOLERANCE_VIOLATED,
    }
    return int(codes.get(outcome.code, kinds.PATH_TOLERANCE_VIOLATED))


def _bad(why: str) -> Outcome:
    return Outcome(Code.BAD_INPUT, f"The trajectory was refused: {why}.")
