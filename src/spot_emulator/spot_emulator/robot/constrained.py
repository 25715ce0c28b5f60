"""Constrained manipulation: a door, drawer or knob that is held moves along its own hinge or rail."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from bosdyn.api import basic_command_pb2 as basic
from bosdyn.client.math_helpers import Quat, SE3Pose
from numpy.typing import NDArray

from pred_core.geometry import Pose2D, wrap_angle
from spot_emulator.robot.activities import Activity
from spot_emulator.robot.arm import FASTEST
from spot_emulator.robot.base import REST, lifted
from spot_emulator.robot.following import best_step, strain
from spot_emulator.robot.grip import Handle
from spot_emulator.robot.kinematics import Joints, solve_hand
from spot_emulator.world import handling
from thor_player.model import SimObject

if TYPE_CHECKING:
    from spot_emulator.robot.body import Body

Request = basic.ConstrainedManipulationCommand.Request
Feedback = basic.ConstrainedManipulationCommand.Feedback
_LINEAR = frozenset({Request.TASK_TYPE_R3_LINEAR_FORCE})
_ROUND = frozenset({
    Request.TASK_TYPE_SE3_CIRCLE_FORCE_TORQUE, Request.TASK_TYPE_R3_CIRCLE_EXTRADOF_FORCE,
    Request.TASK_TYPE_R3_CIRCLE_FORCE,
})  # fmt: skip
_KNOB = frozenset({Request.TASK_TYPE_SE3_ROTATIONAL_TORQUE})
_SPEED, _TURNING, _FORCE = 0.2, 0.5, 30.0  # m/s, rad/s, N where the request does not say
_FASTEST = 0.5  # m/s at the handle
_LATCH = 1e-6  # of how open a front is
_PATIENCE = 0.6  # seconds that something does not move until the arm counts as stuck
_ALONG = 0.3  # cosine between the wrench and the way from which on it moves the thing
_CHANGES = (0.0, 0.05, -0.05)  # of the share of a door's turn that the hand makes
_FLIPS = (0.0, 0.2, -0.2, 0.4, -0.4, 0.8, -0.8)  # the same where the arm turns over
_LEAST = -0.4  # of that share
_FLIP = 0.4  # radians from which on a joint turns over
_KNOB_TURN = math.radians(30.0)


class Constrained(Activity):
    """Move what the claw holds.

    ``share``: how far it opens for a metre of its handle's way, on which it has ``moved`` since it was taken.
    """

    def __init__(self, robot: Body, request: Any, obj: SimObject, push: float, expires: float) -> None:
        super().__init__(expires)
        self.request, self._name, self._push = request, obj.object_id, push
        self._taken = robot.grip.handle = robot.grip.handle or Handle(
            robot.hand_in_map(), obj.status.openness
        )
        self._grasp, self._from = self._taken.hand, self._taken.openness
        handle = np.array([self._grasp.x, self._grasp.y, self._grasp.z])
        self._hinge = None if handling.slides(obj) else handling.hinge(robot.house, obj, handle)
        self._handle, self._front = handle, handling.ahead(obj)
        self._sign = 0.0 if self._hinge is None else handling.opening_turn(robot.house, obj, self._hinge)
        self._swing = handling.swing_angle(obj)
        way = handling.travel(obj) if self._hinge is None else _radius(self._hinge, handle) * self._swing
        self._share = 1.0 / max(way, 0.05)
        self._begun = self._moved = (obj.status.openness - self._from) / self._share
        self._idle, self._turned = 0.0, 0.0
        self._stuck, self._lost = False, False

    def step(self, robot: Body, seconds: float) -> None:
        robot.base.aim = REST
        if robot.grip.fixture != self._name:
            self._lost = True
            robot.arm.hold()
            return
        obj = robot.house.world.objects[self._name]
        if self.request.task_type in _KNOB or not obj.can("openable"):
            self._turn(robot, obj, seconds)
            return
        way = self._push * _speed(self.request) * seconds
        moved = self._target(self._moved + way, obj)
        if abs(moved - self._moved) < 1e-9 and not self._at_target(obj):
            self._press(robot, obj)
        if abs(moved - self._moved) < 1e-9 or not self._bring(robot, obj, moved):
            self._idle += seconds
            self._stuck = self._stuck or (self._idle > _PATIENCE and not self._at_target(obj))
            return
        self._idle = 0.0
        robot.grip.felt = self._push

    def _target(self, moved: float, obj: SimObject) -> float:
        """Return how far (m) the handle may be from where it was grasped: to its stops, to the asked position."""
        low, high = -self._from / self._share, (1.0 - self._from) / self._share
        if self.request.control_mode == Request.CONTROL_MODE_POSITION:
            kind = self.request.WhichOneof("task_target_position")
            if kind == "target_linear_position":
                asked = abs(self.request.target_linear_position)
            elif kind == "target_angle":
                asked = abs(self.request.target_angle) / self._swing / self._share
            else:
                asked = math.inf
            moved = max(self._begun - asked, min(self._begun + asked, moved))
        return max(low, min(high, moved))

    def _at_target(self, obj: SimObject) -> bool:
        wanted = self._target(self._push * math.inf if self._push else 0.0, obj)
        asked = self.request.control_mode == Request.CONTROL_MODE_POSITION
        return asked and abs(wanted - self._moved) < 1e-6

    def _bring(self, robot: Body, obj: SimObject, moved: float) -> bool:
        """Move handle, hand and, where arm or door need it, the body; False where something is in the way."""
        if robot.arm.stuck:
            return False
        before = obj.status.openness
        handling.open_to(robot.house, obj, latched(self._from + moved * self._share))
        hit = robot.house.body_is_hit(robot.base.pose, obj)
        there = not hit and self._reach(robot, moved)
        there = there or self._follow(robot, obj, moved, eases=False)
        if there or (not hit and self._reach(robot, moved, flips=True)):
            self._moved = moved
            return True
        eased = self._follow(robot, obj, moved, eases=True)
        handling.open_to(robot.house, obj, before)
        if hit and not eased:
            self._press(robot, obj)
        return eased

    def _press(self, robot: Body, obj: SimObject) -> None:
        """Feel the force with which what is held does not give way."""
        hand = robot.hand_in_map()
        way = handling.opening_way(robot.house, obj, np.array([hand.x, hand.y, hand.z]))
        request = self.request
        most = float(request.force_limit.value) if request.HasField("force_limit") else _FORCE
        robot.grip.force = self._push * most * way

    def _reach(self, robot: Body, moved: float, *, flips: bool = False) -> bool:
        """Bring the hand to where the handle will be. It turns with a door as far as the arm can, at best all along.

        :param flips: the elbow or the wrist may turn over for it, which moves the hand meanwhile
        """
        found = self._arm(robot, robot.base.pose, moved, flips=flips)
        if found is None:
            return False
        joints, self._taken.along = found
        robot.arm.aim(joints, FASTEST)
        return True

    def _arm(
        self, robot: Body, pose: Pose2D, moved: float, *, flips: bool = False
    ) -> tuple[Joints, float] | None:
        """Return the joints that bring the hand to the handle with the body at a pose, and the share of its turn."""
        base, now, near = robot.base, self._taken.along, robot.arm.goal
        body = lifted(pose, base.height, base.roll, base.pitch).inverse()
        for share in (now + change for change in (_FLIPS if flips else _CHANGES)):
            if _LEAST <= share <= 1.0:
                joints = solve_hand(body * self._hand(moved, share), near)
                if joints is not None and (flips or float(np.abs(joints - near).max()) < _FLIP):
                    return joints, share
        return None

    def _may_walk(self) -> bool:
        request = self.request
        return not request.HasField("enable_robot_locomotion") or bool(request.enable_robot_locomotion.value)

    def _follow(self, robot: Body, obj: SimObject, moved: float, *, eases: bool) -> bool:
        """Step to where the hand reaches the handle; False where no step does.

        :param moved: where what is held is now, as a try
        :param eases: the handle stays where it is for now, and the body gets out of the way
        """
        base, house = robot.base, robot.house
        hand = self._hand(moved, self._taken.along)
        there = self._moved if eases else moved

        def may(after: Pose2D) -> bool:
            free = eases or not house.body_is_hit(after, obj)
            free = free and base.blocker(base.pose, after) is None
            return free and self._arm(robot, after, there) is not None

        def cost(after: Pose2D) -> float:
            return strain(after, hand, house.room_before(after, obj))

        after = best_step(base.pose, cost, may, eases=eases) if self._may_walk() else None
        if after is None:
            return False
        self._step(robot, after)
        return self._reach(robot, there)

    @staticmethod
    def _step(robot: Body, after: Pose2D) -> None:
        """Stand elsewhere; the joints give way, as the handle keeps the hand where it is."""
        hand = robot.hand_in_map()
        robot.base.shift(after)
        joints = solve_hand(robot.base.map_tform_body().inverse() * hand, robot.arm.q)
        if joints is not None and float(np.abs(joints - robot.arm.q).max()) < _FLIP:
            robot.arm.give_way(joints)

    def _hand(self, moved: float, turned: float) -> SE3Pose:
        """Return where the hand is in the map when the handle has moved so far (m along its way).

        :param turned: share of a door's turn that the hand makes, too
        """
        grasp = self._grasp
        if self._hinge is None:
            x, y, _ = self._front * moved
            return SE3Pose(grasp.x + x, grasp.y + y, grasp.z, grasp.rot)
        arm = self._handle - self._hinge
        angle = self._sign * moved * self._share * self._swing
        c, s = math.cos(angle), math.sin(angle)
        x, y = self._hinge[0] + c * arm[0] - s * arm[1], self._hinge[1] + s * arm[0] + c * arm[1]
        return SE3Pose(x, y, grasp.z, Quat.from_yaw(wrap_angle(angle * turned)) * grasp.rot)

    def _turn(self, robot: Body, obj: SimObject, seconds: float) -> None:
        """Turn a knob: past its catch it switches."""
        if self._turned >= _KNOB_TURN or robot.arm.stuck:
            self._idle += seconds
            self._stuck = self._idle > _PATIENCE
            return
        self._turned += _turning(self.request) * seconds
        if self._turned >= _KNOB_TURN and handling.turn_switch(robot.house, obj) is not None:
            self._stuck = True

    def feedback(self, robot: Body, target: Any) -> None:
        found = target.constrained_manipulation_feedback
        if self._lost:
            found.status = Feedback.STATUS_GRASP_IS_LOST
        else:
            found.status = Feedback.STATUS_ARM_IS_STUCK if self._stuck else Feedback.STATUS_RUNNING
        found.desired_wrench_odom_frame.CopyFrom(self.request.init_wrench_direction_in_frame_name)
        found.estimation_activated.value = abs(self._moved - self._begun) > 0.02 or self._turned > 0.0


class LostGrasp(Activity):
    """The same with nothing in the claw: the arm stays where it is."""

    def step(self, robot: Body, seconds: float) -> None:
        robot.base.aim = REST
        robot.arm.hold()

    def feedback(self, robot: Body, target: Any) -> None:
        target.constrained_manipulation_feedback.status = Feedback.STATUS_GRASP_IS_LOST


def constrained(robot: Body, request: Any, expires: float) -> Activity | str:
    """Return the activity of a ConstrainedManipulationCommand, or why there is none."""
    if request.task_type == Request.TASK_TYPE_UNKNOWN:
        return "the constrained manipulation has no task type"
    frame = robot.frames().map_tform(request.frame_name)
    if frame is None:
        return f"no frame {request.frame_name!r}"
    name = robot.grip.fixture
    if name is None:
        return LostGrasp(expires)
    obj = robot.house.world.objects[name]
    anew = not request.HasField("reset_estimator") or request.reset_estimator.value
    if robot.grip.felt and not anew:
        return Constrained(robot, request, obj, robot.grip.felt, expires)
    force = request.init_wrench_direction_in_frame_name.force
    way = np.array(frame.rot.transform_point(force.x, force.y, force.z))
    hand = robot.hand_in_map()
    opens = handling.opening_way(robot.house, obj, np.array([hand.x, hand.y, hand.z]))
    return Constrained(robot, request, obj, _push(request, obj, way, opens), expires)


def latched(openness: float) -> float:
    """Return how open a front is that is moved so far: next to its frame or its stop it is there."""
    return 0.0 if openness < _LATCH else 1.0 if openness > 1.0 - _LATCH else openness


def _push(request: Any, obj: SimObject, way: NDArray[np.float64], opens: NDArray[np.float64]) -> float:
    """Return 1 where the wrench opens what is held, -1 where it closes it, 0 where it moves nothing.

    :param opens: the way (3,) on which what is held opens from where it is now
    """
    task = request.task_type
    if obj.can("openable") and ((task in _LINEAR) != handling.slides(obj)) and task not in _KNOB | _ROUND:
        return 0.0
    if task in _ROUND and handling.slides(obj):
        return 0.0
    length = float(np.linalg.norm(way))
    along = float(opens @ way) / length if length > 1e-9 else 0.0
    sign = math.copysign(1.0, _signed_speed(request))
    return 0.0 if abs(along) < _ALONG else math.copysign(1.0, along) * sign


def _signed_speed(request: Any) -> float:
    kind = request.WhichOneof("task_speed")
    return float(getattr(request, kind)) if kind else _SPEED


def _speed(request: Any) -> float:
    """Return m/s at the handle."""
    if request.WhichOneof("task_speed") == "tangential_speed":
        return min(_FASTEST, abs(float(request.tangential_speed)))
    return _SPEED


def _turning(request: Any) -> float:
    """Return rad/s of a knob."""
    if request.WhichOneof("task_speed") == "rotational_speed":
        return abs(float(request.rotational_speed))
    return _TURNING


def _radius(hinge: NDArray[np.float64], handle: NDArray[np.float64]) -> float:
    return float(math.hypot(handle[0] - hinge[0], handle[1] - hinge[1]))
