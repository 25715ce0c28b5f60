"""Which of the remembered instances a subgoal is about."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from pred_core.objects import ObjectState, Truth
from pred_core.vocabulary import look_alike, object_types, single_slot, sliced_of, whole_of
from pred_planner.language import High, Kind, Primitive, Subgoal
from pred_recovery.effects import closed
from pred_recovery.mission import Mission

CLOSED_COST = 3.0
"""What opening something first is worth, in metres of walking."""
FORGOTTEN_COST = 2.0
"""What an instance that only one bad detection speaks for is worth, in metres of walking."""
CROWDED = 0.8
"""A receptacle whose things cover more than this share of it counts as full."""
HIDDEN = 0.25
"""How likely a thing that was seen nowhere in the room is to be in closed furniture; 5 in 17 mugs of ALFRED's tasks."""
TREATING = frozenset({"Microwave", "Fridge", "Sink", "SinkBasin"})
"""Where things are put to be heated, cooled or cleaned, and taken out again."""


def candidates(mission: Mission, subgoal: Subgoal, *, alternatives: bool = True) -> list[ObjectState]:
    """Return the instances the subgoal may be done with, best first; empty when none is known.

    A bound instance stands alone, unless it was rejected. Classes the words name come before their alternatives,
    unless only an alternative is still to be switched, and but for what is one of a kind (a tool, a knife to slice
    with): there any will do.
    """
    bound = _bound(mission, subgoal)
    if bound:
        return bound
    named = _usable_of(mission, subgoal, (subgoal.object,))
    any_will_do = _any_will_do(mission, subgoal)
    wide = alternatives or any_will_do
    others = _usable_of(mission, subgoal, subgoal.object_alternatives) if wide else []
    if any_will_do:
        return _best_first(mission, subgoal, [*named, *others])
    if subgoal.action == Primitive.TOGGLE_ON and not any(map(_is_off, named)) and any(map(_is_off, others)):
        return [*filter(_is_off, others), *named]
    return named or others


def _usable_of(mission: Mission, subgoal: Subgoal, names: tuple[str, ...]) -> list[ObjectState]:
    usable = [o for o in mission.memory.of_class(names) if _usable(mission, subgoal, o)]
    return _best_first(mission, subgoal, usable)


def _is_off(state: ObjectState) -> bool:
    return state.truth("on") is Truth.FALSE


def meant(mission: Mission, subgoal: Subgoal) -> tuple[str, ...]:
    """Return the classes that the subgoal's words mean alike; their alternatives are taken only when these are not."""
    return (subgoal.object, *(subgoal.object_alternatives if _any_will_do(mission, subgoal) else ()))


def named_surely(mission: Mission, subgoal: Subgoal) -> bool:
    """Tell whether closed furniture is to be opened for what is named before another thing the words may mean is taken.

    It is when the others' weights are below the chance that what is named is hidden. Plans that do not say how much
    each meaning weighs leave that open.
    """
    plan = mission.plan
    slots = [slot for slot in plan.context.values() if isinstance(slot, dict)] if plan else []
    named = whole_of(subgoal.object) or subgoal.object
    for slot in slots:
        weights: dict[str, float] = dict(zip(slot.get("classes", ()), slot.get("weights", ()), strict=False))
        if named in weights:
            others = (w for name, w in weights.items() if name != named)
            return max(others, default=0.0) < HIDDEN * weights[named]
    return False


def _any_will_do(mission: Mission, subgoal: Subgoal) -> bool:
    """Tell whether the subgoal only wants one of a kind ("a tool", "fruit"), or something to slice with."""
    named = {subgoal.object, *subgoal.object_alternatives}
    kinds = mission.plan.context.get("any_of", ()) if mission.plan else ()
    if subgoal.object_alternatives and any(named <= set(kind) for kind in kinds):
        return True
    parent = mission.triplet_of(subgoal)
    return parent is not None and parent.action == High.SLICE and subgoal.object != parent.object


def looks_at(mission: Mission, subgoal: Subgoal) -> bool:
    """Tell whether a step belongs to looking at something by a lamp."""
    triplet = mission.triplet_of(subgoal)
    return triplet is not None and triplet.action == High.LOOK_AT


def bind(mission: Mission, subgoal: Subgoal, chosen: ObjectState) -> None:
    """Remember which instance a variable of the plan means from now on."""
    if subgoal.object_ref:
        mission.bindings[subgoal.object_ref] = chosen.id


