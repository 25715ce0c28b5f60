"""Remedies that meet what a skill needs: something open, switched off, an empty or a full hand, a tool that serves."""

from __future__ import annotations

from pred_core.objects import ObjectState, Truth
from pred_core.outcome import Code, Outcome
from pred_core.plan_language import Primitive
from pred_core.vocabulary import object_types
from pred_recovery.act.mistaken import can_be_closed
from pred_recovery.act.perform import go_and
from pred_recovery.act.rearrangement import open_for, put_down
from pred_recovery.mission.failure_case import FailureCase
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.requests import Steps
from pred_recovery.search.instance_selection import reject
from pred_recovery.subgoal.attempt import again


def _first_undo(mission: Mission, case: FailureCase) -> str:
    """Return the primitive that meets an unmet precondition of the subgoal on its own target, or ''."""
    now = mission.memory.get(case.target.id) if case.target else None
    action = case.subgoal.action
    if now is None:
        return ""
    if case.failure.code is Code.RECEPTACLE_CLOSED:
        return Primitive.OPEN if can_be_closed(now.class_name) else ""
    refused = case.failure.code is Code.PRECONDITION_FAILURE  # the robot felt it: a picture can be misjudged
    if action == Primitive.OPEN and (refused or now.truth("on") is Truth.TRUE) and _can(now, "toggleable"):
        return Primitive.TOGGLE_OFF
    if (
        action == Primitive.TOGGLE_ON
        and (refused or now.truth("open") is Truth.TRUE)
        and _can(now, "openable")
    ):
        return Primitive.CLOSE
    return ""


def _can(state: ObjectState, what: str) -> bool:
    known = object_types().get(state.class_name)
    return known is None or known.can(what)


def meet_precondition(mission: Mission, case: FailureCase) -> Steps:
    first = _first_undo(mission, case)
    if case.target is None or not first:
        return case.failure
    opens = first == Primitive.OPEN
    outcome = yield from open_for(mission, case.target) if opens else go_and(mission, first, case.target)
    if not outcome:
        return outcome
    return (yield from again(mission, case))


def empty_hand(mission: Mission, case: FailureCase) -> Steps:
    outcome = yield from put_down(mission, avoid=case.target.id if case.target else "")
    if not outcome:
        return outcome
    return (yield from again(mission, case))


def fetch_again(mission: Mission, case: FailureCase) -> Steps:
    """Go back to the step that took the object into the hand: it is not there any more."""
    yield from ()  # a procedure like the others, though it asks for nothing
    taken = _where_it_was_taken(mission)
    if taken is None or mission.progress.fetches >= mission.settings.max_fetches:
        return case.failure
    mission.progress.fetches += 1
    mission.jump(taken)
    return Outcome.success("Picking it up again.")


def another_tool(mission: Mission, case: FailureCase) -> Steps:
    """Put down what was taken for a knife or a cloth and serves for nothing, and go back to the step that takes one."""
    plan, held, taken = mission.plan, mission.memory.held, _where_it_was_taken(mission)
    if plan is None or held is None or taken is None:
        return case.failure
    reject(mission, plan.subgoals[taken], held)
    outcome = yield from put_down(mission, avoid=case.target.id if case.target else "")
    if not outcome:
        return outcome
    mission.jump(taken)
    return Outcome.success(f"{held.id} does not serve: another one is taken.")


def is_no_tool(mission: Mission, case: FailureCase) -> bool:
    """Tell whether the robot denies that what it holds can cut or wipe, though it was taken for what can."""
    return case.subgoal.action in (Primitive.SLICE, Primitive.CLEAN) and mission.memory.held is not None


def _where_it_was_taken(mission: Mission) -> int | None:
    """Return the place in the plan of the last step that took something into the hand."""
    done = mission.plan.subgoals[: mission.plan.cursor] if mission.plan else ()
    return max((i for i, s in enumerate(done) if s.action == Primitive.PICKUP), default=None)


def has_unmet_precondition(mission: Mission, case: FailureCase) -> bool:
    return bool(_first_undo(mission, case))
