"""What one part of a task leaves in the hand, put down before the next needs it: "take the mug, then the knife"."""

from __future__ import annotations

from collections.abc import Sequence

from pred_core.plan_language import High, Primitive, Subgoal
from pred_core.vocabulary import is_wiped
from pred_planner.plan.expansion import expand, hand_after
from pred_planner.plan.triplets import Triplets, TripletThing

_HANDLING = (Primitive.PICKUP, Primitive.PUT, Primitive.HAND_OVER)
"""Actions after which the hand holds something else."""


def hand_freed(before: Sequence[Subgoal], after: Sequence[Subgoal], rest: TripletThing) -> tuple[Subgoal, ...]:
    """Return the triplet that puts down what earlier parts left in the hand; none where it stays there.

    :param before: the triplets so far
    :param after: those of the next part
    :param rest: where a thing is put down
    """
    held = hand_after(expand(before)).held
    left = next((one for one in reversed(before) if held and one.object_ref == held), None)
    if left is None:
        return ()
    first = next((step for step in expand(after) if step.action in _HANDLING or _is_made_by_hand(step)), None)
    if first is None or first.action in (Primitive.PUT, Primitive.HAND_OVER) or first.object_ref == held:
        return ()
    freed = Triplets()
    freed.add(High.PUT, TripletThing.of((left.object, *left.object_alternatives), held), rest)
    return tuple(freed.made)


def _is_made_by_hand(step: Subgoal) -> bool:
    """Tell whether something is made with an empty hand: a bed."""
    return step.action == Primitive.CLEAN and not is_wiped(step.object)
