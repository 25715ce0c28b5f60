"""Which object type words mean here: by the lexicon, by what was seen, by the kind of room, by what fits where."""

from __future__ import annotations

import collections
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from pred_core.objects import ObjectMemory
from pred_core.referring.description import Description, Test, TestKind
from pred_core.referring.relations import RELATIONS, SIDES
from pred_core.referring.scoring import scores
from pred_core.vocabulary import group, kinds, object_types, part_of, per_domain, spoken
from pred_language.lexicon.exceptions import NOT_HERE
from pred_language.lexicon.inflection import is_called, singular
from pred_language.lexicon.nouns import Weights, nouns
from pred_language.meaning.context import Ranked, TaskContext

ROOMS = ("Kitchen", "LivingRoom", "Bedroom", "Bathroom")
ROOMS_RECORDED = 30
UNSEEN = 0.3
"""How much less a type counts that was not seen yet, though this kind of room often has it."""
UNSEEN_SMALL = 0.75
"""The same for what can be carried: at the first look round, drawers and other things hide much of that."""
EXPECTED = 0.4
"""Presence from which a thing that is carried is looked for though only one that looks like it was seen so far."""
RARE = 0.02
MISFIT = 0.3
"""How much less a pair counts that the simulator refuses today (older tasks ask for some of them)."""
ALIKE = 0.55
"""Weight of a type, beside the likeliest one, from which a word means it as well."""
UNSEEN_OF_KIND = 0.5
"""How much a type of a kind counts of which nothing was seen where another was."""
CLEARLY = 0.3
"""How much of the weight of its best meaning a word's others may have where it is as good as a name."""
NAMED = 0.7
"""How much another type counts at most beside one of just the name that was said, when both are here."""
KEEP = 0.01
"""Meanings below this share of the best one are dropped."""

NOWHERE = (0.0, 0.0)
"""Where nobody stands: what is left or right of a thing is asked as near it."""

Encoder = Callable[[str, Iterable[str]], Weights]


