"""A goal told as a plain order that means its instances: "put the yellow mug in the sink"."""

from __future__ import annotations

from collections.abc import Sequence

from pred_core.objects import ObjectMemory, ObjectState
from pred_core.vocabulary import group, spoken
from pred_language.goals.candidates import BRING, PUT, RoomGoal
from pred_language.goals.scene import colours_of, states_of

_ORDERS = {
    "on": "turn on", "off": "turn off", "open": "open", "closed": "close", "clean": "wash", "filled": "fill",
    "sliced": "slice", "hot": "heat", "cold": "chill", BRING: "bring me",
}  # fmt: skip
_TELLING = {"open": "open", "closed": "closed", "dirty": "dirty", "clean": "clean", "on": "that is on",
            "off": "that is off"}  # fmt: skip


def as_order(goal: RoomGoal, memory: ObjectMemory) -> str:
    """Return a goal as a plain order, '' for a thing that words cannot tell from the others of its kind."""
    thing = memory.get(goal.thing)
    named = _told(thing, memory, goal.act) if thing is not None else ""
    if not named:
        return ""
    if goal.act != PUT:
        return f"{_ORDERS[goal.act]} {named}"
    place = memory.get(goal.place)
    to = _told(place, memory, goal.act) if place is not None else ""
    return f"put {named} {_in_or_on(place)} {to}" if place is not None and to else ""


def _in_or_on(place: ObjectState) -> str:
    return "on" if place.class_name in group("surfaces") | group("floors") else "in"


def _told(one: ObjectState, memory: ObjectMemory, act: str) -> str:
    """Return a thing by its type, with what tells it from the others: a colour, a state, where it is; else a number."""
    kind = spoken(one.class_name)
    others = [other for other in memory.of_class(one.class_name) if other.id != one.id]
    if not others:
        return f"the {kind}"
    for colour in sorted(colours_of(one)):
        if not any(colour in colours_of(other) for other in others):
            return f"the {colour} {kind}"
    for state in sorted(states_of(one) & _TELLING.keys()):
        if state != act and not any(state in states_of(other) for other in others):
            told = _TELLING[state]
            return f"the {kind} {told}" if told.startswith("that") else f"the {told} {kind}"
    return _by_place(one, others, memory, kind) or _by_number(one, kind)


def _by_place(one: ObjectState, others: Sequence[ObjectState], memory: ObjectMemory, kind: str) -> str:
    holder = memory.get(one.parent_id) if one.parent_id else None
    if holder is None or any(other.parent_id == one.parent_id for other in others):
        return ""
    if len(memory.of_class(holder.class_name)) > 1:
        return ""
    return f"the {kind} that is {_in_or_on(holder)} the {spoken(holder.class_name)}"


def _by_number(one: ObjectState, kind: str) -> str:
    number = one.id.rpartition("_")[2]
    return f"the {kind} {number}" if number.isdigit() else ""
