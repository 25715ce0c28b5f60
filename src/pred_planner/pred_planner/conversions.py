"""Plans, subgoals, discrepancies and revisions <-> messages."""

from __future__ import annotations

import json
from typing import Any

from std_msgs.msg import Header

from pred_core.ros.conversions import (
    attribute_from_msg,
    attribute_to_msg,
    outcome_from_msg,
    outcome_to_msg,
)
from pred_msgs.msg import Discrepancy as DiscrepancyMsg
from pred_msgs.msg import Expectation as ExpectationMsg
from pred_msgs.msg import LlmCall as LlmCallMsg
from pred_msgs.msg import Plan as PlanMsg
from pred_msgs.msg import PlanRevision as PlanRevisionMsg
from pred_msgs.msg import Subgoal as SubgoalMsg
from pred_planner.language import (
    Discrepancy,
    Expectation,
    Kind,
    Level,
    Plan,
    PlanRevision,
    Subgoal,
)
from pred_planner.llm.calls import Call

REQUEST_FIELDS = ("system", "user", "key", "cached", "cost")
"""What of a call its message holds as JSON, in ``request``."""


class PlanMessageError(ValueError):
    """A message that is no plan; the text says what is wrong with it."""


def expectation_to_msg(expectation: Expectation) -> ExpectationMsg:
    """Return the message of an expectation."""
    return ExpectationMsg(
        class_name=expectation.class_name,
        place=expectation.place,
        place_id=expectation.place_id,
        attributes=[attribute_to_msg(a) for a in expectation.attributes],
        relation=expectation.relation,
        relation_target=expectation.relation_target,
    )


def expectation_from_msg(msg: ExpectationMsg) -> Expectation:
    """Return the expectation of a message."""
    return Expectation(
        class_name=msg.class_name,
        place=msg.place,
        place_id=msg.place_id,
        attributes=tuple(attribute_from_msg(a) for a in msg.attributes),
        relation=msg.relation,
        relation_target=msg.relation_target,
    )


def subgoal_to_msg(subgoal: Subgoal) -> SubgoalMsg:
    """Return the message of a subgoal of either level."""
    return SubgoalMsg(
        id=subgoal.id,
        level=str(subgoal.level),
        action=str(subgoal.action),
        object=subgoal.object,
        receptacle=subgoal.receptacle,
        object_ref=subgoal.object_ref,
        receptacle_ref=subgoal.receptacle_ref,
        object_id=subgoal.object_id,
        object_alternatives=list(subgoal.object_alternatives),
        receptacle_alternatives=list(subgoal.receptacle_alternatives),
        required=[attribute_to_msg(a) for a in subgoal.required],
        relation=subgoal.relation,
        inside=list(subgoal.inside),
        expectation=expectation_to_msg(subgoal.expectation),
        parent=subgoal.parent,
        note=subgoal.note,
    )


def subgoal_from_msg(msg: SubgoalMsg) -> Subgoal:
    """Return the subgoal of a message.

    :raises PlanMessageError: when the level is neither of the two
    """
    try:
        level = Level(msg.level)
    except ValueError as error:
        raise PlanMessageError(f"subgoal {msg.id!r} has no level {msg.level!r}") from error
    return Subgoal(
        id=msg.id,
        level=level,
        action=msg.action,
        object=msg.object,
        receptacle=msg.receptacle,
        object_ref=msg.object_ref,
        receptacle_ref=msg.receptacle_ref,
        object_id=msg.object_id,
        object_alternatives=tuple(msg.object_alternatives),
        receptacle_alternatives=tuple(msg.receptacle_alternatives),
        required=tuple(attribute_from_msg(a) for a in msg.required),
        relation=msg.relation,
        inside=tuple(msg.inside),
        expectation=expectation_from_msg(msg.expectation),
        parent=msg.parent,
        note=msg.note,
    )


def plan_to_msg(plan: Plan, header: Header | None = None) -> PlanMsg:
    """Return the message of a plan; the header's stamp is the caller's."""
    return PlanMsg(
        header=header or Header(),
        plan_id=plan.plan_id,
        revision=plan.revision,
        instruction=plan.instruction,
        task_type=plan.task_type,
        source=plan.source,
        context=json.dumps(dict(plan.context), sort_keys=True),
        triplets=[subgoal_to_msg(s) for s in plan.triplets],
        subgoals=[subgoal_to_msg(s) for s in plan.subgoals],
        cursor=plan.cursor,
    )


