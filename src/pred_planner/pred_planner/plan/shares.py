"""What each of several places gets: "a lemon and a tool in each corner"."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pred_core.referring.description import Test
from pred_language.meaning.context import Ranked, TaskContext


@dataclass(frozen=True)
class Share:
    """One of several places, the how manieth it is, its variable, and the numbers of the things that it gets."""

    place: Ranked
    number: int
    ref: str
    things: tuple[int, ...]


def goes_to(context: TaskContext, number: int) -> tuple[Ranked, tuple[Test, ...], int]:
    """Return where the n-th thing of a task goes: the place, what tells it apart, and how many of it.

    The target is the last one, after those that are moved before it.
    """
    if number > len(context.also):
        return context.destination, context.said.get("destination", ()), context.places
    part = context.also[number - 1]
    return part.destination, context.said.get(f"also{number}_place", ()), part.places


def shares(
    context: TaskContext, single: Sequence[tuple[str, str]], how_many: Callable[[Ranked], int]
) -> Iterator[Share]:
    """Yield what each of several places gets, one place after the other.

    :param single: class and variable of the places that get something of their own; those of a kind are among "each"
    :param how_many: tells how many of a place there are
    """
    own = len(context.also) + 1
    ends = {number: goes_to(context, number) for number in range(1, own + 1)}
    groups: list[tuple[int, ...]] = []
    for end in ends.values():
        group = tuple(number for number in ends if ends[number] == end)
        if end[0] and end[2] != 1 and group not in groups:
            groups.append(group)
    for group in groups:
        place, tests, number = ends[group[0]]
        named = [ref for name, ref in single if name == place.best and not tests and not number]
        number = number or how_many(place)
        prefix = "y" if own in group else f"z{group[0]}_place"
        refs = [*dict.fromkeys(named), *(f"{prefix}{n}" for n in range(1, number + 1))]
        for index, ref in enumerate(refs[:number], 1):
            yield Share(place, index, ref, group)
