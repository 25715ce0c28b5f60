"""Replays a recording: every observation, and every question at its place, against what was decided then."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pred_core.ros.conversions import outcome_from_msg
from pred_core.ros.lazy_message import Stamp
from pred_core.ros.plan_conversions import discrepancy_from_msg, plan_from_msg, revision_from_msg
from pred_msgs.srv import RevisePlan
from pred_tools.replay.decisions import (
    CheckFound,
    Decision,
    DecisionChange,
    PlannerAnswer,
    compare_found,
    compare_plans,
    first_divergence,
    marked,
    plan_rows,
)
from pred_tools.replay.lockstep import FreshNodes, Lockstep
from pred_tools.replay.memories import differences
from pred_tools.replay.recorded import CHECK, COLOUR, MAKE, REVISE, Recording, ServiceCall, memory_of
from pred_tools.replay.side_by_side import SideBySide

Key = tuple[str, str]
"""Kind of a discrepancy and its object."""


@dataclass
class Replay:
    """What came of it. ``memories`` holds, by step, what the object memory said differently.

    ``begins_late``: the robot had seen things before the recording begins, which the replay cannot know.
    """

    decisions: list[Decision] = field(default_factory=list)
    observations: int = 0
    identical: int = 0
    memories: dict[int, list[str]] = field(default_factory=dict)
    seconds: float = 0.0
    picture: bytes | None = None
    begins_late: bool = False

    @property
    def changed(self) -> bool:
        """Whether any decision is not the same."""
        return any(decision.change is not DecisionChange.SAME for decision in self.decisions)


class Replayer:
    """One recording through one set of fresh nodes."""

    def __init__(self, recording: Recording, lockstep: Lockstep, beside: SideBySide | None = None) -> None:
        self._beside = beside
        self._recording = recording
        self._lockstep = lockstep
        self._new: dict[Stamp, bytes] = {}
        self._then: dict[Key, bool] = {}
        self._now: dict[Key, Any] = {}
        self._replay = Replay()

    def run(self) -> Replay:
        """Replay everything.

        :raises BagError: when the bag cannot be read
        :raises ReplayError: when a node fails
        """
        started = time.monotonic()
        self._replay.begins_late = self._recording.begins_late
        questions, transforms = list(self._recording.questions), list(self._recording.transforms)
        steps = {stamp: step for step, stamp in self._recording.steps.items()}
        for observation in self._recording.observations():
            due = [t for t in transforms if t.stamp <= observation.stamp]
            transforms = transforms[len(due) :]
            if self._beside is not None:
                self._beside.at(self._recording.times[observation.stamp])
            answer = self._lockstep.observe(observation, due)
            self._compare_memory(steps.get(observation.stamp, 0), observation.stamp, answer)
            while questions and questions[0].stamp <= observation.stamp:
                self._ask(steps.get(observation.stamp, 0), questions.pop(0), observation.parts[COLOUR])
        for question in questions:
            self._ask(0, question, b"")
        self._replay.decisions = marked(self._replay.decisions)
        self._replay.seconds = time.monotonic() - started
        return self._replay

    def _compare_memory(self, step: int, stamp: Stamp, answer: bytes) -> None:
        self._new = {stamp: answer}
        self._replay.observations += 1
        if answer == self._recording.memories[stamp]:
            self._replay.identical += 1
            return
        found = list(differences(memory_of(self._recording.memories[stamp]), memory_of(answer)))
        if found:
            self._replay.memories[step] = found

    def _ask(self, step: int, question: ServiceCall, picture: bytes) -> None:
        self._replay.decisions += (
            self._checked(step, question) if question.service == CHECK else (self._planned(step, question))
        )
        if self._replay.picture is None and first_divergence(self._replay.decisions) is not None:
            self._replay.picture = picture

    def _checked(self, step: int, question: ServiceCall) -> Iterator[Decision]:
        request, old = question.request, _found(question.response)
        response = self._lockstep.ask(CHECK, request)
        new = _found(response)
        about = f"{'/'.join(request.kinds)} of {request.subject_id or request.subgoal.object}"
        together = first_divergence(self._replay.decisions) is None
        self._then |= {key: sure for key, (sure, _) in old.by_object().items()}
        for key in (*old.by_object(), *new.by_object()):
            self._now.pop(key, None)
        self._now |= {(d.kind, d.subject_id or d.subject): d for d in response.certain}
        yield from compare_found(step, about, old, new)
        if together:
            yield from self._asked_anew(step, question, old, response)

    def _asked_anew(self, step: int, question: ServiceCall, old: CheckFound, response: Any) -> Iterator[Decision]:
        """Yield how the planner would answer to what only the replay is certain of."""
        before = {key for key, (sure, _) in old.by_object().items() if sure}
        fresh = [d for d in response.certain if (d.kind, d.subject_id or d.subject) not in before]
        plan = self._recording.plan_before(question.time)
        if not fresh or plan is None:
            return
        request = RevisePlan.Request(plan=plan, discrepancies=fresh, memory=memory_of(self._memory(question)))
        answer = _answer(REVISE, self._lockstep.ask(REVISE, request))
        rows = plan_rows(plan_from_msg(plan), answer.plan)
        yield Decision(
            step, "planner", f"{fresh[0].kind} of {fresh[0].subject}", DecisionChange.NEW, "", answer.told(), rows
        )

    def _memory(self, question: ServiceCall) -> bytes:
        return self._new.get(question.stamp) or self._recording.memories[question.stamp]

    def _planned(self, step: int, question: ServiceCall) -> Iterator[Decision]:
        request, old = question.request, _answer(question.service, question.response)
        about = question.service
        if question.stamp in self._new:
            request.memory = memory_of(self._new[question.stamp])
        if question.service == REVISE:
            about = ", ".join(f"{d.kind} of {d.subject}" for d in request.discrepancies) or about
            request.discrepancies = [d for each in request.discrepancies for d in self._still_found(each)]
            if not request.discrepancies:
                rows = plan_rows(old.plan, plan_from_msg(request.plan))
                yield Decision(step, "planner", about, DecisionChange.MISSING, old.told(), rows=rows)
                return
        new = _answer(question.service, self._lockstep.ask(question.service, request))
        yield compare_plans(step, about, old, new)

    def _still_found(self, discrepancy: Any) -> Iterator[Any]:
        """Yield a discrepancy as the replay found it; as it was when no check of the recording found it."""
        key = (discrepancy.kind, discrepancy.subject_id or discrepancy.subject)
        if key in self._now:
            yield self._now[key]
        elif not self._then.get(key, False):
            yield discrepancy


def replay(
    recording: Recording, parameters: Mapping[str, Mapping[str, Any]], beside: SideBySide | None = None
) -> Replay:
    """Replay a recording through nodes that start for it.

    :param beside: keeps what they publish, beside what was recorded
    :raises BagError: when the bag cannot be read
    :raises ReplayError: when a node fails
    """
    namespace = f"/replay_{os.getpid()}"
    with FreshNodes(namespace, parameters) as nodes:
        lockstep = Lockstep(recording, namespace, nodes.check, beside)
        try:
            lockstep.wait_until_ready()
            found = Replayer(recording, lockstep, beside).run()
            if beside is not None:
                lockstep.settle()
            return found
        finally:
            lockstep.close()
            if beside is not None:
                beside.close()


def _found(response: Any) -> CheckFound:
    return CheckFound(
        outcome_from_msg(response.outcome),
        tuple(discrepancy_from_msg(d) for d in response.certain),
        tuple(discrepancy_from_msg(d) for d in response.doubtful),
    )


def _answer(service: str, response: Any) -> PlannerAnswer:
    """Return what the planner answered; a refused question holds no plan."""
    outcome = outcome_from_msg(response.outcome)
    if service == MAKE:
        return PlannerAnswer(outcome, plan_from_msg(response.plan) if outcome else None, response.understood)
    revision = revision_from_msg(response.revision) if response.revision.plan_id else None
    if revision is None:
        return PlannerAnswer(outcome, None, "")
    return PlannerAnswer(outcome, revision.after, revision.reason)
