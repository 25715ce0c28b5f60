"""From events to what is wanted of which things: pronouns and repeated nouns mean the same thing."""

from __future__ import annotations

from dataclasses import replace

from pred_core.vocabulary import group, object_types
from pred_language.discourse.cast import Cast, attached, is_movable, loading
from pred_language.discourse.destinations import Destinations, Lies
from pred_language.discourse.event_objects import note_contents, objects_of, shared_objects
from pred_language.lexicon.exceptions import EVERYTHING
from pred_language.lexicon.inflection import names_several
from pred_language.lexicon.phrases import Event, Mention
from pred_language.lexicon.qualities import TREATING
from pred_language.lexicon.things import (
    ACTION_STATES,
    Discourse,
    NamedThing,
    PlaceWords,
    ThingAction,
    carried_about,
    treats,
)
from pred_language.lexicon.words import TURNING, Prep, Verb
from pred_language.meaning.places import outlets


class _Interpreter:
    """Notes what each event asks for."""

    def __init__(self, lies: Lies, *, literal: bool) -> None:
        self.cast = Cast()
        self.discourse = self.cast.discourse
        self.ends = Destinations(self.cast, lies, literal=literal)

    def interpret(self, events: list[Event]) -> Discourse:
        for index, event in enumerate(events):
            shared = shared_objects(event, events[index + 1 :])
            event.objects += [replace(m, states=set(m.states)) for m in shared]
            self._event(event)
        return self.discourse

    def _event(self, event: Event) -> None:
        event = loading(event)
        things = objects_of(event, self.cast)
        note_contents(event, self.cast)
        match event.verb:
            case Verb.MAKE:
                self.discourse.actions += [ThingAction(Verb.MAKE, t) for t in things if t.states]
            case Verb.PUT | Verb.DISCARD | None:
                self.ends.put(event, things)
            case Verb.GET:
                self.ends.get(event, things)
            case Verb.LOOK:
                self._look(event, things)
            case Verb.GO:
                self.cast.note_lamps(event)
            case Verb.TURN_ON if any(t.lamp for t in things) or (
                self.discourse.lamps
                and not any(object_types()[n].can("toggleable") for t in things for n in t.classes)
            ):
                self._light(event, things)
            case _:
                self._action(event, things)

    def _look(self, event: Event, things: list[NamedThing]) -> None:
        self.cast.note_lamps(event)
        for place in attached(event, Prep.TO):
            thing = self.cast.thing(place.mention)
            if thing is not None and not thing.lamp:
                things.append(thing)
        self.discourse.examined |= any(carried_about(t) for t in things)
        self.discourse.looked_at += [t for t in things if not t.lamp]

    def _light(self, event: Event, things: list[NamedThing]) -> None:
        lamps = [t for t in things if t.lamp] or self.discourse.lamps[-1:]
        self.discourse.switched_on += lamps
        self.discourse.turned += [(lamp, "on") for lamp in lamps]
        for lamp in lamps:
            lamp.mention.relations += _stands(event, lamp)
        if any(
            p is Prep.ON and any(object_types()[n].can("receptacle") for n in m.classes)
            for p, m in event.attached
        ):
            for lamp in lamps:  # a lamp on something is a desk lamp
                lamp.mention.classes = {
                    n: w if n in group("table_lamps") else 0.3 * w for n, w in lamp.classes.items()
                }
        for prep, mention in event.attached:
            if prep is Prep.WITH:
                thing = self.cast.thing(mention)
                if thing is not None and not thing.lamp:
                    self.discourse.looked_at.append(thing)

    def _action(self, event: Event, things: list[NamedThing]) -> None:
        if event.verb is None:
            return
        state = event.makes or ACTION_STATES.get(event.verb, "")
        for thing in things:
            if event.verb is Verb.SLICE and "sliced" in thing.mention.states and not names_several(thing.mention.text):
                thing.mention.number, thing.mention.plural = None, False  # "cut two slices of bread" cuts one
            if thing.lamp and event.verb not in (Verb.TURN_ON, Verb.TURN_OFF):
                continue
            self.discourse.actions.append(ThingAction(event.verb, thing, state))
            if state:
                thing.states.add(state)
            if event.verb in TURNING:
                self.discourse.turned.append((thing, state))
            self._doors(event.verb, thing)
            if event.verb not in TREATING | {Verb.POUR}:  # "turn on the lamp on the desk"
                thing.mention.relations += _stands(event, thing)
            thing.sources += attached(event, Prep.FROM, Prep.AT) + _standing(event)
            self._lying_in_what_treats(event, thing)
            if event.verb is Verb.POUR:  # where it is poured is no place of the vessel
                continue
            for place in attached(event, Prep.TO):
                self.ends.put(Event(Verb.PUT, attached=[(Prep.TO, place.mention)]), [thing])

    def _lying_in_what_treats(self, event: Event, thing: NamedThing) -> None:
        """Take "wash the plate in the sink" for the plate that lies there, where one does."""
        if event.verb not in TREATING or not thing.mention.definite:
            return
        for place in attached(event, Prep.IN, Prep.ON):
            if place.mention.known and treats(place) and self.ends.lies(thing.mention, place.mention):
                thing.mention.relations.append(("on", [place.mention]))

    def _doors(self, verb: Verb, thing: NamedThing) -> None:
        """Remember what stands open, and that it is no thing to be carried."""
        if verb is Verb.OPEN:
            self.discourse.opened = thing
        elif verb is Verb.CLOSE:
            self.discourse.opened = None
        if not carried_about(thing):
            self.discourse.focus = self.discourse.holding or self.discourse.focus


def _stands(event: Event, thing: NamedThing) -> list[tuple[str, list[Mention]]]:
    """Return where a thing is that something is done to there: a tap is at its sink, other things are on theirs."""
    places = [p.mention for p in attached(event, Prep.IN, Prep.ON) if p.mention.known]
    outlet = outlets().get(thing.best, "")
    return [("near" if outlet in mention.classes else "on", [mention]) for mention in places]


def _standing(event: Event) -> list[PlaceWords]:
    """Return where a thing to be treated is, of "cool the pot on the stove", not what treats it."""
    if event.verb not in TREATING:
        return []
    places = attached(event, Prep.IN, Prep.ON)
    every = any(mention.text == EVERYTHING for mention in event.objects)  # "wash everything in the sink"
    return [p for p in places if p.mention.known and not is_movable(p) and (every or not treats(p))]


def _nowhere(_: Mention, __: Mention) -> bool:
    return False


def interpret(events: list[Event], lies: Lies = _nowhere, *, literal: bool = False) -> Discourse:
    """Return what some events ask for, together.

    :param lies: tells where things were seen: a mug on the table, of "put the mug on the table in the sink"
    :param literal: whether "the statue and the box" are two things, not what lies in the box
    """
    return _Interpreter(lies, literal=literal).interpret(events)
