"""The manipulation service's commands: pick what is at a pixel, walk up to what is at a pixel."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bosdyn.api import manipulation_api_pb2 as manip
from bosdyn.client.math_helpers import Quat, SE3Pose

from pred_core.geometry import Pose2D
from spot_emulator.robot.activities import Activity
from spot_emulator.robot.arm import OPEN
from spot_emulator.robot.base import REST
from spot_emulator.robot.grasp_plan import Allowed, GraspPose, plan_grasp, standing_body, stands
from spot_emulator.robot.grip import stop_angle
from spot_emulator.robot.hand_path import between, distance
from spot_emulator.robot.kinematics import READY, SHOULDER, solve_hand
from spot_emulator.robot.mobility import Gait, Walk
from spot_emulator.world import handling
from spot_emulator.world.handling import Hold, Ungraspable
from spot_emulator.world.routes import lattice, way

if TYPE_CHECKING:
    from spot_emulator.robot.body import Body

_ENDS = frozenset({
    manip.MANIP_STATE_DONE, manip.MANIP_STATE_GRASP_SUCCEEDED, manip.MANIP_STATE_GRASP_FAILED,
})  # fmt: skip

log = logging.getLogger(__name__)

_SEARCH = 0.6  # seconds that looking for a grasp takes
_SHOW = 0.4  # seconds that a result of planning can be read
_CLOSE = 0.8  # seconds that the claw takes to close
_LONGEST = 12.0  # seconds for the arm to get there
_REACH_IN = 0.02
_LIFT = 0.06  # metres that what was grasped is lifted
_HAND_SPEED = 0.5
RAISED = 0.15
"""Metres by which the body stands higher for a grasp that it cannot reach otherwise."""
_SPARE = 0.05  # metres that the arm reaches farther than it must, as a walk ends a little off its goal


@dataclass(frozen=True)
class Target:
    """What a pixel shows: an object's id ("" for the building) and the point (3,) in the map; None: nothing near."""

    name: str
    point: tuple[float, float, float] | None
    message: str = ""


class Manipulation(Activity):
    """A command of the manipulation service, with the state that its feedback tells."""

    def __init__(self, number: int, target: Target) -> None:
        super().__init__()
        self.number, self.target = number, target
        self.state: int = manip.MANIP_STATE_ATTEMPTING_RAYCASTING
        self.reason = ""
        self._clock = 0.0

    @property
    def over(self) -> bool:
        """Whether it has come to an end by itself."""
        return self.state in _ENDS

    def _go(self, state: int, reason: str = "") -> None:
        self.state, self._clock = state, 0.0
        if reason:
            self.reason = reason
            log.info("manipulation %d: %s", self.number, reason)

    def feedback(self, robot: Body, target: Any) -> None:
        target.current_state = self.state


