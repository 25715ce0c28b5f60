"""Judge a plan by what it does: it can be done, it reaches what is asked for, and every step serves that.

Whoever made the plan, and whether or not the rules would have written it. A step serves when the plan without it
reaches less, or leaves more undone behind it (action elimination: Nakhost and Mueller, ICAPS 2010).
"""

from __future__ import annotations

from collections.abc import Sequence

from pred_core.action_model.effects import results
from pred_core.action_model.goals import Condition, conditions_of, unmet
from pred_core.action_model.logic import State
from pred_core.action_model.simulation import PlanWorld, Simulation, plan_world
from pred_core.action_model.things import fits
from pred_core.objects import ObjectMemory
from pred_core.observed import same_place
from pred_core.plan_language import High, Plan, Primitive, Subgoal
from pred_core.vocabulary import group
from pred_planner.plan.check import check, held_at_start
from pred_planner.plan.expansion import UnknownTreatment, expand

LOOKING = frozenset({High.GOTO, High.PASS})
"""Steps that change nothing in the world: they are looks, or say that nothing is to be done."""


def objection_to(
    triplets: Sequence[Subgoal], conditions: Sequence[Condition], memory: ObjectMemory, held: str = ""
) -> str:
    """Return why a plan is not taken, in a sentence for the one who wrote it; '' when it is.

    :param conditions: what the task wants, as it was understood
    :param held: class in the hand before the first step, '' when it is empty
    """
    return _judged(triplets, conditions, memory, held, sparing=True)


def shortfall(
    triplets: Sequence[Subgoal], conditions: Sequence[Condition], memory: ObjectMemory, held: str = ""
) -> str:
    """Return why a plan cannot be done, or does not reach what is wanted; '' when it does, needless steps or not.

    For plans that recipes made: what a recipe does is never senseless.
    """
    return _judged(triplets, conditions, memory, held, sparing=False)


def _judged(
    triplets: Sequence[Subgoal],
    conditions: Sequence[Condition],
    memory: ObjectMemory,
    held: str,
    sparing: bool,
) -> str:
    try:
        tuples = expand(triplets)
    except UnknownTreatment as action:
        return f"Nothing here can {str(action)!r}."
    verdict = check(Plan("", "", "", "", tuple(triplets), tuples), memory)
    if not verdict:
        return verdict.message
    world = plan_world(tuples, held or held_at_start(triplets))
    doubtful = Simulation(world).run(tuples, world.start.pessimistic())
    if doubtful.trouble is not None:
        step = tuples[doubtful.trouble.index]
        return f"({step.object}, {step.action}): {doubtful.trouble.sentence}"
    lacking = [*unmet(conditions, world, doubtful), *_elsewhere(triplets, conditions)]
    if lacking:
        return f"In the end it is not so that {lacking[0].sentence()}."
    left = _left_running(tuples, conditions, world, doubtful.state)
    if left:
        return left
    return _needless(triplets, conditions, world, doubtful.state, memory) if sparing else ""


def _elsewhere(triplets: Sequence[Subgoal], conditions: Sequence[Condition]) -> list[Condition]:
    """Return the conditions that only a place which is taken for the wanted one would meet: a drawer for a shelf."""
    ends = [end for end in conditions_of(triplets) if end.places]
    found = []
    for wanted in (condition for condition in conditions if condition.places):
        end = next((one for one in ends if _is_end_of(one, wanted)), None)
        if end is None:
            found.append(wanted)
        else:
            ends.remove(end)
    return found


def _is_end_of(end: Condition, wanted: Condition) -> bool:
    return end.classes[0] in wanted.classes and any(
        same_place(end.places[0], place) for place in wanted.places
    )


def _left_running(
    tuples: Sequence[Subgoal], conditions: Sequence[Condition], world: PlanWorld, state: State
) -> str:
    """Return what the plan leaves switched on, or open, that nobody asked for; '' when nothing is."""
    wanted = {name for c in conditions if c.states.get("on") or c.states.get("open") for name in c.classes}
    for step in tuples:
        name = world.name_of(step)
        if step.object in wanted:
            continue
        if step.action == Primitive.TOGGLE_ON and ("running", name) in state.true:
            return f"The {step.object} is left on."
        if (
            step.action == Primitive.OPEN
            and ("opened", name) in state.true
            and step.object not in group("left_open")
        ):
            return f"The {step.object} is left open."
    return ""


