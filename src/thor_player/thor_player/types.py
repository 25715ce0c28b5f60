"""AI2-THOR's object types, as far as the player needs them: affordances, usual sizes, what goes into what.

The data are those of PRED's household domain, of which this is a copy that travels with the player.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data" / "object_types.json"


@dataclass(frozen=True)
class ObjectType:
    """One object type. ``size`` is the median axis-aligned box (x, y up, z) in metres, ``mass`` in kg.

    ``some`` are affordances that only some instances have; ``receptacles`` None means that it goes anywhere.
    """

    name: str
    flags: frozenset[str]
    some: frozenset[str]
    size: tuple[float, float, float] | None
    mass: float
    materials: tuple[str, ...]
    receptacles: frozenset[str] | None
    slices_to: str
    slice_count: int

    def can(self, flag: str) -> bool:
        """Tell whether the type has an affordance, always or in some instances."""
        return flag in self.flags or flag in self.some

    def fits_in(self, receptacle: str) -> bool:
        """Tell whether an object of this type may be put on or in that type."""
        return self.receptacles is None or receptacle in self.receptacles


@dataclass(frozen=True)
class _Types:
    types: Mapping[str, ObjectType]
    groups: Mapping[str, frozenset[str]]
    single_slots: Mapping[str, frozenset[str]]


@cache
def _read() -> _Types:
    data = json.loads(DATA.read_text(encoding="utf-8"))
    return _Types(
        {name: _type(name, fields) for name, fields in data["types"].items()},
        {name: frozenset(members) for name, members in data["groups"].items()},
        {name: frozenset(members) for name, members in data["single_slots"].items()},
    )


def _type(name: str, fields: Mapping[str, Any]) -> ObjectType:
    size, places = fields.get("size"), fields.get("receptacles")
    return ObjectType(
        name=name,
        flags=frozenset(fields.get("flags", ())),
        some=frozenset(fields.get("some", ())),
        size=None if size is None else (float(size[0]), float(size[1]), float(size[2])),
        mass=float(fields.get("mass", 0.0)),
        materials=tuple(fields.get("materials", ())),
        receptacles=None if places is None else frozenset(places),
        slices_to=fields.get("slices_to", ""),
        slice_count=int(fields.get("slice_count", 0)),
    )


def object_types() -> Mapping[str, ObjectType]:
    """Return all object types by name."""
    return _read().types


def group(name: str) -> frozenset[str]:
    """Return a group of types: ``must_be_open``, ``fully_inside`` or ``placed_upright``.

    :raises KeyError: when there is no such group
    """
    return _read().groups[name]


def single_slot(receptacle: str) -> frozenset[str]:
    """Return the types that a receptacle for one thing takes; empty for one that takes several."""
    return _read().single_slots.get(receptacle, frozenset())


def sliced_of(name: str) -> str:
    """Return the type an object becomes when sliced, '' if it cannot be."""
    known = object_types().get(name)
    return known.slices_to if known else ""
