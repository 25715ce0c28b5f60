"""The robot: its parts, what they are busy with, and what makes it stop."""

from __future__ import annotations

import itertools
import logging
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from bosdyn.api import power_pb2, robot_state_pb2

from pred_core.geometry import Pose2D
from spot_emulator.robot import estop as stops
from spot_emulator.robot.activities import ALL_PARTS, Activity, Command, Part, Status
from spot_emulator.robot.arm_moves import HandMove
from spot_emulator.robot.base import REST, STANDING, Posture
from spot_emulator.robot.body import Body
from spot_emulator.robot.bystander import Bystander
from spot_emulator.robot.checkup import Checkup
from spot_emulator.robot.clock import RobotClock, stamp
from spot_emulator.robot.estop import Estop
from spot_emulator.robot.full_body import SafePowerOff, Settle, StopAll
from spot_emulator.robot.joint_control import JointStream
from spot_emulator.robot.keepalives import Keepalives
from spot_emulator.robot.leases import STALE_AFTER, Leases
from spot_emulator.robot.manipulation import Manipulation
from spot_emulator.robot.mobility import Gait
from spot_emulator.robot.navigation import Navigator
from spot_emulator.robot.power import FULL, LOW, Motors
from spot_emulator.robot.recorder import Recorder
from spot_emulator.robot.trail import GoBack, Trail
from spot_emulator.world import handling
from spot_emulator.world.house import House

log = logging.getLogger(__name__)

Fault = robot_state_pb2.BehaviorFault
_ROOM_PERIOD = 0.25  # seconds between two looks at what happens by itself in the room
_REMEMBERED = 2000  # commands whose feedback can be asked for


@dataclass(frozen=True)
class Options:
    """What makes one robot differ from another. ``tablet``: whether one holds a released e-stop at first.

    ``stale_after``: seconds of silence after which a lease is stale; ``speed``: how many times as fast as this
    machine's its clock goes; ``spot_cam``: whether it carries one.
    """

    seed: int = 0
    clock_skew: float = 37.25
    tablet: bool = True
    stale_after: float = STALE_AFTER
    speed: float = 1.0
    spot_cam: bool = False


class Robot(Body):
    """The robot without its network. ``lock`` guards everything; ``step`` makes time pass."""

    def __init__(self, house: House, start: Pose2D, options: Options) -> None:
        super().__init__(house, start, options.seed, RobotClock(options.clock_skew, options.speed))
        self.options = options
        self.leases = Leases(self.clock.seconds, self.stop, options.stale_after)
        self.estop = Estop(self.clock.seconds, tablet=options.tablet)
        self.slots: dict[Part, Activity | None] = dict.fromkeys(Part)
        self.commands: dict[int, Command] = {}
        self.clocks: set[str] = set()  # clock identifiers of clients that synced
        self.system_faults: dict[str, Any] = {}
        self.keepalives = Keepalives()
        self.joints = JointStream()
        self.navigator = Navigator()
        self.recorder = Recorder(self.navigator)
        self.trail = Trail()
        self.checkup = Checkup()
        self.followers: list[Callable[[float], None]] = []
        """What services have go on as time passes, s."""
        self.service_faults: list[Any] = []
        self.manipulations: dict[int, Manipulation] = {}
        self.bystander: Bystander | None = None
        """The person in the room, where there is one."""
        self._room_time = 0.0
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

    def go_back(self, farthest: float, gait: Gait, seconds: float | None = None) -> None:
        """Walk back the way the robot came by, as far as no place of it is farther from here than that (m).

        The lease stays fresh on the way: who lent it may be silent.

        :param seconds: how long it may take, None: as long as it likes
        """
        way = self.trail.back(self.base.pose, farthest)
        expires = math.inf if seconds is None else self.clock.seconds() + seconds
        if way:
            self.assign({Part.MOBILITY: GoBack(way, gait, self._keep_lease, expires)})

    def _keep_lease(self) -> None:
        claim = self.leases.holder("mobility")
        if claim is not None:
            claim.heard = self.clock.seconds()

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
        self.checkup.step(self, seconds)
        for follow in self.followers:
            follow(seconds)
        powered = self.power.on
        if not powered:
            self._forget_activities()
        self.grip.force = np.zeros(3)
        move = self.slots[Part.ARM]
        self.hand_aim = (move.frame, move.wrist_goal) if isinstance(move, HandMove) else None
        for activity in self._activities():
            if activity.running and self.clock.seconds() > activity.expires:
                activity.status = Status.STATUS_COMMAND_TIMED_OUT
                self._drop(activity)
            elif activity.running:
                activity.step(self, seconds)
                activity.begun = True
        move = self.slots[Part.ARM]
        self.hand_led = (move.frame, move.wrist_led) if isinstance(move, HandMove) else None
        if self.slots[Part.MOBILITY] is None:
            self.base.aim = REST
        self.base.step(seconds, powered)
        self.arm.step(seconds, powered)
        self.gripper.step(seconds, powered)
        if self.bystander is not None:
            self.bystander.step(self, seconds)
        self.grip.planned = isinstance(self.slots[Part.GRIPPER], Manipulation)
        self.grip.follow(self.house, self.gripper, self.hand_in_map())
        self.grip.tire(self.house, self.gripper, seconds)
        self._live(seconds)
        self.odom.follow(self.base.pose)
        self.vision.follow(self.base.pose)
        self.recorder.step(self)
        self.trail.step(self.base.pose)

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
        self.joints = JointStream()
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
        self.place(house, start)
        self.behavior_faults.clear()
        self.navigator.localized = False
        self.recorder.stop()
        self.trail.clear()
        self.bystander = None

    def slip(self) -> None:
        """Lose what is held.

        :raises ValueError: where nothing is held
        """
        if self.grip.held is None and self.grip.fixture is None:
            raise ValueError("the gripper holds nothing")
        self.grip.release(self.house, self.gripper)
