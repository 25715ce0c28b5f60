"""Talk with its replies in quotation marks: 'Where are my keys? "On the side table." OK, bring them.'."""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.wrapping import first_order_verb, order_verbs
from pred_language.lexicon import words
from pred_language.lexicon.courtesy import closed
from pred_language.lexicon.inflection import known_noun, names_several, singular
from pred_language.lexicon.shapes import NP, PREP

_WORDS = re.compile(r"[a-z]+", re.IGNORECASE)
_PLACE = re.compile(rf"\b(?P<at>(?:{PREP}) {NP})", re.IGNORECASE)
_LEADS = re.compile(
    r"^\W*(?:(?:okay|ok|good|nice|oh|goodness|lovely|very good|great|then|well|right|perfect|thanks|thank "
    r"you|ah|fine|and|so|"
    r"wonderful|excellent|dear|yes|alright|all right|please|now|no|you)\b[\s,.!]*)+",
    re.IGNORECASE,
)
_IT = re.compile(r"\b(?:it|them|that one|one|that)\b(?!')", re.IGNORECASE)
_WHICH_ONE = re.compile(
    rf"\b(?:the|a|an) (?P<which>{'|'.join(sorted(words.COLOURS.keys() | words.SIZES.keys()))}|clean|dirty|open|closed)"
    rf" one\b",
    re.IGNORECASE,
)
_ASKED_TO = re.compile(
    r"(?:shall|should|may|can) i |(?:do|would) you (?:want|like) me to |(?:am i|do i have) to ", re.IGNORECASE
)


def _topic(question: str) -> str:
    """Return the first known thing that a question names, with its place: "tap at the washbasin"; '' for none."""
    said = list(_WORDS.finditer(question))
    for index in range(len(said)):
        for length in (2, 1):
            phrase = " ".join(one.group().lower() for one in said[index : index + length])
            if len(said) < index + length or known_noun(phrase) != " ".join(
                (*phrase.split()[:-1], singular(phrase.split()[-1]))
            ):
                continue
            before = said[index - 1].group().lower() if index else ""
            telling = f"{before} " if before in _TELLING else ""
            rest = question[said[index + length - 1].end() :]
            at = re.match(rf" (?P<at>(?:{PREP}|at) {NP})", rest, re.IGNORECASE)
            place = _LOOSE.sub("", at["at"]) if at else ""
            return f"{telling}{phrase} {place}".rstrip()
    return ""


_TELLING = words.COLOURS.keys() | words.SIZES.keys() | closed("clean dirty open closed other old new")
_LOOSE = re.compile(r"(?: (?:still|running|left|again|already|on|off|now|open|closed))+$", re.IGNORECASE)
"""What a question says behind a place that is no part of it."""


def _orders(rest: str) -> list[str]:
    """Return the clauses of what is said after the reply that are orders, without what leads to them."""
    clauses = re.split(r"(?<=[a-z])\s*(?:[.!;]+\s+|,\s+(?:so |then |and then |but )?)", rest.strip(" .!"))
    plain = [re.sub(r"^please (?:you )?", "", _LEADS.sub("", clause), flags=re.IGNORECASE) for clause in clauses]
    plain = [re.sub(r"^(?:can|could|would|will) (?:you|u) (?:please )?", "", one, flags=re.IGNORECASE) for one in plain]
    return [clause for clause in plain if first_order_verb(clause) or clause.split(" ")[0].lower() in order_verbs()]


def _with_topic(match: re.Match[str]) -> str:
    """Return "bring the keys that are on the side table" of "Where are my keys? "On the side table." Bring them."."""
    topic = _topic(match["question"])
    orders = _orders(match["rest"])
    if not topic or not orders:
        return match.group()
    placed = _PLACE.search(match["reply"])
    which = _WHICH_ONE.search(match["reply"])
    if which is not None and which["which"].lower() not in topic.split():
        topic = f"{which['which'].lower()} {singular(topic.split(' ')[-1])}"
    noun = re.split(rf" (?:{PREP}|at) ", topic)[0]
    is_or_are = "are" if names_several(noun) else "is"
    at = f" that {is_or_are} {placed['at']}" if placed is not None and topic == noun else ""
    told = []
    for order in orders:
        named = _IT.search(order)
        told.append(f"{order[: named.start()]}the {topic}{at}{order[named.end() :]}" if named else order)
        at, topic = (at, topic) if named is None else ("", noun)
    told = [re.sub(r"^give (.+) here$", r"bring me \1", order, flags=re.IGNORECASE) for order in told]
    return ", then ".join(told) + "."


def _agreed(match: re.Match[str]) -> str:
    """Return "close the window" of '"Shall I close the window?" Yes, please.'."""
    order = _ASKED_TO.sub("", match["offer"], count=1).strip()
    if not first_order_verb(order):
        return match.group()
    rest = match["rest"].strip(" ,.!")
    more = re.sub(r"^(?:please|and|but|then)\b[\s,]*", "", rest, flags=re.IGNORECASE).strip()
    return f"{order}, then {more}." if more else f"{order}."


_QUOTE, _END = r"[\"“”]", r"[\"“”]"
_FORMS: tuple[tuple[str, Change], ...] = (
    ((rf"^\W*{_QUOTE}(?P<offer>(?:shall|should|may|can|do|would|am) [^\"?]+)\?{_END}\s*(?:yes|yeah|sure|ok(?:ay)?|pleas"
     rf"e do)\b[\s,.!]*(?P<rest>.*)$"),
     _agreed),
    ((rf"^(?P<question>\W*(?:(?:hello|hi|hey|excuse me|sorry|oh|please)\b[\s,.!]*)*(?:where|what|which|who|how|is|are|"
      rf"do|have|any)[^\"“”?]*\??[^\"“”?]*)\s*{_QUOTE}(?P<reply>["
     rf"^\"“”]*){_END}\s*(?P<rest>.+)$"), _with_topic),
)  # fmt: skip
RULES: tuple[Rule, ...] = rules(_FORMS)
