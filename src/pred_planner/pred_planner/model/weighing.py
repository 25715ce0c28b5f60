"""Weigh the readings that two minds have of the same words: what differs, and which words speak for whose side.

The rules are right more often where both are sure (67 of 100 recorded differences, a model 22), so a model's side is
taken only for what the rules left open: words that they had no use for or only guessed, and meanings that they hold
for about as likely. For everything else the words that the rules heard speak against the model.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pred_core.vocabulary import spoken
from pred_language.lexicon.inflection import singular
from pred_language.meaning.context import Part, Ranked, TaskContext
from pred_planner.model.agreement import SLOTS, same_meaning
from pred_planner.model.hearing import Hearing

OPEN = 0.1
"""From which share on a person is asked which is meant, if there is one."""
TIE = 0.3
"""From which share of the best meaning's weight on another meaning is left open by the words: then a model decides."""


@dataclass(frozen=True)
class Weighed:
    """The reading to go on with, whether it has something of the model's, and why, as the end of a sentence.

    ``ask`` says that no word decides it: a person may know better.
    """

    reading: TaskContext
    by_model: bool
    why: str
    ask: bool = False


@dataclass(frozen=True)
class _Point:
    """One thing in which the readings differ: for the model or not, why, and which words it uses up.

    ``open`` says that the words which speak against the model may as well be meant so.
    """

    for_model: bool
    why: str
    words: frozenset[str] = frozenset()
    open: bool = False


def weighed(ruled: TaskContext, modelled: TaskContext) -> Weighed:
    """Return which of two readings runs.

    :param ruled: the rules' reading, which has a plan
    :param modelled: the model's, which differs
    """
    gaps = Hearing.of_words(gaps_of(ruled), unused=True)
    points = [*_slots(ruled, modelled, gaps), *_states(ruled, modelled, gaps), *_things(ruled, modelled, gaps)]
    points += _numbers(ruled, modelled)
    against = [point.why for point in points if not point.for_model]
    if against or not points:
        ask = bool(points) and all(point.for_model or point.open for point in points)
        return Weighed(ruled, False, "; ".join(against), ask)
    used = frozenset().union(*(point.words for point in points))
    return Weighed(
        _merged(ruled, modelled, used), True, "; ".join(dict.fromkeys(p.why for p in points))
    )


def gaps_of(reading: TaskContext) -> tuple[str, ...]:
    """Return the words that a reading has no use for, or only a guess."""
    guessed = (word for word, _ in reading.guessed)
    return tuple(dict.fromkeys((*reading.left_out, *reading.not_used, *guessed)))


def _slots(ruled: TaskContext, modelled: TaskContext, gaps: Hearing) -> Iterator[_Point]:
    for slot in SLOTS:
        ours, theirs = getattr(ruled, slot), getattr(modelled, slot)
        if not same_meaning(theirs, ours) and not _another_part(theirs, ruled, modelled):
            yield _slot(ours, theirs, gaps, ruled)


def _another_part(theirs: Ranked, ruled: TaskContext, modelled: TaskContext) -> bool:
    """Tell whether only the order of the things is another: the target of one is a further thing of the other."""
    mine = {part.thing.best for part in (*ruled.also, *ruled.parts)}
    return theirs.best in mine or ruled.target.best in {part.thing.best for part in modelled.also}


def _slot(ours: Ranked, theirs: Ranked, gaps: Hearing, ruled: TaskContext) -> _Point:
    guessed = _is_guessed(ours, ruled)
    named = _is_named(ours, ruled)
    if not theirs:
        if guessed or not named:
            return _Point(True, f"no word names the {ours.best}", _guesses(ruled))
        return _Point(False, f"{ours.words!r} has no part in the model's reading")
    speaking = gaps.for_class(theirs.best)
    if speaking:
        return _Point(True, f"{speaking!r} speaks for the {theirs.best}", frozenset({speaking}))
    if guessed or (not ours and ruled.guessed):
        words = " and ".join(sorted(_guesses(ruled)))
        return _Point(True, f"{words!r} was only guessed by the rules", _guesses(ruled))
    share = _share(ours, theirs.best)
    if share >= TIE:
        return _Point(True, f"{ours.words!r} may as well mean the {theirs.best}")
    if not ours:
        return _Point(False, f"no word names the {theirs.best}")
    told = Hearing.of_words([ruled.instruction]).for_class(theirs.best)
    if not named and told:
        return _Point(True, f"{told!r} names the {theirs.best}, and no word the {ours.best}")
    means = f"{ours.words!r} means" if named else "what is to be done means"
    return _Point(False, f"{means} the {ours.best} rather than the {theirs.best}", open=share >= OPEN)


