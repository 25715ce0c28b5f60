"""Notes that name a thing first and then what is to be done with it: "lamps: both on", "red cup: wash, fill"."""

from __future__ import annotations

import re

from pred_language.discourse.end_states import MADE_SO
from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.wrapping import first_order_verb, order_verbs
from pred_language.lexicon.inflection import known_noun, name_any, named_can
from pred_language.lexicon.shapes import LAST, PREP

_NOUN = r"(?:[A-Za-z]+ ){0,2}?[A-Za-z]+(?:[_ ]\d)?"
_PLACE = rf"(?: {PREP} (?:the |my )?{_NOUN})?"
_STATE = r"on|off|open|opened|closed|shut|down|up|filled|full|clean|washed|out|lit"
_SENTENCE = r"(?P<start>^\W*|(?<=[.;!]) )"


def _the(noun: str) -> str:
    """Return a bare noun phrase with its article; a thing's own name stays."""
    named = re.match(r"(?:the|my|our|all|both|every|each|this|that)\b", noun, re.IGNORECASE) or re.search(r"_\d$", noun)
    return noun if named else f"the {noun}"


def _known(noun: str) -> bool:
    whole = re.search(r".\b(?:the|my|our|a|an)\b", noun, re.IGNORECASE)  # "clear the desk: ..." is no heading
    return whole is None and bool(known_noun(re.sub(r"[_ ]\d$", "", re.split(rf" (?:{PREP}) ", noun)[0])))


def _so(match: re.Match[str]) -> str:
    """Return "turn on both lamps" of "lamps: both on"."""
    if not _known(match["noun"]):
        return match.group()
    many = (match["many"] or "").strip().lower()
    bare = re.sub(r"^(?:the|all|both) ", "", match["noun"], flags=re.IGNORECASE)
    thing = f"{many} the {bare}" if many else _the(match["noun"])
    return f"{match['start']}{MADE_SO.get(match['state'].lower(), 'clean')} {thing}"


def _made_so(match: re.Match[str]) -> str:
    """Return "turn off burner 2" of "burner 2 off": a thing by its number or own name."""
    return _so(match) if _known(match["noun"]) else match.group()


def _moved(match: re.Match[str]) -> str:
    """Return "put the ball from the floor in the open box" of "ball: floor to open box"."""
    if not all(_known(match[one]) for one in ("noun", "from", "to")):
        return match.group()
    return f"{match['start']}put {_the(match['noun'])} from {_the(match['from'])} to {_the(match['to'])}"


def _each_moved(match: re.Match[str]) -> str:
    """Return one order for each of "from the bed: newspaper to desk, phone to shelf"."""
    items = re.split(r",? and |, ", match["items"].strip(" ."))
    told = [re.fullmatch(rf"(?:the )?(?P<noun>{_NOUN}) (?P<to>to|in|into|on|onto) (?:the )?(?P<end>{_NOUN})", one, re.I)
            for one in items]
    found = [one for one in told if one is not None]
    if len(found) < len(items) or not all(_known(one["noun"]) and _known(one["end"]) for one in found):
        return match.group()
    orders = (f"put {_the(one['noun'])} from {_the(match['from'])} {one['to']} {_the(one['end'])}" for one in found)
    return match["start"] + ". ".join(orders)


def _treated(match: re.Match[str]) -> str:
    """Return "wash the red cup, fill it with water" of "red cup: wash, fill with water"."""
    items = re.split(r",? and (?:then )?|,? then |, ", match["items"].strip(" .!"))
    pointed = re.search(r"\b(?:it|them|there)\b", match["items"], re.IGNORECASE)
    does = all(item.partition(" ")[0].lower() in order_verbs() for item in items)
    if pointed or not does or first_order_verb(match["noun"]) or not _known(match["noun"]):
        return match.group()
    heading, told, others = f"{_the(match['noun'])}{match['at']}", [], False
    for index, item in enumerate(items):
        verb, _, rest = item.partition(" ")
        bare = re.match(rf"(?:(?:with|to|back|from|for|again|{PREP})\b|$)", rest, re.IGNORECASE)
        thing = heading if not index or others else "it"
        others |= not bare and name_any(rest)
        told.append(f"{verb} {thing} {rest}".strip() if bare else f"{verb} {rest}")
    return f"{match['start']}{', then '.join(told)}{match['after']}"


