"""Wishes and clearings told as plain orders: "what I'd like is the spoon that lies there", "clear the shelf"."""

from __future__ import annotations

import re

from pred_core.vocabulary import object_types
from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.wrapping import base_of_gerund, base_of_participle
from pred_language.lexicon.inflection import singular
from pred_language.lexicon.nouns import nouns
from pred_language.lexicon.shapes import DET, END, NP, PLACE, START

_WANT = r"(?:i|we)(?:'d| would| do)? (?:really |just |quite )*(?:love|like|want|need|fancy)"
_NEXT_TO = r"(?:beside|next to|near|by|behind|under|in front of)"
_LIES = r"(?:that|which)(?:'s| is| are| lies?| stands?| sits?| hangs?| was left| is lying| is standing)(?: over there)?"


def _cleared(match: re.Match[str]) -> str:
    """Return "put everything that is on the shelf on the bed" of "clear the shelf onto the bed"."""
    said = match["place"].lower().split()
    noun = next((n for i in range(len(said)) if (n := " ".join((*said[i:-1], singular(said[-1])))) in nouns()), "")
    kinds = [object_types()[name] for name in nouns().get(noun, {})]
    if not any(kind.can("receptacle") and not kind.can("pickupable") for kind in kinds):
        return match.group()
    return f"{match['start']}put everything that is on {match['place']} {match['to']}"


def _watered(match: re.Match[str]) -> str:
    """Return "water the plant" of "the poor plant hasn't had a drop of water all week"."""
    return f"{match['start']}water {match['det']} {match['thing']}{f' that is {match['at']}' if match['at'] else ''}"


def _made(match: re.Match[str]) -> str:
    """Return "wash it" of "I want it washed", and of "it needs washing"."""
    done = match["done"]
    base = base_of_participle(done) or base_of_gerund(done)
    return f"{match['start']}{base} {match['thing']}" if base else match.group()


_FORMS: tuple[tuple[str, Change], ...] = (
    (rf"{START}{_WANT} (?P<thing>it|them|that one|this one|both|{NP}) (?:to be )?(?P<done>[a-z]+){END}", _made),
    (rf"{START}(?P<thing>it|they|that one|this one) (?:wants?|needs?|could do with) (?P<done>[a-z]+ing|[a-z]+ed){END}",
     lambda m: _made(m).replace(" they", " them")),
    (rf"{START}(?:what|all|the only thing) {_WANT}(?: now| please)? is (?={DET}\b)", r"\g<start>bring me "),
    (rf"{START}(?:please )?{_WANT} (?P<thing>{NP}) {_LIES} (?P<at>{PLACE}) (?P<to>(?:in|on|into|onto) {NP}){END}",
     r"\g<start>put \g<thing> that is \g<at> \g<to>"),
    (rf"{START}(?:please )?{_WANT} (?P<thing>{NP}) {_LIES} (?P<at>{PLACE}(?: {_NEXT_TO} {NP})?){END}",
     r"\g<start>bring me \g<thing> that is \g<at>"),
    ((rf"{START}(?:please )?(?:can you |could you |will you )?(?:clear|empty|unload|strip)(?: out| off)? "
    rf"(?P<place>{NP}) "
     rf"(?:off |out )?(?P<to>(?:onto|into|on to|in to|over to|to) {NP})"), _cleared),
    ((rf"{START}(?P<det>{DET}) (?:(?:poor|little|old|dear) )*(?P<thing>(?:[a-z]+ )??(?:plants?|flowers?|fern|"
    rf"cactus|orchid))(?: (?P<at>{PLACE}))? (?:is|are|looks?|needs?|"
     r"could do with|wants?|(?:has|have)(?:n'?t| not)) (?:a bit |a little |rather |very |so |really |terribly |some )*"
     r"(?:thirsty|dry|parched|water(?:ing|ed)?|a drink|(?:had|seen|got) (?:[a-z]+ ){0,3}water|been watered)\b[^.;!?]*"),
     _watered),
    ((r"(?P<verb>\b(?:put|place|drop|throw|toss|chuck|stick|leave|hide|bin|discard)) (?:the|a|my|that) "
     r"(?P<thing>[a-z]+(?: [a-z]+)?)(?P<to>[^.,;!?]*?),? (?:while|when|whilst) (?:it|that)(?: is|'s) (?:still |yet )?"
     r"(?P<state>lit|burning|running|alight|on fire)\b"),
     lambda m: f"{m['verb']} the {'lit' if m['state'] in ('alight', 'on fire') else m['state']} {m['thing']}{m['to']}"),
    (r"(?P<before>\b(?:burning|lit|candle|lamp|light|fire|tv|telly|television)\b[^;!?]*?)\bput (?P<it>it|them) out\b",
     r"\g<before>turn \g<it> off"),
)  # fmt: skip
RULES: tuple[Rule, ...] = rules(_FORMS)
