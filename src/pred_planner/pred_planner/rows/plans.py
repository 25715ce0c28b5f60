"""A model's revised rows as a plan: what it kept stays as it was, what it added acts on the plan's own variables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from pred_core.plan_language import Level, Plan, Primitive, Subgoal
from pred_planner.plan.binding import expected
from pred_planner.rows.guides import Row
from pred_planner.rules.revision import from_here, remaining


def rows_of(plan: Plan, index: int, level: Level) -> list[Row]:
    """Return what is left of a plan from a tuple on, as rows of words of one level."""
    if level is Level.TUPLE:
        return [s.as_tuple() for s in plan.subgoals[index:]]
    return [t.as_triplet() for t in remaining(replace(plan, cursor=index))]


def revised_rows(plan: Plan, index: int, level: Level) -> list[Row]:
    """Return a revised plan's rows from a tuple on, with the triplets that are passed over."""
    if level is Level.TUPLE:
        return rows_of(plan, index, level)
    begun = {s.parent for s in plan.subgoals[:index]}
    return [t.as_triplet() for t in plan.triplets if t.id not in begun]


def with_rows(plan: Plan, index: int, level: Level, rows: Sequence[Row]) -> Plan:
    """Return the plan whose steps from a tuple on are these rows, as they were written."""
    if level is Level.TUPLE:
        steps = _merged(plan.subgoals[index:], rows, plan, index, level)
        tuples = (*plan.subgoals[:index], *steps)
        return replace(plan, subgoals=tuples, revision=plan.revision + 1)
    left = remaining(replace(plan, cursor=index))
    return from_here(plan, _merged(left, rows, plan, index, level), keep=index)


def _merged(
    old: Sequence[Subgoal], rows: Sequence[Row], plan: Plan, index: int, level: Level
) -> tuple[Subgoal, ...]:
    before = [s.as_tuple() if level is Level.TUPLE else s.as_triplet() for s in old]
    made: list[Subgoal] = []
    matcher = SequenceMatcher(None, before, [tuple(row) for row in rows], autojunk=False)
    for what, start, end, first, last in matcher.get_opcodes():
        if what == "equal":
            made += old[start:end]
        else:
            near = old[min(start, len(old) - 1)] if old else plan.subgoals[max(index - 1, 0)]
            made += _added(rows[first:last], near, plan, level, len(made))
    return tuple(made)


def _added(rows: Sequence[Row], near: Subgoal, plan: Plan, level: Level, number: int) -> Iterator[Subgoal]:
    """Return new steps on the variables that the plan has for their classes, named after the step beside them."""
    known = {s.object: s for s in reversed((*plan.triplets, *plan.subgoals))}
    places = {t.receptacle: t for t in reversed(plan.triplets) if t.receptacle}
    for offset, row in enumerate(rows):
        name = f"{near.id}r{plan.revision + 1}{chr(97 + (number + offset) % 26)}"
        if level is Level.TUPLE:
            yield _tuple(row, known, near, name)
        else:
            yield _triplet(row, known, places, name)


def _tuple(row: Row, known: dict[str, Subgoal], near: Subgoal, name: str) -> Subgoal:
    thing, action = row
    base = known.get(thing)
    again = base is not None and base.level is Level.TUPLE and base.action == action == Primitive.PICKUP
    if base is not None and again:
        return replace(base, id=name, object_id="", parent=near.parent)
    return Subgoal(
        name,
        Level.TUPLE,
        action,
        thing,
        object_ref=base.object_ref if base else thing.lower(),
        object_alternatives=base.object_alternatives if base else (),
        expectation=expected(action, thing),
        parent=near.parent,
    )


def _triplet(row: Row, known: dict[str, Subgoal], places: dict[str, Subgoal], name: str) -> Subgoal:
    action, thing, place = (word if word != "None" else "" for word in row)
    base, at = known.get(thing), places.get(place)
    return Subgoal(
        name,
        Level.TRIPLET,
        action,
        thing,
        place,
        object_ref=base.object_ref if base else thing.lower(),
        receptacle_ref=at.receptacle_ref if at else place.lower(),
        object_alternatives=base.object_alternatives if base else (),
        receptacle_alternatives=at.receptacle_alternatives if at else (),
        expectation=expected(action, thing, place),
    )
