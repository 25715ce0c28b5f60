"""Things named ahead of what is done with them: "plate, keys and card all go in the box", "yellow bowl: rinse"."""

from __future__ import annotations

import re

from pred_core.vocabulary import object_types
from pred_language.discourse.hinting import undoing
from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.wishing import MADE
from pred_language.discourse.wrapping import base_of_participle, order_verbs
from pred_language.lexicon import words
from pred_language.lexicon.courtesy import closed
from pred_language.lexicon.inflection import (
    known_noun,
    named_can,
    names_several,
    plural,
    singular,
    with_article,
)
from pred_language.lexicon.nouns import nouns
from pred_language.lexicon.shapes import DET, LAST, NAME, NP, PREP

_BARE = rf"(?:{DET} )?[a-z]+(?: [a-z]+)?"
_LIST = rf"(?P<list>{_BARE}(?:, {_BARE})*,? and {_BARE})"
_GO = r"(?:goes|go|belongs?|should go|are to go|have to go|must go|need to go|can go|come|comes)"
_ALL = r"(?:all|both|all of them|both of them|them all|the lot|everything)"
_STATES = {s: verb for s, verb in MADE.items() if verb.startswith(("turn", "open", "close"))} | {"out": "turn off"}
_NO_THINGS = closed("is are was were if when once unless while so with leave let")
"""What begins no name of a thing: a question, a condition, or an order, as all verbs of orders do."""
_LID = re.compile(r"(?:lid|seat|toilet|loo)$", re.IGNORECASE)


def _listed(match: re.Match[str]) -> str:
    """Return "put the plate, the keys and the card in the box" of "plate, keys and card all go in the box"."""
    things = [one for one in re.split(r",? and |, ", match["list"]) if one]
    if not all(known_noun(one) for one in things):
        return match.group()
    named = [f"all {one}" if names_several(one) and with_article(one) != one else with_article(one) for one in things]
    return f"{match['lead']}put {', '.join(named[:-1])} and {named[-1]} {match['to']}"


def _done_to(match: re.Match[str]) -> str:
    """Return "rinse the yellow bowl" of "yellow bowl: rinse"."""
    verb, thing = match["verb"].lower(), match["thing"]
    if not known_noun(thing):
        return match.group()
    if verb in ("leave", "leave alone", "leave it", "leave it alone"):
        return f"{match['start']}leave {with_article(thing)} alone"
    known = verb.split()[0] in order_verbs()
    return f"{match['start']}{match['verb']} {with_article(thing)}" if known else match.group()


def _turned(match: re.Match[str]) -> str:
    """Return "turn off the candle; turn on the lamp" of "candle out, floor lamp on"."""
    told: list[str] = []
    if "?" in match.string:
        return match.group()
    for clause in re.split(r"(?:,|\.|;|,? and| -) ", match["clauses"]):
        thing, _, state = clause.strip().rpartition(" ")
        first = thing.lower().partition(" ")[0]
        orders = first in order_verbs() and not known_noun(first)  # "microwave off" orders nothing by its first word
        meant = {} if orders or first in _NO_THINGS else nouns().get(known_noun(thing), {})
        verb = "open" if state.lower() == "up" and _LID.search(thing) else _STATES.get(state.lower(), "")
        needed = "openable" if verb in ("open", "close") else "toggleable"
        if not verb or not any(object_types()[name].can(needed) for name in meant):
            return match.group()
        told.append(f"{verb} {with_article(thing)}")
    return f"{match['lead']}{'; '.join(told)}"


def _each_told(match: re.Match[str]) -> str:
    """Return "the green book goes ..., the red book stays ..." of "the two books: the green goes ..., the red ..."."""
    noun = known_noun(match["ns"])
    if not noun:
        return match.group()
    return re.sub(
        rf"\bthe (?P<which>{words.TELLING_WORD})(?: one)? (?=(?:{_GO}|stays?|remains?|to|{PREP})\b)",
        lambda m: f"the {m['which']} {singular(noun)} ",
        match["rest"],
        flags=re.IGNORECASE,
    )


def _everything_there(match: re.Match[str]) -> str:
    """Return "put everything that is on the table in the box" of "everything on the table, into the box"."""
    return f"{match['lead']}put everything that is {match['at']} {match['to']}"


def _brought(match: re.Match[str]) -> str:
    """Return "bring me one roll from the cabinet" of "one roll from the cabinet please"."""
    known = named_can(match["thing"], "pickupable")
    return f"bring me {match['thing']} {match['at']}" if known else match.group()


