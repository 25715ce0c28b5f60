"""Commands for the whole robot: stop, freeze, right itself, sit and switch off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bosdyn.api import basic_command_pb2 as basic

from spot_emulator.robot.activities import Activity
from spot_emulator.robot.base import REST, Posture

if TYPE_CHECKING:
    from spot_emulator.robot.body import Body

_RIGHTING = 3.0  # seconds that rolling over takes


class StopAll(Activity):
    """Everything stands still; the posture stays."""

    def __init__(self, field: str = "stop_feedback") -> None:
        super().__init__()
        self._field = field

    def step(self, robot: Body, seconds: float) -> None:
        robot.base.aim = REST
        robot.arm.hold()
        robot.gripper.hold()

    def feedback(self, robot: Body, target: Any) -> None:
        getattr(target, self._field).SetInParent()


class SelfRight(Activity):
    """Roll from the side onto the belly."""

    def __init__(self) -> None:
        super().__init__()
        self._left = _RIGHTING

    def step(self, robot: Body, seconds: float) -> None:
        base = robot.base
        base.aim = REST
        if base.posture is not Posture.FALLEN:
            return
        self._left -= seconds
        if self._left <= 0.0:
            base.posture, base.roll = Posture.SIT, 0.0

    def feedback(self, robot: Body, target: Any) -> None:
        kind = basic.SelfRightCommand.Feedback
        righted = robot.base.posture is not Posture.FALLEN and robot.base.sitting
        target.selfright_feedback.status = kind.STATUS_COMPLETED if righted else kind.STATUS_IN_PROGRESS


class SafePowerOff(Activity):
    """Sit down, then switch the motors off."""

    def step(self, robot: Body, seconds: float) -> None:
        base = robot.base
        base.aim = REST
        robot.arm.hold()
        if base.posture is Posture.STAND:
            base.posture = Posture.SIT
        if base.sitting or base.posture is Posture.FALLEN:
            robot.power.switch_off()

    def feedback(self, robot: Body, target: Any) -> None:
        kind = basic.SafePowerOffCommand.Feedback
        status = kind.STATUS_IN_PROGRESS if robot.power.on else kind.STATUS_POWERED_OFF
        target.safe_power_off_feedback.status = status


class Settle(SafePowerOff):
    """The same because something is wrong: no command overrides it."""


class BatteryChangePose(Activity):
    """Roll over so that the battery can be taken out; the emulated robot only sits."""

    def step(self, robot: Body, seconds: float) -> None:
        robot.base.aim = REST
        if robot.base.posture is Posture.STAND:
            robot.base.posture = Posture.SIT

    def feedback(self, robot: Body, target: Any) -> None:
        kind = basic.BatteryChangePoseCommand.Feedback
        target.battery_change_pose_feedback.status = (
            kind.STATUS_COMPLETED if robot.base.sitting else kind.STATUS_IN_PROGRESS
        )
