"""Complaints of how things are, where no order is beside them: "the stove's still burning!"."""

from __future__ import annotations

import re

from pred_language.discourse.hinting import undoing
from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.wrapping import first_order_verb
from pred_language.lexicon.inflection import known_noun, named_can
from pred_language.lexicon.people import SOMEBODY
from pred_language.lexicon.shapes import NAME, PREP

_OH = r"^\W*(?:(?:oh|ugh|dear|no|goodness|gosh|my|ah|hey|honestly|look|argh|god|heavens|great|and|but|well)\b[\s,.!]*)*"
_STATE = r"(?P<so>on|off|open|closed|shut|running|burning|lit|up|dirty)"
_BLARING = (
    r"(?:blaring|blasting|roaring|shining|glaring|humming|buzzing|on|running|flickering|burning|so loud|that loud)"
)
_AT = rf"(?P<at> (?:{PREP}) (?:the|my|that|this) (?:[a-z]+ )?[a-z]+)?"
_TAIL = r"(?P<tail>(?:[,.;!]|\s[-–]| and | so | while | when | because |$).*)$"
_OPEN = {"up": "open"}
_BURNER = re.compile(r"^(?:the|that) (?:stove|hob|cooker|ring)$", re.IGNORECASE)


def _has_order(tail: str) -> bool:
    """Tell whether what follows a complaint asks for something itself."""
    clauses = re.split(r"[,.;!?]+\s*|\b(?:and|so|then|please|you)\b\s*", tail)
    return "?" in tail or any(first_order_verb(clause) for clause in clauses if clause.strip())


def _undone(match: re.Match[str]) -> str:
    """Return "turn off the burner under the pan" of "the stove's still burning under that empty pan!"."""
    found = match.groupdict()
    opens = not named_can(match["thing"], "toggleable") and named_can(match["thing"], "openable")
    state = (found.get("so") or ("open" if opens else "on")).lower()
    verb = undoing(_OPEN.get(state, state))
    thing, at = match["thing"], found.get("at") or ""
    if not verb or not known_noun(thing) or _has_order(match["tail"]):
        return match.group()
    plainly = not re.search(r"!|[a-z]", match["tail"]) and match.start("thing") == 0
    if plainly and " still " in match.group():  # "the tap is still running" only says so
        return match.group()
    turns = verb.startswith("turn")
    if turns and not (named_can(thing, "toggleable") or named_can(thing, "openable")):
        return match.group()
    if _BURNER.match(thing) and " under " in at:
        thing = "the burner"
    where = re.sub(r" (?:that|this|my) (?:empty |full |poor )?", " the ", at)
    return f"{verb} {re.sub(r'^(?:that|this) ', 'the ', thing)}{where}"


def _water_off(match: re.Match[str]) -> str:
    """Return "turn off the tap of the sink" of "someone has left the water running in the sink"."""
    of = f" of {match['of']}" if match["of"] else ""
    return match.group() if _has_order(match["tail"]) else f"turn off the tap{of}."


def _lit(match: re.Match[str]) -> str:
    """Return "turn on the main light" of "too dark to find anything in here with the main light off"."""
    known = known_noun(match["thing"]) and not _has_order(match["tail"])
    return f"turn on {match['thing']}." if known else match.group()


_FORMS: tuple[tuple[str, Change], ...] = (
    ((rf"{_OH}{SOMEBODY}(?: has|'s| have)? (?:left|forgotten) (?:the )?(?:water|tap)(?: on)? running(?: "
      rf"(?:in|at|into|over) (?P<of>the [a-z]+))?"
      rf"{_TAIL}"), _water_off),
    ((rf"{_OH}the water(?: is|'s) (?:still |just )?running(?: (?:in|at|into|over) (?P<of>the [a-z]+))?(?: again| "
     rf"still)?{_TAIL}"), _water_off),
    (rf"{_OH}(?P<thing>{NAME})(?: is|'s| are) still (?P<so>on|open|running|burning|lit|up){_AT}{_TAIL}", _undone),
    ((rf"{_OH}(?:the lid of )?(?P<thing>{NAME})(?: lid)?(?: has|'s|'ve| have) been {_STATE}{_AT}(?: all [a-z]+| since "
      rf"[a-z ]+?| for [a-z ]+?| forever)"
      rf"{_TAIL}"), _undone),
    ((rf"{_OH}(?:i |we )?(?:can'?t|can not|cannot|couldn't|could not) [a-z' ]{{3,40}}? with (?:all "
      rf")?(?P<thing>{NAME}) {_BLARING}"
      rf"(?: like (?:that|this)| in my (?:eyes|face|ear))?{_TAIL}"), _undone),
    ((rf"{_OH}(?P<thing>{NAME})(?: is|'s| are|'re| keeps?)(?: right| directly)? (?:shining|glaring|blinding|flickering"
      rf"|blaring|blasting|driving|annoying|bothering|"
      rf"keeping|hurting)(?: right| straight)?(?: (?:in(?:to)?|me|us|my|at) ?[a-z ]*?)?{_TAIL}"), _undone),
    ((rf"{_OH}(?:it(?: is|'s) )?(?:too|so|far too|much too|awfully|terribly) (?:dark|gloomy|dim)\b[^,.;!?]*? with "
      rf"(?P<thing>{NAME}) (?:off|out){_TAIL}"),
     _lit),
    ((r"^\W*[^?]*?\bthere(?:'s| is|s) (?P<thing>an? (?:[a-z]+ )?[a-z]+) (?P<at>(?:on|in|under) the [a-z]+(?: "
      r"[a-z]+)??)(?:,? (?:just|but|only|and it's))* out of (?:my )?reach\W*$"),
     lambda m: f"bring me {re.sub(r'^an? ', 'the ', m['thing'])} {m['at']}"),
    ((rf"^\W*(?:[^?]*?[,.] )?(?:all )?the (?:cold|cold air|heat|warm air) is (?:escaping|getting out|coming "
     rf"out|leaking)(?: out)? (?:from|of|out of) (?P<thing>{NAME})[^?]*$"),
     r"close \g<thing>"),
    ((r"^\W*(?:my|the) [a-z]+ (?P<at>in the [a-z]+(?: [a-z]+)?) (?:is|has|'s)(?: become| gone| got| gotten| now)* "
      r"cold\b[^?]*\bi (?:like|want|prefer|love) (?:to eat |to drink )?(?:it|mine) "
      r"(?:hot|warm)\W*$"), lambda m: f"heat {m['at'].removeprefix('in ')}"),
    ((rf"^\W*(?:oh (?:my|dear|no),? )?(?P<thing>{NAME}) has (?:slipped|fallen|come|dropped) (?:off|from|down from) "
     rf"(?:its|the) (?:towel )?(?:holder|rail|hook|rack)\b[^?]*$"),
     r"put \g<thing> on the towel holder"),
    ((r"^\W*there(?:'s| is) (?:a|an) (?P<thing>(?:[a-z]+ )?[a-z]+) (?:lying |standing )?(?P<at>(?:on|in) the "
      r"[a-z]+)(?: again)?,? (?:and|when|though|while) the (?P<to>hamper|bin|basket|sink|shelf|box)"
      r"(?: is|'s) (?:right|just|only)[^?]*$"), r"put the \g<thing> that is \g<at> in the \g<to>"),
    ((r"^\W*(?:the )?sun(?: is|'s) [^?]*?through the (?P<thing>blinds|curtains)\W*$"), r"close the \g<thing>"),
)  # fmt: skip
RULES: tuple[Rule, ...] = rules(_FORMS)
