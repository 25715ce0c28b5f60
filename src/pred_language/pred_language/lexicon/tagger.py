"""From a sentence to tagged tokens: noun phrases by the longest match, plurals, typing errors."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

from pred_core.domain_file import Domain
from pred_core.vocabulary import domain, object_types
from pred_language.lexicon import exceptions, patterns, qualities, spelling, typography, words
from pred_language.lexicon.inflection import singular
from pred_language.lexicon.nouns import Weights, nouns
from pred_language.lexicon.selectors import without_refrains
from pred_language.lexicon.words import Prep, Verb

STOPS = (".", ",")
LONGEST_PHRASE = 5
LONGEST_TEXT = 12_000
KEPT_TEXTS = 2048


class Tag(StrEnum):
    """What a token is."""

    NOUN = "noun"
    VERB = "verb"
    PREP = "prep"
    STATE = "state"
    NUMBER = "number"
    EVERY = "every"
    UNIT = "unit"
    PRONOUN = "pronoun"
    DET = "det"
    CONJ = "conj"
    STOP = "stop"
    FILLER = "filler"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Token:
    """A word or a phrase with what it means; ``classes`` weighs the object types a noun may mean."""

    tag: Tag
    text: str
    value: str | int = ""
    classes: Weights = field(default_factory=dict)
    plural: bool = False
    relation: str = ""
    """Of a preposition: what it says beyond its kind, such as left for "to the left of"."""


def normalise(text: str) -> str:
    """Return lower-case words, numbers and separators (``.``), with phrasal verbs and prepositions rewritten."""
    text = typography.plain(text[:LONGEST_TEXT])
    text = re.sub(r"\b([A-Za-z])\.\s?([A-Za-z])\b\.?", r"\1\2", text)
    text = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text).lower()
    text = re.sub(r"'s\b", "", text)
    text = re.sub(r"[;:.!?()\[\]\n\r][,;:.!?()\[\]\n\r]*", " . ", text)
    text = re.sub(r"(?:\b(?:number|no\.|nr\.?|num\.?) ?|#)(?=\d)", "", text)
    text = re.sub(r"[^a-z0-9.,&]+", " ", text.replace(",", " , "))
    text = without_refrains(exceptions.marked(" ".join(text.split())))
    for pattern, replacement in patterns.PHRASES:
        text = pattern.sub(replacement, text)
    for pattern, prep in patterns.PREPOSITIONS:
        text = _outside_phrases(pattern, prep, text)
    return " ".join(text.split())


def _outside_phrases(pattern: re.Pattern[str], prep: Prep, text: str) -> str:
    """Replace prepositions, but not the "of" inside a known noun phrase ("bar of soap")."""

    def swap(match: re.Match[str]) -> str:
        if match.group().strip() == "of" and _inside_phrase(text, match):
            return match.group()
        relation = patterns.relation_of(prep, match.group())
        return f" @{prep}_{relation} " if relation else f" @{prep} "

    return pattern.sub(swap, text)


def _inside_phrase(text: str, match: re.Match[str]) -> bool:
    before = text[: match.start()].split()[-2:]
    after = [w for w in text[match.end() :].split()[:3] if w not in words.DETERMINERS]
    spans = (
        " ".join([*(singular(w) for w in before[-b:]), "of", *(singular(w) for w in after[:a])])
        for b in (1, 2)
        for a in (1, 2)
    )
    return any(span in nouns() for span in spans)


def tag(text: str) -> list[Token]:
    """Return the tokens of a text."""
    return list(_tagged(domain(), text))


@lru_cache(maxsize=KEPT_TEXTS)
def _tagged(_: Domain, text: str) -> tuple[Token, ...]:
    """Return the tokens of a text; texts are looked at again and again where they are cut into parts."""
    raw = [spelling.meant(word) for word in normalise(text).split()]
    tokens: list[Token] = []
    index = 0
    while index < len(raw):
        token, used = _next(raw, index, tokens)
        tokens.append(token)
        index += used
    return tuple(tokens)


def _next(raw: list[str], index: int, before: list[Token]) -> tuple[Token, int]:
    word = raw[index]
    if word in STOPS:
        return Token(Tag.STOP, word), 1
    if word.startswith("@"):
        prep, _, relation = word[1:].partition("_")
        return Token(Tag.PREP, word, value=prep, relation=relation), 1
    if before and before[-1].text == "for" and word.endswith("ing") and word in qualities.verb_forms():
        return Token(Tag.FILLER, word), 1  # "for cooking" is a reason, no order
    if word in ("one", "ones") and before and (before[-1].text == "the" or before[-1].text in words.CHOOSING):
        return Token(Tag.PRONOUN, word, plural=word == "ones"), 1
    following = raw[index + 1] if index + 1 < len(raw) else "."
    phrase = _noun_phrase(raw, index, before)
    action = _as_verb(word, following, before)
    if action is not None and (
        phrase is None or phrase[1] == 1 or _imperative(raw, index, phrase[1], before)
    ):
        return Token(Tag.VERB, word, value=action), 1
    if phrase is not None:
        return phrase
    return _single(word, following), 1


def _imperative(raw: list[str], index: int, length: int, before: list[Token]) -> bool:
    """Tell "wash cloth with water" from "a wash cloth": a clause starts with its verb."""
    rest = " ".join(singular(w) for w in raw[index + 1 : index + length])
    return _at_clause_start(before) and rest in nouns() and raw[index] in qualities.verb_forms()


def _at_clause_start(before: list[Token]) -> bool:
    if not before:
        return True
    last = before[-1]
    if last.tag in (Tag.STOP, Tag.CONJ) or (last.tag is Tag.FILLER and last.text in words.CLAUSE_OPENERS):
        return True
    return (last.tag is Tag.PREP and last.value in (Prep.TO, Prep.NEAR)) or last.text in words.CLAUSE_OPENERS


def _as_verb(word: str, following: str, before: list[Token]) -> Verb | None:
    verb = qualities.verb_forms().get(word)
    if verb is None or (before and before[-1].text == "for"):
        return None
    start = _at_clause_start(before)
    after_noun = bool(before) and before[-1].tag in (Tag.NOUN, Tag.PRONOUN)
    opens_object = following in words.DETERMINERS or following in words.PRONOUNS or following in words.NUMBERS
    after_modifier = (bool(before) and before[-1].tag in (Tag.DET, Tag.STATE, Tag.NUMBER, Tag.UNKNOWN)) or (
        bool(before) and before[-1].tag is Tag.FILLER and before[-1].text not in words.CLAUSE_OPENERS
    )
    if word in words.SLICE_UNITS or singular(word) in words.SLICE_UNITS:
        return verb if start and following != "@of" else None
    own = (
        word in qualities.own_verbs() and singular(word) in nouns()
    )  # "autoclave the flask", "the autoclave"
    if own or word in words.NOUN_OR_VERB or singular(word) in words.NOUN_OR_VERB:
        names = following if word == "microwave" else singular(following) if own else ""
        return verb if start and (opens_object or names in nouns()) else None
    if singular(word) in words.NOUN_OR_MOTION:
        return verb if start or following in words.FILLERS else None
    if word in qualities.state_words() or word in words.ADJECTIVE_OR_VERB:
        if verb is Verb.POUR and not opens_object and _holds_nothing(following):
            return None  # "the paper and empty roll"
        return (
            verb if (start and not _before_modified_noun(before)) or (after_noun and opens_object) else None
        )
    if after_modifier and singular(word) in ("set", "use", "place", "head", "face", "stand", "read"):
        return None
    return verb


def _holds_nothing(noun: str) -> bool:
    """Tell whether a word names only what no liquid goes into: where such a thing is empty, that says which it is."""
    meant = nouns().get(singular(noun), {})
    return bool(meant) and not any("canFillWithLiquid" in object_types()[name].flags for name in meant)


def _before_modified_noun(before: list[Token]) -> bool:
    """Tell whether "clean" and the like describe the next noun although a clause starts here: "a wet and clean rag"."""
    return bool(before) and before[-1].tag is Tag.CONJ and len(before) > 1 and before[-2].tag is Tag.STATE


def _noun_phrase(raw: list[str], index: int, before: list[Token]) -> tuple[Token, int] | None:
    known = nouns()
    for length in range(min(LONGEST_PHRASE, len(raw) - index), 0, -1):
        span = raw[index : index + length]
        if any(w.startswith("@") or w in STOPS for w in span):
            continue
        for words_ in (span, [*span[:-1], singular(span[-1])], [singular(w) for w in span]):
            phrase = " ".join(words_)
            if phrase not in known or _not_a_noun_here(span, raw, index, before):
                continue
            plural = (words_ != span and span != words_) or span[-1] in ("cds", "dvds", "dishes", "clothes")
            return Token(Tag.NOUN, " ".join(span), classes=known[phrase], plural=plural), length
    return None


_SHADED = words.COLOURS.keys() | words.SIZES.keys() | words.MATERIALS.keys()
"""What "light" is said of: a lamp is no "light blue"."""
_BEFORE_CAN = (Tag.DET, Tag.FILLER, Tag.EVERY, Tag.NUMBER)


def _not_a_noun_here(span: list[str], raw: list[str], index: int, before: list[Token]) -> bool:
    """Tell apart words that name an object only in some places: "can you", "light brown", "glass vase"."""
    following = raw[index + len(span)] if index + len(span) < len(raw) else "."
    word = span[0] if len(span) == 1 else ""
    if word == "can":
        return not before or before[-1].tag not in (*_BEFORE_CAN, Tag.NOUN, Tag.UNKNOWN)
    named_one = following in ("one", "ones") or following in nouns() or singular(following) in nouns()
    if word in words.COLOURS:  # "the orange one", "the can that is orange"
        return named_one or (bool(before) and before[-1].text in ("is", "are", "not"))
    if word == "light":
        return following in _SHADED or following in ("colored", "coloured", "wire", "cushion")
    if word in ("glass", "paper", "step", "figure", "range", "cardboard", "coffee"):
        return following in nouns() or singular(following) in nouns()
    return False


def _single(word: str, following: str) -> Token:
    base = singular(word)
    if base in words.SLICE_UNITS:
        return Token(Tag.UNIT, word, value="slice", plural=base != word)
    if base in words.WHOLE_UNITS and following == "@of":
        if word in words.NUMBERS:
            return Token(Tag.NUMBER, word, value=words.NUMBERS[word])
        return Token(Tag.UNIT, word, value="whole", plural=base != word)
    if word in qualities.state_words():
        return Token(Tag.STATE, word, value=qualities.state_words()[word])
    if word in words.NUMBERS and not (word == "one" and following in STOPS):
        return Token(Tag.NUMBER, word, value=words.NUMBERS[word])
    if word in words.EVERY:
        return Token(Tag.EVERY, word)
    if word in words.PRONOUNS and (word in ("it", "them", "they", "itself") or _stands_alone(following)):
        return Token(Tag.PRONOUN, word, plural=word in ("them", "they", "those", "these"))
    if word in words.DETERMINERS:
        return Token(Tag.DET, word)
    if word in words.CONJUNCTIONS:
        return Token(Tag.CONJ, word)
    plain = word in words.FILLERS or word in words.CHOOSING or len(word) < 3
    return Token(Tag.FILLER if plain else Tag.UNKNOWN, word)


def _stands_alone(following: str) -> bool:
    return following in STOPS or following.startswith("@") or following in words.CONJUNCTIONS


def with_adjective(token: Token, adjectives: list[str]) -> Token:
    """Return the noun with what an adjective makes of it: a small table, a tall lamp."""
    for adjective in adjectives:
        phrase = f"{adjective} {singular(token.text)}"
        if phrase in nouns():
            return Token(token.tag, phrase, classes=nouns()[phrase], plural=token.plural)
    return token


_BEFORE_NOUN = frozenset({Tag.DET, Tag.FILLER, Tag.STATE, Tag.NUMBER, Tag.EVERY})


def first_noun(tokens: list[Token]) -> int:
    """Return where the noun of a phrase is that tokens begin with, past "a slice of"."""
    at = next((i for i, t in enumerate(tokens) if t.tag not in _BEFORE_NOUN), len(tokens))
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    if after is None or tokens[at].tag is not Tag.UNIT or after.value != Prep.OF:
        return at
    return at + 2 + first_noun(tokens[at + 2 :])