def _needed_so(match: re.Match[str]) -> str:
    """Return "wash the second mug from the left" of "second mug from the left, needs a wash"."""
    return f"wash {with_article(match['thing'])}" if known_noun(match["thing"]) else match.group()


def _it_hums(match: re.Match[str]) -> str:
    """Return "turn off the microwave" of "the microwave is humming with nothing in it. Turn off it"."""
    known = known_noun(match["thing"]) and match["verb"].lower() in order_verbs()
    verb = f"{match['verb']}{match['way'] or ''}"
    return f"{verb} {with_article(match['thing'])}{match['rest']}" if known else match.group()


def _not_there(match: re.Match[str]) -> str:
    """Return "bring me the dirty mug" of "the dirty mug shouldn't be in a bedroom at all. Bring me it"."""
    known = known_noun(match["thing"]) and match["verb"].lower() in order_verbs()
    return f"{match['verb']} {match['me'] or ''}{match['thing']}{match['rest']}" if known else match.group()


def _left_so(match: re.Match[str]) -> str:
    """Return "make sure that the box is open and put the remote in the box" of "I want the box left open, with ..."."""
    box = match["thing"]
    if not known_noun(box) or not known_noun(match["inner"]):
        return match.group()
    prep = match["prep"].lower().removesuffix("side")
    return f"put {with_article(match['inner'])} {prep} {box} and leave {box} {match['state']}"


def _every_one_done(match: re.Match[str]) -> str:
    """Return "wash every dirty thing in the sink" of "every dirty thing in the sink must be washed"."""
    base = base_of_participle(match["done"])
    named = re.sub(r"^(?:every|each|any) (?P<so>[a-z]+ )?thing\b", r"everything \g<so>", match["set"], flags=re.I)
    return f"{match['lead']}{base} {' '.join(named.split())}" if base else match.group()


def _fallen(match: re.Match[str]) -> str:
    """Return "put the pillow that is on the floor back on the bed" of "a pillow fell to the floor. Put it back ..."."""
    known = known_noun(match["noun"])
    return f"put the {match['noun']} that is on the {match['floor']} {match['to']}" if known else match.group()


def _thought_there(match: re.Match[str]) -> str:
    """Return "throw the paper that is under the table away" of "something's under the table, a paper I think, ..."."""
    known = known_noun(match["noun"]) and match["verb"].lower() in order_verbs()
    return f"{match['verb']} the {match['noun']} that is {match['at']}{match['rest']}" if known else match.group()


_STATE = "|".join((*sorted(_STATES, key=len, reverse=True), "up"))
_TURNED = rf"(?:(?:{DET} )?[a-z]+(?: [a-z]+)?(?: [a-z]+)? (?:{_STATE}))"
def _none_so(match: re.Match[str]) -> str:
    """Return "turn off all the burning candles" of "I want no candle burning in here"."""
    noun, state = known_noun(match["noun"]), match["so"].lower()
    return f"{undoing(state)} all the {state} {plural(singular(noun))}" if noun else match.group()


