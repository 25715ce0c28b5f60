"""Things told of before the order that is about them, or after it: "the fork in the sink is dirty. Wash it"."""

from __future__ import annotations

import re

from pred_language.discourse.hinting import undoing
from pred_language.discourse.idle_words import STATE
from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.wishing import MADE
from pred_language.discourse.wrapping import first_order_verb, order_verbs
from pred_language.lexicon.inflection import known_noun, named_can, types_named
from pred_language.lexicon.shapes import LAST, NAME, NP, PLACE, THE

_WELL = r"(?:(?:oh|ah|no|wait|hmm?|actually|well|sorry|but|er|um|hang on|on second thoughts?)\b[\s,.!…-]*)+"
_NOT_YET = r"(?:hasn't|has not|have not|haven't|isn't|is not|was not|wasn't)(?: been)?"


def _with_article(phrase: str) -> str:
    return phrase if re.match(rf"{THE} ", phrase, re.IGNORECASE) else f"the {phrase}"


def _it_there(match: re.Match[str]) -> str:
    """Return "wash the fork that is in the sink" of "fork in the sink hasn't been washed yet. Wash it"."""
    if (
        not known_noun(match["thing"])
        or match["verb"].lower() not in order_verbs()
        or match["rest"].startswith(" out")
    ):
        return match.group()
    return f"{match['verb']} {_with_article(match['thing'])} that is {match['at']}{match['rest']}"


def _opened(match: re.Match[str]) -> str:
    """Return "open the safe and bring my keys to me" of "my keys are in the safe. Open it and bring them to me"."""
    if not named_can(match["place"], "openable"):
        return match.group()
    rest = re.sub(r"\b(?:it|them)\b", match["thing"], match["rest"], count=1, flags=re.IGNORECASE)
    return f"{match['verb']} {match['place']}{rest}"


def _that_one(match: re.Match[str]) -> str:
    """Return "the pen that is not on the desk" of "the other pen, the one that is not on the desk"."""
    return f"the {match['noun']} that is {match['so']}" if known_noun(match["noun"]) else match.group()


def _but_one(match: re.Match[str]) -> str:
    """Return "turn off the lamp" of "turn off the telly and the lamp. Actually, leave the telly on"."""
    spared = known_noun(match["no"])
    left = [one for one in (match["one"], match["two"]) if known_noun(one) != spared]
    if not spared or len(left) != 1 or not first_order_verb(match["order"]):
        return match.group()
    at = match["at"] or "" if left[0] == match["two"] else ""
    return f"{match['order']} {left[0]}{at}"


def _better(match: re.Match[str]) -> str:
    """Return "put the ball on the sofa" of "put the ball on the bed. Ah no, it is dirty, on the sofa is better"."""
    return f"{match['order']} {match['new']}" if first_order_verb(match["order"]) else match.group()


def _rest_of_them(match: re.Match[str]) -> str:
    """Return "move everything that is on the bed except the pillow ..." of "leave the pillow but move the rest ..."."""
    if not known_noun(match["spared"]) or not known_noun(match["place"]):
        return match.group()
    return f"move everything that is on {match['place']} except {match['spared']} {match['to']}"


def _none_so(match: re.Match[str]) -> str:
    """Return "turn off all the candles" of "I don't want a single candle burning"."""
    verb, noun = undoing(match["so"].lower()), known_noun(match["noun"])
    return f"{match['lead']}{verb} all the {noun}s" if verb and noun else match.group()


def _wanted_so(match: re.Match[str]) -> str:
    """Return "heat the potato that is on the counter" of "the potato on the counter, I want it hot"."""
    verb = MADE.get(match["so"].lower(), "")
    if not verb or not known_noun(match["thing"]):
        return match.group()
    at = f" that is {match['at']}" if match["at"] else ""
    return f"{verb} {_with_article(match['thing'])}{at}"


def _all_but(match: re.Match[str]) -> str:
    """Return "put all the towels except the white one in the hamper" of "the towels all, except ..., put in ..."."""
    if match["verb"].lower() not in order_verbs() or not known_noun(match["nouns"]):
        return match.group()
    return f"{match['verb']} all the {match['nouns']}{match['but'] or ''} {match['to']}"


def _and_it(match: re.Match[str]) -> str:
    """Return ", and close the laptop" of ", and the laptop, close it"."""
    known = match["verb"].lower() in order_verbs() and known_noun(match["thing"])
    return f", and {match['verb']} {match['thing']}{match['rest']}" if known else match.group()


