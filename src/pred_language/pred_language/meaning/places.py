"""Where things go: what the words for a place may mean, and places that no words name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pred_core.people import PERSON
from pred_core.vocabulary import domain, equipment, group, object_types, per_domain, spoken
from pred_language.lexicon.nouns import Weights
from pred_language.lexicon.qualities import given_in_passing
from pred_language.lexicon.things import NamedThing, PlaceWords
from pred_language.lexicon.words import Prep
from pred_language.meaning.context import Ranked
from pred_language.meaning.grounding import Grounder, rank


def receptacles(place: PlaceWords, grounder: Grounder) -> Weights:
    """Return the receptacle types that the words for a place may mean."""
    mention = place.mention
    if place.person:
        return {PERSON: 1.0}
    if place.near:
        found = grounder.near(mention.classes) or _around(mention.classes)
        return {n: w * grounder.presence(n) for n, w in found.items()}
    classes = dict(mention.classes)
    outlet = next((place_ for switch, place_ in outlets().items() if switch in classes), "")
    below = next((meant for above, meant in domain().under.items() if above in classes), {})
    if outlet:  # "under the faucet"
        classes = {outlet: 1.0}
    elif place.prep is Prep.UNDER and below:
        classes = dict(below)
    return grounder.meanings(mention.text, classes, "receptacle") or {
        n: w * grounder.presence(n) for n, w in grounder.near(classes).items()
    }


def _around(classes: Weights) -> Weights:
    """Return the surfaces that may stand beside a landmark that itself stands on the floor, or is built in: a stove."""
    return dict.fromkeys(group("surfaces") - classes.keys(), 1.0) if classes else {}


@per_domain
def outlets() -> Mapping[str, str]:
    """Return the drain that each switch of its own belongs to: words for a faucet mean the basin below."""
    found: dict[str, str] = {}
    for place in equipment().drains():
        switch = equipment().appliances[place].switch
        if switch not in ("", place):
            found.setdefault(switch, place)
    return found


def elsewhere(thing: NamedThing, place: PlaceWords, weights: Weights) -> Weights:
    """Return a destination's meanings without that of where the thing is taken from, if others are left.

    Who says "from the couch to the chair" does not call the couch a chair.
    """
    left_places = (p.mention for p in thing.sources if p.prep is Prep.FROM and not p.near)
    head = place.mention.text.split()[-1:]  # "from the table to the other table" may mean two of one type
    named = {m.best for m in left_places if m.text.split()[-1:] != head}
    return {n: w for n, w in weights.items() if n not in named} or weights


def usual_places(held: Weights, grounder: Grounder) -> Weights:
    """Return where things of these types are usually found, of the places that are not carried about."""
    usual = grounder.near(held)
    return {n: w * grounder.presence(n) for n, w in usual.items() if not object_types()[n].can("pickupable")}


def transit(thing: NamedThing) -> set[str]:
    """Return the states that earlier stops on the way give: put in the fridge, then on the table = cold."""
    stops = [(p, given_in_passing().get(p.mention.best)) for p in thing.moves[:-1] if not p.near]
    # at a sink things are set down for many reasons; one that is carried "to the sink" was not put in it
    return {state for place, state in stops if state and (state != "clean" or place.prep is not Prep.TO)}


def ranked_place(place: PlaceWords, weights: Weights) -> Ranked:
    """Return a destination with what its preposition says of how a thing is put there."""
    relation = str(place.prep) if place.prep in (Prep.IN, Prep.ON) else ""
    words = f"under {place.mention.text}" if place.prep is Prep.UNDER else place.mention.text
    if place.near and group("resting_places"):  # the words name what is beside it
        words = spoken(max(weights, key=weights.__getitem__))
    return replace(rank(words, weights), relation=relation)


def shares_of(thing: NamedThing, place: PlaceWords) -> int:
    """Return how many places get that much each: "in each corner" 0 (all), "in both cupboards" 2, else 1."""
    mention = place.mention
    if place.near:  # "between the two bowls" is one place
        return 1
    if thing.count == 0:  # "all the forks on the tables": together they are all there are
        return 1
    number = mention.number if mention.number is not None and mention.number > 1 and mention.plural else 0
    if mention.every:
        return number
    return number if number and thing.count == 1 else 1
