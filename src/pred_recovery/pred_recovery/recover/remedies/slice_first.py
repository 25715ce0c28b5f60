"""The way back from a revision that left out slicing: where no slice is found, the thing was whole after all."""

from __future__ import annotations

from dataclasses import replace

from pred_core.outcome import Outcome
from pred_core.plan_language import Plan, PlanRevision, Primitive
from pred_core.vocabulary import sliced_of
from pred_recovery.mission.failure_case import FailureCase
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.requests import Steps

TRIGGER = "way_back"


def was_left_uncut(mission: Mission, case: FailureCase) -> bool:
    """Tell whether the last revision left out the cut that the missing slice would have come from."""
    return _before_it_was_left_out(mission, case) is not None


def cut_after_all(mission: Mission, case: FailureCase) -> Steps:
    """Go on with the plan as it was before that revision, from where the knife is taken."""
    yield from ()  # a procedure like the others, though it asks for nothing
    plan = _before_it_was_left_out(mission, case)
    if plan is None or mission.plan is None:
        return case.failure
    reason = f"No {case.subgoal.object} was found, so it is to be sliced after all."
    mission.revise(PlanRevision(TRIGGER, "rules", reason, mission.plan, plan))
    return Outcome.success(reason)


def _before_it_was_left_out(mission: Mission, case: FailureCase) -> Plan | None:
    last = mission.progress.last_revision
    if last is None or mission.plan is None or mission.plan.subgoals != last.after.subgoals:
        return None
    kept = {s.id for s in last.after.subgoals}
    cut = next(
        (
            s
            for s in last.before.subgoals
            if s.action == Primitive.SLICE and s.id not in kept and sliced_of(s.object) == case.subgoal.object
        ),
        None,
    )
    if cut is None:
        return None
    knife = next(i for i, s in enumerate(last.before.subgoals) if s.parent == cut.parent)
    return replace(last.before, cursor=knife)
