"""RecoverPlan's request and answer <-> situations and advice."""

from __future__ import annotations

from pred_core.ros.conversions import memory_from_msg, outcome_from_msg
from pred_core.ros.plan_conversions import PlanMessageError, plan_from_msg
from pred_language.reader import Texts
from pred_msgs.srv import RecoverPlan
from pred_planner.recovering.situation import Situation, Stage


def situation_from_request(request: RecoverPlan.Request) -> Situation:
    """Return the situation that is asked about.

    :raises PlanMessageError: when plan, outcome or stage is none
    """
    if request.stage not in list(Stage):
        raise PlanMessageError(f"There is no stage {request.stage!r}; there is: {', '.join(Stage)}.")
    return Situation(
        method=request.method,
        stage=Stage(request.stage),
        plan=plan_from_msg(request.plan),
        failure=outcome_from_msg(request.failure),
        memory=memory_from_msg(request.memory),
        texts=Texts(request.instruction, tuple(request.steps), tuple(request.dialogue)),
        target_id=request.target_id,
        diagnosis=request.diagnosis,
        bound=dict(zip(request.variables, request.bound_ids, strict=False)),
        done=frozenset(request.done_ids),
        refused=tuple(request.refused),
    )
