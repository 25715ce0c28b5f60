"""A model's answer to the context question (listing 6) as a TaskContext, or what is wrong with it."""

from __future__ import annotations

import ast
import json
import re
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from pred_core.plain_text import ended_well
from pred_core.vocabulary import group, holding_part, ordered_group
from pred_language.actions.dishes import COOKED, SLICED
from pred_language.lexicon.qualities import own_state_words
from pred_language.meaning.context import Part, Ranked, TaskContext, TaskType
from pred_planner.dialects.cleaning import clean
from pred_planner.dialects.name_repair import repairer
from pred_planner.dialects.names import LONGEST_NAME, normalise
from pred_planner.model.object_contexts import ABSENT, as_task, is_of_objects
from pred_planner.plan.parsed import Rejected, RejectionCode, Repairs

STATES = {
    "clean": ("clean", "cleaned", "rinsed", "washed"),
    "hot": ("hot", "warm", "heated"),
    "cold": ("cold", "cool", "cooled", "chilled"),
    "cooked": ("cooked", "toasted", "fried"),
    "sliced": ("sliced", "cut"),
    "filled": ("filled", "full"),
    "empty": ("empty", "emptied"),
    "on": ("on", "switched on", "turned on"),
    "off": ("off", "switched off", "turned off"),
    "open": ("open", "opened"),
    "closed": ("closed", "shut"),
}
"""The states a task can want, and how models write them."""
MOST = 20
KEYS = frozenset(
    {
        *(
            "task_type",
            "target",
            "quantity",
            "slices",
            "states",
            "movable",
            "destination",
            "toggle",
            "location",
        ),
        *("others", "object", "wants", "plan"),
    }
)
"""The keys of a task, and of its other things."""
MOST_WRAPPED = 3
"""In how many objects, one in another, an answer may be."""
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
SEVERAL = NEEDS_DESTINATION - {TaskType.MOVABLE_PLACE} | {TaskType.CLEAN_ALL}
"""Tasks in which other things may be moved to places of their own, too."""
DISHES = frozenset(
    {
        TaskType.TOAST,
        TaskType.SALAD,
        TaskType.SANDWICH,
        TaskType.BREAKFAST,
        TaskType.SLICES,
        TaskType.COOKED_SLICES,
    }
)
"""Tasks that are made of parts, which go where the dish is made."""
ALL_COOKED = frozenset({TaskType.TOAST, TaskType.COOKED_SLICES})
"""Dishes whose every food is cooked though nobody says so; of the others what is eaten cooked (TEACh's definitions)."""
WITH_FOODS = frozenset({*ALL_COOKED, TaskType.SALAD, TaskType.SANDWICH, TaskType.BREAKFAST})


def cooked_foods(task_type: TaskType) -> frozenset[str]:
    """Return the foods that are cooked for a dish."""
    if task_type not in WITH_FOODS:
        return frozenset()
    return group("foods") if task_type in ALL_COOKED else group("eaten_cooked")


