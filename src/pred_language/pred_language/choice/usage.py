"""What people mean by their words, learned: the meanings of a reading, weighed again together.

A log-linear model over all joint choices of target, movable receptacle, destination and lamp. It adds to the weights of
lexicon and grounding what was counted in human sentences (which class a word names, what is brought where for which
kind of task) and what an instruction takes for granted: that it is not fulfilled already, and that there are enough
things of the kind. ``python -m pred_learning.reading.learn_usage`` makes the weights in ``data/usage.json``.
"""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources

from pred_core.domain_file import HOUSEHOLD
from pred_core.people import PERSON
from pred_core.vocabulary import domain, object_types, part_of, per_domain, spoken
from pred_language.lexicon.inflection import singular
from pred_language.lexicon.nouns import nouns
from pred_language.meaning.context import Ranked, TaskContext, TaskType, confidence
from pred_language.meaning.grounding import Grounder

SLOTS = ("target", "movable", "destination", "toggle")
PLACED = SLOTS[:3]
"""The slots of what words tell by where it is."""
MOST = 8
"""How many meanings of one phrase are weighed against those of the others."""
LEAST = 1e-3
"""Weight below which meanings are all the same."""
FAMILIES = {
    TaskType.PLACE: "put",
    TaskType.PLACE_TWO: "two",
    TaskType.MOVABLE_PLACE: "holder",
    TaskType.LOOK_AT: "look",
    TaskType.CLEAN_PLACE: "clean",
    TaskType.HEAT_PLACE: "hot",
    TaskType.COOL_PLACE: "cold",
}
"""The types of tasks that were counted, by the names they have in the features."""
MOVED = frozenset({"put", "two", "holder"})
"""Families where all that is wanted is another place."""

Features = Mapping[str, float]
Weights = Mapping[str, float]


@dataclass(frozen=True)
class Choice:
    """One meaning for every phrase ('' for phrases that are not there), and the logarithms of their weights."""

    names: tuple[str, ...]
    logs: tuple[float, ...]

    def __getitem__(self, slot: str) -> str:
        return self.names[SLOTS.index(slot)]


@cache
def learned() -> Weights:
    """Return the learned weight of each feature."""
    text = resources.files("pred_language").joinpath("data/usage.json").read_text("utf-8")
    weights: dict[str, float] = json.loads(text)["weights"]
    return weights


def choices(context: TaskContext) -> list[Choice]:
    """Return all joint choices of the meanings of a reading, the one that was read first at the start."""
    options = []
    for slot in SLOTS:
        ranked: Ranked = getattr(context, slot)
        meanings = list(zip(ranked.classes, ranked.weights, strict=True))[:MOST]
        options.append([(name, math.log(max(weight, LEAST))) for name, weight in meanings] or [("", 0.0)])
    return [
        Choice(tuple(name for name, _ in combination), tuple(log for _, log in combination))
        for combination in itertools.product(*options)
    ]


def features(context: TaskContext, choice: Choice, grounder: Grounder) -> Features:
    """Return what speaks for or against a joint choice; names of features not learned count nothing."""
    family = FAMILIES[context.task_type]
    found: dict[str, float] = {f"{family} {choice['target']}": 1.0}
    for slot, name, log in zip(SLOTS, choice.names, choice.logs, strict=True):
        if name:
            found[f"log {slot}"] = log
            words = getattr(context, slot).words if _is_named(getattr(context, slot)) else ""
            found.update(dict.fromkeys(_naming(slot, name, words, grounder), 1.0))
    carried = choice["movable"] or choice["target"]
    if choice["movable"]:
        found[f"{choice['target']} in {choice['movable']}"] = 1.0
        found["usual holder"] = _usual(choice["target"], choice["movable"])
    if choice["destination"]:
        found.update(_place_of(carried, choice["destination"]))
        found.update(_placing(context, choice["destination"]))
    if choice["destination"] and _is_named(context.destination):  # a place that nobody named is the usual one
        told = grounder.literal and bool(context.said.get("movable" if choice["movable"] else "target"))
        there = 0.0 if told else grounder.lying(carried, choice["destination"])
        found.update(_bringing(family, carried, choice["destination"], there))
    if context.source:
        found["target where it is taken"] = max(
            weight * grounder.lying(choice["target"], place)
            for place, weight in zip(context.source.classes, context.source.weights, strict=True)
        )
    for slot in PLACED:
        where = grounder.placed(choice[slot], context.said.get(slot, ())) if choice[slot] else None
        if where is not None:
            found[f"{slot} where it is said to be"] = where
    if choice["toggle"]:
        found["burns already"] = grounder.burning(choice["toggle"])
    if context.count > 1 and grounder.too_few(choice["target"], context.count):
        found["too few"] = 1.0
    return found


def _is_named(ranked: Ranked) -> bool:
    """Tell whether words name what is meant: not where nothing was said, or only what it is next to ("by the TV")."""
    meant = nouns().get(singular(ranked.words), {})
    return bool(ranked.words) and (not meant or not meant.keys().isdisjoint(ranked.classes))


