"""Where a thing is put down for a while: the nearest free surface that nothing else is to go to, within reach."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pred_core.objects import ObjectState
from pred_core.plan_language import High, Primitive, Subgoal
from pred_core.vocabulary import group, object_types, single_slot
from pred_recovery.act.effects import closed
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.placing import away_from, crowded

LIKELY = 0.5
"""What is less likely to be there and of its class is no place while another one is known."""


def is_set_aside(step: Subgoal) -> bool:
    """Tell whether a step puts down what is held on any surface, to free the hand: its place is no goal."""
    named = {step.object, *step.object_alternatives}
    return step.action == Primitive.PUT and not step.object_ref and named >= group("surfaces")


def resting_places(mission: Mission, kind: str, avoid: str = "") -> list[ObjectState]:
    """Return the open places an object of that class may be put on for a while, in the order of :func:`for_a_while`.

    :param avoid: id of a receptacle that must stay free
    """
    usable = [o for o in mission.memory.objects if o.id != avoid and _bears(o, kind)]
    return for_a_while(mission, usable, kind)


def for_a_while(mission: Mission, places: Iterable[ObjectState], kind: str = "") -> list[ObjectState]:
    """Return places in the order in which something is put down on them for a while.

    Surfaces come before basins, bins and seats; what stands in something closed, ends over the camera or is crowded,
    and where other things are to go, comes last. Else the nearest is first, by its side: the middle of a long counter
    says little.

    :param kind: class of what is put down; '' is what the hand holds
    """
    return sorted(places, key=_order(mission, kind))


def _order(mission: Mission, kind: str) -> Callable[[ObjectState], tuple[bool | float | str, ...]]:
    memory, pose = mission.memory, mission.robot.pose
    held = memory.held
    known = object_types().get(kind or (held.class_name if held is not None else ""))
    first = group("resting_places") or group("surfaces")

    def key(place: ObjectState) -> tuple[bool | float | str, ...]:
        around = memory.get(place.parent_id)
        return (
            around is not None and closed(around),
            place.class_name not in first,
            place.score < LIKELY,
            known is not None and not known.fits_in(place.class_name),
            mission.settings.mobile and _top(place) > mission.settings.camera_height,
            held is not None and crowded(memory, place, held),
            _is_for_others(mission, place),
            away_from(place, (pose.x, pose.y)),
            place.id,
        )

    return key


def _top(place: ObjectState) -> float:
    return place.center[2] + place.size[2] / 2.0


def _bears(place: ObjectState, kind: str) -> bool:
    types = object_types()
    known = types.get(place.class_name)
    return (
        known is not None
        and known.can("receptacle")
        and not known.can("pickupable")
        and place.class_name not in group("must_be_open")
        and not single_slot(place.class_name)
        and kind in types
        and types[kind].fits_in(place.class_name)
    )


def _is_for_others(mission: Mission, place: ObjectState) -> bool:
    """Tell whether the plan wants something else than what is held at a place, which is to stay free for that."""
    variables = mission.bindings.variables
    held = mission.memory.held_id
    for t in mission.plan.triplets if mission.plan is not None else ():
        to = (t.receptacle, *t.receptacle_alternatives)
        anywhere = not t.receptacle_ref and set(to) >= group("surfaces")
        if t.action not in (High.MOVE, High.PUT) or anywhere or place.class_name not in to:
            continue
        own = bool(held) and variables.get(t.object_ref) == held
        if not own and variables.get(t.receptacle_ref, place.id) == place.id:
            return True
    return False