def _share(ours: Ranked, name: str) -> float:
    """Return how likely the rules hold another meaning for, of the likeliest; a class's own name means that class."""
    if name not in ours.classes or singular(ours.words) == spoken(ours.best):
        return 0.0
    return ours.weights[ours.classes.index(name)] / ours.weights[0]


def _is_named(ours: Ranked, ruled: TaskContext) -> bool:
    """Tell whether a meaning comes from words that were said: "look at it" takes a lamp that nobody named."""
    said = {singular(word) for word in re.findall(r"\w+", ruled.instruction.lower())}
    return any(singular(word) in said for word in ours.words.lower().split())


def _is_guessed(ours: Ranked, ruled: TaskContext) -> bool:
    taken = {word for pair in ruled.guessed for word in pair}
    return bool(ours.words) and bool(taken & {ours.words, *ours.words.split()})


def _guesses(ruled: TaskContext) -> frozenset[str]:
    return frozenset(word for word, _ in ruled.guessed)


def _states(ruled: TaskContext, modelled: TaskContext, gaps: Hearing) -> Iterator[_Point]:
    for state in sorted(modelled.states - ruled.states):
        speaking = gaps.for_state(state)
        if speaking:
            yield _Point(True, f"{speaking!r} speaks for {state}", frozenset({speaking}))
        else:
            yield _Point(False, f"no word says that it is to be {state}")
    for state in sorted(ruled.states - modelled.states):
        yield _Point(False, f"the words say that it is to be {state}")


def _things(ruled: TaskContext, modelled: TaskContext, gaps: Hearing) -> Iterator[_Point]:
    """Yield the things that one reading has beside the other's."""
    ours, theirs = _all(ruled), _all(modelled)
    if len(ours) == len(theirs) == 1:
        return  # they are the targets
    for part in (p for name, p in theirs.items() if name not in ours):
        speaking = gaps.for_class(part.thing.best)
        why = f"{speaking!r} speaks for the {part.thing.best}" if speaking else f"no word names the {part.thing.best}"
        yield _Point(bool(speaking), why, frozenset({speaking} - {""}))
    for name in (name for name in ours if name not in theirs):
        yield _Point(False, f"the words name the {name} as well")


def _all(reading: TaskContext) -> dict[str, Part]:
    target = Part(reading.target, reading.count, reading.states, destination=reading.destination)
    return {part.thing.best: part for part in (*reading.also, *reading.parts, target)}


def _numbers(ruled: TaskContext, modelled: TaskContext) -> Iterator[_Point]:
    if ruled.count == modelled.count or not same_meaning(modelled.target, ruled.target):
        return
    yield _Point(False, f"the words say {ruled.count or 'all'}, not {modelled.count or 'all'}")


def _merged(
    ruled: TaskContext, modelled: TaskContext, used: frozenset[str]
) -> TaskContext:
    """Return the model's reading with all that the rules understood of what both have."""
    alike = {
        slot: getattr(ruled, slot) for slot in (*SLOTS, "source")
        if same_meaning(getattr(modelled, slot), getattr(ruled, slot))
    }
    said = {slot: tests for slot, tests in ruled.said.items() if slot in alike}
    reading = replace(modelled, **alike, said=said, places=ruled.places, instruction=ruled.instruction)
    left, unused = (
        tuple(word for word in words if not used & {word, *word.split()})
        for words in (ruled.left_out, ruled.not_used)
    )
    return replace(reading, left_out=left, not_used=unused)