def _naming(slot: str, name: str, words: str, grounder: Grounder) -> Iterator[str]:
    """Yield what speaks for or against calling a type by these words here.

    Whether the words are its own name or that of another type that is here, which types they name in such a room, and
    whether one was seen.
    """
    if not grounder.is_seen(name):
        yield f"unseen {slot} {'thing' if object_types()[name].can('pickupable') else 'furniture'}"
    phrases = _phrases(words)
    if not phrases:
        return
    yield f"{slot} = {name}"
    yield f"{slot} = {name} @ {grounder.room}"
    for phrase in phrases:
        yield f"{slot} {phrase!r} = {name}"
        yield f"{slot} {phrase!r} = {name} @ {grounder.room}"
    own = _named_by(words)
    if own and grounder.is_seen(own):
        yield f"own name {slot}" if name == own else f"not its name {slot}"
        if name != own:
            yield f"{slot} {phrases[0]!r} = {name} beside {own}"


@per_domain
def _phrases(words: str) -> tuple[str, ...]:
    """Return the last word of a phrase and the whole phrase, singular."""
    parts = [singular(word) for word in words.split()]
    return tuple(dict.fromkeys((parts[-1], " ".join(parts)))) if parts else ()


@per_domain
def _named_by(words: str) -> str:
    """Return the type whose very name some words end in, '' for none: CoffeeTable for "wooden coffee table"."""
    named = {spoken(name): name for name in object_types()}
    parts = [singular(word) for word in words.split()]
    return next((named[end] for i in range(len(parts)) if (end := " ".join(parts[i:])) in named), "")


def _bringing(family: str, carried: str, place: str, there: float) -> Features:
    """Return what speaks for or against bringing that thing to that place.

    :param there: the share of such things that lie there, 0 where words tell which of them is meant
    """
    how = "moved" if family in MOVED else family
    return {
        f"{family} > {place}": 1.0,
        f"{carried} > {place}": 1.0,
        f"{how}, some there": float(there > 0.0),
        f"{how}, share there": there,
    }


def _place_of(carried: str, place: str) -> Features:
    """Return how usual a place is for a thing, and whether it takes it."""
    return {"usual place": _usual(carried, place), "fits": float(object_types()[carried].fits_in(place))}


def _placing(context: TaskContext, place: str) -> Features:
    """Return whether "in" and "on" go with a place: nobody puts a thing on a drawer, few put it in a table."""
    hollow = object_types()[place].can("openable") or place in part_of()
    return {
        "in no hollow": float(context.destination.relation == "in" and not hollow),
        "on a hollow": float(context.destination.relation == "on" and hollow),
    }


def _usual(name: str, receptacle: str) -> float:
    """Return the logarithm of the (smoothed) share of a type's instances that are found in a receptacle type."""
    usual = object_types()[name].found_in
    return math.log((usual.get(receptacle, 0) + 0.5) / (sum(usual.values()) + 5.0))


def score(found: Features, weights: Weights) -> float:
    """Return the logarithm of how much a choice counts."""
    return sum(weights.get(name, 0.0) * value for name, value in found.items())


def prefer(context: TaskContext, grounder: Grounder, weights: Weights | None = None) -> TaskContext:
    """Return the reading with its meanings ranked by the best joint choice that has them.

    :param weights: instead of the learned ones; none at all leave the reading as it is
    """
    if weights is None:
        weights = (
            learned() if domain().name == HOUSEHOLD else {}
        )  # learned from what people say of households
    if not weights or not grounder.known or context.task_type not in FAMILIES:
        return context  # weights were learned of rooms that were seen: without one the words' first meaning stays
    if context.destination.best == PERSON:  # nothing was learned of what is brought to people
        alone = prefer(replace(context, destination=Ranked()), grounder, weights)
        return replace(alone, destination=context.destination)
    scored = [(choice, score(features(context, choice, grounder), weights)) for choice in choices(context)]
    target, movable, destination, toggle = (_ranked(getattr(context, slot), slot, scored) for slot in SLOTS)
    given = [ranked for ranked in (target, destination, movable, toggle) if ranked]
    return replace(
        context,
        target=target,
        movable=movable,
        destination=destination,
        toggle=toggle,
        also=tuple(
            replace(part, destination=destination) if part.destination == context.destination else part
            for part in context.also
        ),
        confidence=confidence(given),
        evidence=tuple((ranked.words, ranked.best) for ranked in given),
    )


def _ranked(before: Ranked, slot: str, scored: list[tuple[Choice, float]]) -> Ranked:
    """Return the meanings of one phrase, each weighed by the best choice that has it; the rest as they were."""
    best: dict[str, float] = {}
    for choice, value in scored:
        best[choice[slot]] = max(value, best.get(choice[slot], -math.inf))
    top = max(best.values())
    names = sorted(before.classes[:MOST], key=lambda name: -best[name])
    found = [max(math.exp(best[name] - top), LEAST) for name in names]
    return replace(
        before,
        classes=(*names, *before.classes[MOST:]),
        weights=(*(round(weight, 4) for weight in found), *before.weights[MOST:]),
    )
