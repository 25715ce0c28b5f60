"""What goals ask of the arm besides its skills: approval, views, turns of the camera, trajectories."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping

from control_msgs.action import FollowJointTrajectory
from std_srvs.srv import Trigger

from pred_core.outcome import Code, Outcome
from pred_core.targets import Target, TargetKind
from pred_msgs.action import LookFrom
from pred_msgs.msg import BaseMotion
from ur5_driver.bridge import conversions, trajectories
from ur5_driver.bridge.asking import Approval, marked
from ur5_driver.driver.arm import SKILLS, Arm
from ur5_driver.driver.motion import turned
from ur5_driver.driver.picture import mask_of
from ur5_driver.driver.receive import Snapshot
from ur5_driver.kinematics import Array

TURNS = {
    BaseMotion.TURN_LEFT: (1.0, 0.0),
    BaseMotion.TURN_RIGHT: (-1.0, 0.0),
    BaseMotion.LOOK_DOWN: (0.0, 1.0),
    BaseMotion.LOOK_UP: (0.0, -1.0),
}


class Doing:
    """Does what goals ask, in the goal's thread."""

    def __init__(self, arm: Arm, views: Mapping[str, Array], approval: Approval | None, step: float) -> None:
        """Prepare.

        :param views: joints by name, rad
        :param approval: None where nobody needs to approve
        :param step: how far the camera turns unless a motion says so, rad
        """
        self._arm = arm
        self._views = views
        self._approval = approval
        self._step = step

    def approved(
        self, skill: str, target: Target, event: threading.Event, say: Callable[[str], None]
    ) -> Outcome:
        """Ask a person whether a skill may be done; success where nobody is asked."""
        if self._approval is None or skill not in SKILLS:
            return Outcome.success()
        say("waiting for approval")
        seen = self._arm.picture
        rgb = None
        if seen is not None:
            mask = mask_of(target, seen)[1] if target.kind is not TargetKind.NONE else None
            rgb = marked(seen.rgb, mask)
        what = f"{skill} {target.class_name}".strip()
        return self._approval.ask(what, f"The plan's next step is {what}.", rgb, event)

    def turn_camera(self, motion: BaseMotion, event: threading.Event) -> Outcome:
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
            return self._arm.go(joints, event)
        try:
            return self._arm.look(conversions.pose_from_msg(goal.camera), event)
        except conversions.PoseError as error:
            return Outcome(Code.BAD_INPUT, str(error))

    def trajectory(
        self, goal: FollowJointTrajectory.Goal, event: threading.Event, tell: Callable[[Snapshot], None]
    ) -> Outcome:
        """Check a joint trajectory and follow it until it ends or the tool touches something.

        :param tell: called with every measurement on the way
        """
        link = self._arm.link
        seen = link.snapshot
        available = link.available()
        if seen is None or not available:
            return available
        outcome, samples = trajectories.samples_of(goal.trajectory, seen.q)
        if samples is None:
            return outcome
        outcome = trajectories.within(samples, link.limits)
        if not outcome:
            return outcome

        def watch(now: Snapshot) -> Outcome | None:
            tell(now)
            return self._arm.touched(now)

        outcome = link.follow(samples, trajectories.PERIOD, event, watch)
        ended = link.snapshot
        if not outcome or ended is None:
            return outcome
        return trajectories.arrived(goal.goal_tolerance, samples[-1], ended.q)


def trigger(work: Callable[[], Outcome]) -> Callable[[Trigger.Request, Trigger.Response], Trigger.Response]:
    """Return the callback of a Trigger service that does some work."""

    def answer(_request: Trigger.Request, response: Trigger.Response) -> Trigger.Response:
        outcome = work()
        response.success, response.message = bool(outcome), str(outcome)
        return response

    return answer
