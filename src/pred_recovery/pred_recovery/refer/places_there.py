"""Whether the places that things shall be put to are there at all, before anything is taken in hand.

An arm sees its whole table from its views. A robot that drives may come upon the place elsewhere, and looks then.
"""

from __future__ import annotations

from collections.abc import Iterator

from pred_core.objects import ObjectState
from pred_core.outcome import Code, Outcome
from pred_core.people import PERSON
from pred_core.plan_language import Primitive, Subgoal
from pred_core.referring.description import Description, TestKind
from pred_core.vocabulary import spoken
from pred_recovery.mission.failure_case import FATAL
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.requests import Mode, Navigate, Steps
from pred_recovery.mission.settings import WARN
from pred_recovery.refer.asking import ask_which
from pred_recovery.refer.described import as_described, description_of_ref
from pred_recovery.refer.spots import landmark_classes, spot_of

_LATER = frozenset({TestKind.OTHER, TestKind.EMPTY, TestKind.RELATION})
"""What may become so, or be told, only once something was moved: which is the other one, which is empty."""


def agree_on_places(mission: Mission) -> Steps:
    """Before anything is done: a place that is nowhere to be seen is asked about or refused."""
    if mission.settings.mobile or mission.settings.strictness == WARN:
        return Outcome.success()
    for step in _places(mission):
        known = _of_its_classes(mission, step)
        if not known:
            reply = yield Navigate(Mode.EXPLORE, stop_classes=_classes(step))
            if reply.outcome.code in FATAL:
                return reply.outcome
            known = _of_its_classes(mission, step)
        if not known:
            return _nowhere(f"I see no {spoken(step.object)} to put things to.")
        possible = yield from _spot_is_there(mission, step.object_ref)
        if not possible:
            return possible
        told = description_of_ref(mission, step.object_ref)
        if not _can_be_told_now(told) or as_described(mission, step.object_ref, known):
            continue
        if (yield from ask_which(mission, step, known)) is None:
            return _nowhere(f"I see nothing that fits {told.sentence()}.")
    return Outcome.success()


def _spot_is_there(mission: Mission, ref: str) -> Steps:
    """Look for what a thing is to be put beside, and tell whether there is such a spot."""
    possible, _ = spot_of(mission, ref)
    classes = landmark_classes(mission, ref)
    if possible or not classes:
        return possible
    reply = yield Navigate(Mode.EXPLORE, stop_classes=classes)
    if reply.outcome.code in FATAL:
        return reply.outcome
    possible, _ = spot_of(mission, ref)
    return possible or _nowhere(possible.message)


def _nowhere(what: str) -> Outcome:
    return Outcome(Code.NOT_FOUND, f"{what} Nothing was taken in hand.")


def _places(mission: Mission) -> Iterator[Subgoal]:
    """Yield the plan's steps that put something somewhere, one for each place that was said."""
    said: set[tuple[str, str]] = set()
    for step in mission.plan.subgoals if mission.plan is not None else ():
        place = (step.object, step.object_ref)
        if step.action == Primitive.PUT and step.object != PERSON and place not in said:
            said.add(place)
            yield step


def _classes(step: Subgoal) -> tuple[str, ...]:
    return (step.object, *step.object_alternatives)


def _of_its_classes(mission: Mission, step: Subgoal) -> list[ObjectState]:
    return mission.memory.of_class(_classes(step))


def _can_be_told_now(told: Description) -> bool:
    return bool(told) and not any(test.kind in _LATER for test in told.tests)
