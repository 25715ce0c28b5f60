"""Which word is meant by one that is no word: a noisy channel of hand and ear (Kernighan, Church and Gale, 1990).

What a word may be typed for is weighed by how it came about (a letter left out, doubled, swapped or beside the one
that is meant on the keyboard, or a word written as it sounds), by how often it is said, what is at hand in a
household first, and by what stands at that place. Only a clear best is taken: what could be two words stays.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache

from pred_core.domain_file import Domain
from pred_core.vocabulary import domain, object_types, per_domain, spoken
from pred_language.lexicon import courtesy, qualities, words
from pred_language.lexicon.english import is_english, vocabulary
from pred_language.lexicon.inflection import participle, plural, singular
from pred_language.lexicon.nouns import nouns

_Letter = Callable[[str, int], float]
_Letters = Callable[[str, str], float]
SHORTEST = 3
_KEPT = 4096
_CLEAR = 0.33
"""By how much the best has to be better than what comes next, for it to be what is meant."""
_LIMITS = {3: 1.3, 4: 1.55, 5: 1.9}
_LIMIT = 2.1
"""What hand and ear may have cost at most, by the length of what was typed; of the long ones."""
_OFTEN = 0.25
_NAMES_TYPE = 0.25
_HERE = 0.35
_PART_OF_NAME = 0.4
"""What it says for a word that it is one of the commonest, is what a type is called by itself, is the name of what was
seen here, and makes a name with the word beside it."""
_LONG = 6
"""Letters of a plural whose singular is looked up: "taks" is none of "tak"."""
_UNLIKE = 9.0
_ELSEWHERE = 0.9
"""What it costs a word to stand where one of another kind does."""
_MOST = 1.95
"""What the best may cost with all that speaks against it."""
_OTHER_LETTERS = 3
"""How many letters at most only one of two words has."""
_RARE = 9_000
"""Words that come later in the list of the language are not thought of."""


class Slot(Enum):
    """What stands at a place of a sentence: an order's verb, what it is done to or where, a noun after its article.

    OPENING is what asks for an order or a question: "please put", "will you".
    """

    ANY = "any"
    OPENING = "opening"
    VERB = "verb"
    OBJECT = "object"
    NOUN = "noun"


@dataclass(frozen=True)
class Standing:
    """Where a word stands: what belongs there, the words beside it, '' for none, and the types that were seen."""

    place: Slot = Slot.ANY
    before: str = ""
    after: str = ""
    seen: frozenset[str] = frozenset()


ANYWHERE = Standing()


@per_domain
def known_words() -> tuple[str, ...]:
    """Return the words of all names, verbs and states, those that are long enough to be misspelt."""
    spoken_of = {word for phrase in nouns() for word in phrase.split()}
    known = spoken_of | set(qualities.verb_forms()) | set(qualities.state_words())
    return tuple(sorted(word for word in known if len(word) >= 4))


def is_known_word(word: str) -> bool:
    """Tell whether a word says something here: it is part of a name, a verb, a state or one of the closed words."""
    known = _all_known()
    return word in known or singular(word) in known or word in words.NUMBERS


@per_domain
def _all_known() -> frozenset[str]:
    """Return the words of all names, verbs and states, and the closed words."""
    closed = words.FILLERS | words.DETERMINERS | words.CONJUNCTIONS | words.EVERY
    return frozenset(known_words()) | closed | words.WHOLE_UNITS | words.SLICE_UNITS


def is_word(word: str) -> bool:
    """Tell whether a lower-case word is one that is meant as it is written."""
    known = is_known_word(word) or word in _names_part() or singular(word) in _names_part()
    return known or is_english(word) or (len(word) >= _LONG and is_english(singular(word)))


def meant(word: str, spot: Standing = ANYWHERE) -> str:
    """Return the word that one that is no word is typed for, the word itself where that is not clear."""
    if len(word) < SHORTEST or not word.isalpha() or is_word(word):
        return word
    ranked = _ranked(domain(), word, spot)
    if not ranked:
        return word
    least, best = ranked[0]
    others = (cost for cost, one in ranked if _base(one) != _base(best))
    return best if least <= _MOST and next(others, _UNLIKE) - least >= _CLEAR else word


def _base(word: str) -> str:
    """Return what a word has in common with its plural and with how it is written elsewhere: "colour", "colors"."""
    return singular(word).replace("our", "or")


def candidates(word: str, spot: Standing = ANYWHERE) -> list[str]:
    """Return the words that one that is no word may be typed for, the likeliest first."""
    return [] if is_word(word) or not word.isalpha() else [one for _, one in _ranked(domain(), word, spot)]


@lru_cache(_KEPT)
def _ranked(_: Domain, word: str, spot: Standing) -> tuple[tuple[float, str], ...]:
    """Return what a word may be typed for with what it costs, those not at all likely left out."""
    limit = _LIMITS.get(len(word), _LIMIT)
    sound = sounds(word)
    found = []
    for one in _near(word, sound):
        cost = min(slip(one, word), _heard(_sounds()[one], sound))
        if cost <= limit:
            here = _HERE if spot.seen.intersection(nouns().get(singular(one), ())) else 0.0
            found.append((cost + _seldom(one) + _misplaced(one, spot) - here, one))
    return tuple(sorted(found))


def _near(word: str, sound: str) -> set[str]:
    """Return the words that are worth weighing: one letter from it, sounding like it, or at hand and not too unlike."""
    index = _by_what_is_left()
    found = {one for left in (word, *_one_less(word)) for one in index.get(left, ())}
    found |= _by_sound().get(sound, frozenset())
    begins, letters = {word[0], sound[:1], word[1]}, frozenset(word)
    for one in _at_hand():
        if abs(len(one) - len(word)) <= 2 and (one[0] in begins or _sounds()[one][:1] in begins):
            alike = len(letters.symmetric_difference(one)) <= _OTHER_LETTERS
            if alike or len(frozenset(sound).symmetric_difference(_sounds()[one])) < _OTHER_LETTERS:
                found.add(one)
    return found


def _one_less(word: str) -> Iterator[str]:
    return (word[:i] + word[i + 1 :] for i in range(len(word)))


@per_domain
def _at_hand() -> frozenset[str]:
    """Return the words that people tell a robot in a home: what is there, what is done, and how it hangs together."""
    things = {name for phrase in nouns() for name in phrase.split() if is_english(name)}
    things |= {plural(name) for name in nouns() if " " not in name and is_english(name)}
    doing = set(qualities.verb_forms()) | set(qualities.state_words()) | {participle(one) for one in words.VERB_BASES}
    telling = words.CHOOSING | words.TELLING | words.DETERMINERS | words.CONJUNCTIONS | words.EVERY | words.PRONOUNS
    telling |= words.NUMBERS.keys() | words.FILLERS | words.CLAUSE_OPENERS | words.ROOM_NAMES.keys() | _HANGING
    telling |= courtesy.WRAPPING | words.SLICE_UNITS | words.WHOLE_UNITS
    known = {one for one in things | doing if is_english(one)} | telling
    return frozenset(one for one in known if len(one) >= SHORTEST and one.isalpha())


OFTEN = courtesy.closed(
    "the that this there these those which where what when whose with from into onto over under behind beside between "
    "please could should would can will have has your their then them they and but not how many are was turn switch "
    "bring fetch give hand tell find throw take put get pick open close wash clean heat cool cook slice move place "
    "carry leave remove look show make off out all both every other another one two three you him her once after before"
)
"""Words that say how the others hang together, and the commonest verbs: what is near them is them."""
_HANGING = courtesy.closed(
    "which where what when whose with from into onto over under behind beside beneath underneath between above below "
    "near nearest next after before while until once unless except apart instead away back together left right top "
    "bottom middle front side inside outside upside down off out not only just both either neither nor none nothing "
    "something everything anything whatever whichever someone somebody everyone should must belongs goes needs "
    "wants there here then than already still again also too afterwards first last how many much are was were has "
    "have had does did been being lying standing running hanging sitting seen gone got weather time colour color sorry "
    "wait write read thing things fell anywhere somewhere many"
)
"""Words that say how the others hang together."""


@per_domain
def _by_what_is_left() -> Mapping[str, tuple[str, ...]]:
    """Return the words by what one letter less makes of them, and by themselves."""
    found: dict[str, list[str]] = {}
    for word in _thought_of():
        for left in {word, *_one_less(word)}:
            found.setdefault(left, []).append(word)
    return {left: tuple(meant_by) for left, meant_by in found.items()}


@per_domain
def _by_sound() -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for word in _thought_of():
        found.setdefault(_sounds()[word], set()).add(word)
    return {sound: frozenset(alike) for sound, alike in found.items()}


@per_domain
def _sounds() -> Mapping[str, str]:
    return {word: sounds(word) for word in _thought_of()}


@per_domain
def _thought_of() -> frozenset[str]:
    """Return all words that may be meant: those at hand, and the commoner ones of the language."""
    common = (word for word, rank in vocabulary().items() if rank < _RARE and word.isalpha() and word.isascii())
    return _at_hand() | {word for word in common if len(word) >= SHORTEST}


_FIRST_WORD = 1996
"""Where the words begin in the list of the language, the commonest first."""


def _seldom(word: str) -> float:
    """Return what it costs that a word is said seldom."""
    rank = max(0, vocabulary().get(word, 2 * _RARE) - _FIRST_WORD)
    if word not in _at_hand():
        return 0.7 + min(rank / 5000.0, 1.0)
    alone = word in _alone()
    often = _OFTEN if word in OFTEN or word in words.COLOURS else 0.0
    named = _NAMES_TYPE if singular(word) in _of_types() else 0.0
    return min(rank / 5000.0, 2.0) * 0.3 + (0.0 if alone or named else 0.35) - max(often, named)


@per_domain
def _of_types() -> frozenset[str]:
    """Return the words of what types are called by themselves."""
    return frozenset(word for name in object_types() for word in spoken(name).split())


@per_domain
def _alone() -> frozenset[str]:
    """Return the words at hand without those that are only a part of names: the "cell" of a phone."""
    parts = {part for phrase in nouns() if " " in phrase for part in phrase.split() if part not in nouns()}
    parts -= set(qualities.verb_forms()) | set(qualities.state_words()) | words.CHOOSING | words.TELLING | _HANGING
    return _at_hand() - parts


def _misplaced(word: str, spot: Standing) -> float:
    """Return what it costs that a word of its kind stands at a place; less than nothing for a part of a name."""
    named = nouns()
    said = (f"{spot.before} {word}", f"{spot.before} {singular(word)}", f"{word} {singular(spot.after)}")
    if (spot.before or spot.after) and any(name in named for name in said):
        return -_PART_OF_NAME
    if spot.place is Slot.VERB:
        return 0.0 if word in qualities.verb_forms() or word in _GIVING else _ELSEWHERE
    if spot.place is Slot.OPENING:
        return 0.0 if word in _ASKS else _ELSEWHERE
    if spot.place is Slot.ANY:
        return 0.0
    telling = word in words.CHOOSING or word in words.TELLING or word in qualities.state_words()
    telling = telling and spot.after not in _AFTER_NOUNS
    opens = word in words.DETERMINERS or word in words.EVERY or word in words.NUMBERS or word in words.PRONOUNS
    fits = telling or singular(word) in _names_part() or (opens and spot.place is Slot.OBJECT)
    return 0.0 if fits else _ELSEWHERE


_ASKS = courtesy.closed(
    "please can could will would should may might shall did does have had are were was what where which who how when "
    "why if once while then now just kindly and but also that everything something anything"
)
"""What stands before a verb or "you" where an order or a question begins."""
_GIVING = courtesy.closed("give hand pass turn switch pick throw tell show leave let bin want need like know see think")
"""Verbs that ask for something only together with other words."""
_AFTER_NOUNS = {"", "is", "are", "in", "on", "to", "from", "and", "goes", "into", "onto", "with", "at", "under", "that"}
"""What does not stand between an adjective and its noun."""


@per_domain
def _names_part() -> frozenset[str]:
    return frozenset(word for phrase in nouns() for word in phrase.split())


# -- the hand ---------------------------------------------------------------------------------------------------------
_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_VOWELS = frozenset("aeiouy")
_ALIKE = frozenset(map(frozenset, ("ck", "sz", "sc", "gj", "iy", "qk", "vf")))


@cache
def _beside() -> Mapping[str, frozenset[str]]:
    """Return the letters beside each on a keyboard, whose rows are shifted by half a key."""
    at = {letter: (x + 0.5 * y, y) for y, row in enumerate(_ROWS) for x, letter in enumerate(row)}
    return {
        one: frozenset(o for o, (x, y) in at.items() if o != one and abs(x - a) <= 1.0 and abs(y - b) <= 1)
        for one, (a, b) in at.items()
    }


def slip(meant_: str, typed: str) -> float:
    """Return what it costs the hand to type one word for another."""
    return _aligned(meant_, typed, _left_out, _added, _mistaken)


def _left_out(word: str, at: int) -> float:
    if at == 0:
        return 1.5
    if word[at - 1] == word[at]:
        return 0.5
    last = at == len(word) - 1
    return 0.7 if last and word[at] == "e" else 1.3 if last and word[at] == "s" else 1.0


def _added(word: str, at: int) -> float:
    letter, before, after = word[at], word[at - 1 : at], word[at + 1 : at + 2]
    if letter in (before, after):
        return 0.5
    if at == len(word) - 1 and letter == "e":
        return 0.8
    near = letter in _beside().get(before, ()) or letter in _beside().get(after, ())
    return 1.0 if near else 1.3 if letter in _VOWELS else 1.6


def _mistaken(one: str, other: str) -> float:
    if other in _beside().get(one, ()):
        return 1.0
    if frozenset((one, other)) in _ALIKE:
        return 0.9
    return 1.2 if one in _VOWELS and other in _VOWELS else 2.0


# -- the ear ----------------------------------------------------------------------------------------------------------
_SOUNDS = tuple(
    (re.compile(pattern), sound)
    for pattern, sound in (
        (r"^(?:kn|gn)", "n"), (r"^wr", "r"), (r"^wh", "w"), (r"^ps", "s"), (r"mb$", "m"), (r"tion", "Sn"),
        (r"igh", "i"), (r"(?:ough|augh)", "o"), (r"gh", "g"), (r"tch|ch", "C"), (r"sh", "S"), (r"th", "T"),
        (r"ph", "f"), (r"ck", "k"), (r"qu", "kw"), (r"x|cks", "ks"), (r"dge?$|dge?(?=s$)|ge$|ge(?=s$)|dg", "j"),
        (r"c(?=[eiy])", "s"), (r"c", "k"), (r"q", "k"), (r"z", "s"), (r"(?<=[^aeiou])(?:le|el|al|il)(?=s?$)", "l"),
        (r"^(.*[aeiouy].*[^aeiou])(?:[aeou]r|re|a)(?=s?$)", r"\1r"), (r"([bdfgklmnprstvw])\1", r"\1"),
        (r"(?<=[a-zCST]{2})e(?=s?$)", ""), (r"(?<=[dt])ed$|(?<=[a-z])ed$", "d"), (r"ee|ea|ie|ei|ey$|y$", "i"),
        (r"ai|ay", "a"), (r"oo|ew", "u"), (r"ow|ou|oa|oe|aw|au", "o"), (r"y", "i"),
    )
)  # fmt: skip
_SOUND_ALIKE = frozenset(map(frozenset, ("Tf", "CS", "sS", "dt", "jg", "vf", "Td")))


@lru_cache(_KEPT)
def sounds(word: str) -> str:
    """Return roughly how a word sounds, so that what is written as it sounds comes out alike: "fone", "sawser"."""
    for pattern, sound in _SOUNDS:
        word = pattern.sub(sound, word)
    return word


def _heard(meant_: str, typed: str) -> float:
    """Return what it costs to write one word as it sounds, of the sounds of both."""
    if abs(len(meant_) - len(typed)) > 1:
        return _UNLIKE
    return 0.6 + 1.3 * _aligned(meant_, typed, _not_heard, _not_said, _misheard)


def _not_heard(word: str, at: int) -> float:
    return 0.7 if word[at] in "aeiour" and at else 1.1


def _not_said(word: str, at: int) -> float:
    return 0.8 if word[at] in "aeiour" and at else 1.3


def _misheard(one: str, other: str) -> float:
    if one in _VOWELS and other in _VOWELS:
        return 0.6
    return 0.6 if frozenset((one, other)) in _SOUND_ALIKE else 1.6


def _aligned(meant_: str, typed: str, left_out: _Letter, added: _Letter, mistaken: _Letters) -> float:
    """Return the least cost of making one word of another: letters left out, added, mistaken, or swapped."""
    before: list[float] = []
    row = [0.0]
    for j in range(len(typed)):
        row.append(row[-1] + added(typed, j))
    for i, letter in enumerate(meant_):
        older, before = before, row
        row = [before[0] + left_out(meant_, i)]
        for j, other in enumerate(typed):
            cost = before[j] + (0.0 if letter == other else mistaken(letter, other))
            cost = min(cost, before[j + 1] + left_out(meant_, i), row[j] + added(typed, j))
            if i and j and letter == typed[j - 1] and meant_[i - 1] == other and letter != other:
                cost = min(cost, older[j - 1] + (0.9 if i > 1 else 1.1))
            row.append(cost)
    return row[-1]
