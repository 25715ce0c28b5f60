"""FollowJointTrajectory: what is refused before anything moves, what is sampled, and how the end is judged."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

pytest.importorskip("rclpy", reason="needs a ROS environment")

from builtin_interfaces.msg import Duration
from control_msgs.action import FollowJointTrajectory
from control_msgs.msg import JointTolerance
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

from pred_core.outcome import Code, Outcome
from ur5_description.kinematics import HOME, JOINT_NAMES
from ur5_driver.bridge.trajectories import PERIOD, arrived, error_code, joining, samples_of, within
from ur5_driver.driver.commands import Servo
from ur5_driver.driver.gate import Gate
from ur5_driver.driver.limits import Limits
from ur5_driver.driver.messages import Follow
from ur5_driver.driver.motion import joints_of
from ur5_driver.driver.walking import FASTER, SLOWER, Trajectory, Way, ahead_on

NOW = np.array(HOME)
LIMITS = Limits()
TURNED = NOW + np.array([0.4, 0.0, 0.0, 0.0, 0.0, 0.2])


def trajectory(
    points: Sequence[tuple[float, np.ndarray]], names: Sequence[str] = JOINT_NAMES
) -> JointTrajectory:
    made = JointTrajectory(joint_names=list(names))
    for seconds, joints in points:
        whole = int(seconds)
        made.points.append(
            JointTrajectoryPoint(
                positions=joints.tolist(),
                time_from_start=Duration(sec=whole, nanosec=round((seconds - whole) * 1e9)),
            )
        )
    return made


def sampled(points: Sequence[tuple[float, np.ndarray]]) -> np.ndarray:
    outcome, samples = samples_of(trajectory(points), NOW)
    assert samples is not None, outcome
    return samples


def test_a_turn_is_sampled_from_where_the_arm_is_to_its_end_at_rest() -> None:
    samples = sampled([(2.0, TURNED)])
    assert len(samples) == pytest.approx(2.0 / PERIOD + 1, abs=1)
    assert samples[0] == pytest.approx(NOW) and samples[-1] == pytest.approx(TURNED)
    assert np.abs(np.diff(samples, axis=0)[[0, -1]]).max() < 1e-3
    assert within(samples, LIMITS)


def test_joints_may_be_named_in_any_order() -> None:
    backwards = trajectory([(2.0, TURNED[::-1])], JOINT_NAMES[::-1])
    _, samples = samples_of(backwards, NOW)
    assert samples is not None and samples[-1] == pytest.approx(TURNED)


def test_what_is_missing_to_the_first_point_is_not_gone_at_once() -> None:
    samples = sampled([(0.0, NOW + 0.04), (2.0, TURNED)])
    assert samples[0] == pytest.approx(NOW)
    assert within(samples, LIMITS)


@pytest.mark.parametrize("away", [0.0, 0.05, -0.2])
@pytest.mark.parametrize("speed", [0.0, 0.3, -0.3])
def test_one_that_takes_anothers_place_is_led_up_to_from_rest(away: float, speed: float) -> None:
    start = NOW + np.array([away, 0.0, 0.0, 0.0, 0.0, 0.0])
    made = trajectory([(0.0, start), (2.0, start + np.array([0.4, 0.0, 0.0, 0.0, 0.0, 0.2]))])
    made.points[0].velocities = [speed, 0.0, 0.0, 0.0, 0.0, 0.0]
    made.points[1].velocities = [0.0] * 6
    outcome, samples = samples_of(made, NOW, replaces=True)
    assert samples is not None, outcome
    assert samples[0] == pytest.approx(NOW) and np.abs(samples - start).max(axis=1).min() < 1e-2
    assert samples[-1] == pytest.approx(made.points[-1].positions)
    assert within(samples, LIMITS)
    if abs(away) > 0.05 or speed:  # as a goal of its own it starts elsewhere, or in motion
        _, alone = samples_of(made, NOW)
        assert alone is None or not within(alone, LIMITS)


@pytest.mark.parametrize(
    ("points", "names", "why"),
    [
        ([(1.0, TURNED)], [*JOINT_NAMES[:5], "finger"], "name the joints"),
        ([], JOINT_NAMES, "points"),
        ([(1.0, TURNED[:5])], JOINT_NAMES, "six positions"),
        ([(1.0, TURNED), (1.0, NOW)], JOINT_NAMES, "times"),
        ([(1.0, TURNED * np.nan)], JOINT_NAMES, "finite"),
        ([(0.0, TURNED), (1.0, NOW)], JOINT_NAMES, "start where the arm is"),
    ],
)
def test_what_cannot_be_followed_is_refused(
    points: list[tuple[float, np.ndarray]], names: Sequence[str], why: str
) -> None:
    outcome, samples = samples_of(trajectory(points, names), NOW)
    assert samples is None
    assert outcome.code is Code.BAD_INPUT and why in outcome.message


@pytest.mark.parametrize(
    ("points", "why"),
    [
        ([(0.25, TURNED)], "acceleration"),
        ([(1.0, NOW + np.array([3.0, 0, 0, 0, 0, 0]))], "not sent"),
        ([(3.0, NOW + np.array([0, 1.3, 0, 0, 0, 0]))], "workspace"),
    ],
)
def test_what_breaks_a_limit_is_refused_before_it_begins(
    points: list[tuple[float, np.ndarray]], why: str
) -> None:
    outcome = within(sampled(points), LIMITS)
    assert outcome.code is Code.BAD_INPUT and why in outcome.message


def test_a_trajectory_has_to_end_at_rest() -> None:
    made = trajectory([(1.0, NOW + 0.1), (2.0, NOW + 0.4)])
    for point in made.points:
        point.velocities = [0.3] * 6
    _, samples = samples_of(made, NOW)
    assert samples is not None
    assert not within(samples, LIMITS)


class Wire:
    """Takes every target and keeps it."""

    def __init__(self) -> None:
        self.targets: list[list[float]] = []

    def servoJ(self, q: list[float], *_: float) -> bool:  # noqa: N802 - ur_rtde's name
        self.targets.append(q)
        return True


@pytest.mark.parametrize("jitter", [0.0, 1.0])
def test_what_was_accepted_passes_the_gate_at_any_pace(jitter: float) -> None:
    samples = sampled([(1.5, TURNED), (3.0, NOW)])
    assert within(samples, LIMITS)
    wire = Wire()
    gate = Gate(LIMITS, wire)  # type: ignore[arg-type]
    gate.measured(joints_of(NOW))
    followed = Trajectory(Follow(1, samples, PERIOD))
    random = np.random.default_rng(5)
    elapsed = 0.0
    while not followed.done:
        seconds = float(np.clip(0.008 + jitter * random.normal(0.0, 0.006), 0.002, 0.02))
        elapsed += seconds
        slowed = 0.3 if 0.6 < elapsed < 1.4 else 1.0  # somebody moves the pendant's speed slider
        before, after = followed.step(seconds, slowed)
        outcome = gate.send(Servo(before, after, seconds))
        assert outcome, outcome
    assert wire.targets[-1] == pytest.approx(NOW)
    assert elapsed > 3.4


def test_the_pace_changes_gently() -> None:
    followed = Trajectory(Follow(1, np.linspace(NOW, TURNED, 1000), PERIOD))
    followed.step(0.008, 1.0)
    paces = []
    for scaling in [0.0] * 40 + [1.0] * 40:
        before, after = followed.step(0.008, scaling)
        paces.append((after[0] - before[0]) / 0.008)
    full = 0.4 / (999 * PERIOD)
    changes = np.diff(paces) / full / 0.008
    assert changes.min() >= -SLOWER - 1e-6 and changes.max() <= FASTER + 1e-6
    assert min(paces) == pytest.approx(0.0, abs=1e-9)


def test_tolerances_of_the_goal_are_kept() -> None:
    tolerance = [
        JointTolerance(name=JOINT_NAMES[2], position=0.002),
        JointTolerance(name="finger", position=0.1),
    ]
    near = NOW.copy()
    near[2] += 0.001
    assert arrived(tolerance, NOW, near)
    near[2] += 0.002
    outcome = arrived(tolerance, NOW, near)
    assert outcome.code is Code.POSTCONDITION_FAILURE and JOINT_NAMES[2] in outcome.message
    assert arrived([], NOW, near)


@pytest.mark.parametrize(
    ("code", "names", "kind"),
    [
        (Code.SUCCESS, JOINT_NAMES, "SUCCESSFUL"),
        (Code.CANCELED, JOINT_NAMES, "SUCCESSFUL"),
        (Code.BAD_INPUT, JOINT_NAMES, "INVALID_GOAL"),
        (Code.BAD_INPUT, ["elbow"], "INVALID_JOINTS"),
        (Code.BUSY, JOINT_NAMES, "INVALID_GOAL"),
        (Code.ROBOT_LOST, JOINT_NAMES, "PATH_TOLERANCE_VIOLATED"),
        (Code.POSTCONDITION_FAILURE, JOINT_NAMES, "GOAL_TOLERANCE_VIOLATED"),
    ],
)
def test_the_action_tells_what_kind_of_end_it_was(code: Code, names: Sequence[str], kind: str) -> None:
    assert error_code(Outcome(code, "why"), names) == getattr(FollowJointTrajectory.Result, kind)


def waving(seconds: float = 4.0) -> np.ndarray:
    """Return a way in which the base joint goes to and fro once, rows PERIOD apart."""
    share = np.arange(0.0, seconds + PERIOD, PERIOD)[:, None] / seconds
    return np.asarray(NOW + np.array([0.5, 0, 0, 0, 0, 0]) * (1.0 - np.cos(2.0 * np.pi * share)) / 2.0)


@pytest.mark.parametrize("begins", [0.0, 1.5])
@pytest.mark.parametrize("at", [60.0, 130.0, 420.0])
def test_a_newer_trajectory_is_joined_in_motion_within_the_limits(at: float, begins: float) -> None:
    ahead = ahead_on(Way(waving()), 7, at, 0.25, PERIOD)
    begin = [(0.0, ahead.now)] if begins == 0.0 else []
    end = ahead.now + np.array([-0.3, 0.1, 0, 0, 0, 0.2])
    outcome, samples = joining(trajectory([*begin, (begins + 2.0, end)]), ahead, LIMITS)
    assert samples is not None, outcome
    whole = np.vstack([ahead.joints, samples])
    assert within(whole, LIMITS, ahead.speed)
    assert samples[-1] == pytest.approx(end)
    assert np.abs((whole[1] - whole[0]) / PERIOD - ahead.speed).max() < 0.1


def test_one_that_begins_elsewhere_is_not_joined() -> None:
    ahead = ahead_on(Way(waving()), 7, 60.0, 0.25, PERIOD)
    outcome, samples = joining(trajectory([(0.0, ahead.now + 0.5), (2.0, TURNED)]), ahead, LIMITS)
    assert samples is None and outcome.code is Code.BAD_INPUT


def test_what_is_followed_goes_on_into_a_newer_one_and_that_into_another() -> None:
    first, second, third = waving(), waving() + 1.0, waving() + 2.0
    followed = Trajectory(Follow(1, first, PERIOD))
    for _ in range(50):
        followed.step(PERIOD, 1.0)
    assert not followed.go_on(Follow(2, second, PERIOD, after=(9, 70)))  # another one's row
    assert not followed.go_on(Follow(2, second, PERIOD, after=(1, 49)))  # behind
    assert followed.go_on(Follow(2, second, PERIOD, after=(1, 70)))
    way = Way(first).joined(70, second)
    assert followed.row == pytest.approx(50.0 - 71.0)
    targets = [followed.step(PERIOD, 1.0)[1] for _ in range(31)]
    assert np.array(targets) == pytest.approx(np.vstack([first[51:71], second[:11]]))
    assert followed.go_on(Follow(3, third, PERIOD, after=(2, 14)))
    again = way.joined(14, third)
    assert again.rows[int(followed.row) - again.first] == pytest.approx(second[10])
    while not followed.done:
        last = followed.step(PERIOD, 1.0)[1]
    assert np.array(last) == pytest.approx(third[-1])
