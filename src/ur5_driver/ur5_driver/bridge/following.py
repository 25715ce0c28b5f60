"""The action follow_joint_trajectory: answered when the arm stands, observed when nobody waits for it."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Any

from control_msgs.action import FollowJointTrajectory

from pred_bridge.turns import Turns
from pred_core.outcome import Code, Outcome
from ur5_description.kinematics import JOINT_NAMES
from ur5_driver.bridge import trajectories
from ur5_driver.bridge.doing import Doing
from ur5_driver.bridge.observing import Observer
from ur5_driver.driver.receive import Snapshot

NAME = "follow_joint_trajectory"
STANDS_WITHIN = 4.0
"""How long a newer goal waits for the one before to end, s."""
REPLACED = Outcome(Code.CANCELED, "A newer goal took its place.")


@dataclass
class _Goal:
    """A goal that has the arm."""

    event: threading.Event
    """Set to end it."""
    ended: threading.Event = field(default_factory=threading.Event)
    replaced: bool = False


class Following:
    """Serves the action. Its clients are told of the motion alone: a picture that does not come keeps none waiting.

    A newer goal takes the place of the one that is being followed, as with the manufacturer's controller: the arm
    brakes, and goes on from where it stands. One that cannot be followed at all disturbs nothing.
    """

    def __init__(self, turns: Turns, doing: Doing, observer: Observer) -> None:
        self._turns = turns
        self._doing = doing
        self._observer = observer
        self._owed: Outcome | None = None
        self._guard = threading.Lock()
        self._current: _Goal | None = None

    def serve(self, handle: Any) -> FollowJointTrajectory.Result:
        """Do a goal, and answer."""
        feedback = FollowJointTrajectory.Feedback(joint_names=list(JOINT_NAMES))
        moved = False
        replaces = bool(trajectories.well_formed(handle.request.trajectory)) and self._end_current()
        goal: _Goal | None = None

        def tell(seen: Snapshot) -> None:
            nonlocal moved
            moved = True
            feedback.actual.positions, feedback.actual.velocities = seen.q.tolist(), seen.qd.tolist()
            handle.publish_feedback(feedback)

        def work(event: threading.Event) -> Outcome:
            nonlocal goal
            goal = self._current = _Goal(event)
            outcome = self._doing.trajectory(handle.request, event, tell, replaces=replaces)
            if moved:
                self._owed = outcome
            return outcome

        try:
            outcome = self._turns.goal(handle, work)
        finally:
            replaced = goal is not None and self._ended(goal)
        if replaced and outcome.code is Code.CANCELED and not handle.is_cancel_requested:
            outcome = REPLACED
        self._turns.end(handle, outcome)
        code = trajectories.error_code(outcome, handle.request.trajectory.joint_names)
        if outcome is REPLACED:
            code = FollowJointTrajectory.Result.INVALID_GOAL  # as the manufacturer's controller says it
        return FollowJointTrajectory.Result(error_code=code, error_string=str(outcome))

    def _end_current(self) -> bool:
        """End the goal that is being followed and wait for it; False when there is none."""
        with self._guard:
            current = self._current
            if current is None:
                return False
            current.replaced = True
            current.event.set()
        current.ended.wait(STANDS_WITHIN)
        return True

    def _ended(self, goal: _Goal) -> bool:
        """Take note that a goal has ended; return whether a newer one ended it."""
        with self._guard:
            if self._current is goal:
                self._current = None
            goal.ended.set()
            return goal.replaced

    def observe_owed(self) -> None:
        """Make the observation after the last motion, unless somebody has the arm already: they make their own."""
        if self._owed is not None:
            self._turns.between(self._observe)

    def _observe(self) -> None:
        owed, self._owed = self._owed, None
        if owed is not None:
            self._observer.observe(NAME, owed)
