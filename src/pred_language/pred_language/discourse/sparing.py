"""What is not meant, in the words of the grammar: "just not the laptop" is "except the laptop".

Of what is to be left alone nothing is to be done; of what does not belong somewhere it is told where it is.
"""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.wrapping import first_order_verb
from pred_language.lexicon import words
from pred_language.lexicon.inflection import known_noun, plural, singular
from pred_language.lexicon.nouns import nouns
from pred_language.lexicon.shapes import ASKING, DET, LAST, NAME, NP, NPS, PLACE, PREP

_ONE = rf"(?:{NP}|the [a-z]+ one|that one)"
_ONES = rf"{_ONE}(?:(?:,? (?:and|or|nor)|,) {_ONE})*"
_STAYS = (
    r"(?:where (?:it|they) (?:is|are|stands?|lies?)|as (?:it|they) (?:is|are)|alone|there|out|be|in "
    r"(?:its )?place)"
)
_REST = r"(?=\s*(?:[.!?]|$))"
_LEFT = (
    r"(?:leave|skip|ignore|forget(?: about)?|spare|never mind|(?:don'?t|do not) (?:touch|move|take|"
    r"bother with)|touch neither)"
)
_GOES_ON = (
    r"(?:,? (?:but|and|just|only|instead|rather|please)\b,?|[,;.!]+)(?: (?:just|only|instead|rather|"
    r"please|and))*\s+"
)
_CONTRARY = {
    "open": "close", "opened": "close", "closed": "open", "shut": "open", "on": "turn off", "running": "turn off",
    "burning": "turn off", "off": "turn on",
}  # fmt: skip
_NOT_AT = (
    r"(?:do(?:es)?n'?t|do(?:es)? not|should ?n'?t|should not|must ?n'?t|(?:is|are)n'?t|(?:is|are) not|"
    r"ha(?:s|ve) no (?:business|place|reason))"
    r" (?:really |actually )*(?:belong|live|go|be|being|lie|stay|stand|sit|hang|(?:supposed|meant|allowed) to (?:be|"
    r"lie|stand|stay)|to be)"
    r"(?: lying| standing| sitting| left)?(?: around)?"
)


_WHICH_ONE = r"\bthe (?P<which>(?!other\b)[a-z]+ )?one\b"


def _left_alone(match: re.Match[str]) -> str:
    """Return what follows "ignore the mug and", "the one" in it with the noun of what is left alone."""
    if re.search(r"\b(?:others?|rest|remaining)\b", match["rest"], re.IGNORECASE):
        return match.group()
    if re.search(r"\b(?:everything|all)\b", match["rest"], re.IGNORECASE):
        return f"{match['start'] or ''}{match['rest']} except {match['thing']}"
    noun = re.findall(r"[a-z-]+", match["thing"].lower())[-1]
    named = re.sub(r"\bthe one\b", f"the {noun}", match["rest"], count=1, flags=re.IGNORECASE)
    return re.sub(_WHICH_ONE, rf"the \g<which>{singular(noun)}", named, count=1, flags=re.IGNORECASE)


def _contrary(match: re.Match[str]) -> str:
    """Return "and close the fridge" of "and don't leave the fridge open"."""
    thing = match["thing"]
    water = re.search(r"\b(?:water|tap|faucet)\b", thing, re.IGNORECASE)
    return f" and {_CONTRARY[match['state'].lower()]} {'the tap' if water else thing}"


def _elsewhere(match: re.Match[str]) -> str:
    """Return "put the fork that is on the table in the drawer" of "it does not belong on the table but in ..."."""
    verb = (match.groupdict().get("verb") or "put").strip()
    thing = re.sub(r"^(?:a|an|some) ", "the ", match["thing"], flags=re.IGNORECASE)
    here = match["at"].lower() in ("there", "here")
    where = match.groupdict().get("at0") if here else match["at"]
    return f"{verb} {thing}{f' that is {where}' if where else ''} {match['to']}"


def _not_that(match: re.Match[str]) -> str:
    """Return a noun without the other one that it is not, where that is of another kind."""
    if match["but"] and SET.search(match.string[: match.end("thing")]):
        return match.group()
    one, other = (singular(match[key].lower().split()[-1]) for key in ("thing", "other"))
    return match["thing"] if other not in (one, "one") and other in nouns() else match.group()


def _spared(match: re.Match[str]) -> str:
    """Return the exception of "all the pens ..., leaving the red one where it is"; one thing has no exceptions."""
    return f" except {match['spared']}" if SET.search(match.string[: match.start()]) else ""