class Pick(Manipulation):
    """Grasp what is at a point. It may walk up to it first."""

    def __init__(
        self, number: int, target: Target, allowed: Allowed, *, may_walk: bool, plan_only: bool = False
    ) -> None:
        super().__init__(number, target)
        self._allowed, self._may_walk, self._plan_only = allowed, may_walk, plan_only
        self._hold: Hold | None = None
        self._grasp: GraspPose | None = None
        self._planning: Future[Any] | None = None
        self._walk: Walk | None = None
        self._begin: SE3Pose | None = None
        self._raise = 0.0
        self._touched = False
        self._steps: dict[int, Callable[[Body, float], None]] = {
            manip.MANIP_STATE_ATTEMPTING_RAYCASTING: self._raycast,
            manip.MANIP_STATE_SEARCHING_FOR_GRASP: self._search,
            manip.MANIP_STATE_WALKING_TO_OBJECT: self._walk_there,
            manip.MANIP_STATE_GRASP_PLANNING_SUCCEEDED: self._planned,
            manip.MANIP_STATE_GRASP_PLANNING_NO_SOLUTION: self._give_up,
            manip.MANIP_STATE_GRASP_FAILED_TO_RAYCAST_INTO_MAP: self._give_up,
            manip.MANIP_STATE_MOVING_TO_GRASP: self._approach,
            manip.MANIP_STATE_GRASPING_OBJECT: self._close,
        }

    def step(self, robot: Body, seconds: float) -> None:
        self._clock += seconds
        doing = self._steps.get(self.state)
        if doing is None:  # it is over
            robot.base.aim = REST
            return
        doing(robot, seconds)

    def execute(self) -> bool:
        """Carry out what was only planned; False where nothing was."""
        if self.state != manip.MANIP_STATE_GRASP_PLANNING_SUCCEEDED:
            return False
        self._plan_only = False
        return True

    def _raycast(self, robot: Body, seconds: float) -> None:
        if self.target.point is None:
            self._go(manip.MANIP_STATE_GRASP_FAILED_TO_RAYCAST_INTO_MAP, self.target.message)
            return
        self._go(manip.MANIP_STATE_SEARCHING_FOR_GRASP)

    def _search(self, robot: Body, seconds: float) -> None:
        robot.base.aim = REST
        robot.rise_if_sitting()
        point = self.target.point
        if point is None or not robot.base.standing or self._clock < _SEARCH:
            return
        if robot.grip.held is not None:
            self._go(manip.MANIP_STATE_GRASP_PLANNING_NO_SOLUTION, "the claw holds something already")
            return
        judged = handling.judge(robot.house, self.target.name, robot.house.point(point))
        if isinstance(judged, Ungraspable):
            self._go(manip.MANIP_STATE_GRASP_PLANNING_NO_SOLUTION, judged.message)
            return
        self._hold = judged
        for self._raise in (robot.base.body_height, RAISED):
            body = standing_body(robot.base.pose, self._raise)
            self._grasp = plan_grasp(body, point, self._allowed, _REACH_IN)
            if self._grasp is not None:
                break
        if self._grasp is not None:
            self._go(manip.MANIP_STATE_GRASP_PLANNING_SUCCEEDED)
        elif self._may_walk:
            self._planning = robot.think(_stand_for, robot, point, self._allowed)
            self._go(manip.MANIP_STATE_WALKING_TO_OBJECT)
        else:
            self._go(manip.MANIP_STATE_GRASP_PLANNING_NO_SOLUTION, f"{self.target.name} is out of reach")

    def _walk_there(self, robot: Body, seconds: float) -> None:
        if self._walk is None:
            if self._planning is None or not self._planning.done():
                return
            poses = self._planning.result()
            if poses is None:
                reason = f"there is no place to reach {self.target.name} from"
                self._go(manip.MANIP_STATE_GRASP_PLANNING_NO_SOLUTION, reason)
                return
            self._walk = Walk("map", poses, Gait())
        self._walk.step(robot, seconds)
        if self._walk.done or self._walk.blocked:
            self._may_walk = False
            self._go(manip.MANIP_STATE_SEARCHING_FOR_GRASP)

    def _planned(self, robot: Body, seconds: float) -> None:
        if self._clock >= _SHOW and not self._plan_only:
            robot.gripper.aim(OPEN)
            robot.base.body_height, robot.base.lean = self._raise, (0.0, 0.0, 0.0)
            self._begin = None
            self._go(manip.MANIP_STATE_MOVING_TO_GRASP)

    def _give_up(self, robot: Body, seconds: float) -> None:
        robot.base.aim = REST
        if self._clock >= _SHOW:
            self._go(manip.MANIP_STATE_GRASP_FAILED)

    def _approach(self, robot: Body, seconds: float) -> None:
        if self._grasp is None:
            return
        if self._clock > _LONGEST:
            self._go(manip.MANIP_STATE_GRASP_FAILED, "the arm did not get to the grasp in time")
            return
        hand = robot.hand_in_map()
        if not robot.base.standing:  # it rises first
            return
        if self._begin is None:  # first near it, joint by joint
            q = solve_hand(robot.base.map_tform_body().inverse() * self._grasp.before, READY)
            if q is not None:
                robot.arm.aim(q)
            off = distance(hand, self._grasp.before)
            if off[0] < 0.01 and off[1] < 0.05 and robot.gripper.at_goal:
                self._begin, self._clock = hand, 0.0
            return
        away = distance(self._begin, self._grasp.hand)[0]
        share = min(1.0, self._clock * _HAND_SPEED / max(away, 1e-3))
        robot.reach_in_map(between(self._begin, self._grasp.hand, share))
        if share >= 1.0 and distance(hand, self._grasp.hand)[0] < 0.01:
            self._go(manip.MANIP_STATE_GRASPING_OBJECT)

    def _close(self, robot: Body, seconds: float) -> None:
        hold, grasp = self._hold, self._grasp
        if hold is None or grasp is None:
            return
        if robot.gripper.stop_at is None and self._clock < _CLOSE:
            robot.gripper.aim(0.0)
            if not self._touched and robot.gripper.angle >= stop_angle(hold):
                self._touched = True
                self._touch(robot, hold)
            return
        if robot.gripper.stop_at is None:
            self._go(manip.MANIP_STATE_GRASP_FAILED, f"{hold.name} slipped out of the claw")
            return
        if self._clock < _CLOSE:
            return
        if hold.loose:
            robot.reach_in_map(SE3Pose(grasp.hand.x, grasp.hand.y, grasp.hand.z + _LIFT, grasp.hand.rot))
        self._go(manip.MANIP_STATE_GRASP_SUCCEEDED)

    def _touch(self, robot: Body, hold: Hold) -> None:
        """Let the claw meet the thing, which is there or not any more, and holds or slips."""
        judged = handling.judge(
            robot.house, hold.name, robot.house.point(self.target.point or (0.0, 0.0, 0.0))
        )
        if isinstance(judged, Ungraspable) or not robot.thing_at(hold.name, self.target.point):
            return
        if not robot.grip.slips(robot.house, judged):
            robot.grip.close_on(judged, robot.house, robot.gripper, robot.hand_in_map())


