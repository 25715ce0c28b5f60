"""What furniture and vessels are seen to hold: whether the box is empty, which of the drawers are full."""

from __future__ import annotations

from collections.abc import Sequence

from pred_core.objects import ObjectMemory, ObjectState, Truth
from pred_core.referring.relations import surroundings
from pred_core.vocabulary import can_be_carried, group, object_types, part_of
from pred_language.questions.asks import Ask
from pred_language.questions.meant import meant_by
from pred_language.questions.wording import counted

Told = tuple[bool | None, str, Sequence[ObjectState]]
"""The value of an answer, its sentence, and the things that it names."""


def asks_contents(ask: Ask, found: Sequence[ObjectState]) -> bool:
    """Tell whether it is asked of furniture whether it is full or empty, rather than of what liquid fills."""
    return ask.state == "filled" and not any(object_types()[o.class_name].can("canFillWithLiquid") for o in found)


def whether_empty(ask: Ask, memory: ObjectMemory, found: Sequence[ObjectState]) -> Told:
    """Return whether furniture is empty, or full: whether anything was seen in or on it.

    What is shut, and was seen to hold nothing, may hold anything.
    """
    there = {o.class_name for o in found}
    parents = ((o, memory.get(o.parent_id)) for o in memory.objects if can_be_carried(o.class_name))
    inside = [o for o, p in parents if p and (p in found or part_of().get(p.class_name) in there)]
    if not inside and any(_is_shut(o) and o.truth("open") is Truth.FALSE for o in found):
        return None, "I don't know: I have seen nothing in there, but it is not open.", ()
    so = bool(inside) is ask.value
    told = f"I have seen {counted(inside) if inside else 'nothing'} there"
    return so, f"{'Yes' if so else 'No'}: {told}.", inside


def by_contents(
    found: Sequence[ObjectState], ask: Ask, memory: ObjectMemory
) -> tuple[list[ObjectState], list[ObjectState]]:
    """Return which of the places that are asked about are full, or empty, and of which shut ones it is not known."""
    hold = {name for o in memory.objects if can_be_carried(o.class_name) for name in surroundings(memory, o)}
    unknown = [o for o in found if _is_shut(o) and o.id not in hold]
    return [o for o in found if (o.id in hold) is ask.value and o not in unknown], unknown


def filled_vessels(ask: Ask, memory: ObjectMemory) -> list[ObjectState]:
    """Return the vessels that a question is about the contents of and that are full: nobody saw what of."""
    inside = [mark for t in ask.of.tests if t.value in ("in", "on") for mark in t.landmarks]
    vessels = [o for mark in inside for o in meant_by(mark, memory)]
    return [
        o for o in vessels if object_types()[o.class_name].can("canFillWithLiquid") and o.truth("filled") is Truth.TRUE
    ]


def _is_shut(place: ObjectState) -> bool:
    return place.class_name in group("must_be_open") and place.truth("open") is not Truth.TRUE
