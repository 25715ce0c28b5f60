"""Which instance a variable is bound to: the one that was taken, its slices, or what lies where it was put."""

from __future__ import annotations

import math

from pred_core.objects import ObjectState
from pred_core.plan_language import WIPER, High, Primitive, Subgoal
from pred_core.vocabulary import equipment, group, look_alike, per_domain, sliced_of
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.placing import is_out_of_sight


def bound_instances(mission: Mission, subgoal: Subgoal) -> list[ObjectState]:
    name = subgoal.object_id or mission.bindings.variables.get(subgoal.object_ref, "") or _home(mission, subgoal)
    if not name or is_refused(mission, subgoal, name):
        return []
    state = mission.memory.get(name)
    whole = state or mission.bindings.before_cut.get(name)
    if whole is not None and sliced_of(whole.class_name) == subgoal.object:
        return _slices(mission, subgoal, whole)
    there = _where_it_was_put(mission, subgoal, name)
    if there:
        return there
    if state is None or not (_class_fits(subgoal, state) or _is_my_own(mission, subgoal, state)):
        return []
    return [state]


def _home(mission: Mission, subgoal: Subgoal) -> str:
    """Return where what something was wiped with lay, for the step that puts it back; '' for other steps.

    It has no variable: another thing may go to the same place.
    """
    wiping, held = mission.triplet_of(subgoal), mission.memory.held_id
    if subgoal.action != Primitive.PUT or subgoal.object_ref or wiping is None or wiping.action != High.CLEAN:
        return ""
    lay = mission.bindings.lay.get(held) if held == mission.bindings.variables.get(WIPER) else None
    return lay.parent_id if lay is not None else ""


def _is_my_own(mission: Mission, subgoal: Subgoal, state: ObjectState) -> bool:
    """Tell whether an object that looks like a look-alike now is what the robot had in its hand and put there.

    In the hand it was found to be what is wanted; a look at where it lies does not undo that.
    """
    return state.id in mission.bindings.placed and look_alike(state.class_name, subgoal.object)


def _where_it_was_put(mission: Mission, subgoal: Subgoal, name: str) -> list[ObjectState]:
    """Return what now lies in the furniture that the robot put the bound object into, if that object does not.

    Alike things (slices) are easily taken for one another; what is heated is what comes out of the microwave. A
    look-alike, or another class the words may mean, is the object seen amiss if it was not known before; its own kind
    comes first.
    """
    place = mission.memory.get(mission.bindings.placed.get(name, ""))
    if subgoal.action != Primitive.PICKUP or place is None or place.class_name not in _treating():
        return []
    before = mission.bindings.placed_among.get(name, frozenset())
    inside = [
        o
        for o in mission.memory.inside(place.id)
        if not (o.held or is_unseen(mission, o.id))
        and (
            o.class_name == subgoal.object or ((o.id == name or o.id not in before) and _could_be(subgoal, o))
        )
    ]
    taken = {i for ref, i in mission.bindings.variables.items() if ref != subgoal.object_ref} | {
        i for action, i in mission.bindings.rejected if action == subgoal.action
    }
    if any(o.id == name for o in inside):
        return []
    left = [o for o in inside if o.id not in taken]
    return sorted(left, key=lambda o: (not _class_fits(subgoal, o), not o.visible, o.id))


def is_refused(mission: Mission, subgoal: Subgoal, name: str) -> bool:
    """Tell whether a step's primitive is not tried on an instance: it failed, or that is not in sight yet."""
    one = (subgoal.action, name)
    return one in mission.bindings.rejected or (one in mission.bindings.missed and is_unseen(mission, name))


def is_unseen(mission: Mission, name: str) -> bool:
    """Tell whether a thing is only believed to lie where it was put: what is seen there instead may be it."""
    state = mission.world.memory.get(name)
    return state is not None and is_out_of_sight(state)


def _could_be(subgoal: Subgoal, state: ObjectState) -> bool:
    return _class_fits(subgoal, state) or look_alike(state.class_name, subgoal.object)


def _class_fits(subgoal: Subgoal, state: ObjectState) -> bool:
    return state.class_name == subgoal.object or state.class_name in subgoal.object_alternatives


def _slices(mission: Mission, subgoal: Subgoal, whole: ObjectState) -> list[ObjectState]:
    """Return the slices of an object, the nearest to where it lay first."""
    slices = [
        o
        for o in mission.memory.of_class(subgoal.object)
        if not o.held and (subgoal.action, o.id) not in mission.bindings.rejected
    ]
    return sorted(slices, key=lambda o: (math.dist(o.center, whole.center), o.id))


@per_domain
def _treating() -> frozenset[str]:
    """Return where things are put to be treated and taken out of again: what is closed, or drains."""
    known = equipment()
    at = {t.place for t in known.treatments.values()}
    return frozenset(p for p in at if p in group("must_be_open")) | frozenset(known.drains())
