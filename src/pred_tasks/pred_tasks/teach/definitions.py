"""TEACh's twelve tasks as goal components (Padmakumar et al. 2022, appendix), from a task's name and parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pred_core.vocabulary import object_types, sliced_of

Components = list[dict[str, Any]]


class DefinitionError(ValueError):
    """A task that has no definition here, with a sentence that says why."""


def components(name: str, parameters: Sequence[str]) -> Components:
    """Return the goal of a task.

    :param parameters: object types, and a number where the task counts; words between them are passed over
    :raises DefinitionError: for a task or parameters without a definition
    """
    key = " ".join(name.replace("_", " ").lower().split())
    if key not in _DEFINITIONS:
        raise DefinitionError(f"the task {name!r} has no definition here: {', '.join(_DEFINITIONS)}")
    types = [p for p in parameters if p in object_types()]
    numbers = [int(p) for p in parameters if p.isdigit()]
    wanted, make = _DEFINITIONS[key]
    if len(types) < wanted:
        given = ", ".join(parameters) or "none"
        raise DefinitionError(f"{name!r} needs {wanted} object types as parameters, and has {given}")
    return make(types, numbers[0] if numbers else 1)


def _part(name: str, types: Sequence[str], **more: Any) -> dict[str, Any]:
    return {"name": name, "types": list(types), **more}


PLATE = _part("plate", ["Plate"], state={"isDirty": False})
COFFEE = _part("mug", ["Mug"], state={"isFilledWithLiquid": True, "fillLiquid": "coffee", "isDirty": False})


def _slice(of: str, count: int = 1, place: str = "plate", cooked: bool = False) -> dict[str, Any]:
    state = {"state": {"isCooked": True}} if cooked else {}
    return _part(of.lower(), [sliced_of(of)], count=count, in_part=place, **state)


def _in(places: Sequence[str]) -> dict[str, Any]:
    return _part("place", places)


_DEFINITIONS: Mapping[str, tuple[int, Callable[[Sequence[str], int], Components]]] = {
    "water plant": (0, lambda _t, _n: [_part("plant", ["HousePlant"], state={"isFilledWithLiquid": True})]),
    "boil x": (1, lambda t, _n: [_part("boiled", [t[0], sliced_of(t[0])], state={"boiled": True})]),
    "coffee": (0, lambda _t, _n: [COFFEE]),
    "plate of toast": (0, lambda _t, _n: [_slice("Bread", cooked=True), PLATE]),
    "clean all x": (1, lambda t, _n: [_part("all", t[:1], count="all", state={"isDirty": False})]),
    "put all x on y": (2, lambda t, _n: [_part("all", t[:1], count="all", in_types=[t[-1]])]),
    "put all x in one y": (2, lambda t, _n: [_part("all", t[:1], count="all", in_types=[t[-1]], same=True)]),
    "n slices of x in y": (2, lambda t, n: [_slice(t[0], n, "place"), _in(t[-1:])]),
    "n cooked slices of x in y": (2, lambda t, n: [_slice(t[0], n, "place", cooked=True), _in(t[-1:])]),
    "salad": (0, lambda _t, _n: [_slice("Lettuce"), _slice("Tomato"), _slice("Potato", cooked=True), PLATE]),
    "sandwich": (
        0,
        lambda _t, _n: [_slice("Bread", 2, cooked=True), _slice("Lettuce"), _slice("Tomato"), PLATE],
    ),
}
"""How many types each task needs, and what it wants. A breakfast's parts are its own parameters: it has none here."""
