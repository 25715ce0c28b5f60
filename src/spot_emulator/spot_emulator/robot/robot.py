"""The robot: its parts, what they are busy with, and what makes it stop."""

from __future__ import annotations

import itertools
import logging
import math
import random
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from bosdyn.api import power_pb2, robot_state_pb2
from bosdyn.client.math_helpers import SE3Pose

from pred_core.geometry import Pose2D, wrap_angle
from spot_emulator.robot import estop as stops
from spot_emulator.robot.activities import ALL_PARTS, Activity, Command, Part, Status
from spot_emulator.robot.arm import FASTEST, Arm, Gripper
from spot_emulator.robot.arm_moves import HandMove
from spot_emulator.robot.base import REST, SITTING, STANDING, Base, Odometry, Posture
from spot_emulator.robot.clock import RobotClock, stamp
from spot_emulator.robot.estop import Estop
from spot_emulator.robot.frames import BODY, FLAT, ODOM, VISION, Frames
from spot_emulator.robot.full_body import SafePowerOff, Settle, StopAll
from spot_emulator.robot.grip import Grip
from spot_emulator.robot.keepalives import Keepalives
from spot_emulator.robot.kinematics import SHOULDER, body_to_hand, solve_hand
from spot_emulator.robot.leases import STALE_AFTER, Leases
from spot_emulator.robot.manipulation import Manipulation
from spot_emulator.robot.navigation import Navigator
from spot_emulator.robot.power import FULL, LOW, Motors, Power
from spot_emulator.robot.recorder import Recorder
from spot_emulator.world import handling
from spot_emulator.world.fiducials import fiducials, in_sight
from spot_emulator.world.house import House

log = logging.getLogger(__name__)

Fault = robot_state_pb2.BehaviorFault
MAP = "map"
"""The frame of the room itself; clients know it as GraphNav's seed frame only."""
_ROOM_PERIOD = 0.25  # seconds between two looks at what happens by itself in the room
_HAND_BREADTH = 0.1  # metres
_REMEMBERED = 2000  # commands whose feedback can be asked for


@dataclass(frozen=True)
class Options:
    """What makes one robot differ from another. ``tablet``: whether one holds a released e-stop at first.

    ``stale_after``: seconds of silence after which a lease is stale.
    """

    seed: int = 0
    clock_skew: float = 37.25
    tablet: bool = True
    stale_after: float = STALE_AFTER


