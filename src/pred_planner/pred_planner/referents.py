"""Which instance each variable of a plan stands for, as the words say it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pred_core.plan_language import Subgoal
from pred_core.referring.description import Description
from pred_planner.understanding.context import Ranked, TaskContext

_PART = re.compile(r"s(\d+)_(.+)")
_TARGET = re.compile(r"x(\d+)")
_SHARE = re.compile(r"x\d+_(\d+)_\d+")
_ALSO = re.compile(r"z(\d+)_(\d+|place)")


def part_ref(ref: str, part: int) -> str:
    """Return the variable of the second, third, ... part of an instruction."""
    return f"s{part}_{ref}"


def refers(context: TaskContext, triplets: Iterable[Subgoal]) -> Mapping[str, Any]:
    """Return what the words say of the instance of each variable, as plain values for the plan's context."""
    found: dict[str, Any] = {}
    for ref, classes in _variables(triplets):
        part = _PART.fullmatch(ref)
        own = context.then[int(part[1]) - 2] if part else context
        slot, ranked = _slot(own, part[2] if part else ref, classes)
        tests = own.said.get(slot, ())
        if tests and ref not in found:
            weights = dict(zip(ranked.classes, ranked.weights, strict=True))
            weighed = tuple(weights.get(name, 0.0) for name in classes)
            found[ref] = Description(ranked.words, classes, weighed, tests).as_mapping()
    return found


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
    is_place = bool(context.destination) and classes[0] == context.destination.best
    return ("destination", context.destination) if is_place else ("", Ranked())
