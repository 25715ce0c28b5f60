"""How people type: contractions written out, spaces that slipped or are missing, small words with a letter wrong."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace

from pred_core.vocabulary import per_domain
from pred_language.discourse import quoted_replies
from pred_language.discourse.rewriting import retold
from pred_language.discourse.shorthand import written_out
from pred_language.lexicon import qualities, spelling, typography, words
from pred_language.lexicon.courtesy import closed
from pred_language.lexicon.english import is_english
from pred_language.lexicon.inflection import singular
from pred_language.lexicon.nouns import nouns
from pred_language.lexicon.shapes import PREP
from pred_language.lexicon.spelling import is_known_word

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
        ((r"\b(someone|somebody|who|he|she|mum|dad)'s (?=(?:switched|turned|opened|eaten|used|moved|washed|dropped|spil"
         r"led|drunk|"
         r"brought|lit|finished)\b)"), r"\1 has "),
        (rf"\b({_SUBJECT})'s (?=left (?:open|on|off|closed|shut|running)\b)", r"\1 is "),
        (r"(?<=[a-z]),? its (?=(?:on|in|under|by|at|lying|standing|next to) )", ", it is "),
        (r"\bits (?=(?:all|so|too|very|not|a|the|got|just|really|getting|broken|dirty) )", "it is "),
        (r"\b(there|it|that|which|here|everything|someone|somebody|nobody)'s\b", r"\1 is"),
        (rf"\b({_SUBJECT})'s (?={_STATED}\b)", r"\1 is "),
        (r"\b(they|we|you|these|those)'re\b", r"\1 are"),
        (r"\b(should|must|might|could|would)'ve\b", r"\1 have"),
        (rf"\b((?:that|which|who) (?:is|are)) (?:already|still|currently|now) (?={_STATED}\b)", r"\1 "),
        ((r"\b(put|move|take|leave|left|dropped|lost|where|where is|and) me (?=(?:[a-z]+ )?(?:pen|watch|tissues|"
         r"glasses|phone|"
         r"keys|book|cup|mug|boots|towel|paper|newspaper|remote|bed|chair|pillow|card)s?\b)"), r"\1 my "),
        (r"\bcannot\b", "can not"),
        (r"(?<=[a-z]) form (?=(?:the|teh|my)\b)", " from "),
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
_WORD = re.compile(r"[A-Za-z']+")


def as_typed(text: str, seen: frozenset[str] = frozenset()) -> str:
    """Return a text with plain letters and single spaces, written out and with slips of the hand and the ear mended.

    :param seen: the types of what was seen here, which are likelier meant
    """
    told = written_out(" ".join(typography.plain(retold(text, quoted_replies.RULES)).split()))
    for pattern, written in _CONTRACTED:
        told = pattern.sub(written, told)
    told = _BEFORE_SIGN.sub("", _PAUSE.sub(lambda match: f"{match['before'] or ''} ", told))
    spaced = _parted(_together(_respaced(told)))
    return _with_verb(_respelt(spaced, seen), told)


_BEFORE_SIGN = re.compile(r" +(?=[,;!?])|(?<=\?)\s*\.\.+")
_PAUSE = re.compile(
    rf"\b(?P<before>the|a|an|my|your|of|to|and|{PREP}) ?(?:\.\.+|…) ?(?=[a-z])|"
    r"(?<=[a-z]) ?(?:\.\.+|…) ?(?=(?:from|to|are|is|that|where|which) )",
    re.IGNORECASE,
)
"""Signs where somebody stops to think, within what belongs together."""


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


def _together(text: str) -> str:
    """Return a text with names as they are written: "lap top", "counter-top" and "side-table" have their spaces."""

    def joint(match: re.Match[str]) -> str:
        one, sign, other = match["one"], match["sign"], singular(match["other"].lower())
        as_two, as_one = (f"{one.lower()}{between}{other}" for between in (" ", ""))
        if as_one in _ONE_WORD:
            return one
        between = " " if as_two in nouns() else "" if as_one in nouns() and len(one) > 2 else sign
        return f"{one}{between}"

    return _TWO.sub(joint, text)


_ONE_WORD = words.ROOM_NAMES.keys() | closed(
    "beside behind between beneath underneath without inside outside already afterwards somebody something anybody "
    "anything everybody everything nobody nothing"
)
_TWO = re.compile(r"\b(?P<one>[A-Za-z]+)(?P<sign>[- ])(?=(?P<other>[A-Za-z]{3,})\b)")


def _respelt(text: str, seen: frozenset[str]) -> str:
    """Return a text in which what is no word is the word that it is typed for, where that is clear.

    Where most is no word and some of it is like none it may be another language, and stays.
    """
    found = list(_WORD.finditer(text))
    said = [match.group().lower() for match in found]
    shouted = text.upper() == text
    odd = [i for i, match in enumerate(found) if _is_odd(match, text, shouted=shouted)]
    mended: dict[int, str] = {}
    for index in odd:
        spot = replace(_spot(text, found, said, index), seen=seen)
        one = spelling.meant(said[index], spot)
        if one != said[index]:
            mended[index] = one
            said[index] = one
    if 2 * len(odd) > len(found) and len(mended) < len(odd):
        return text
    for index in sorted(mended, reverse=True):
        match = found[index]
        one = mended[index].capitalize() if match.group().istitle() else mended[index]
        text = f"{text[: match.start()]}{one}{text[match.end() :]}"
    return text


def _is_odd(match: re.Match[str], text: str, *, shouted: bool) -> bool:
    """Tell whether a word is none: names, which are written with a capital letter, are."""
    word = match.group()
    begins = not text[: match.start()].strip() or text[: match.start()].rstrip()[-1] in ".!?:"
    plain = word.islower() or shouted or (begins and word[1:].islower())
    return plain and "'" not in word and len(word) >= spelling.SHORTEST and not _means(word)


def _spot(text: str, found: list[re.Match[str]], said: list[str], index: int) -> spelling.Standing:
    """Return where a word stands, by the words and signs around it."""
    parted = index == 0 or bool(_SIGN.search(text[found[index - 1].end() : found[index].start()]))
    before = "" if parted else said[index - 1]
    last = index + 1 == len(said) or bool(_SIGN.search(text[found[index].end() : found[index + 1].start()]))
    after = "" if last else said[index + 1]
    place = spelling.Slot.ANY
    if before in _TELLS_NOUN:
        place = spelling.Slot.NOUN
    elif after in _OPENS_OBJECT and (before in ("", *_BEFORE_ORDER) or (before == "you" and said[index - 2] in _MODAL)):
        place = spelling.Slot.VERB
    elif after in _WHAT_IS_ASKED or (not before and after in qualities.verb_forms()):
        place = spelling.Slot.OPENING
    elif before in _BEFORE_OBJECT or before in qualities.verb_forms():
        place = spelling.Slot.OBJECT
    return spelling.Standing(place, before, after)


_SIGN = re.compile(r"[.,;:!?()-]")
_SAYS_WHICH = words.COLOURS.keys() | words.SIZES.keys() | words.MATERIALS.keys()
_TELLS_NOUN = (words.DETERMINERS | _SAYS_WHICH) - {"that", "this"}
_OPENS_OBJECT = words.DETERMINERS | words.PRONOUNS | words.EVERY | {"me", "both", "up", "off", "down", "out"}
_BEFORE_ORDER = frozenset({"please", "and", "then", "to", "now", "just", "not", "robot", "kindly", "don't", "also"})
_WHAT_IS_ASKED = frozenset({"you", "u", "i"})
_MODAL = frozenset({"can", "could", "would", "will", "should"})
_BEFORE_OBJECT = closed("in on into onto from under at near by behind beside of inside over with")


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
    said = match["verb"].lower()
    close = [one for one in sorted(spelling.OFTEN & words.VERB_BASES) if spelling.slip(one, said) <= _ONE_SLIP]
    return f"{match['lead']}{close[0]}{text[match.end('verb') :]}" if len(close) == 1 else text


_ONE_SLIP = 1.1
"""What a letter left out, doubled, swapped or beside the one that is meant costs at most."""


def _parted(text: str) -> str:
    """Return a text with the space between two words that were run together: "turnon", "putthe", "floorlamp"."""

    def parted(match: re.Match[str]) -> str:
        word = match.group()
        if _means(word) or "'" in word or len(word) < 5 or word[1:].lower() != word[1:]:
            return word
        for cut in range(2, len(word) - 1):
            one, other = word[:cut], word[cut:]
            phrase = f"{one} {other}".lower()
            joined = one.lower() in spelling.OFTEN | _SHORT and (
                other.lower() in spelling.OFTEN | _SHORT or is_known_word(other.lower())
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
