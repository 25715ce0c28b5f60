"""Where an event brings its things: which place is the end of the way, and which is where they are now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pred_core.vocabulary import equipment, group, is_cover, object_types
from pred_language.discourse.cast import Cast, attached, is_carried_type, is_movable
from pred_language.lexicon.exceptions import EVERYTHING
from pred_language.lexicon.phrases import Event, Mention
from pred_language.lexicon.things import (
    USUAL_PLACE,
    NamedThing,
    PlaceWords,
    fill,
    goes_on_dishes,
    outermost,
    the_speaker,
)
from pred_language.lexicon.words import Prep, Verb
from pred_language.meaning.places import shares_of

Lies = Callable[[Mention, Mention], bool]
"""Whether a thing of these words was seen on or in a place of those."""


class Destinations:
    """Notes moves of things: ``lies`` tells which of two places is where a thing is.

    ``literal``: "the statue and the box" go to a place beside each other; who describes recorded tasks means what
    lies in the box.
    """

    def __init__(self, cast: Cast, lies: Lies, *, literal: bool) -> None:
        self.cast = cast
        self.literal = literal
        self.discourse = cast.discourse
        self.lies = lies

    def put(self, event: Event, things: list[NamedThing]) -> None:
        """Note where things are put."""
        if not things and event.verb is None and self.discourse.focus is not None and event.attached:
            things = [self.discourse.focus]
        self.cast.note_lamps(event)
        where = attached(event, Prep.AT)
        if event.verb is None and where:  # "the mug is in the cabinet next to the sink"
            for thing in things:
                thing.sources += where
            return
        _wetted(event, things)
        if any(m.text == "water" for p, m in event.attached if p is Prep.WITH):
            fill(things)
        things, places = self._ends(event, self._carried(event, things))
        if not places and event.there and self.discourse.place is not None:
            places = [self.discourse.place]
        if not places:
            self._note_place(event)
            if event.verb is Verb.PUT:
                self.discourse.unplaced += things
            return
        places = _on_the_way(things, places)
        if group("resting_places"):
            _tell_of_things(things, places[0])
        self._note_beside(event, things, places)
        self.discourse.place = places[0]
        for thing in (t for t in things if not t.lamp):
            _count_delivery(thing, places[0])
            thing.moves.append(places[0])
            if thing in self.discourse.moved:
                self.discourse.moved.remove(thing)
            self.discourse.moved.append(thing)
            self._note_held_before(thing)
        self._note_together(things, places[0])

    def _note_beside(self, event: Event, things: list[NamedThing], places: list[PlaceWords]) -> None:
        """Note "beside the plate on the table" as the table that the plate is on, where one was seen to be."""
        if len(places) != 1 or len(things) != 1 or places[0].prep not in (Prep.IN, Prep.ON):
            return
        said, place = things[0].mention, places[0].mention
        for beside in (m for prep, m in event.attached if prep is Prep.NEAR):
            if beside is not place and self.lies(beside, place) and not self.lies(said, place):
                said.relations = [(how, marks) for how, marks in said.relations if not any(m is beside for m in marks)]
                place.relations.append(("with", [beside]))

    def _note_together(self, things: list[NamedThing], place: PlaceWords) -> None:
        """Note what is put on or in a dish that goes to the same place."""
        self.discourse.together += [
            (one, other)
            for one in things
            for other in things
            if one is not other and other.movable and not one.movable and goes_on_dishes(one, other)
            if shares_of(one, place) == 1  # "a plate and a fork on each table" are laid side by side
            and not place.person  # who gets a mug and a spoon gets one after the other
            and not self.literal
        ]

    def get(self, event: Event, things: list[NamedThing]) -> None:
        """Note what is taken, from where, and who or what gets it."""
        sources = attached(event, Prep.FROM, Prep.AT, Prep.ON, Prep.IN, Prep.UNDER, Prep.NEAR)
        ends = attached(event, Prep.TO)
        for thing in things:
            thing.picked = True
            self.discourse.holding = thing
            thing.sources += sources
            self.discourse.unplaced = [other for other in self.discourse.unplaced if other is not thing]
        self.cast.note_lamps(event)
        if not ends and things and (event.to_me or event.for_me):
            self.put(Event(Verb.PUT, to_me=True), things)
        if ends and things and not any(t.lamp for t in things):
            self.put(Event(Verb.PUT, attached=[(Prep.TO, p.mention) for p in ends]), things)

    def _note_held_before(self, thing: NamedThing) -> None:
        """Note that what was put somewhere before went to where a thing is taken from: "the drawer" is one."""
        for source in (s.mention for s in thing.sources if s.prep is Prep.FROM):
            for other in (t for t in self.discourse.moved if t is not thing):
                place = other.moves[-1].mention
                if not (place.is_certain and source.is_certain and place.text == source.text):
                    continue
                if not (place.adjectives or place.relations):
                    place.adjectives = source.adjectives
                    place.relations = [*source.relations, ("with", [replace(thing.mention, relations=[])])]
                elif not (source.adjectives or source.relations):
                    source.adjectives, source.relations = place.adjectives, place.relations

    def _note_place(self, event: Event) -> None:
        """Remember a place that stands alone: "the red corner: put the banana there"."""
        for mention in event.objects:
            if event.verb is None and mention.known and not any(map(is_carried_type, mention.classes)):
                self.discourse.place = PlaceWords(mention, Prep.ON)

    def _ends(self, event: Event, things: list[NamedThing]) -> tuple[list[NamedThing], list[PlaceWords]]:
        """Return what is moved in the end and the places it goes to, the right one first; note the sources."""
        sources = attached(event, Prep.FROM, Prep.AT)
        ends = attached(event, Prep.TO)
        if event.to_me and not ends:
            return self._to_the_speaker(event, things)
        places = attached(event, Prep.IN, Prep.ON, Prep.UNDER)
        if places and places[0].prep is Prep.UNDER and (places[1:] or attached(event, Prep.NEAR)):
            # "the pen under the desk on the dresser" tells which pen; under a cup it lies where it is to be looked for
            sources += places[:1] if any(map(is_cover, places[0].mention.classes)) else []
            places = places[1:]
        if event.verb is Verb.DISCARD:  # what is thrown away from the sofa is on it now
            lying = [p for p in places if p.mention.best not in group("waste")]
            sources, places = sources + lying, [p for p in places if p not in lying]
        if ends:
            sources += [p for p in places if not is_movable(p)]
            places = [p for p in places if is_movable(p)] + ends
        for thing in things:
            thing.sources += sources
        held_in = [p for p in sources if p.prep is Prep.AT and is_movable(p) and not self._lies_there(things, p)]
        places = outermost(held_in + places if places else places, self.discourse.opened)
        named = any(not m.pronoun for m in event.objects)
        if named and len(places) > 1 and len(things) == 1 and _is_source(things[0], places, self.lies):
            things[0].sources.append(places[0])
            places = places[1:]
        things, places = self._chain(things, places)
        if event.verb is not Verb.DISCARD:  # "throw away the apple nearest to the bread" tells which one
            places = places or attached(event, Prep.NEAR)
        return things, places or ([the_speaker()] if event.for_me else self._unnamed(event, things))

    def _lies_there(self, things: list[NamedThing], place: PlaceWords) -> bool:
        """Tell whether a thing was seen where words say that it is: it is taken from there, not carried with that."""
        return any(self.lies(thing.mention, place.mention) for thing in things)

    def _to_the_speaker(self, event: Event, things: list[NamedThing]) -> tuple[list[NamedThing], list[PlaceWords]]:
        """Return who gets the things: places are where they are, but for a dish that they come in."""
        around = attached(event, Prep.FROM, Prep.AT, Prep.IN, Prep.ON, Prep.UNDER)
        dishes = [
            p
            for p in around
            if p.prep in (Prep.IN, Prep.ON)
            and is_movable(p)
            and not any(self.lies(thing.mention, p.mention) for thing in things)
        ]
        for thing in things:
            thing.sources += [p for p in around if p not in dishes]
        return self._chain(things, [*dishes, the_speaker()])

    def _unnamed(self, event: Event, things: list[NamedThing]) -> list[PlaceWords]:
        """Return the place of a verb that names none: what stands open, where it was, where such things are kept."""
        if event.verb is Verb.DISCARD:
            return [PlaceWords(Mention("trash", dict.fromkeys(group("waste"), 1.0)), Prep.IN)]
        if event.verb is not Verb.PUT:
            return []
        if self.discourse.opened is not None:
            return [PlaceWords(self.discourse.opened.mention, Prep.IN)]
        sources = [p for t in things for p in t.sources if not p.near and p.mention.best not in group("floors")]
        return (sources[:1] if event.back else []) or _usual(event, things)

    def _carried(self, event: Event, things: list[NamedThing]) -> list[NamedThing]:
        """Return the holder instead of what was just put in it: "put the apple on a plate and put it in the fridge"."""
        if any(not m.pronoun for m in event.objects) or len(things) != 1 or not things[0].moves:
            return things
        holder = (
            self.cast.thing(things[0].moves[-1].mention, focus=False)
            if is_movable(things[0].moves[-1])
            else None
        )
        return [holder] if holder is not None and things[0] in holder.contents else things

    def _chain(self, things: list[NamedThing], places: list[PlaceWords]) -> tuple[list[NamedThing], list[PlaceWords]]:
        """Return what moves where: of "a pen in a bowl on the desk" the bowl moves, with the pen in it."""
        if not places or not things or not is_movable(places[0]):
            return things, places
        if len(places) > 1 and self._stands_there(places[0].mention, places[1].mention):
            places[0].mention.relations.append(("on", [places[1].mention]))
            places = places[:1]
        holder = self.cast.thing(places[0].mention, focus=False)
        if holder is None or holder in things:
            return things, places
        holder.contents += [t for t in things if t not in holder.contents]
        if len(places) < 2 or is_movable(places[1]):
            return things, places
        for thing in things:
            thing.moves.append(places[0])
        return [holder], places[1:]


    def _stands_there(self, dish: Mention, place: Mention) -> bool:
        """Tell whether a place only says which dish is meant: one was seen there, "the bowl on the counter"."""
        told = any(place in marks for _, marks in dish.relations)
        return dish.is_certain and place.is_certain and not told and self.lies(dish, place)


def _is_source(thing: NamedThing, places: list[PlaceWords], lies: Lies) -> bool:
    """Tell whether the first of two places is where the thing is: one was seen there, or all there is meant."""
    first, second = places[0].mention, places[1].mention
    beside = any(second in marks for _, marks in first.relations)  # "in the cabinet under the sink"
    if beside or places[0].near or places[1].prep not in (Prep.IN, Prep.ON):
        return False
    takes = any(object_types()[name].can("receptacle") for name in second.classes)
    if takes and (first.best in group("floors") or thing.mention.text == EVERYTHING):
        return True
    return takes and lies(thing.mention, first) and not lies(first, second)


def _tell_of_things(things: list[NamedThing], place: PlaceWords) -> None:
    """Take what "from the table behind the cup" says beside what, from where the things are now, for where they go."""
    for thing in things if place.near else ():
        for source in (s.mention for s in thing.sources):
            told = [one for one in source.relations if place.mention in one[1]]
            source.relations = [one for one in source.relations if place.mention not in one[1]]
            thing.mention.relations += told


def _on_the_way(things: list[NamedThing], places: list[PlaceWords]) -> list[PlaceWords]:
    """Return the place that was named before for what is put beside something there.

    "Take the mug to the table and put it beside the other one" is one way, and it ends on the table.
    """
    before = things[0].moves[-1:] if len(things) == 1 else []
    if not places[0].near or not before or before[0].near or before[0].person:
        return places
    beside = places[0].mention
    said = things[0].mention
    said.relations = [(how, marks) for how, marks in said.relations if not any(m is beside for m in marks)]
    before[0].mention.relations.append(("near", [beside]))
    return before


def _count_delivery(thing: NamedThing, place: PlaceWords) -> None:
    """Count how often a thing of these words was taken and brought to the same place: two of a kind, in steps."""
    same = bool(thing.moves) and set(thing.moves[-1].mention.classes) & set(place.mention.classes)
    if thing.picked:
        thing.deliveries = thing.deliveries + 1 if same else 1
    thing.picked = False


def _usual(event: Event, things: list[NamedThing]) -> list[PlaceWords]:
    """Return where such things usually are, for "put it away" and "put it back"."""
    if not event.back:
        return []
    found = object_types()[things[0].best].found_in if things and things[0].best else {}
    usual = {n: float(c) for n, c in found.items() if n not in group("floors") and object_types()[n].can("receptacle")}
    if event.away:
        appliances = equipment().appliances.items()
        treat = {name for name, appliance in appliances if {"hot", "cooked"} & {*appliance.all_given}}
        usual = {n: c for n, c in usual.items() if n in group("must_be_open") - treat} or usual
    return [PlaceWords(Mention(USUAL_PLACE, usual), Prep.IN)] if usual else []


def _wetted(event: Event, things: list[NamedThing]) -> None:
    """Take "in water" as washing rather than as a place."""
    wet = [a for a in event.attached if a[0] is Prep.IN and a[1].text == "water"]
    event.attached = [a for a in event.attached if a not in wet]
    for thing in things if wet else ():
        thing.states.add("clean")
