"""What a domain's vocabulary says about the objects of a symbolic world, as facts that never change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pred_core.action_model.logic import Fact
from pred_core.appliances import Quality
from pred_core.objects import Truth
from pred_core.people import PERSON
from pred_core.vocabulary import (
    domain,
    equipment,
    group,
    is_cleaned_in_place,
    is_wiped,
    object_types,
    per_domain,
    single_slot,
    whole_of,
)

SOMEWHERE = "somewhere"
"""Where things are whose place is not known."""
SLACK = 1.3
"""By how much a thing may be larger than the vessel it goes into: sizes are medians of a class."""
PREDICATE_OF = {"open": "opened", "on": "running"}
"""The predicate of a door's and a switch's attribute, as perception calls it; the others are qualities."""
ATTRIBUTE_OF = {predicate: attribute for attribute, predicate in PREDICATE_OF.items()}
"""What perception calls a predicate of doors and switches."""
_AFFORDANCES = {
    "pickupable": "pickupable",
    "receptacle": "receptacle",
    "openable": "openable",
    "toggleable": "toggleable",
    "sliceable": "sliceable",
    "canFillWithLiquid": "fillable",
}


@dataclass(frozen=True)
class Thing:
    """One object of a symbolic world: its name, and the classes it may be of, the likeliest first."""

    name: str
    classes: tuple[str, ...]

    def can(self, flag: str) -> bool:
        """Tell whether any of its classes has an affordance."""
        types = object_types()
        return any(name in types and types[name].can(flag) for name in self.classes)

    def among(self, names: Iterable[str]) -> bool:
        """Tell whether the likeliest class is one of these."""
        return self.classes[0] in names


def facts_of(thing: str, attribute: str) -> list[Fact]:
    """Return the facts that each mean that a thing has an attribute: a mug is filled with water, or with coffee.

    :param attribute: as perception calls it, or a quality's own name
    """
    if attribute in PREDICATE_OF:
        return [(PREDICATE_OF[attribute], thing)]
    qualities = equipment().qualities
    named = [q.name for q in qualities.values() if q.attribute == attribute] or [attribute]
    return [("is", thing, quality) for quality in ([attribute] if attribute in qualities else named)]


def changeable(thing: Thing, seen: Callable[[str], Truth]) -> Iterator[tuple[Fact, Truth]]:
    """Return what can change about a thing's doors, switches and qualities, with whether it is so now.

    :param seen: what is known of an attribute
    """
    if thing.can("openable"):
        yield (PREDICATE_OF["open"], thing.name), seen("open")
    if thing.can("toggleable"):
        yield (PREDICATE_OF["on"], thing.name), seen("on")
    for quality in equipment().qualities.values():
        if takes(thing, quality):
            yield ("is", thing.name, quality.name), seen(quality.attribute)
    if thing.can("sliceable"):
        yield ("is", thing.name, "sliced"), seen("sliced")


def static_facts(things: Sequence[Thing], pieces: Mapping[str, str]) -> set[Fact]:
    """Return what never changes about some things, as far as the domain's actions speak of it.

    :param pieces: slice -> whole
    """
    known = domain().actions.predicates
    facts: set[Fact] = {("receptacle", SOMEWHERE)}
    for thing in things:
        facts.update(_own(thing))
        facts.update(_appliance(thing, things))
        harmed = domain().harms.get(thing.classes[0], frozenset())
        facts.update(("harms", thing.name, other.name) for other in things if other.among(harmed))
    facts.update(("piece-of", piece, whole) for piece, whole in pieces.items())
    facts.update(_qualities())
    return {fact for fact in facts if fact[0] in known}


def _own(thing: Thing) -> Iterator[Fact]:
    for flag, predicate in _AFFORDANCES.items():
        if thing.can(flag):
            yield (predicate, thing.name)
    if domain().by_hand and thing.can("openable"):
        yield ("by-hand", thing.name)
    if thing.among((PERSON,)):
        yield ("person", thing.name)
    if thing.among(group("opened_to_use") | group("must_be_open")):
        yield ("door", thing.name)
    if thing.among(group("knives")):
        yield ("cuts", thing.name)
    if thing.among(group("wipers")):
        yield ("wipes", thing.name)
    if is_cleaned_in_place(thing.classes[0]):
        yield ("wiped" if is_wiped(thing.classes[0]) else "made", thing.name)
    if all(single_slot(name) for name in thing.classes):
        yield ("single-slot", thing.name)
    for quality in equipment().qualities.values():
        if takes(thing, quality):
            yield ("takes", thing.name, quality.name)


def takes(thing: Thing, quality: Quality) -> bool:
    """Tell whether a thing can get a quality: one of the right kind, or a slice of such."""
    if not quality.takers:
        return thing.can("pickupable")
    wholes = {whole_of(name) for name in thing.classes}
    named = quality.takers & ({*thing.classes} | wholes)
    return bool(named) or any(thing.can(flag) for flag in quality.takers)


def _appliance(thing: Thing, things: Sequence[Thing]) -> Iterator[Fact]:
    appliance = equipment().appliances.get(thing.classes[0])
    if appliance is None:
        return
    switches = [other.name for other in things if other.among((appliance.switch, thing.classes[0]))]
    switches = [name for name in switches if name == thing.name or _is(name, things, appliance.switch)]
    for switch in switches:
        yield from (("gives", switch, thing.name, quality) for quality in appliance.gives)
        yield from (
            ("spoils", switch, thing.name, other.name) for other in things if other.among(appliance.never)
        )
    yield from (("gives-shut", thing.name, quality) for quality in appliance.gives_shut)
    if appliance.runs_shut:
        yield ("runs-shut", thing.name)
    if appliance.drain:
        yield ("drain", thing.name)


def _is(name: str, things: Sequence[Thing], class_name: str) -> bool:
    return any(other.name == name and other.among((class_name,)) for other in things)


@per_domain
def _qualities() -> frozenset[Fact]:
    facts: set[Fact] = set()
    for quality in equipment().qualities.values():
        facts |= {("ends", quality.name, other) for other in quality.ends}
        facts |= {("hinders", quality.name, other) for other in quality.hinders}
        facts |= {("liquid", quality.name)} if quality.liquid else set()
    return frozenset(facts)


@per_domain
def fits(one: str, place: str) -> bool:
    """Tell whether a thing of a class goes into or onto a place: its slot takes it, a vessel is large enough.

    AI2-THOR's own table of what goes where is narrower than what people ask for (a CD in a bowl), so a thing that it
    leaves out goes there, too, if it is small enough.
    """
    slot = single_slot(place)
    if slot and one not in slot:
        return False
    inner, outer = object_types().get(one), object_types().get(place)
    if inner is None or outer is None or inner.size is None or outer.size is None:
        return True
    if not outer.can("pickupable") or (inner.receptacles is not None and inner.fits_in(place)):
        return True
    small, large = sorted(inner.size)[:2], sorted(outer.size)[1:]
    return all(a <= SLACK * b for a, b in zip(small, large, strict=True))


def fitting(things: Sequence[Thing]) -> set[Fact]:
    """Return which of some things fit into which: any of its classes into any of the place's."""
    return {
        ("fits", thing.name, place.name)
        for thing in things
        for place in things
        if thing is not place and any(fits(a, b) for a in thing.classes for b in place.classes)
    }
