"""Keepalive policies: what the robot does when a client stops checking in."""

from __future__ import annotations

import itertools
import logging
from dataclasses import dataclass
from typing import Any, Protocol

from bosdyn.api import power_pb2
from bosdyn.api.keepalive import keepalive_pb2

from spot_emulator.robot.clock import RobotClock, seconds
from spot_emulator.robot.leases import STALE_AFTER, Leases
from spot_emulator.robot.mobility import Gait

log = logging.getLogger(__name__)
Control = keepalive_pb2.GetStatusResponse
_CONTROLS = {
    "auto_return": Control.POLICY_CONTROL_ACTION_AUTO_RETURN,
    "controlled_motors_off": Control.POLICY_CONTROL_ACTION_MOTORS_OFF,
    "immediate_motors_off": Control.POLICY_CONTROL_ACTION_IMMEDIATE_MOTORS_OFF,
    "immediate_robot_off": Control.POLICY_CONTROL_ACTION_ROBOT_OFF,
    "halt_robot": Control.POLICY_CONTROL_ACTION_HALT,
}


@dataclass
class Live:
    """A policy in force. ``heard``: robot time in seconds of its last check-in."""

    number: int
    policy: Any
    client: str
    heard: float

    def due(self, now: float) -> list[Any]:
        """Return the actions whose time has come."""
        return [action for action in self.policy.actions if now - self.heard > seconds(action.after)]


class Stoppable(Protocol):
    """What a policy that ran out acts on."""

    clock: RobotClock
    leases: Leases

    def stop(self, reason: str) -> None:
        """Stand still."""

    def go_back(self, farthest: float, gait: Gait) -> None:
        """Walk back the way the robot came by."""

    def settle(self, reason: str) -> None:
        """Sit down and switch the motors off."""

    def cut_power(self, status: int, reason: str) -> None:
        """Take the motors' power away."""


class Keepalives:
    """All policies in force."""

    def __init__(self) -> None:
        self.policies: dict[int, Live] = {}
        self._numbers = itertools.count(1)
        self._controls: list[int] = []

    def add(self, policy: Any, client: str, now: float) -> Live:
        """Put a policy into force."""
        made = Live(next(self._numbers), policy, client, now)
        self.policies[made.number] = made
        return made

    def step(self, robot: Stoppable) -> None:
        """Act on policies that nobody checked in for."""
        now = robot.clock.seconds()
        due = [action for live in self.policies.values() for action in live.due(now)]
        kinds = [str(action.WhichOneof("action")) for action in due]
        before, self._controls = self._controls, sorted({_CONTROLS[k] for k in kinds if k in _CONTROLS})
        for action, kind in zip(due, kinds, strict=True):
            self._act(robot, action, kind, fresh=self._controls != before)

    def _act(self, robot: Stoppable, action: Any, kind: str, *, fresh: bool) -> None:
        if kind in {"immediate_motors_off", "immediate_robot_off"}:
            robot.cut_power(power_pb2.STATUS_KEEPALIVE_MOTORS_OFF, "a keepalive policy ran out")
        elif kind == "controlled_motors_off":
            robot.settle("a keepalive policy ran out")
        elif kind == "lease_stale":
            for lease in action.lease_stale.leases:
                claim = robot.leases.holder(lease.resource)
                if claim is not None and claim.root.sequence[:1] == lease.sequence[:1]:
                    claim.heard = min(claim.heard, robot.clock.seconds() - STALE_AFTER - 1.0)
        elif kind in {"halt_robot", "auto_return"} and fresh:
            robot.stop("a keepalive policy ran out")
            if kind == "auto_return":
                robot.go_back(action.auto_return.params.max_displacement, Gait())

    def controls(self) -> list[int]:
        """Return the control actions in force."""
        return self._controls

    def motors_off(self) -> bool:
        """Tell whether a policy keeps the motors off."""
        off = {Control.POLICY_CONTROL_ACTION_MOTORS_OFF, Control.POLICY_CONTROL_ACTION_IMMEDIATE_MOTORS_OFF}
        return bool(off.intersection(self._controls))