def _from_there(match: re.Match[str]) -> str:
    """Return "bring me only the wine from the fridge" of "from the fridge, bring me only the wine"."""
    known = known_noun(match["place"]) and first_order_verb(match["order"])
    who = re.sub(
        r"^(?P<v>\W*(?:please )?bring) (?!me\b|us\b|it\b)", r"\g<v> me ", match["order"], flags=re.IGNORECASE
    )
    return f"{who} from {match['place']}" if known else match.group()


def _gloomy(match: re.Match[str]) -> str:
    """Return "open the blinds" of "it's so gloomy in here with the blinds shut, it would be lovely to ..."."""
    verb = undoing(match["so"].lower())
    return f"{verb} {match['thing']}" if verb and known_noun(match["thing"]) else match.group()


def _that_or_one(match: re.Match[str]) -> str:
    """Return both orders in full of "if there is soap in the box, bring me that, if not then one from the shelf"."""
    if not known_noun(match["thing"]) or not first_order_verb(match["order"]):
        return match.group()
    noun = known_noun(match["thing"])
    return (
        f"if there is {match['thing']} {match['at']}, {match['order']} the {noun} that is {match['at']}; otherwise "
        f"{match['order']} the {noun} from {match['other']}"
    )


def _you_can(match: re.Match[str]) -> str:
    """Return "if the hamper is open, throw the cloth in the hamper" of "if ... you can throw the cloth in there"."""
    if not first_order_verb(match["order"]):
        return match.group()
    order = re.sub(r"\b(?P<p>in|on) there\b", rf"\g<p> {match['thing']}", match["order"], flags=re.IGNORECASE)
    return f"if {match['thing']} is {match['so']}, {order}"


def _taken_from(match: re.Match[str]) -> str:
    """Return "put everything that is on the table" of "I want the table free, so put everything from it"."""
    furniture = any(k.can("receptacle") and not k.can("pickupable") for k in types_named(match["place"]))
    return (
        f"{match['order']} {match['what']} that is on {match['place']}{match['rest']}"
        if furniture
        else match.group()
    )