class WalkTo(Manipulation):
    """Walk up to what is at a point and stand before it."""

    def __init__(self, number: int, target: Target, offset: float) -> None:
        super().__init__(number, target)
        self._offset = offset
        self._planning: Future[Any] | None = None
        self._walk: Walk | None = None

    def step(self, robot: Body, seconds: float) -> None:
        self._clock += seconds
        robot.base.aim = REST
        if self.state == manip.MANIP_STATE_ATTEMPTING_RAYCASTING:
            if self.target.point is None:
                self._go(manip.MANIP_STATE_GRASP_FAILED_TO_RAYCAST_INTO_MAP, self.target.message)
                return
            self._planning = robot.think(_place_before, robot, self.target.point, self._offset)
            self._go(manip.MANIP_STATE_WALKING_TO_OBJECT)
        elif self.state == manip.MANIP_STATE_WALKING_TO_OBJECT:
            self._go_on(robot, seconds)
        elif self.state == manip.MANIP_STATE_GRASP_FAILED_TO_RAYCAST_INTO_MAP and self._clock >= _SHOW:
            self._go(manip.MANIP_STATE_DONE)

    def _go_on(self, robot: Body, seconds: float) -> None:
        if self._walk is None:
            if self._planning is None or not self._planning.done():
                return
            poses = self._planning.result()
            if poses is None:
                self._go(manip.MANIP_STATE_DONE, "there is no way to a place before it")
                return
            self._walk = Walk("map", poses, Gait())
        self._walk.step(robot, seconds)
        if self._walk.done or self._walk.blocked:
            self._go(manip.MANIP_STATE_DONE)


def _stand_for(robot: Body, point: tuple[float, float, float], allowed: Allowed) -> list[Pose2D] | None:
    """Return the way to a place from which the arm reaches a point. Runs beside the robot's own thread."""
    with robot.lock:
        here = robot.base.pose
    table = lattice(robot.house)
    places = [p for p in stands(point, here) if robot.house.has_room(p) and table.cell(p) is not None]
    for spare in (_SPARE, 0.0):
        good: list[Pose2D] = []
        for place in places:
            if any(_reached(standing_body(place, up), point, allowed, spare) for up in (0.0, RAISED)):
                good.append(place)
                if len(good) >= 6:
                    break
        found = way(table, here, good) if good else None
        if found is not None:
            return found
    return None


def _reached(body: SE3Pose, point: tuple[float, float, float], allowed: Allowed, spare: float) -> bool:
    """Tell whether the arm takes hold of a point, and would if that was so much (m) farther from the shoulder."""
    shoulder = body * SE3Pose(*SHOULDER, Quat())
    away = [p - s for p, s in zip(point, (shoulder.x, shoulder.y, shoulder.z), strict=True)]
    farther = [p + a * spare / max(math.hypot(*away), 1e-9) for p, a in zip(point, away, strict=True)]
    return all(plan_grasp(body, at, allowed, _REACH_IN) is not None for at in (farther, point))


def _place_before(robot: Body, point: tuple[float, float, float], offset: float) -> list[Pose2D] | None:
    """Return the way to a place from which a point is so many metres before the body's front."""
    with robot.lock:
        here = robot.base.pose
    table = lattice(robot.house)
    for more in (0.0, 0.15, 0.3, 0.5):
        places = [p for p in stands(point, here) if robot.house.has_room(p)]
        near = [p for p in places if offset - 0.3 <= _before(p, point) <= offset + 0.15 + more]
        found = way(table, here, near) if near else None
        if found is not None:
            return found
    return None


def _before(pose: Pose2D, point: tuple[float, float, float]) -> float:
    return math.hypot(point[0] - pose.x, point[1] - pose.y) - 0.5
