"""Orders that are taken back, whole or in part, by naming them: "never mind the book, just the pen"."""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change, Rule, retold, rules
from pred_language.discourse.wrapping import first_order_verb, order_verbs
from pred_language.lexicon.inflection import known_noun, name_any
from pred_language.lexicon.shapes import LAST, NP, PLACE, PREP

_SIGN = r"\s*(?:[.,;!?…]|\s[-–—])+\s*"
_WELL = r"(?:(?:oh|hmm?|no|er+m?|um+|wait|actually|well|but|and|sorry|ah|on second thoughts?)\b[\s,.!…]*)*"
_DROP = r"(?:never mind|forget(?: about)?|scratch|skip|drop|leave out|not)"


def nouns_in(text: str) -> set[str]:
    """Return the nouns of one word that a text names, in the singular."""
    return {noun for word in re.findall(r"[a-z]+", text.lower()) if (noun := known_noun(word))}


def _one_of_two(match: re.Match[str]) -> str:
    """Return "bring me the pen" of "bring me the pen and the red book. Oh, never mind the book, just the pen"."""
    if match["verb"].lower() not in order_verbs():
        return match.group()
    dropped, kept = known_noun(match["no"]), match["yes"] and known_noun(match["yes"])
    both = {"one": known_noun(match["one"]), "two": known_noun(match["two"])}
    left = [name for name, noun in both.items() if noun != dropped]
    if not dropped or dropped not in both.values() or len(left) != 1 or (kept and kept != both[left[0]]):
        return match.group()
    return f"{match['order']} {match[left[0]]}{match['rest'] or ''}"


def _another_order(match: re.Match[str]) -> str:
    """Return "turn on the lamp" of "turn on the tv, hmm, no, forget the tv, turn on the lamp"."""
    known = first_order_verb(match["old"]) and first_order_verb(match["new"])
    dropped = match["no"].lower()
    named = dropped in ("that", "it", "about that", "about it") or known_noun(dropped) in match["old"].lower()
    return match["new"] if known and named else match.group()


def _other_one(match: re.Match[str]) -> str:
    """Return "bring me the book that is on the floor" of "bring me the blue book. No. The one on the floor"."""
    noun, order = known_noun(match["old"]), match["order"] or ""
    if not noun or (not first_order_verb(order) and not match["to"]):
        return match.group()
    return f"{order if first_order_verb(order) else 'bring me '}the {noun} that is {match['at']}"


def _not_that(match: re.Match[str]) -> str:
    """Return "bring me the alarm clock" of "bring me the teddy, oh sorry, not the teddy, the alarm clock"."""
    known = first_order_verb(match["order"]) and known_noun(match["new"])
    if not known or known_noun(match["no"]) != known_noun(match["old"]):
        return match.group()
    return f"{match['order']} {match['new']}{match['way'] or ''}"