class Grounder:
    """Ranks the meanings of words given the object types seen so far."""

    def __init__(
        self,
        known: Iterable[str] = (),
        encoder: Encoder | None = None,
        parents: Mapping[str, Weights] | None = None,
        counts: Mapping[str, int] | None = None,
        burning: Weights | None = None,
        literal: bool = False,
        states: Mapping[str, Mapping[str, int]] | None = None,
        memory: ObjectMemory | None = None,
    ) -> None:
        """:param known: types seen so far.

        :param encoder: weighs types for words outside the lexicon, given the types to choose from
        :param parents: for a type seen, the receptacle types its instances lie on, as shares
        :param counts: for a type seen, how many instances
        :param burning: for a type that can be switched on, the share of its instances seen that are on
        :param literal: whether the name of a type means that type where one is there, whatever people often mean by it
        :param states: for a type seen, how many of its instances were seen to be "open", "not open", ...
        :param memory: the things seen, where they are
        """
        self._memory = memory
        self._placed: dict[tuple[str, tuple[Test, ...]], float | None] = {}
        self._states = states or {}
        self.literal = literal
        self.known = frozenset(known)
        self._encoder = encoder
        self._parents = parents or {}
        self._counts = counts or {}
        self._burning = burning or {}
        self.room = room_of(self.known)

    def is_seen(self, name: str) -> bool:
        """Tell whether the type, or the whole that it is the basin of, was seen."""
        return name in self.known or whole_or_basin(name) in self.known

    def presence(self, name: str) -> float:
        """Return how likely the type is to be here, 1 when it was seen."""
        if self.is_seen(name):
            return 1.0
        kind = object_types()[name]
        unseen = UNSEEN_SMALL if kind.can("pickupable") else UNSEEN
        if not self.known or not self.room:
            return unseen * max(sum(kind.rooms.values()) / (2.0 * ROOMS_RECORDED), 0.5)
        return unseen * max(kind.rooms.get(self.room, 0) / ROOMS_RECORDED, RARE)

    def lying(self, name: str, receptacle: str) -> float:
        """Return the share of the type's instances seen that lie on or in receptacles of the other type."""
        return self._parents.get(name, {}).get(receptacle, 0.0)

    def placed(self, name: str, said: tuple[Test, ...]) -> float | None:
        """Return how well the type's instance that fits best is where words say, 0 to 1.

        Who tells step by step stands elsewhere with each of them, so "left of the sink" is asked as near it.

        :returns: None where words say nothing of the kind, or nothing was seen
        """
        if self._memory is None or not said:
            return None
        if (name, said) not in self._placed:  # asked for with each choice of what other words mean
            self._placed[name, said] = _best_placed(name, said, self._memory)
        return self._placed[name, said]

    def lies(self, things: Weights, places: Weights) -> bool:
        """Tell whether a thing of the likeliest of some types was seen on or in a place of some others."""
        best = max(things.values(), default=0.0)
        named = [name for name, weight in things.items() if weight >= best]
        likely = {whole_or_basin(name) for name, weight in places.items() if weight >= 0.5}
        likely |= {name for name, weight in places.items() if weight >= 0.5}
        return any(self.lying(thing, place) > 0.0 for thing in named for place in likely)

    def burning(self, name: str) -> float:
        """Return the share of the type's instances seen that are switched on."""
        return self._burning.get(name, 0.0)

    def differ(self, classes: Weights, state: str, number: int = 1) -> bool:
        """Tell whether of the likeliest type seen so many were seen to be so and one not: one fridge of two is open."""
        here = [name for name in classes if self.is_seen(name)]
        seen = self._states.get(max(here, key=classes.__getitem__, default=""), {})
        return seen.get(state, 0) >= number and seen.get(f"not {state}", 0) > 0

    def in_state(self, state: str) -> list[str]:
        """Return the types of which one was seen to be so."""
        return sorted(name for name, states in self._states.items() if states.get(state, 0))

    def seen(self, name: str) -> int:
        """Return how many instances of the type were seen."""
        return self._counts.get(name, 0)

    def too_few(self, name: str, count: int) -> bool:
        """Tell whether fewer instances than that were seen, though some were."""
        return 0 < self._counts.get(name, 0) < count

    def meanings(self, words: str, classes: Weights, flag: str) -> Weights:
        """Return the weighed types with that affordance that the words may mean, unknown words through the encoder."""
        plain = classes == nouns().get(singular(words))
        as_said = self.literal and bool(classes) and self.is_seen(max(classes, key=classes.__getitem__))
        here = nouns().get(f"{singular(words)}@{self.room}") if plain and not as_said else None
        weights = dict(here or classes) or self._unknown(words, flag)
        types = object_types()
        afforded = {n: w for n, w in weights.items() if n in types and (not flag or types[n].can(flag))}
        return {name: weight * self.presence(name) for name, weight in self._seen_of_group(words, afforded).items()}

    def _seen_of_group(self, words: str, classes: Weights) -> Weights:
        """Return the types of a word for several alike that were seen, where words are taken as they are said.

        Of "something to eat" it is what is here: a fridge that may hold a lettuce is no reason to look for one.
        """
        best = max(classes.values(), default=0.0)
        likely = [name for name, weight in classes.items() if weight >= ALIKE * best]
        here = {name: weight for name, weight in classes.items() if self.is_seen(name)}
        own = any(is_called(name, words) for name in likely)
        carried = all(object_types()[name].can("pickupable") for name in likely)
        alike = self.literal and len(likely) > 1 and carried and not own
        if not alike or not here.keys() & set(likely):
            return classes
        if singular(words) in kinds():  # any one of a kind will do, one that is seen later as well
            return {name: weight if name in here else UNSEEN_OF_KIND * weight for name, weight in classes.items()}
        return here

    def _unknown(self, words: str, flag: str) -> Weights:
        if self._encoder is None or not words or words in NOT_HERE:
            return {}
        afforded = [
            t.name
            for t in object_types().values()
            if (not flag or t.can(flag)) and not t.name.endswith("Sliced")
        ]
        seen = [name for name in afforded if name in self.known]
        return self._encoder(words, seen) or self._encoder(words, afforded)

    def _holder_of_all(self, classes: Weights) -> str:
        """Return the type of furniture that all seen things of the likeliest of some types lie in, '' for none."""
        best = max(classes, key=classes.__getitem__, default="")
        (holder, share), *others = [*self._parents.get(whole_or_basin(best), {}).items()] or [("", 0.0)]
        kind = object_types().get(holder)
        fixed = kind is not None and kind.can("receptacle") and not kind.can("pickupable")
        return holder if fixed and not others and share >= 1.0 and holder not in group("floors") else ""

    def near(self, classes: Weights) -> Weights:
        """Return the receptacle types on which things next to a landmark of these classes would lie.

        Next to an apple on a plate is on the table; next to a basin is where the sink is; next to the one soap that was
        seen is in the sink where that lies, though soap mostly lies beside it.
        """
        alone = self._holder_of_all(classes) if self.literal else ""
        if alone:
            return {alone: 1.0}
        found: dict[str, float] = {}
        for named, weight in classes.items():
            landmark = whole_or_basin(named)
            seen = self._parents.get(landmark, {})
            kind = object_types().get(landmark)
            usual = kind.found_in if kind is not None else {}
            total = sum(usual.values()) or 1
            for name, count in usual.items():
                if name not in group("floors") and object_types()[name].can("receptacle"):
                    found[name] = found.get(name, 0.0) + weight * count / total
            for name, share in seen.items():
                below = object_types().get(name)
                if below is None or not below.can("pickupable"):
                    found[name] = found.get(name, 0.0) + 2.0 * weight * share
        return found