def _excepted(match: re.Match[str]) -> str:
    before = match.string[: match.start()]
    return f" except {match['spared']}" if SET.search(before) or _ANY.search(before) else match.group()


def _untouched(match: re.Match[str]) -> str:
    """Return "all the food ... except the bread" of "... but don't touch the bread"."""
    return f"{match['before']} except {match['spared']}" if SET.search(match["before"]) else match.group()


def _none_there(match: re.Match[str]) -> str:
    """Return "put all the candles that are not on the desk ..." of "..., not the one on the desk"."""
    named = match.groupdict().get("spared")
    before = _OTHERS.sub("all the ", match["before"]) if named else match["before"]
    told = none_there_of(before, re.sub(r" (?:though|please|however)$", "", match["at"], flags=re.IGNORECASE), named)
    return f"{match.groupdict().get('lead') or ''}{told}" if told else match.group()


_OTHERS = re.compile(r"\b(?:all )?the (?:other|remaining|rest of the) (?=[a-z]+s\b)", re.IGNORECASE)


def none_there_of(before: str, at: str, spared: str | None = None) -> str:
    """Return an order about the one set that it names without what is somewhere, '' where that is not clear.

    :param spared: the noun of what is spared, where that is named
    """
    sets = list(SETS.finditer(before))
    if len(sets) != 1:
        return ""
    named = sets[0]["noun"] or (plural(sets[0]["single"]) if sets[0]["single"] else None)
    if spared is not None and (named is None or singular(named.lower()) != spared.lower()):
        return ""
    every = "everything that is" if named is None else f"all the {named} that are"
    start, rest = before[: sets[0].start()], before[sets[0].end() :]
    away = _AWAY.match(rest) if _THROWN.search(start) else None
    if away is not None:  # "throw the tomatoes away" has its particle before a set with a place
        return f"{start}away {every} not {at}{rest[away.end() :]}"
    return f"{start}{every} not {at}{rest}"


_THROWN = re.compile(r"\b(?:throw|chuck|toss|put|clear) $", re.IGNORECASE)
_AWAY = re.compile(r"^\s*away\b", re.IGNORECASE)


def _none_there_inside(match: re.Match[str]) -> str:
    """Return "all the candles that are not on the desk" of "all the candles but the one on the desk"."""
    return none_there_of(match["set"], match["at"]) or match.group()


def _stays(match: re.Match[str]) -> str:
    """Return what is said beside "the green one stays where it is", "the red one" of it with its noun."""
    before, rest = match["before"] or "", match["rest"] or ""
    if not before and not rest.strip(" .!"):
        return match.group()
    noun = re.findall(r"[a-z-]+", match["spared"].lower())[-1]
    if before and SET.search(before):
        return f"{before} except {match['spared']}{rest}"
    named = rf"the \g<which>{noun}" if noun not in ("one", "ones") else r"\g<0>"
    return f"{before}{re.sub(_WHICH_ONE, named, rest, flags=re.IGNORECASE)}".lstrip(" .,;")


SETS = re.compile(
    r"\b(?:(?:all|both)(?: of)?(?: the| my)?|the|my|every|each) (?P<noun>(?:[a-z]+ )?[a-z]+s)\b|\beverything\b|"
    r"\b(?:every|each)(?: single)? (?P<single>[a-z]+(?: [a-z]+)??)(?= (?:in|on|to|into|onto|under|goes|belongs|"
    r"should|from)\b|\s*$)",
    re.IGNORECASE,
)
"""One set of things that an order is about: "all the mugs", "everything"."""
_ANY = re.compile(r"\b(?:a|an|one|some)\b", re.IGNORECASE)
SET = re.compile(r"\b(?:all|every|everything|each|whatever|any|both)\b|\bthe (?:[a-z]+ "
                  r")?[a-z]+s\b", re.IGNORECASE)
