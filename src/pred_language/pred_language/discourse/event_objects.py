"""What an event is about: its objects as things, with pronouns resolved and what they hold."""

from __future__ import annotations

from dataclasses import replace

from pred_core.vocabulary import object_types
from pred_language.discourse.cast import Cast
from pred_language.discourse.event_builder import is_place
from pred_language.lexicon.inflection import singular
from pred_language.lexicon.phrases import Event, Mention
from pred_language.lexicon.qualities import TREATING
from pred_language.lexicon.things import PLACING, NamedThing, fill, takes
from pred_language.lexicon.words import TURNING, Prep, Verb
from pred_language.meaning.qualifiers import contradict

CARRYING = PLACING | TREATING
"""What is done to things that are carried about."""


def objects_of(event: Event, cast: Cast) -> list[NamedThing]:
    """Return the things that an event acts on; a verb alone acts on what was named last."""
    things: list[NamedThing] = []
    cast.beside = things
    places = event.attached if event.verb in TREATING | TURNING or event.to_me else []
    cast.here = {m.best for p, m in places if p in (Prep.IN, Prep.ON, Prep.AT) and m.best and not m.pronoun}
    _resolve_places(event, cast)
    if event.verb in CARRYING and all(mention.pronoun for mention in event.objects):
        cast.focus_on_carried()
    for mention in event.objects:
        meant = cast.several(mention)
        if meant:
            things += [t for t in meant if t not in things]
            continue
        if mention.text == "water" and event.verb is not Verb.CLEAN:
            fill(things)
        thing = cast.thing(mention)
        if thing is None:
            continue
        if thing in things and not mention.pronoun:
            thing.named += not mention.another
        elif thing not in things:
            things.append(thing)
    if (
        not things
        and event.verb not in (None, Verb.LOOK, Verb.GO, Verb.TURN_ON)
        and cast.discourse.focus is not None
    ):
        things = [cast.discourse.focus]
    if any(not m.pronoun for m in event.objects):
        cast.discourse.group = [*(cast.discourse.group if event.goes_on else ()), *things]
    return things


def _another_one(held: Mention, thing: Mention) -> bool:
    """Tell whether words name another one of a thing's kind: the green pillow beside the grey ones."""
    return singular(held.text) == singular(thing.text) and contradict(held, thing)


def note_contents(event: Event, cast: Cast) -> None:
    """Note what holds what: "a plate with a fork on it"."""
    for holder, held in event.contents:
        if is_place(holder.classes) and any(_another_one(held, one) for one in event.objects):
            continue  # "the grey pillows on the chair with the green pillow": that one only says which chair
        outer, inner = cast.thing(holder, focus=False), cast.thing(held, focus=False)
        if outer is not None and outer is inner:  # "a roll along with an empty roll"
            outer.named += 1
        if outer is None or inner is None or outer is inner or inner.lamp:
            continue
        if inner.movable and not outer.movable:
            outer, inner = inner, outer
        if outer.movable and inner not in outer.contents:
            outer.contents.append(inner)


def shared_objects(event: Event, following: list[Event]) -> list[Mention]:
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


def _resolve_places(event: Event, cast: Cast) -> None:
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
        if mention.pronoun and prep is Prep.FROM:
            event.attached[index] = (prep, _taken_from(mention, cast))
        if not mention.pronoun or prep not in (Prep.IN, Prep.ON, Prep.TO):
            continue
        if mention.number is not None and sources:
            event.attached[index] = (prep, sources[0])
            continue
        named = [m for m in event.objects if not m.pronoun]
        focus = cast.discourse.focus
        if focus is None or not named:
            continue
        moved = [place for place in focus.moves if not place.person]
        if mention.text == "one" and mention.adjectives and moved:  # "... and the apple in the green one"
            event.attached[index] = (prep, _another(moved[-1].mention, mention))
            continue
        again = cast.same(named[-1]) is focus  # "... and another one into it"
        place = bool(focus.moves) and (again or not takes(focus, named[-1]))
        meant = focus.moves[-1].mention if place else focus.mention
        if not focus.moves and not takes(focus, named[-1]):  # "take the mug out of the box and put a fork in it"
            meant = next((p.mention for p in focus.sources if p.prep is Prep.FROM), meant)
        event.attached[index] = (prep, meant)


def _taken_from(mention: Mention, cast: Cast) -> Mention:
    """Return the place that "it", or "the bottom one", is where a thing is taken from."""
    discourse = cast.discourse
    sources = [place.mention for place in discourse.focus.sources] if discourse.focus is not None else []
    if mention.text == "one" and mention.adjectives and sources:  # "... and the spoon from the right one"
        return _another(sources[-1], mention)
    place = discourse.place
    return replace(place.mention) if place is not None and not place.person else mention


def _another(before: Mention, one: Mention) -> Mention:
    """Return "the green one" with the noun of what was named before."""
    return replace(before, adjectives=list(one.adjectives), relations=[], excluded=[], rivals=[])
