"""Remedies that have the plan changed: other meanings of its words, or what was seen meanwhile."""

from __future__ import annotations

from pred_core.outcome import Code, Outcome
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


def may_mean_another(_: Mission, case: FailureCase) -> bool:
    """Tell whether other meanings of the words may help: what takes a single thing was found, and is taken."""
    taken = case.target is not None and single_slot(case.target.class_name)
    return case.failure.code is not Code.RECEPTACLE_FULL or not taken
