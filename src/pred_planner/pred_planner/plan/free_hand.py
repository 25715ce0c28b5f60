"""Doors that take the hand that carries: opened before something is picked up, closed after it is put down."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import replace

from pred_core.plan_language import Expectation, Level, Primitive, Subgoal
from pred_core.vocabulary import ordered_group

_EMPTYING = frozenset({Primitive.PUT, Primitive.HAND_OVER})
"""What ends carrying."""


def with_free_hand(tuples: Iterable[Subgoal], held: Subgoal | None = None) -> tuple[Subgoal, ...]:
    """Return tuples in an order in which no door is opened or closed with something in the hand.

    What would be shut and opened again while something is carried, or at once, stays open, and so does what it is taken
    out of to be kept in the hand. What is held already when a door has to be opened is put down on any surface, and
    picked up again.

    :param held: a step about what is in the hand before the first tuple; None when it is empty
    """
    given = tuple(tuples)
    passed = {(_door(step), step.parent) for step in given if step.action == Primitive.OPEN}
    ordered: list[Subgoal] = []
    at = 0
    if held is not None:
        at = _carry_end(given, 0)
        opened, carried, closed = _apart(given[:at], passed)
        ordered += [*_with_hand_freed(opened, held), *carried, *closed]
    while at < len(given):
        if given[at].action != Primitive.PICKUP:
            ordered.append(given[at])
            at += 1
            continue
        end = _carry_end(given, at + 1)
        opened, carried, closed = _apart(given[at:end], passed)
        ordered += [*opened, *carried, *closed]
        at = end
    return _kept_open(ordered)


def _kept_open(ordered: Iterable[Subgoal]) -> tuple[Subgoal, ...]:
    """Return tuples without doors that are shut only to be opened again, with nothing between."""
    kept: list[Subgoal] = []
    for step in ordered:
        last = kept[-1] if kept else None
        again = last is not None and (last.action, step.action) == (Primitive.CLOSE, Primitive.OPEN)
        if last is not None and again and _door(last) == _door(step):
            kept.pop()
        else:
            kept.append(step)
    return tuple(kept)


def left_ajar(done: Iterable[Subgoal], asked: Container[str]) -> tuple[Subgoal, ...]:
    """Return the openings of doors that were not closed since.

    :param asked: the triplets that want a door open for its own sake, by their ids
    """
    ajar: dict[tuple[str, str], Subgoal] = {}
    for step in done:
        if step.action == Primitive.OPEN and step.parent not in asked:
            ajar[_door(step)] = step
        elif step.action in (Primitive.OPEN, Primitive.CLOSE):
            ajar.pop(_door(step), None)
    return tuple(ajar.values())


def with_doors_shut(
    tuples: Iterable[Subgoal], ajar: Iterable[Subgoal], *, holds: bool
) -> tuple[Subgoal, ...]:
    """Return tuples that also close the doors which were left open for steps that are not to be done any more.

    :param ajar: how each was opened
    :param holds: whether something is in the hand before the first tuple
    """
    given = tuple(tuples)
    used = {_door(step) for step in given if step.action in (Primitive.OPEN, Primitive.CLOSE)}
    shut = [
        replace(opening, id=f"{opening.id}.shut", action=Primitive.CLOSE, expectation=Expectation(opening.object))
        for opening in ajar
        if _door(opening) not in used
    ]
    at = _carry_end(given, 0) if holds else 0
    freed = not holds or (at > 0 and given[at - 1].action in _EMPTYING)
    return (*given[:at], *shut, *given[at:]) if freed else given


def _carry_end(given: Sequence[Subgoal], start: int) -> int:
    """Return the index after the tuple that empties the hand, or after the last tuple."""
    return next((k + 1 for k in range(start, len(given)) if given[k].action in _EMPTYING), len(given))


def _apart(
    carry: Sequence[Subgoal], passed: Container[tuple[tuple[str, str], str]]
) -> tuple[list[Subgoal], list[Subgoal], list[Subgoal]]:
    """Return what is opened while something is carried, the rest, and what is closed, each in its order.

    :param passed: doors that are opened on the way to something, with what for: who keeps that does not close them
    """
    opened: list[Subgoal] = []
    rest: list[Subgoal] = []
    closed: list[Subgoal] = []
    kept = carry[-1].action not in _EMPTYING if carry else False
    for step in carry:
        if step.action == Primitive.CLOSE:
            closed.append(step)
        elif step.action != Primitive.OPEN:
            rest.append(step)
        elif (shut := next((c for c in closed if _door(c) == _door(step)), None)) is not None:
            closed.remove(shut)
        else:
            opened.append(step)
    return opened, rest, [c for c in closed if not (kept and (_door(c), c.parent) in passed)]


def _door(step: Subgoal) -> tuple[str, str]:
    return step.object, step.object_ref


def _with_hand_freed(opened: Sequence[Subgoal], held: Subgoal) -> list[Subgoal]:
    """Return the doors that are opened while something is held, what is held being put down meanwhile."""
    if not opened:
        return []
    name, (surface, *more) = f"{opened[0].id}.free", ordered_group("surfaces")
    down = Subgoal(
        id=f"{name}1",
        level=Level.TUPLE,
        action=Primitive.PUT,
        object=surface,
        object_alternatives=tuple(more),
        parent=opened[0].parent,
    )
    again = Subgoal(
        id=f"{name}2",
        level=Level.TUPLE,
        action=Primitive.PICKUP,
        object=held.object,
        object_ref=held.object_ref,
        object_alternatives=held.object_alternatives,
        expectation=Expectation(held.object),
        parent=opened[0].parent,
    )
    return [down, *opened, again]
