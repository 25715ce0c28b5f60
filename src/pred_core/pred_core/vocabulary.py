"""The object types of AI2-THOR: affordances, sizes, which type goes into which, where a type is usually found.

Facts measured on the 120 iTHOR rooms of ai2thor 5.0.0 and read from its documentation.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any


@dataclass(frozen=True)
class ObjectType:
    """One object type. ``size`` is the median axis-aligned box (x, y up, z) in metres, mass in kg."""

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

    def can(self, flag: str) -> bool:
        """Tell whether the type has an affordance flag, always or in some instances."""
        return flag in self.flags or flag in self.some

    def fits_in(self, receptacle: str) -> bool:
        """Tell whether an object of this type may be put on or in that type (True if unrestricted)."""
        return self.receptacles is None or receptacle in self.receptacles


def _read() -> dict[str, Any]:
    text = resources.files("pred_core").joinpath("data/object_types.json").read_text("utf-8")
    data: dict[str, Any] = json.loads(text)
    return data


@cache
def object_types() -> Mapping[str, ObjectType]:
    """Return all object types by name."""
    data = _read()
    return {
        name: ObjectType(
            name=name,
            flags=frozenset(entry["flags"]),
            some=frozenset(entry.get("some", ())),
            rooms=entry.get("rooms", {}),
            size=tuple(entry["size"]) if "size" in entry else None,
            mass=entry.get("mass", 0.0),
            materials=tuple(entry.get("materials", ())),
            receptacles=frozenset(entry["receptacles"]) if "receptacles" in entry else None,
            slices_to=entry.get("slices_to", {}).get("type", ""),
            slice_count=entry.get("slices_to", {}).get("count", 0),
            found_in=data["found_in"].get(name, {}),
        )
        for name, entry in data["types"].items()
    }


@cache
def group(name: str) -> frozenset[str]:
    """Return a named group of receptacle types: must_be_open, fully_inside, placed_upright, ..."""
    members = _read()["groups"][name]
    return frozenset(members)


@cache
def single_slot(receptacle: str) -> frozenset[str]:
    """Return the held types a single-slot receptacle (StoveBurner, CoffeeMachine, Toaster, ...) takes."""
    return frozenset(_read()["groups"]["object_specific_single_slot"].get(receptacle, ()))


def sliced_of(name: str) -> str:
    """Return the type an object becomes when sliced ('' if it cannot be)."""
    known = object_types().get(name)
    return known.slices_to if known else ""


@cache
def whole_of(name: str) -> str:
    """Return the type a slice was cut from ('' if it is not a slice)."""
    return next((t.name for t in object_types().values() if t.slices_to == name), "")
