"""What the detector tells apart: the types of this process's domain."""

from __future__ import annotations

from functools import cache

from pred_core.domain_file import Domain
from pred_core.vocabulary import domain


def class_names() -> tuple[str, ...]:
    """Return the classes in order: '' for the building itself, then the sorted types of the domain."""
    return _names(domain())


@cache
def _names(of: Domain) -> tuple[str, ...]:
    return ("", *sorted(of.types))


def carried(number: int) -> bool:
    """Say whether things of a class can be picked up."""
    name = class_names()[number]
    return bool(name) and "pickupable" in domain().types[name].flags


def structure() -> tuple[int, ...]:
    """Return the classes of which a place has one, however the picture divides it: the floor, or the table's top."""
    return _structure(domain())


@cache
def _structure(of: Domain) -> tuple[int, ...]:
    whole = of.groups["structure"]
    return tuple(number for number, name in enumerate(_names(of)) if name in whole)
