"""Plans, subgoals, discrepancies and revisions <-> messages."""

from __future__ import annotations

import json
from collections.abc import Callable
from enum import StrEnum
from typing import Any

from std_msgs.msg import Header

from pred_core.plain_text import one_line
from pred_core.plan_language import (
    Discrepancy,
    Expectation,
    Kind,
    Level,
    Plan,
    PlanRevision,
    Subgoal,
)
from pred_core.ros.conversions import (
    attribute_from_msg,
    attribute_to_msg,
    outcome_from_msg,
    outcome_to_msg,
)
from pred_core.ros.message_table import NUMBER, TEXT, WORDS, MessageTable, Pair, many, same
from pred_msgs.msg import Discrepancy as DiscrepancyMsg
from pred_msgs.msg import Expectation as ExpectationMsg
from pred_msgs.msg import Plan as PlanMsg
from pred_msgs.msg import PlanRevision as PlanRevisionMsg
from pred_msgs.msg import Subgoal as SubgoalMsg


class PlanMessageError(ValueError):
    """A message that is no plan; the text says what is wrong with it."""


def _known[E: StrEnum](kind: type[E], what: str) -> Callable[[str], E]:
    """Return what reads a member of an enumeration from a message."""

    def read(text: str) -> E:
        try:
            return kind(text)
        except ValueError as error:
            raise PlanMessageError(f"there is no {what} {text!r}") from error

    return read


ATTRIBUTES = many(attribute_to_msg, attribute_from_msg)
EXPECTATION = MessageTable(Expectation, ExpectationMsg, attributes=ATTRIBUTES)
SUBGOAL = MessageTable(
    Subgoal,
    SubgoalMsg,
    level=Pair(str, _known(Level, "level")),
    action=TEXT,
    object_alternatives=WORDS,
    receptacle_alternatives=WORDS,
    required=ATTRIBUTES,
    inside=WORDS,
    expectation=Pair(EXPECTATION.to_msg, EXPECTATION.from_msg),
)
DISCREPANCY = MessageTable(
    Discrepancy,
    DiscrepancyMsg,
    kind=Pair(str, _known(Kind, "discrepancy of kind")),
    confidence=NUMBER,
    sentence=Pair(same, one_line),
)


def subgoal_to_msg(subgoal: Subgoal) -> SubgoalMsg:
    """Return the message of a subgoal of either level."""
    return SUBGOAL.to_msg(subgoal)


def subgoal_from_msg(msg: SubgoalMsg) -> Subgoal:
    """Return the subgoal of a message.

    :raises PlanMessageError: when the level is neither of the two
    """
    return SUBGOAL.from_msg(msg)


def _context(text: str) -> dict[str, Any]:
    try:
        context = json.loads(text) if text else {}
    except json.JSONDecodeError as error:
        raise PlanMessageError(f"the plan's context is no JSON: {error}") from error
    if not isinstance(context, dict):
        raise PlanMessageError("the plan's context is no JSON object")
    return context


SUBGOALS = many(subgoal_to_msg, subgoal_from_msg)
PLAN = MessageTable(
    Plan,
    PlanMsg,
    triplets=SUBGOALS,
    subgoals=SUBGOALS,
    context=Pair(lambda context: json.dumps(dict(context), sort_keys=True), _context),
)


def plan_to_msg(plan: Plan, header: Header | None = None) -> PlanMsg:
    """Return the message of a plan; the header's stamp is the caller's."""
    return PLAN.to_msg(plan, header=header or Header())


def plan_from_msg(msg: PlanMsg) -> Plan:
    """Return the plan of a message.

    :raises PlanMessageError: when its context is no JSON object or a subgoal has no known level
    """
    return PLAN.from_msg(msg)


def discrepancy_to_msg(discrepancy: Discrepancy, header: Header | None = None) -> DiscrepancyMsg:
    """Return the message of a discrepancy, without pictures."""
    return DISCREPANCY.to_msg(discrepancy, header=header or Header())


def discrepancy_from_msg(msg: DiscrepancyMsg) -> Discrepancy:
    """Return the discrepancy of a message.

    :raises PlanMessageError: when its kind is none of the four
    """
    return DISCREPANCY.from_msg(msg)


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
        reason=one_line(msg.reason),
        before=plan_from_msg(msg.before),
        after=plan_from_msg(msg.after),
        discrepancies=tuple(discrepancy_from_msg(d) for d in msg.discrepancies),
        outcome=outcome_from_msg(msg.outcome),
    )