def _best_placed(name: str, said: tuple[Test, ...], memory: ObjectMemory) -> float | None:
    told = [one for one in map(_beside, said) if one is not None]
    if not told:
        return None
    each = [scores(Description(name, (name,), (1.0,), (one,)), memory, NOWHERE) for one in told]
    return max((sum(one[thing] for one in each) / len(told) for thing in each[0]), default=0.0)


def _beside(said: Test) -> Test | None:
    """Return a test of where a thing is, without the side that depends on who says it; None for other tests."""
    if said.kind is not TestKind.RELATION or said.value not in RELATIONS:
        return None
    return replace(said, value="near") if said.value in SIDES else said


def shares(pairs: Iterable[tuple[str, str]]) -> Mapping[str, Weights]:
    """Return, for each type, the shares of the receptacle types that its instances lie on.

    :param pairs: type and receptacle type of each instance, '' where it is not known
    """
    found: dict[str, collections.Counter[str]] = {}
    for name, receptacle in pairs:
        if receptacle:
            found.setdefault(name, collections.Counter())[receptacle] += 1
    return {name: {r: n / counts.total() for r, n in counts.items()} for name, counts in found.items()}


def whole_or_basin(name: str) -> str:
    """Return the type that stands for another in the memory: the sink for its basin, the bathtub likewise."""
    return part_of().get(name, name)


@per_domain
def room_of(known: frozenset[str]) -> str:
    """Return the kind of room that has these types, '' when nothing tells."""
    types = [object_types()[n] for n in sorted(known) if n in object_types()]
    if not any(t.rooms for t in types):
        return ""
    return max(
        ROOMS, key=lambda room: sum(math.log((t.rooms.get(room, 0) + 0.5) / ROOMS_RECORDED) for t in types)
    )


def rank(words: str, weights: Weights) -> Ranked:
    """Return the meanings, best first, without the hopeless ones; weights are relative to the best."""
    best = max(weights.values(), default=0.0)
    if best <= 0.0:
        return Ranked(words)
    ordered = sorted(((w / best, n) for n, w in weights.items()), key=lambda pair: (-pair[0], pair[1]))
    kept = [(n, w) for w, n in ordered if w >= KEEP]
    return Ranked(words, tuple(n for n, _ in kept), tuple(round(w, 4) for _, w in kept))


