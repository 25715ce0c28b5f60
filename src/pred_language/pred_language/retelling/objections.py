"""What speaks against having told a text again in plain words: words whose meaning the plain words do not have."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from pred_language.discourse.utterances import UtteranceKind, heard
from pred_language.lexicon import qualities, words
from pred_language.lexicon.courtesy import WRAPPING, closed
from pred_language.lexicon.inflection import participle
from pred_language.lexicon.words import Verb
from pred_language.retelling.acts import Act
from pred_language.retelling.chunks import (
    DETERMINERS,
    ORIGINS,
    PLACING,
    QUANTITIES,
    TIES,
    ChunkKind,
    outside,
    tells_which,
    words_said,
)
from pred_language.retelling.search import Telling
from pred_language.retelling.weighing import ActWeights, TakenClause

TURNS = frozenset({Act.ON, Act.OFF, Act.OPEN, Act.SHUT})
"""Acts of which a strange word may as well ask for the opposite."""
_VERBS = {
    Verb.CLEAN: "wash",
    Verb.HEAT: "heat",
    Verb.COOL: "cool",
    Verb.SLICE: "slice",
    Verb.TURN_ON: "on",
    Verb.TURN_OFF: "off",
    Verb.OPEN: "open",
    Verb.CLOSE: "shut",
    Verb.FILL: "fill",
    Verb.DISCARD: "bin",
}
"""What part of an act's name each verb of the grammar asks for."""
_EASY = frozenset({Verb.PUT, Verb.GET, Verb.GO, Verb.LOOK})
"""Verbs whose meaning is told by what stands around them."""
_STATES = {"clean": "wash", "hot": "heat", "cold": "cool", "filled": "fill", "sliced": "slice"}
_TELLING = closed(
    "or if unless until except excepting excluding barring not never no nor without instead than rather only first "
    "last otherwise failing another other same neither either twice half most between"
)
"""Words that change what is meant, whatever stands around them."""
_MADE = closed("coffee tea toast salad sandwich breakfast lunch dinner")
"""What is made and is no thing here: an order that lacks it asks for less."""
_POINTING = frozenset({"them", "it", "those", "these"})
_REFUSING = frozenset({"not", "no", "never", "wait", "stop"})
_SHORTEST = 4
"""Clauses of no more words that say no, take back what was said before."""
_SHORT = frozenset({"re", "ve", "ll", "d", "m", "s", "them", "they", "there"})
"""What is left of short forms, and what stands for what was named."""
_SPARING = closed("except excepting excepted excluding barring without apart but")
_CORRECTING = frozenset({"actually", "wait", "sorry", "mean", "meant", "oops", "er", "oh"})
"""Words with which a person may take back what was said before."""
_PAST = frozenset({"was", "were", "did", "had"})
_IN_TIME = frozenset({"once", "after", "before", "until", "when"})
_ASKING = closed("where what which who how tell know wonder wondering count number seen see idea spot locate find")
"""Words by which an order asks to be answered."""
_TURNING = frozenset({"turn", "turned", "turning", "switch", "switched", "switching"})
_NONE = frozenset({"none", "neither"})
"""Words by which what follows is not to be so."""
_HARMLESS = closed(
    "on off little right left nice back top good own lit way moment minute second bit lot favour favor light"
)
_AUXILIARIES = closed(
    "is are was were be been has have had can could should would will may might must shall ought do does did which "
    "what"
)


_OF_BEFORE = re.compile(
    r"\b(?:the|my|that|a) [a-z]+(?: [a-z]+)? (?:(?:that|which) )?(?:i|we|you|he|she|they|mum|dad) "
    r"(?P<did>[a-z]+ed|bought|gave|left|put|made|got|took|had|wore|ate|lost|found|saw)\b",
    re.IGNORECASE,
)
"""What tells a thing by what was done with it: "the book I used yesterday"."""


def objections(text: str, telling: Telling, weights: ActWeights) -> Iterator[str]:
    """Yield the words that speak against a telling."""
    orders = [told for told in telling.told if not told.act.silent]
    yield from _MADE.intersection(words_said(text)) - set(telling.text.split())
    if orders:
        yield from (match["did"] for match in _OF_BEFORE.finditer(text))
        yield from _NONE & set(words_said(text))
    if len(orders) > 1:
        yield from (word for word in words_said(text) if word in _IN_TIME)
    asks = [told for told in orders if told.act.asks]
    kind = heard(text)
    if kind.first is UtteranceKind.QUESTION and not asks:
        yield "question"
    if asks and kind.first is not UtteranceKind.QUESTION and not _ASKING.intersection(words_said(text)):
        yield "an order that would be answered"
    if asks and len(orders) > 1:
        yield "question beside an order"
    if kind.refusal and kind.first in (UtteranceKind.REPORT, UtteranceKind.REMARK):
        yield "report"
    if orders:
        yield from kind.unserved
    if len(orders) > 1 and not all(map(_says_what, orders)):
        yield "a list"
    kept = [told for told in telling.told if told.act is Act.KEEP]
    if kept and any(map(_is_of_several, (*kept, *orders))):
        yield "what is to stay"
    yield from (word for told in kept for word in told.said if word in _SPARING)
    for told in telling.told:
        yield from _CORRECTING.intersection(told.said)
        yield from _unserved(told)
        yield from _unknown(told, weights) if not told.act.silent else _unplaced(told, telling)


