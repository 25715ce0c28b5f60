"""A model's answer to the context question (listing 6) as a TaskContext, or what is wrong with it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from pred_planner.dialects.cleaning import clean
from pred_planner.dialects.parsed import Rejected, RejectionCode, Repairs
from pred_planner.name_repair import repairer
from pred_planner.understanding.context import Ranked, TaskContext, TaskType

ABSENT = frozenset({"", "x", "none", "null", "n/a", "unknown"})
STATES = {
    "clean": ("clean", "cleaned", "rinsed", "washed"),
    "hot": ("hot", "warm", "heated"),
    "cold": ("cold", "cool", "cooled", "chilled"),
    "cooked": ("cooked",),
    "sliced": ("sliced", "cut"),
}
"""The states a task can want, and how models write them."""
MOST = 20
NEEDS_DESTINATION = frozenset(
    {
        TaskType.PLACE,
        TaskType.PLACE_TWO,
        TaskType.CLEAN_PLACE,
        TaskType.HEAT_PLACE,
        TaskType.COOL_PLACE,
        TaskType.MOVABLE_PLACE,
        TaskType.PUT_ALL_ON,
        TaskType.PUT_ALL_IN_ONE,
    }
)


def read(text: str, instruction: str) -> TaskContext:
    """Return the context an answer holds.

    :raises pred_planner.dialects.parsed.Rejected: with the reason
    """
    values = _object(clean(text, Repairs()))
    task_type = _task_type(values)
    ranked = {
        key: _ranked(values.get(key)) for key in ("target", "movable", "destination", "toggle", "location")
    }
    if task_type in NEEDS_DESTINATION and not (ranked["target"] and ranked["destination"]):
        raise Rejected(RejectionCode.MISSING_RECEPTACLE, f"{task_type} needs a target and a destination.")
    if task_type is TaskType.MOVABLE_PLACE and not ranked["movable"]:
        raise Rejected(RejectionCode.MISSING_RECEPTACLE, f"{task_type} needs a movable receptacle.")
    if task_type is TaskType.LOOK_AT and not (ranked["target"] and ranked["toggle"]):
        raise Rejected(RejectionCode.UNKNOWN_OBJECT, f"{task_type} needs a target and what is switched on.")
    return TaskContext(
        instruction=instruction,
        task_type=task_type,
        target=ranked["target"],
        count=_count(values.get("quantity")),
        states=_states(values.get("states"), task_type),
        movable=ranked["movable"],
        destination=ranked["destination"],
        toggle=ranked["toggle"],
        source=ranked["location"],
    )


def _object(text: str) -> Mapping[str, Any]:
    match = re.search(r"\{.*\}", text, re.DOTALL)
    if match is None:
        raise Rejected(RejectionCode.SYNTAX, "The answer holds no JSON object.")
    try:
        value = json.loads(match.group(0))
    except (ValueError, RecursionError) as error:
        raise Rejected(RejectionCode.SYNTAX, f"The answer is not JSON: {error}.") from error
    if not isinstance(value, dict):
        raise Rejected(RejectionCode.SYNTAX, "The answer is not a JSON object.")
    return value


def _task_type(values: Mapping[str, Any]) -> TaskType:
    given = str(values.get("task_type", "")).strip().lower().replace(" ", "_")
    try:
        return TaskType(given)
    except ValueError as error:
        raise Rejected(RejectionCode.UNKNOWN_ACTION, f"{given!r} is no task type.") from error


def _ranked(value: Any) -> Ranked:
    names = [value] if isinstance(value, str) else value if isinstance(value, list) else []
    words = [n.strip() for n in names if isinstance(n, str) and n.strip().lower() not in ABSENT]
    classes = tuple(dict.fromkeys(repairer().resolve(word, Repairs()) for word in words))
    return Ranked(" ".join(words), classes, tuple(1.0 / (i + 1) for i in range(len(classes))))


def _count(value: Any) -> int:
    try:
        count = int(value)
    except (TypeError, ValueError, OverflowError):
        return 1
    if not 0 <= count <= MOST:
        raise Rejected(RejectionCode.TOO_LONG, f"A quantity of {count} is not to be believed.")
    return count


def _states(value: Any, task_type: TaskType) -> frozenset[str]:
    given = [value] if isinstance(value, str) else value if isinstance(value, list) else []
    words = {s.strip().lower() for s in given if isinstance(s, str)}
    named = {state for state, spellings in STATES.items() if words & set(spellings)}
    implied = {TaskType.CLEAN_PLACE: "clean", TaskType.HEAT_PLACE: "hot", TaskType.COOL_PLACE: "cold"}
    return frozenset(named | ({implied[task_type]} if task_type in implied else set()))
