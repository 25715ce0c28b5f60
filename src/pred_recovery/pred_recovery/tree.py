"""The behaviour tree: what is done in which order, what is watched meanwhile, where recovery comes in.

::

    within limits            every tick: actions, failures, time, the world is still the same
    `- task
       |- observe            the first observation
       |- look around        words are grounded in what is seen
       |- plan
       `- until plan done
          `- subgoal
             |- begin
             |- expectations     checks of what the subgoal assumes of the world, before it starts
             |- achieve or recover
             `- advance
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import py_trees
from py_trees.behaviour import Behaviour
from py_trees.common import Status

from pred_core.outcome import Code, Outcome
from pred_recovery.acting import FATAL
from pred_recovery.attempt import achieve
from pred_recovery.mission import Mission
from pred_recovery.recovery import recover
from pred_recovery.requests import MakePlan, Mode, Navigate, Observe, Reply, Request, Steps
from pred_recovery.verification import verify


class Link(Protocol):
    """The way to the other nodes: one request at a time."""

    def send(self, request: Request) -> None:
        """Start a request."""

    def reply(self) -> Reply | None:
        """Return the reply of the request and forget it, or None while it is being done."""

    def cancel(self) -> None:
        """Stop the request that is being done; no reply of it will come."""


class Procedure(Behaviour):
    """Runs a procedure: every tick takes one reply and sends the next request."""

    def __init__(self, name: str, mission: Mission, link: Link, steps: Callable[[Mission], Steps]) -> None:
        super().__init__(name)
        self._mission = mission
        self._link = link
        self._make = steps
        self._steps: Steps | None = None
        self._waiting = False

    def initialise(self) -> None:
        """Start the procedure from its beginning."""
        self._steps = self._make(self._mission)
        self._waiting = False

    def update(self) -> Status:
        """Go on as far as the replies allow."""
        if self._steps is None:
            return Status.INVALID
        try:
            if self._waiting:
                reply = self._link.reply()
                if reply is None:
                    return Status.RUNNING
                request = self._steps.send(reply)
            else:
                request = next(self._steps)
        except StopIteration as end:
            return self._end(end.value)
        self._waiting = True
        self.feedback_message = type(request).__name__
        self._link.send(request)
        return Status.RUNNING

    def _end(self, outcome: Outcome) -> Status:
        self._waiting = False
        self._mission.outcome = outcome
        self.feedback_message = str(outcome)
        return Status.SUCCESS if outcome else Status.FAILURE

    def terminate(self, new_status: Status) -> None:
        """Stop what is being done when the tree turns away from it."""
        if new_status is Status.INVALID and self._waiting:
            self._link.cancel()
        self._waiting = False
        if self._steps is not None:
            self._steps.close()
            self._steps = None


class WithinLimits(Behaviour):
    """Succeeds while no limit of the task is reached."""

    def __init__(self, mission: Mission) -> None:
        super().__init__("limits")
        self._mission = mission

    def update(self) -> Status:
        """Compare what was used with what was allowed."""
        outcome = self._mission.limit_reached()
        self.feedback_message = outcome.message
        if outcome:
            return Status.SUCCESS
        self._mission.outcome = outcome
        return Status.FAILURE


class Begin(Behaviour):
    """Tells that the next subgoal is begun."""

    def __init__(self, mission: Mission) -> None:
        super().__init__("begin")
        self._mission = mission

    def update(self) -> Status:
        """Record and report the subgoal under the cursor."""
        subgoal = self._mission.subgoal
        if subgoal is not None:
            text = f"({subgoal.object}, {subgoal.action})"
            self._mission.case = None
            self._mission.note("subgoal", text)
            self._mission.log.progress(self._mission, subgoal.note or text)
        return Status.SUCCESS


class Advance(Behaviour):
    """Moves the plan's cursor."""

    def __init__(self, mission: Mission) -> None:
        super().__init__("advance")
        self._mission = mission

    def update(self) -> Status:
        """Go to the next tuple."""
        self._mission.advance()
        return Status.SUCCESS


class UntilPlanDone(py_trees.decorators.Decorator):
    """Runs its child again and again until the plan's cursor is at its end or the child fails."""

    def __init__(self, mission: Mission, child: Behaviour) -> None:
        super().__init__(name="until plan done", child=child)
        self._mission = mission

    def update(self) -> Status:
        """Turn the child's success into running while subgoals are left."""
        if self.decorated.status is Status.SUCCESS and self._mission.subgoal is not None:
            return Status.RUNNING
        return self.decorated.status


def observe(mission: Mission) -> Steps:
    """Wait for the first observation; the limits count from it."""
    reply = yield Observe()
    if not reply.outcome:
        return reply.outcome
    if not mission.robot.ready:
        return Outcome(Code.ROBOT_LOST, "The robot is not ready: stopped, faulted or not localised.")
    mission.started = mission.robot
    mission.note("start", mission.task.instruction)
    return reply.outcome


def look_around(mission: Mission) -> Steps:
    """See what is around, so that the words can be grounded in it. Being unable to turn is no reason to give up."""
    if not mission.settings.look_around:
        return Outcome.success()
    mission.log.progress(mission, "looking around")
    reply = yield Navigate(Mode.LOOK_AROUND)
    mission.note("look_around", str(reply.outcome), objects=len(mission.memory.objects))
    if reply.outcome.code in FATAL - {Code.STEP_LIMIT}:
        return reply.outcome
    return Outcome.success()


def plan(mission: Mission) -> Steps:
    """Ask for the plan."""
    mission.log.progress(mission, "making a plan")
    reply = yield MakePlan()
    if not reply.outcome or reply.plan is None:
        return reply.outcome
    if reply.plan.current is None:
        return Outcome(Code.PLAN_REJECTED, f"The plan for {mission.task.instruction!r} has no step.")
    mission.follow(reply.plan)
    mission.note("plan", reply.text, plan=[s.as_tuple() for s in reply.plan.subgoals])
    return reply.outcome


def build(mission: Mission, link: Link) -> Behaviour:
    """Return the tree of one task."""

    def procedure(name: str, steps: Callable[[Mission], Steps]) -> Procedure:
        return Procedure(name, mission, link, steps)

    achieve_or_recover = py_trees.composites.Selector(
        "achieve or recover",
        memory=True,
        children=[procedure("achieve", achieve), procedure("recover", recover)],
    )
    subgoal = py_trees.composites.Sequence(
        "subgoal",
        memory=True,
        children=[
            Begin(mission),
            procedure("expectations", verify),
            achieve_or_recover,
            Advance(mission),
        ],
    )
    task = py_trees.composites.Sequence(
        "task",
        memory=True,
        children=[
            procedure("observe", observe),
            procedure("look around", look_around),
            procedure("plan", plan),
            UntilPlanDone(mission, subgoal),
        ],
    )
    return py_trees.composites.Sequence("within limits", memory=False, children=[WithinLimits(mission), task])
