"""How a failed step is told: the step in words, why it failed, and as much of it as CAPE's grade says (III-A)."""

from __future__ import annotations

from collections.abc import Mapping

from pred_core.action_model.logic import State
from pred_core.action_model.sentences import explain
from pred_core.plan_language import Subgoal
from pred_planner.dialects.forms import IMPLICIT, SUCCESS_ONLY
from pred_planner.recovering.by_search import as_meant, as_refused
from pred_planner.recovering.situation import Situation


def error_of(situation: Situation, grade: str, state: State | None = None) -> str:
    """Return what CAPE tells of the failed step in a grade.

    :param state: after corrective steps, in which the step still cannot be done; None = as it failed
    """
    step = situation.step
    return as_graded(grade, said(step) if step is not None else "", cause_of(situation, state))


def as_graded(grade: str, what: str, why: str) -> str:
    """Return an error in a grade: that the task failed, what cannot be done, or why.

    :param what: what cannot be done, in words; '' = nothing is known
    :param why: the sentence that says what cannot be done and why
    """
    if grade == SUCCESS_ONLY or not what:
        return "Error: Task failed. "
    return f"Error: I cannot {what}. " if grade == IMPLICIT else f"Error: {why} "


def cause_of(situation: Situation, state: State | None = None) -> str:
    """Return why the step failed: the violated precondition where the action model has one, else what was measured.

    What the plan means the hand to hold, and what the failure itself says of a door, count.

    :param state: after corrective steps; None = as it failed
    """
    step = situation.step
    if step is None:
        return ""
    meant = as_meant(situation, step)
    here = as_refused(situation, meant)
    violated = ""
    if meant is not None:
        violated = explain(here.plan_world.world, meant, state if state is not None else here.state)
    seen = f" It looks as if {situation.diagnosis}." if situation.diagnosis else ""
    return f"{violated or f'I cannot {said(step)}: {situation.failure.message}'}{seen}"


def said(step: Subgoal) -> str:
    """Return a tuple in words: "pick up the mug"."""
    return _WORDS.get(step.action, step.action).format(step.object)


_WORDS: Mapping[str, str] = {
    "GotoObject": "go to the {}",
    "PickupObject": "pick up the {}",
    "PutObject": "put what is held in or on the {}",
    "OpenObject": "open the {}",
    "CloseObject": "close the {}",
    "ToggleObjectOn": "switch on the {}",
    "ToggleObjectOff": "switch off the {}",
    "SliceObject": "slice the {}",
    "CleanObject": "clean the {}",
    "PourObject": "pour what is held into the {}",
}
