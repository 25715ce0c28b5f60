"""What was put somewhere counts as lying there once it is seen there: an empty hand tells only that it is gone.

A hand of a real arm lets a thing fall beside its place as well as on it, and the camera that it carries looks away
meanwhile. So the robot looks: at the place, at the floor before it, and from another side.
"""

from __future__ import annotations

from pred_core.objects import ObjectMemory, ObjectState
from pred_core.outcome import Code, Outcome
from pred_core.referring.relations import surroundings
from pred_core.vocabulary import group, has_door, object_types, part_of, spoken
from pred_recovery.act.at_the_feet import look_down
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.placing import away_from, stays_at
from pred_recovery.mission.requests import Mode, Navigate, Steps

SIDES = 1
"""From so many other places it is looked for."""
FLOOR = 0.03
"""What begins so low lies on the floor itself, m: the lowest board of a cabinet is higher."""


def see_it_there(mission: Mission, before: ObjectMemory, place: ObjectState, relation: str = "") -> Steps:
    """Look for what was just put somewhere, until it is seen: there, or somewhere else.

    In what hides what lies in it a thing that is seen nowhere may lie; on what is open to view it does not.

    :param before: the memory before it was put, with the thing in the hand
    :param relation: "on" where it was to lie on a cabinet or the like, and not in it
    :returns: HAND_EMPTY when it is seen elsewhere, or nowhere though it would be seen there
    """
    held = before.held
    if held is None:
        return Outcome.success()

    def sight() -> ObjectState | None:
        return _sight(mission, before, place)

    seen = yield from look_down(mission, sight)
    hidden = place.class_name in group("fully_inside") or place.class_name in group("hollow")
    for side in range(1, SIDES + 1):
        if seen is not None or hidden:
            break
        mission.note("look_after", f"{held.id} is not seen on {place.id}: looking from another side.", id=held.id)
        reply = yield Navigate(Mode.OBJECT, object_id=place.id, attempt=side)
        if reply.outcome:
            seen = yield from look_down(mission, sight)
    if seen is None and hidden:
        return Outcome.success()
    thing, where = spoken(held.class_name), spoken(place.class_name)
    if seen is None:
        return Outcome(Code.HAND_EMPTY, f"The {thing} was let go at the {where}, but it is not seen there.")
    memory = mission.world.memory  # as it is seen: what was put there before says nothing now
    if relation != "on" and has_door(place.class_name) and _on_top(seen, memory.get(place.id) or place):
        return Outcome(Code.HAND_EMPTY, f"The {thing} was to be in the {where}, but it is seen on top of it.")
    if _is_there(memory, seen, place):
        return Outcome.success()
    other = memory.get(seen.parent_id)
    lies = f"on the {spoken(other.class_name)}" if other is not None and other.id != place.id else "beside it"
    return Outcome(Code.HAND_EMPTY, f"The {thing} was to be on the {where}, but it is seen {lies}.")


def _sight(mission: Mission, before: ObjectMemory, place: ObjectState) -> ObjectState | None:
    """Return what was seen of the thing since: itself, or one like it that nobody knew before and that lies there.

    A hand that let go of something in a basin has looked down into it before it went back.
    """
    held, memory = before.held, mission.world.memory
    now = memory.get(before.held_id)
    if held is None or (now is not None and (now.visible or now.last_seen_step > before.step)):
        return now
    fresh = (o for o in memory.of_class(held.class_name) if o.visible or o.last_seen_step > before.step)
    fresh = (o for o in fresh if before.get(o.id) is None)
    return next((o for o in fresh if _is_there(memory, o, place)), None)


def _on_top(thing: ObjectState, place: ObjectState) -> bool:
    """Tell whether a thing lies higher than all that is known of a place."""
    return thing.center[2] > place.center[2] + place.size[2] / 2.0


def _is_there(memory: ObjectMemory, state: ObjectState, place: ObjectState) -> bool:
    """Tell whether a thing lies on or in a place, or on what belongs to it, and not on the floor before it.

    What lies in a basin or a drawer that a place holds, or on a basin's rim, lies there and not on the place.
    """
    if has_door(place.class_name) and state.center[2] - state.size[2] / 2.0 <= FLOOR:
        return False  # the box of an open door reaches over the floor, so that perception takes it to be inside
    whole = _whole(place.class_name)
    if _over_basin(memory, state, whole):
        return False
    for name in surroundings(memory, state):
        around = memory.get(name)
        if name == place.id or (around is not None and _whole(around.class_name) == whole):
            return True
        if around is not None and _encloses(around.class_name):
            return False
    return stays_at(state, memory.get(place.id) or place)


def _over_basin(memory: ObjectMemory, state: ObjectState, whole: str) -> bool:
    """Tell whether a thing's middle is over a basin that is no part of its place.

    Of some things nobody says that they are put into one, so that perception takes them to be on what is around it.
    """
    others = _basins() - {whole}
    return any(
        _whole(o.class_name) in others and stays_at(state, o) and away_from(o, state.center[:2]) == 0.0
        for o in memory.objects
    )


def _encloses(class_name: str) -> bool:
    """Tell whether what is in something of a class is not on what that stands on or is let into; a bowl is carried."""
    types = object_types()
    carried = class_name in types and types[class_name].can("pickupable")
    return not carried and (_whole(class_name) in _basins() or class_name in group("fully_inside"))


def _basins() -> frozenset[str]:
    """Return what has a hollow for a part: sinks and tubs."""
    return frozenset(part_of()[name] for name in group("hollow") if name in part_of())


def _whole(class_name: str) -> str:
    return part_of().get(class_name, class_name)