_STARTED = (
    rf"^(?P<order>\W*(?:please )?(?:(?:turn|switch) (?:on|off)|[a-z]+)(?: me)?) (?P<old>{NP})(?P<way> on| off)?{_SIGN}"
    r"(?:(?:oh|hmm?|no|er+m?|um+|wait|stop|actually|well|but|sorry|ah)\b[\s,.!…]*)*"
)
_TAKING_BACK = r"(?:never ?mind|forget|scratch|cancel|ignore) (?:that|it)"
_MARK = (
    r"(?P<strong>(?:oh,? |no,? |well,? |hmm?,? |actually,? )*(?:scratch|forget|cancel|skip|ignore|stop) "
    r"(?:that|it|what i said|all "
    r"that)|(?:oh,? |no,? )*never ?mind(?: that| it)?|(?:oh,? |no,? )*on second thoughts?|(?:no,? |oh,? "
    r"|sorry,? )*i(?:'ve| have)? "
    r"changed my mind)|(?:hmm?|oh|um+|er+m?|well|actually|sorry|wait|and|but)?,? ?\b(?:no|nope)(?:,? "
    r"(?:wait|sorry|no|hang on|hold on|don't(?=[,.;])|stop|"
    r"actually|rather))*|wait,? (?:no|stop)"
)
"""What stands between an order and the one that is meant instead."""
_LEFT_BE = (
    r"(?:(?:please |just )?leave (?:it|them|that)(?: (?:be|alone|shut|open|on|off|closed|there|(?:as|where) "
    r"(?:it|they) (?:is|are)))?(?:\s*[,.;!]+|,? and)\s*)?"
)
"""What may be said of what is taken back, before the order that is meant instead."""
_ORDERED = re.compile(
    r"^(?:(?:please|just|kindly|now|rather|pray|simply|oh|be (?:a|an) [a-z]+(?: [a-z]+)? "
    r"and|(?:can|could|would|will) you|hey "
    r"[a-z]+)[\s,]+)*(?P<verb>(?!make (?:that|it)\b)[a-z]+)\b(?! (?:it|them)\b| ones?\W*$)",
    re.IGNORECASE,
)
_WISHED = re.compile(
    r"^(?:oh,? )?(?:i|we)(?:'d|'ll| would| will)? (?:want|need|like|love|prefer|wish|wouldn't mind)\b|"
    r"^(?:(?:the|my|both|all|every|a|one of the|one of my|two|three)(?: of)? )[a-z' -]+? "
    r"(?:should|must|needs?|has|have|can|could|goes|go|"
    r"is to|are to|belongs?)\b",
    re.IGNORECASE,
)
_MORE_VERBS = frozenset({"throw", "chuck", "bin", "swap", "let", "light", "grab", "power", "kill", "go"})
_DIRECTED = re.compile(r"^(?:the |my |both |all |a )*[a-z]+(?: [a-z]+){0,3} (?:onto|into|to me)\b", re.IGNORECASE)
_POINTS_BACK = re.compile(
    r"\b(?:it|them|they|that|those|these|this|there|one|ones|other|others|him|her|same|too|also|as well)\b(?! "
    r"is\b)", re.IGNORECASE
)
_NO_NOUN = (
    r"(?!(?:ones?|of|is|are|was|to|in|on|onto|into|from|for|at|by|near|under|with|that|which|goes|belongs|can|could|"
    r"should|must|may|needs|has|and|but|just|only|please|then|back|instead|too)\b)"
)
INSIDE = re.compile(
    r"\bthat (?=(?:is|are|lies|stands|was|isn't|aren't|isnt)\b)|\bthat's\b|\b(?:except|but|apart from|not) "
    r"(?:for )?(?:the )?"
    rf"(?:[a-z]+ )?ones?\b|\b(?:that|this|those|these) {_NO_NOUN}[a-z]+|\bone {_NO_NOUN}[a-z]+|\bwith the [a-z]+ one\b|"
    r"\b(?:both|all|each|some|one|two|three|half|any|either) of (?:those|these|them|the|my|our)\b|, the ones? "
    r"(?=(?:that|which|in|on|from|with)\b)",
    re.IGNORECASE,
)
"""What points to something in the text itself."""
_NOTE = re.compile(
    rf"^(?:the |my |both |all |a )?[a-z]+(?: [a-z]+){{0,3}} (?:{PREP}|to|on|off|out|open|shut|closed)\b", re.IGNORECASE
)


def is_whole_order(text: str, *, notes: bool) -> bool:
    """Tell whether a text is an order of its own that points to nothing before it.

    :param notes: whether one without a verb will do: "white mug in the cabinet"
    """
    if _POINTS_BACK.search(INSIDE.sub("", text)):
        return False
    ordered = _ORDERED.match(text)
    if ordered is not None and ordered["verb"].lower() in order_verbs() | _MORE_VERBS:
        return True
    return _WISHED.match(text) is not None or (_NOTE if notes else _DIRECTED).match(text) is not None


def _instead(match: re.Match[str]) -> str:
    """Return "bring me the keys" of "put my watch in the safe. Oh, never mind that. Bring me the keys"."""
    found = match.groupdict()
    new = re.sub(r",? instead(?=\s*[.!]*$)", "", match["new"], flags=re.IGNORECASE)
    if re.search(r"(?:^|[.;!?] )\W*(?:if|unless) [^.;!?]*$", match["old"], re.IGNORECASE):
        return match.group()  # "if there is no box, never mind" takes nothing back
    refrains = re.match(r"\W*(?:please )?(?:don't|do not|never)\b", match["old"], re.IGNORECASE)
    if refrains and nouns_in(match["old"]) & nouns_in(new):  # "don't move the red mug, put the mugs away instead"
        return match.group()
    whole = is_whole_order(new, notes=bool(found.get("strong")))
    return new if whole and name_any(match["old"]) else match.group()


