"""Which remembered things the words of a question mean, and what of them was never seen."""

from __future__ import annotations

from dataclasses import replace

from pred_core.objects import ObjectMemory, ObjectState, Truth
from pred_core.referring.description import Description, TestKind
from pred_core.referring.relations import surroundings
from pred_core.referring.scoring import scores
from pred_core.vocabulary import can_be_carried, group, object_types, part_of
from pred_language.questions.asks import Ask, What
from pred_language.questions.wording import colours, where_it_is

SEEN = 0.5
"""Score from which a thing was seen to be what is asked about; less is what nothing is known of."""
LIKELY = 0.4
"""Weight of a class, beside the likeliest one here, from which the words mean it, too."""
_PLACED_AND_COMPARED = (TestKind.RELATION, TestKind.SIZE)


def meant_by(description: Description, memory: ObjectMemory, state: str = "") -> list[ObjectState]:
    """Return the instances that were seen to be what the words say; without classes any thing that can be carried.

    :param state: what is asked about; without classes, whatever was seen to be in it or not
    """
    if not description.classes:
        apart = _not_beside(description, memory)
        known = [o for o in memory.objects if _may_be_asked_about(o, state) and o.id not in apart]
    else:
        named = memory.of_class(description.classes)
        best = max((description.weight(o.class_name) for o in named), default=0.0)
        known = [o for o in named if description.weight(o.class_name) >= LIKELY * best]
    found = scores(description, memory, (0.0, 0.0, 0.0), known)
    return [o for o in known if found[o.id] >= SEEN]


def without_spared(ask: Ask, memory: ObjectMemory) -> list[ObjectState]:
    """Return the instances that a question is about, without those that it leaves out."""
    spared = meant_by(ask.spared, memory) if ask.spared.classes else []
    state = ask.state if ask.what is What.WHICH else ""
    return [o for o in meant_by(ask.of, memory, state) if o not in spared]


def uncoloured(ask: Ask, memory: ObjectMemory) -> list[ObjectState]:
    """Return the instances of which nobody saw whether they have the colour that a question leaves out."""
    if all(test.kind is not TestKind.COLOUR for test in ask.spared.tests):
        return []
    return [o for o in without_spared(ask, memory) if o.class_name in ask.spared.classes and not colours(o)]


def _not_beside(description: Description, memory: ObjectMemory) -> set[str]:
    """Return the ids of what the landmarks lie on or hold: that is nothing that is next to them."""
    near = [mark for t in description.tests if t.value == "near" for mark in t.landmarks]
    found = [o for mark in near for o in meant_by(mark, memory)]
    held = {o.id for o in memory.objects for mark in found if mark.id in surroundings(memory, o)}
    return held | {name for o in found for name in surroundings(memory, o)}


def _may_be_asked_about(thing: ObjectState, state: str) -> bool:
    return thing.truth(state) is not Truth.UNKNOWN if state else not _is_furniture_part(thing)


def _is_furniture_part(state: ObjectState) -> bool:
    built_in = part_of().keys() | set(part_of().values()) | group("furniture_parts") | group("structure")
    kind = object_types().get(state.class_name)
    hangs = kind is not None and not any(kind.can(flag) for flag in ("pickupable", "moveable", "toggleable"))
    return state.class_name in built_in or hangs


def told_by_colour(description: Description | None, memory: ObjectMemory) -> frozenset[str] | None:
    """Return the ids of the instances that words mean by their colour alone; None where they say none.

    Of what was done since, states and places tell no longer which one was meant then.
    """
    colours = tuple(t for t in description.tests if t.kind is TestKind.COLOUR) if description else ()
    if description is None or not colours:
        return None
    return frozenset(o.id for o in meant_by(replace(description, tests=colours), memory))


def places_of(description: Description) -> list[Description]:
    """Return what a thing is said to be in some relation to."""
    return [mark for test in description.tests if test.kind is TestKind.RELATION for mark in test.landmarks]


def unplaced(description: Description, memory: ObjectMemory) -> list[ObjectState]:
    """Return the things of a description's classes that may be at its place: nobody can say where they are."""
    if not places_of(description):
        return []
    own = replace(description, tests=tuple(t for t in description.tests if t.kind not in _PLACED_AND_COMPARED))
    return [o for o in meant_by(own, memory) if can_be_carried(o.class_name) and not where_it_is(o, memory)]


def unjudged(description: Description, memory: ObjectMemory) -> list[ObjectState]:
    """Return the things that may be what the words say: whether they are in the state that is said was not seen."""
    states = [test.value.removeprefix("not ") for test in description.tests if test.kind is TestKind.STATE]
    own = replace(description, tests=tuple(test for test in description.tests if test.kind is not TestKind.STATE))
    known = meant_by(own, memory) if states else []
    return [o for o in known if any(o.truth(state) is Truth.UNKNOWN for state in states)]


def unseen_place(description: Description, memory: ObjectMemory) -> str:
    """Return the words of a landmark that was never seen, '' where all were."""
    floors = group("floors")
    for mark in places_of(description):
        likely = {name for name in mark.classes if mark.weight(name) >= LIKELY}
        likely |= {part_of().get(name, name) for name in likely}
        if not memory.of_class(likely) and not floors & set(mark.classes[:1]):
            return mark.words
    return ""


def likely_classes(description: Description) -> list[str]:
    """Return the classes that words mean likeliest, and those that stand for them in memories."""
    best = max((description.weight(name) for name in description.classes), default=0.0)
    named = [name for name in description.classes if description.weight(name) >= LIKELY * best]
    return list(dict.fromkeys(part_of().get(name, name) for name in named))