"""What says that more than one thing is named."""
_TO = rf"(?P<to>(?:(?:over|back|straight) )?(?:to|{PREP}) [^.;!?]+)"
_BELONG = rf"(?P<thing>{NPS}|[a-z]+s)(?: (?P<at0>{PLACE}))? {_NOT_AT}"
_FORMS: tuple[tuple[str, Change], ...] = (
    (
        (rf"^{_BELONG} (?P<at>{PLACE}|there|here)\s*(?:,|;|\.|!|:| [-–—]+|\band\b|\bso\b)+\s*(?:but )?(?:it|"
        rf"they|that|this)(?: (?:all|both))? "
        rf"(?:belongs?|goes|go|lives?|stands?|stays?|should (?:be|go)|must (?:be|go)|needs? to (?:be|go)) {_TO}"),
        _elsewhere,
    ),
    (
        (rf"^{_BELONG} (?P<at>{PLACE}|there|here)\s*(?:,|;|\.|!|:| [-–—]+|\band\b|\bso\b)+\s*{ASKING}"
        rf"(?P<verb>[a-z]+) (?:it|them|that|this)(?: away)? {_TO}"),
        _elsewhere,
    ),
    (rf"^{_BELONG} (?P<at>{PLACE}),? but (?:rather )?{_TO}", _elsewhere),
    (
        (rf",? ?(?:\band|\bbut|[.!;])?,? ?(?:please )?(?:don'?t|do not|never) (?:you )?(?:dare )?(?:leave|"
        rf"let|keep) "
        rf"(?P<thing>it|them|{NP}) (?:standing |wide )?(?P<state>open|opened|closed|shut|on|off|running|"
        rf"burning)\b"),
        _contrary,
    ),
    (rf"(?<![,-] )(?P<thing>\b{NP}),? (?:and |(?P<but>but ))?not (?P<other>{NP})\b,?", _not_that),
    (rf"^not {NP}[,.!]* (?:but |i (?:said|meant?|want(?:ed)?|asked for) )(?P<thing>{NP})", r"\g<thing>"),
    (
        (rf"(?:^|(?P<start>[.;!] ))(?:please )?{_LEFT} (?P<thing>{NP})(?: (?:and|or|nor) {NP})?(?: (?:alone|"
        rf"be|out of it|(?:that is {PLACE} )?(?:there|here)|where (?:it|they) (?:is|are)))?{_GOES_ON}"
        r"(?P<rest>[^.;!?]+)"),
        _left_alone,
    ),
    (
        (rf"(?:^|(?P<start>[.;!] ))(?:please )?(?:ignore|skip|forget(?: about)?|never mind) "
        rf"(?P<thing>{NP})(?: {PLACE}){_GOES_ON}"
        r"(?P<rest>[^.;!?]+)"),
        _left_alone,
    ),
    (
        (rf"(?:^|(?P<start>[.;!] ))(?:neither|never|(?:don'?t|do not)) (?:touch|move|take|use) "
        rf"(?P<thing>{NP}) (?:n?or) {NP}{_GOES_ON}"
        r"(?P<rest>[^.;!?]+)"),
        _left_alone,
    ),
    (
        (rf"(?:,| [-–—]+|\.|;)? ?(?:and |but |only |just |though |please )*(?:only not|just not|not|anything "
        rf"but|any but|any one but|(?:all|everything)(?: things)? (?:but|except)) "
        rf"(?P<spared>{_ONES})(?:,? (?:though|please|however|mind you))?{_REST}"),
        _excepted,
    ),
    (
        (rf",? ?\b(?:and |but )?(?P<spared>(?:{DET} )?[a-z]+(?: [a-z]+)?),? (?:excepted|excluded|aside|not "
        rf"included|exempted)\b,?"),
        lambda m:
            f" except {m['spared'] if re.match(DET, m['spared'], re.I) else 'the ' + m['spared'].strip()}",
    ),
    (
        (rf",? ?\b(?:and |but )*(?:leaving|keeping|(?:but|and|only|just) (?:(?:please|only|just) )*(?:leave|keep)) "
        rf"(?P<spared>{_ONES})(?: {_STAYS}){_REST}"),
        _spared,
    ),
    (
        (
            rf",? ?\b(?:(?:but )?(?:only|just)|but)(?: please)? (?:leave|keep) "
            rf"(?![^.;!?]* (?:open|closed|shut|on|off|running)\b)(?P<spared>{_ONES}){_REST}"
        ),
        _spared,
    ),
    ((rf",? (?:minus|without|bar|save(?: for)?|bar(?:ring)?|but for|leaving out) "
     rf"(?P<spared>{_ONES}){_REST}"), r" except \g<spared>"),
    (rf"\ball but (?=the [a-z]+ [a-z]+\b)(?P<spared>{NP})", lambda m:
        f"all the {plural(m['spared'].split()[-1])} except {m['spared']}"),
    (r"\ball of (?=the [a-z]+s\b)", "all "),
)
_STAYING = (
    r"(?:(?:can|may|should|must|has to|have to|is to|are to) )?(?:just )?(?:stays?|remains?)(?: (?:put|there|here|"
    rf"{_STAYS}|{PLACE}))?"
)
_HANDS_OFF = r"(?:don'?t|do not|never|without) (?:you )?(?:dare )?(?:touch|mov|tak|disturb|includ)(?:e|ing)?"


