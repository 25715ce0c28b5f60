"""Fills forms about two things, or a thing and what holds it, with things of remembered rooms."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pred_bench.words.room_things import Filling, Form, RoomThings, ThingAtPlace, at, gaps_of, said
from pred_core.objects import ObjectState, Truth
from pred_core.vocabulary import can_be_carried

_HOLDERS = {
    "Fridge": ("Apple", "Tomato", "Lettuce", "Egg", "Potato", "Bread", "Mug", "Cup", "Bowl", "Plate", "WineBottle"),
}
"""What goes into a fridge; into the rest goes what is smaller than that."""
_BOXES = ("Box", "Drawer", "Cabinet", "Safe", "LaundryHamper")
_SMALL = (
    "KeyChain", "CreditCard", "CellPhone", "Watch", "Pen", "Pencil", "RemoteControl", "CD", "Spoon", "Fork", "Cloth",
    "SoapBar", "DishSponge", "Candle",
)  # fmt: skip
_WASHED = ("Mug", "Cup", "Plate", "Bowl", "Pan", "Pot", "Spoon", "Fork")
_LAMPS = ("FloorLamp", "DeskLamp", "Television", "Laptop", "Toaster", "CoffeeMachine")


def _two(world: RoomThings, form: Form, number: int) -> Filling | None:
    """Fill a form that brings two things to one place, each to its own, to the person, or one beside the other."""
    if not world.pairs:
        return None
    one, other, (here, there, *_) = world.pairs[number % len(world.pairs)]
    gaps = {"thing": said(one.thing), "other": said(other.thing), "there": at(here), "elsewhere": at(there)}
    gaps |= {"target": f"the {said(here)}", "other_target": f"the {said(there)}"}
    wants = {
        "two": [f"{one.thing.id} @ {here.id}", f"{other.thing.id} @ {here.id}"],
        "each": [f"{one.thing.id} @ {here.id}", f"{other.thing.id} @ {there.id}"],
        "hand": [f"{one.thing.id} @ person", f"{other.thing.id} @ person"],
        "beside": [f"{one.thing.id} @ {other.place.id}"],
        "instead": [f"{one.thing.id} @ {here.id}"],
    }
    return Filling(one.room, gaps, wants[form.kind])


def _into(world: RoomThings, form: Form, number: int) -> Filling | None:
    """Fill a form that puts something in what has a door or lid, which is left open or closed."""
    found = [
        (one, holder)
        for one in world.placed
        for name, holder in world.single[one.room].items()
        if one.thing.class_name in (_HOLDERS.get(name, ()) or (_SMALL if name in _BOXES else ()))
        if one.place is not holder
    ]
    if not found:
        return None
    one, holder = found[number % len(found)]
    gaps = {"thing": said(one.thing), "holder": said(holder)}
    return Filling(one.room, gaps, [f"{one.thing.id} @ {holder.id}", f"{holder.id} {form.end}"])


def _held(world: RoomThings) -> Iterator[tuple[str, ObjectState, ObjectState]]:
    """Yield what lies alone of its kind in what has a door or lid, with its room."""
    for room, single in world.single.items():
        for thing in single.values():
            holder = world.memories[room].get(thing.parent_id)
            boxed = holder is not None and holder.class_name in (*_HOLDERS, *_BOXES)
            if holder is not None and boxed and holder.class_name in single and can_be_carried(thing.class_name):
                yield room, thing, holder


def _out(world: RoomThings, form: Form, number: int) -> Filling | None:
    """Fill a form that takes something out of what has a door or lid and puts it on a surface."""
    found = [(room, thing, holder) for room, thing, holder in _held(world) if world.surfaces(room, {holder.id})]
    if not found:
        return None
    room, thing, holder = found[number % len(found)]
    places = world.surfaces(room, {holder.id})
    place = places[number % len(places)]
    gaps = {"thing": said(thing), "holder": said(holder), "there": at(place), "target": f"the {said(place)}"}
    return Filling(room, gaps, [f"{thing.id} @ {place.id}", f"{holder.id} {form.end}"])


def _washed(world: RoomThings, _: Form, number: int) -> Filling | None:
    """Fill a form that washes something dirty and puts it somewhere."""
    found = [p for p in world.placed if p.thing.class_name in _WASHED and "Sink" in world.single[p.room]]
    found = [p for p in found if p.thing.truth("clean") is Truth.FALSE]
    if not found:
        return None
    one = found[number % len(found)]
    gaps, target = gaps_of(one, number)
    return Filling(one.room, gaps, [f"{one.thing.id} @ {target.id}", f"{one.thing.id} clean"])


def _some(world: RoomThings, _: Form, number: int) -> Filling | None:
    """Fill a form that brings two of three or more to a place."""
    found = [group for group in world.groups if len(group) > 2]
    if not found:
        return None
    group = found[number % len(found)]
    gaps, target = gaps_of(group[0], number)
    end = f"{'|'.join(one.thing.id for one in group)} @ {target.id}"
    return Filling(group[0].room, gaps, [end, end])


def _cleared(world: RoomThings, _: Form, number: int) -> Filling | None:
    """Fill a form that brings all that lies in one place to another."""
    found = [one for one in world.placed if _all_carried(world, one)]
    if not found:
        return None
    one = found[number % len(found)]
    gaps, target = gaps_of(one, number)
    return Filling(one.room, gaps, [f"{o.id} @ {target.id}" for o in _lying_beside(world, one)])


def _lying_beside(world: RoomThings, one: ThingAtPlace) -> list[ObjectState]:
    """Return all that lies where a thing lies, that thing as well."""
    return [o for o in world.memories[one.room].objects if o.parent_id == one.place.id]


def _all_carried(world: RoomThings, one: ThingAtPlace) -> bool:
    """Tell whether all that lies where a thing lies can be carried, none of it with something in it, and no knife."""
    holding = {o.parent_id for o in world.memories[one.room].objects}
    plain = all(
        can_be_carried(o.class_name) and o.id not in holding and "Knife" not in o.class_name
        for o in _lying_beside(world, one)
    )
    return plain and at(one.place).startswith("on ")


def _only(world: RoomThings, _: Form, number: int) -> Filling | None:
    """Fill a form that switches one thing on and not another."""
    off = {room: [o for o in world.turned(room, _LAMPS, "on") if o.truth("on") is Truth.FALSE] for room in world.single}
    found = [(room, things[0], things[1]) for room, things in off.items() if len(things) > 1]
    if not found:
        return None
    room, one, other = found[number % len(found)]
    return Filling(room, {"thing": said(one), "other": said(other)}, [f"{one.id} on"])


FILLERS_OF_TWO: Mapping[str, Callable[[RoomThings, Form, int], Filling | None]] = {
    **dict.fromkeys(("two", "each", "hand", "beside", "instead"), _two),
    "into": _into,
    "out": _out,
    "washed": _washed,
    "some": _some,
    "cleared": _cleared,
    "only": _only,
}
"""What fills each kind of form that this module knows."""
