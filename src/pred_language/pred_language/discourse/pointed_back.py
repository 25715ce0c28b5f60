"""Things that are told of first and pointed back to: "there's a tomato here and another there: slice the first"."""

from __future__ import annotations

import re

from pred_core.feedback import preposition
from pred_language.discourse.hinting import undoing
from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.wrapping import base_of_participle, order_verbs
from pred_language.lexicon import words
from pred_language.lexicon.inflection import known_noun, named_can, singular, with_article
from pred_language.lexicon.nouns import nouns
from pred_language.lexicon.shapes import LAST, NAME, NP, PREP

_TELLING = rf"(?:{words.TELLING_WORD}|dirty)"
_SIGN = r"\s*(?:[.;:,!]|\s[-–—])+\s*"
_SEEN = r"(?:there(?:'s| is| are)|(?:i|we|you) (?:can )?(?:see|have|have got)|(?:i|we|you)'ve got)"
_ONE_AT = r"(?:that (?:is|are) |lying |standing |which is )?"
_ASK = r"(?:(?:so|please|now|and|then|can you|could you|would you|will you) )*"
_LEFT = r"(?:(?:,| and| but)+ (?:leave|keep) the (?:second|other|first)(?: one)?(?: alone| be| there| where it is)?)?"


def _first_or_second(match: re.Match[str]) -> str:
    """Return "slice the tomato that is on the counter" of "there's a tomato ... and another ...: slice the first"."""
    noun, verb = known_noun(match["noun"]), match["verb"].lower()
    if not noun or verb not in order_verbs():
        return match.group()
    at = match["one"] if match["which"].lower() == "first" else match["two"]
    return f"{verb}{match['way'] or ''}{match['me'] or ''} the {noun} that is {at}{match['rest'] or ''}"


def _beside_the_other(match: re.Match[str]) -> str:
    """Return "put the phone that is on the bed next to the phone that is not on the bed"."""
    noun = known_noun(match["ns"])
    if not noun:
        return match.group()
    at = re.sub(r"^(?:from|off) ", "on ", re.sub(r"^out of ", "in ", match["at"], flags=re.I), flags=re.IGNORECASE)
    one, other = f"the {singular(noun)} that is {at}", f"the {singular(noun)} that is not {at}"
    return f"put {one} {match['beside']} {other}"


def _running_one(match: re.Match[str]) -> str:
    """Return "turn off the running tap" of "one of the taps has been left running; stop it"."""
    noun, state = known_noun(match["ns"]), match["so"].lower()
    return f"{undoing(state)} the {'running' if state == 'on' else state} {singular(noun)}" if noun else match.group()


def _other_done(match: re.Match[str]) -> str:
    """Return "wash the mug on the table that is not blue" of "the blue mug can stay; the other one ... be washed"."""
    noun, base = known_noun(match["noun"]), base_of_participle(match["done"])
    if not noun or not base:
        return match.group()
    return f"{base} the {noun} {match['at'] or ''} that is not the {match['which']} one{match['rest']}"


def _if_there(match: re.Match[str]) -> str:
    """Return "if the keys are in the safe, bring them to me" of "my keys should be in the safe. If they're there"."""
    be = "are" if singular(match["thing"].lower()) != match["thing"].lower() else "is"
    return f"if {match['thing']} {be} {match['at']}, " if known_noun(match["thing"]) else match.group()


def _put_back(match: re.Match[str]) -> str:
    """Return "put the cushion that is on the chair on the sofa" of "the cushion ... goes on the sofa. Put it back"."""
    return f"put {match['thing']} that is {match['now']} {match['at']}" if known_noun(match["thing"]) else match.group()


def _other_there(match: re.Match[str]) -> str:
    """Return "put the pencil that is not on the desk on the desk" of "one is on the desk, put the other there"."""
    noun = known_noun(match["noun"])
    return f"put the {noun} that is not {match['at']} {match['at']}" if noun else match.group()


