"""Which of the remembered instances a subgoal is about."""

from __future__ import annotations

from pred_core.action_model.things import fits
from pred_core.objects import ObjectState, Truth
from pred_core.plan_language import WIPER, High, Primitive, Subgoal
from pred_core.vocabulary import whole_of
from pred_recovery.act.resting_places import for_a_while, is_set_aside
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.placing import may_be_what_was_put
from pred_recovery.refer.described import fitting
from pred_recovery.refer.phrases import weights_of
from pred_recovery.refer.taken import class_said, family_of
from pred_recovery.search.bound_instances import bound_instances, is_refused, is_unseen
from pred_recovery.search.preference import best_first

HIDDEN = 0.25
"""How likely a thing that was seen nowhere in the room is to be in closed furniture; 5 in 17 mugs of ALFRED's tasks."""


def candidates(mission: Mission, subgoal: Subgoal, *, alternatives: bool = True) -> list[ObjectState]:
    """Return the instances the subgoal may be done with, best first; empty when none is known.

    A bound instance stands alone, unless it was rejected. Classes the words name come before their alternatives,
    unless only an alternative is still to be switched, and but for what is one of a kind (a tool, a knife to slice
    with, a cloth to wipe with): there any will do. What is only put down goes where the robot is.
    """
    bound = bound_instances(mission, subgoal)
    if bound:
        return bound
    usable = [o for o in mission.memory.objects if _usable(mission, subgoal, o)]
    described = fitting(mission, subgoal, usable)
    if described is not None:
        return best_first(mission, subgoal, described)
    named = _said(mission, subgoal) or _usable_of(mission, subgoal, (subgoal.object,))
    any_will_do = _any_will_do(mission, subgoal)
    wide = alternatives or any_will_do
    others = _usable_of(mission, subgoal, subgoal.object_alternatives) if wide else []
    if is_set_aside(subgoal):
        return for_a_while(mission, [*named, *others])
    if any_will_do:
        return best_first(mission, subgoal, [*named, *others], alike=True)
    if subgoal.action == Primitive.TOGGLE_ON and not any(map(_is_off, named)) and any(map(_is_off, others)):
        return [*filter(_is_off, others), *named]
    return named or others


def _said(mission: Mission, subgoal: Subgoal) -> list[ObjectState]:
    """Return what the person named, where the plan names something else for want of one in sight.

    A plan that names the basin of the sink that was said, or the slice of an apple, names nothing else.
    Not where it cannot go: a "cup" for the coffee machine is a mug, whatever other cups there are.
    """
    if mission.plan is None or not subgoal.object_alternatives:
        return []
    said = class_said(mission.plan.context, subgoal.object)
    later = said in subgoal.object_alternatives and family_of(said) != family_of(subgoal.object)
    places = [t.receptacle for t in mission.plan.triplets if t.object_ref == subgoal.object_ref and t.receptacle]
    return _usable_of(mission, subgoal, (said,)) if later and all(fits(said, place) for place in places) else []


def _usable_of(mission: Mission, subgoal: Subgoal, names: tuple[str, ...]) -> list[ObjectState]:
    usable = [o for o in mission.memory.of_class(names) if _usable(mission, subgoal, o)]
    return best_first(mission, subgoal, usable)


def _is_off(state: ObjectState) -> bool:
    return state.truth("on") is Truth.FALSE


def meant(mission: Mission, subgoal: Subgoal) -> tuple[str, ...]:
    """Return the classes that the subgoal's words mean alike; their alternatives are taken only when these are not."""
    return (subgoal.object, *(subgoal.object_alternatives if _any_will_do(mission, subgoal) else ()))


def named_surely(mission: Mission, subgoal: Subgoal) -> bool:
    """Tell whether closed furniture is to be opened for what is named before another thing the words may mean is taken.

    It is when the others' weights are below the chance that what is named is hidden, and where the words say that it
    is in such furniture. Plans that do not say how much each meaning weighs leave that open.
    """
    if subgoal.inside:
        return True
    weights = weights_of(mission.plan.context, subgoal.object) if mission.plan is not None else {}
    named = whole_of(subgoal.object) or subgoal.object
    others = (w for name, w in weights.items() if name != named)
    return bool(weights) and max(others, default=0.0) < HIDDEN * weights[named]


