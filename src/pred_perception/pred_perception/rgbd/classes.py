"""What the detector tells apart: AI2-THOR's types."""

from __future__ import annotations

from functools import cache

from pred_core.domain_file import HOUSEHOLD, read_domain


@cache
def class_names() -> tuple[str, ...]:
    """Return the classes in order: '' for the building itself, then the sorted types of the household."""
    return ("", *sorted(read_domain(HOUSEHOLD).types))


@cache
def carried(number: int) -> bool:
    """Say whether things of a class can be picked up."""
    name = class_names()[number]
    return bool(name) and "pickupable" in read_domain(HOUSEHOLD).types[name].flags


@cache
def structure() -> tuple[int, ...]:
    """Return the classes of which a room has one, however the picture divides it: the floor."""
    whole = read_domain(HOUSEHOLD).groups["structure"]
    return tuple(number for number, name in enumerate(class_names()) if name in whole)
