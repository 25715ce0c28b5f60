"""From events to a story. Pronouns and repeated nouns mean the same thing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pred_core.vocabulary import group, object_types
from pred_language.discourse.cast import Cast, is_carried_type, loading
from pred_language.lexicon.exceptions import EVERYTHING
from pred_language.lexicon.phrases import Event, Mention
from pred_language.lexicon.qualities import TREATING
from pred_language.lexicon.things import (
    DEED_STATES,
    PLACING,
    Deed,
    Place,
    Story,
    Thing,
    carried_about,
    fill,
    goes_on_dishes,
    outermost,
    takes,
    the_speaker,
    treats,
)
from pred_language.lexicon.words import TURNING, Prep, Verb
from pred_language.meaning.places import outlets, shares_of

Lies = Callable[[Mention, Mention], bool]
"""Whether a thing of these words was seen on or in a place of those."""


class _Teller(Cast):
    def __init__(self, lies: Lies) -> None:
        super().__init__()
        self.lies = lies

    def tell(self, events: list[Event]) -> Story:
        for index, event in enumerate(events):
            shared = self._shared_objects(event, events[index + 1 :])
            event.objects += [replace(m, states=set(m.states)) for m in shared]
            self._event(event)
        return self.story

    @staticmethod
    def _shared_objects(event: Event, following: list[Event]) -> list[Mention]:
        """Return the objects that a bare verb shares with a later one: "slice, chill and put the bread away"."""
        if event.verb not in TREATING or event.objects or event.attached:
            return []
        for later in following:
            if later.verb not in TREATING | PLACING:
                return []
            if later.objects:
                return [] if later.objects[0].pronoun else later.objects
            if later.attached:
                return []
        return []

    def _event(self, event: Event) -> None:
        event = loading(event)
        things = self._objects(event)
        self._contents(event)
        match event.verb:
            case Verb.MAKE:
                self.story.deeds += [Deed(Verb.MAKE, t) for t in things if t.states]
            case Verb.PUT | Verb.DISCARD | None:
                self._put(event, things)
            case Verb.GET:
                self._get(event, things)
            case Verb.LOOK:
                self._look(event, things)
            case Verb.GO:
                self._places_only(event)
            case Verb.TURN_ON if any(t.lamp for t in things) or (
                self.story.lamps
                and not any(object_types()[n].can("toggleable") for t in things for n in t.classes)
            ):
                self._light(event, things)
            case _:
                self._deed(event, things)

    def _objects(self, event: Event) -> list[Thing]:
        things: list[Thing] = []
        self.beside = things
        self._resolve_places(event)
        for mention in event.objects:
            meant = self._several(mention)
            if meant:
                things += [t for t in meant if t not in things]
                continue
            if mention.text == "water" and event.verb is not Verb.CLEAN:
                fill(things)
            thing = self._thing(mention)
            if thing is None:
                continue
            if thing in things and not mention.pronoun:
                thing.named += not mention.another
            elif thing not in things:
                things.append(thing)
        if (
            not things
            and event.verb not in (None, Verb.LOOK, Verb.GO, Verb.TURN_ON)
            and self.story.focus is not None
        ):
            things = [self.story.focus]
        if any(not m.pronoun for m in event.objects):
            self.story.group = [*(self.story.group if event.goes_on else ()), *things]
        return things

    def _resolve_places(self, event: Event) -> None:
        """Replace pronouns among places by what they mean: "take a cup and put a knife in it"."""
        if (
            event.verb in PLACING
            and not event.objects
            and len(event.attached) > 1
            and event.attached[0][0] is Prep.IN
        ):
            mention = event.attached[0][1]  # "put in the clean cloth in the drawer"
            if mention.pronoun or not any(object_types()[n].can("receptacle") for n in mention.classes):
                event.objects.append(mention)
                del event.attached[0]
        sources = [m for p, m in event.attached if p is Prep.FROM and not m.pronoun]
        for index, (prep, mention) in enumerate(event.attached):
            if not mention.pronoun or prep not in (Prep.IN, Prep.ON, Prep.TO):
                continue
            if mention.number is not None and sources:
                event.attached[index] = (prep, sources[0])
                continue
            named = [m for m in event.objects if not m.pronoun]
            focus = self.story.focus
            if focus is None or not named:
                continue
            again = self._same(named[-1]) is focus  # "... and another one into it"
            place = bool(focus.moves) and (again or not takes(focus, named[-1]))
            event.attached[index] = (prep, focus.moves[-1].mention if place else focus.mention)

    def _contents(self, event: Event) -> None:
        for holder, held in event.contents:
            outer, inner = self._thing(holder, focus=False), self._thing(held, focus=False)
            if outer is not None and outer is inner:  # "a roll along with an empty roll"
                outer.named += 1
            if outer is None or inner is None or outer is inner or inner.lamp:
                continue
            if inner.movable and not outer.movable:
                outer, inner = inner, outer
            if outer.movable and inner not in outer.contents:
                outer.contents.append(inner)

    def _put(self, event: Event, things: list[Thing]) -> None:
        if not things and event.verb is None and self.story.focus is not None and event.attached:
            things = [self.story.focus]
        self._note_lamps(event)
        said_where = self._attached(event, Prep.AT)
        if event.verb is None and said_where:  # "the mug is in the cabinet next to the sink"
            for thing in things:
                thing.sources += said_where
            return
        self._wetted(event, things)
        if any(m.text == "water" for p, m in event.attached if p is Prep.WITH):
            fill(things)
        things, places = self._ends(event, self._carried(event, things))
        if not places and event.there and self.story.place is not None:
            places = [self.story.place]
        if not places:
            self._note_place(event)
            if event.verb is Verb.PUT:
                self.story.unplaced += things
            return
        self.story.place = places[0]
        for thing in (t for t in things if not t.lamp):
            self._deliver(thing, places[0])
            thing.moves.append(places[0])
            if thing in self.story.moved:
                self.story.moved.remove(thing)
            self.story.moved.append(thing)
        self.story.together += [
            (one, other)
            for one in things
            for other in things
            if one is not other and other.movable and not one.movable and goes_on_dishes(one, other)
            if shares_of(one, places[0]) == 1  # "a plate and a fork on each table" are laid side by side
            and not places[0].person  # who gets a mug and a spoon gets one after the other
        ]

    def _note_place(self, event: Event) -> None:
        """Remember a place that stands alone: "the red corner: put the banana there"."""
        for mention in event.objects:
            if event.verb is None and mention.known and not any(map(is_carried_type, mention.classes)):
                self.story.place = Place(mention, Prep.ON)

    def _ends(self, event: Event, things: list[Thing]) -> tuple[list[Thing], list[Place]]:
        """Return what is moved in the end and the places it goes to, the right one first; note the sources."""
        sources = self._attached(event, Prep.FROM, Prep.AT)
        ends = self._attached(event, Prep.TO)
        if event.to_me and not ends:
            return self._to_the_speaker(event, things)
        places = self._attached(event, Prep.IN, Prep.ON, Prep.UNDER)
        if event.verb is Verb.DISCARD:  # nothing is thrown away onto the floor
            lying = [p for p in places if p.mention.best in group("floors")]
            sources, places = sources + lying, [p for p in places if p not in lying]
        if ends:
            sources += [p for p in places if not self._is_movable(p)]
            places = [p for p in places if self._is_movable(p)] + ends
        for thing in things:
            thing.sources += sources
        held_in = [p for p in sources if p.prep is Prep.AT and self._is_movable(p)]
        places = outermost(held_in + places if places else places, self.story.opened)
        named = any(not m.pronoun for m in event.objects)
        if named and len(places) > 1 and len(things) == 1 and self._is_source(things[0], places):
            things[0].sources.append(places[0])
            places = places[1:]
        things, places = self._chain(things, places)
        places = places or self._attached(event, Prep.NEAR)
        return things, places or ([the_speaker()] if event.for_me else self._unnamed(event, things))

    def _to_the_speaker(self, event: Event, things: list[Thing]) -> tuple[list[Thing], list[Place]]:
        """Return who gets the things: places are where they are, but for a dish that they come in."""
        around = self._attached(event, Prep.FROM, Prep.AT, Prep.IN, Prep.ON, Prep.UNDER)
        dishes = [
            p
            for p in around
            if p.prep in (Prep.IN, Prep.ON)
            and self._is_movable(p)
            and not any(self.lies(thing.mention, p.mention) for thing in things)
        ]
        for thing in things:
            thing.sources += [p for p in around if p not in dishes]
        return self._chain(things, [*dishes, the_speaker()])

    def _is_source(self, thing: Thing, places: list[Place]) -> bool:
        """Tell whether the first of two places is where the thing is: one was seen there, or all there is meant."""
        first, second = places[0].mention, places[1].mention
        beside = any(second in marks for _, marks in first.relations)  # "in the cabinet under the sink"
        if beside or places[0].near or places[1].prep not in (Prep.IN, Prep.ON):
            return False
        takes = any(object_types()[name].can("receptacle") for name in second.classes)
        if takes and (first.best in group("floors") or thing.mention.text == EVERYTHING):
            return True
        return takes and self.lies(thing.mention, first) and not self.lies(first, second)

    def _unnamed(self, event: Event, things: list[Thing]) -> list[Place]:
        """Return the place of a verb that names none: what stands open, where it was, where such things are kept."""
        if event.verb is Verb.DISCARD:
            return [Place(Mention("trash", dict.fromkeys(group("waste"), 1.0)), Prep.IN)]
        if event.verb is not Verb.PUT:
            return []
        if self.story.opened is not None:
            return [Place(self.story.opened.mention, Prep.IN)]
        sources = [p for t in things for p in t.sources if not p.near and p.mention.best not in group("floors")]
        return (sources[:1] if event.back else []) or self._usual(
            event, things
        )  # else it is only where it comes from

    def _deliver(self, thing: Thing, place: Place) -> None:
        """Count how often a thing of these words was taken and brought to the same place: two of a kind, in steps."""
        same = bool(thing.moves) and set(thing.moves[-1].mention.classes) & set(place.mention.classes)
        if thing.picked:
            thing.deliveries = thing.deliveries + 1 if same else 1
        thing.picked = False

    @staticmethod
    def _usual(event: Event, things: list[Thing]) -> list[Place]:
        """Return where such things usually are, for "put it away" and "put it back"."""
        usual = {
            n: float(c)
            for t in things[:1]
            for n, c in (object_types()[t.best].found_in if t.best else {}).items()
        }
        usual = {
            n: c for n, c in usual.items() if n not in group("floors") and object_types()[n].can("receptacle")
        }
        return [Place(Mention("its usual place", usual), Prep.IN)] if event.back and usual else []

    def _carried(self, event: Event, things: list[Thing]) -> list[Thing]:
        """Return the holder instead of what was just put in it: "put the apple on a plate and put it in the fridge"."""
        if any(not m.pronoun for m in event.objects) or len(things) != 1 or not things[0].moves:
            return things
        holder = (
            self._thing(things[0].moves[-1].mention, focus=False)
            if self._is_movable(things[0].moves[-1])
            else None
        )
        return [holder] if holder is not None and things[0] in holder.contents else things

    def _chain(self, things: list[Thing], places: list[Place]) -> tuple[list[Thing], list[Place]]:
        """Return what moves where: of "a pen in a bowl on the desk" the bowl moves, with the pen in it."""
        if not places or not things or not self._is_movable(places[0]):
            return things, places
        holder = self._thing(places[0].mention, focus=False)
        if holder is None or holder in things:
            return things, places
        holder.contents += [t for t in things if t not in holder.contents]
        if len(places) < 2 or self._is_movable(places[1]):
            return things, places
        for thing in things:
            thing.moves.append(places[0])
        return [holder], places[1:]

    def _get(self, event: Event, things: list[Thing]) -> None:
        sources = self._attached(event, Prep.FROM, Prep.AT, Prep.ON, Prep.IN, Prep.UNDER, Prep.NEAR)
        ends = self._attached(event, Prep.TO)
        for thing in things:
            thing.picked = True
            self.story.holding = thing
            thing.sources += sources
            self.story.unplaced = [other for other in self.story.unplaced if other is not thing]
        self._note_lamps(event)
        if not ends and things and (event.to_me or event.for_me):
            self._put(Event(Verb.PUT, to_me=True), things)
        if ends and things and not any(t.lamp for t in things):
            self._put(Event(Verb.PUT, attached=[(Prep.TO, p.mention) for p in ends]), things)

    def _look(self, event: Event, things: list[Thing]) -> None:
        self._note_lamps(event)
        for place in self._attached(event, Prep.TO):
            thing = self._thing(place.mention)
            if thing is not None and not thing.lamp:
                things.append(thing)
        self.story.examined |= any(carried_about(t) for t in things)
        self.story.looked_at += [t for t in things if not t.lamp]

    def _light(self, event: Event, things: list[Thing]) -> None:
        lamps = [t for t in things if t.lamp] or self.story.lamps[-1:]
        self.story.switched_on += lamps
        self.story.turned += [(lamp, "on") for lamp in lamps]
        for lamp in lamps:
            lamp.mention.relations += self._stands(event, lamp)
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
                thing = self._thing(mention)
                if thing is not None and not thing.lamp:
                    self.story.looked_at.append(thing)

    def _places_only(self, event: Event) -> None:
        self._note_lamps(event)

    def _deed(self, event: Event, things: list[Thing]) -> None:
        if event.verb is None:
            return
        state = event.makes or DEED_STATES.get(event.verb, "")
        for thing in things:
            if thing.lamp and event.verb not in (Verb.TURN_ON, Verb.TURN_OFF):
                continue
            self.story.deeds.append(Deed(event.verb, thing, state))
            if state:
                thing.states.add(state)
            if event.verb in TURNING:
                self.story.turned.append((thing, state))
            self._doors(event.verb, thing)
            if event.verb not in TREATING | {Verb.POUR}:  # "turn on the lamp on the desk"
                thing.mention.relations += self._stands(event, thing)
            thing.sources += self._attached(event, Prep.FROM, Prep.AT) + self._standing(event)
            if event.verb is Verb.POUR:  # where it is poured is no place of the vessel
                continue
            for place in self._attached(event, Prep.TO):
                self._put(Event(Verb.PUT, attached=[(Prep.TO, place.mention)]), [thing])

    def _stands(self, event: Event, thing: Thing) -> list[tuple[str, list[Mention]]]:
        """Return where a thing is that something is done to there: a tap is at its sink, other things are on theirs."""
        places = [p.mention for p in self._attached(event, Prep.IN, Prep.ON) if p.mention.known]
        outlet = outlets().get(thing.best, "")
        return [("near" if outlet in mention.classes else "on", [mention]) for mention in places]

    def _standing(self, event: Event) -> list[Place]:
        """Return where a thing to be treated is, of "cool the pot on the stove", not what treats it."""
        if event.verb not in TREATING:
            return []
        places = self._attached(event, Prep.IN, Prep.ON)
        return [p for p in places if p.mention.known and not self._is_movable(p) and not treats(p)]

    def _doors(self, verb: Verb, thing: Thing) -> None:
        """Remember what stands open, and that it is no thing to be carried."""
        if verb is Verb.OPEN:
            self.story.opened = thing
        elif verb is Verb.CLOSE:
            self.story.opened = None
        if not carried_about(thing):
            self.story.focus = self.story.holding or self.story.focus


def _nowhere(_: Mention, __: Mention) -> bool:
    return False


def tell(events: list[Event], lies: Lies = _nowhere) -> Story:
    """Return the story of some events.

    :param lies: tells where things were seen: a mug on the table, of "put the mug on the table in the sink"
    """
    return _Teller(lies).tell(events)
