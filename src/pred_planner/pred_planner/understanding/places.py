"""Where things go: what the words for a place may mean, and places that no words name."""

from __future__ import annotations

from pred_core.vocabulary import object_types
from pred_planner.understanding.grounding import Grounder
from pred_planner.understanding.tagger import Weights
from pred_planner.understanding.things import TRANSIT_STATES, Place, Thing
from pred_planner.understanding.words import Prep


def receptacles(place: Place, grounder: Grounder) -> Weights:
    """Return the receptacle types that the words for a place may mean."""
    mention = place.mention
    if place.near:
        found = grounder.near(mention.classes)
        return {n: w * grounder.presence(n) for n, w in found.items()}
    classes = dict(mention.classes)
    if "Faucet" in classes:
        classes = {"SinkBasin": 1.0}
    elif place.prep is Prep.UNDER and "SinkBasin" in classes:
        classes = {"Cabinet": 1.0, "SinkBasin": 0.2}
    return grounder.meanings(mention.text, classes, "receptacle") or {
        n: w * grounder.presence(n) for n, w in grounder.near(classes).items()
    }


def usual_places(held: Weights, grounder: Grounder) -> Weights:
    """Return where things of these types are usually found, of the places that are not carried about."""
    usual = grounder.near(held)
    return {n: w * grounder.presence(n) for n, w in usual.items() if not object_types()[n].can("pickupable")}


def transit(thing: Thing) -> set[str]:
    """Return the states that earlier stops on the way give: put in the fridge, then on the table = cold."""
    stops = [max(p.mention.classes, key=p.mention.classes.__getitem__, default="") for p in thing.moves[:-1]]
    return {TRANSIT_STATES[stop] for stop in stops if stop in TRANSIT_STATES}
