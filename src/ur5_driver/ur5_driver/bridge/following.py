"""The action follow_joint_trajectory: answered when the arm stands, observed when nobody waits for it."""

from __future__ import annotations

import threading
from typing import Any

from control_msgs.action import FollowJointTrajectory

from pred_core.outcome import Outcome
from pred_core.ros.turns import Turns
from ur5_description.kinematics import JOINT_NAMES
from ur5_driver.bridge.doing import Doing
from ur5_driver.bridge.observing import Observer
from ur5_driver.bridge.trajectories import error_code
from ur5_driver.driver.receive import Snapshot

NAME = "follow_joint_trajectory"


class Following:
    """Serves the action. Its clients are told of the motion alone: a picture that does not come keeps none waiting."""

    def __init__(self, turns: Turns, doing: Doing, observer: Observer) -> None:
        self._turns = turns
        self._doing = doing
        self._observer = observer
        self._owed: Outcome | None = None

    def serve(self, handle: Any) -> FollowJointTrajectory.Result:
        """Do a goal, and answer."""
        feedback = FollowJointTrajectory.Feedback(joint_names=list(JOINT_NAMES))
        moved = False

        def tell(seen: Snapshot) -> None:
            nonlocal moved
            moved = True
            feedback.actual.positions, feedback.actual.velocities = seen.q.tolist(), seen.qd.tolist()
            handle.publish_feedback(feedback)

        def work(event: threading.Event) -> Outcome:
            outcome = self._doing.trajectory(handle.request, event, tell)
            if moved:
                self._owed = outcome
            return outcome

        outcome = self._turns.goal(handle, work)
        self._turns.end(handle, outcome)
        code = error_code(outcome, handle.request.trajectory.joint_names)
        return FollowJointTrajectory.Result(error_code=code, error_string=str(outcome))

    def observe_owed(self) -> None:
        """Make the observation after the last motion, unless somebody has the arm already: they make their own."""
        if self._owed is not None:
            self._turns.between(self._observe)

    def _observe(self) -> None:
        owed, self._owed = self._owed, None
        if owed is not None:
            self._observer.observe(NAME, owed)
