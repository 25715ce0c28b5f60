"""Asking the planner how to go on after a failure, and going on so: stages of CMFR, CAPE, HELPER and the baselines."""

from __future__ import annotations

from dataclasses import replace

from pred_core.outcome import Code, Outcome
from pred_core.plan_language import Plan, PlanRevision
from pred_core.referring.as_told import LAY
from pred_recovery.mission.failure_case import FailureCase
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.requests import Asking, Recover, Steps
from pred_recovery.recover.diagnosed import diagnosed
from pred_recovery.recover.diagnosis import told
from pred_recovery.recover.strategy import attempt

MOST = 2
"""How often one stage may change the plan for the same step: what failed again after that is not cured by it."""
NOTHING_FAILED = Outcome(Code.SUCCESS, "The plan is done.")


def correct(mission: Mission, case: FailureCase, method: str, stage: str) -> Steps:
    """Ask for a stage's proposal and go on with it; ends with the failure where there is none."""
    plan, row = mission.plan, (stage, *case.subgoal.as_tuple())
    made = mission.progress.corrections
    used_up = made.get(row, 0) >= MOST or sum(made.values()) >= mission.settings.max_corrections
    if plan is None or used_up:
        return case.failure
    return (yield from attempt(mission, case, stage, _ask(mission, case, method, stage)))


def _ask(mission: Mission, case: FailureCase, method: str, stage: str) -> Steps:
    plan = mission.plan
    if plan is None:
        return case.failure
    diagnosis = yield from _diagnosis(mission, case)
    reply = yield Recover(
        method=method,
        stage=stage,
        plan=replace(plan, context={**plan.context, LAY: _lay(mission)}),
        failure=case.failure,
        target_id=case.target.id if case.target is not None else "",
        diagnosis=diagnosis,
        bound=dict(mission.bindings.variables),
        done=frozenset(mission.progress.done),
        put_there=mission.put_there,
    )
    revision = _with_context(reply.revision, plan)
    if not reply.outcome or revision is None or not revision.accepted:
        mission.note("advice", str(reply.outcome), stage=stage, method=method, code=reply.outcome.code)
        return reply.outcome if case.failure else case.failure  # after the plan nothing has failed
    if case.failure and not _is_new(mission, stage, revision.after):
        mission.note("advice", "The same was done before, and is not seen to have helped.", stage=stage)
        return case.failure
    row = (stage, *case.subgoal.as_tuple())
    mission.progress.corrections[row] = mission.progress.corrections.get(row, 0) + 1
    mission.revise(revision)
    return Outcome.success(revision.reason)


def _is_new(mission: Mission, stage: str, plan: Plan) -> bool:
    """Tell whether the steps that a stage put after the plan differ from all that it put there before."""
    ahead = [step.as_tuple() for step in plan.subgoals[plan.cursor :]]
    key = (stage, str(ahead))
    first = key not in mission.progress.added
    mission.progress.added.add(key)
    return first


def _lay(mission: Mission) -> dict[str, str]:
    return {name: state.parent_id for name, state in mission.bindings.lay.items()}


def _with_context(revision: PlanRevision | None, plan: Plan) -> PlanRevision | None:
    """Return a revision without what was only told for it."""
    if revision is None:
        return None
    before, after = (replace(p, context=plan.context) for p in (revision.before, revision.after))
    return replace(revision, before=before, after=after)


def _diagnosis(mission: Mission, case: FailureCase) -> Asking[str]:
    """Return what the failure looks like, and note it."""
    if case.failure:
        return ""
    causes = yield from diagnosed(mission, case)
    text = told(causes, case.subgoal.object)
    shares = {str(cause): round(share, 3) for cause, share in causes.items()}
    mission.note("diagnosis", text, causes=shares)
    return text