def _turned_from(match: re.Match[str]) -> str:
    """Return "put the fork from drawer 1 in the sink" of "from drawer 1 to the sink: the fork"."""
    known = all(_known(match[one]) for one in ("noun", "from", "to"))
    told = f"{match['start']}put {_the(match['noun'])} from {_the(match['from'])} to {_the(match['to'])}"
    return told if known else match.group()


def _there_so(match: re.Match[str]) -> str:
    """Return "turn on the lamp by the sofa" of "lamp by the sofa on"."""
    need = "toggleable" if match["state"].lower() in ("on", "off", "out") else "openable"
    if not named_can(match["noun"], need) or match["noun"].lower().split()[0] in order_verbs():
        return match.group()
    return f"{match['start']}{MADE_SO[match['state'].lower()]} {_the(match['noun'])} {match['at']}"


def _both_so(match: re.Match[str]) -> str:
    """Return "open the laptop and turn on the laptop" of "laptop open and running"."""
    if not named_can(match["noun"], "openable") or not named_can(match["noun"], "toggleable"):
        return match.group()
    noun = _the(match["noun"])
    return f"{match['start']}{MADE_SO[match['state'].lower()]} {noun} and {MADE_SO[match['other'].lower()]} {noun}"


_FORMS: tuple[tuple[str, Change], ...] = (
    (
        (
            r"(?P<start>^\W*|[,;.!:]\s*)(?P<noun>(?:the |my )?[a-z]+) (?P<state>open|closed|shut) and "
            r"(?P<other>running|on|off)(?=\s*(?:[.,;!]|$))"
        ),
        _both_so,
    ),
    (
        (
            r"(?P<start>^\W*|[,;.!]\s*|\band (?:then )?)(?:the )?(?P<noun>(?:[a-z]+ )?[a-z]+) (?P<at>(?:by|next "
            r"to|near|beside|behind|above|over|on|"
            r"under) the [a-z]+(?: [a-z]+)?) (?P<state>on|off|out|open|closed|shut)(?=\s*(?:[.,;!]|$| and\b))"
        ),
        _there_so,
    ),
    (
        (
            rf"{_SENTENCE}from (?:the )?(?P<from>{_NOUN}) to (?:the )?(?P<to>{_NOUN}): (?:the )?(?P<noun>{_NOUN})"
            r"(?=\s*(?:[.;!]|$))"
        ),
        _turned_from,
    ),
    (
        rf"{_SENTENCE}(?:all right,? |ok,? )?from (?:the )?(?P<from>{_NOUN}): (?P<items>[^.;!?:]+){LAST}",
        _each_moved,
    ),
    (
        (
            rf"{_SENTENCE}(?:the )?(?P<noun>{_NOUN}): (?:from )?(?:the )?(?P<from>{_NOUN}) to (?:the )?(?P<to>{_NOUN})"
            r"(?=\s*(?:[.;!]|$))"
        ),
        _moved,
    ),
    (
        (rf"{_SENTENCE}(?P<noun>(?:the |my |all |both )?{_NOUN}): (?P<many>all |both )?(?P<state>{_STATE})(?=\s*(?:[.;!"
        rf"]|$))"),
        _so,
    ),
    (
        (
            r"(?P<start>^\W*|[.,;!]\s*|\band (?:then )?)(?P<noun>(?:the )?(?!(?:if|unless|when|whether|"
            r"until|is|are|turn|switch|leave|keep|put)\b)[A-Za-z]+(?: [a-z]+)?(?:_\d| \d| number \d))"
            rf"(?P<many>) (?P<state>{_STATE})(?=\s*(?:[.,;!]|$| and\b))"
        ),
        _made_so,
    ),
    (
        (
            rf"^(?P<start>\W*)(?:the )?(?P<noun>{_NOUN})(?P<at>{_PLACE})(?:: |, (?=[a-z]+(?:, | (?:and|with) )))"
            rf"(?P<items>[a-z]+\b[^.;!?:]*?)(?P<after>[.!]*$|, (?:i|we|he|she|it)\b.*$|[.!;] .*$)"
        ),
        _treated,
    ),
)
RULES: tuple[Rule, ...] = rules(_FORMS)
