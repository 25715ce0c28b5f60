"""The symbolic world of what the robot remembers: the state that repairs and ways to a goal are searched in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pred_core.action_model.logic import Fact, State, World
from pred_core.action_model.pddl import Formula, words_of
from pred_core.action_model.things import SOMEWHERE, Thing, changeable, fitting, static_facts
from pred_core.objects import ObjectMemory, ObjectState, Truth
from pred_core.vocabulary import (
    domain,
    equipment,
    is_wiped,
    object_types,
    ordered_group,
    single_slot,
    sliced_of,
)

PIECES = 1
"""How many slices of a whole are declared beforehand; a goal that counts more asks for more."""


@dataclass(frozen=True)
class MemoryWorld:
    """Objects are named by their ids in memory; the slices of ``Apple_1`` are ``Apple_1_slice1``, ..."""

    world: World
    state: State


def memory_world(
    memory: ObjectMemory, kept: Iterable[str] | None = None, pieces: int = PIECES
) -> MemoryWorld:
    """Return the world of the objects in memory.

    :param kept: the ids to keep, all when absent (:func:`relevant` says which matter to a goal)
    :param pieces: how many slices each whole could be cut into
    """
    names = None if kept is None else set(kept)
    objects = [o for o in memory.objects if names is None or o.id in names]
    cut = {
        f"{o.id}_slice{number + 1}": o for o in objects if sliced_of(o.class_name) for number in range(pieces)
    }
    things = [Thing(o.id, (o.class_name,)) for o in objects]
    things += [Thing(name, (sliced_of(whole.class_name),)) for name, whole in cut.items()]
    kinds = {t.name: t.classes[0].lower() for t in things} | {SOMEWHERE: "thing"}
    kinds |= dict.fromkeys(equipment().qualities, "quality")
    static = static_facts(things, {name: whole.id for name, whole in cut.items()}) | fitting(things)
    known = domain().actions.predicates
    true, unknown = set[Fact](), set[Fact]()
    for fact, value in _facts(objects, memory):
        (true if value is Truth.TRUE else unknown if value is Truth.UNKNOWN else set()).add(fact)
    state = State.of((f for f in true if f[0] in known), (f for f in unknown if f[0] in known))
    return MemoryWorld(World(domain().actions, kinds, static), state)


def _facts(objects: list[ObjectState], memory: ObjectMemory) -> Iterator[tuple[Fact, Truth]]:
    names = {o.id for o in objects}
    held = memory.held_id if memory.held_id in names else ""
    yield (("holding", held) if held else ("hand-empty",)), Truth.TRUE
    for state in objects:
        thing = Thing(state.id, (state.class_name,))
        yield ("there", state.id), Truth.TRUE
        if thing.can("pickupable") and state.id != held:
            yield ("in", state.id, state.parent_id if state.parent_id in names else SOMEWHERE), Truth.TRUE
        yield from changeable(thing, state.truth)


# -- what matters --------------------------------------------------------------------------------------------------
def relevant(memory: ObjectMemory, goal: Formula, each: int = 1) -> frozenset[str]:
    """Return the ids of what matters to a goal: without them nothing is searched quickly.

    The goal's classes and objects, appliances that give its qualities, knives, what is held, what things lie in, what
    blocks a slot, and one surface to put things down on.

    :param each: how many objects of a class are kept
    """
    words = set(words_of(goal))
    present = {o.class_name for o in memory.objects}
    classes = {name for name in present if name.lower() in words}
    classes |= {o.class_name for o in memory.objects if o.id in words}
    wanted = {t.name for t in object_types().values() if t.name.lower() in words}
    wholes = {name for name in present if sliced_of(name) in wanted | classes}
    if wholes or "sliced" in words:
        classes |= wholes | set(ordered_group("knives"))
    if any(map(is_wiped, classes)):
        classes |= set(ordered_group("wipers"))
    for attribute in {q.attribute for q in equipment().qualities.values() if q.name in words}:
        for appliance in equipment().giving(attribute):
            classes |= {appliance.place, appliance.switch} & present
    if any(q.liquid and q.name in words for q in equipment().qualities.values()):
        classes |= set(equipment().drains()[:1])
    return _with_surroundings(memory, classes, {o.id for o in memory.objects if o.id in words}, each)


def _with_surroundings(memory: ObjectMemory, classes: set[str], named: set[str], each: int) -> frozenset[str]:
    kept = named | ({memory.held_id} - {""})
    for name in sorted(classes):
        ranked = sorted(
            memory.of_class(name), key=lambda o: (o.id not in kept, o.parent_id not in kept, o.id)
        )
        kept |= {o.id for o in ranked[:each]}
    surfaces = [o.id for name in ordered_group("surfaces") for o in memory.of_class(name)]
    kept |= set(surfaces[:1])
    slots = {o.id for o in memory.objects if o.id in kept and single_slot(o.class_name)}
    kept |= {o.id for o in memory.objects if o.parent_id in slots}
    while more := {o.parent_id for o in memory.objects if o.id in kept and o.parent_id} - kept:
        kept |= more
    return frozenset(kept)
