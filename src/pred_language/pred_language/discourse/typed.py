"""How people type: contractions written out, spaces that slipped or are missing, small words with a letter wrong."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from pred_core.vocabulary import per_domain
from pred_language.lexicon import typography, words
from pred_language.lexicon.english import is_english
from pred_language.lexicon.nouns import nouns
from pred_language.lexicon.tagger import is_known_word

_STATED = (
    r"(?:on|off|in|inside|under|at|next|near|behind|open|closed|shut|dirty|clean|empty|full|running|lying|standing|"
    r"sitting|not|already|still|hanging|cold|hot|broken|too|all|the|a|an|no|some)"
)
_SUBJECT = r"(?:the|my|a|an|this|that) (?:[a-z]+ )?[a-z]+"
_CONTRACTED = tuple(
    (re.compile(pattern, re.IGNORECASE), written)
    for pattern, written in (
        (r"\b([a-z]+)'s (?=been\b)", r"\1 has "),
        (r"\b(someone|somebody|who|he|she|it|mum|dad)'s (?=(?:left|forgotten|got|put|taken|gone)\b)", r"\1 has "),
        (r"\b(there|it|that|which|here|everything|someone|somebody|nobody)'s\b", r"\1 is"),
        (rf"\b({_SUBJECT})'s (?={_STATED}\b)", r"\1 is "),
        (r"\b(they|we|you|these|those)'re\b", r"\1 are"),
        (r"\b(should|must|might|could|would)'ve\b", r"\1 have"),
        (rf"\b((?:that|which|who) (?:is|are)) (?:already|still|currently|now) (?={_STATED}\b)", r"\1 "),
        ((r"\b(put|move|take|leave|left|dropped|lost|where|where is|and) me (?=(?:[a-z]+ )?(?:pen|watch|tissues|"
         r"glasses|phone|"
         r"keys|book|cup|mug|boots|towel|paper|newspaper|remote|bed|chair|pillow|card)s?\b)"), r"\1 my "),
        (r"\bcannot\b", "can not"),
        (r"\b(?:gonna|wanna)\b", "want to"),
        (r"\bgimme\b", "give me"),
        (r"\blemme\b", "let me"),
    )
)
_SHORT = frozenset(
    re.findall(
        r"\w+", "a i am an as at be by do go he hi if in is it me my no of oh ok on or so to tv cd up us we"
    )
)
"""Words of one or two letters; all others of so few are pieces."""
_SMALL = frozenset(
    re.findall(
        r"\w+",
        "the that this there these those which where what when whose with from into onto over under behind beside "
        "between please could would should can will have has your their then them they and but not how many are "
        "was turn switch bring fetch give hand tell find throw take put get pick open close wash clean heat cool "
        "cook slice move place carry leave remove look show make off out all both every other another one two "
        "three you him her",
    )
)
"""Words that say how the others hang together, and the commonest verbs: whatever is one letter from them is them."""
_WORD = re.compile(r"[A-Za-z']+")
_CLOSED = re.compile(r"[a-z]{3,}")


def as_typed(text: str) -> str:
    """Return a text with plain letters and single spaces, contractions written out and slips of the hand mended."""
    told = " ".join(typography.plain(text).split())
    for pattern, written in _CONTRACTED:
        told = pattern.sub(written, told)
    return _parted(_with_verb(_respelt(_respaced(told)), told))


def _respaced(text: str) -> str:
    """Return a text in which a space that slipped by one letter stands where both words are known: "th ekeys"."""
    found = list(_WORD.finditer(text))
    for one, other in itertools.pairwise(found):
        if text[one.end() : other.start()] != " " or any(_means(w.group()) for w in (one, other)):
            continue
        a, b = one.group(), other.group()
        for first, second in ((a + b[0], b[1:]), (a[:-1], a[-1] + b)):
            if len(second) > 1 and _means(first) and _means(second):
                return f"{text[: one.start()]}{first} {second}{text[other.end() :]}"
    return text


def _respelt(text: str) -> str:
    """Return a text in which what is no word is the small word that it is one slip from: "wich", "tke", "teh"."""

    def mended(match: re.Match[str]) -> str:
        word = match.group()
        if _means(word) or not _CLOSED.fullmatch(word.lower()) or word[1:].lower() != word[1:]:
            return word
        close = list(_slips(word.lower()))
        return close[0] if len(close) == 1 else word

    return _WORD.sub(mended, text)


_VERBS_PLACE = re.compile(
    r"^(?P<lead>\W*(?:(?:please|now|robot|hey|hi|(?:can|could|would|will) (?:you|u|ya))\W+)*)(?P<verb>[a-z]+)"
    r"(?= (?:the|my|a|an|it|that|all|both)\b)",
    re.IGNORECASE,
)


def _with_verb(text: str, typed: str) -> str:
    """Return a text whose first verb is no known one with the verb that it is one slip from, where more was mistyped.

    "Putt" is a word: by itself it is asked about.
    """
    match = _VERBS_PLACE.match(text)
    if match is None or text == typed or is_known_word(match["verb"].lower()):
        return text
    close = [word for word in _slips(match["verb"].lower()) if word in words.VERB_BASES]
    return f"{match['lead']}{close[0]}{text[match.end('verb') :]}" if len(close) == 1 else text


def _slips(word: str) -> Iterator[str]:
    """Yield the small words that a letter left out, doubled or in its neighbour's place makes this word of."""
    for small in sorted(_SMALL):
        if small[0] != word[0] and sorted(small[:2]) != sorted(word[:2]):
            continue
        swapped = len(small) == len(word) and any(
            word[:i] + word[i + 1] + word[i] + word[i + 2 :] == small for i in range(len(word) - 1)
        )
        left_out = len(small) == len(word) + 1 and any(
            small[:i] + small[i + 1 :] == word for i in range(len(small))
        )
        added = len(small) + 1 == len(word) and any(
            word[:i] + word[i + 1 :] == small for i in range(len(word))
        )
        if swapped or left_out or added:
            yield small


def _parted(text: str) -> str:
    """Return a text with the space between two words that were run together: "turnon", "putthe", "floorlamp"."""

    def parted(match: re.Match[str]) -> str:
        word = match.group()
        if _means(word) or "'" in word or len(word) < 5 or word[1:].lower() != word[1:]:
            return word
        for cut in range(2, len(word) - 1):
            one, other = word[:cut], word[cut:]
            phrase = f"{one} {other}".lower()
            joined = one.lower() in _SMALL | _SHORT and (
                other.lower() in _SMALL | _SHORT or is_known_word(other.lower())
            )
            if phrase in nouns() or (
                joined and (one.lower() in words.VERB_BASES | _ARTICLES or other.lower() in _TAIL)
            ):
                return f"{one} {other}"
        return word

    return _WORD.sub(parted, text)


_ARTICLES = frozenset({"the", "turn", "switch", "in", "on", "to"})
_TAIL = frozenset({"the", "on", "off", "in", "to", "it", "me"})


@per_domain
def _names() -> frozenset[str]:
    """Return the words of all names of things, short ones too: "the loo roll"."""
    return frozenset(word for phrase in nouns() for word in phrase.split())


def _means(word: str) -> bool:
    word = word.lower()
    known = word in _names() or is_known_word(word) or is_english(word) or "'" in word
    return word in _SHORT or (len(word) > 2 and known)
