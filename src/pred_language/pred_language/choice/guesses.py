"""Words that nothing here is called by: "bead", which looks like bread, or "recliner", which is somewhat like a chair.

A word that is English may be meant as it is written, so what it is taken for goes with the reading, to be asked about,
refused or told.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from pred_core.vocabulary import part_of, per_domain, spoken
from pred_language.choice.accounting import is_unknown_action, meant_by, words_of
from pred_language.lexicon import qualities, spelling
from pred_language.lexicon.english import is_english, vocabulary
from pred_language.lexicon.inflection import plural, singular
from pred_language.lexicon.nouns import nouns
from pred_language.lexicon.tagger import Tag, tag
from pred_language.lexicon.words import ROOM_NAMES
from pred_language.meaning.context import Refusal, TaskContext

MOST_CANDIDATES = 4
LIKE = 0.74
"""How alike a word is at least to one that it may be meant for: one letter of four differs."""
SELDOM = 0.3
"""Share of the weight of what words mean first below which another meaning is a guess: a hamper is no garbage can."""
_SHORTEST = 3

Read = Callable[[str], TaskContext | Refusal]


def with_guesses(text: str, read: Read) -> TaskContext | Refusal:
    """Return the reading of a text, with what words that are not known are taken for where that gives a better one.

    :param read: reads a text as it stands
    """
    reading = read(text)
    guessed: list[tuple[str, str]] = []
    for word, action in _unclear(text, reading).items():
        for guess in _candidates(word, action):
            told = re.sub(rf"\b{word}\b", guess, text, flags=re.IGNORECASE)
            other = read(told)
            if _is_better(other, reading, word, guess):
                text, reading = told, other
                guessed.append((word, guess))
                break
    if isinstance(reading, Refusal):
        return reading
    return replace(reading, guessed=tuple(dict.fromkeys((*guessed, *_by_likeness(text, reading)))))


def _by_likeness(text: str, reading: TaskContext) -> Iterator[tuple[str, str]]:
    """Yield the phrases without a known word that have a meaning only as the encoder finds one like it."""
    unknown = {token.text for token in tag(text) if token.tag is Tag.UNKNOWN}
    for phrase, name in meant_by(reading):
        if name and phrase and unknown.issuperset(phrase.split()):
            yield phrase, spoken(name)
        meant = nouns().get(singular(phrase), {})
        whole = name in part_of() or name in part_of().values()  # who says sink means its basin, and may mean both
        if name and not whole and 0.0 < meant.get(name, 0.0) < SELDOM * max(meant.values(), default=0.0):
            yield phrase, spoken(name)


def _unclear(text: str, reading: TaskContext | Refusal) -> dict[str, bool]:
    """Return the unknown words that a reading fails for, leaves out, or has a meaning for that is only a guess.

    Each with whether it stands where a verb stands.
    """
    if isinstance(reading, Refusal) and reading.final:
        return {}
    tokens = tag(text)
    unknown = {t.text: is_unknown_action(tokens, i) for i, t in enumerate(tokens) if t.tag is Tag.UNKNOWN}
    if isinstance(reading, TaskContext):
        in_pieces = {word for word in _words_of(reading) if singular(word) not in vocabulary()}
        left = {word for phrase in reading.left_out for word in phrase.split()}
        unknown = {word: action for word, action in unknown.items() if word in left | in_pieces}
    return {
        word: action
        for word, action in unknown.items()
        if len(word) >= _SHORTEST and word.isalpha() and word not in ROOM_NAMES
    }


def _candidates(word: str, action: bool) -> Iterator[str]:
    """Yield the known words that a word may be meant for, the likest first."""
    base = word if action else singular(word)
    known = _verbs() if action else _names()
    yield from (one for one in spelling.candidates(word)[:MOST_CANDIDATES] if one in known or singular(one) in known)
    for close in difflib.get_close_matches(base, known, n=MOST_CANDIDATES, cutoff=LIKE):
        if close[0] == base[0] and abs(len(close) - len(base)) <= 1:
            yield plural(close) if word != base else close


@per_domain
def _names() -> tuple[str, ...]:
    """Return the nouns of one word, those that people misspell left out."""
    return tuple(sorted(phrase for phrase in nouns() if len(phrase) >= _SHORTEST and is_english(phrase)))


@per_domain
def _verbs() -> tuple[str, ...]:
    return tuple(sorted(qualities.verb_forms()))


def _is_better(other: TaskContext | Refusal, reading: TaskContext | Refusal, word: str, guess: str) -> bool:
    """Tell whether a guess gives a meaning in which it has a part, where the word itself had none or only a guess."""
    if isinstance(other, Refusal) or any(guess in phrase.split() for phrase in other.left_out):
        return False
    if isinstance(reading, Refusal):
        return guess in _words_of(other) or guess in qualities.verb_forms()
    fewer = len(other.left_out) < len(reading.left_out)
    return fewer or (word in _words_of(reading) and guess in _words_of(other))


def _words_of(context: TaskContext) -> set[str]:
    return {word for phrase in words_of(context) for word in phrase.split()}
