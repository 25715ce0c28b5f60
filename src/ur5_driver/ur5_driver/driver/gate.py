"""The one way from a command to ur_rtde: checked by the limits, then sent."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

import numpy as np

from pred_core.outcome import Code, Outcome
from ur5_driver.driver.body import Hand
from ur5_driver.driver.commands import (
    Command,
    EndServo,
    Grip,
    Guide,
    Joints,
    MoveJoints,
    MoveLine,
    Payload,
    Press,
    Servo,
    Stop,
    ZeroForce,
)
from ur5_driver.driver.limits import NOT_SENT, Limits, refused
from ur5_driver.driver.polyscope import SaidOfItself
from ur5_driver.driver.smoothness import Smoothness

LOOKAHEAD = 0.1
GAIN = 300.0
STARTS_WITHIN = 0.05
"""How far a command may be from the measured joints, rad: an arm that was hand-guided away stands elsewhere."""
FOLLOWS_FROM = 0.02
"""The same for a trajectory, rad: what is missing to its first target is gone at once."""


class Wire(Protocol):
    """The part of RTDEControlInterface that makes the arm move or stop, or says what it carries and feels."""

    def moveJ(  # noqa: N802 - ur_rtde's name
        self, q: list[float], speed: float, acceleration: float, asynchronous: bool
    ) -> bool: ...

    def moveL(  # noqa: N802
        self, pose: list[float], speed: float, acceleration: float, asynchronous: bool
    ) -> bool: ...

    def servoJ(  # noqa: N802
        self, q: list[float], speed: float, acceleration: float, time: float, lookahead: float, gain: float
    ) -> bool: ...

    def servoStop(self, a: float) -> bool: ...  # noqa: N802

    def stopJ(self, a: float, asynchronous: bool) -> None: ...  # noqa: N802

    def setPayload(self, mass: float, cog: list[float]) -> bool: ...  # noqa: N802

    def zeroFtSensor(self) -> bool: ...  # noqa: N802

    def freedriveMode(self) -> bool: ...  # noqa: N802

    def endFreedriveMode(self) -> bool: ...  # noqa: N802

    def forceMode(  # noqa: N802
        self, frame: list[float], selection: list[int], wrench: list[float], kind: int, limits: list[float]
    ) -> bool: ...

    def forceModeStop(self) -> bool: ...  # noqa: N802

    def forceModeSetDamping(self, damping: float) -> bool: ...  # noqa: N802

    def forceModeSetGainScaling(self, scaling: float) -> bool: ...  # noqa: N802


class Gate:
    """Sends commands that are within the limits, and no others.

    What a command says of where the arm is is believed only as far as it was measured there. ur_rtde's script dies when
    a move follows servoing without a servoStop, so the gate also keeps that order.
    """

    def __init__(self, limits: Limits, wire: Wire) -> None:
        self._limits = limits
        self._wire = wire
        self._servo_target: Joints | None = None
        self._measured: Joints | None = None
        self._yields: Guide | Press | None = None
        self._smoothness = Smoothness(limits.joint_acceleration, limits.stop_deceleration)

    def measured(self, joints: Joints | None) -> None:
        """Take note of where the arm is, rad; None when that is not known."""
        self._measured = joints

    def carries(self, hand: Hand, said: SaidOfItself | None = None) -> None:
        """Reckon with what is at the flange and, once that is known, what the controller says of itself."""
        kept = self._limits if said is None else self._limits.keeping(said)
        self._limits = replace(kept, hand=hand)
        if not self.servoing:
            self._smoothness = Smoothness(kept.joint_acceleration, kept.stop_deceleration)

    @property
    def servoing(self) -> bool:
        """Whether a servo motion has not been ended."""
        return self._servo_target is not None

    def send(self, command: Command) -> Outcome:
        """Check a command and send it. Never blocks for the length of a motion.

        :returns: BAD_INPUT when it breaks a limit, EXECUTION_FAILURE when the controller did not take it
        """
        if isinstance(command, Servo) and self._servo_target is not None:
            # the step that counts is from what was really sent last
            command = Servo(self._servo_target, command.goal, command.period)
        verdict = self._limits.check(command)
        if not verdict:
            return verdict
        if self._yields is not None and not isinstance(command, (Stop, EndServo)):
            why = "a person guides the arm" if isinstance(self._yields, Guide) else "force mode is on"
            return refused(why)
        if self.servoing and isinstance(command, (MoveJoints, MoveLine, Guide, Press)):
            return refused("a trajectory is being followed")
        verdict = self._goes_on(command)
        if not verdict:
            return verdict
        return Outcome.success() if self._deliver(command) else _not_taken(command)

    def _goes_on(self, command: Command) -> Outcome:
        """Return whether a motion begins where the arm is, or goes on smoothly from what was sent last."""
        if isinstance(command, (MoveJoints, MoveLine)):
            return self._begins_at(command.start, STARTS_WITHIN)
        if not isinstance(command, Servo):
            return Outcome.success()
        if not self.servoing:
            self._smoothness.rest()
            verdict = self._begins_at(command.start, FOLLOWS_FROM)
            if not verdict:
                return verdict
        return self._smoothness.admit(command.start, command.goal, command.period)

    def _begins_at(self, start: Joints, within: float) -> Outcome:
        if self._measured is None:
            return Outcome(Code.ROBOT_LOST, f"{NOT_SENT}it is not known where the arm is.")
        away = float(np.abs(np.array(start) - np.array(self._measured)).max())
        if away > within:
            return refused(f"it begins {away:.2f} rad away from where the arm is")
        return Outcome.success()

    def _deliver(self, command: Command) -> bool:
        match command:
            case MoveJoints():
                return self._wire.moveJ(list(command.goal), command.speed, command.acceleration, True)
            case MoveLine():
                return self._wire.moveL(list(command.pose), command.speed, command.acceleration, True)
            case Servo():
                self._servo_target = command.goal
                return self._wire.servoJ(list(command.goal), 0.0, 0.0, command.period, LOOKAHEAD, GAIN)
            case EndServo() | Stop():
                return self._brake(command.deceleration)
            case Payload():
                return self._wire.setPayload(command.mass, list(command.cog))
            case ZeroForce():
                return self._wire.zeroFtSensor()
            case Guide():
                return self._yielding(command, taken=self._wire.freedriveMode())
            case Press():
                return self._yielding(command, taken=self._press(command))
            case Grip():
                return False  # the gripper has its own socket

    def _yielding(self, command: Guide | Press, *, taken: bool) -> bool:
        self._yields = command if taken else None
        return taken

    def _press(self, command: Press) -> bool:
        wire, gives = self._wire, command.compliant
        limits = [
            speed if free else off
            for free, speed, off in zip(gives, command.speeds, command.deviations, strict=True)
        ]
        return (
            wire.forceModeSetDamping(command.damping)
            and wire.forceModeSetGainScaling(command.gain)
            and wire.forceMode(
                list(command.frame), [int(free) for free in gives], list(command.wrench), command.kind, limits
            )
        )

    def _brake(self, deceleration: float) -> bool:
        if self.servoing:
            self._servo_target = None
            return self._wire.servoStop(deceleration)
        if self._yields is not None:
            guided, self._yields = isinstance(self._yields, Guide), None
            return self._wire.endFreedriveMode() if guided else self._wire.forceModeStop()
        self._wire.stopJ(deceleration, True)
        return True


def _not_taken(command: Command) -> Outcome:
    return Outcome(Code.EXECUTION_FAILURE, f"The controller did not take {type(command).__name__}.")