def as_named(context: TaskContext, grounder: Grounder) -> TaskContext:
    """Return a reading in which words that are the name of a type seen here mean that type first: a cup beside a mug.

    Only where words are taken as they are said: people who describe what was done to a mug often call it a cup.
    """
    if not grounder.literal:
        return context
    destination = _placed(context, grounder)
    return replace(
        context,
        target=_counted(context.target, context.count, grounder, bool(context.source)),
        movable=_named_first(context.movable, grounder),
        destination=destination,
        toggle=_named_first(context.toggle, grounder),
        also=tuple(
            replace(
                part,
                thing=_counted(part.thing, part.count, grounder, bool(part.source)),
                destination=destination if part.destination == context.destination else part.destination,
            )
            for part in context.also
        ),
    )


def _placed(context: TaskContext, grounder: Grounder) -> Ranked:
    """Return the meanings of a destination, of one by its rank only its own type where several are here.

    The lower shelf is one of the shelves, however low a table is.
    """
    by_rank = any(test.kind is TestKind.ORDER for test in context.said.get("destination", ()))
    only = named_only(context.destination, grounder)
    return only if by_rank and grounder.seen(only.best) > 1 else _named_first(context.destination, grounder)


def _counted(ranked: Ranked, count: int, grounder: Grounder, placed: bool) -> Ranked:
    """Return the meanings of a thing, of several only their own type where it is here: no bowl is a fourth plate.

    :param placed: whether it is said where it is: no bowl on the table is the plate from there
    """
    return named_only(ranked, grounder) if placed or count != 1 else _named_first(ranked, grounder)


def named_only(ranked: Ranked, grounder: Grounder) -> Ranked:
    """Return the meanings of a landmark: of words taken as they are said only their own type, where one is here."""
    first = _named_first(ranked, grounder) if grounder.literal else ranked
    plain = grounder.literal and is_called(first.best, first.words) and grounder.is_seen(first.best)
    return rank(first.words, {first.best: 1.0}) if plain and first else first


def _named_first(ranked: Ranked, grounder: Grounder) -> Ranked:
    """Return the meanings with the type first whose name the words are, where one is here or likely to be found.

    Who asks for a cup and has one in a cupboard wants no mug because that was seen first.
    """
    named = _own_type(ranked)
    hidden = bool(named) and object_types()[named].can("pickupable") and grounder.presence(named) >= EXPECTED
    if not named or not (named in grounder.known or hidden) or named in part_of().values():
        return ranked
    weights = dict(zip(ranked.classes, ranked.weights, strict=True)) | {named: 1.0}
    others = {name: min(weight, NAMED) for name, weight in weights.items() if name != named}
    return replace(rank(ranked.words, {named: 1.0, **others}), relation=ranked.relation)


def _own_type(ranked: Ranked) -> str:
    """Return the type that words are the name of, or hardly mean another one than: a counter is a counter top."""
    word = singular(ranked.words)
    best, *others = sorted(nouns().get(word, {}).items(), key=lambda pair: -pair[1]) or [("", 0.0)]
    clear = best[0] if all(weight <= CLEARLY * best[1] for _, weight in others) else ""
    return next((n for n in ranked.classes if spoken(n) == word), clear if clear in ranked.classes else "")


def fit(held: str, receptacle: str) -> float:
    """Return 1 when the held type may be put into or onto the receptacle type, else a small factor."""
    if held == receptacle:
        return 0.0
    return 1.0 if object_types()[held].fits_in(receptacle) else MISFIT


def jointly(held: Weights, receptacles: Weights) -> tuple[Weights, Weights]:
    """Return both weighed again by how well their best partners fit."""
    if not (any(held.values()) and any(receptacles.values())):  # a plate, and only that to put it on
        return held, receptacles
    top_receptacle, top_held = max(receptacles.values()), max(held.values())
    new_held = {
        h: w * max(fit(h, r) * v for r, v in receptacles.items()) / top_receptacle for h, w in held.items()
    }
    new_receptacles = {
        r: v * max(fit(h, r) * w for h, w in held.items()) / top_held for r, v in receptacles.items()
    }
    return new_held, new_receptacles
