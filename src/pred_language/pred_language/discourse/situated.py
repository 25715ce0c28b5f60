"""What an order points back to in what was told before it: "the laptop is in the way. Put it on the sofa".

Whatever kind of sentence stands before, the thing of the order is the first one named there that it can be done to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pred_core.vocabulary import object_types
from pred_language.discourse.wrapping import order_verbs
from pred_language.lexicon import words
from pred_language.lexicon.inflection import known_noun
from pred_language.lexicon.nouns import nouns
from pred_language.lexicon.shapes import ASKING, DET, NP, PLACE, PREP
from pred_language.lexicon.words import DOORS

_IT = r"(?:it|them|that one|that|this|these|those)"
_AFTER_IT = (
    "on|off|to|in|into|onto|inside|from|up|out|away|down|for|back|over|under|here|there|next|please|and|then|instead|"
    "all|now|with|at|by|near|beside|behind|again|too|first"
)
IT_FOLLOWED = rf"(?P<it>{_IT})\b(?=\s*(?:$|[.,;!?]|(?:{_AFTER_IT})\b))"
"""What points back, by itself: no article."""
_ORDER = re.compile(
    rf"(?:^|[.!?;:]+\s*|,\s*|\s[-–—]+\s*|\s(?:so|and)\s)(?P<order>{ASKING}(?P<verb>[a-z]+)(?: "
    rf"(?P<particle>on|off|up|away|out))?(?: me| us)?"
    rf" {IT_FOLLOWED}(?P<rest>[^?]*))",
    re.IGNORECASE,
)
_DO_THAT = re.compile(
    r"(?:[.!?;,]+|\s(?:so|and))\s*(?:please )?(?:(?:can|could|would|will) you )?(?:please )?(?:do|see to|"
    r"take care of|sort|fix|handle) (?:that|it|this)(?: out)?"
    r"(?: for me| please)*[.!?]*\s*$",
    re.IGNORECASE,
)
_BESIDE_IT = re.compile(
    rf"^\W*(?P<thing>{NP})(?:'s|'ve| has| have| is| are| was| looks?| "
    rf"smells?)\b[^.;!?,]*[,.;:!]+\s*(?P<order>{ASKING}"
    r"(?P<verb>[a-z]+)\b[^.;!?]*? (?:under|underneath|below|beneath|over|above|next to|beside|behind|in front of) "
    r")it\b"
    r"(?P<rest>[^?]*)$",
    re.IGNORECASE,
)
"""An order about what stands beside what was told of: "the pot is boiling over, turn off the burner under it"."""
_TO_DO = re.compile(r"\b(?:to|not|n't) (?P<order>[a-z]+ [^.;!?,]+)$", re.IGNORECASE)
_TELLS = re.compile(
    r"^\W*(?:(?:oh|ah|ugh|look|well|so|hey|and|but|ok|okay|damn|no|yes|robot),? )*"
    rf"(?:{DET}|i|we|he|she|it|they|you|there|here|one|both|all|some(?:one|body)|who ?ever|no(?:body| "
    r"one)|how|what|why|where)\b",
    re.IGNORECASE,
)
"""How it begins to tell how things are."""
_SEVERAL = re.compile(r"\b(?:other|another|ones?|neither|nor|or)\b", re.IGNORECASE)
"""What may speak of another thing than the first."""
_THING = re.compile(
    rf"\b(?:there(?:'s| is| are) )?(?P<np>{DET} (?:[a-z-]+ ){{0,3}}?[a-z-]+)\b", re.IGNORECASE
)
_IS_AT = re.compile(rf"(?P<at>{PLACE})", re.IGNORECASE)


def situated(text: str) -> str:
    """Return an order with the name of what it points back to; a text that points back to nothing stays."""
    done = _DO_THAT.search(text)
    if done is not None:
        asked = _TO_DO.search(text[: done.start()])
        if asked and asked["order"].split()[0].lower() in order_verbs():
            return f"{asked['order']}."
    beside = _BESIDE_IT.match(text)
    if beside is not None and beside["verb"].lower() in order_verbs() and known_noun(beside["thing"]):
        there = re.sub(r"^(?:a|an|some|that|this) ", "the ", beside["thing"], flags=re.IGNORECASE)
        way = re.match(r" (?P<way>on|off)\b", beside["rest"], re.IGNORECASE)
        told = f"{beside['verb']}{way.group() if way else ''}"
        order = re.sub(rf"\b{beside['verb']}\b", told, beside["order"], count=1)
        return f"{order}{there}{beside['rest'][way.end() if way else 0 :]}"
    for match in _ORDER.finditer(text):
        before = text[: match.start()]
        verb = match["verb"].lower()
        if verb not in order_verbs() | {"stop"} or not re.search(r"[a-z]", before, re.I) or _has_order(before):
            continue
        if not _TELLS.match(before) or _SEVERAL.search(before):
            continue
        thing = next(_things(before, needed(verb, match["particle"] or "", match["rest"])), None)
        if thing is None:
            continue
        order = f"{text[match.start('order') : match.start('it')]}{thing}{text[match.end('it') : match.end('order')]}"
        return re.sub(r"\bstop (?=the )", "turn off ", order, flags=re.IGNORECASE) if verb == "stop" else order
    return text


_MOVED = re.compile(rf"^\W*(?:and |so |now )*(?:{NP}|[a-z]+) (?:into|onto) {DET}\b", re.IGNORECASE)
"""What is to be brought somewhere, told without a verb: "the keys into the safe"."""


def _has_order(before: str) -> bool:
    """Tell whether what stands before is an order or a condition itself."""
    if re.search(r"\b(?:if|unless|when|whenever|once|until|before|after)\b", before, re.IGNORECASE):
        return True
    if _MOVED.match(before):
        return True
    return any(
        said and said[0] in order_verbs() | {"go", "look", "find", "do", "don't"}
        for part in re.split(r"[.;!?,:]|\b(?:and|then|to|please|you)\b", before.lower())
        for said in [part.split()]
    )


def needed(verb: str, particle: str, rest: str) -> str:
    """Return the affordance that a verb needs of its thing.

    :param particle: what stands between the verb and "it"
    :param rest: what follows "it"
    """
    kind = words.VERB_FORMS.get(verb)
    switched = particle.strip() in ("on", "off") or re.match(rf" (?:on|off)\b(?! {DET}\b)", rest)
    if verb in ("turn", "switch", "kill", "stop", "light", "blow") or (switched and verb not in ("take", "put", "get")):
        return "toggleable"
    return "openable" if kind in DOORS else "pickupable"


def _things(before: str, need: str) -> Iterator[str]:
    """Yield the noun phrases of a text that such a thing is named by, each with the place that is said of it."""
    for match in _THING.finditer(before):
        noun = named_first(before[match.start("np") :])
        tail = known_noun(noun)
        meant = nouns().get(tail, {})
        if not any(object_types()[name].can(need) for name in meant):
            continue
        places = (place_named(one["at"]) or one["at"] for one in _IS_AT.finditer(before, match.start("np") + len(noun)))
        at = next((place for place in places if known_noun(place)), "")
        thing = re.sub(r"^(?:a|an|some|that|this|another) ", "the ", noun, flags=re.IGNORECASE)
        yield f"{thing}{f' that is {at}' if at and need == 'pickupable' else ''}"


def place_named(text: str) -> str:
    """Return the place that a text begins with, up to its last word of a known name; '' for none.

    "In the sink" of "in the sink stinks", "on the dining table" of "on the dining table and wash it".
    """
    prep = re.match(rf"{PREP} ", text, re.IGNORECASE)
    named = named_first(text[prep.end() :]) if prep is not None else ""
    return f"{prep.group()}{named}" if prep is not None and named else ""


def named_first(text: str) -> str:
    """Return the noun phrase that a text begins with up to its last word that is part of a known name, '' for none."""
    found = re.match(rf"{NP}", text, re.IGNORECASE)
    said = found.group().split() if found else []
    for end in range(len(said), 1, -1):
        if known_noun(" ".join(said[:end])):
            return " ".join(said[:end])
    return ""
