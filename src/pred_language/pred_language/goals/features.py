"""What speaks for a goal: the words for its act, and how well they name its thing, the thing's state and its place."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from pred_language.goals.candidates import BIN, NONE, PUT, RoomGoal
from pred_language.goals.scene import SaidInRoom, colours_of, states_of

_NEAR = 4
"""Words between a noun and what says a state of it."""
_BEFORE = 3
"""Words before a noun among which its colour stands."""
_MOST = 3
_UNDONE = {"on": "off", "off": "on", "open": "closed", "closed": "open", "clean": "dirty", "filled": "empty"}


def features(scene: SaidInRoom, goal: RoomGoal) -> Iterator[str]:
    """Yield the features of a goal in a scene, by name; some more than once."""
    act = goal.act
    yield f"b:{act}"
    yield from (f"w:{stem}|{act}" for stem in scene.stems)
    yield from (f"g:{one}_{other}|{act}" for one, other in pairwise(scene.stems))
    if scene.asks:
        yield f"q|{act}"
    if act == NONE:
        yield f"len:{min(len(scene.stems) // 4, 8)}"
        yield f"named:{min(len(scene.named), 4)}"
        return
    used: set[int] = set()
    yield from _of_thing(scene, goal, used)
    if act == PUT:
        yield from _of_place(scene, goal, used)
    unused = min(len(scene.named) - len(used), _MOST)
    yield f"un:{unused}"
    yield f"un:{unused}|{act}"


def _grade(weight: float) -> str:
    return "1" if weight >= 0.9 else ".5" if weight >= 0.3 else ".1" if weight > 0.0 else "0"


def _of_thing(scene: SaidInRoom, goal: RoomGoal, used: set[int]) -> Iterator[str]:
    """Yield how a thing is named, where it is, and what is known of it.

    :param used: the nouns that say something of the goal, which are added to
    """
    one, act = scene.objects[goal.thing], goal.act
    weight, index = scene.name_of(one)
    known = states_of(one)
    yield f"nm:{_grade(weight)}"
    yield f"nm:{_grade(weight)}|{act}"
    if weight > 0.0:
        used.add(index)
        noun = scene.named[index]
        yield "first" if index == 0 else "later"
        yield from _around(scene, noun.start, noun.start + noun.length, act)
        said = scene.colours(noun.start - _BEFORE, noun.start)
        anywhere = scene.colours(0, len(scene.words))
        if said or anywhere:
            yield f"{'col' if said else 'colany'}:{'y' if colours_of(one) & (said or anywhere) else 'n'}"
        for at, state in scene.states:
            near = "near" if abs(at - noun.start) <= _NEAR else "far"
            yield f"st:{state}:{'y' if state in known else 'n'}|{act}:{near}"
        holder = scene.objects.get(one.parent_id)
        if holder is not None and scene.name_of(holder)[0] > 0.3:
            yield "par:named"
            used.add(scene.name_of(holder)[1])
        rivals = scene.counts[one.class_name] - 1
        if rivals:
            yield f"rivals:{min(rivals, _MOST)}"
    else:
        yield from (f"u:{stem}|{one.class_name}" for stem in scene.stems)
    if act in known:
        yield "already"
        yield f"already|{act}"
    if _UNDONE.get(act) in known:
        yield f"undo|{act}"


def _around(scene: SaidInRoom, start: int, end: int, act: str) -> Iterator[str]:
    stems = scene.stems
    yield from (f"pre{far}:{stems[start - far]}|{act}" for far in (1, 2) if start >= far)
    if end < len(stems):
        yield f"post:{stems[end]}|{act}"


def _of_place(scene: SaidInRoom, goal: RoomGoal, used: set[int]) -> Iterator[str]:
    """Yield how the place is named where a thing is to go."""
    place = scene.objects[goal.place]
    weight, index = scene.name_of(place)
    yield f"pn:{_grade(weight)}"
    if weight > 0.0:
        used.add(index)
        start = scene.named[index].start
        yield from (f"ppre{far}:{scene.stems[start - far]}" for far in (1, 2) if start >= far)
        thing = scene.name_of(scene.objects[goal.thing])[1]
        yield f"order:{'tp' if index > thing else 'same' if index == thing else 'pt'}"
        said = scene.colours(start - _BEFORE, start)
        if said:
            yield f"pcol:{'y' if colours_of(place) & said else 'n'}"
        known = states_of(place)
        near = (state for at, state in scene.states if start - _BEFORE <= at < start)
        yield from (f"pst:{'y' if state in known else 'n'}" for state in near)
    if place.class_name == BIN:
        yield "bin"
        yield from (f"binw:{stem}" for stem in scene.stems)
    if scene.counts[place.class_name] > 1:
        yield "prival"
