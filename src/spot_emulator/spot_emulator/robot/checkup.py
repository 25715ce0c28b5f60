"""SpotCheck: sitting, the robot calibrates its joints, stands up and looks at the floor, and sits down again."""

from __future__ import annotations

import math
from typing import Protocol

from bosdyn.api.spot import spot_check_pb2

from spot_emulator.robot.activities import Activity, Part
from spot_emulator.robot.base import Base
from spot_emulator.robot.clock import RobotClock
from spot_emulator.robot.mobility import Gait, Sit, Stand
from spot_emulator.robot.power import Motors, Power

Told = spot_check_pb2.SpotCheckFeedbackResponse
PARTS = (
    (Told.STATE_LOADCELL_CAL, 2.0, None),
    (Told.STATE_ENDSTOP_CAL, 4.0, None),
    (Told.STATE_GRIPPER_CAL, 1.0, None),
    (Told.STATE_CAMERA_CHECK, 3.0, Gait()),
    (Told.STATE_BODY_POSING, 2.0, Gait(lean=(0.1, 0.0, 0.0))),
    (Told.STATE_BODY_POSING, 2.0, Gait(lean=(-0.1, 0.0, 0.0))),
    (Told.STATE_HIP_RANGE_OF_MOTION_CHECK, 2.0, Gait(height=0.1)),
)
"""What it does one after the other: how it is told, how long it takes once the robot stands so (s), and how; None: it
sits. Times are far shorter than a real robot's, and assumed."""
RUNNING = frozenset({Told.STATE_STARTING, Told.STATE_SIT_DOWN_AFTER_RUN, *(state for state, _, _ in PARTS)})
WHOLE = sum(seconds for _, seconds, _ in PARTS)


class Patient(Protocol):
    """The robot that it is done with."""

    base: Base
    clock: RobotClock
    power: Power
    slots: dict[Part, Activity | None]

    def assign(self, activities: dict[Part, Activity]) -> None:
        """Give parts something new to do."""

    def stop(self, reason: str) -> None:
        """Give up everything and stand still."""


class Checkup:
    """One run of it at a time. ``finished``: robot time of the last whole one, ns; 0: never."""

    def __init__(self) -> None:
        self.state: int = Told.STATE_WAITING_FOR_COMMAND
        self.error: int = Told.ERROR_NONE
        self.finished = 0
        self._part, self._left = 0, 0.0
        self._doing: Activity | None = None

    @property
    def running(self) -> bool:
        """Whether it goes on now."""
        return self.state in RUNNING

    @property
    def progress(self) -> float:
        """How much of it is done, 0 to 1."""
        if not self.running:
            return 1.0 if self.state == Told.STATE_FINISHED else 0.0
        if self.state == Told.STATE_STARTING:
            return 0.0
        before = sum(seconds for _, seconds, _ in PARTS[: self._part])
        return min(1.0, (before + PARTS[self._part][1] - self._left) / WHOLE) if self._part < len(PARTS) else 1.0

    def start(self, robot: Patient) -> None:
        """Begin; a robot that does not sit is an error that is told."""
        self.error, self._part, self._doing = Told.ERROR_NONE, 0, None
        if not robot.base.sitting:
            self._fail(Told.ERROR_INIT_NOT_SITTING)
            return
        self.state = Told.STATE_STARTING
        robot.power.switch_on()

    def abort(self, robot: Patient) -> None:
        """End it where it is: the robot stays as it stands."""
        if self.running:
            self.state = Told.STATE_USER_ABORTED
            if self._doing is not None:
                robot.stop("SpotCheck is aborted")

    def step(self, robot: Patient, seconds: float) -> None:
        """Go on by some time; whatever else the robot is told ends it."""
        if not self.running:
            return
        if self.state == Told.STATE_STARTING:
            if robot.power.on:
                self._begin(robot, 0)
            elif robot.power.motors is not Motors.POWERING_ON:
                self._fail(Told.ERROR_POWER_ON_FAILURE)
            return
        if not robot.power.on:
            self._fail(Told.ERROR_UNEXPECTED_POWER_CHANGE)
        elif robot.slots[Part.MOBILITY] is not self._doing:
            self.state = Told.STATE_USER_ABORTED
        elif self.state == Told.STATE_SIT_DOWN_AFTER_RUN:
            if robot.base.sitting:
                self.state, self.finished = Told.STATE_FINISHED, robot.clock.now()
        elif robot.base.sitting if PARTS[self._part][2] is None else robot.base.standing:
            self._left -= seconds
            if self._left <= 0.0:
                self._begin(robot, self._part + 1)

    def _begin(self, robot: Patient, part: int) -> None:
        gait = None
        self._part, self.state, self._left = part, Told.STATE_SIT_DOWN_AFTER_RUN, math.inf
        if part < len(PARTS):
            self.state, self._left, gait = PARTS[part]
        self._doing = Sit() if gait is None else Stand(gait)
        robot.assign({Part.MOBILITY: self._doing})

    def _fail(self, error: int) -> None:
        self.state, self.error = Told.STATE_ERROR, error
