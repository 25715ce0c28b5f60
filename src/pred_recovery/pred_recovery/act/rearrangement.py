"""Moving things: put something down for a while, take away what is in the way."""

from __future__ import annotations

import math

from pred_core.objects import ObjectState
from pred_core.outcome import Code, Outcome
from pred_core.plan_language import Primitive
from pred_core.vocabulary import domain, object_types, single_slot
from pred_recovery.act.perform import go_and
from pred_recovery.act.resting_places import resting_places
from pred_recovery.mission.failure_case import FATAL
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.requests import Steps

SPOTS_TRIED = 3


AROUND = 0.05
"""How far out of the outline of what holds it a thing's middle may be seen (m)."""


def put_down(mission: Mission, avoid: str = "") -> Steps:
    """Put what the hand holds on the nearest surface that takes it."""
    held = mission.memory.held
    if held is None:
        return Outcome(Code.HAND_EMPTY, "There is nothing to put down.")
    outcome = Outcome(Code.NOT_FOUND, f"No surface is known to put the {held.class_name} on.")
    for place in resting_places(mission, held.class_name, avoid)[:SPOTS_TRIED]:
        outcome = yield from go_and(mission, Primitive.PUT, place)
        if outcome or outcome.code in FATAL:
            return outcome
    return outcome


def open_for(mission: Mission, place: ObjectState) -> Steps:
    """Open a place; what is held is put down meanwhile by a robot whose hand opens doors."""
    held = mission.memory.held
    if held is None or not domain().by_hand:
        return (yield from go_and(mission, Primitive.OPEN, place))
    mission.note("free_hand", f"Putting {held.id} down to open {place.id}.", id=held.id)
    for outcome_of in (
        put_down(mission, avoid=place.id),
        go_and(mission, Primitive.OPEN, place),
        go_and(mission, Primitive.PICKUP, held),
    ):
        outcome = yield from outcome_of
        if not outcome:
            return outcome
    return Outcome.success()


def removable(mission: Mission, place: ObjectState) -> list[ObjectState]:
    """Return what lies in a receptacle and can be taken away, the largest first; nothing the plan has placed.

    What takes a single thing, such as a coffee machine, has it within its own outline rather than on a surface.
    """
    types = object_types()
    bound = set(mission.bindings.variables.values())
    by_outline = bool(single_slot(place.class_name))
    lying = [
        o
        for o in mission.memory.objects
        if (o.parent_id == place.id or (by_outline and _is_within(o, place)))
        and o.id not in bound
        and not o.held
        and o.class_name in types
        and types[o.class_name].can("pickupable")
    ]
    return sorted(lying, key=lambda o: (-o.size[0] * o.size[1], o.id))


def _is_within(state: ObjectState, place: ObjectState) -> bool:
    pairs = zip(state.center, place.center, place.size, strict=True)
    return all(abs(here - there) <= size / 2.0 + AROUND for here, there, size in pairs)


def make_room(mission: Mission, place: ObjectState) -> Steps:
    """Take one thing out of a full receptacle: put down what is held, move the thing away, take up again."""
    held = mission.memory.held
    in_the_way = removable(mission, place)
    if held is None or not in_the_way:
        return Outcome(Code.RECEPTACLE_FULL, f"{place.id} is full and nothing in it can be moved.")
    mission.note("make_room", f"Taking {in_the_way[0].id} out of {place.id}.", id=in_the_way[0].id)
    for outcome_of in (
        put_down(mission, avoid=place.id),
        go_and(mission, Primitive.PICKUP, in_the_way[0]),
        put_down(mission, avoid=place.id),
        go_and(mission, Primitive.PICKUP, held),
    ):
        outcome = yield from outcome_of
        if not outcome:
            return outcome
    return Outcome.success()


def clear_view(mission: Mission, place: ObjectState) -> Steps:
    """Take the nearest thing that is seen in a receptacle away, for what it may hide behind it."""
    pose = mission.robot.pose
    seen = [o for o in removable(mission, place) if o.visible]
    away = {o.id: math.hypot(o.center[0] - pose.x, o.center[1] - pose.y) for o in seen}
    nearest = min(seen, key=lambda o: (away[o.id], o.id), default=None)
    if nearest is None:
        return Outcome(Code.NOT_FOUND, f"Nothing in {place.id} can be taken out of the way.")
    mission.note("clear_view", f"Taking {nearest.id} out of {place.id} to see behind it.", id=nearest.id)
    outcome = yield from go_and(mission, Primitive.PICKUP, nearest)
    if not outcome:
        return outcome
    return (yield from put_down(mission, avoid=place.id))