_FORMS: tuple[tuple[str, Change], ...] = (
    (
        (rf"^\W*(?:(?:i|we)(?:'d| would)? (?:want|like|need) no|(?:i|we) (?:don't|do not) want any|let there be no) "
        rf"(?P<noun>[a-z]+(?: [a-z]+)??) (?:to be |left )?(?P<so>burning|lit|on|running|open)"
        rf"(?: in here| here| any ?more| now| in this room)*(?:,? please)?{LAST}"),
        _none_so,
    ),
    (
        r"\b(?:kill|cut|turn off|switch off|shut off) the (?:heat|gas|flame|fire|hob|ring) under (?=(?:the|that|my)\b)",
        "turn off the burner under ",
    ),
    (
        (rf"^(?P<lead>\W*)(?P<thing>{NAME}(?: that (?:is|are) (?:not )?{PREP} {NAME})?), (?:can|could|may|"
         r"might) (?:i|we) (?:please )?(?:have|get|borrow) (?:it|that|them)(?:,? please)?\?+$"),
        r"\g<lead>bring me \g<thing>",
    ),
    (
        (rf"\b(?P<thing>the (?!first|second|third|last|other|next)(?:{words.TELLING_WORD} )?[a-z]+(?: [a-z]+)??), "
         rf"the one (?:(?:that|which) (?:is|are) |lying |standing )?(?P<at>{PREP} {NAME})(?:,? (?:and )?not the one "
         r"[^.;!?,]+)?(?=\s*(?:[.,;!:]|$))"),
        r"\g<thing> that is \g<at>",
    ),
    (
        (rf"^\W*no more water(?: running| flowing| going)?(?: (?:in|into|in to) (?P<at>{NAME}))?(?:,? "
        rf"(?:now|please))*{LAST}"),
        lambda m: f"turn off the tap of {m['at']}" if m["at"] else "turn off the running tap",
    ),
    (
        (rf"^(?P<lead>\W*)(?P<thing>{NAME})(?:, the (?:one|[a-z]+) (?P<at>{PREP} {NAME}))?(?:,| -|:| –|"
         rf" —)+ (?:straight )?(?P<to>(?:into|onto|in|on|to) {NP}) with (?:it|them|that){LAST}"),
        lambda m: f"{m['lead']}put {m['thing']}{' that is ' + m['at'] if m['at'] else ''} {m['to']}",
    ),
    (r"\b(?P<turn>turn|switch) (?P<thing>the light switch) (?P<way>on|off)\b", r"\g<turn> \g<way> \g<thing>"),
    (rf"^(?P<lead>\W*)(?P<thing>{NAME}(?: that (?:is|are) {PREP} {NAME})?),? please (?:bring|fetch)(?: me)?{LAST}",
     r"\g<lead>bring me \g<thing>"),
    (
        (
            rf"\b(?P<left>leave {NAME} (?:open|closed|shut|on|off)) (?:afterwards|after that|when you're done|then|"
            rf"for now){LAST}"
        ),
        r"\g<left>",
    ),
    (r"\bthe (?P<so>bigger|smaller|larger|taller) (?:one )?of the two (?P<ns>[a-z]+s)\b",
     lambda m: f"the {m['so']} {singular(m['ns'])}"),
    (
        r"^(?P<which>which [a-z]+(?: [a-z]+)?) is (?:the )?(?P<so>bigg|small|larg|tall|long)er\?",
        r"\g<which> is the \g<so>est?",
    ),
    (
        (
            rf"^\W*it (?:would|'d) be (?:a )?(?:good|nice|great|lovely|fine|best)(?: thing| idea)? if "
            rf"(?:some(?:one|body)|you) (?:turned|switched) (?P<way>on|off) (?P<thing>{NAME}(?: {PREP} {NAME})?){LAST}"
        ),
        r"turn \g<way> \g<thing>",
    ),
    (
        (
            rf"^(?P<lead>\W*)(?P<thing>{NAME}(?: {PREP} {NAME})?) (?:[a-z]+s|is|was|has|looks) [^.;!?,]*[,.;-]+ "
            rf"(?P<to>(?:into|onto|in|on|to) {NP}) with (?:it|them){LAST}"
        ),
        r"\g<lead>put \g<thing> \g<to>",
    ),
    (
        (r"(?<=[a-z]),? (?:and |but )*(?:please )?(?:be careful|careful|watch out|"
         rf"mind you)[,:;]? (?:[a-z]+ ){{1,3}}?(?:is|are) [a-z ]+{LAST}"),
        "",
    ),
    (r",? (?:all )?in that order(?=\s*(?:[.,;!]|$))", ""),
    (rf"^(?P<lead>\W*){_LIST},? (?:should |must |can )?(?:{_ALL} )?{_GO} (?P<to>{PREP} {NP}){LAST}", _listed),
    (
        (
            rf"^(?P<lead>\W*){_LIST}\s*[:,.-]+ (?:(?:i(?:'d| would)? (?:like|want)|put|place|move) {_ALL}(?: of them)?|"
            rf"{_ALL}(?: of them)?) (?P<to>{PREP} {NP}){LAST}"
        ),
        _listed,
    ),
    (
        (
            rf"(?P<start>^\W*|[.;!,] )(?P<thing>{_BARE})\s*: (?P<verb>leave(?: it)?(?: alone)?|[a-z]+)"
            r"(?: it| please)?(?=\s*(?:[.;!,]|$))"
        ),
        _done_to,
    ),
    (
        (
            rf"^(?P<lead>\W*)(?P<clauses>{_TURNED}(?:(?:,|\.|;|,? and| -) {_TURNED})*)(?:,? (?:and |so )?(?:then )?"
            rf"(?:we|i)(?:'re| are| am|'m| can| will|'ll) (?:(?!and\b|then\b)[a-z']+ ?)+)?(?:,? please)?{LAST}"
        ),
        _turned,
    ),
    (
        (
            rf"^\W*the (?:two |three )?(?P<ns>[a-z]+s)(?: (?:that are |lying |standing |sitting )*{PREP} "
            rf"{NAME})?\s*[:,] (?P<rest>the (?:{words.TELLING_WORD})(?: one)? [^;!?]+)$"
        ),
        _each_told,
    ),
    (
        (
            rf"^(?P<lead>\W*)(?:everything|all|whatever|anything)(?: that(?:'s| is)|'s| is)? (?P<at>{PREP} {NAME})\s*"
            rf"[,:-]+ (?:straight |right )?(?P<to>(?:into|onto|to|in|on) {NP})(?: please)?{LAST}"
        ),
        _everything_there,
    ),
    (
        (
            rf"^\W*(?P<thing>(?:one|an?|two|three|the|my|that) (?:[a-z]+ )?[a-z]+(?: of [a-z]+(?: [a-z]+)?)?) "
            rf"(?P<at>(?:from|off|out of) {NAME})(?:,? please| for me)+{LAST}"
        ),
        _brought,
    ),
    (
        (
            rf"^\W*(?P<thing>(?:(?:the|my) )?[a-z]+(?: [a-z]+)?(?: from the (?:left|right))?(?: {PREP} {NAME})?)"
            rf"(?:,? please)?, (?:it )?(?:needs?|wants?|could do with) (?:a )?(?:good )?(?:wash(?:ing)?|clean(?:ing)?|"
            rf"rinse)(?:,? please)?{LAST}"
        ),
        _needed_so,
    ),
    (
        (
            rf"^\W*(?P<thing>{_BARE})(?:'s| is| are) (?:just |still )?(?:humming|buzzing|blaring|running|beeping|going|"
            r"burning|droning|whirring)(?: (?:with nothing in it|for nothing|away|and [a-z]+ing))*\s*[,.;!]+ "
            rf"(?P<verb>[a-z]+)(?P<way> off)? it(?P<rest>(?: off)?)(?:,? (?:would|could|will|can) you)?(?: "
            rf"please)?{LAST}"
        ),
        _it_hums,
    ),
    (
        (
            rf"^\W*(?P<thing>{NAME}) (?:shouldn't|should not|has no business|doesn't belong|isn't supposed to|needn't) "
            rf"(?:be |lie |stand |being )?{PREP} {NP}(?: at all| really)?\s*[,.;!]+ (?:so |please )?(?P<verb>[a-z]+) "
            rf"(?P<me>me )?it(?: here)?(?P<rest>(?: (?:to|{PREP}) {NP})?)(?: please)?{LAST}"
        ),
        _not_there,
    ),
    (
        (
            rf"^\W*(?:i(?:'d| would)? (?:want|like)|leave|keep) (?P<thing>{NAME})(?: (?:left|to (?:be|stay)))? "
            rf"(?P<state>open|closed|shut),? (?:but )?with (?P<inner>{_BARE}) (?P<prep>inside|in|on)(?: it)?{LAST}"
        ),
        _left_so,
    ),
    (
        (
            rf"^\W*(?:oh,? |oops,? )?(?:an?|the|my|one of the) (?P<noun>[a-z]+(?: [a-z]+)??) "
            r"(?:has |have |'s )?(?:just )?(?:fallen|fell|tumbled|dropped|rolled|slipped|slid|landed|ended up) "
            r"(?:down |off [a-z ]+ )?(?:to|on|onto) the (?P<floor>floor|ground|carpet|rug)\s*[,.;!]+ "
            r"(?:so |please |can you |could you )?(?:put|place|lay|set) it "
            rf"(?P<to>(?:back )?{PREP} {NP})(?: please)?{LAST}"
        ),
        _fallen,
    ),
    (
        (
            rf"^\W*something(?:'s| is| was)?(?: lying| standing| hanging)? (?P<at>{PREP} {NAME})\s*,\s*(?:an?|the) "
            rf"(?P<noun>[a-z]+(?: [a-z]+)?) (?:i (?:believe|think|guess|suppose)|it seems|probably|maybe)\s*[,.;]+ "
            rf"(?:(?:so|please|can you|could you|would you) )*(?P<verb>[a-z]+) it(?P<rest>[^;!?]*)\??{LAST}"
        ),
        _thought_there,
    ),
    (
        (
            rf"(?P<order>\b(?:put|move|take|get) {NP} (?:off|from) {NP})[^.;!?]*?[,.;]+ (?:the |any |my )?"
            rf"(?P<place>[a-z]+ ?[a-z]+)(?:'s| is| will be|'ll be| would be)? "
            rf"(?:fine|ok|okay|good|will do|would do|'ll do){LAST}"
        ),
        r"\g<order> to the \g<place>",
    ),
    (
        (
            r"(?P<lead>^|[.;!,] )\W*(?:who ?ever[a-z ]*?|some(?:one|body)|they|he|she)(?: has| had|'s)? left "
            r"the (?P<lid>(?:toilet |loo )?(?:lid|seat)) up(?: again)?\s*[,.;!]+ "
            rf"(?:please |so )?(?:put|close|shut|pull) it(?: down)?{LAST}"
        ),
        lambda m: f"{m['lead']}close the {m['lid'] if ' ' in m['lid'] else 'toilet ' + m['lid']}",
    ),
    (rf"^(?P<lead>\W*)first(?: of all)?,? (?=(?:the|my) [a-z]+(?: [a-z]+)? {_GO}\b)", r"\g<lead>"),
    (
        (
            rf"^(?P<lead>\W*)(?P<one>(?:the|my) [a-z]+(?: [a-z]+)?) {_GO} (?P<to>(?:to|{PREP}) {NP}),? (?:and )?after "
            rf"(?:that|it) (?P<more>{NP}){LAST}"
        ),
        r"\g<lead>put \g<one> \g<to>, then put \g<more> \g<to>",
    ),
    (
        (
            rf"^(?P<lead>\W*)(?:clear|empty) (?P<place>{NAME}) out\s*[:;,.-]+ (?:all of it|everything|it all|the lot) "
            rf"(?P<to>(?:to|onto|into|on|in) {NP}){LAST}"
        ),
        r"\g<lead>put everything that is in \g<place> \g<to>",
    ),
    (
        (
            r"^(?P<lead>\W*)one of the (?P<ns>[a-z]+s) is (?:hanging |standing |still |left )*(?P<so>open|on|running)"
            rf"\s*[,.;!]+ (?:please |so )?(?:see to|sort out|fix|deal with) (?:that|it){LAST}"
        ),
        lambda m: f"{m['lead']}{'close' if m['so'] == 'open' else 'turn off'} the {m['so']} {singular(m['ns'])}",
    ),
    (
        (
            rf"^(?P<lead>\W*)(?P<thing>{NAME}) (?:has to|must|should|needs to) come off (?P<at>{NAME})\s*[,.;]+ "
            rf"(?P<any>any [a-z]+(?: [a-z]+)?) (?:will|would) do{LAST}"
        ),
        r"\g<lead>put \g<thing> that is on \g<at> on \g<any>",
    ),
    (
        (
            rf"^(?P<lead>\W*)(?:pick up|take|grab|collect) (?P<all>everything that is {PREP} {NAME}) except (?:for )?"
            rf"(?P<spared>{NP}(?: and {NP})?) and (?:put|place|move) (?:it|them|everything|all of it) "
            rf"(?P<to>(?:to|{PREP}) {NP}){LAST}"
        ),
        r"\g<lead>put \g<all> \g<to> except \g<spared>",
    ),
    (
        (
            r"\bmake sure (?:that )?(?P<one>(?:the|my) [a-z]+(?: [a-z]+)?) (?:is|are) "
            r"(?P<a>on|off|open|closed|shut) and "
            r"(?P<two>(?:the|my) [a-z]+(?: [a-z]+)?) (?:is|are) (?P<b>on|off|open|closed|shut)\b"
        ),
        lambda m: f"{MADE[m['a'].lower()]} {m['one']} and {MADE[m['b'].lower()]} {m['two']}",
    ),
    (
        (
            rf"(?P<lead>^|[.;!] )\W*(?P<set>(?:every|all|each|both|any) (?:[a-z]+ )?[a-z]+(?: (?:that (?:is|are) )?"
            rf"{PREP} {NAME})?) (?:must|should|has to|have to|needs? to|ought to|is to|are to) be (?P<done>[a-z]+ed)"
            rf"(?:,? please)?{LAST}"
        ),
        _every_one_done,
    ),
    (
        (
            r"\b(?P<what>bath(?:tub)?|tub|sink|basin|shower) (?P<tap>tap|faucet)s?\b"
        ),
        r"\g<tap> of the \g<what>",
    ),
    (
        (r"\b(?P<all>both|all|all the|both the|the two) bed ?side (?:lamps|lights) (?P<way>on|off)\b|"
        r"\b(?P<set>both|all|all the|both the|the two) bed ?side (?:lamps|lights)\b"),
        lambda m: f"{m['way'] or ''} {m['all'] or m['set']} lamps next to the bed".lstrip(),
    ),
)  # fmt: skip
RULES: tuple[Rule, ...] = rules(_FORMS)