def read(text: str, instruction: str) -> TaskContext:
    """Return the context an answer holds, under the keys of a task or in the form of listing 6.

    :raises pred_planner.plan.parsed.Rejected: with the reason
    """
    values = object_in(text)
    if is_of_objects(values):
        values = as_task(values, instruction)
    task_type = _task_type(values)
    ranked = {
        key: _ranked(values.get(key)) for key in ("target", "movable", "destination", "toggle", "location")
    }
    context = TaskContext(
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
    others = [_part(other) for other in _listed(values.get("others"))]
    if task_type in DISHES:
        context = _dish(context, _count(values.get("slices"), 0), others)
    else:
        context = _several(_sliced(context, _count(values.get("slices"), 0)), others)
    _check(context)
    return context


def completed(context: TaskContext, read: TaskContext) -> TaskContext:
    """Return a model's context with what it left unsaid of several things and places, as the rules read it."""
    if read.task_type == context.task_type and read.parts:
        named = {part.thing.best for part in context.parts}
        parts = (*context.parts, *(part for part in read.parts if part.thing.best not in named))
        return replace(context, parts=parts)
    target = Part(read.target, states=read.states)
    alone = not (context.also or context.parts) and (read.also or read.parts)
    if alone and any(
        part.thing.best == context.target.best and part.states == context.states
        for part in (target, *read.also, *read.parts)
    ):
        return read  # the answer speaks of one thing only
    same_place = read.destination.best == context.destination.best
    return replace(context, places=read.places) if same_place and not context.also else context


def _dish(context: TaskContext, slices: int, others: list[Part]) -> TaskContext:
    """Return a dish's context: its parts are the foods, each as many slices as are wanted."""
    whole = Part(context.target, slices or max(context.count, 1), context.states, context.source)
    cooked, foods = cooked_foods(context.task_type), group("foods")
    parts = []
    for part in (whole, *others):
        if part.thing.best in foods:
            treated = "cooked" in part.states or part.thing.best in cooked
            parts.append(replace(part, states=COOKED if treated else SLICED, destination=Ranked()))
    target = context.target
    if context.task_type is TaskType.BREAKFAST and target.best in foods:
        target = next(
            (part.thing for part in others if part.thing.best not in foods),
            _ranked(list(ordered_group("coffee_vessels")[:1])),
        )
    if context.task_type not in (TaskType.BREAKFAST, TaskType.SLICES, TaskType.COOKED_SLICES):
        vessel = (
            context.destination
            if context.destination.best in group("dishes")
            else _ranked(list(ordered_group("plates")[:1]))
        )
        context = replace(context, destination=vessel)
    return replace(context, target=target, count=1, states=frozenset(), parts=tuple(parts))


def _sliced(context: TaskContext, slices: int) -> TaskContext:
    return replace(context, count=slices, states=context.states | {"sliced"}) if slices else context


def _several(context: TaskContext, others: list[Part]) -> TaskContext:
    """Return the context of things with places of their own: each further one is moved before the target."""
    target, places = context.target, context.source.classes
    apart = []
    if len(places) == context.count > 1 and "sliced" not in context.states:
        one = Part(target, 1, context.states, destination=context.destination)
        apart = [replace(one, source=_ranked(place)) for place in places[:-1]]
        context = replace(context, count=1, source=_ranked(places[-1]))
    moved = [p if p.destination else replace(p, destination=context.destination) for p in (*others, *apart)]
    return replace(context, also=tuple(moved))


def _check(context: TaskContext) -> None:
    """Refuse a context that lacks what its task needs."""
    task_type, target, destination = context.task_type, context.target, context.destination
    if task_type in NEEDS_DESTINATION and not (target and destination):
        raise Rejected(RejectionCode.MISSING_RECEPTACLE, f"{task_type} needs a target and a destination.")
    if task_type is TaskType.MOVABLE_PLACE and not context.movable:
        raise Rejected(RejectionCode.MISSING_RECEPTACLE, f"{task_type} needs a movable receptacle.")
    if task_type is TaskType.LOOK_AT and not (target and context.toggle):
        raise Rejected(RejectionCode.UNKNOWN_OBJECT, f"{task_type} needs a target and what is switched on.")
    if task_type in DISHES and not (context.parts or task_type is TaskType.BREAKFAST):
        raise Rejected(RejectionCode.UNKNOWN_OBJECT, f"{task_type} needs the foods it is made of.")
    if context.also and (
        task_type not in SEVERAL or not all(p.thing and p.destination for p in context.also)
    ):
        raise Rejected(
            RejectionCode.NOT_ALLOWED, f"{task_type} is of one kind of thing, with a place to go to."
        )


def object_in(answer: str) -> Mapping[str, Any]:
    """Return the last whole object of an answer, without what wraps it: models write drafts before it.

    :raises pred_planner.plan.parsed.Rejected: where there is none
    """
    text = clean(answer, Repairs())
    spans = list(_braced(text))
    if not spans:
        what = "is not whole JSON" if "{" in text else "holds no JSON object"
        raise Rejected(RejectionCode.SYNTAX, f"The answer {what}.")
    try:
        value = json.loads(spans[-1])
    except (ValueError, RecursionError) as error:
        value = _literal(spans[-1])
        if value is None:
            raise Rejected(RejectionCode.SYNTAX, ended_well(f"The answer is not JSON: {error}")) from error
    if not isinstance(value, dict):
        raise Rejected(RejectionCode.SYNTAX, "The answer is not a JSON object.")
    return _unwrapped(value)


def _braced(text: str) -> Iterator[str]:
    """Yield the outermost parts of a text in braces; a brace that is never closed has none."""
    depth, start = 0, 0
    for match in re.finditer(r"[{}]", text):
        if match.group() == "{":
            start = start if depth else match.start()
            depth += 1
        elif depth:
            depth -= 1
            if not depth:
                yield text[start : match.end()]


def _unwrapped(value: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the object in one that only wraps it, with the keys of a task as they are asked for."""
    for _ in range(MOST_WRAPPED):
        inner = [one for one in value.values() if isinstance(one, dict)]
        if "wants" in _keyed(value):
            break
        if len(inner) != 1 or _keyed(value).keys() & KEYS:
            break
        if is_of_objects(value) and not {"task_type", "target"} & _keyed(inner[0]).keys():
            break
        value = inner[0]
    return _keyed(value)


def _keyed(value: Mapping[str, Any]) -> dict[str, Any]:
    """Return an object with the keys of a task, however their letters are written; others stay as they are."""
    spelled = {normalise(key): key for key in KEYS}
    return {spelled.get(normalise(str(key)), key): one for key, one in value.items()}


def _literal(text: str) -> Any:
    """Return a dictionary written as Python's, as listing 6 shows them; None when it is none."""
    try:
        with warnings.catch_warnings():  # a model's odd escapes are no news to our users
            warnings.simplefilter("ignore", SyntaxWarning)
            return ast.literal_eval(text)
    except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
        return None


def _listed(value: Any) -> list[Mapping[str, Any]]:
    return [_keyed(item) for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _part(given: Mapping[str, Any]) -> Part:
    """Return one more thing of a task."""
    thing = _ranked(given.get("object"))
    if not thing:
        raise Rejected(RejectionCode.UNKNOWN_OBJECT, "One of the other things has no object.")
    slices = _count(given.get("slices"), 0)
    states = _states(given.get("states"), TaskType.DO) | ({"sliced"} if slices else set())
    source, destination = (_ranked(given.get(key)) for key in ("location", "destination"))
    return Part(thing, slices or _count(given.get("quantity")) or 1, states, source, destination)


def _task_type(values: Mapping[str, Any]) -> TaskType:
    given = str(values.get("task_type", "")).strip().lower().replace(" ", "_")
    try:
        return TaskType(given)
    except ValueError as error:
        raise Rejected(RejectionCode.UNKNOWN_ACTION, f"{given!r} is no task type.") from error


def _ranked(value: Any) -> Ranked:
    names = [value] if isinstance(value, str) else value if isinstance(value, list) else []
    words = [n.strip() for n in names if isinstance(n, str) and n.strip().lower() not in ABSENT]
    named = [repairer().resolve(word, Repairs()) for word in words]
    classes = tuple(dict.fromkeys(name for one in named for name in (holding_part(one), one)))
    return Ranked(
        " ".join(word[:LONGEST_NAME] for word in words),
        classes,
        tuple(1.0 / (i + 1) for i in range(len(classes))),
    )


def _count(value: Any, unsaid: int = 1) -> int:
    try:
        count = int(value)
    except (TypeError, ValueError, OverflowError):
        return unsaid
    if not 0 <= count <= MOST:
        raise Rejected(RejectionCode.TOO_LONG, f"A quantity of {count} is not to be believed.")
    return count


def _states(value: Any, task_type: TaskType) -> frozenset[str]:
    given = [value] if isinstance(value, str) else value if isinstance(value, list) else []
    words = {s.strip().lower() for s in given if isinstance(s, str)}
    named = {state for state, spellings in STATES.items() if words & set(spellings)}
    named |= {state for word, state in own_state_words().items() if word in words}
    implied = {TaskType.CLEAN_PLACE: "clean", TaskType.HEAT_PLACE: "hot", TaskType.COOL_PLACE: "cold"}
    return frozenset(named | ({implied[task_type]} if task_type in implied else set()))
