"""Clauses without articles, without a verb, or with the place first: as a note or a foreigner says it.

"take newspaper from table" has its articles, "lamps off" its verb, and "in the drawer put the card" its usual order
then.
"""

from __future__ import annotations

import re

from pred_core.vocabulary import object_types
from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.wrapping import order_verbs
from pred_language.lexicon import words
from pred_language.lexicon.courtesy import closed
from pred_language.lexicon.inflection import singular
from pred_language.lexicon.nouns import nouns
from pred_language.lexicon.shapes import ASKING, END, NP, NPS, PLACE, PREP, START

_LONGEST = 3
_BEFORE = closed(
    "also and at behind by except from in inside into it me n near next not now of off on onto or please "
    "put them then to under us with is are was were isn't if unless whether but bar except only than beside between "
    "instead light closest nearest counting could should must has have over "
    "where leave keep empty clear meant rather want need"
)
_ONE_THERE = re.compile(
    rf"(?<=\bnot )(?=one (?:{PREP}|from|that|next)\b)|(?:(?<=\bbut )|(?<=\bfor ))(?=one (?:{PREP}|from|that|next)\b)|"
    r"(?<=\bof )(?=(?:two|three|four|five)\b)",
    re.IGNORECASE,
)
"""Where "the" is left out before a word that stands for a noun, or counts all that there are."""
_BINS = closed("bin light")
"""Nouns that are verbs where another noun follows."""
_OBJECTS = closed("it them that this these those my all both me")
_MASS = closed(
    "drink eat "
    "anything back bed breakfast coffee dinner everything food front here home left light lunch milk place "
    "rest right salad sandwich side something stuff tea there toast top water"
)
_ARTICLES = closed("the a an")
_TOKEN = re.compile(r"[A-Za-z-]+|[^A-Za-z-]+")


def with_articles(text: str) -> str:
    """Return a text in which each noun that stands bare has its article: "put pen in the box" says "the pen"."""
    text = _ONE_THERE.sub("the ", text)
    tokens = _TOKEN.findall(text)
    told: list[str] = []
    index = 0
    while index < len(tokens):
        start = _phrase_at(tokens, index, told) if tokens[index][0].isalpha() else 0
        if start:
            told += ["the ", *tokens[index : index + start]]
            index += start
        else:
            told.append(tokens[index])
            index += 1
    return "".join(told)


def is_telegraphic(text: str) -> bool:
    """Tell whether a text has no article at all, though it names things."""
    said = re.findall(r"[a-z]+", text.lower())
    if said[:1] == ["can"] and said[1:2] in (["you"], ["i"], ["we"]):  # that names no can
        return False
    return len(said) > 1 and _ARTICLES.isdisjoint(said) and with_articles(text) != text


def _phrase_at(tokens: list[str], index: int, told: list[str]) -> int:
    """Return how many tokens a bare noun phrase takes that begins here, 0 for none."""
    after = next((one.lower() for one in reversed(told) if one[0].isalpha()), "")
    sign = told[-1].strip() if told and not told[-1][0].isalpha() else ""
    starts = not after or sign in (",", ".", ";", "!", ":", "-")
    if not starts and after not in _BEFORE and after not in order_verbs():
        return 0
    first = tokens[index].lower()
    if (starts and first in order_verbs()) or (after in words.TELLING and not _opens_clause(told)):
        return 0
    at, adjectives = index, 0
    while at < len(tokens) and tokens[at].lower() in _ADJECTIVES and adjectives < 2:
        at, adjectives = at + 2, adjectives + 1
    if adjectives and tokens[at : at + 1] and tokens[at].lower() in ("one", "ones"):
        counts = any(singular(one.lower()) in nouns() for one in tokens[at + 2 : at + 3])  # "light one candle"
        return 0 if counts else at + 1 - index
    for length in range(_LONGEST, 0, -1):
        end = at + 2 * length - 1
        said = [one.lower() for one in tokens[at:end:2]]
        gaps = tokens[at + 1 : end : 2]
        if len(said) < length or any(gap != " " for gap in gaps):
            continue
        phrase = " ".join((*said[:-1], singular(said[-1])))
        meant = nouns().get(phrase) or nouns().get(" ".join(said), {})
        if after == "of" and any(object_types()[name].can("pickupable") for name in meant):
            return 0  # "boxes of tissues", "rolls of toilet paper"
        following = tokens[end + 1].lower() if end + 1 < len(tokens) else ""
        if meant and starts and length == 1 and (following in _OBJECTS or (said[0] in _BINS and following in nouns())):
            return 0  # "bin it", "light candle"
        if meant and _MASS.isdisjoint(said):
            return end - index
    return 0


_ADJECTIVES = words.CHOOSING | words.TELLING | words.SIZES.keys()


def _opens_clause(told: list[str]) -> bool:
    """Tell whether the last word that was told begins a clause: "clean mug" asks for that, "a clean mug" does not."""
    said = [one.lower().strip() for one in told if one.strip()]
    return len(said) < 2 or said[-2] in (",", ".", ";", "and", "then", "please", "you", "to")


_SWITCHED = {"on": "turn on", "off": "turn off", "open": "open", "closed": "close", "shut": "close"}
_WISH = r"(?:(?:i|we)(?:'d| would)? (?:want|need|like|love|prefer)|(?:i|we) would like)"
_PLACES = rf"{PLACE}(?: of {NP})?(?:,? {PLACE})?"
_CARRIES = (
    "put|place|set|lay|drop|stick|leave|move|hang|throw|store|pop|shove|tuck|bring|fetch|get|take|hand|give|grab|pick "
    "up|deliver"
)
_PUTS = frozenset({words.Verb.PUT})


