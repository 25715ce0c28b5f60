"""The things of a discourse: which mentions mean the same one."""

from __future__ import annotations

from dataclasses import replace

from pred_core.vocabulary import object_types
from pred_language.lexicon.exceptions import ANYTHING
from pred_language.lexicon.inflection import singular
from pred_language.lexicon.phrases import Event, Mention
from pred_language.lexicon.things import (
    IGNORED_WORDS,
    Discourse,
    NamedThing,
    PlaceWords,
    carried_about,
    is_carried,
    is_lamp,
)
from pred_language.lexicon.words import TURNING, Prep, Verb
from pred_language.meaning.qualifiers import contradict, told_apart

_RESTING = frozenset({"on", "in"})
"""Relations to what a thing lies on or in: it is in one such place at a time."""


class Cast:
    """Finds or makes the thing that a mention names."""

    def __init__(self) -> None:
        self.discourse = Discourse()
        self.beside: list[NamedThing] = []
        """What the event that is read has named so far."""
        self.here: set[str] = set()
        """The types of the places where what the event treats is."""

    def thing(self, mention: Mention, *, focus: bool = True) -> NamedThing | None:
        """Return the thing that words mean, a new one where none was named; None for words that name none.

        :param focus: whether "it" means that from now on
        """
        discourse = self.discourse
        other = False
        if mention.text in ("one", "ones") and mention.adjectives and discourse.focus is not None:
            named = discourse.focus.mention
            mention = replace(mention, pronoun=False, text=named.text, classes=named.classes)
            other = self._is_other_one(discourse.focus, mention)
        if mention.pronoun:
            thing = self._sliceable() if mention.slice_only else discourse.focus
            if any(thing in other.contents for other in discourse.things):  # "both" are it and what holds it
                mention = replace(mention, number=None)
            if thing is not None:
                self._merge(thing, mention)
            return thing
        thing = None if other else self.same(mention)
        if thing is None:
            if not mention.known and mention.text in IGNORED_WORDS:
                return None
            thing = NamedThing(mention, states=set(mention.states))
            discourse.things.append(thing)
            if thing.lamp:
                discourse.lamps.append(thing)
        else:
            self._merge(thing, mention)
            thing.named += mention.another
        if focus and not thing.lamp:
            discourse.focus = thing
        return thing

    def _is_other_one(self, thing: NamedThing, one: Mention) -> bool:
        """Tell whether "the red one" is another than what was told by other words and acted on: "the dirty cup"."""
        told = set(thing.mention.adjectives)
        acted = bool(thing.moves) or any(action.thing is thing for action in self.discourse.actions)
        return bool(told and acted and thing.mention.definite) and told.isdisjoint(one.adjectives)

    def same(self, mention: Mention) -> NamedThing | None:
        """Return the thing named before that words mean, None where they name a new one."""
        for thing in reversed(self.discourse.things):
            if self._is_apart(thing, mention):
                continue
            if thing.mention.text == mention.text or (mention.known and self._overlap(thing, mention)):
                return thing
        return None

    def _is_apart(self, thing: NamedThing, mention: Mention) -> bool:
        """Tell whether words mean another thing: "a towel and two cloths", "the red bowl here, the blue one there"."""
        if any(thing is one for one in self.beside):
            return singular(thing.mention.text) != singular(mention.text)
        lies = {p.mention.best for p in thing.sources if p.prep in (Prep.IN, Prep.ON)} | _resting(thing.mention)
        left_out = _leaves_out(mention, thing.mention, lies) or _leaves_out(thing.mention, mention, _resting(mention))
        apart = contradict(thing.mention, mention) or _told_otherwise(thing.mention, mention)
        return apart or left_out or self._lies_elsewhere(thing, mention) or self._is_turned_all(thing, mention)

    def _is_turned_all(self, thing: NamedThing, mention: Mention) -> bool:
        """Tell whether "everything" was turned before: "close everything and turn off everything" are two sets."""
        turned = any(action.thing is thing and action.verb in TURNING for action in self.discourse.actions)
        return turned and thing.mention.text == mention.text and mention.text in ANYTHING

    def _lies_elsewhere(self, thing: NamedThing, mention: Mention) -> bool:
        """Tell whether words mean one that is in another place: "the plate on the table, and the plate in the sink"."""
        mine = _resting(thing.mention) | {p.mention.best for p in thing.sources if p.prep in (Prep.IN, Prep.ON)}
        theirs = _resting(mention) | self.here
        brought = {place.mention.best for place in thing.moves}
        return bool(mine) and bool(theirs) and not theirs & (mine | brought)

    @staticmethod
    def _overlap(thing: NamedThing, mention: Mention) -> bool:
        """Tell whether two nouns can be the same thing: one names the best meaning of the other."""
        if not ANYTHING.isdisjoint((thing.mention.text, mention.text)):
            return thing.mention.text == mention.text
        return thing.classes.get(mention.best, 0.0) >= 0.9 or mention.classes.get(thing.best, 0.0) >= 0.9

    @staticmethod
    def _merge(thing: NamedThing, mention: Mention) -> None:
        thing.states |= mention.states
        if mention.number is not None:
            thing.mention.number = max(mention.number, thing.mention.number or 0)
        thing.mention.plural |= mention.plural and not mention.pronoun
        thing.mention.every |= mention.every
        told_apart(thing.mention, mention)
        if mention.known and len(mention.classes) < len(thing.mention.classes):
            thing.mention.classes = mention.classes

    def _sliceable(self) -> NamedThing | None:
        found = [t for t in self.discourse.things if t.best and object_types()[t.best].can("sliceable")]
        return found[-1] if found else self.discourse.focus

    def focus_on_carried(self) -> None:
        """Let "it" mean the last thing that can be carried where the focus cannot: "face the counter, put it there"."""
        if self.discourse.focus is None or carried_about(self.discourse.focus):
            return
        carried = (thing for thing in reversed(self.discourse.things) if thing.best and carried_about(thing))
        self.discourse.focus = next(carried, self.discourse.focus)

    def several(self, mention: Mention) -> list[NamedThing]:
        """Return the things that "them" or "both" means: those named together, or the last two acted on."""
        if not (mention.pronoun and mention.plural):
            return []
        if len(self.discourse.group) > 1:
            return self.discourse.group
        return self._last_two() if mention.number == 2 else []

    def _last_two(self) -> list[NamedThing]:
        """Return the last two things to which something was done, one each; nothing where there are fewer."""
        acted: list[NamedThing] = []
        for action in self.discourse.actions:
            if action.thing not in acted and action.thing.best and carried_about(action.thing):
                acted.append(action.thing)
        single = [thing for thing in acted if thing.count == 1]
        return single[-2:] if len(single) >= 2 else []

    def note_lamps(self, event: Event) -> None:
        """Note the lamps among the places of an event."""
        for _, mention in event.attached:
            if any(map(is_lamp, mention.classes)):
                self.thing(mention, focus=False)


