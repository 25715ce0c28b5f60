"""The arm's motions: joints, straight lines and fingers, and what ends them early."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from pred_core.outcome import Code, Outcome
from ur5_description import kinematics
from ur5_description.kinematics import Array, pose_from_matrix
from ur5_driver.driver import load
from ur5_driver.driver.commands import Grip
from ur5_driver.driver.link import ArmLink
from ur5_driver.driver.motion import joints_of
from ur5_driver.driver.offered import Offer
from ur5_driver.driver.places import Held
from ur5_driver.driver.receive import Snapshot
from ur5_driver.driver.shapes import OPEN_WIDTH

FREE_SPEED, CARRY_SPEED, FINE_SPEED = 1.0, 0.6, 0.25
FREE_START, CARRY_START = 0.8, 0.35
"""Shares of the largest acceleration, with empty hand and with something in it."""
FINGER_SPEED = 0.1


@dataclass(frozen=True)
class ArmSettings:
    """The camera's optical frame in tool0 (4x4), the grip force (N), and how things are handed over."""

    mount: Array
    grip_force: float = 40.0
    offer: Offer = field(default_factory=Offer)


class Moves:
    """An arm with gripper that moves as it is told, and knows what it holds. One call at a time."""

    def __init__(self, link: ArmLink, settings: ArmSettings) -> None:
        self.link = link
        self.settings = settings
        self._held: Held | None = None

    @property
    def held(self) -> Held | None:
        """Return what is between the fingers as it was gripped; None where nothing is known of it."""
        return self._held

    @held.setter
    def held(self, held: Held | None) -> None:
        self._held, self.link.grasped = held, None if held is None else held.points

    @property
    def holding(self) -> bool:
        """Whether something is between the fingers, as measured."""
        fingers = self.link.fingers
        return fingers is not None and fingers.holding

    def tool(self) -> Array | None:
        """Return tool0 in base as measured, None while nothing comes from the arm."""
        seen = self.link.snapshot
        return None if seen is None else kinematics.forward(self.link.limits.arm, seen.q)

    def open_gripper(self, cancel: threading.Event) -> Outcome:
        """Open the fingers where the arm stands."""
        outcome = self._fingers(OPEN_WIDTH, cancel)
        if outcome:
            self.held = None
        return outcome

    def _speed(self) -> float:
        return CARRY_SPEED if self.holding else FREE_SPEED

    def _start(self) -> float:
        return CARRY_START if self.holding else FREE_START

    def _along(
        self, way: Sequence[Array], speed: float, cancel: threading.Event, force: float = math.inf
    ) -> Outcome:
        """Turn the joints from waypoint to waypoint; ``force`` ends it where that is less than the limits', N."""
        outcome = self.ready()
        if not outcome:
            return outcome
        held_before = self.holding
        watch = self._watch("what is held", force)
        for goal in way:
            seen = self.link.snapshot
            if seen is None:
                return Outcome(Code.ROBOT_LOST, "Nothing comes from the arm.")
            limits = self.link.limits
            command = limits.joints(joints_of(seen.q), joints_of(goal), speed, self._start())
            outcome = self.link.move(command, cancel, watch, within=limits)
            if not outcome:
                return outcome
        if held_before and not self.holding:
            self.held = None
            return slipped("what is held", "while it was carried")
        return Outcome.success()

    def _legs(self, legs: Sequence[Array], speed: float, what: str, cancel: threading.Event) -> Outcome:
        """Move in straight lines to the flange poses of joints."""
        outcome = load.borne(self.link)
        if not outcome:
            return outcome
        watch = self._watch(what) if what else self.touched
        for goal in legs:
            seen = self.link.snapshot
            if seen is None:
                return Outcome(Code.ROBOT_LOST, "Nothing comes from the arm.")
            limits = self.link.limits
            start = joints_of(seen.q)
            pose = joints_of(pose_from_matrix(kinematics.forward(limits.arm, goal)))
            verdict, command = limits.line(start, pose, speed, self._start())
            if command is None:
                return verdict
            outcome = self.link.move(command, cancel, watch, within=limits)
            if not outcome:
                return outcome
        return Outcome.success()

    def ready(self) -> Outcome:
        """Reckon with what is held, and take the force that is measured for none, before a free motion."""
        return load.zeroed(self.link)

    def _watch(self, what: str, most: float = math.inf) -> Callable[[Snapshot], Outcome | None]:
        """Return what ends a motion early: touching something, or losing what is held."""
        held_before = self.holding

        def watch(seen: Snapshot) -> Outcome | None:
            if held_before and not self.holding and self.link.fingers is not None:
                self.held = None
                return slipped(what, "while it was carried")
            return self.touched(seen, most)

        return watch

    def touched(self, seen: Snapshot, most: float = math.inf) -> Outcome | None:
        """Return what ends a motion when the tool meets more force than is allowed."""
        force = float(np.linalg.norm(seen.force[:3]))
        if force <= min(most, self.link.limits.contact_force):
            return None
        return Outcome(
            Code.EXECUTION_FAILURE, f"The tool met {force:.0f} N and was stopped: it touched something."
        )

    def _fingers(self, width: float, cancel: threading.Event) -> Outcome:
        force = min(self.settings.grip_force, self.link.limits.grip_force)
        return self.link.grip(Grip(width, FINGER_SPEED, force), cancel)


def slipped(what: str, when: str) -> Outcome:
    return Outcome(Code.POSTCONDITION_FAILURE, f"The gripper lost {what or 'what it held'} {when}.")
