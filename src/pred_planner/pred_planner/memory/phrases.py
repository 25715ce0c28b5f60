"""The things that words list: "two slices of toast and a mug of coffee on a clean plate"."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from pred_core.vocabulary import equipment, group, object_types, ordered_group, sliced_of
from pred_language.lexicon.exceptions import EVERYTHING
from pred_language.lexicon.qualities import STATE_OF
from pred_language.lexicon.tagger import Tag, Token, tag
from pred_language.lexicon.words import AROUND_LISTS, VERB_FORMS, Prep, Verb
from pred_planner.memory.order import Item, Order, liquids

_PLACING = (Prep.IN, Prep.ON, Prep.TO, Prep.UNDER, Prep.AT)
_MADE = {**STATE_OF, Verb.SLICE: "sliced"}


@dataclass
class Listed:
    """What a stretch of words lists, and the words nobody knows.

    ``dish`` is what the things are served on; ``places`` is a place named for none of them: "put it on the sofa".
    """

    items: list[Item] = field(default_factory=list)
    dish: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    unknown: list[str] = field(default_factory=list)
    nameless: list[str] = field(default_factory=list)
    """Of the unknown words those that are counted like things: "two slices of cheese"."""


def listed(text: str) -> Listed:
    """Return what some words list; numbers, states and "slices of" go to the noun they stand before."""
    reader = _Reader()
    for token in tag(text):
        reader.take(token)
    return reader.listed


class _Reader:
    """Walks over the tokens once and keeps what was said before the next noun."""

    def __init__(self) -> None:
        self.listed = Listed()
        self.verb: Verb | None = None
        self.prep: Prep | None = None
        self.placed = 0
        self._forget()

    def _forget(self) -> None:
        self.number: int | None = None
        self.states: set[str] = set()
        self.counted = False

    def take(self, token: Token) -> None:
        match token.tag:
            case Tag.VERB:
                self.verb, self.prep = Verb(str(token.value)), None
                self._forget()
            case Tag.PREP:
                self.prep = Prep(str(token.value))
            case Tag.NUMBER:
                self.number, self.counted = int(token.value), True
            case Tag.STATE:
                self.states.add(str(token.value))
            case Tag.UNIT if token.value == "slice":
                self.states.add("sliced")
                self.counted = True
            case Tag.DET if token.text in ("a", "an"):
                self.counted = True
            case Tag.NOUN if token.text == EVERYTHING:
                self._forget()  # said of what was listed before
            case Tag.NOUN:
                self._noun(token)
            case Tag.STOP | Tag.CONJ:
                self.prep = None if token.tag is Tag.STOP else self.prep
                self.verb = None if token.text == "." else self.verb
            case _:
                self._word(token)

    def _noun(self, token: Token) -> None:
        classes = tuple(sorted(token.classes, key=lambda name: -token.classes[name]))
        if self.prep in _PLACING and object_types()[classes[0]].can("receptacle"):
            self._place(classes)
        else:
            self._item(token, classes)
        self._forget()
        self.prep = None

    def _place(self, classes: tuple[str, ...]) -> None:
        """Note where the things named since the last place go."""
        items = self.listed.items
        given = equipment().appliances.get(classes[0])
        treated = items[-1].states | self.states if items else frozenset()
        if given is not None and (
            self.verb in (*_MADE, Verb.TOAST, Verb.BOIL) or treated & {*given.all_given}
        ):
            return  # where something is washed or cooked, not where it goes
        if classes[0] in group("dishes"):
            self.listed.dish = classes
        elif self.placed == len(items):
            self.listed.places = classes
        else:
            items[self.placed :] = [replace(item, places=classes) for item in items[self.placed :]]
        self.placed = len(items)

    def _item(self, token: Token, classes: tuple[str, ...]) -> None:
        states = set(self.states)
        if self.verb in _MADE:
            states.add(_MADE[self.verb])
        if VERB_FORMS.get(token.text) is Verb.TOAST:
            states |= {"sliced", "cooked"}
        if classes[0] in group("foods") or sliced_of(classes[0]):
            states = {"cooked" if state == "hot" else state for state in states}
        if "sliced" in states and classes[0] in group("eaten_cooked"):
            states.add("cooked")
        count = self.number if self.number is not None else 1
        self.listed.items.append(Item(classes, count, frozenset(states)))

    def _word(self, token: Token) -> None:
        if token.text in liquids():
            self._liquid(token.text)
        elif token.tag is Tag.UNKNOWN and token.text not in AROUND_LISTS:
            self.listed.unknown.append(token.text)
            if self.counted:
                self.listed.nameless.append(token.text)

    def _liquid(self, name: str) -> None:
        """Fill the vessel just named, or a usual one: "a mug of coffee", "coffee"."""
        last = self.listed.items[-1] if self.listed.items else None
        if self.prep in (Prep.OF, Prep.WITH) and last is not None and not last.liquids and _holds(last.name):
            vessels = group(f"{name}_vessels")
            classes = tuple(c for c in last.classes if c in vessels) or last.classes
            self.listed.items[-1] = replace(last, classes=classes, states=(last.states - {"clean"}) | {name})
        else:
            usual = ordered_group(f"{name}_vessels") or ordered_group(f"{name}_holders")
            count = self.number if self.number is not None else 1
            self.listed.items.append(Item(usual[:1], count, frozenset({name})))
        self._forget()
        self.prep = None


def _holds(name: str) -> bool:
    return object_types()[name].can("canFillWithLiquid")


def order_in(text: str) -> Order:
    """Return the order that a text gives; food that is served on nothing named goes on a plate."""
    return order_of_list(listed(text))


def order_of_list(found: Listed) -> Order:
    """Return the order that a list gives."""
    items = merged(found.items)
    food = any(item.name in group("foods") or "sliced" in item.states for item in items)
    unplaced = not found.places and not any(item.places for item in items)
    dish = found.dish or (ordered_group("plates") if food and unplaced else ())
    return Order(items, dish, places=found.places)


def merged(items: Iterable[Item]) -> tuple[Item, ...]:
    """Return the items with what is named again without a number put to what was named before.

    "Two slices of potato ... you need to cook the potato" is one item, and so is a thing listed twice in one state.
    """
    found: list[Item] = []
    for item in items:
        known = next((i for i, other in enumerate(found) if other.is_like(item)), None)
        if known is None:
            found.append(item)
        else:
            found[known] = replace(found[known], states=found[known].states | item.states)
    return tuple(found)
