"""Changes to a routine in words, "without coffee, and add a fork", and what they make of its order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from pred_core.vocabulary import group
from pred_planner.memory.order import Item, Order
from pred_planner.memory.phrases import Listed, listed


class Manner(StrEnum):
    """What a stretch of words does to an order."""

    SET = "set"  # with two pillows
    ADD = "add"  # and add a fork
    ONLY = "only"  # with only one slice of tomato
    REMOVE = "remove"  # without coffee
    REPLACE = "replace"  # ... instead of the cup
    PLACE = "place"  # put all on the counter


_KEYWORDS: Mapping[Manner, str] = {
    Manner.REPLACE: "instead of|in place of|rather than",
    Manner.REMOVE: (
        r"without|(?:do not|don't|dont|never) \w+|no|not|skip|leave out|leave off|hold the|omit|drop|minus"
        r"|except(?: for)?|leaving out|skipping|remove|exclude"
    ),
    Manner.ADD: (
        r"add(?:ing)?|include|including|plus|extra|another|additional|also|bring|along with|as well as"
        r"|(?:place|put|serve|set|get|fetch) (?=(?:an?|one|two|three|four|five|six|\d)\b)"
    ),
    Manner.ONLY: "only|just",
    Manner.PLACE: (
        r"(?:place|put|serve|leave|set) (?=(?:it|them|all|every\w*|the (?:components|ingredients|things|food))\b)"
    ),
    Manner.SET: "with|use|using|make it|have",
}
_SPLIT = re.compile(
    "|".join(rf"(?P<{manner}>\b(?:{words})(?:\b|(?<= )))" for manner, words in _KEYWORDS.items())
)


@dataclass(frozen=True)
class WordsChange:
    """A stretch of words and what it does; ``instead`` are the things it names others in place of."""

    manner: Manner
    what: Listed
    instead: tuple[Item, ...] = ()


class Unread(ValueError):
    """Words of a change that nobody knows; the text is these words."""


def changes_in(before: str, after: str) -> tuple[WordsChange, ...]:
    """Return the changes that the words before and after a name ask for, in their order.

    What follows the name at once is a change, too ("in a bowl"); what comes before it only asks for it.

    :raises Unread: naming the words that mean nothing here
    """
    found: list[WordsChange] = []
    for manner, words in (*_stretches(before), *_stretches(f"with {after}")):
        what = listed(words)
        if what.unknown:
            raise Unread(" ".join(what.unknown))
        if manner is Manner.REPLACE and found:
            found[-1] = replace(found[-1], instead=tuple(what.items))
        elif what.items or what.places or what.dish:
            found.append(WordsChange(manner, what))
        elif manner is Manner.REMOVE:
            raise Unread(words.strip(" ,."))
    return tuple(found)


def _stretches(text: str) -> Iterator[tuple[Manner, str]]:
    """Yield each stretch of words with its manner; of two keywords in a row the second counts: "with no coffee"."""
    text = re.sub(r"\bfilled with\b", "of", text)
    marks = [(m.start(), m.end(), Manner(str(m.lastgroup))) for m in _SPLIT.finditer(text)]
    untils = [*(start for start, _, _ in marks), len(text)][1:]
    for (_, end, manner), until in zip(marks, untils, strict=True):
        words = text[end:until]
        if words.strip(" ,.") not in ("", "a", "an", "the", "and", "but", "me"):
            yield manner, words


def changed(order: Order, changes: Iterable[WordsChange]) -> Order:
    """Return an order with some changes made, one after the other."""
    for change in changes:
        order = _moved(_MAKE[change.manner](order, change.what), change.what)
        gone = [i for i in change.instead if not any(i.is_like(new) for new in change.what.items)]
        order = _remove(order, Listed(gone))
    return order


def _set(order: Order, what: Listed) -> Order:
    for item in what.items:
        order = _with(order, item, 0)
    return order


def _add(order: Order, what: Listed) -> Order:
    for item in what.items:
        known = next((i for i in order.items if i.is_like(item)), None)
        order = _with(order, item, known.count if known is not None else 0)
    return order


def _with(order: Order, item: Item, more: int) -> Order:
    """Return the order with as many of a thing as are said, on top of so many."""
    known = next((i for i in order.items if i.is_like(item)), None)
    if known is None:
        return replace(order, items=(*order.items, _fitted(item, order)))
    now = replace(known, count=item.count + more, states=known.states | item.states)
    return replace(order, items=tuple(now if i is known else i for i in order.items))


def _fitted(item: Item, order: Order) -> Item:
    """Return a new thing treated as the others are, where these are all treated alike and it is no food or drink."""
    states = {i.states for i in order.items}
    alike = len(states) == 1 and not order.dish
    if alike and not item.states and item.name not in group("foods"):
        return replace(item, states=next(iter(states)))
    return item


def _remove(order: Order, what: Listed) -> Order:
    left = [i for i in order.items if not any(i.is_like(item) for item in what.items)]
    return replace(order, items=tuple(left))


def _only(order: Order, what: Listed) -> Order:
    """Set what is named; where that changes nothing, "only" says that the rest is left out."""
    after = _set(order, what)
    if after != order:
        return after
    return replace(order, items=tuple(i for i in order.items if any(i.is_like(w) for w in what.items)))


def _moved(order: Order, what: Listed) -> Order:
    """Return the order served on another dish, or brought to another place."""
    if what.dish:
        return replace(order, dish=what.dish)
    if not what.places:
        return order
    items = tuple(replace(item, places=()) for item in order.items)
    return replace(order, items=items, dish=(), places=what.places)


_MAKE = {
    Manner.SET: _set,
    Manner.ADD: _add,
    Manner.ONLY: _only,
    Manner.REMOVE: _remove,
    Manner.REPLACE: _remove,
    Manner.PLACE: _set,
}
