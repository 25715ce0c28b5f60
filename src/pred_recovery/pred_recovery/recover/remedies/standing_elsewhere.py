"""Remedies that stand differently: one adjustment of the position (CMFR appendix C), or another pose."""

from __future__ import annotations

from pred_core.objects import ObjectState
from pred_core.outcome import Code, Outcome
from pred_core.plan_language import Primitive
from pred_recovery.act.positioning import REVERSE, adjustments
from pred_recovery.mission.failure_case import FailureCase
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.requests import MoveRobot, Steps
from pred_recovery.search.instance_selection import of_its_classes
from pred_recovery.subgoal.attempt import act_from_here, again

MOST_REFUSED = 2
"""So many failed actions more, at most, before what is held goes to another place that will do as well."""
LARGE = 1.0
"""A receptacle wider than this has several places to put something down (m)."""


def reposition(mission: Mission, case: FailureCase) -> Steps:
    """Make one of the six positioning adjustments (CMFR appendix C) and act again if the target is in the picture."""
    now = mission.memory.get(case.target.id) if case.target else None
    if now is None:
        return case.failure
    untried = [m for m in adjustments(now, mission.robot, mission.settings) if not case.tried(m)]
    if not untried:
        return case.failure
    motion = untried[0]
    case.tries[motion] = case.tries[REVERSE[motion]] = 1
    reply = yield MoveRobot(motion)
    if not reply.outcome:
        return case.failure
    seen = mission.memory.get(now.id)
    if seen is None or not seen.visible:
        yield MoveRobot(REVERSE[motion])
        return Outcome(Code.TARGET_NOT_VISIBLE, f"{now.id} left the picture with {motion}.")
    return (yield from act_from_here(mission, case, now))


def next_pose(mission: Mission, case: FailureCase) -> Steps:
    """Try from another interaction pose."""
    for motion in REVERSE:
        case.tries.pop(motion, None)
    return (yield from again(mission, case, case.tried("next_pose")))


def has_spots(mission: Mission, case: FailureCase) -> bool:
    """Tell whether another pose may help.

    A full place has room elsewhere only when it is large, and what cannot be gone to is no nearer from another pose. An
    arm judges both by one picture, in which what it holds hides much: from another side there may be room, or a way.
    """
    if case.target is None or not mission.settings.mobile:
        return case.target is not None
    if _another_will_do(mission, case, case.target):
        return False
    if case.failure.code is Code.RECEPTACLE_FULL:
        return max(case.target.size[:2]) > LARGE
    return case.failure.code is not Code.UNREACHABLE


def has_target(mission: Mission, case: FailureCase) -> bool:
    """Tell whether there is something to stand elsewhere for, and nothing that will do as well."""
    return case.target is not None and not _another_will_do(mission, case, case.target)


def _another_will_do(mission: Mission, case: FailureCase, place: ObjectState) -> bool:
    """Tell whether what is held may as well go to another place of the kind: here the robot was refused repeatedly."""
    if case.subgoal.action != Primitive.PUT or case.refused < MOST_REFUSED:
        return False
    known = of_its_classes(mission, case.subgoal)
    return any(o.id != place.id and o.class_name == place.class_name for o in known)