def reject(mission: Mission, subgoal: Subgoal, refused: ObjectState) -> None:
    """Do not take this instance for this primitive again; what was bound to it is free."""
    mission.rejected.add((subgoal.action, refused.id))
    if subgoal.object_ref and mission.bindings.get(subgoal.object_ref) == refused.id:
        del mission.bindings[subgoal.object_ref]


def _bound(mission: Mission, subgoal: Subgoal) -> list[ObjectState]:
    name = subgoal.object_id or mission.bindings.get(subgoal.object_ref, "")
    if not name or (subgoal.action, name) in mission.rejected:
        return []
    state = mission.memory.get(name)
    whole = state or mission.whole.get(name)
    if whole is not None and sliced_of(whole.class_name) == subgoal.object:
        return _slices(mission, subgoal, whole)
    there = _where_it_was_put(mission, subgoal, name)
    if there:
        return there
    if state is None or not (_class_fits(subgoal, state) or _is_my_own(mission, subgoal, state)):
        return []
    return [state]


def _is_my_own(mission: Mission, subgoal: Subgoal, state: ObjectState) -> bool:
    """Tell whether an object that looks like a look-alike now is what the robot had in its hand and put there.

    In the hand it was found to be what is wanted; a look at where it lies does not undo that.
    """
    return state.id in mission.placed and look_alike(state.class_name, subgoal.object)


def _where_it_was_put(mission: Mission, subgoal: Subgoal, name: str) -> list[ObjectState]:
    """Return what now lies in the furniture that the robot put the bound object into, if that object does not.

    Alike things (slices) are easily taken for one another; what is heated is what comes out of the microwave. A
    look-alike, or another class the words may mean, is the object seen amiss if it was not known before; its own kind
    comes first.
    """
    place = mission.memory.get(mission.placed.get(name, ""))
    if subgoal.action != Primitive.PICKUP or place is None or place.class_name not in TREATING:
        return []
    before = mission.placed_among.get(name, frozenset())
    inside = [
        o
        for o in mission.memory.inside(place.id)
        if not o.held
        and (
            o.class_name == subgoal.object or ((o.id == name or o.id not in before) and _could_be(subgoal, o))
        )
    ]
    taken = {i for ref, i in mission.bindings.items() if ref != subgoal.object_ref} | {
        i for action, i in mission.rejected if action == subgoal.action
    }
    if any(o.id == name for o in inside):
        return []
    left = [o for o in inside if o.id not in taken]
    return sorted(left, key=lambda o: (not _class_fits(subgoal, o), not o.visible, o.id))


def _could_be(subgoal: Subgoal, state: ObjectState) -> bool:
    return _class_fits(subgoal, state) or look_alike(state.class_name, subgoal.object)


def _class_fits(subgoal: Subgoal, state: ObjectState) -> bool:
    return state.class_name == subgoal.object or state.class_name in subgoal.object_alternatives


def _slices(mission: Mission, subgoal: Subgoal, whole: ObjectState) -> list[ObjectState]:
    """Return the slices of an object, the nearest to where it lay first."""
    slices = [
        o
        for o in mission.memory.of_class(subgoal.object)
        if not o.held and (subgoal.action, o.id) not in mission.rejected
    ]
    return sorted(slices, key=lambda o: (math.dist(o.center, whole.center), o.id))


def _usable(mission: Mission, subgoal: Subgoal, state: ObjectState) -> bool:
    if (subgoal.action, state.id) in mission.rejected or state.held:
        return False
    others = {i for ref, i in mission.bindings.items() if ref != subgoal.object_ref}
    if subgoal.object_ref and state.id in others:
        return False
    return all(state.truth(a.name) in (a.value, Truth.UNKNOWN) for a in subgoal.required)


def _best_first(mission: Mission, subgoal: Subgoal, found: Sequence[ObjectState]) -> list[ObjectState]:
    """Return instances in the order in which they are taken: what lies where it should go comes last (ASR)."""
    placed_last = subgoal.action == Primitive.PICKUP and Kind.ASR in mission.settings.kinds
    goal_places = destinations(mission, subgoal) if placed_last else frozenset()
    placed = {o.id: lies_in(mission, o, goal_places) for o in found} if goal_places else {}
    if len(set(placed.values())) > 1:
        mission.swayed_by.add(Kind.ASR)
    return sorted(found, key=_order(mission, subgoal, placed))