def _leaves_out(one: Mention, other: Mention, lies: set[str]) -> bool:
    """Tell whether what a naming leaves out is the other: "the mug that is not white" is not "the white mug".

    :param lies: the types of what the other is said to lie on or in
    """
    for spared in one.excluded:
        told = set(spared.adjectives)
        if (told and told <= set(other.adjectives)) or _resting(spared) & lies:
            return True
    return False


def _told_otherwise(one: Mention, other: Mention) -> bool:
    """Tell whether two pieces of furniture are told by different words: "the burner under the pan, burner 1"."""
    if not all(mention.known and not is_carried_type(mention.best) for mention in (one, other)):
        return False
    mine, theirs = (
        {*mention.adjectives, *((how, mark.best) for how, marks in mention.relations for mark in marks)}
        for mention in (one, other)
    )
    return bool(mine) and bool(theirs) and mine.isdisjoint(theirs)


def _resting(mention: Mention) -> set[str]:
    """Return the types of what words say a thing lies on or in; what is not carried may belong to it, as a tap does."""
    carried = mention.known and is_carried_type(mention.best)
    places = _RESTING if carried else _RESTING | {"near"}
    return {mark.best for how, marks in mention.relations if how in places for mark in marks if mark.best}


def loading(event: Event) -> Event:
    """Return what "fill the box with a pen" asks for: putting that in. Vessels are filled with liquids."""
    holder = next((m for m in event.objects if m.known), None)
    loads = [m for p, m in event.attached if p is Prep.WITH and any(map(is_carried_type, m.classes))]
    if event.verb is not Verb.FILL or holder is None or not loads:
        return event
    if any(object_types()[name].can("canFillWithLiquid") for name in holder.classes):
        return event
    return Event(Verb.PUT, loads, [(Prep.IN, holder)])


def is_carried_type(name: str) -> bool:
    """Tell whether things of a type are carried about."""
    return object_types()[name].can("pickupable")


def attached(event: Event, *preps: Prep) -> list[PlaceWords]:
    """Return the places that some prepositions attach to an event, without pronouns."""
    return [PlaceWords(m, p) for p, m in event.attached if p in preps and not m.pronoun]


def is_movable(place: PlaceWords) -> bool:
    """Tell whether a place is a dish or the like, itself carried with what is in it."""
    return is_carried(place.mention.best)
