"""The action follow_joint_trajectory: answered when the arm stands, observed when nobody waits for it."""

from __future__ import annotations

import threading
from typing import Any

from control_msgs.action import FollowJointTrajectory

from pred_bridge.turns import Turns
from pred_core.outcome import Code, Outcome
from ur5_description.kinematics import JOINT_NAMES
from ur5_driver.bridge import trajectories
from ur5_driver.bridge.doing import Doing
from ur5_driver.bridge.observing import Observer
from ur5_driver.driver.receive import Snapshot
from ur5_driver.driver.walking import TOO_LATE

NAME = "follow_joint_trajectory"
STANDS_WITHIN = 4.0
"""How long a newer goal waits for the one before to end, s."""
GOES_ON_AFTER = (0.25, 0.8)
"""How long checking a newer goal may take, s: so long the arm follows the one before; then the longer time is tried."""
REPLACED = Outcome(Code.CANCELED, "A newer goal took its place.")


class _Goal:
    """A goal, what it asks for of the arm's own joints, and what becomes of it."""

    def __init__(self, handle: Any, request: FollowJointTrajectory.Goal) -> None:
        self.handle = handle
        self.request = request
        self.outcome = Outcome.success()
        self.ended = threading.Event()

    def end(self, outcome: Outcome) -> None:
        """Let it be answered."""
        self.outcome = outcome
        self.ended.set()


class _Motion:
    """What has the arm: the goal that is followed now, what ends it, and whether a newer goal ended it."""

    def __init__(self, goal: _Goal) -> None:
        self.goal = goal
        self.event = threading.Event()
        self.replaced = False
        self.over = False


class Following:
    """Serves the action. Its clients are told of the motion alone: a picture that does not come keeps none waiting.

    A newer goal takes the place of the one that is being followed, as with the manufacturer's controller: the arm goes
    on into it without braking. Where it cannot in time, or a person has to be asked, it brakes and goes on from where
    it stands. A goal that cannot be followed at all disturbs nothing.
    """

    def __init__(self, turns: Turns, doing: Doing, observer: Observer, prefix: str = "") -> None:
        """Prepare; ``prefix``: of the names that clients call the joints by."""
        self._prefix = prefix
        self._turns = turns
        self._doing = doing
        self._observer = observer
        self._owed: Outcome | None = None
        self._guard = threading.Lock()
        self._one_newer = threading.Lock()
        self._motion: _Motion | None = None

    def serve(self, handle: Any) -> FollowJointTrajectory.Result:
        """Do a goal, and answer."""
        goal = _Goal(handle, trajectories.without_prefix(handle.request, self._prefix))
        with self._one_newer:
            motion = self._motion if trajectories.well_formed(goal.request.trajectory) else None
            if motion is None or not self._join(goal, motion):
                replaces = motion is not None and self._end(motion)
                motion = None
        if motion is None:
            threading.Thread(target=self._lead, args=(goal, replaces), name=NAME, daemon=True).start()
            goal.ended.wait()
        else:
            refused = goal.ended.is_set()
            with self._turns.joined(handle, threading.Event() if refused else motion.event):
                goal.ended.wait()
        self._turns.end(handle, goal.outcome)
        code = trajectories.error_code(goal.outcome, goal.request.trajectory.joint_names)
        if goal.outcome is REPLACED:
            code = FollowJointTrajectory.Result.INVALID_GOAL  # as the manufacturer's controller says it
        return FollowJointTrajectory.Result(error_code=code, error_string=str(goal.outcome))

    def _join(self, goal: _Goal, motion: _Motion) -> bool:
        """Go on with a goal from the one that is followed, or refuse it; False where the arm has to brake before."""
        outcome = TOO_LATE
        for seconds in GOES_ON_AFTER:
            outcome = self._doing.go_on(goal.request, seconds)
            if outcome.code is not Code.UNAVAILABLE:
                break
        if outcome.code is Code.UNAVAILABLE:
            return False
        if not outcome:
            goal.end(outcome)
            return True
        with self._guard:
            if motion.over:  # it was ended at that moment, and this one with it
                goal.end(motion.goal.outcome)
            else:
                motion.goal.end(REPLACED)
                motion.goal = goal
        return True

    def _lead(self, goal: _Goal, replaces: bool) -> None:
        """Follow a goal, and those that are joined to it, to the end of the last."""
        feedback = FollowJointTrajectory.Feedback(joint_names=[self._prefix + name for name in JOINT_NAMES])
        motion = _Motion(goal)
        moved = False

        def tell(seen: Snapshot) -> None:
            nonlocal moved
            moved = True
            feedback.actual.positions, feedback.actual.velocities = seen.q.tolist(), seen.qd.tolist()
            motion.goal.handle.publish_feedback(feedback)

        def work(event: threading.Event) -> Outcome:
            motion.event = event
            self._motion = motion
            outcome = self._doing.trajectory(goal.request, event, tell, replaces=replaces)
            if moved:
                self._owed = outcome
            return outcome

        outcome = Outcome(Code.EXECUTION_FAILURE, "The driver failed at following the trajectory: see its log.")
        try:
            outcome = self._turns.goal(goal.handle, work)
        finally:
            with self._guard:
                if self._motion is motion:
                    self._motion = None
                if motion.replaced and outcome.code is Code.CANCELED and not motion.goal.handle.is_cancel_requested:
                    outcome = REPLACED
                motion.over = True
                motion.goal.end(outcome)

    def _end(self, motion: _Motion) -> bool:
        """End what is being followed and wait for it; True."""
        with self._guard:
            motion.replaced = True
            motion.event.set()
            last = motion.goal
        last.ended.wait(STANDS_WITHIN)
        return True

    def observe_owed(self) -> None:
        """Make the observation after the last motion, unless somebody has the arm already: they make their own."""
        if self._owed is not None:
            self._turns.between(self._observe)

    def _observe(self) -> None:
        owed, self._owed = self._owed, None
        if owed is not None:
            self._observer.observe(NAME, owed)
