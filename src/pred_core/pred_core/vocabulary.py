"""The object types of a domain: affordances, sizes, which type goes into which, what people call them.

A domain is a JSON file (docs/domains.md): ``household`` holds the types of AI2-THOR, ``table`` those of the lab arm's
table, and a lab may name a file of its own. A process works in one domain, chosen before the first use of any type.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, wraps
from importlib import resources
from pathlib import Path
from typing import Any

HOUSEHOLD = "household"
_BUILT_IN = {HOUSEHOLD: "object_types.json", "table": "table_types.json"}
FLAGS = frozenset(
    {
        *("breakable", "canBeUsedUp", "canFillWithLiquid", "cookable", "cover", "dirtyable", "isColdSource"),
        *("isHeatSource", "moveable", "openable", "pickupable", "receptacle", "sliceable", "toggleable"),
    }
)
"""Affordances: those of AI2-THOR, and ``cover`` for what hides a thing it is put over."""


class DomainError(ValueError):
    """A domain that cannot be used, with a sentence that says which and why."""


@dataclass(frozen=True)
class ObjectType:
    """One object type. ``size`` is the median axis-aligned box (x, y up, z) in metres, mass in kg.

    ``words`` weighs what people call it; ``alike`` are types it is taken for unless seen well; ``usual_count`` is how
    many there are where nothing else is known.
    """

    name: str
    flags: frozenset[str]
    some: frozenset[str] = frozenset()
    rooms: Mapping[str, int] = field(default_factory=dict)
    size: tuple[float, float, float] | None = None
    mass: float = 0.0
    materials: tuple[str, ...] = ()
    receptacles: frozenset[str] | None = None
    slices_to: str = ""
    slice_count: int = 0
    found_in: Mapping[str, int] = field(default_factory=dict)
    words: Mapping[str, float] = field(default_factory=dict)
    alike: frozenset[str] = frozenset()
    usual_count: int = 0

    def can(self, flag: str) -> bool:
        """Tell whether the type has an affordance flag, always or in some instances."""
        return flag in self.flags or flag in self.some

    def fits_in(self, receptacle: str) -> bool:
        """Tell whether an object of this type may be put on or in that type (True if unrestricted)."""
        return self.receptacles is None or receptacle in self.receptacles


@dataclass(frozen=True, eq=False)
class Domain:
    """All types of a domain by name, its groups of types in order, and ``kinds``: words that mean any of several."""

    name: str
    types: Mapping[str, ObjectType]
    groups: Mapping[str, tuple[str, ...]]
    single_slots: Mapping[str, frozenset[str]]
    kinds: Mapping[str, tuple[str, ...]]


class _Choice:
    """The domain of this process."""

    def __init__(self) -> None:
        self.domain: Domain | None = None


_choice = _Choice()


@cache
def read_domain(name: str) -> Domain:
    """Return a built-in domain, or the one of a JSON file.

    :raises DomainError: naming the file and what is wrong with it
    """
    if name in _BUILT_IN:
        text = resources.files("pred_core").joinpath(f"data/{_BUILT_IN[name]}").read_text("utf-8")
        return _domain(name, text)
    try:
        text = Path(name).expanduser().read_text("utf-8")
    except OSError as error:
        known = ", ".join(_BUILT_IN)
        raise DomainError(f"domain {name!r} is none of {known}, and no file to read: {error}") from error
    return _domain(name, text)


def choose_domain(name: str) -> None:
    """Work in this domain from now on. To be called before any type is used.

    :raises DomainError: when the domain cannot be read, or another one is in use already
    """
    chosen = read_domain(name)
    if _choice.domain not in (None, chosen):
        raise DomainError(
            f"domain {name!r}: this process already works in {domain().name!r}; choose the domain before first use."
        )
    _choice.domain = chosen


def domain() -> Domain:
    """Return the domain in use: the household, unless another one was chosen before."""
    if _choice.domain is None:
        _choice.domain = read_domain(HOUSEHOLD)
    return _choice.domain


@contextmanager
def within_domain(name: str) -> Iterator[Domain]:
    """Work in another domain for a while: for tools and tests that need several."""
    before, _choice.domain = _choice.domain, read_domain(name)
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


def sliced_of(name: str) -> str:
    """Return the type an object becomes when sliced ('' if it cannot be)."""
    known = object_types().get(name)
    return known.slices_to if known else ""


@per_domain
def whole_of(name: str) -> str:
    """Return the type a slice was cut from ('' if it is not a slice)."""
    return next((t.name for t in object_types().values() if t.slices_to == name), "")


# -- reading ----------------------------------------------------------------------------------------------------------
def _domain(name: str, text: str) -> Domain:
    try:
        data = json.loads(text)
        groups = dict(data.get("groups", {}))
        slots = groups.pop("object_specific_single_slot", {})
        read = Domain(
            name=name,
            types={n: _type(n, entry, data) for n, entry in data["types"].items()},
            groups={key: tuple(members) for key, members in groups.items()},
            single_slots={place: frozenset(takes) for place, takes in slots.items()},
            kinds={word: tuple(members) for word, members in data.get("kinds", {}).items()},
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise DomainError(f"domain {name!r} is not written as docs/domains.md says: {error!r}") from error
    _check(read, frozenset(data.get("other_names", ())))
    return read


def _type(name: str, entry: Mapping[str, Any], data: Mapping[str, Any]) -> ObjectType:
    words = entry.get("words", {})
    alike = {other for alike in data.get("look_alikes", ()) if name in alike for other in alike} - {name}
    x, y, z = entry.get("size", (0.0, 0.0, 0.0))
    return ObjectType(
        name=name,
        flags=frozenset(entry["flags"]),
        some=frozenset(entry.get("some", ())),
        rooms=entry.get("rooms", {}),
        size=(x, y, z) if "size" in entry else None,
        mass=entry.get("mass", 0.0),
        materials=tuple(entry.get("materials", ())),
        receptacles=frozenset(entry["receptacles"]) if "receptacles" in entry else None,
        slices_to=entry.get("slices_to", {}).get("type", ""),
        slice_count=entry.get("slices_to", {}).get("count", 0),
        found_in=data.get("found_in", {}).get(name, {}),
        words=words if isinstance(words, dict) else dict.fromkeys(words, 1.0),
        alike=frozenset(alike),
        usual_count=int(entry.get("usual_count", 0)),
    )


def _check(read: Domain, others: frozenset[str]) -> None:
    if not read.types:
        raise DomainError(f"domain {read.name!r} has no types.")
    if not read.groups.get("surfaces"):
        raise DomainError(
            f"domain {read.name!r}: the group surfaces is empty, so nothing can be put down on the way."
        )
    names = frozenset(read.types) | others
    for kind in read.types.values():
        _known(read, f"the flags of {kind.name}", kind.flags | kind.some, FLAGS)
        for what, members in (("receptacles", kind.receptacles), ("look_alikes", kind.alike)):
            _known(read, f"the {what} of {kind.name}", members or (), names)
        _known(read, f"what {kind.name} is sliced to", {kind.slices_to} - {""}, names)
    for what, lists in (("group", read.groups), ("kind", read.kinds), ("single slot", read.single_slots)):
        for key, entries in lists.items():
            _known(read, f"{what} {key}", entries, names)


def _known(read: Domain, where: str, used: Iterable[str], allowed: frozenset[str]) -> None:
    wrong = sorted(set(used) - allowed)
    if wrong:
        raise DomainError(f"domain {read.name!r}: {where} name what is not there: {', '.join(wrong)}.")
