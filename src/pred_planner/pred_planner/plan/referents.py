"""Which instance each variable of a plan stands for, as the words say it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pred_core.people import PERSON
from pred_core.plan_language import WIPER, Subgoal
from pred_core.referring.description import Description, Test
from pred_core.vocabulary import equipment
from pred_language.meaning.context import Ranked, TaskContext
from pred_language.meaning.parts import TOOL, alike, in_order, source_of, tool_group, tool_of
from pred_planner.plan.expansion import KNIFE, appliance_ref, opened_to_use

_PART = re.compile(r"s(\d+)_(.+)")
_TARGET = re.compile(r"x(\d+)")
_SHARE = re.compile(r"x\d+_(\d+)_\d+")
_ALSO = re.compile(r"z(\d+)_(\d+|place)\d*")


_PLACE = "y1"
"""The variable of a destination that is no appliance."""


def place_ref(destination: Ranked) -> str:
    """Return the destination's variable: an appliance has one for all its uses, and so has the one who speaks."""
    name = destination.best
    if name == PERSON:
        return "person"
    used = {treatment.place for treatment in equipment().treatments.values()}
    return appliance_ref(name) if name in used else _PLACE


def destination_ref(task: TaskContext) -> str:
    """Return the variable of a task's destination: what goes back to where it was taken from goes into the same one."""
    place = task.destination
    sources = (task.source, *(part.source for part in task.also))
    back = any(source.best == place.best and alike(source, place) for source in sources)
    back = back and not task.said.get("destination") and opened_to_use(place.best)
    return appliance_ref(place.best) if back else place_ref(place)


def of_part(triplets: Iterable[Subgoal], number: int, tasks: Sequence[TaskContext]) -> Iterator[Subgoal]:
    """Yield the triplets of the n-th task: its variables are its own, but for what an earlier one names already."""
    names = _names(tasks[number - 1], tasks)
    for triplet in triplets:
        thing, place = (
            names.get(ref) or _part_ref(ref, number) if ref else ""
            for ref in (triplet.object_ref, triplet.receptacle_ref)
        )
        yield replace(triplet, object_ref=thing, receptacle_ref=place)


def _names(task: TaskContext, tasks: Sequence[TaskContext]) -> Mapping[str, str]:
    """Return the variables of a task that stand for what an earlier one names, or for an appliance of the room."""
    names = {
        _variable_of(task, slot): known
        for slot, (part, of) in task.again.items()
        if (known := _known_variable(tasks[part - 1], of, part))
    }
    place = _variable_of(task, "destination")
    if _is_shared(place, task):
        names.setdefault(place, place)
    set_down = _set_down_before(task, tasks) if place == _PLACE else ""
    if set_down:
        names.setdefault(place, set_down)
    if task is not tasks[0] and _is_appliance_turned(task):  # "wash it, then turn the water off"
        names.setdefault(_variable_of(task, "target"), appliance_ref(task.target.best))
    return names


def _set_down_before(task: TaskContext, tasks: Sequence[TaskContext]) -> str:
    """Return the variable of the place that an earlier task uses, where nobody said where this one's thing goes.

    What is heated after another thing goes back to the same counter; in a room with one there is no second.
    """
    if task.destination.words:
        return ""
    for number, other in enumerate(tasks, start=1):
        if other is task:
            break
        if other.destination.best == task.destination.best and _variable_of(other, "destination") == _PLACE:
            return _part_ref(_PLACE, number)
    return ""


def _is_appliance_turned(task: TaskContext) -> bool:
    """Tell whether a task opens, closes or switches "the" appliance: the one that was used before."""
    known = equipment().appliances
    used = {name for place, appliance in known.items() for name in (place, appliance.switch)}
    turned = bool(task.states) and task.states <= {"on", "off", "open", "closed"}
    told = any(test.words for test in task.said.get("target", ()))
    return turned and task.count == 1 and not told and task.target.best in used


def _known_variable(task: TaskContext, slot: str, part: int) -> str:
    """Return the variable of what a slot of the n-th task names, '' where the plan has none for it.

    Where a thing is taken from has one if it is opened for that, and what cuts has one: expanding makes both.
    """
    if slot == TOOL:
        return tool_ref(task)
    if slot == "source":
        return appliance_ref(task.source.best) if opened_to_use(task.source.best) else ""
    ref = _variable_of(task, slot)
    return ref if slot == "destination" and _is_shared(ref, task) else _part_ref(ref, part)


def tool_ref(task: TaskContext) -> str:
    """Return the variable of what a task is done with: cut, or wiped."""
    return WIPER if tool_group(task) == "wipers" else KNIFE


