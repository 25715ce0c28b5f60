"""The nodes of the behaviour tree."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

import py_trees
from py_trees.behaviour import Behaviour
from py_trees.common import Status

from pred_core.outcome import Outcome
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.requests import Begun, Reply, Request, StageEnded, Steps
from pred_recovery.tree.stages import Stage, Stages, name_of


class Link(Protocol):
    """The way to the other nodes: one request at a time."""

    def send(self, request: Request) -> None:
        """Start a request."""

    def reply(self) -> Reply | None:
        """Return the reply of the request and forget it, or None while it is being done."""

    def cancel(self) -> None:
        """Stop the request that is being done; no reply of it will come."""


class Procedure(Stage):
    """Runs a procedure: every tick takes one reply and sends the next request. Its stages are nodes below it."""

    def __init__(
        self,
        name: str,
        mission: Mission,
        link: Link,
        steps: Callable[[Mission], Steps],
        stages: Iterable[str] = (),
    ) -> None:
        """Make the node.

        :param stages: names of stages that are shown before they are visited
        """
        super().__init__(name)
        self._stages = Stages(self, stages)
        self._mission = mission
        self._link = link
        self._make = steps
        self._steps: Steps | None = None
        self._waiting = False

    def initialise(self) -> None:
        """Start the procedure from its beginning."""
        self._steps = self._make(self._mission)
        self._waiting = False
        self._stages.restart()

    def update(self) -> Status:
        """Go on as far as the replies allow."""
        if self._steps is None:
            return Status.INVALID
        reply = self._link.reply() if self._waiting else None
        if self._waiting and reply is None:
            return Status.RUNNING
        if reply is not None:
            self._stages.answered(reply)
        try:
            request = self._go_on(self._steps, reply)
        except StopIteration as end:
            return self._end(end.value)
        self._waiting = True
        self._stages.asked(request)
        self.feedback_message = name_of(request)
        self._link.send(request)
        return Status.RUNNING

    def _go_on(self, steps: Steps, reply: Reply | None) -> Request:
        """Return the procedure's next request; stages that begin and end before it are shown.

        :raises StopIteration: with the outcome, when it has ended
        """
        step = next(steps) if reply is None else steps.send(reply)
        while isinstance(step, Begun | StageEnded):
            self._stages.heed(step)
            step = next(steps)
        return step

    def _end(self, outcome: Outcome) -> Status:
        self._waiting = False
        self._mission.progress.outcome = outcome
        self.end(well=bool(outcome), message=outcome.message if outcome else str(outcome))
        return self.status

    def terminate(self, new_status: Status) -> None:
        """Stop what is being done when the tree turns away from it."""
        if new_status is Status.INVALID:
            if self._waiting:
                self._link.cancel()
            self._stages.restart()
            self.feedback_message = ""
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
        self._mission.progress.outcome = outcome
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
            self._mission.progress.case = None
            self.feedback_message = text
            self._mission.note("subgoal", text)
            self._mission.report(subgoal.note or text)
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