_INSTEAD: tuple[tuple[str, Change], ...] = (
    (
        (
            rf"^(?P<old>(?:[^?]*?\b(?:can|could|would|will) you [^.;!?]*\?|[^?]*?[a-z'\])]))"
            rf"(?:{_SIGN}|(?<=\?)\s*)(?:{_MARK})(?:{_SIGN}|\s+){_LEFT_BE}(?P<new>[^?]+)$"
        ),
        _instead,
    ),
    (
        rf"^(?P<old>\W*(?:please )?[a-z]+ [^.;!?]*?){_SIGN}(?P<new>(?:please )?[a-z]+ [^.;!?,]*? instead)\s*[.!]*$",
        _instead,
    ),
    (
        (r"^(?P<old>\W*(?:please )?(?:don't|do not|never) [^.;!?]*?)(?:,? please)?[,.;!]+ (?:but |please "
        r")*(?P<new>[a-z]+ [^.;!?]*? "
        r"instead)\s*[.!]*$"),
        _instead,
    ),
)
_FORMS: tuple[tuple[str, Change], ...] = (
    (rf"{_STARTED}not (?P<no>{NP})[,;.]+ (?:but |i mean |rather )?(?P<new>{NP})(?:,? please)?{LAST}", _not_that),
    (rf"{_STARTED}(?P<new>{NP}),? not (?P<no>{NP})(?:,? please)?{LAST}", _not_that),
    (r"\b(?:oh,? )?(?:i (?:do |really )?apologi[sz]e|my apologies|pardon me),? (?=(?:but )?i mean)", "sorry, "),
    (
        (
            rf"^(?P<order>\W*(?:(?:can|could|would|will) you )?(?:please )?(?P<verb>[a-z]+)(?: me)?) "
            rf"(?P<one>{NP}),? and "
            rf"(?P<two>{NP})(?P<rest> (?:to|{PREP}) {NP})?(?:,? please)?{_SIGN}{_WELL}{_DROP} (?P<no>{NP})"
            rf"(?:[.,;]+ (?:just|only|i only need|i just need|it's just|but just) (?P<yes>{NP}))?(?:,? please)?{LAST}"
        ),
        _one_of_two,
    ),
    (
        (
            rf"^(?P<old>\W*[^.;!?]*?){_SIGN}{_WELL}(?:never mind|forget(?: about)?|scratch|skip|cancel) "
            rf"(?P<no>(?:the |my )?[a-z]+(?: [a-z]+)?)(?:,? (?:and|but))?{_SIGN}(?:please |and |but |just )*"
            r"(?P<new>[a-z]+ [^?;]+)$"
        ),
        _another_order,
    ),
    (
        (
            rf"^(?P<order>\W*(?:please )?(?:(?:turn|switch) (?:on|off)|[a-z]+)(?: me)? "
            rf")?(?P<old>(?:(?:the|my|a) )?[a-z]+(?: [a-z]+)?"
            rf"(?: [a-z]+)?)(?P<to> to me)?(?:,? please)?{_SIGN}(?:oh,? )?no[.,!]+ (?:i mean(?:t)? )?(?:not "
            rf"that one, )?the one "
            rf"(?:that is |which is )?(?P<at>{PLACE}){LAST}"
        ),
        _other_one,
    ),
)
RULES: tuple[Rule, ...] = rules((*_FORMS, *_INSTEAD))
"""Rules that leave of what is taken back only what is meant instead."""
_LEFT = re.compile(
    rf"\b{_TAKING_BACK}\b(?! i\b)|\b(?:actually|hm+),? no\b|"
    r"(?<=[.!;] )no(?=[,.!] (?!(?:do |please |just )*(?:leave|don'?t)\b))|\bno,? no\b|\bchanged my mind\b|\bon second "
    r"thoughts?\b",
    re.IGNORECASE,
)


_ALONE = re.compile(
    rf"(?<=[.!;,])\s*(?:oh,? |no,? )*(?P<mark>{_TAKING_BACK})\s*[.!;]",
    re.IGNORECASE,
)


_NO_THEN = re.compile(r"(?<=[.!;])\s*(?P<mark>(?:hm+,? |oh,? )*no(?:,? no)*)[.!]\s+(?P<new>[^.;!?]+)", re.IGNORECASE)
"""A no between two orders."""


def unheeded(said: str, told: str) -> tuple[str, ...]:
    """Return what takes something back and of which nothing came.

    :param said: a text as it was typed
    :param told: the same, told again
    """
    left = retold(said, RULES)
    alone = (match["mark"] for match in _ALONE.finditer(left))
    no = ((match["mark"], match["new"]) for match in _NO_THEN.finditer(left))
    refused = (mark for mark, new in no if first_order_verb(new) and not _POINTS_BACK.search(new))
    return tuple(dict.fromkeys((*(match.group() for match in _LEFT.finditer(told)), *alone, *refused)))
