"""In which order instances are taken: the least effort first, what lies where it should go last."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from pred_core.objects import ObjectState, Truth
from pred_core.plan_language import High, Kind, Primitive, Subgoal
from pred_core.vocabulary import whole_of
from pred_recovery.act.effects import closed
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.placing import crowded
from pred_recovery.refer.phrases import weights_of

CLOSED_COST = 3.0
"""What opening something first is worth, in metres of walking."""


DOUBT_COST = 20.0
"""What it costs to take something for what it is not, in metres of walking."""

SURE = 0.65
"""How likely a thing is there and of its class from which nobody goes to look at it from near first."""


def sure(state: ObjectState) -> bool:
    """Tell whether a thing is likely enough what it is called to be used at once."""
    return state.score >= SURE


def best_first(
    mission: Mission, subgoal: Subgoal, found: Sequence[ObjectState], *, alike: bool = False
) -> list[ObjectState]:
    """Return instances in the order in which they are taken: what lies where it should go comes last (ASR).

    What the words hardly mean has to be much nearer than what they mean rather, like what is hardly seen to be it.

    :param alike: whether any of them will do
    """
    placed_last = subgoal.action == Primitive.PICKUP and Kind.ASR in mission.settings.kinds
    goal_places = destinations(mission, subgoal) if placed_last else frozenset()
    placed = {o.id: lies_in(mission, o, goal_places) for o in found} if goal_places else {}
    if len(set(placed.values())) > 1:
        mission.trace.swayed_by.add(Kind.ASR)
    return sorted(found, key=_order(mission, subgoal, placed, {} if alike else _likely(mission, subgoal, found)))


def _likely(mission: Mission, subgoal: Subgoal, found: Sequence[ObjectState]) -> Mapping[str, float]:
    """Return how likely the words mean each class of what was found, over the likeliest of these; 0 to 1."""
    context = mission.plan.context if mission.plan is not None else {}
    weights = weights_of(context, subgoal.object)
    told = {o.class_name: weights.get(whole_of(o.class_name) or o.class_name, 0.0) for o in found}
    most = max(told.values(), default=0.0)
    return {name: weight / most for name, weight in told.items()} if most else {}


def _order(
    mission: Mission, subgoal: Subgoal, placed: Mapping[str, bool], likely: Mapping[str, float]
) -> Callable[[ObjectState], tuple[float | bool | str, ...]]:
    def key(state: ObjectState) -> tuple[float | bool | str, ...]:
        unsure = sum(state.truth(a.name) is Truth.UNKNOWN for a in subgoal.required)
        return (
            placed.get(state.id, False),
            not _holds_what_is_next(mission, subgoal, state),
            bool(subgoal.inside) and not lies_in(mission, state, subgoal.inside),
            _full(mission, subgoal, state),
            unsure,
            _cost(mission, subgoal, state, likely.get(state.class_name, 1.0)),
            state.id,
        )

    return key


def _cost(mission: Mission, subgoal: Subgoal, state: ObjectState, likely: float) -> float:
    """Return the effort of getting at an instance, in metres; a faucet counts from the basin it belongs to.

    :param likely: how likely the words mean its class
    """
    x, y = _from_where(mission, subgoal)
    cost = math.hypot(state.center[0] - x, state.center[1] - y)
    parent = mission.memory.get(state.parent_id)
    if parent is not None and closed(parent):
        cost += CLOSED_COST
    return cost + DOUBT_COST * (1.0 - state.score * likely)


def _from_where(mission: Mission, subgoal: Subgoal) -> tuple[float, float]:
    place = subgoal.expectation.place
    bound = (mission.memory.get(i) for i in mission.bindings.variables.values())
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
    return crowded(mission.memory, place, held)
