"""The object types of a domain: affordances, sizes, which type goes into which, what people call them.

A domain is a JSON file (docs/domains.md): ``household`` holds the types of AI2-THOR, ``table`` those of the lab arm's
table, and a lab may name a file of its own. A process works in one domain, chosen before the first use of any type.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps

from pred_core.appliances import Equipment
from pred_core.domain_file import HOUSEHOLD, Domain, DomainError, ObjectType
from pred_core.robots import domain_of


class _Choice:
    """The domain of this process."""

    def __init__(self) -> None:
        self.domain: Domain | None = None


_choice = _Choice()


def choose_domain(name: str, robot: str = "") -> None:
    """Work in this domain from now on, as a robot can act in it. To be called before any type is used.

    :raises DomainError: when domain or robot cannot be read, or another one is in use already
    """
    chosen = domain_of(name, robot)
    if _choice.domain not in (None, chosen):
        raise DomainError(
            f"domain {name!r}: this process already works in {domain().name!r}; choose the domain before first use."
        )
    _choice.domain = chosen


def domain() -> Domain:
    """Return the domain in use: the household, unless another one was chosen before."""
    if _choice.domain is None:
        _choice.domain = domain_of(HOUSEHOLD)
    return _choice.domain


@contextmanager
def within_domain(name: str, robot: str = "") -> Iterator[Domain]:
    """Work in another domain, or as another robot, for a while: for tools and tests that need several."""
    before, _choice.domain = _choice.domain, domain_of(name, robot)
    try:
        yield _choice.domain
    finally:
        _choice.domain = before


def per_domain[*Ts, R](function: Callable[[*Ts], R]) -> Callable[[*Ts], R]:
    """Keep the results of a function, those of each domain for themselves. Arguments must be hashable."""
    found: dict[tuple[object, ...], R] = {}

    @wraps(function)
    def kept(*args: *Ts) -> R:
        key = (domain(), *args)
        if key not in found:
            found[key] = function(*args)
        return found[key]

    return kept


def object_types() -> Mapping[str, ObjectType]:
    """Return all object types by name."""
    return domain().types


def ordered_group(name: str) -> tuple[str, ...]:
    """Return a named group of types in its order: surfaces, ...; empty when the domain has none of that name."""
    return domain().groups.get(name, ())


@per_domain
def group(name: str) -> frozenset[str]:
    """Return a named group of types: must_be_open, fully_inside, placed_upright, ...; empty where there is none."""
    return frozenset(ordered_group(name))


def single_slot(receptacle: str) -> frozenset[str]:
    """Return the held types a single-slot receptacle (StoveBurner, CoffeeMachine, Toaster, ...) takes."""
    return domain().single_slots.get(receptacle, frozenset())


def kinds() -> Mapping[str, tuple[str, ...]]:
    """Return the words that mean any one of several types alike, with these types: tool, fruit, ..."""
    return domain().kinds


def equipment() -> Equipment:
    """Return what the appliances of the domain in use do."""
    return domain().equipment


def part_of() -> Mapping[str, str]:
    """Return the types that are a part of another one under a name of their own, with that: SinkBasin of Sink."""
    return domain().part_of


def holding_part(name: str) -> str:
    """Return the part of a type, under a name of its own, that holds what is put there: SinkBasin for Sink."""
    return next((part for part, whole in part_of().items() if whole == name), name)


def one_place(name: str) -> tuple[str, ...]:
    """Return the names that a place has, the given one first: Sink and SinkBasin; most have one."""
    return tuple(dict.fromkeys((name, holding_part(name), part_of().get(name, name))))


def invisible() -> frozenset[str]:
    """Return the attributes that no camera sees, and that wear off on the way: what wants something hot heats it."""
    return equipment().invisible


def has_door(name: str) -> bool:
    """Tell whether a type is opened by a door at its side: it hides what is in it, and is not opened from above."""
    return name in group("fully_inside") - group("open_above")


def is_cover(name: str) -> bool:
    """Tell whether a type hides things that it is put over, so that it is moved to get at them."""
    known = object_types().get(name)
    return known is not None and known.can("cover")


def look_alike(one: str, other: str) -> bool:
    """Tell whether an object called one may be the other: the same type, or types that are taken for each other."""
    if one == other:
        return True
    known = object_types().get(one)
    return known is not None and other in known.alike


def look_alikes(name: str) -> tuple[str, ...]:
    """Return the types that a type is taken for, alphabetically."""
    known = object_types().get(name)
    return tuple(sorted(known.alike)) if known else ()


def can_be_carried(name: str) -> bool:
    """Tell whether things of a type are carried about; of a type that nobody knows they are not."""
    known = object_types().get(name)
    return known is not None and known.can("pickupable")


def is_cleaned_in_place(name: str) -> bool:
    """Tell whether a type gets dirty and cannot be carried to a sink: it is wiped, or made as a bed is."""
    known = object_types().get(name)
    return known is not None and known.can("dirtyable") and not known.can("pickupable")


def is_wiped(name: str) -> bool:
    """Tell whether a type is cleaned in its place with what things are wiped with: a mirror, and no bed."""
    return is_cleaned_in_place(name) and name not in group("made")


def sliced_of(name: str) -> str:
    """Return the type an object becomes when sliced ('' if it cannot be)."""
    known = object_types().get(name)
    return known.slices_to if known else ""


@per_domain
def whole_of(name: str) -> str:
    """Return the type a slice was cut from ('' if it is not a slice)."""
    return next((t.name for t in object_types().values() if t.slices_to == name), "")


def spoken(name: str) -> str:
    """Return a type's name as people write it: "coffee machine" for CoffeeMachine, "tv stand" for TVStand."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", name).lower()