_FORMS: tuple[tuple[str, Change], ...] = (
    ((rf"^\W*(?P<thing>(?:{THE} )?[a-z]+(?: [a-z]+)?) (?P<at>{PLACE}) (?:(?:{_NOT_YET} (?:[a-z]+ed|clean|done))|(?:is|"
      rf"are|looks|has been) (?:still |all |so |really )*(?:{STATE}|filthy|grubby|done|finished|[a-z]+ed))(?: yet| "
      r"again)?\s*[.,;!]+ (?:please |so |can you |could you |would you )*(?P<verb>[a-z]+) (?:it|"
      r"them)\b(?P<rest>[^?]*)$"), _it_there),
    ((rf"^\W*(?P<thing>{NP}) (?:is|are) (?:in|inside) (?P<place>{NP})\s*[.,;]+ (?:so |please |and )*(?P<verb>open|"
      r"unlock) it(?P<rest>,? (?:and|then) [^?]*\b(?:it|them)\b[^?]*)$"), _opened),
    ((r"\bthe other (?P<noun>[a-z]+(?: [a-z]+)?), the one (?:that is |that's |which is |which's )?(?P<so>(?:not "
      rf")?(?:{PLACE}|{STATE}\b))"),
     _that_one),
    ((rf"^(?P<order>\W*(?:please )?(?:(?:turn|switch) (?:on|off)|[a-z]+)) (?P<one>{NAME}) and (?P<two>{NAME})(?P<at> "
      rf"{PLACE})?\s*[.,;!…]+ {_WELL}(?:please )?(?:leave|keep) (?P<no>{NAME})(?: on| off| open| closed| shut| alone| "
      rf"be| as it is| where it is)?{LAST}"),
     _but_one),
    ((rf"^(?P<order>\W*(?:please )?[a-z]+ {NAME}) {PLACE}\s*[.,;!…]+ {_WELL}(?:[^.,;!?]+, )?(?:(?:maybe|perhaps|"
      rf"better|rather) )?(?P<new>{PLACE})(?: is| would be| will be|'s) (?:better|nicer|best|fine)(?: for "
      rf"it)?{LAST}"), _better),
    ((rf"\b(?:leave|keep) (?P<spared>{NAME})(?: where it is| alone| there)?,? (?:but|and) (?:move|put|take|carry|"
      r"bring) (?:the rest|everything else|all the rest|all else)(?: of (?:the|my) (?:things|stuff|items))? (?:from|"
      rf"on|off|that is on) (?P<place>{NAME}) (?P<to>(?:to|onto|on|in|into) {NP})"), _rest_of_them),
    ((r"^(?P<lead>\W*)(?:i|we) (?:don't|do not) want (?:a single|any|even one|one) (?P<noun>[a-z]+?)s? (?:left |"
      rf"still )?(?P<so>on|open|running|burning|lit)(?: in here| here| anywhere| any more)*{LAST}"), _none_so),
    ((rf"^\W*(?P<thing>{THE} [a-z]+(?: [a-z]+)?)(?: (?P<at>{PLACE}))?, (?:i|we) (?:want|need|would like|'d like) "
      rf"(?:it|them) (?P<so>{'|'.join(MADE)})(?:,? please)?{LAST}"), _wanted_so),
    ((r"^\W*the (?P<nouns>[a-z]+s) all(?:,(?P<but> (?:except|but)(?: for)? the [a-z]+ ones?),)? (?:please "
      rf")?(?P<verb>[a-z]+) (?P<to>(?:in|on|into|onto) {NP})(?:,? please)?{LAST}"), _all_but),
    (rf",? and (?P<thing>{NAME}), (?P<verb>[a-z]+) (?:it|them)(?P<rest>(?: [a-z]+)*){LAST}", _and_it),
    (rf"^\W*(?:out of|from) (?P<place>{NAME}),? (?P<order>(?:please )?[a-z]+ [^.;!?,]+){LAST}", _from_there),
    ((rf"^\W*it(?:'s| is) (?:so|too|very|really|awfully|rather) [a-z]+ (?:in here |here )?with (?P<thing>{NAME}) "
      r"(?P<so>shut|closed|open|on|off|running)(?:,? (?:it would be|i would|i'd) [^.;!?]*)?\s*[.!]*$"), _gloomy),
    ((rf"^\W*if there(?:'s| is)(?: still)? (?P<thing>(?:an? |any |some )?[a-z]+(?: [a-z]+)?) (?P<at>{PLACE}),? "
      r"(?:then |please )?(?P<order>[a-z]+(?: me)?) (?:that|it|that one|this one|this|one)[,.;]? (?:and |but )?(?:if "
      r"not|if there (?:is not|isn't)|otherwise|else)(?: then)?,? (?:(?:please )?(?P=order) )?(?:the )?(?:one|some) "
      rf"(?:from|in|on) (?P<other>{NP}){LAST}"),
     _that_or_one),
    ((rf"^\W*if (?P<thing>{NAME}) is (?P<so>(?:still |already )?{STATE}),? (?:then )?(?:you can|you may|you could) "
      r"(?P<order>[a-z]+ [^.,;!?]+)(?:,? (?:because|since|as)? ?i [^.;!?]*)?\s*[.!]*$"), _you_can),
    ((rf"^\W*(?:i|we) (?:want|need|would like|'d like) (?P<place>{NAME}) (?:free|clear|empty|clean)(?: for "
      r"[^.,;!?]+)?,? (?:so|and) (?:please )?(?P<order>put|move|take) (?P<what>everything|all|what is)(?: that is)? "
      r"(?:from|on|off) it\b(?P<rest>[^?]*)$"), _taken_from),
    ((rf"\bwhatever(?:'s| is) (?P<at>{PLACE}) that (?P<who>you|i|we|one) can (?P<use>[a-z]+(?: [a-z]+)? (?:with|from|"
      r"on|in))\b"),
     r"something \g<who> can \g<use> that is \g<at>"),
    ((r"\b(?P<some>something|anything) (?P<so>clean|dirty|cold|hot|warm) (?P<use>(?:to|for|that) [a-z]+[^.,;!?]*? "
      r"(?:with|from|out of|on|in))(?=\s*(?:[.,;!?]|$))"), r"\g<some> \g<use> that is \g<so>"),
    ((r"\bsomething for (?P<verb>dry|wash|write|cut|eat|drink|read|wipe|clean|stir)(?P<rest> (?:myself|with|it|the "
      r"[a-z]+|my [a-z]+))?(?: with)?(?=\s*(?:[.,;!?]|$))"), r"something to \g<verb>\g<rest> with"),
)  # fmt: skip
RULES: tuple[Rule, ...] = rules(_FORMS)
"""Rules that say in the order what was told of beside it."""
