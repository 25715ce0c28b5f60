"""Orders in the frames of other languages, of notes and of forms: "open please the box", "phone location?"."""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.wrapping import base_of_gerund, first_order_verb, order_verbs
from pred_language.lexicon.inflection import known_noun, named_can, names_several, plural
from pred_language.lexicon.people import KIN
from pred_language.lexicon.shapes import LAST, NAME, NP, PLACE, THE

_STATE = r"(?:on|off|open|closed|shut|full|empty|clean|dirty|lit|running)"
_MADE = {
    "closed": "closed", "shut": "closed", "opened": "open", "unlocked": "open", "locked": "closed",
    "washed": "clean", "cleaned": "clean", "rinsed": "clean", "sliced": "sliced", "cut": "sliced", "filled": "full",
    "emptied": "empty", "lit": "on",
}  # fmt: skip


def _please_first(match: re.Match[str]) -> str:
    """Return "please open the box" of "open please the box"."""
    verb = match["verb"]
    return f"{match['start']}please {verb} {match['det']}" if verb.lower() in order_verbs() else match.group()


def _inside_it(match: re.Match[str]) -> str:
    """Return "open the safe, put the watch inside it" of "open the safe, put inside the watch"."""
    return f"{match['opened']}{match['between']}put {match['thing']} inside it"


def _where_is(match: re.Match[str]) -> str:
    """Return "where is the phone?" of "phone location?"."""
    return f"where is the {match['noun']}?" if known_noun(match["noun"]) else match.group()


def _is_so(match: re.Match[str]) -> str:
    """Return "is the safe closed?" of "safe already closed?"."""
    be = "are" if names_several(match["noun"]) else "is"
    return f"{be} the {match['noun']} {match['so']}?" if known_noun(match["noun"]) else match.group()


def _somebody_did(match: re.Match[str]) -> str:
    """Return "is the fridge closed?" of "has anyone closed the fridge?"."""
    done, way = match["done"].lower(), match["way"] or ""
    state = way.strip() if done in ("turned", "switched", "left") and way else _MADE.get(done, "")
    if not state or not known_noun(match["thing"]):
        return match.group()
    be = "are" if names_several(match["thing"]) else "is"
    return f"{match['lead']}{be} {match['thing']} {state}?"


def _used(match: re.Match[str]) -> str:
    """Return "something to scrub dishes with" of "something for scrubbing dishes"."""
    doing = match["doing"].lower()
    base = base_of_gerund(doing) or _USED.get(doing, "")
    return f"{match['what']} to {base} {match['object']} with" if base else match.group()


def _holding(match: re.Match[str]) -> str:
    """Return "close the box where the book is" of "close the box with the book in it"."""
    if not named_can(match["holder"], "receptacle") or not named_can(match["thing"], "pickupable"):
        return match.group()
    return f"{match['act']} where {match['thing']} is"


_USED = {
    "scrubbing": "scrub", "wiping": "wipe", "drying": "dry", "stirring": "stir", "mixing": "mix", "eating": "eat",
    "cutting": "cut", "writing": "write", "flipping": "flip", "mopping": "wipe",
}  # fmt: skip


def _with_others(match: re.Match[str]) -> str:
    """Return "put the cup where the other cups are" of "put the cup with the others"."""
    noun = known_noun(match["thing"])
    if not noun or not first_order_verb(match["order"]):
        return match.group()
    several = plural(noun) or noun
    return f"{match['order']} {match['thing']}{match['at'] or ''} with the other {several}"


def _goes_with_others(match: re.Match[str]) -> str:
    noun = known_noun(match["thing"])
    return (
        f"put {match['thing']}{match['at'] or ''} with the other {plural(noun) or noun}"
        if noun
        else match.group()
    )


def _both_so(match: re.Match[str]) -> str:
    """Return "both cabinets closed" of "cabinets closed, both of them"."""
    return f"{match['all']} {match['nouns']} {match['so']}" if known_noun(match["nouns"]) else match.group()


def _turned_one(match: re.Match[str]) -> str:
    """Return "turn the lamp on the desk off" of "you see the lamp on the desk? Turn that one off"."""
    if match["verb"].lower() not in order_verbs() or not known_noun(match["thing"]):
        return match.group()
    way = match["way"] or ""
    off = way.split()[0] if way.split()[:1] in (["on"], ["off"]) else ""
    at = f" {match['at']}" if match["at"] else ""
    if off:
        return f"{match['verb']} {off} {match['thing']}{at}"
    return f"{match['verb']} {match['thing']}{f' that is{at}' if at else ''}{way}"


