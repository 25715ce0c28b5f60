"""Orders that are taken back, whole or in part, by naming them: "never mind the book, just the pen"."""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.wrapping import first_order_verb, order_verbs
from pred_language.lexicon.inflection import known_noun
from pred_language.lexicon.shapes import LAST, NP, PLACE, PREP

_SIGN = r"\s*(?:[.,;!?…]|\s[-–—])+\s*"
_WELL = r"(?:(?:oh|hmm?|no|er+m?|um+|wait|actually|well|but|and|sorry|ah|on second thoughts?)\b[\s,.!…]*)*"
_DROP = r"(?:never mind|forget(?: about)?|scratch|skip|drop|leave out|not)"


def _noun(phrase: str) -> str:
    return known_noun(phrase) or known_noun(phrase.rsplit(maxsplit=1)[-1])


def _one_of_two(match: re.Match[str]) -> str:
    """Return "bring me the pen" of "bring me the pen and the red book. Oh, never mind the book, just the pen"."""
    if match["verb"].lower() not in order_verbs():
        return match.group()
    dropped, kept = _noun(match["no"]), match["yes"] and _noun(match["yes"])
    both = {"one": _noun(match["one"]), "two": _noun(match["two"])}
    left = [name for name, noun in both.items() if noun != dropped]
    if not dropped or dropped not in both.values() or len(left) != 1 or (kept and kept != both[left[0]]):
        return match.group()
    return f"{match['order']} {match[left[0]]}{match['rest'] or ''}"


def _another_order(match: re.Match[str]) -> str:
    """Return "turn on the lamp" of "turn on the tv, hmm, no, forget the tv, turn on the lamp"."""
    known = first_order_verb(match["old"]) and first_order_verb(match["new"])
    dropped = match["no"].lower()
    named = dropped in ("that", "it", "about that", "about it") or _noun(dropped) in match["old"].lower()
    return match["new"] if known and named else match.group()


def _other_one(match: re.Match[str]) -> str:
    """Return "bring me the book that is on the floor" of "bring me the blue book. No. The one on the floor"."""
    noun, order = _noun(match["old"]), match["order"] or ""
    if not noun or (not first_order_verb(order) and not match["to"]):
        return match.group()
    return f"{order if first_order_verb(order) else 'bring me '}the {noun} that is {match['at']}"


def _not_that(match: re.Match[str]) -> str:
    """Return "bring me the alarm clock" of "bring me the teddy, oh sorry, not the teddy, the alarm clock"."""
    known = first_order_verb(match["order"]) and _noun(match["new"])
    if not known or _noun(match["no"]) != _noun(match["old"]):
        return match.group()
    return f"{match['order']} {match['new']}{match['way'] or ''}"


_STARTED = (
    rf"^(?P<order>\W*(?:please )?(?:(?:turn|switch) (?:on|off)|[a-z]+)(?: me)?) (?P<old>{NP})(?P<way> on| off)?{_SIGN}"
    r"(?:(?:oh|hmm?|no|er+m?|um+|wait|stop|actually|well|but|sorry|ah)\b[\s,.!…]*)*"
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
RULES: tuple[Rule, ...] = rules(_FORMS)
