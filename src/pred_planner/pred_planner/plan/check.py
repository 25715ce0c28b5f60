"""The checker every plan passes, whoever made it: known words, and steps that the action model can do in order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pred_core.action_model.simulation import Simulation, plan_world
from pred_core.itself import ROBOT
from pred_core.objects import ObjectMemory
from pred_core.outcome import Code, Outcome
from pred_core.people import PERSON
from pred_core.plan_language import High, Plan, Primitive, Subgoal
from pred_core.vocabulary import equipment, object_types

LONGEST_PLAN = 300
"""How many tuples a plan may have."""


def actions() -> frozenset[str]:
    """Return the actions that triplets may have: those of the plan language, and the domain's own treatments."""
    return frozenset(High) | frozenset(equipment().treatments)


def check_tuples(tuples: Iterable[Subgoal], held: str = "", memory: ObjectMemory | None = None) -> Outcome:
    """Return SUCCESS, or PLAN_REJECTED with the step that cannot be done and why.

    :param held: class in the hand before the first tuple, '' when it is empty
    :param memory: what was seen; nothing when absent
    """
    given = tuple(tuples)
    known = known_words(given)
    if not known:
        return known
    trouble = Simulation(plan_world(given, held, memory)).run(given).trouble
    if trouble is not None:
        return _rejected(trouble.index + 1, given[trouble.index], trouble.sentence)
    return Outcome.success()


def known_words(tuples: Iterable[Subgoal]) -> Outcome:
    """Return SUCCESS, or PLAN_REJECTED with the first step whose primitive or object type there is not."""
    for number, step in enumerate(tuples, 1):
        wrong = _unknown(step)
        if wrong:
            return _rejected(number, step, wrong)
    return Outcome.success()


def held_at_start(triplets: Sequence[Subgoal]) -> str:
    """Return the class in the hand when a plan begins: what its first triplet puts down; '' when it is empty."""
    return triplets[0].object if triplets and triplets[0].action == High.PUT else ""


def _unknown(step: Subgoal) -> str:
    if step.action not in set(Primitive):
        return f"There is no primitive {step.action!r}."
    known = step.object in object_types() or step.object in (PERSON, ROBOT)
    return "" if known else f"There is no object type {step.object!r}."


def _rejected(number: int, step: Subgoal, reason: str) -> Outcome:
    return Outcome(Code.PLAN_REJECTED, f"Step {number} ({step.object}, {step.action}): {reason}")


def check(plan: Plan, memory: ObjectMemory | None = None) -> Outcome:
    """Return SUCCESS for a plan that can be done, else PLAN_REJECTED with the reason.

    A plan whose first triplet is Put starts with that object in the hand.
    """
    if not plan.subgoals and not any(t.action == High.PASS for t in plan.triplets):
        return Outcome(Code.PLAN_REJECTED, "The plan has no steps.")
    if len(plan.subgoals) > LONGEST_PLAN:
        return Outcome(
            Code.PLAN_REJECTED, f"The plan has {len(plan.subgoals)} steps, more than {LONGEST_PLAN}."
        )
    unknown = next((t.action for t in plan.triplets if t.action not in actions()), "")
    if unknown:
        return Outcome(Code.PLAN_REJECTED, f"There is no action {unknown!r}.")
    if not 0 <= plan.cursor <= len(plan.subgoals):
        return Outcome(Code.PLAN_REJECTED, f"The cursor {plan.cursor} is outside the plan.")
    return check_tuples(plan.subgoals, held_at_start(plan.triplets), memory)
