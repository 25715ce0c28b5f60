"""Handing something to a person: going to them, holding it out, and what is done when nobody takes it."""

from __future__ import annotations

from pred_core.geometry import Pose2D
from pred_core.objects import ObjectState
from pred_core.outcome import Code, Outcome
from pred_core.people import FARTHEST, name_of_recipient
from pred_core.plan_language import Primitive
from pred_core.vocabulary import spoken
from pred_recovery.act.perform import go_and
from pred_recovery.act.resting_places import resting_places
from pred_recovery.mission.failure_case import FATAL
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.placing import away_from
from pred_recovery.mission.requests import Asking, Mode, Navigate, Steps, UseSkill
from pred_recovery.mission.settings import PUT_DOWN

MOST_SURFACES = 3


def go_to(mission: Mission, person: ObjectState) -> Steps:
    """Stand before a person, where the robot drives; an arm holds things out where it stands."""
    if not mission.settings.mobile:
        return Outcome.success()
    x, y, _ = person.center
    who = name_of_recipient(mission.plan.context if mission.plan is not None else {}) or "the person"
    mission.note("go", f"Going to {who} at ({x:.2f}, {y:.2f}).", id=person.id)
    return (yield Navigate(Mode.POSE, pose=Pose2D(x, y, 0.0), distance=FARTHEST)).outcome


def hand_over(mission: Mission, person: ObjectState) -> Asking[tuple[Outcome, str]]:
    """Give a person what the hand holds; return how that ended, and the id of who or what has it then.

    Whether they took it is measured by the hand. What is not taken in time is put down where they can reach it, where
    the settings say so.
    """
    held = mission.memory.held
    if held is None:
        return Outcome(Code.HAND_EMPTY, "There is nothing in the hand to give."), ""
    outcome = yield from go_to(mission, person)
    if not outcome:
        return outcome, ""
    mission.note("offer", f"Here is the {spoken(held.class_name)}: please take it.", id=held.id)
    began = mission.robot.stamp
    while mission.robot.holding:
        if 0.0 < mission.settings.offer_seconds <= mission.robot.stamp - began:
            return (yield from _put_down_nearby(mission, person, held))
        outcome = (yield UseSkill(Primitive.HAND_OVER, person)).outcome
        if not outcome:
            return outcome, ""
    done = Primitive.HAND_OVER
    mission.note("skill", f"{done} {person.id}: taken", skill=done, id=person.id, code=Code.SUCCESS)
    return Outcome.success(), person.id


def _put_down_nearby(mission: Mission, person: ObjectState, held: ObjectState) -> Asking[tuple[Outcome, str]]:
    """Put what nobody took on the nearest surface that the person can reach."""
    said = f"Nobody took the {spoken(held.class_name)} within {mission.settings.offer_seconds:.0f} s"
    if mission.settings.not_taken != PUT_DOWN:
        return Outcome(Code.TIME_LIMIT, f"{said}: it is still in the hand."), ""
    near = [p for p in resting_places(mission, held.class_name) if away_from(p, person.center[:2]) <= FARTHEST]
    for place in sorted(near, key=lambda p: (away_from(p, person.center[:2]), p.id))[:MOST_SURFACES]:
        mission.note("put_down", f"{said}: putting it on {place.id}.", id=place.id)
        outcome = yield from go_and(mission, Primitive.PUT, place)
        if outcome or outcome.code in FATAL:
            return outcome, place.id
    told = f"{said}, and I can put it on nothing within {FARTHEST:.1f} m of the person: it is still in the hand."
    return Outcome(Code.TIME_LIMIT, told), ""