def plan_from_msg(msg: PlanMsg) -> Plan:
    """Return the plan of a message.

    :raises PlanMessageError: when its context is no JSON object or a subgoal has no known level
    """
    return Plan(
        plan_id=msg.plan_id,
        instruction=msg.instruction,
        task_type=msg.task_type,
        source=msg.source,
        triplets=tuple(subgoal_from_msg(s) for s in msg.triplets),
        subgoals=tuple(subgoal_from_msg(s) for s in msg.subgoals),
        context=_context(msg.context),
        revision=msg.revision,
        cursor=msg.cursor,
    )


def _context(text: str) -> dict[str, Any]:
    try:
        context = json.loads(text) if text else {}
    except json.JSONDecodeError as error:
        raise PlanMessageError(f"the plan's context is no JSON: {error}") from error
    if not isinstance(context, dict):
        raise PlanMessageError("the plan's context is no JSON object")
    return context


def discrepancy_to_msg(discrepancy: Discrepancy, header: Header | None = None) -> DiscrepancyMsg:
    """Return the message of a discrepancy, without pictures."""
    return DiscrepancyMsg(
        header=header or Header(),
        kind=str(discrepancy.kind),
        subgoal_id=discrepancy.subgoal_id,
        subject=discrepancy.subject,
        subject_id=discrepancy.subject_id,
        expected=discrepancy.expected,
        observed=discrepancy.observed,
        confidence=float(discrepancy.confidence),
        sentence=discrepancy.sentence,
    )


def discrepancy_from_msg(msg: DiscrepancyMsg) -> Discrepancy:
    """Return the discrepancy of a message.

    :raises PlanMessageError: when its kind is none of the four
    """
    try:
        kind = Kind(msg.kind)
    except ValueError as error:
        raise PlanMessageError(f"there is no discrepancy of kind {msg.kind!r}") from error
    return Discrepancy(
        kind=kind,
        subgoal_id=msg.subgoal_id,
        subject=msg.subject,
        subject_id=msg.subject_id,
        expected=msg.expected,
        observed=msg.observed,
        confidence=msg.confidence,
        sentence=msg.sentence,
    )


def revision_to_msg(revision: PlanRevision, header: Header | None = None) -> PlanRevisionMsg:
    """Return the message of a plan revision."""
    header = header or Header()
    return PlanRevisionMsg(
        header=header,
        plan_id=revision.before.plan_id,
        trigger=revision.trigger,
        source=revision.source,
        reason=revision.reason,
        discrepancies=[discrepancy_to_msg(d, header) for d in revision.discrepancies],
        before=plan_to_msg(revision.before, header),
        after=plan_to_msg(revision.after, header),
        accepted=revision.accepted,
        outcome=outcome_to_msg(revision.outcome),
    )


def revision_from_msg(msg: PlanRevisionMsg) -> PlanRevision:
    """Return the plan revision of a message.

    :raises PlanMessageError: when a plan or a discrepancy in it cannot be read
    """
    return PlanRevision(
        trigger=msg.trigger,
        source=msg.source,
        reason=msg.reason,
        before=plan_from_msg(msg.before),
        after=plan_from_msg(msg.after),
        discrepancies=tuple(discrepancy_from_msg(d) for d in msg.discrepancies),
        outcome=outcome_from_msg(msg.outcome),
    )


def call_to_msg(call: Call, header: Header) -> LlmCallMsg:
    """Return the message of one attempt at a question."""
    request = {name: getattr(call, name) for name in REQUEST_FIELDS}
    return LlmCallMsg(
        header=header,
        purpose=call.purpose,
        endpoint=call.endpoint,
        model=call.model,
        request=json.dumps(request, ensure_ascii=False),
        response=call.response,
        outcome=outcome_to_msg(call.outcome),
        prompt_tokens=call.prompt_tokens,
        completion_tokens=call.completion_tokens,
        seconds=call.seconds,
        attempt=call.attempt,
    )


def call_from_msg(msg: LlmCallMsg) -> Call:
    """Return the call of a message.

    :raises PlanMessageError: when its request is not as :func:`call_to_msg` writes it
    """
    try:
        request = json.loads(msg.request)
        return Call(
            purpose=msg.purpose,
            model=msg.model,
            endpoint=msg.endpoint,
            response=msg.response,
            code=msg.outcome.code,
            message=msg.outcome.message,
            prompt_tokens=msg.prompt_tokens,
            completion_tokens=msg.completion_tokens,
            seconds=msg.seconds,
            attempt=msg.attempt,
            **{name: request[name] for name in REQUEST_FIELDS},
        )
    except (KeyError, TypeError, ValueError) as error:
        raise PlanMessageError(f"the call's request is not as it is written: {error}") from error
