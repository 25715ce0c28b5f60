"""Remedies that have the plan changed: other meanings of its words, or what was seen meanwhile."""

from __future__ import annotations

from pred_core.outcome import Code, Outcome
from pred_core.plan_language import Primitive, Subgoal
from pred_core.vocabulary import single_slot
from pred_recovery.mission.failure_case import FailureCase
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.requests import Reground, Steps
from pred_recovery.refer.asking import agree_on_stand_in
from pred_recovery.subgoal.attempt import CHANGED
from pred_recovery.verify.expectations import compare


def compare_again(mission: Mission, case: FailureCase) -> Steps:
    """Ask again what differs from the plan: a search has just brought up what was not known before."""
    changed = yield from compare(mission)
    return Outcome.success(CHANGED) if changed else case.failure


def reground(mission: Mission, case: FailureCase) -> Steps:
    if mission.plan is None or mission.progress.regrounds >= mission.settings.max_regrounds:
        return case.failure
    mission.progress.regrounds += 1
    reply = yield Reground(mission.plan, case.subgoal.id, case.subgoal.object)
    if not reply.outcome or reply.revision is None:
        return case.failure
    if not (yield from agree_on_stand_in(mission, case.subgoal.object, reply.revision)):
        return case.failure
    mission.revise(reply.revision)
    return reply.revision.outcome


def may_mean_another(mission: Mission, case: FailureCase) -> bool:
    """Tell whether other meanings of the words may help.

    Not where a place that takes a single thing was found, and is taken; nor where the thing of the words was found and
    cannot be taken up: a cup in its place is another task.
    """
    taken = case.target is not None and single_slot(case.target.class_name)
    return not _is_out_of_reach(mission, case.subgoal) and (case.failure.code is not Code.RECEPTACLE_FULL or not taken)


def _is_out_of_reach(mission: Mission, subgoal: Subgoal) -> bool:
    """Tell whether a thing of the subgoal's own class is known, was tried, and was not turned away as another one."""
    known, name, action = mission.memory.of_class(subgoal.object), subgoal.object, subgoal.action
    tried = [o.id for o in known if (action, o.id) in mission.bindings.rejected]
    return action == Primitive.PICKUP and any((name, i) not in mission.bindings.turned_away for i in tried)