def _is_shared(place: str, task: TaskContext) -> bool:
    """Tell whether the variable of a task's destination is one for the whole plan: that of an appliance of the room."""
    return place not in ("", _PLACE) and not task.said.get("destination")


def _variable_of(task: TaskContext, slot: str) -> str:
    """Return the variable that stands for what a slot of a task names one of."""
    if slot == "destination":
        return destination_ref(task) if task.destination else ""
    also = slot.removeprefix("also")
    return {"target": "x1", "movable": "holder", "toggle": "lamp"}.get(slot, f"z{also}_1")


def _part_ref(ref: str, part: int) -> str:
    """Return the variable of a part of an instruction: those of the second, third, ... say so."""
    return f"s{part}_{ref}" if part > 1 else ref


def refers(context: TaskContext, triplets: Iterable[Subgoal]) -> Mapping[str, Any]:
    """Return what the words say of the instance of each variable, as plain values for the plan's context."""
    found: dict[str, Any] = {}
    for ref, own, slot, described in _named(context, triplets):
        if own.said.get(slot) and ref not in found:
            found[ref] = described.as_mapping()
    for task in in_order(context):
        tool = tool_of(task)
        if tool is not None:
            found.setdefault(tool_ref(task), tool.as_mapping())
        place = source_of(task) if opened_to_use(task.source.best) else None
        if place is not None and place:
            found.setdefault(appliance_ref(task.source.best), place.as_mapping())
    return found


def singled(context: TaskContext, triplets: Iterable[Subgoal]) -> Mapping[str, Any]:
    """Return all that is said of each variable that stands for "the" one thing of its words, as plain values."""
    return {
        ref: described.as_mapping()
        for ref, own, slot, described in _named(context, triplets)
        if slot in own.single and slot not in own.again
    }


def _named(
    context: TaskContext, triplets: Iterable[Subgoal]
) -> Iterator[tuple[str, TaskContext, str, Description]]:
    """Yield each variable with the order that it is of, the slot that names it there, and all that is said of it."""
    for ref, classes in _variables(triplets):
        part = _PART.fullmatch(ref)
        turned = _turned_later(ref, context)
        own = context.then[int(part[1]) - 2] if part else turned or context
        slot, ranked = _slot(own, part[2] if part else "x1" if turned else ref, classes)
        yield ref, own, slot, _described(ranked, classes, own.said.get(slot, ()))


def _turned_later(ref: str, context: TaskContext) -> TaskContext | None:
    """Return the later order that is the first about an appliance: "close the fridge and open the microwave"."""
    known = equipment()
    for index, task in enumerate(in_order(context)):
        own = {task.destination.best, task.source.best, task.toggle.best}
        own |= {name for state in task.states for a in known.giving(state) for name in (a.place, a.switch)}
        if any(name and appliance_ref(name) == ref for name in own):
            return None
        if _is_appliance_turned(task) and appliance_ref(task.target.best) == ref:
            return task if index else None
    return None


def _described(ranked: Ranked, classes: tuple[str, ...], tests: tuple[Test, ...]) -> Description:
    """Return all that is said of a variable, of the classes that a plan has for it."""
    weights = dict(zip(ranked.classes, ranked.weights, strict=True))
    return Description(ranked.words, classes, tuple(weights.get(name, 0.0) for name in classes), tests)


def _variables(triplets: Iterable[Subgoal]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for t in triplets:
        if t.object_ref:
            yield t.object_ref, (t.object, *t.object_alternatives)
        if t.receptacle_ref:
            yield t.receptacle_ref, (t.receptacle, *t.receptacle_alternatives)


def _slot(context: TaskContext, ref: str, classes: tuple[str, ...]) -> tuple[str, Ranked]:
    """Return the slot of the reading that a variable comes from, and its meanings."""
    if match := _TARGET.fullmatch(ref):
        own = f"target{match[1]}"
        return (own if own in context.said else "target"), context.target
    if match := _SHARE.fullmatch(ref):
        number = int(match[1])
        last = number > len(context.also)
        return ("target", context.target) if last else (f"also{number}", context.also[number - 1].thing)
    if match := _ALSO.fullmatch(ref):
        part = context.also[int(match[1]) - 1]
        return (
            (f"also{match[1]}_place", part.destination)
            if match[2] == "place"
            else (f"also{match[1]}", part.thing)
        )
    if ref in ("holder", "lamp"):
        return ("movable", context.movable) if ref == "holder" else ("toggle", context.toggle)
    for number, part in enumerate(context.also, 1):  # what goes where something else is taken out of
        if f"also{number}_place" in context.said and ref == appliance_ref(part.destination.best):
            return f"also{number}_place", part.destination
    is_place = bool(context.destination) and classes[0] == context.destination.best
    return ("destination", context.destination) if is_place else ("", Ranked())
