"""What goals ask of the arm besides its skills: approval, views, turns of the camera, trajectories."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np
from control_msgs.action import FollowJointTrajectory
from numpy.typing import NDArray

from pred_bridge.approval import Approval
from pred_bridge.asking import Asking
from pred_bridge.transforms import PoseError, pose_from_msg
from pred_core.outcome import Code, Outcome
from pred_core.targets import Target
from pred_msgs.action import LookFrom
from pred_msgs.msg import BaseMotion
from ur5_description.kinematics import Array
from ur5_driver.bridge import trajectories
from ur5_driver.bridge.asking import in_hand, skill_question
from ur5_driver.driver import hand_over
from ur5_driver.driver.manipulator import SKILLS, Manipulator
from ur5_driver.driver.motion import turned
from ur5_driver.driver.receive import Snapshot
from ur5_driver.driver.walking import TOO_LATE

TURNS = {
    BaseMotion.TURN_LEFT: (1.0, 0.0),
    BaseMotion.TURN_RIGHT: (-1.0, 0.0),
    BaseMotion.LOOK_DOWN: (0.0, 1.0),
    BaseMotion.LOOK_UP: (0.0, -1.0),
}


class Doing(Asking):
    """Does what goals ask, in the goal's thread."""

    def __init__(self, arm: Manipulator, views: Mapping[str, Array], approval: Approval | None, step: float) -> None:
        """Prepare.

        :param views: joints by name, rad
        :param approval: None where nobody needs to approve
        :param step: how far the camera turns unless a motion says so, rad
        """
        super().__init__(approval)
        self._arm = arm
        self._views = views
        self._step = step
        self._picked = ""
        self._offering = False

    def skill(
        self, skill: str, target: Target, event: threading.Event, say: Callable[[str], None]
    ) -> Outcome:
        """Do a skill, once a person has said yes where one is asked."""
        outcome = self.approved(skill, target, event, say)
        return outcome and self._arm.do_skill(skill, target, event, say)

    def approved(
        self, skill: str, target: Target, event: threading.Event, say: Callable[[str], None]
    ) -> Outcome:
        """Ask a person whether a skill may be done; success where nobody is asked."""
        if self._approval is None or skill not in SKILLS:
            return Outcome.success()
        available = self._arm.link.available()
        if not available:
            return available  # nobody is asked for what cannot be done
        if skill == hand_over.SKILL and self._offering and hand_over.at_place(self._arm):
            return Outcome.success()  # it goes on to be held out
        say("waiting for approval")
        fingers = self._arm.link.fingers
        question = skill_question(skill, target, self._arm.picture, fingers, self._picked)
        outcome = self._approval.ask(*question, event)
        if outcome and skill == "PickupObject":
            self._picked = target.class_name
        self._offering = bool(outcome) and skill == hand_over.SKILL
        return outcome

    def boxed_in(self) -> bool:
        """Return whether the arm stands where no way leads home."""
        return self._arm.boxed_in()

    def available(self) -> Outcome:
        """Return whether the arm can be moved now, or why not."""
        return self._arm.link.available()

    def _seen(self) -> NDArray[np.uint8] | None:
        seen = self._arm.picture
        return None if seen is None else seen.rgb

    def _in_hand(self) -> str:
        return in_hand(self._arm.link.fingers, self._picked)

    def motions_allowed(self, motions: Sequence[BaseMotion], event: threading.Event) -> Outcome:
        """Ask once whether the camera may be turned so; nobody is asked where nothing turns."""
        turning = " ".join(motion.motion for motion in motions if motion.motion in TURNS)
        if not turning:
            return Outcome.success()
        does = f"The arm turns its camera in its place: {turning}."
        return self.allowed(f"move_base {turning}", does, event, looks=True)

    def move(self, motion: BaseMotion, event: threading.Event) -> Outcome:
        """Turn the camera in its place; an arm has no base to move."""
        if motion.motion == BaseMotion.WAIT:
            return Outcome.success()
        axes = TURNS.get(motion.motion)
        if axes is None:
            return Outcome(Code.NOT_AFFORDED, f"An arm has no base: it cannot move {motion.motion}.")
        tool = self._arm.tool()
        if tool is None:
            return self._arm.link.available()
        amount = motion.amount or self._step
        optical = turned(tool @ self._arm.settings.mount, axes[0] * amount, axes[1] * amount)
        return self._arm.look(optical, event)

    def look(self, goal: LookFrom.Goal, event: threading.Event) -> Outcome:
        """Bring the camera to a named view or to a pose."""
        if goal.view:
            joints = self._views.get(goal.view)
            if joints is None:
                return Outcome(
                    Code.BAD_INPUT, f"There is no view {goal.view!r}. Known: {', '.join(self._views)}."
                )
            does = f"The arm brings its camera to the view {goal.view}."
            may = self.allowed(f"look_from {goal.view}", does, event, looks=True)
            return may and self._arm.go(joints, event)
        try:
            camera = pose_from_msg(goal.camera)
        except PoseError as error:
            return Outcome(Code.BAD_INPUT, str(error))
        x, y, z = camera[:3, 3]
        does = f"The arm brings its camera to ({x:.2f}, {y:.2f}, {z:.2f}) m."
        may = self.allowed("look_from", does, event, looks=True)
        return may and self._arm.look(camera, event)

    def trajectory(
        self,
        goal: FollowJointTrajectory.Goal,
        event: threading.Event,
        tell: Callable[[Snapshot], None],
        *,
        replaces: bool = False,
    ) -> Outcome:
        """Check a joint trajectory and follow it until it ends or the tool touches something.

        :param tell: called with every measurement on the way
        :param replaces: it takes the place of one that was being followed
        """
        link = self._arm.link
        seen = link.snapshot
        available = link.available()
        if seen is None or not available:
            return available
        outcome, samples = trajectories.samples_of(goal.trajectory, seen.q, replaces=replaces)
        if samples is None:
            return outcome
        outcome = (
            trajectories.within(samples, replace(link.limits, hand=link.hand()))
            and self._arm.clear(samples)
            and self._trajectory_allowed(samples, event)
        )
        if not outcome:
            return outcome
        now = link.snapshot
        if now is None or float(np.abs(now.q - seen.q).max()) > trajectories.START_WITHIN:
            return Outcome(Code.BAD_INPUT, "The arm was moved while the trajectory waited for approval.")

        outcome = self._arm.ready()
        if not outcome:
            return outcome

        def watch(seen: Snapshot) -> Outcome | None:
            tell(seen)
            return self._arm.touched(seen)

        self._followed = goal, samples[-1]
        outcome = link.follow(samples, trajectories.PERIOD, event, watch)
        ended = link.snapshot
        if not outcome or ended is None:
            return outcome
        last, end = self._followed
        return trajectories.arrived(last.goal_tolerance, end, ended.q)

    def go_on(self, goal: FollowJointTrajectory.Goal, seconds: float) -> Outcome:
        """Go on, some seconds from now, from the trajectory that is followed into another one without braking.

        :returns: BAD_INPUT for one that cannot be followed so, UNAVAILABLE where the arm has to brake before
        """
        link = self._arm.link
        ahead = link.ahead(seconds) if self._approval is None else None
        if ahead is None:
            return TOO_LATE
        outcome, samples = trajectories.joining(goal.trajectory, ahead, link.limits)
        if samples is None:
            return outcome
        whole = np.vstack([ahead.joints, samples])
        limits = replace(link.limits, hand=link.hand())
        outcome = (
            trajectories.within(whole, limits, ahead.speed)
            and self._arm.clear(whole)
            and link.go_on(ahead, samples)
        )
        if outcome:
            self._followed = goal, samples[-1]
        return outcome

    def _trajectory_allowed(self, samples: Array, event: threading.Event) -> Outcome:
        seconds, turn = len(samples) * trajectories.PERIOD, float(np.ptp(samples, axis=0).max())
        does = (
            f"The arm follows a trajectory for {seconds:.1f} s; a joint turns {np.rad2deg(turn):.0f} degrees."
        )
        return self.allowed("follow_joint_trajectory", does, event)
