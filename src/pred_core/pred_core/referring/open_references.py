"""What words leave open in a known room: which of several "the mug" is, and whether what is asked for is so already."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pred_core.action_model.goals import Condition, conditions_of
from pred_core.objects import ObjectMemory, ObjectState, Truth
from pred_core.people import PERSON
from pred_core.plan_language import High, Plan
from pred_core.referring.choosing import meant
from pred_core.referring.description import Description, Test, TestKind, description_of, descriptions_of
from pred_core.referring.qualities import COLOUR
from pred_core.referring.relations import Point
from pred_core.vocabulary import can_be_carried, part_of

SINGLE = "single"
"""Under which key a plan's context says which variables stand for "the" one thing of some words, and all said of it."""
_ELSEWHERE = frozenset({TestKind.OTHER, TestKind.SPOT})
"""Tests of a place that tell more than which one it is."""


@dataclass(frozen=True)
class OpenReference:
    """A variable that several things may be, differing in look or place: the nearest first."""

    ref: str
    words: str
    candidates: tuple[ObjectState, ...]


def open_references(plan: Plan, memory: ObjectMemory, view: Point) -> Iterator[OpenReference]:
    """Yield the variables of "the" one thing of which the room has several that differ.

    What is already as it is wanted is not meant, and things of one look on one kind of place are alike: the nearest
    will do. So it will where the robot only goes there.
    """
    for one, _ in _references(plan, memory, view):
        if len(one.candidates) > 1 and not _alike(one.candidates, memory):
            yield one


def narrowed(plan: Plan, memory: ObjectMemory, view: Point) -> Plan:
    """Return the plan in which "the" one of several things is the only one that is not yet as it is wanted.

    A state that was never seen is no reason to take one rather than another.
    """
    wanted = {condition.ref: condition for condition in conditions_of(plan.triplets)}
    for one, several in _references(plan, memory, view):
        condition = wanted.get(one.ref)
        if several and len(one.candidates) == 1 and condition is not None:
            (left,) = one.candidates
            if not condition.states or _is_otherwise(condition, left):
                plan = settled(plan, one, left)
    return plan


def _references(plan: Plan, memory: ObjectMemory, view: Point) -> Iterator[tuple[OpenReference, bool]]:
    """Yield the variables of "the" one thing with what they may be, and whether the words alone fit several."""
    told = plan.context.get(SINGLE)
    wanted = {condition.ref: condition for condition in conditions_of(plan.triplets)}
    passing = {t.object_ref for t in plan.triplets if t.action in (High.GOTO, High.GAZE)}
    before: set[str] = set()
    for ref, said in told.items() if isinstance(told, Mapping) else ():
        description = description_of(said)
        other = any(test.kind is TestKind.OTHER for test in description.tests)
        if other and not before.isdisjoint(description.classes[:1]):
            continue  # than the one of the order before
        before.update(description.classes[:1])
        found = _nearest_first(meant(description, memory, view), view)
        condition = wanted.get(ref)
        lacking = [o for o in found if condition is None or not _is_so(condition, o, plan, memory, view)]
        lacking = [o for o in lacking if condition is not None and _is_otherwise(condition, o)] or lacking
        unseen = any(test.kind is TestKind.UNSEEN for test in description.tests)  # asked about in its own way
        if ref not in passing and not unseen:
            yield OpenReference(ref, description.words, tuple(lacking)), len(found) > 1


def is_so_already(plan: Plan, memory: ObjectMemory, view: Point) -> bool:
    """Tell whether all that a plan is for was seen to be so before anything is done, whichever things are meant."""
    described = descriptions_of(plan.context)
    conditions = conditions_of(plan.triplets)
    for condition in conditions:
        description = described.get(condition.ref, Description())
        things = meant(description, memory, view) if description else _of_likeliest(condition.classes, memory)
        if not things or not all(_is_so(condition, o, plan, memory, view) for o in things):
            return False
    return bool(conditions)


def settled(plan: Plan, reference: OpenReference, chosen: ObjectState) -> Plan:
    """Return the plan with a variable said to be one instance, by the number in its name."""
    number = chosen.id.rpartition("_")[2]
    test = Test(TestKind.NUMBER, number, words=number)
    said = descriptions_of(plan.context).get(reference.ref, Description(reference.words))
    one = replace(said, classes=(chosen.class_name,), weights=(1.0,), tests=(*said.tests, test))
    open_yet = {ref: told for ref, told in plan.context[SINGLE].items() if ref != reference.ref}
    refers = {**plan.context.get("refers", {}), reference.ref: one.as_mapping()}
    return replace(plan, context={**plan.context, SINGLE: open_yet, "refers": refers})


def _nearest_first(found: Sequence[ObjectState], view: Point) -> list[ObjectState]:
    return sorted(found, key=lambda o: (math.dist(o.center[:2], view[:2]), o.id))


def _of_likeliest(classes: Sequence[str], memory: ObjectMemory) -> list[ObjectState]:
    """Return the things of the first of some types of which there is one."""
    return next((found for name in classes if (found := memory.of_class(name))), [])


def _alike(things: Sequence[ObjectState], memory: ObjectMemory) -> bool:
    """Tell whether carried things look alike and lie on furniture of one type; what stands fast is never alike."""
    if not all(can_be_carried(o.class_name) for o in things):
        return False
    looks = {
        frozenset(n for n, a in o.attributes.items() if a.value is Truth.TRUE and n.startswith(COLOUR)) for o in things
    }
    places = {parent.class_name if (parent := memory.get(o.parent_id)) else "" for o in things}
    return len(looks) == 1 and len(places) == 1


def _is_so(condition: Condition, state: ObjectState, plan: Plan, memory: ObjectMemory, view: Point) -> bool:
    """Tell whether a thing was seen to be as a condition wants it."""
    if condition.held or PERSON in condition.places:
        return False
    if any(state.truth(name) is not Truth.of(value) for name, value in condition.states.items()):
        return False
    return not condition.places or _is_there(condition, state, plan, memory, view)


def _is_otherwise(condition: Condition, state: ObjectState) -> bool:
    """Tell whether a thing was seen not to be as a condition wants it."""
    return any(state.truth(name) is Truth.of(not value) for name, value in condition.states.items())


def _is_there(condition: Condition, state: ObjectState, plan: Plan, memory: ObjectMemory, view: Point) -> bool:
    described = descriptions_of(plan.context).get(condition.place_ref, Description())
    parent = memory.get(state.parent_id)
    if parent is None or any(test.kind in _ELSEWHERE for test in described.tests):
        return False
    places = meant(described, memory, view) if described else _of_likeliest(condition.places, memory)
    whole = part_of()
    wholes = {whole.get(place.class_name, place.class_name) for place in places}
    return parent in places or (not described and whole.get(parent.class_name, parent.class_name) in wholes)
