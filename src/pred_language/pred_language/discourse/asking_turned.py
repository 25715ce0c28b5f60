"""Questions in another order of words: "the towel on the floor, what colour is it?", "is it there, the teddy?"."""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.lexicon.inflection import name_any
from pred_language.lexicon.shapes import DET, PREP

_THING = rf"{DET} [a-z][a-z' -]*?"
_AT = rf"{PREP} {DET} [a-z][a-z -]*?"
_SO = r"(?:clean|dirty|on|off|open|closed|shut|full|empty|running|lit|sliced|hot|cold)"
_LAST = r"(?:,? (?:please|then|now|at the moment|right now|exactly|again))?\s*[.?!]*\s*$"
_FIRST = (
    r"^\W*(?:(?:please|so|and|now|robot|hey|ok|okay|well|tell me|can you tell me|could you tell me|do you "
    r"know)\b[\s,:]*)*"
)
_SAYS = r"(?:tell me|let me know|check|verify|confirm|see|find out)"


def _known(match: re.Match[str], told: str) -> str:
    return told if name_any(match.group()) else match.group()


def _colour(match: re.Match[str]) -> str:
    return _known(match, f"what colour is {match['thing'].strip()}?")


def _number(match: re.Match[str]) -> str:
    where = match.groupdict().get("at")
    at = f" {where}" if where else ""
    so = match.groupdict().get("so")
    return _known(match, f"how many {match['thing'].strip()} are{f' {so}' if so else ''}{at}?")


def _so(match: re.Match[str]) -> str:
    be = "are" if re.search(r"(?<!s)s$", match["thing"]) and not match["thing"].endswith("glass") else "is"
    return _known(match, f"{be} {match['thing'].strip()} {match['so']}?")


def _there(match: re.Match[str]) -> str:
    be = (match.groupdict().get("be") or "is").lower()
    return _known(match, f"{be} {match['thing'].strip()} {match['at']}?")


def _where(match: re.Match[str]) -> str:
    return _known(match, f"where is {match['thing'].strip()}?")


def _seen(match: re.Match[str]) -> str:
    return _known(match, f"have you seen {match['thing'].strip()}?")


_FORMS: tuple[tuple[str, Change], ...] = (
    (
        (rf"{_FIRST}(?P<thing>{_THING})\s*[,:–-]+ ?(?:what|which) colou?r (?:it has|has it|does it have|is it|it "
        rf"is|it's){_LAST}"),
        _colour,
    ),
    (rf"{_FIRST}(?:state|give(?: me)?|name|report) (?:the )?colou?r of (?P<thing>{_THING}){_LAST}", _colour),
    (
        (
            rf"{_FIRST}(?:(?:would|do) you (?:happen to )?know )?(?:in|on|at) (?:which|what) (?:place|spot|container|"
            rf"location|piece of furniture) (?P<thing>{_THING}) (?:is|are)(?: kept| stored| to be found| lying)?{_LAST}"
        ),
        _where,
    ),
    (rf"{_FIRST}of (?:what|which) colou?r (?:is|are) (?P<thing>{_THING}){_LAST}", _colour),
    (rf"{_FIRST}what(?:'s| is| are) (?P<thing>{_THING})(?:'s|s') colou?r{_LAST}", _colour),
    (rf"{_FIRST}(?:what|which) colou?r (?:(?:has|does) )?(?P<thing>{_THING}) (?:has|have|is){_LAST}", _colour),
    (rf"{_FIRST}which colou?r (?:has|have) (?P<thing>{_THING}){_LAST}", _colour),
    (rf"{_FIRST}(?P<thing>{_THING}),? (?:is|are|has|have) (?:what|which) colou?r{_LAST}", _colour),
    (
        (
            rf"{_FIRST}(?:what(?:'s| is) )?(?:the )?(?:total )?(?:number|count|amount|quantity) of (?:the )?"
            rf"(?P<thing>[a-z]+(?: [a-z]+)??)(?: (?P<at>{_AT}))?{_LAST}"
        ),
        _number,
    ),
    ((rf"{_FIRST}(?P<at>{_AT}), how many (?P<thing>[a-z]+(?: [a-z]+)?) (?:are there|do you see|can you "
    rf"see|are|lie|stand){_LAST}"), _number),
    ((rf"{_FIRST}of (?:all )?(?:the|my) (?P<thing>[a-z]+(?: [a-z]+)?), how many (?:of them )?are "
    rf"(?P<so>{_SO}|{_AT}){_LAST}"), _number),
    (rf"{_FIRST}how much (?P<thing>[a-z]+s) (?:are|is)(?: there)? (?P<at>{_AT}){_LAST}", _number),
    (rf"{_FIRST}(?P<thing>{_THING})\s*(?:[,:]|\s[–-]+) ?(?P<so>{_SO})\s*\?+\s*$", _so),
    ((rf"{_FIRST}(?P<at>{_AT}), (?P<be>is|are) (?P<thing>{_THING}) (?:there|in there|on there|in it|on "
    rf"it){_LAST}"), _there),
    (rf"{_FIRST}(?P<be>is|are) (?:it|they) (?P<at>{_AT}), (?P<thing>{_THING})\s*\?+\s*$", _there),
    (
        (
            rf"{_FIRST}(?:i (?:think|believe|suppose|guess)(?: that)? )?(?P<thing>{_THING}) (?P<be>is|are) "
            rf"(?P<at>{_AT})"
            r"(?:, right|, correct|, yes|, no|[.!,]+ (?:am i right|is that "
            r"(?:right|so|correct|true)|right|correct|isn'?t it))"
            r"\s*\?+\s*$"
        ),
        _there,
    ),
    (
        (
            rf"{_FIRST}(?:where (?:stands?|lies?|sits?|hangs?)|(?:state|give|report|name|what(?:'s| is)) (?:me "
            rf")?(?:the )?"
            r"(?:exact |current )?(?:position|location|whereabouts|place)(?: of)?) "
            rf"(?P<thing>{_THING}){_LAST}"
        ),
        _where,
    ),
    (rf"{_FIRST}(?:can|could) you (?:please )?see (?P<thing>{_THING})(?: anywhere| somewhere)?\?\s*$", _seen),
    (rf"{_FIRST}(?:(?:do )?you )?see (?P<thing>{_THING}) (?P<at>{_AT})\?\s*$", _there),
    (rf"{_FIRST}count (?:up )?(?:all )?(?:the |my )(?P<thing>[a-z]+(?: [a-z]+)??)(?: (?P<at>{_AT}))?{_LAST}", _number),
    (
        (rf"^\W*(?:please )?{_SAYS} (?:if|whether|(?<!see )that) (?P<thing>{DET} [a-z]+(?: [a-z]+)?) (?:is|are) "
        rf"(?P<so>{_SO})(?: or not)?\s*[.?!]*\s*$"),
        _so,
    ),
)
RULES: tuple[Rule, ...] = rules(_FORMS)
