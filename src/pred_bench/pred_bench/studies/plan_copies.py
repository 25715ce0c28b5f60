"""Right plans of recorded goals, and copies of plans with other objects."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pred_core.plan_language import High
from pred_core.vocabulary import group, object_types, sliced_of
from pred_language.lexicon.tagger import Tag, tag
from pred_language.meaning.context import Ranked, TaskContext, TaskType
from pred_learning.reading.evaluate import STATE_OF
from pred_planner.plan.intentions import integrate
from pred_tasks.alfred.recorded import Goal

Rows = Sequence[tuple[str, str, str]]


def gold_rows(goal: Goal) -> Rows:
    """Return the triplets that reach a recorded goal, by the template of its type."""
    kind = TaskType(goal.task_type)
    states = {STATE_OF[kind]} if kind in STATE_OF else set()
    context = TaskContext(
        "",
        kind,
        _ranked(goal.target),
        count=2 if kind is TaskType.PLACE_TWO else 1,
        states=frozenset(states | ({"sliced"} if goal.sliced else set())),
        movable=_ranked(goal.movable),
        destination=_ranked(goal.destination),
        toggle=_ranked(goal.toggle),
    )
    return tuple(triplet.as_triplet() for triplet in integrate(context))


def _ranked(name: str) -> Ranked:
    return Ranked(name, (name,), (1.0,)) if name else Ranked()


def copied(example: Goal, rows: Rows, words: str) -> Rows:
    """Return a plan with its objects replaced by those that the words name for the same part in the task."""
    named = _named(words)
    carried = [n for n in named if object_types()[n].can("pickupable") and n not in group("knives")]
    target = next(iter(carried), example.target)
    holders = [n for n in carried if n != target and n in group("carried")]
    movable = next(iter(holders), example.movable) if example.movable else ""
    places = [n for n in named if object_types()[n].can("receptacle") and n not in (target, movable)]
    destination = (places or [example.destination])[-1] if example.destination else ""
    lamps = [n for n in named if n in group("lamps")]
    toggle = next(iter(lamps), example.toggle) if example.toggle else ""
    new = {example.target: target, example.movable: movable, example.toggle: toggle}
    new |= {sliced_of(example.target): sliced_of(target) or target}
    new.pop("", None)
    return tuple(
        (action, new.get(thing, thing), _place(place, example, new, destination))
        for action, thing, place in rows
    )


def _place(place: str, example: Goal, new: dict[str, str], destination: str) -> str:
    return destination if place == example.destination and destination else new.get(place, place)


def _named(words: str) -> list[str]:
    """Return the types that the nouns of a text mean first, in their order."""
    nouns = (token for token in tag(words) if token.tag is Tag.NOUN)
    best = (max(noun.classes, key=noun.classes.__getitem__) for noun in nouns)
    return list(dict.fromkeys(best))


def same(plan: Iterable[tuple[str, str, str]], goal: Goal, right: Rows) -> bool:
    """Tell whether a plan is the right one; the destination may have its name of then or of today."""
    given = [_plain(row, goal) for row in plan]
    return given == [_plain(row, goal) for row in right]


def _plain(row: tuple[str, str, str], goal: Goal) -> tuple[str, str, str]:
    action, thing, place = row
    if action == High.SLICE:
        place = ""  # where a thing is cut is nobody's wish
    return str(action), thing, goal.destination if goal.accepts(place) else place