def _any_will_do(mission: Mission, subgoal: Subgoal) -> bool:
    """Tell whether the subgoal only wants one of a kind ("a tool"), something to slice with, or to free the hand."""
    if is_set_aside(subgoal):
        return True
    named = {subgoal.object, *subgoal.object_alternatives}
    kinds = mission.plan.context.get("any_of", ()) if mission.plan else ()
    if subgoal.object_alternatives and any(named <= set(kind) for kind in kinds):
        return True
    return is_tool(mission, subgoal)


def is_tool(mission: Mission, subgoal: Subgoal) -> bool:
    """Tell whether the subgoal is about what another thing is to be sliced or wiped with."""
    parent = mission.triplet_of(subgoal)
    if parent is None or subgoal.object == parent.object:
        return False
    return parent.action == High.SLICE or subgoal.object_ref == WIPER


def looks_at(mission: Mission, subgoal: Subgoal) -> bool:
    """Tell whether a step belongs to looking at something by a lamp."""
    triplet = mission.triplet_of(subgoal)
    return triplet is not None and triplet.action == High.LOOK_AT


def bind(mission: Mission, subgoal: Subgoal, chosen: ObjectState) -> None:
    """Remember which instance a variable of the plan means from now on."""
    if subgoal.object_ref:
        mission.bindings.variables[subgoal.object_ref] = chosen.id


def reject(mission: Mission, subgoal: Subgoal, refused: ObjectState) -> None:
    """Do not take this instance for this primitive again; what was bound to it is free.

    What was only not seen where the robot had put it is taken once it is seen.
    """
    if is_unseen(mission, refused.id):
        mission.bindings.missed.add((subgoal.action, refused.id))
    else:
        mission.bindings.rejected.add((subgoal.action, refused.id))
    if subgoal.object_ref and mission.bindings.variables.get(subgoal.object_ref) == refused.id:
        del mission.bindings.variables[subgoal.object_ref]


def _usable(mission: Mission, subgoal: Subgoal, state: ObjectState) -> bool:
    if is_refused(mission, subgoal, state.id) or state.held:
        return False
    others = {i for ref, i in mission.bindings.variables.items() if ref != subgoal.object_ref}
    if subgoal.object_ref and state.id in others:
        return False
    if subgoal.action == Primitive.PICKUP and _is_what_was_put(mission, state):
        return False
    return all(state.truth(a.name) in (a.value, Truth.UNKNOWN) for a in subgoal.required)


def _is_what_was_put(mission: Mission, state: ObjectState) -> bool:
    """Tell whether a thing may be what the robot itself put there a moment ago: it is no other one of its kind."""
    bindings = mission.bindings
    return may_be_what_was_put(mission.world.memory, bindings.placed, bindings.placed_among, state)


def suitable(mission: Mission, subgoal: Subgoal) -> list[ObjectState]:
    """Return the instances that end the search."""
    return candidates(mission, subgoal, alternatives=not named_surely(mission, subgoal))


def taken_next(mission: Mission) -> Subgoal | None:
    """Return the step that takes what this one opens a place, or moves a cover, for."""
    plan = mission.plan
    index = plan.taken_after(plan.cursor) if plan else None
    return plan.subgoals[index] if plan and index is not None else None


def excluded(mission: Mission, subgoal: Subgoal) -> tuple[str, ...]:
    """Return the instances that are out of the question for a step: another variable's, refused, or put down before."""
    others = {i for ref, i in mission.bindings.variables.items() if ref != subgoal.object_ref}
    refused = {i for action, i in mission.bindings.rejected if action == subgoal.action}
    put = {o.id for o in mission.memory.objects if _is_what_was_put(mission, o)}
    return tuple(sorted(others | refused | put))


def of_its_classes(mission: Mission, subgoal: Subgoal) -> list[ObjectState]:
    """Return the usable instances of the classes that a step may be about, whatever else the words say of them."""
    return _usable_of(mission, subgoal, (subgoal.object, *subgoal.object_alternatives))


def is_bound(mission: Mission, subgoal: Subgoal) -> bool:
    """Tell whether it is settled which instance a step is about."""
    return bool(subgoal.object_id) or subgoal.object_ref in mission.bindings.variables