def _to_the_end(match: re.Match[str]) -> str:
    """Return "put the card in the drawer" of "in the drawer put the card"."""
    verb = words.VERB_FORMS.get(match["verb"].lower().split()[0])
    place, rest = match["place"].replace(",", ""), match["rest"]
    aims = re.search(rf"\b(?:{PREP}|to|me|us|here)"
                     rf"\b", re.sub(r"\b(?:from|off|out of) .*", "", rest), re.IGNORECASE)
    if verb is None:
        return match.group()
    if verb in _PUTS and not aims:
        return f"{match['start']}{match['verb']} {_placed(rest, place)}"
    if aims and re.search(r"\b(?:me|us|here)\b", rest, re.IGNORECASE):
        return f"{match['start']}{match['verb']} {_placed(rest, f'that is {place}')}"
    return match.group()


def _placed(rest: str, place: str) -> str:
    """Return what is put, with its place behind the first thing and where that is now."""
    ends = re.match(r"(?P<said>.*?)(?P<after>,? (?:and|then)\b.*)?$", rest.strip(), re.IGNORECASE | re.DOTALL)
    assert ends is not None
    return f"{ends['said']} {place}{ends['after'] or ''}"


def _from_there(match: re.Match[str]) -> str:
    return f"{match['start']}{match['verb']} {match['rest'].strip()} {match['place']}"


def _switched(match: re.Match[str]) -> str:
    """Return "turn off all the lamps" of "lamps off, all of them"."""
    thing = re.sub(r"^the ", "all the ", match["thing"]) if match["all"] else match["thing"]
    if not _turns(thing):
        return match.group()
    return f"{match['start']}{_SWITCHED[match['state'].lower()]} {thing}"


def _turns(thing: str) -> bool:
    meant = nouns().get(singular(thing.lower().split()[-1]), {})
    known = object_types()
    return any(known[name].can("toggleable") or known[name].can("openable") for name in meant)


def _asked_for(match: re.Match[str]) -> str:
    """Return "bring me the pen" of "the pen, please": only where a thing that is carried is all that is said."""
    words_ = match["things"].lower().split()
    tails = (" ".join((*words_[i:-1], singular(words_[-1]))) for i in range(1, len(words_)))
    meant = next((nouns()[tail] for tail in tails if tail in nouns()), {})
    if match["at"] or not any(object_types()[name].can("pickupable") for name in meant):
        return match.group()
    return f"bring me {match['things']}"


def _each_switched(match: re.Match[str]) -> str:
    """Return "turn on the tv and turn off the lamp" of "tv on lamp off"."""
    pairs = re.findall(r"(?:the )?([a-z]+(?: [a-z]+)?) (on|off)\b", match.group().lower())
    if len(pairs) < 2 or not all(_turns(noun) for noun, _ in pairs):
        return match.group()
    return " and ".join(f"turn {way} the {noun}" for noun, way in pairs)


def _moved(match: re.Match[str]) -> str:
    """Return "put the watch that is in the safe on the desk" of "watch out of the safe and onto the desk"."""
    noun = match["noun"].lower().split()
    if " ".join((*noun[:-1], singular(noun[-1]))) not in nouns():
        return match.group()
    there = "in" if match["from"].lower() == "out of" else "on"
    return f"put the {match['noun']} that is {there} {match['place']} {match['to']}"


_MOVED: tuple[tuple[str, Change], ...] = (
    (
        (rf"^(?:please )?(?:the |my )?(?P<noun>[a-z]+(?: [a-z]+)?) (?P<from>out of|off) (?P<place>{NP}),? (?:and )?"
        rf"(?P<to>(?:in|on)to {NP})"),
        _moved,
    ),
)
_FORMS: tuple[tuple[str, Change], ...] = (
    ((rf"{START}{ASKING}(?P<place>from {NP}|(?:off|out of) {NP}),? {ASKING}(?P<verb>{_CARRIES}) (?P<rest>[^,"
     rf".;!?]+)"), _from_there),
    (rf"{START}{ASKING}(?P<place>{_PLACES}),? {ASKING}(?P<verb>{_CARRIES}) (?P<rest>[^.;!?]+)", _to_the_end),
    (rf"{START}(?P<place>{PLACE}) {_WISH} (?P<thing>{NPS}){END}", r"\g<start>put \g<thing> \g<place>"),
    ((rf"{START}(?P<place>{PLACE}) (?:goes|go|belongs?) (?P<thing>{NPS})"
     rf"{END}"), r"\g<start>put \g<thing> \g<place>"),
    ((rf"^(?P<start>)(?:off )?(?P<place>(?:in|on)to {NP}) with "
     rf"(?P<thing>{NPS}){END}"), r"put \g<thing> \g<place>"),
    (
        (rf"{START}(?P<thing>{NP}) (?P<state>on|off|open|closed|shut)(?P<all>,? (?:all|both|each)(?: of "
        rf"(?:them|it))?)?{END}"),
        _switched,
    ),
    (
        (r"^\W*(?:and |so |now |well )*(?P<things>(?:(?:some|a|an|the|my|two|three|both|another) )(?:[a-z-]+ "
        r"){0,2}?[a-z-]+)"
        rf"(?: (?:that is )?(?P<at>{PLACE}))?\s*[.!]*\s*$"),
        _asked_for,
    ),
)


RULES: tuple[Rule, ...] = rules((*_MOVED, *_FORMS))
