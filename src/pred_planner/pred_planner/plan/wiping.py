"""Where what things are wiped with is put back."""

from __future__ import annotations

from pred_core.objects import ObjectMemory, ObjectState
from pred_core.vocabulary import group, is_wiped, object_types, ordered_group, spoken
from pred_language.meaning.context import TaskContext
from pred_language.meaning.parts import tool_of
from pred_planner.plan.appliances import NoAppliance
from pred_planner.plan.expansion import opened_to_use
from pred_planner.plan.triplets import TripletThing


def wiper_home(name: str, context: TaskContext, memory: ObjectMemory) -> TripletThing | None:
    """Return where what a thing is wiped with is put back; None for a bed, which is made by hand.

    That is the place of the first one that was seen, with all others where one may lie in the open: which of them it
    was taken from is known once it is taken, and there it goes. Out of a drawer it comes only where it was seen in one.

    :raises NoAppliance: where the domain has nothing to wipe with
    """
    if not is_wiped(name):
        return None
    if not ordered_group("wipers"):
        raise NoAppliance(f"There is nothing here to wipe the {spoken(name)} with.")
    tool = tool_of(context)
    known = memory.of_class(tool.classes if tool is not None else ordered_group("wipers"))
    seen = next((place.class_name for one in known if (place := _place_of(one, memory)) is not None), "")
    found = [name for wiper in ordered_group("wipers") for name in object_types()[wiper].found_in]
    open_places = (name for name in (*ordered_group("surfaces"), *found) if _is_open_place(name))
    return TripletThing.of(tuple(dict.fromkeys([*([seen] if seen else []), *open_places])), "")


def _place_of(thing: ObjectState, memory: ObjectMemory) -> ObjectState | None:
    """Return where a thing lies, None where nothing is put: on the floor, or nobody knows."""
    place = memory.get(thing.parent_id)
    if place is None or not (_is_open_place(place.class_name) or opened_to_use(place.class_name)):
        return None
    return place


def _is_open_place(name: str) -> bool:
    known = object_types().get(name)
    return (
        known is not None
        and known.can("receptacle")
        and name not in group("floors")
        and not (opened_to_use(name) or known.can("pickupable"))
    )