def _needless(
    triplets: Sequence[Subgoal],
    conditions: Sequence[Condition],
    world: PlanWorld,
    end: State,
    memory: ObjectMemory,
) -> str:
    """Return the first step without which the plan does the same; '' when every step serves."""
    for index, triplet in enumerate(triplets):
        if triplet.action in LOOKING or _is_taken_for_next(triplets, index) or _is_laid_down(triplets, index):
            continue
        if _is_asked_for(triplets, index, conditions) or _is_look(triplets, index, memory):
            continue
        rest = [*triplets[:index], *triplets[index + 1 :]]
        if _says_the_same(rest, triplets):
            continue  # another step does it anyway
        if _does_as_well(rest, conditions, world, end):
            return f"({', '.join(triplet.as_triplet())}) serves nothing: without it the plan does the same."
    return ""


def _is_taken_for_next(triplets: Sequence[Subgoal], index: int) -> bool:
    """Tell whether a step picks up what the next action is done with: another way to write that action."""
    following = next((t for t in triplets[index + 1 :] if t.action not in LOOKING), None)
    taken = triplets[index]
    return taken.action == High.PICKUP and following is not None and following.object_ref == taken.object_ref


def _is_laid_down(triplets: Sequence[Subgoal], index: int) -> bool:
    """Tell whether a step lays down what is sliced next: there is one hand, and it needs the knife."""
    laid = triplets[index]
    following = next((t for t in triplets[index + 1 :] if t.action not in LOOKING), None)
    return (
        laid.action == High.MOVE
        and laid.receptacle in group("surfaces")
        and following is not None
        and following.action == High.SLICE
        and following.object_ref == laid.object_ref
    )


def _says_the_same(rest: Sequence[Subgoal], triplets: Sequence[Subgoal]) -> bool:
    return [s.as_tuple() for s in expand(rest)] == [s.as_tuple() for s in expand(triplets)]


def _is_asked_for(triplets: Sequence[Subgoal], index: int, conditions: Sequence[Condition]) -> bool:
    """Tell whether a step is the first to give its thing a state that the task names."""
    step = triplets[index]
    state = results().get(step.action, "")
    earlier = any((t.action, t.object_ref) == (step.action, step.object_ref) for t in triplets[:index])
    return (
        bool(state)
        and not earlier
        and any(c.states.get(state) and step.object in c.classes for c in conditions)
    )


def _does_as_well(
    rest: Sequence[Subgoal], conditions: Sequence[Condition], world: PlanWorld, end: State
) -> bool:
    """Tell whether a shorter plan reaches the conditions and leaves no more on, open or held than the other."""
    tuples = expand(rest)
    if any(world.name_of(step) not in world.things for step in tuples):
        return False
    without = Simulation(world).run(tuples, world.start.pessimistic())
    if without.trouble is not None or unmet(conditions, world, without):
        return False
    return all(
        set(without.state.true.of(kind)) <= set(end.true.of(kind))
        for kind in ("opened", "running", "holding")
    )


def _is_look(triplets: Sequence[Subgoal], index: int, memory: ObjectMemory) -> bool:
    """Tell whether a door is opened to look for something that is taken later and was seen nowhere yet.

    Each one of its kind that is known is opened once.
    """
    door = triplets[index]
    earlier = sum((t.action, t.object) == (door.action, door.object) for t in triplets[:index])
    if door.action not in (High.OPEN, High.CLOSE) or earlier >= max(len(memory.of_class(door.object)), 1):
        return False
    sought = [
        t
        for t in triplets[index + 1 :]
        if t.object and not memory.of_class((t.object, *t.object_alternatives))
    ]
    return any(fits(t.object, door.object) and not t.inside for t in sought if t.object != door.object)