_FROM = rf" from {THE} [a-z]+(?: (?!please\b|goes\b|belongs\b|should\b|can\b)[a-z]+)?"
_PRON = r"(?:just |only )?(?:that one|that|it|this one)"
_FORMS: tuple[tuple[str, Change], ...] = (
    (
        rf"(?P<start>^\W*|[.;,] (?:and |then )?)(?P<verb>[a-z]+) please,? (?P<det>{THE}|an?|some|all|both)\b",
        _please_first,
    ),
    ((r"^(?P<head>\W*first,? [^.;!?]+?), after(?: that)?,? (?=(?:please )?(?:put|open|close|turn|take|bring|place|"
      r"wash)\b)"),
     r"\g<head>, then "),
    ((rf"\b(?P<opened>open {NP})(?P<between>,? (?:and |then |and then )?)(?:then )?put inside "
      rf"(?P<thing>{NP})(?=\s*(?:[.,;!]|$)| and\b| then\b)"), _inside_it),
    (r"\s*[.,;!]+\s*correction\s*[:,.]\s*", ". No, "),
    (r"^\W*(?:the |my )?(?P<noun>[a-z]+(?: [a-z]+)?) (?:location|whereabouts|position)\s*\?*\s*$", _where_is),
    (r"^\W*(?:location|whereabouts|position) of (?:the |my )?(?P<noun>[a-z]+(?: [a-z]+)?)\s*\??\s*$", _where_is),
    ((r"^\W*(?:the |my )?(?P<noun>(?!is |are |was )[a-z]+(?: [a-z]+)?) (?:already|still|yet) "
      rf"(?P<so>{_STATE})\s*\?\s*$"), _is_so),
    ((rf"^(?P<lead>\W*)(?:has|have|did) (?:any(?:one|body)|some(?:one|body)|{KIN})(?: already| actually)? "
      rf"(?P<done>{'|'.join(_MADE)}|turned|switched)(?P<way> on| off)? (?P<thing>{NAME})(?: already| yet| now)*(?:, "
      r"[a-z]+)?\s*\?\s*$"), _somebody_did),
    ((r"\b(?P<what>something|anything|a thing|whatever is) for (?P<doing>[a-z]+ing) (?P<object>(?:the |my |some "
      r")?[a-z]+)(?=\s*(?:[.,;!?]|$))"), _used),
    (r"\bno need for (?P<thing>(?:the|my|that|this) [a-z]+(?: [a-z]+)??) to be (?=on\b|off\b|open\b|running\b|lit\b)",
     r"\g<thing> does not need to be "),
    ((rf"^(?P<order>\W*(?:please )?(?:put|place|move|store|leave)) (?P<thing>{NAME})(?P<at>{_FROM})?(?:,? please)? "
      rf"(?:back )?(?:to|with|next to|among|beside) the (?:others|rest|rest of them){LAST}"), _with_others),
    ((rf"^\W*(?P<thing>{NAME})(?P<at>{_FROM})?,? (?:please,? )?(?:put|goes|belongs|should go|can go)(?: back)? (?:to|"
      rf"with|next to|among|beside) the (?:others|rest){LAST}"), _goes_with_others),
    ((rf"^\W*(?:the |my )?(?P<nouns>[a-z]+s) (?P<so>{_STATE}),? (?:please,? )?(?P<all>both|all) of them(?:,? "
      rf"please)?{LAST}"),
     _both_so),
    ((r", the one (?:that |which )?(?:i|we|he|she|they) (?:always |usually |like to |normally )?(?!put\b|left\b|"
      r"placed\b)(?:write|read|work|sit|sleep|cook|eat|study|use)(?: (?:by|with|at|under|on|in|"
      r"from))?(?=\s*[,?.!])"), ""),
    ((rf"^\W*(?:do |can )?you see (?P<thing>{NAME})(?: (?P<at>{PLACE}))?\s*[?.,!]+\s*(?:please )?(?P<verb>[a-z]+) "
      rf"{_PRON}(?P<way>(?: [a-z]+)*){LAST}"), _turned_one),
    ((r"\b(?P<thing>(?P<det>the|my|a) (?P<noun>[a-z]+(?: [a-z]+)??)),? (?:and )?(?:nothing but|only) (?:the|my) "
      r"(?P=noun)(?=\s*[.,;!?]|$)"), r"only \g<thing>"),
    ((r"\b(?P<verb>put|place|move|bring|take|stand|set|throw) (?P<thing>(?:the|my) (?P<noun>[a-z]+(?: "
      rf"[a-z]+)??))(?P<at>(?: {PLACE}| away| back| to me)?), (?:only|just|nothing but) (?:the|my) "
      r"(?P=noun)(?=\s*[.,;!?]|$)"),
     r"\g<verb> only \g<thing>\g<at>"),
    ((r",? and if (?:it|they)(?:'s not|'re not| is not| are not| isn't| aren't| wasn't)(?: then)?,? (?:then )?(?:just "
      r")?(?=[a-z]+ )"), "; otherwise "),
    ((rf"^(?P<if>\W*if (?:{THE} [a-z]+(?: [a-z]+)?|it) (?:is|are)(?: still| not| already)? {_STATE}) (?:then )?please "
      r"(?=[a-z]+ )"), r"\g<if>, "),
    ((r",? and (?:at the (?:very )?end|finally|lastly|at last),? (?=(?:open|close|shut|put|turn|take|bring|place|wash|"
      r"leave)\b)"),
     ", then "),
    (r"(?<=[a-z]), everything(?:'s| is) [a-z]+ing [^,.;!?]*(?=\s*[.!]*$)", ""),
    ((r", i(?:'ve| have)(?: already| just)? [a-z]+ (?:that one|it|that|this one)(?: twice| before| already| yesterday|"
      r" today)*, (?=make (?:it|that)\b|no\b|not\b|rather\b|the other)"), ", "),
    ((r"\b(?P<thing>(?:an?|some) (?:[a-z]+ )?[a-z]+)(?: over)?(?: here| for me)?\s*[.,;:–-]+ (?:i (?:think|believe|"
      r"guess) )?there(?: (?:must|should|ought to|might|has to|may) (?:still )?be|'s| is) (?:one|some)(?: left)? "
      rf"(?P<at>{PLACE}){LAST}"),
     r"\g<thing> that is \g<at>"),
    ((rf"\b(?P<act>(?:open|close|shut|lock|unlock|empty|check) (?:up )?(?P<holder>{NAME})) (?:with|that has|holding|"
      rf"containing) (?P<thing>{NAME})(?: in it| inside(?: it)?| on it)?(?=\s*(?:[.,;!?]|$))"), _holding),
    ((rf"\b(?P<act>(?:open|close|shut|lock|unlock|empty|check) (?:up )?(?P<holder>{NAME})) that (?P<thing>{NAME}) is "
      r"in\b"),
     _holding),
    ((rf"\b(?:put|place|move|set|stand|lay) (?P<thing>{NAME}) (?:from|that is (?:on|in)|off) (?P<at>{THE} [a-z]+(?: "
      rf"[a-z]+)??) (?P<to>(?:next to|beside|near|by) (?!the others?\b|(?:the|that|this) [a-z]* ?ones?\b){NP}){LAST}"),
     r"take \g<thing> from \g<at> and put it \g<to>"),
    (r"\b(?P<i>i|we) could (?:really|just|honestly|seriously) do with\b", r"\g<i> could do with"),
    (r"\bthat ended up (?=(?:on|in|under|behind) )", "that is "),
    (r"\bwhen(?:ever)? (?=(?:the|my) [a-z]+(?: [a-z]+)? is (?:dirty|filthy|broken)\b)", "if "),
    (r"\b(?P<a>an?|some) (?:bit|drop|pinch|little bit) of (?=(?:salt|pepper|bread|tea|coffee|lettuce|soap)\b)",
     "some "),
    ((r"(?<=[a-z]) and (?:i )?(?:haven't|have not|didn't|hadn't)(?: even)? (?:had|have|got|get|found|find) (?:a |the |"
      r"any )(?:second|minute|moment|chance|time|go)[^,.;!?]*(?=,)"), ""),
)  # fmt: skip
RULES: tuple[Rule, ...] = rules(_FORMS)
"""Rules that tell such orders and questions in plain ones."""