def _unknown(told: TakenClause, weights: ActWeights) -> Iterator[str]:
    """Yield the words of an order that were never heard with its act.

    A strange verb may begin what is said to go to a place: nothing else does that ("sling the racket on the bed").
    """
    known = weights.get(told.act, {})
    free = outside(told.said, told.found)
    strange = [at for at in free if not _is_heard(told.said[at], known)]
    begins = next((at for at, word in enumerate(told.said) if word not in WRAPPING), 0)
    only_verb = not any(verb_form(told.said[at]) for at in free)
    yield from (told.said[at] for at in strange if not (at == begins and only_verb and told.act is Act.PUT))
    yield from _PAST.intersection(told.said) if not told.act.asks else ()


def _is_heard(word: str, known: Mapping[str, float]) -> bool:
    """Tell whether a word was heard with an act, or says nothing that the other accounts do not look at."""
    if word in known or word in _closed_words() or word in PLACING or word in ORIGINS:
        return True
    return verb_form(word) is not None or word in _TURNING


@cache
def _closed_words() -> frozenset[str]:
    """Return the words of closed classes, and the participles of the verbs that are told by what stands around them."""
    told = (base for base in words.VERB_BASES if words.VERB_FORMS[base] in _EASY)
    return WRAPPING | words.FILLERS | QUANTITIES | _AUXILIARIES | TIES | _SHORT | frozenset(map(participle, told))


def _unplaced(told: TakenClause, telling: Telling) -> Iterator[str]:
    """Yield the things that a clause without an order names and that no order is about."""
    for chunk in told.found if told.act is Act.NONE else ():
        if chunk.kind is ChunkKind.NAME and chunk.text.split()[-1] not in telling.text:
            yield chunk.text


def _says_what(told: TakenClause) -> bool:
    """Tell whether a clause has more than names of things: "the pen" is one of a list."""
    return any(told.said[at] not in ("and", "please") for at in outside(told.said, told.found))


def _is_of_several(told: TakenClause) -> bool:
    """Tell whether an order is about more than is named one by one: what is to stay may be among it."""
    return any(chunk.plural or chunk.kind is not ChunkKind.NAME for chunk in told.found)


def _unserved(told: TakenClause) -> Iterator[str]:
    """Yield the words outside noun phrases that a clause in plain words does not answer."""
    if told.act is Act.NONE and not told.found:
        yield from _asks_after_all(told)
        return
    if told.act is Act.NONE and all(chunk.kind is ChunkKind.PRONOUN for chunk in told.found):
        yield from _asks_after_all(told)  # "take it back"
    for at in outside(told.said, told.found):
        word = told.said[at]
        if _wants_another(word, told.act):
            yield word
        if told.act is Act.KEEP:
            continue
        if word in _TELLING or (word in words.NUMBERS and word != "one"):
            yield word
        before = told.said[at - 1] if at else ""
        says = told.act is not Act.NONE or told.order.about
        if says and _names_something(before, word) and word not in _closed_words():
            yield word  # a person, or a room: however often it was heard with the act, the plain words lack it
        if told.act is not Act.NONE and tells_which(word) and word not in _HARMLESS and not _state(word):
            yield word


def _asks_after_all(told: TakenClause) -> Iterator[str]:
    """Yield what speaks for an order in a clause that was taken for none: its first verb, "don't!", "all of them"."""
    first = told.said[0]
    if first in words.VERB_BASES | _TURNING and words.VERB_FORMS.get(first) is not Verb.LOOK:
        yield first
    begins = [word for word in told.said if word not in WRAPPING]
    following = told.said[told.said.index(begins[0]) + 1 :] if begins else ()
    if following and following[0] in DETERMINERS and begins[0] not in _closed_words() and not begins[0].endswith("s"):
        yield begins[0]  # "feed the dog": something is to be done, whatever it is
    if len(told.said) <= _SHORTEST:
        yield from _REFUSING.intersection(told.said)
    if QUANTITIES.intersection(told.said) and _POINTING.intersection(told.said):
        yield "all"


def _wants_another(word: str, act: Act) -> bool:
    """Tell whether a verb or a state asks for another act than this."""
    verb, state = verb_form(word) or _participles().get(word), _state(word)
    cut_off = act is Act.OFF and verb in (Verb.CLOSE, Verb.SLICE)  # "shut the water off", "cut the power"
    if verb is not None and verb not in _EASY and _VERBS.get(verb, "?") not in act and not cut_off:
        return True
    if word in _TURNING and act not in (Act.ON, Act.OFF):
        return True
    return (bool(state) and state not in act) or (word, act) in (("off", Act.ON), ("on", Act.OFF))


@cache
def _participles() -> Mapping[str, Verb]:
    """Return what the participles of the verbs ask for: "I want that one washed"."""
    return {participle(base): verb for base, verb in qualities.verb_forms().items() if base in words.VERB_BASES}


def _state(word: str) -> str:
    """Return the part of an act's name that makes the state which a word names, '' for other words."""
    return _STATES.get(qualities.state_words().get(word, ""), "")


def _names_something(before: str, word: str) -> bool:
    """Tell whether a word stands where a noun does: no lexicon knows what it is."""
    if word in _HARMLESS | QUANTITIES | _AUXILIARIES or word in PLACING:
        return False
    if before in DETERMINERS or (before and tells_which(before)):
        return True
    if before in ("is", "are"):  # "the one that is free"
        return verb_form(word) is None
    return before in PLACING and verb_form(word) is None and not word.endswith("ing")


def verb_form(word: str) -> Verb | None:
    """Return what a word asks for as a verb, None where it is none."""
    return qualities.verb_forms().get(word)
