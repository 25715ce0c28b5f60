"""Standing, sitting, walking: what a mobility command makes the body do."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bosdyn.api import basic_command_pb2 as basic

from pred_core.geometry import Pose2D
from spot_emulator.robot.activities import Activity
from spot_emulator.robot.base import REST, Posture, Twist, relative

if TYPE_CHECKING:
    from spot_emulator.robot.body import Body

_NEAR, _LEVEL = 0.02, 0.02  # metres, radians within which a goal is reached
_PASSED = 0.15  # metres within which a point on the way is passed
_PASSED_TURN = 0.25  # radians, the same
_TURN_WITHIN = 0.25  # metres from the last point where the body takes its yaw
_GAIN = 2.5  # 1/s
_PATIENCE = 1.5  # seconds without progress after which a way counts as blocked
_PROGRESS = 0.01  # metres (and radians) that count as progress
_SOFT = 1.5  # m/s^2, rad/s^2 with which a walk slows down before its goal
_COMFORTABLE = 0.68  # metres from the shoulder up to which the wrist needs no walk

Trajectory = basic.SE2TrajectoryCommand.Feedback


_FASTEST = Twist(1.0, 0.5, 1.2)


@dataclass(frozen=True)
class Gait:
    """What MobilityParams ask for: the largest speeds (m/s, m/s, rad/s), the body over the feet (metres, radians)."""

    fastest: Twist = _FASTEST
    height: float = 0.0
    lean: tuple[float, float, float] = (0.0, 0.0, 0.0)


class Stand(Activity):
    """Stand up and stay."""

    def __init__(self, gait: Gait) -> None:
        super().__init__()
        self.gait = gait

    def step(self, robot: Body, seconds: float) -> None:
        _stand(robot, self.gait)
        robot.base.aim = REST

    def feedback(self, robot: Body, target: Any) -> None:
        kind = basic.StandCommand.Feedback
        done = self.begun and robot.base.standing and robot.base.velocity.still()
        target.stand_feedback.status = kind.STATUS_IS_STANDING if done else kind.STATUS_IN_PROGRESS
        target.stand_feedback.standing_state = kind.STANDING_CONTROLLED


class Sit(Activity):
    """Sit down and stay."""

    def step(self, robot: Body, seconds: float) -> None:
        robot.base.aim, robot.base.posture = REST, Posture.SIT

    def feedback(self, robot: Body, target: Any) -> None:
        kind = basic.SitCommand.Feedback
        target.sit_feedback.status = kind.STATUS_IS_SITTING if robot.base.sitting else kind.STATUS_IN_PROGRESS


class Halt(Activity):
    """Stop walking; the posture stays."""

    def __init__(self, field: str = "stop_feedback") -> None:
        super().__init__()
        self._field = field

    def step(self, robot: Body, seconds: float) -> None:
        robot.base.aim = REST

    def feedback(self, robot: Body, target: Any) -> None:
        getattr(target, self._field).SetInParent()


class Velocity(Activity):
    """Walk with a velocity, given in the body (``yaw_frame`` None) or in odom or vision."""

    def __init__(self, request: Any, gait: Gait, expires: float) -> None:
        super().__init__(expires)
        self.request, self.gait = request, gait
        wanted = request.velocity
        self._wanted = Twist(wanted.linear.x, wanted.linear.y, wanted.angular)

    def step(self, robot: Body, seconds: float) -> None:
        _stand(robot, self.gait)
        wanted = self._wanted
        heading = robot.heading_in(self.request.se2_frame_name)
        if heading:
            c, s = math.cos(-heading), math.sin(-heading)
            wanted = Twist(c * wanted.x - s * wanted.y, s * wanted.x + c * wanted.y, wanted.turn)
        robot.base.aim = _limited(wanted, self.gait.fastest)

    def feedback(self, robot: Body, target: Any) -> None:
        target.se2_velocity_feedback.request_information.CopyFrom(self.request)


class Walk:
    """Walks the body along poses in one frame; to be stepped by an activity.

    ``facing``: the body looks where it walks and turns at the end alone; otherwise it takes the poses as they are.
    ``turn_last``: whether the last pose's yaw counts.
    """

    def __init__(
        self,
        frame: str,
        points: Sequence[Pose2D],
        gait: Gait,
        *,
        facing: bool = False,
        turn_last: bool = True,
    ) -> None:
        self.frame, self.points, self.gait = frame, list(points), gait
        self._facing, self._turn_last = facing, turn_last
        self._index = 0
        self._best = math.inf
        self._idle = 0.0
        self.done = False

    @property
    def blocked(self) -> bool:
        """Whether something has been in the way for a while."""
        return self._idle > _PATIENCE

    @property
    def passed(self) -> int:
        """How many of the points are behind."""
        return self._index

    def step(self, robot: Body, seconds: float) -> None:
        """Aim the base at the next point; it stands up first."""
        _stand(robot, self.gait)
        base = robot.base
        if not base.standing:
            base.aim = REST
            return
        here = robot.planar_in(self.frame)
        while self._index < len(self.points) - 1 and self._is_passed(here, self.points[self._index]):
            self._index, self._best = self._index + 1, math.inf
        last = self._index == len(self.points) - 1
        error = relative(here, self.points[self._index])
        away = math.hypot(error.x, error.y)
        ahead = self._facing and (not last or away > _TURN_WITHIN)
        turn = math.atan2(error.y, error.x) if ahead else error.yaw
        if last and not ahead and not self._turn_last:
            turn = 0.0
        turned = abs(turn)
        if last and away < _NEAR and turned < _LEVEL:
            base.aim = REST
            self.done = self.done or base.velocity.still()
            self._idle = 0.0
            return
        self.done = False
        self._watch(away + 0.3 * turned, seconds)
        facing = max(0.0, math.cos(turn)) ** 2 if ahead else 1.0
        base.aim = _limited(_aim(error, turn, facing, last=last), self.gait.fastest)

    def _is_passed(self, here: Pose2D, point: Pose2D) -> bool:
        turned = self._facing or abs(relative(here, point).yaw) < _PASSED_TURN
        return turned and here.distance_to(point) < _PASSED

    def _watch(self, left: float, seconds: float) -> None:
        if left < self._best - _PROGRESS:
            self._best, self._idle = left, 0.0
        else:
            self._idle += seconds


class Trajectory2D(Activity):
    """Walk to one or several planar poses."""

    def __init__(self, request: Any, walk: Walk, expires: float) -> None:
        super().__init__(expires)
        self.request, self.walk = request, walk

    def step(self, robot: Body, seconds: float) -> None:
        self.walk.step(robot, seconds)

    def feedback(self, robot: Body, target: Any) -> None:
        found = target.se2_trajectory_feedback
        walk, still = self.walk, robot.base.velocity.still()
        if walk.done or (walk.blocked and still) or not self.running:
            found.status = Trajectory.STATUS_STOPPED
        else:
            found.status = Trajectory.STATUS_IN_PROGRESS
        found.body_movement_status = (
            Trajectory.BODY_STATUS_SETTLED if still else Trajectory.BODY_STATUS_MOVING
        )
        if walk.done:
            found.final_goal_status = Trajectory.FINAL_GOAL_STATUS_ACHIEVABLE
        elif walk.blocked:
            found.final_goal_status = Trajectory.FINAL_GOAL_STATUS_BLOCKED
        else:
            found.final_goal_status = Trajectory.FINAL_GOAL_STATUS_IN_PROGRESS
        found.request_information.CopyFrom(self.request)


class Stance(Activity):
    """Stand with the feet at places; they are taken where they are near enough, and the body stays."""

    def __init__(self, request: Any, reachable: bool, gait: Gait, expires: float) -> None:
        super().__init__(expires)
        self.request, self._reachable, self.gait = request, reachable, gait

    def step(self, robot: Body, seconds: float) -> None:
        _stand(robot, self.gait)
        robot.base.aim = REST

    def feedback(self, robot: Body, target: Any) -> None:
        kind = basic.StanceCommand.Feedback
        if not self._reachable:
            target.stance_feedback.status = kind.STATUS_TOO_FAR_AWAY
        else:
            done = robot.base.standing and robot.base.velocity.still()
            target.stance_feedback.status = kind.STATUS_STANCED if done else kind.STATUS_GOING_TO_STANCE


def _stand(robot: Body, gait: Gait) -> None:
    base = robot.base
    if base.posture is not Posture.FALLEN:
        base.posture = Posture.STAND
    base.body_height, base.lean = gait.height, gait.lean


def _aim(error: Pose2D, turn: float, facing: float, *, last: bool) -> Twist:
    """Return the velocity towards a point, slower the nearer it is; ``facing`` (0..1) slows the walk, not the turn."""
    away = math.hypot(error.x, error.y)
    speed = min(_GAIN * away, math.sqrt(2.0 * _SOFT * away)) if last else _GAIN * max(away, 0.5)
    scale = speed * facing / away if away > 1e-6 else 0.0
    turning = math.copysign(min(_GAIN * abs(turn), math.sqrt(2.0 * _SOFT * abs(turn))), turn)
    return Twist(error.x * scale, error.y * scale, turning)


def _limited(wanted: Twist, fastest: Twist) -> Twist:
    share = min(
        1.0,
        fastest.x / abs(wanted.x) if abs(wanted.x) > fastest.x else 1.0,
        fastest.y / abs(wanted.y) if abs(wanted.y) > fastest.y else 1.0,
    )
    return Twist(wanted.x * share, wanted.y * share, max(-fastest.turn, min(fastest.turn, wanted.turn)))


class FollowArm(Activity):
    """Walk after the hand when it is told to go where the arm does not reach."""

    def __init__(self, gait: Gait) -> None:
        super().__init__()
        self.gait = gait

    def step(self, robot: Body, seconds: float) -> None:
        _stand(robot, self.gait)
        away = robot.hand_goal_beyond(_COMFORTABLE)
        robot.base.aim = REST if away is None else _limited(
            Twist(_GAIN * away[0], _GAIN * away[1], 0.0), self.gait.fastest
        )  # fmt: skip

    def feedback(self, robot: Body, target: Any) -> None:
        target.follow_arm_feedback.SetInParent()