class Robot:
    """The robot without its network. ``lock`` guards everything; ``step`` makes time pass."""

    def __init__(self, house: House, start: Pose2D, options: Options) -> None:
        self.lock = threading.RLock()
        self.options, self.house = options, house
        self.clock = RobotClock(options.clock_skew)
        self.leases = Leases(self.clock.seconds, self.stop, options.stale_after)
        self.estop = Estop(self.clock.seconds, tablet=options.tablet)
        self.power = Power()
        self.base = Base(start, house.blocker)
        self.arm, self.gripper, self.grip = Arm(), Gripper(), Grip()
        self.ground = SITTING  # height of the body above the ground when odom and vision began
        self.odom, self.vision = _odometries(start, options.seed)
        self.slots: dict[Part, Activity | None] = dict.fromkeys(Part)
        self.commands: dict[int, Command] = {}
        self.clocks: set[str] = set()  # clock identifiers of clients that synced
        self.behavior_faults: list[Any] = []
        self.system_faults: dict[str, Any] = {}
        self.keepalives = Keepalives()
        self.navigator, self.recorder = Navigator(), Recorder()
        self.service_faults: list[Any] = []
        self.manipulations: dict[int, Manipulation] = {}
        self._room_time = 0.0
        self._thinker = ThreadPoolExecutor(1, thread_name_prefix="thinker")
        self._numbers = itertools.count(1)
        self._fault_numbers = itertools.count(1)

    # --- what parts are busy with

    def assign(self, activities: dict[Part, Activity]) -> None:
        """Give parts something new to do; what they did is overridden as a whole."""
        ended = {self.slots[part] for part in activities}
        for part, activity in self.slots.items():
            if activity in ended and part not in activities:
                self.slots[part] = None
        for old in ended:
            if old is not None and old.running:
                old.status = Status.STATUS_COMMAND_OVERRIDDEN
        self.slots.update(activities)

    def assign_all(self, activity: Activity) -> None:
        """Give the whole robot one thing to do."""
        self.assign(dict.fromkeys(ALL_PARTS, activity))

    def stop(self, reason: str) -> None:
        """Give up everything and stand still where the robot is."""
        log.info("stop: %s", reason)
        self.assign_all(StopAll())

    def accept(self, full: Activity | None, parts: dict[Part, Activity]) -> int:
        """Begin a command; return its number."""
        number = next(self._numbers)
        self.commands[number] = Command(number, full, dict(parts))
        self.commands.pop(number - _REMEMBERED, None)
        if full is not None:
            self.assign_all(full)
        else:
            self.assign(dict(parts))
        return number

    def next_number(self) -> int:
        """Return a fresh command number."""
        return next(self._numbers)

    def _activities(self) -> list[Activity]:
        """Return what is under way, each once."""
        return list(dict.fromkeys(a for a in self.slots.values() if a is not None))

    # --- time

    def step(self, seconds: float) -> None:
        """Go on by some time. Called with the lock held."""
        self.power.step(seconds)
        self._obey_stops()
        self.keepalives.step(self)
        powered = self.power.on
        if not powered:
            self._forget_activities()
        self.grip.force = np.zeros(3)
        for activity in self._activities():
            if activity.running and self.clock.seconds() > activity.expires:
                activity.status = Status.STATUS_COMMAND_TIMED_OUT
                self._drop(activity)
            elif activity.running:
                activity.step(self, seconds)
        if self.slots[Part.MOBILITY] is None:
            self.base.aim = REST
        self.base.step(seconds, powered)
        self.arm.step(seconds, powered)
        self.gripper.step(seconds, powered)
        self.grip.planned = isinstance(self.slots[Part.GRIPPER], Manipulation)
        self.grip.follow(self.house, self.gripper, self.hand_in_map())
        self._live(seconds)
        self.odom.follow(self.base.pose)
        self.vision.follow(self.base.pose)
        self.recorder.step(self)

    def _live(self, seconds: float) -> None:
        """Let the room go on, a few times a second."""
        self._room_time += seconds
        if self._room_time >= _ROOM_PERIOD:
            handling.live(self.house, self._room_time)
            self._room_time = 0.0

    def _forget_activities(self) -> None:
        """Without power nothing goes on, and nothing starts by itself when the power is back."""
        for activity in self._activities():
            if activity.running and not isinstance(activity, SafePowerOff):
                activity.status = Status.STATUS_COMMAND_OVERRIDDEN
        self.slots = dict.fromkeys(Part)

    def _drop(self, activity: Activity) -> None:
        for part, busy in self.slots.items():
            if busy is activity:
                self.slots[part] = None
                if part is Part.ARM:
                    self.arm.hold()
                if part is Part.GRIPPER:
                    self.gripper.hold()

    def _obey_stops(self) -> None:
        """Act on the e-stop, a broken supply, an empty battery and silent holders of the lease."""
        level = self.estop.level()
        if level == stops.CUT and self.power.motors is not Motors.OFF:
            self.cut_power(power_pb2.STATUS_ESTOPPED, "e-stop: " + self.estop.details())
        elif level != stops.NONE:
            self.settle("e-stop: " + self.estop.details())
        if self.power.charge <= LOW:
            self.settle("the battery is empty")
        claim = self.leases.holder()
        if claim is not None and self.leases.stale(claim) and self.power.on and not self.settling():
            self.add_behavior_fault(Fault.CAUSE_LEASE_TIMEOUT)
            self.settle(f"{claim.client} is silent")
        if not self.power.on:
            self.behavior_faults = [f for f in self.behavior_faults if f.cause != Fault.CAUSE_LEASE_TIMEOUT]

    def settling(self) -> bool:
        """Tell whether the robot sits down by itself to switch its motors off."""
        return isinstance(self.slots[Part.MOBILITY], Settle)

    def settle(self, reason: str) -> None:
        """Sit down and switch the motors off."""
        if self.power.motors is Motors.POWERING_ON:
            self.power.lose()
        if self.power.on and not self.settling():
            log.info("sits down and switches off: %s", reason)
            self.assign_all(Settle())

    def cut_power(self, status: int, reason: str) -> None:
        """Take the motors' power away; the robot sinks down where it is."""
        if self.power.motors is not Motors.OFF:
            log.info("motors off: %s", reason)
        self.power.lose(status)
        self.base.halt()
        self.assign_all(StopAll())
        if self.base.posture is Posture.STAND:
            self.base.posture = Posture.SIT

    # --- faults

    def add_behavior_fault(self, cause: int) -> None:
        """Note a behavior fault that can be cleared; until then commands are refused."""
        fault = Fault(behavior_fault_id=next(self._fault_numbers), cause=cause, status=Fault.STATUS_CLEARABLE)
        stamp(fault.onset_timestamp, self.clock.now())
        self.behavior_faults.append(fault)

    def fall(self) -> None:
        """Lie on the side."""
        self.base.fall()
        self.stop("the robot fell")
        self.add_behavior_fault(Fault.CAUSE_FALL)

    def clear_behavior_fault(self, number: int) -> Any | None:
        """Clear a fault; return it, or None where there is none of that number."""
        fault = next((f for f in self.behavior_faults if f.behavior_fault_id == number), None)
        if fault is not None:
            self.behavior_faults.remove(fault)
        return fault

    def set_system_fault(self, name: str, message: str, *, on: bool) -> None:
        """Note a critical system fault, or take it back."""
        if not on:
            self.system_faults.pop(name, None)
            return
        kind = robot_state_pb2.SystemFault
        fault = kind(name=name, error_message=message, severity=kind.SEVERITY_CRITICAL, uid=len(name))
        stamp(fault.onset_timestamp, self.clock.now())
        self.system_faults[name] = fault

    def lose_motor_supply(self, *, lost: bool) -> None:
        """Break the motors' supply, or mend it; the motors stay off."""
        self.power.cut = lost
        self.set_system_fault("motor_power_lost", "the motors have lost their power", on=lost)
        if lost:
            self.cut_power(power_pb2.STATUS_FAULTED, "the motors' supply broke")

    def set_battery(self, *, low: bool) -> None:
        """Empty the battery, or fill it."""
        self.power.charge = LOW if low else FULL
        self.set_system_fault("battery_critical", "the battery is nearly empty", on=low)

    def reboot(self) -> None:
        """Begin anew: motors off, nobody known."""
        self.cut_power(power_pb2.STATUS_OVERRIDDEN, "the robot reboots")
        self.leases.forget()
        self.estop.forget(tablet=self.options.tablet)
        self.clocks.clear()
        self.commands.clear()
        self.behavior_faults.clear()
        self.service_faults.clear()
        self.navigator.clear()
        self.recorder.stop()

    def rise(self) -> None:
        """Start with motors on, standing."""
        self.power.motors = Motors.ON
        self.base.posture, self.base.height = Posture.STAND, STANDING

    def enter(self, house: House, start: Pose2D) -> None:
        """Be put into another room: sitting, motors off, arm stowed. Leases, clocks and logins stay."""
        self.cut_power(power_pb2.STATUS_OVERRIDDEN, "the robot is carried to another room")
        self.house, self.base = house, Base(start, house.blocker)
        self.arm, self.gripper, self.grip = Arm(), Gripper(), Grip()
        self.odom, self.vision = _odometries(start, self.options.seed)
        self.behavior_faults.clear()
        self.navigator.localized = False
        self.recorder.stop()

    # --- places

    def frames(self) -> Frames:
        """Return all frames as they are now."""
        return Frames(self)

    def planar_in(self, frame: str) -> Pose2D:
        """Return the body's planar pose in odom, vision or the map."""
        return {ODOM: self.odom.pose, VISION: self.vision.pose, MAP: self.base.pose}[frame]

    def hand_in_map(self) -> SE3Pose:
        """Return the pose of the hand in the map."""
        return self.base.map_tform_body() * body_to_hand(self.arm.q)

    def reach_in_map(self, hand: SE3Pose) -> bool:
        """Aim the arm at a pose of the hand in the map; False where it cannot reach it."""
        q = solve_hand(self.base.map_tform_body().inverse() * hand, self.arm.goal)
        if q is None:
            return False
        self.arm.aim(q, FASTEST)
        return True

    def rise_if_sitting(self) -> None:
        """Stand up for a command that needs it."""
        if self.base.posture is Posture.SIT:
            self.base.posture = Posture.STAND

    def thing_at(self, name: str, point: tuple[float, float, float] | None) -> bool:
        """Tell whether an object is still where it was seen, within a hand's breadth."""
        obj = self.house.world.objects.get(name)
        if obj is None or point is None or not obj.status.active:
            return False
        where = self.house.to_unity(self.house.point(point))
        return any(  # a door that stands open is outside the box
            bool(np.all(np.abs(box.axes() @ (where - box.center)) < box.half + _HAND_BREADTH))
            for box in (obj.box, *obj.solids)
        )

    def sees_fiducial(self) -> bool:
        """Tell whether a tag of the room is in sight; the cameras look all around."""
        return any(in_sight(tag, self.base.pose.x, self.base.pose.y) for tag in fiducials(self.house))

    def think(self, task: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Work something out beside the robot's own thread."""
        return self._thinker.submit(task, *arguments)

    def slip(self) -> None:
        """Lose what is held.

        :raises ValueError: where nothing is held
        """
        if self.grip.held is None and self.grip.fixture is None:
            raise ValueError("the gripper holds nothing")
        self.grip.release(self.house, self.gripper)

    def velocity_in(self, frame: str) -> tuple[float, float, float]:
        """Return the measured velocity of the body in the axes of odom, vision or the map: m/s, m/s, rad/s."""
        heading, speed = self.planar_in(frame).yaw, self.base.velocity
        c, s = math.cos(heading), math.sin(heading)
        return c * speed.x - s * speed.y, s * speed.x + c * speed.y, speed.turn

    def heading_in(self, frame: str) -> float:
        """Return the body's heading in a frame, radians; 0 in the body's own."""
        return 0.0 if frame in {BODY, FLAT} else wrap_angle(self.planar_in(frame).yaw)

    def hand_goal_beyond(self, reach: float) -> tuple[float, float] | None:
        """Return how far (m ahead, m left) the body must come so that the arm reaches what its move is after.

        None where it reaches it, or the arm is not on its way to a pose.
        """
        move = self.slots[Part.ARM]
        if not isinstance(move, HandMove):
            return None
        body = self.frames().a_tform_b(BODY, move.frame)
        if body is None:
            return None
        goal = body * move.track.last
        x, y = goal.x - SHOULDER[0], goal.y - SHOULDER[1]
        away = math.hypot(x, y)
        return None if away <= reach else (x * (away - reach) / away, y * (away - reach) / away)


def _odometries(start: Pose2D, seed: int) -> tuple[Odometry, Odometry]:
    """Return odom, which drifts by up to a hundredth of the way, and vision, which drifts less and began elsewhere."""
    dice = random.Random(seed)
    odom = Odometry(start, start, dice.uniform(-0.01, 0.01), dice.uniform(-0.01, 0.01))
    origin = Pose2D(
        start.x + dice.uniform(-0.5, 0.5), start.y + dice.uniform(-0.5, 0.5), dice.uniform(-3.0, 3.0)
    )
    return odom, Odometry(start, origin, dice.uniform(-0.002, 0.002), dice.uniform(-0.002, 0.002))