def _only_that(match: re.Match[str]) -> str:
    """Return "empty the kettle" of "don't wash the plates. Only empty the kettle", and the same with one verb."""
    order = match["order"]
    if re.match(r"\w+(?: \w+)? (?:it|them)\b|\w+ (?:it|them)\b", order, re.IGNORECASE):  # what is not done to is meant
        return match.group()
    if first_order_verb(order):
        return f"{match['lead']}{order}"
    thing = re.match(rf"{NAME}(?=\W|$)", order, re.IGNORECASE)
    done = match["verb"].lower() not in ("touch", "do", "forget", "worry", "mind", "bother")
    known = thing is not None and known_noun(thing.group()) and done
    return f"{match['lead']}{match['verb']}{match['me'] or ''} {order}" if known else match.group()


def _goes_on(match: re.Match[str]) -> bool:
    """Tell whether another order stands behind what is not to be done."""
    order = re.search(r"\band (?:then |after that |also )*(?!not\b)[a-z]+ (?:the|all|my|both|a)\b", match.group())
    return order is not None


_BUT_THAT = (
    r"(?:not|except(?: for| not)?|other than|apart from|aside from|bar|barring|save(?: for)?|minus|excluding|without|"
    r"everything but|all but)"
)
_LEAVING = r"(?:(?:please )?(?:only |just )?(?:leave|leaving|keep|keeping|skip|ignore|spare))"
_FIRST_OF_ALL: tuple[tuple[str, Change], ...] = (
    (r"\bboth(?: of)?(?: the| my)? (?P<ns>[a-z]+s)(?=[^.;!?]*\bexcept\b)", r"all the \g<ns>"),
    (
        (
            rf"\b(?P<verb>put|place|move|take|bring|carry) (?P<set>(?:everything|all|every|each|both)\b[^.;!?]*?),? "
            rf"except(?: for)? (?P<spared>{NP}(?:,? and {NP})*) (?P<to>(?:into|onto|to) {NP}){LAST}"
        ),
        r"\g<verb> \g<set> \g<to> except \g<spared>",
    ),
    (
        (
            rf"(?:\s*[;,.]+)?\s+(?:(?:well|but|oh|and),? )*(?:except|but not|not)(?: for)? (?P<spared>{_ONES}),? "
            r"(?:that|it|they|those|this)(?: one)?(?: (?:may|can|should|must|has to))? (?:stays?|remains?)"
            rf"(?: (?:there|here|put|where it is))?{LAST}"
        ),
        r" except \g<spared>",
    ),
    (
        (
            rf"(?P<one>\b(?:the|my) (?:[a-z]+ ){{0,2}}[a-z]+ that is (?:up |down |over )?{PLACE}),? (?:and |but "
            rf")?not the one "
            rf"(?:(?:that|which) is )?(?:lying |standing )?(?:from |{PREP} ){NP}{LAST}"
        ),
        r"\g<one>",
    ),
    (
        (r"^(?P<lead>\W*)(?:please )?(?:don't|do not|dont) (?P<verb>[a-z]+(?: on|"
         rf" off)?)(?P<me> me)? [^.;!?,]+[.,;!]+ (?:but )?(?:only|just) (?P<order>[^.;!?]+){LAST}"),
        _only_that,
    ),
    (
        (r"^(?P<lead>\W*)(?:only|just) (?P<order>[a-z]+ [^.;!?,]+)[.,;!]+ (?:please )?(?:don't|do not|dont) "
        r"[^.;!?]+[.!]*$"),
        lambda m: f"{m['lead']}{m['order']}" if first_order_verb(m["order"]) and not _goes_on(m) else m.group(),
    ),
    (
        (
            rf"^(?P<lead>\W*)(?:please )?(?:don't|do not) (?P<verb>[a-z]+) the (?:{words.TELLING_WORD}|"
            rf"dirty) (?P<noun>[a-z]+(?: [a-z]+)??)(?P<rest>(?: (?:to|{PREP}) {NP})?)\s*[,;.]+ (?:just|only|"
            rf"but)(?: only| just)? the (?P<which>{words.TELLING_WORD}|dirty) ones?{LAST}"
        ),
        r"\g<lead>\g<verb> the \g<which> \g<noun>\g<rest>",
    ),
    (
        (rf"(?P<before>\b(?!go\b|walk\b)[a-z]+ [^.;!?]*?)\s*[,.;]?\s*(?:(?:and|but|only|just|though|please) )*"
         rf"{_HANDS_OFF} (?P<spared>{_ONES})(?: {_STAYS})?(?:,? though)?{_REST}"),
        _untouched,
    ),
    (
        (rf"(?P<before>\b[a-z]+ [^.;!?]*?),? (?:and|but|;) (?:please |just )?(?:leave|keep) the others?(?: ones?| two| "
        rf"three)?(?: {PLACE}| {_STAYS})?{_REST}"),
        r"\g<before>",
    ),
    (
        (rf"^(?P<before>[^.;!?]+?)\s*(?:[,;.] |\s)(?:(?:but|just|only|and|though|except(?=,? "
        rf"(?:not|do|please|leave))),? )*(?:{_BUT_THAT}|"
         rf"{_LEAVING}|{_HANDS_OFF}) (?:the (?:ones?|(?P<spared>[a-z]+(?: [a-z]+)??))|those|that one)(?: that "
         rf"(?:is|are))? "
         rf"(?P<at>{PLACE})(?: {_STAYS})?(?:,? (?:though|please|however))?{_REST}"),
        _none_there,
    ),
    (
        (rf"^(?P<before>[^.;!?]+?)\s*(?:[,;.]|\band|\bbut) (?:the ones?|those|that one)(?: that (?:is|are))? "
         rf"(?P<at>{PLACE}) {_STAYING}{_REST}"),
        _none_there,
    ),
    (
        (rf"^(?P<lead>(?:please )?)(?:{_BUT_THAT}|{_LEAVING}|{_HANDS_OFF}) (?:the (?:ones?|(?P<spared>[a-z]+(?: "
        rf"[a-z]+)??))|"
         rf"those|that one)(?: that (?:is|are))? (?P<at>{PLACE})(?: {_STAYS})?(?:,|;|\.| and| but)+ (?:(?:and|but|"
         rf"please) )*"
         r"(?P<before>[^.;!?]+)"),
        _none_there,
    ),
    (
        (rf"(?P<set>\b(?:all|every|each)(?: of)?(?: the| my)? [a-z]+(?: [a-z]+)??),? (?:{_BUT_THAT}|but) (?:the ones?|"
         rf"those|that one)(?: that (?:is|are))? (?P<at>{PREP} (?:the|my) [a-z]+(?: [a-z]+)??)"
         rf"(?= (?:{PREP}|to|goes?|belongs?|should|must|needs?|ha(?:s|ve))\b)"),
        _none_there_inside,
    ),
    (
        (rf"^(?P<before>[^.;!?]+?)(?:,? (?:and|but|only|while|;)|,(?! the others?\b)) (?P<spared>{_ONE}) "
        rf"{_STAYING}(?P<rest>\s*(?:[.!?]|$))"),
        _stays,
    ),
    (
        rf"^(?P<before>)(?P<spared>{_ONE}) {_STAYING}(?P<rest>\s*(?:[.,;]|,? and|,? but) [^?]+)$",
        _stays,
    ),
    (
        (rf"^(?P<kept>(?:please )?(?:leave|keep) {NP}(?: {PLACE})? (?:on|off|open|closed|shut|running)),? but "
         r"(?=[a-z]+ )"),
        r"\g<kept> and ",
    ),
    (
        (rf"^(?:please )?(?:don'?t|do not) (?P<verb>bring|give|get|fetch|hand|pass)(?: me)? {NP}[,.;!]+ (?:but )?"
         r"(?:i|we)(?:'d| would| was| am|'m)? (?:only |just |really )*"
         r"(?:want(?:ed)?|need(?:ed)?|asked for|meant|like|after) "
         rf"(?=(?:the|a|an|my|some)\b)"),
        r"\g<verb> me ",
    ),
    (
        (r"(?P<set>\b(?:everything|(?:all|every|each)\b)[^,.;!?]*?),? (?:bar|barring|minus|save(?: for)?) "
        r"(?=(?:the|my) [a-z]+\b)"),
        r"\g<set> except ",
    ),
)
RULES: tuple[Rule, ...] = rules((*_FIRST_OF_ALL, *_FORMS))
