"""Before a question is answered, or an order done that hangs on one: a look from near at what it is about."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator

from pred_core.geometry import Pose2D
from pred_core.objects import ObjectState
from pred_core.outcome import Code, Outcome
from pred_core.plan_language import LOOK_AT, UNDECIDED
from pred_core.vocabulary import can_be_carried
from pred_recovery.mission.failure_case import FATAL
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.requests import MakePlan, Mode, Navigate, Steps

SIDES = 3
"""From how many places a piece of furniture is looked at: what stands on it hides what is behind."""
WIDE = 1.2
"""Of furniture wider than this (m) more than one stretch is looked at, as small things are not seen from afar."""
OFF = 0.45
"""How far from the edge of wide furniture to stand (m)."""


def look_for_the_answer(mission: Mission) -> Steps:
    """Look at the places or things that a question is about, nearest first, and have it answered again.

    What was never seen is explored for. Not getting there is no failure: the answer is what was seen.
    """
    plan, most = mission.plan, mission.settings.answer_looks
    wanted = tuple(map(str, plan.context.get(LOOK_AT, ()))) if plan is not None else ()
    if not wanted or not most:
        return _undecided(mission)
    classes = tuple(name for name in wanted if mission.memory.get(name) is None)
    if not mission.memory.of_class(classes):
        mission.note("explore", f"No {' or '.join(classes)} is known: exploring.", classes=list(classes))
        reply = yield Navigate(Mode.EXPLORE, stop_classes=classes)
        if reply.outcome.code in FATAL:
            return reply.outcome
    looked: set[str] = set()
    while len(looked) < most and (left := _nearest(mission, _others(mission, wanted, looked))):
        looked.add(left.id)
        mission.note("look", f"Looking at {left.id} before I answer.", id=left.id)
        outcome = yield from _look_at(mission, left)
        if outcome.code in FATAL:
            return outcome
    again = yield MakePlan()
    if again.outcome and again.plan is not None:
        mission.report(again.text)
        mission.follow(again.plan)
        mission.note("plan", again.text, plan=[step.as_tuple() for step in again.plan.subgoals])
    return again.outcome and _undecided(mission)


def _undecided(mission: Mission) -> Outcome:
    """Return success, but where the plan hangs on what is not known: nothing is done by guessing."""
    why = str(mission.plan.context.get(UNDECIDED, "")) if mission.plan is not None else ""
    return Outcome(Code.NOT_UNDERSTOOD, why) if why else Outcome.success()


def _look_at(mission: Mission, state: ObjectState) -> Steps:
    """Look at a thing, or at furniture from several places: wide furniture stretch by stretch."""
    outcome = Outcome.success()
    for side in range(1 if can_be_carried(state.class_name) else SIDES):
        reply = yield Navigate(Mode.OBJECT, object_id=state.id, attempt=side)
        outcome = reply.outcome
        if outcome.code in (*FATAL, Code.UNREACHABLE):
            break
    stood = [mission.robot.pose]
    for pose in _along(state) if not can_be_carried(state.class_name) else ():
        if outcome.code in FATAL or len(stood) > SIDES:
            break
        if all(pose.distance_to(other) >= WIDE for other in stood):
            outcome = (yield Navigate(Mode.POSE, pose=pose)).outcome
            stood += [mission.robot.pose] if outcome else []
    return outcome


def _along(state: ObjectState) -> Iterator[Pose2D]:
    """Yield places around wide furniture, facing it, one before each stretch of its sides."""
    x, y, _ = state.center
    if max(state.size[:2]) <= WIDE:
        return
    for axis in (0, 1):
        length, depth = state.size[axis], state.size[1 - axis]
        count = max(1, round(length / WIDE))
        for place, side in itertools.product(range(count), (1.0, -1.0)):
            off, away = (place + 0.5) * length / count - length / 2.0, side * (depth / 2.0 + OFF)
            if axis == 0:
                yield Pose2D(x + off, y + away, -side * math.pi / 2.0)
            else:
                yield Pose2D(x + away, y + off, math.pi if side > 0.0 else 0.0)


def _nearest(mission: Mission, objects: Iterable[ObjectState]) -> ObjectState | None:
    here = mission.robot.pose
    return min(objects, key=lambda o: ((o.center[0] - here.x) ** 2 + (o.center[1] - here.y) ** 2, o.id), default=None)


def _others(mission: Mission, wanted: tuple[str, ...], looked: set[str]) -> list[ObjectState]:
    """Return what is still to be looked at: furniture first, then the single things that are named by their ids."""
    left = [o for o in mission.memory.objects if o.id not in looked]
    return [o for o in left if o.class_name in wanted] or [o for o in left if o.id in wanted]