def _so_done(match: re.Match[str]) -> str:
    """Return "put that ball on the bed" of "somebody is going to trip over that ball, so put it on the bed"."""
    known = known_noun(match["thing"]) and match["verb"].lower() in order_verbs()
    return f"{match['verb']} {match['thing']}{match['rest']}" if known else match.group()


def _from_there(match: re.Match[str]) -> str:
    """Return "put it in the bowl that is in the cabinet" of "put it in the bowl from the cabinet"."""
    place = next(iter(nouns().get(known_noun(match["at"]), {})), "")
    return f"{match['to']}{match['thing']} that is {preposition(place)} {match['at']}" if place else match.group()


def _out_of_it(match: re.Match[str]) -> str:
    """Return "open the cabinet and take the soap out of the cabinet" of "... out of it"."""
    holder = _holder_named_last(rf"\b{NP}", match["before"])
    return f"{match['before']}{match['take']}{match['from']} {holder}" if holder else match.group()


def _closed_again(match: re.Match[str]) -> str:
    """Return "take the keys out of the safe and give them to me, shut the safe" of "..., shut it"."""
    others = re.findall(rf"\b{NP}", match["between"] or "", re.IGNORECASE)
    meant = named_can(match["place"], "openable") and not any(named_can(one, "openable") for one in others)
    return f"{match['take']} {match['place']}" if meant else match.group()


def _all_inside(match: re.Match[str]) -> str:
    """Return "open the box and give me everything that is in the box" of "... what's inside"."""
    said = match.string[: match.start("place")] if match["place"].lower() == "it" else match["place"]
    holder = _holder_named_last(rf"\b{NAME}(?=\W|$)", said)
    return f"{match['open']} everything that is in {holder}" if holder else match.group()


def _holder_named_last(noun_phrase: str, text: str) -> str:
    """Return what a text names last that holds things, '' for none."""
    named = (one.group() for one in re.finditer(noun_phrase, text, re.IGNORECASE))
    return next((one for one in reversed(list(named)) if named_can(one, "receptacle")), "")


def _one_of_both(match: re.Match[str]) -> str:
    """Return "bring me the blue pillow on the bed" of "there's a white and a blue one ...: the second"."""
    noun, verb = known_noun(match["noun"]), match["verb"].lower()
    asked = match["which"].lower()
    ways = {"first": match["one"], "second": match["two"], "other": ""}
    told = ways.get(asked, asked if asked in (match["one"].lower(), match["two"].lower()) else "")
    if not noun or verb not in order_verbs() or not told:
        return match.group()
    at = f" that is {match['at']}" if match["at"] else ""
    return f"{verb}{match['way'] or ''}{match['me'] or ''} the {told} {noun}{at}{match['rest'] or ''}"


def _other_switched(match: re.Match[str]) -> str:
    """Return "switch off the lamp that is not on the desk" of "one lamp is on the desk. Switch off the other one"."""
    noun, verb = known_noun(match["noun"]), match["verb"].lower()
    if not noun or verb not in order_verbs():
        return match.group()
    way = f"{match['way'] or ''}{match['me'] or ''}"
    return f"{verb}{way} the {noun} that is not {match['at']}{match['rest'] or ''}"


