"""The context in the form of PRED's listing 6: a dictionary of objects, each with places, quantities and ``Cleaned``.

It is rewritten as the answer the context question asks for, so that both are read in one way.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pred_core.vocabulary import domain, group
from pred_language.actions.dishes import kind_of
from pred_language.meaning.context import TaskType
from pred_planner.dialects.names import normalise
from pred_planner.plan.parsed import Rejected, RejectionCode

LOCATION, RECEPTACLE, QUANTITY, SLICES, CLEANED = (
    "location",
    "receptacle",
    "quantity",
    "quantityofslices",
    "cleaned",
)
PROPERTIES = frozenset({LOCATION, RECEPTACLE, QUANTITY, SLICES, CLEANED, "states"})
VESSELS = frozenset({"plate", "bowl"})
"""What a dish is served on, as models write it."""
ABSENT = frozenset({"", "x", "none", "null", "n/a", "unknown"})
"""What stands for what is not said, in small letters."""


def is_of_objects(values: Mapping[str, Any]) -> bool:
    """Tell whether an answer is a dictionary of objects with properties, and not one of a task's own keys."""
    inner = [value for value in _objects(values).values() if isinstance(value, Mapping)]
    return "target" not in values and any(PROPERTIES & set(map(normalise, value)) for value in inner)


def as_task(values: Mapping[str, Any], instruction: str) -> dict[str, Any]:
    """Return the answer that says the same under the keys of a task.

    :raises pred_planner.plan.parsed.Rejected: when it says of no object what is to be done with it
    """
    things = [_thing(name, given) for name, given in _objects(values).items() if isinstance(given, Mapping)]
    holders = {normalise(str(thing["destination"])) for thing in things}
    wanted = [t for t in things if t["slices"] or not _is_vessel(t, holders)] or things
    task_type = str(values.get("task_type") or values.get("task") or kind_of(instruction.lower()) or "")
    task_type = task_type or _guessed(wanted)
    first, *others = sorted(wanted, key=lambda thing: _order(thing, task_type))
    task = {
        "task_type": task_type,
        "target": first["object"],
        "others": others,
        "movable": "X",
        "toggle": "X",
    }
    return {
        **task,
        **{key: first[key] for key in ("quantity", "slices", "states", "location", "destination")},
    }


def _objects(values: Mapping[str, Any]) -> Mapping[str, Any]:
    inner = values.get("objects")
    if isinstance(inner, list):
        named = [item for item in inner if isinstance(item, Mapping)]
        return {str(item.get("object") or item.get("name")): item for item in named}
    return inner if isinstance(inner, Mapping) else values


def _thing(name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    said = {normalise(key): value for key, value in given.items()}
    states = said.get("states", [])
    listed = [states] if isinstance(states, str) else list(states) if isinstance(states, list) else []
    if str(said.get(CLEANED, "")).strip().lower() in ("t", "true", "yes"):
        listed.append("clean")
    return {
        "object": name,
        "quantity": said.get(QUANTITY, 1),
        "slices": said.get(SLICES, 0),
        "states": listed,
        "location": said.get(LOCATION, "X"),
        "destination": said.get(RECEPTACLE, "X"),
    }


def _is_vessel(thing: Mapping[str, Any], holders: set[str]) -> bool:
    """Tell whether a thing is only what others are served on."""
    name = normalise(str(thing["object"]))
    return name in holders and (name in VESSELS or _is_absent(thing["destination"]))


def _is_absent(value: Any) -> bool:
    return str(value).strip().lower() in ABSENT


def _order(thing: Mapping[str, Any], task_type: str) -> bool:
    """Put the mug of a breakfast first, which is its target."""
    return task_type == TaskType.BREAKFAST and thing["object"] in group("foods")


def _guessed(things: list[dict[str, Any]]) -> str:
    """Return the task that things with these properties are part of.

    :raises pred_planner.plan.parsed.Rejected: when they say of none
    """
    foods = {str(t["object"]) for t in things if str(t["slices"]).isdigit() and int(t["slices"])}
    placed = [t for t in things if not _is_absent(t["destination"])]
    dishes = domain().dishes
    toast, sandwich = (set(dishes.get(kind, ())) for kind in (TaskType.TOAST, TaskType.SANDWICH))
    if toast and toast <= foods and foods & (sandwich - toast):
        return TaskType.SANDWICH
    if len(foods) > 1:
        return TaskType.SALAD
    if foods:
        return TaskType.TOAST if foods == toast else TaskType.SLICES
    if placed:
        return TaskType.CLEAN_PLACE if all("clean" in t["states"] for t in things) else TaskType.PLACE
    if things and all("clean" in t["states"] for t in things):
        return TaskType.CLEAN_ALL
    raise Rejected(
        RejectionCode.UNKNOWN_ACTION, "The answer does not say what is to be done with the objects."
    )
