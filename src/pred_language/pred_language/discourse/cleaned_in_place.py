"""What cannot be carried to a sink and is cleaned all the same: a bed is made, a mirror polished till it shines."""

from __future__ import annotations

from collections.abc import Callable

from pred_core.vocabulary import group, is_cleaned_in_place, is_wiped
from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.lexicon.inflection import types_named
from pred_language.lexicon.shapes import NP

_THING = rf"(?:(?:both|all)(?: of)?(?: the| my| our)? [a-z]+|{NP})"
_IS = r"(?:'s|'re| is| are| was| were)"
_VERB = r"(?P<verb>mak(?:e|es|ing)|ti(?:dy|dies|dying)|straighten(?:s|ing)?|smooth(?:s|ing)?)"
_END = r"(?= properly| neatly|\s*(?:[.,;!?]|$)| (?:and|then|please|for|before|after|by|near|next to|under|in)\b)"
_UP = r"(?: (?:up|out|over|down))?"


def _is_made(thing: str) -> bool:
    """Tell whether words name what is made as a bed is."""
    return any(kind.name in group("made") for kind in types_named(thing))


def _is_polished(thing: str) -> bool:
    """Tell whether words name what is wiped where it is, and nothing that is carried."""
    kinds = types_named(thing)
    return bool(kinds) and all(is_cleaned_in_place(kind.name) and is_wiped(kind.name) for kind in kinds)


def _if(is_meant: Callable[[str], bool], told: str) -> Change:
    """Return a change to other words where what is named is meant, else to none."""
    return lambda match: match.expand(told) if is_meant(match["thing"]) else match.group()


RULES: tuple[Rule, ...] = rules(
    (
        (rf"\b{_VERB}{_UP} (?P<thing>{_THING}){_UP}{_END}", _if(_is_made, r"clean \g<thing>")),
        (rf"\b(?P<wish>(?:(?:i|we)(?:'d| would)? (?:want|need|like)|have|get)) (?P<thing>{NP}) made\b",
         _if(_is_made, r"\g<wish> \g<thing> clean")),
        (rf"\b(?:made|tidied|straightened){_UP} (?P<thing>{NP})", _if(_is_made, r"cleaned \g<thing>")),
        (rf"\b(?P<is>is|are|was|were) (?P<thing>{NP}) (?P<un>un)?made\b(?! of| from| in| by)",
         lambda m: f"{m['is']} {m['thing']} {'dirty' if m['un'] else 'clean'}" if _is_made(m["thing"]) else m.group()),
        (rf"\b(?P<thing>{NP})(?:{_IS} (?:not |still un|un)|(?: isn't| aren't| wasn't) (?:yet )?)made\b(?: yet)?",
         _if(_is_made, r"\g<thing> is dirty")),
        (rf"\b(?:polish|shine|buff)(?:es|s|ing)?{_UP} (?P<thing>{_THING})", _if(_is_polished, r"wipe \g<thing>")),
        (rf"\b(?:polished|buffed){_UP} (?P<thing>{NP})", _if(_is_polished, r"wiped \g<thing>")),
        (rf"\b(?:make|get) (?P<thing>{NP}) (?:all )?(?:shine|shiny|sparkle|sparkling|gleam|gleaming|streak[- ]free)\b",
         _if(_is_polished, r"wipe \g<thing>")),
        (rf"\bgive (?P<thing>{NP}) a (?:good |quick |little |nice )*(?:polish|shine|buff)\b",
         _if(_is_polished, r"wipe \g<thing>")),
    )
)  # fmt: skip
"""Each tells in the words for washing what is to become of a bed or a mirror, or whether it is so."""
