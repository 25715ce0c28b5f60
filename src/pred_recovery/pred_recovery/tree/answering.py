"""Before a question is answered: a look from near at what it is about."""

from __future__ import annotations

from collections.abc import Iterable

from pred_core.objects import ObjectState
from pred_core.outcome import Code, Outcome
from pred_core.plan_language import LOOK_AT
from pred_core.vocabulary import can_be_carried
from pred_recovery.mission.failure_case import FATAL
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.requests import MakePlan, Mode, Navigate, Steps

SIDES = 3
"""From how many places a piece of furniture is looked at: what stands on it hides what is behind."""


def look_for_the_answer(mission: Mission) -> Steps:
    """Look at the places or things that a question is about, nearest first, and have it answered again.

    What was never seen is explored for. Not getting there is no failure: the answer is what was seen.
    """
    plan, most = mission.plan, mission.settings.answer_looks
    classes = tuple(map(str, plan.context.get(LOOK_AT, ()))) if plan is not None else ()
    if not classes or not most:
        return Outcome.success()
    if not mission.memory.of_class(classes):
        mission.note("explore", f"No {' or '.join(classes)} is known: exploring.", classes=list(classes))
        reply = yield Navigate(Mode.EXPLORE, stop_classes=classes)
        if reply.outcome.code in FATAL:
            return reply.outcome
    looked: set[str] = set()
    while len(looked) < most and (left := _nearest(mission, _others(mission, classes, looked))):
        looked.add(left.id)
        mission.note("look", f"Looking at {left.id} before I answer.", id=left.id)
        for side in range(1 if can_be_carried(left.class_name) else SIDES):
            reply = yield Navigate(Mode.OBJECT, object_id=left.id, attempt=side)
            if reply.outcome.code in FATAL:
                return reply.outcome
            if reply.outcome.code is Code.UNREACHABLE:
                break
    again = yield MakePlan()
    if again.outcome and again.plan is not None:
        mission.report(again.text)
        mission.follow(again.plan)
        mission.note("plan", again.text, plan=[])
    return again.outcome


def _nearest(mission: Mission, objects: Iterable[ObjectState]) -> ObjectState | None:
    here = mission.robot.pose
    return min(objects, key=lambda o: ((o.center[0] - here.x) ** 2 + (o.center[1] - here.y) ** 2, o.id), default=None)


def _others(mission: Mission, classes: tuple[str, ...], looked: set[str]) -> list[ObjectState]:
    return [o for o in mission.memory.of_class(classes) if o.id not in looked]
