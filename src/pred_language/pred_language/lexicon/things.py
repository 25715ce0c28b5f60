"""The discourse of an instruction: its things and places, what is to be where, and in which state."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from pred_core.people import PERSON
from pred_core.vocabulary import group, kinds, object_types
from pred_language.lexicon.inflection import singular
from pred_language.lexicon.nouns import Weights
from pred_language.lexicon.phrases import Mention
from pred_language.lexicon.qualities import STATE_OF, treating_appliances
from pred_language.lexicon.words import Prep, Verb

ACTION_STATES = {
    **STATE_OF,
    Verb.SLICE: "sliced",
    Verb.OPEN: "open",
    Verb.CLOSE: "closed",
    Verb.TURN_ON: "on",
    Verb.TURN_OFF: "off",
    Verb.FILL: "filled",
    Verb.POUR: "empty",
    Verb.BOIL: "boiled",
    Verb.TOAST: "toasted",
    Verb.WATER: "watered",
}
PLACING = frozenset({Verb.PUT, Verb.DISCARD})
YOU = "you"
"""What the robot calls the one who speaks."""
WISHES = frozenset({"need", "want", "like"})
"""Verbs that say no more than that something is to be brought: "I need a mug"."""
USUAL_PLACE = "its usual place"
"""Where "put it away" and "put it back" bring things, in the robot's words."""
IGNORED_WORDS = frozenset({"water", "coffee", "light", "stove", "tank"})


def is_lamp(name: str) -> bool:
    """Tell whether a type gives the light of "look at it in the light"."""
    return name in group("lamps")


def is_carried(name: str) -> bool:
    """Tell whether a receptacle is itself carried to a place, with what is in it."""
    return name in group("carried")


@dataclass
class PlaceWords:
    """A place that words name: on, in or under it, or near it."""

    mention: Mention
    prep: Prep = Prep.ON

    @property
    def near(self) -> bool:
        """Whether the words name a landmark beside the place rather than the place."""
        return self.prep is Prep.NEAR

    @property
    def person(self) -> bool:
        """Whether it is no place but the one who speaks, who is given what goes there."""
        return PERSON in self.mention.classes


def the_speaker() -> PlaceWords:
    """Return the one who speaks, as where something goes."""
    return PlaceWords(Mention(YOU, {PERSON: 1.0}), Prep.TO)


@dataclass
class NamedThing:
    """One thing of the discourse, however often it is named."""

    mention: Mention
    states: set[str] = field(default_factory=set)
    moves: list[PlaceWords] = field(default_factory=list)
    sources: list[PlaceWords] = field(default_factory=list)
    contents: list[NamedThing] = field(default_factory=list)
    named: int = 1
    deliveries: int = 0
    picked: bool = False

    @property
    def classes(self) -> Weights:
        """The weighed classes its words may mean."""
        return self.mention.classes

    @property
    def best(self) -> str:
        """The class its words mean most of the time, '' for unknown words."""
        return max(self.classes, key=self.classes.__getitem__, default="")

    @property
    def count(self) -> int:
        """How many are meant: 0 for all, which "the tools" are, too; 2 for another plural without number."""
        mention = self.mention
        if mention.every:
            return 0
        if mention.number is not None:
            return max(mention.number, self.named)
        if mention.plural and singular(mention.text) in kinds():
            return 0
        return 2 if mention.plural else self.named

    @property
    def movable(self) -> bool:
        """Whether it can hold things and be carried."""
        return is_carried(self.best)

    @property
    def lamp(self) -> bool:
        """Whether it gives the light of "look at it in the light"."""
        return is_lamp(self.best)


@dataclass(frozen=True)
class ThingAction:
    """What is done to a thing: the verb, and the state that the verb makes, '' for none."""

    verb: Verb
    thing: NamedThing
    makes: str = ""


@dataclass
class Discourse:
    """All things, in the order they were named; the focus is what "it" means."""

    things: list[NamedThing] = field(default_factory=list)
    moved: list[NamedThing] = field(default_factory=list)
    looked_at: list[NamedThing] = field(default_factory=list)
    switched_on: list[NamedThing] = field(default_factory=list)
    together: list[tuple[NamedThing, NamedThing]] = field(default_factory=list)
    actions: list[ThingAction] = field(default_factory=list)
    lamps: list[NamedThing] = field(default_factory=list)
    examined: bool = False
    focus: NamedThing | None = None
    group: list[NamedThing] = field(default_factory=list)
    opened: NamedThing | None = None
    place: PlaceWords | None = None
    """The place that "there" means."""
    holding: NamedThing | None = None
    unplaced: list[NamedThing] = field(default_factory=list)
    """What is to be put or brought to where no words say."""
    turned: list[tuple[NamedThing, str]] = field(default_factory=list)
    """What is opened, closed or switched, and to what, in the order said."""

    def turned_of(self, thing: NamedThing) -> tuple[str, ...]:
        """Return to what a thing's door or switch is brought, one after the other."""
        return tuple(state for one, state in self.turned if one is thing)


def fill(things: list[NamedThing]) -> None:
    """Note that what can hold water is to hold some: "a pot with water"."""
    for thing in things:
        kind = object_types().get(thing.best)
        if kind is not None and kind.can("canFillWithLiquid"):
            thing.states.add("filled")


def outermost(places: list[PlaceWords], opened: NamedThing | None) -> list[PlaceWords]:
    """Return the places without what is only a part of the next: "the top shelf in the fridge" is the fridge.

    :param opened: what stands open; its shelves are meant when no other place is named
    """
    first = places[0].mention if places else None
    if first is None or group("inner_parts").isdisjoint(first.classes):
        return places
    if len(places) > 1 and places[1].prep in (Prep.IN, Prep.AT) and has_shelves(places[1].mention):
        return places[1:]
    on_shelf = not group("shelves").isdisjoint(first.classes)
    if len(places) == 1 and opened is not None and has_shelves(opened.mention) and on_shelf:
        return [PlaceWords(opened.mention, Prep.IN)]
    return places


def has_shelves(mention: Mention) -> bool:
    """Tell whether words name an appliance with shelves, drawers or racks inside that are no places of their own."""
    return mention.best in group("shelved")


def treats(place: PlaceWords) -> bool:
    """Tell whether a place is an appliance that cleans, heats or cools what is put there."""
    return not treating_appliances().isdisjoint(place.mention.classes)


def carried_about(thing: NamedThing) -> bool:
    """Tell whether a thing can be carried about, or is not known."""
    kind = object_types().get(thing.best)
    return kind is None or kind.can("pickupable")


def goes_on_dishes(thing: NamedThing, holder: NamedThing) -> bool:
    """Tell whether a thing may be put on or in that, to be carried with it."""
    types = object_types()
    holders = [name for name in holder.classes if types[name].can("receptacle")]
    return any(types[name].fits_in(other) for name in thing.classes for other in holders)


def takes(holder: NamedThing, mention: Mention) -> bool:
    """Tell whether "on it" may mean on that: no can stands on a can, but on the cupboard that it went into."""
    return not mention.known or not holder.classes or goes_on_dishes(NamedThing(mention), holder)


def needed_flag(states: Iterable[str]) -> str:
    """Return the affordance that a single action needs."""
    for state, flag in (
        ("on", "toggleable"),
        ("off", "toggleable"),
        ("open", "openable"),
        ("closed", "openable"),
    ):
        if state in states:
            return flag
    return "sliceable" if set(states) == {"sliced"} else "pickupable"