_TOWELS = (
    r"\b(?P<noun>(?:hand )?towels?|cloths?) (?:that|which) (?:(?:is|are) not|isn't|aren't) hanging(?: up)?\b",
    r"\g<noun> that is not on the towel holder",
)
_FORMS: tuple[tuple[str, Change], ...] = (
    _TOWELS,
    (
        (
            rf"^\W*(?:one|an?|one of the) (?P<noun>[a-z]+(?: [a-z]+)??)s? is (?:already |lying |standing "
            rf")?(?P<at>{PREP} "
            rf"{NAME}){_SIGN}(?:and |so |please |now |(?:would|could|can|will) you (?:please "
            rf")?)*(?P<verb>[a-z]+)(?P<way> (?:on|"
            rf"off|up))?(?P<me> me)? the other(?: one)?(?P<rest> (?:to|{PREP}) {NP})?(?:,? please)?\??{LAST}"
        ),
        _other_switched,
    ),
    (
        (rf"^\W*(?P<thing>{NAME}(?: that (?:is|isn't|is not) {PREP} {NAME})?)[.!] (?:please )?(?:to me|bring "
        rf"it(?: (?:to me|"
        rf"here|over))?|give it to me)(?:,? please)?{LAST}"),
        lambda m: f"bring me {m['thing']}" if known_noun(m["thing"].split(" that is")[0]) else m.group(),
    ),
    (
        (
            rf"^\W*{_SEEN} (?:an?|one) (?P<one>{_TELLING}) (?P<noun>[a-z]+(?: [a-z]+)??) (?:and|but) "
            rf"(?:also )?(?:an?|one) (?P<two>{_TELLING}) (?:one|(?P=noun))(?: {_ONE_AT}(?P<at>{PREP} "
            rf"{NAME}))?{_SIGN}{_ASK}(?P<verb>[a-z]+)(?P<way> (?:on|off|up))?(?P<me> me)? the "
            rf"(?P<which>first|second|{_TELLING})(?: one)?(?P<rest>(?: (?:to|{PREP}) "
            rf"(?:me|{NP}))?)(?:,? please)?{_LEFT}{LAST}"
        ),
        _one_of_both,
    ),
    (
        (
            rf"^\W*{_SEEN} (?:an?|one) (?P<noun>[a-z]+(?: [a-z]+)??) {_ONE_AT}(?P<one>{PREP} {NAME}),? (?:and|but) "
            rf"(?:another|one|a second)(?: one)? {_ONE_AT}(?P<two>{PREP} {NAME}){_SIGN}{_ASK}(?P<verb>[a-z]+)(?P<way> "
            rf"(?:on|off|up))?(?P<me> me)? the (?P<which>first|second)(?: one)?(?P<rest>(?: (?:to|{PREP}) "
            rf"(?:me|{NP}))?){_LEFT}{LAST}"
        ),
        _first_or_second,
    ),
    (
        (
            rf"^\W*(?:{_SEEN} )?(?:two|the two|both) (?P<ns>[a-z]+s)(?: (?:are|is))?(?: "
            rf"(?:lying|standing))?(?: about| around| here| there)?{_SIGN}{_ASK}(?:put|move|place|bring) the one "
            rf"(?P<at>(?:from|off|out of|{PREP}) {NAME}) (?P<beside>next to|beside|with|to|near) the other(?: "
            rf"one)?{LAST}"
        ),
        _beside_the_other,
    ),
    (
        (
            r"^\W*(?:some(?:one|body) (?:has |'s )?left )?one of the (?P<ns>[a-z]+s)(?: (?:is|has been|was)(?: "
            rf"(?:still|left|standing))*)? (?P<so>open|on|running|burning|closed|shut|off|dirty|empty){_SIGN}{_ASK}"
            r"(?:stop|close|shut|turn|switch|fix|see to|open|wash|clean|fill)(?: off| on)? "
            rf"(?:it|that)(?: off| on| up)?(?: and leave it (?:open|closed|on|off))?(?:,? please)?{LAST}"
        ),
        _running_one,
    ),
    (
        (
            r"^\W*the (?P<which>[a-z]+) (?P<noun>[a-z]+(?: [a-z]+)??) (?:can|may|should) stay(?: as it is| where it "
            rf"is| there| put)?{_SIGN}(?:but |and )?the other(?: one)?(?: (?:that is )?(?P<at>{PREP} {NAME}))? "
            rf"(?:has to|must|should|needs to|is to) be (?P<done>[a-z]+)(?P<rest>(?: (?:to|{PREP}) {NP})?){LAST}"
        ),
        _other_done,
    ),
    (
        (
            rf"^\W*(?P<thing>{NAME}) (?:should|ought to|might|may|must|could) be "
            rf"(?:lying |standing |somewhere )?(?P<at>{PREP} {NAME}){_SIGN}if (?:it's|it is|they're|they are) "
            r"(?:still )?there,? (?:please )?"
        ),
        _if_there,
    ),
    (
        (
            r"^\W*(?:please )?(?:go and )?(?:look|check|have a look|take a look|peek|see) "
            rf"(?P<at>(?:in|into|inside|on|under) {NAME}){_SIGN}(?:and )?if (?P<thing>{NAME}) (?P<be>is|are) "
            r"(?:in )?(?:there|it|inside),? "
        ),
        lambda m: f"if {m['thing']} {m['be']} {re.sub(r'^(?:into|inside)', 'in', m['at'])}, ",
    ),
    (
        (
            rf"^\W*(?P<thing>{NAME}) (?:that is )?(?P<now>{PREP} {NAME}) (?:belongs?|goes|go|lives?|should be|ought to "
            rf"be) (?P<at>{PREP} {NAME}){_SIGN}{_ASK}(?:put|bring|take|move|return) "
            rf"(?:it|them)(?: back| there| away| home)*(?:,? please)?{LAST}"
        ),
        _put_back,
    ),
    (
        (
            rf"^\W*one(?: of the)? (?P<noun>[a-z]+(?: [a-z]+)??) is (?:already )?(?P<at>{PREP} {NAME})(?: "
            rf"already)?{_SIGN}{_ASK}(?:put|bring|move|place) the other(?: one)? there(?: too| as well| also)?(?:,? "
            rf"please)?{LAST}"
        ),
        _other_there,
    ),
    (
        (
            rf"(?P<to>\b(?:put|place|pour|drop) (?:it|them|{NAME}) (?:in|into|on|onto) )(?P<thing>{NAME})(?<!farthest)"
            rf"(?<!furthest)(?<!away)(?<!far) from (?P<at>{NAME})(?=\s*(?:[.,;!?]|$|and\b|then\b))"
        ),
        _from_there,
    ),
    (
        (r"(?P<before>^[^.;!?]*?)(?P<take>(?:,| and| then|;|\.)+ (?:then )?(?:please )?"
         rf"(?:take|get|remove|bring|fetch) (?:me )?(?P<thing>{NP}) )(?P<from>out of|from|off) it\b"),
        _out_of_it,
    ),
    (
        (
            rf"(?P<take>\b(?:take|get|grab|fetch|remove|lift) (?:{NP}|it|them) (?:out of|from|out from) "
            rf"(?P<place>{NAME})(?P<between>(?:,| and| then) (?:give|put|bring|hand|wash|set|lay|place) [^.;!?]*?)??"
            r"(?:,| and|;| then)+ (?P<verb>close|shut)) (?:it|(?P=place))(?: up| again| behind you)*"
            r"(?=\s*(?:[,.;]|and\b|then\b|$))"
        ),
        _closed_again,
    ),
    (
        (
            rf"(?P<open>\bopen (?P<place>{NAME}|it)(?:,| and| then)+ (?:then )?(?P<verb>[a-z]+)(?P<me> me)?) "
            r"(?:what(?:'s| is|ever is)|all that is|the things) (?:inside|in it|in there)(?: of it)?\b"
        ),
        _all_inside,
    ),
    (
        r"\bthe contents of (?=the (?:box|drawer|cabinet|safe|fridge|bin|basket|bag|microwave)\b)",
        "everything that is in ",
    ),
    (
        rf"(?P<go>\bto (?P<place>{NAME}),? (?:and |then )+(?:drop|put|throw|pop|place) (?:it|them) in)(?=\s*[.!]*$)",
        r"\g<go> \g<place>",
    ),
    (
        (
            rf"(?P<put>\b(?:put|place|store|lock|keep) {NAME} (?:in|into|inside) (?P<place>{NAME})),? with "
            r"(?:it|(?P=place)) (?P<so>open|closed|shut)\b"
        ),
        lambda m: f"{m['put']} and {'open' if m['so'].lower() == 'open' else 'close'} {m['place']}",
    ),
    (
        r"^\W*(?P<thing>(?:(?:the|my) )?[a-z]+(?: [a-z]+)?): if (?:it|they)(?:'s|'re| is| are) ",
        lambda m: f"if {with_article(m['thing'])} is " if known_noun(m["thing"]) else m.group(),
    ),
    (
        (
            rf"^\W*is (?P<thing>{NAME}) (?P<so>alight|lit|burning|running|on|off|open|closed|shut|dirty|empty|full)\? "
            r"(?:then|if so,?|in that case,?) (?=(?:please )?(?:put|turn|switch|open|close|shut|wash|fill|bring|take|"
            r"empty)\b)"
        ),
        lambda m: f"if {m['thing']} is {'burning' if m['so'].lower() in ('alight', 'lit') else m['so']}, ",
    ),
    (
        (
            r"(?P<if>\b(?:if|in case) [^,.;!?]+, [^.;!?]+?)[;.] (?:and |but )?if "
            r"(?:it|they|there|that)(?:'s not| isn't| is not| aren't|'re not| are not| doesn't| isn't any)(?: there| "
            r"so| on| in there)?, "
        ),
        r"\g<if>; otherwise ",
    ),
    (
        (
            r"^\W*(?P<thing>(?:the |my )?[a-z]+(?: [a-z]+)?) (?:should|ought to|is supposed to|belongs|is meant to)"
            rf"(?: be)?(?: sitting| lying| standing)? (?P<at>{PREP} {NAME}){_SIGN}{_ASK}(?:put|bring|set|sit) "
            rf"(?:him|her) there(?:,? please)?{LAST}"
        ),
        lambda m: f"put {with_article(m['thing'])} {m['at']}" if known_noun(m["thing"]) else m.group(),
    ),
    (
        (
            rf"^\W*(?P<thing>{NAME})(?:'s| is| are| has| have)\b[^.;!?]*?[,;.] so (?:please )?(?P<verb>[a-z]+) "
            rf"(?:it|them)(?P<rest>(?: (?:on|off|up|away|out))?(?: (?:to|{PREP}) (?:me|{NP}))?){LAST}"
        ),
        _so_done,
    ),
    (
        (
            r"^\W*[^.;!?]*? (?P<thing>(?:that|the|my) [a-z]+)(?: [a-z]+)?, so "
            rf"(?:please )?(?P<verb>put|move|take|bring) it(?P<rest> (?:to|{PREP}) {NP}){LAST}"
        ),
        _so_done,
    ),
    (
        (
            r"^\W*(?:some(?:one|body)|you|they|he|she)(?: has| have|'s|'ve)? left (?:the|a|my) "
            rf"(?P<thing>[a-z]+(?: [a-z]+)??) (?:going|on|running|burning){_SIGN}{_ASK}(?:turn|switch) "
            rf"(?:it|(?:the|that) [a-z]+)(?: off)?(?:,? please)?{LAST}"
        ),
        lambda m: f"turn off the running {known_noun(m['thing'])}" if known_noun(m["thing"]) else m.group(),
    ),
    (
        (
            r"^\W*if (?:an?|any) (?P<noun>[a-z]+(?: [a-z]+)??) (?:is|has been|was)(?: left| lying)* "
            rf"(?:outside|out of) (?P<place>{NAME}), (?:please )?put (?:it|them)(?: back)? "
            rf"(?:in there|in it|inside|in|there|back){LAST}"
        ),
        lambda m: (
            f"put the {m['noun']} that is not in {m['place']} in {m['place']}" if known_noun(m["noun"]) else m.group()
        ),
    ),
)
RULES: tuple[Rule, ...] = rules(_FORMS)