def _order(
    mission: Mission, subgoal: Subgoal, placed: Mapping[str, bool]
) -> Callable[[ObjectState], tuple[float | bool | str, ...]]:
    def key(state: ObjectState) -> tuple[float | bool | str, ...]:
        unsure = sum(state.truth(a.name) is Truth.UNKNOWN for a in subgoal.required)
        return (
            placed.get(state.id, False),
            not _holds_what_is_next(mission, subgoal, state),
            bool(subgoal.inside) and not lies_in(mission, state, subgoal.inside),
            _full(mission, subgoal, state),
            unsure,
            _cost(mission, subgoal, state),
            state.id,
        )

    return key


def _cost(mission: Mission, subgoal: Subgoal, state: ObjectState) -> float:
    """Return the effort of getting at an instance, in metres; a faucet counts from the basin it belongs to."""
    x, y = _from_where(mission, subgoal)
    cost = math.hypot(state.center[0] - x, state.center[1] - y)
    parent = mission.memory.get(state.parent_id)
    if parent is not None and closed(parent):
        cost += CLOSED_COST
    return cost + FORGOTTEN_COST * (1.0 - state.score)


def _from_where(mission: Mission, subgoal: Subgoal) -> tuple[float, float]:
    place = subgoal.expectation.place
    bound = (mission.memory.get(i) for i in mission.bindings.values())
    used = next((o for o in bound if o is not None and o.class_name == place), None)
    if used is not None and subgoal.action in (Primitive.TOGGLE_ON, Primitive.TOGGLE_OFF):
        return used.center[0], used.center[1]
    return mission.robot.pose.x, mission.robot.pose.y


def _holds_what_is_next(mission: Mission, subgoal: Subgoal, place: ObjectState) -> bool:
    """Tell whether a place to be opened is known to hold what the plan takes out of it next."""
    plan = mission.plan
    if subgoal.action != Primitive.OPEN or plan is None:
        return False
    following = next((s for s in plan.subgoals[plan.cursor + 1 :] if s.action != Primitive.OPEN), None)
    if following is None or following.action != Primitive.PICKUP:
        return False
    names = {following.object, *following.object_alternatives}
    return any(o.class_name in names for o in mission.memory.inside(place.id))


def destinations(mission: Mission, subgoal: Subgoal) -> frozenset[str]:
    """Return the classes where the plan finally wants the subgoal's object.

    Things already there are taken last. That something is where it should go is what ASR sees (section 3.1.4), so
    without that module they are taken like others.
    """
    plan = mission.plan
    if plan is None:
        return frozenset()
    return frozenset(
        place
        for t in plan.triplets
        if t.action in (High.MOVE, High.PUT) and t.receptacle and t.object_ref == subgoal.object_ref
        for place in (t.receptacle, *t.receptacle_alternatives)
    )


def lies_in(mission: Mission, state: ObjectState, places: Iterable[str]) -> bool:
    """Tell whether an object lies, directly or through what it lies in, in a place of one of these classes."""
    wanted = set(places)
    return any(place.class_name in wanted for place in surroundings(mission, state))


def surroundings(mission: Mission, state: ObjectState) -> Iterator[ObjectState]:
    """Yield what an object lies on or in, then what that lies on or in, and so on."""
    seen: set[str] = set()
    parent = mission.memory.get(state.parent_id)
    while parent is not None and parent.id not in seen:
        yield parent
        seen.add(parent.id)
        parent = mission.memory.get(parent.parent_id)


def _full(mission: Mission, subgoal: Subgoal, place: ObjectState) -> bool:
    """Tell whether a receptacle seems to have no room for what the hand holds (or will hold)."""
    putting = subgoal.action in (Primitive.PUT, Primitive.OPEN)
    held = mission.memory.held
    if not putting or held is None:
        return False
    lying = mission.memory.inside(place.id)
    if single_slot(place.class_name):
        return bool(lying)
    return _area(place) < _base(held) or sum(map(_base, lying)) + _base(held) > CROWDED * _area(place)


def _area(state: ObjectState) -> float:
    return state.size[0] * state.size[1]


def _base(state: ObjectState) -> float:
    """Return the floor space of an object in square metres, from its type where that is known."""
    known = object_types().get(state.class_name)
    if known is None or known.size is None:
        return _area(state)
    return known.size[0] * known.size[2]
