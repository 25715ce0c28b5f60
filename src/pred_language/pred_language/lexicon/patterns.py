"""Prepositions and fixed phrases, as patterns that are rewritten before words are tagged."""

from __future__ import annotations

import re

from pred_language.lexicon.exceptions import NOT
from pred_language.lexicon.words import Prep

_PARTS = (
    "top|back|front|side|edge|end|corner|middle|center|centre|bottom|lid|seat|tank|surface|rim|ledge|cushion|"
    "back end|far end|left side|right side|inside|interior|base|rear|upper part|lower part|rack|arm|tray"
)

_PART_OF = (
    rf"(?: the| its| a)?(?: (?:very|far|upper|lower|left|right))* (?:{_PARTS})"
    r"(?: part| end| side| corner| edge| surface| section| shelf)? of"
)

_PREPS: tuple[tuple[str, Prep], ...] = (
    (rf"to{_PART_OF}", Prep.TO),
    (rf"(?!in front)(?:from )?(?:on|onto|at|in|into|along|by){_PART_OF}", Prep.ON),
    ((r"(?:to|on|at|from)? ?(?:the )?(?:immediate )?(?:left|right|other side|opposite side|side|front|rear|foot)"
     r"(?: hand)?(?: side)? of"), Prep.NEAR),
    ((r"in front of|across from|next to|close to|adjacent to|closest to|nearest to|(?<!the )(?<!my )nearest|alongside|"
     r"along side(?: of)?|opposite(?: of| from| to)?|"
     r"besides?|near(?: to)?|behind|between|in between|against|around|across"), Prep.NEAR),
    (r"(?:furthest|farthest)(?: away)? from", Prep.NEAR),
    ((r"(?:that|which|who)? ?(?:is|are|was|were)? ?(?:found|located|sitting|standing|lying|laying|resting|stored|kept)"
     r" (?:on|in|at|inside)(?: top of)?"), Prep.AT),
    ((r"(?:that|which|who) (?:lies?|stands?|sits?|rests?|hangs?|(?:was|were) (?:left|put|placed))"
     r" (?:on|in|at|inside)(?: top of)?"), Prep.AT),
    (r"(?:is|are) (?:on|in|inside|at)(?: top of)?", Prep.AT),
    (r"(?:that|which)(?: is| are| s)? (?:on|in|inside|at)(?: top of)?", Prep.AT),
    ((r"out of|off of|from off(?: of)?|from on(?: top of)?|from in|from inside(?: of)?|from the top of|"
     r"from|off"), Prep.FROM),
    (r"on top of|on to|onto|upon|atop|on top|on|over|above", Prep.ON),
    (r"inside of|in to|into|inside|within|in", Prep.IN),
    ((r"(?:from |(?:(?:that|which) )?(?:is |are )?(?:lying |sitting |standing "
    r")?)(?:underneath|beneath|under|below)"), Prep.UNDER),
    (r"by the light of|in the light of|using the light of|by using|making use of", Prep.WITH),
    ((r"which (?:has|contains|holds)|that (?:has|contains|holds)|containing|contains|having|holding|along with|"
     r"together with|filled with|full of|with|using|via"), Prep.WITH),
    (r"towards?|back to|over to|at|to", Prep.TO),
    (r"by", Prep.NEAR),
    (r"of", Prep.OF),
)  # fmt: skip

_RELATIONS: tuple[tuple[str, str], ...] = (
    (r"\bbetween\b", "between"),
    (r"\bleft\b", "left"),
    (r"\bright\b", "right"),
    (r"\b(?:behind|rear)\b", "behind"),
    (r"\b(?:in )?front\b", "front"),
    (r"\b(?:closest|nearest)\b", "nearest"),
    (r"\b(?:furthest|farthest)\b", "farthest"),
    (r"\b(?:over|above)\b", "over"),
)


def relation_of(prep: Prep, text: str) -> str:
    """Return which relation the words of a preposition say exactly: "to the left of" says left."""
    named = next((name for pattern, name in _RELATIONS if re.search(pattern, text)), "")
    if prep is Prep.NEAR:
        return named or "near"
    return named if named == "over" and prep is Prep.ON else ""


PREPOSITIONS = tuple((re.compile(rf"(?<![@\w])(?:{pattern})\b"), prep) for pattern, prep in _PREPS)
"""Patterns of prepositions, longest meaning first; each is replaced by ``@prep``."""

_SWITCH = r"(?:turn|switch|flip|power|flick|click)(?:ing|ed|s)?\b"

_AND_THEN = r"(?:(?:and|then|but|,) ){1,2}(?:(?:back|right|straight|immediately) )?"
_SWITCHED = r"( (?:the |a |that |this |it)?(?:\w+ ){0,3}?)"
KEPT_STATES = {
    "keepopen": "open|opened|ajar",
    "keepclosed": "closed|shut",
    "keepon": "on|running|burning",
    "keepoff": "off",
}
"""Verbs that "leave it open" and the like become, each with the words for the state that is to last."""

_KEPT = r"(?:it|them|(?:the|its|that|this|my|all the|both) (?:\w+ ){0,2}?\w+)"
_ENDS = r"(?= ?(?:[.,]|and\b|then\b|but\b|when\b|while\b|after|please\b|$))"
"""What is to be left open or on, and the end of a clause that says so."""

_TO_ME = f"@{Prep.ME}"
_DET = r"(?:the|a|an|my|your|our|all|every|each|both|that|this|these|those)"
_WHERE = r"(?=(?:back )?(?:in|on|inside|into|onto|under)\b)"

_ALL = r"(?:all )?(?:of )?(?:the )?"

_MAYBE = (
    r"(?:(?:which|that|it) )?(?:(?:is|are|might be|may be|could be|should be) "
    r"(?:possibly|perhaps|maybe|probably|potentially|presumably|likely|supposedly)|(?:might|may) be|"
    r"possibly|perhaps|maybe|probably|potentially|presumably|likely|supposedly)"
    r"(?: (?:is|are|located|hidden|kept|found|sitting|standing))*"
)
"""An expectation of place, not a certainty: "a mug, potentially in a cabinet" (PRED appendix G)."""

PHRASES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"\b1st\b", "first"),
        (r"\b2nd\b", "second"),
        (r"\b3rd\b", "third"),
        (r"\b4th\b", "fourth"),
        (r"\b(?:throw|toss|chuck|fling)(?:ing|s|n)?((?: \w+){0,12}?) (?:away|out)\b", r"discard\1"),
        (r"\b(?:get rid|dispose|disposing)(?: of)?\b", "discard"),
        (rf"\b(?:leav|keep|let)(?:e|ing)? (?:the )?(?:water|tap|faucet|sink) (?:run|running|flowing|on){_ENDS}",
         "keepon the faucet"),
        *((rf"\b(?:leav|keep|let)(?:e|ing)? ({_KEPT}) (?:wide |turned |switched )?(?:{state}){_ENDS}", rf"{verb} \1")
          for verb, state in KEPT_STATES.items()),
        *((rf"\b{_SWITCH} {first} (?:and|then|and then) (?:{_SWITCH} )?{second}\b(?= {_DET} )", f"{verb} and {other}")
          for first, second, verb, other in (("on", "off", "activate", "deactivate"),
                                             ("off", "on", "deactivate", "activate"))),
        *((rf"\b{_SWITCH}{_SWITCHED}{first} {_AND_THEN}{second}\b(?: again)?", rf"{verb}\1and {other} it")
          for first, second, verb, other in (("on", "off", "activate", "deactivate"),
                                             ("off", "on", "deactivate", "activate"))),
        (rf"\b{_SWITCH} on\b", "activate"),
        (rf"\b{_SWITCH}(?! off\b){_SWITCHED}on\b(?! (?:{_DET}|top)\b)", r"activate\1"),
        (rf"\b{_SWITCH} off\b", "deactivate"),
        (rf"\b{_SWITCH}{_SWITCHED}off\b", r"deactivate\1"),
        ((r"\b(?:make sure|ensure|see to it|make certain)(?: that)? ((?:\w+ ){1,5}?)"
         rf"(?:is|are|ends? up|gets?|goes|go) (?:put |placed )?{_WHERE}"), r"put \1"),
        ((rf"(?<!{NOT} )\b({_DET} (?:\w+ ){{1,4}}?(?:{NOT} {_DET} (?:\w+ ){{1,2}}?)?)(?:needs? to (?:go|be)|"
         r"should (?:go|be)|must (?:go|be)|ha(?:s|ve) to (?:go|be)|"
         rf"goes|go|belongs?) (?:put |placed |moved )?{_WHERE}"), r"put \1"),
        ((rf"\b({_DET} (?:\w+ ){{1,3}}?)(?:should|must|needs? to|ha(?:s|ve) to) be "
         r"(?=(?:sliced|cut|chopped|washed|cleaned|rinsed|heated|warmed|cooked|microwaved|cooled|chilled)\b)"),
         r"make \1"),
        (r"\bto be (?=(?:put|placed?|moved?|returned?|carried|set)\b)", "and "),
        (r"\b(?:set|lay)(?:ting)? (the|a|my) ((?:\w+ )?table) with ([^.]+)", r"put \3 on \1 \2 "),
        (r"\b(?:can|could|may) (?:i|we) (?:please )?(?:have|get)\b", f"bring {_TO_ME}"),
        ((r"\b(?:give|hand|pass)(?:ing)? (it|them|(?:the|a|an|my) (?:\w+ ){0,3}?\w+) "
          r"(?:over |back )?to (?:me|us)\b"), rf"bring \1 {_TO_ME}"),
        ((r"\b(?:give|hand|pass|get|grab|fetch|find|bring|deliver|serve|send)(?:ing)? (?:me|us)\b"),
         f"bring {_TO_ME}"),
        (r"\bpour(?:ing)? (?:me|us)\b", f"pour {_TO_ME}"),
        (r"\bcome (?:over |back )*(?:here|to (?:me|us))\b", f"go {_TO_ME}"),
        ((r"\b(bring|carry|fetch|deliver)((?: (?!from\b|in\b|on\b|to\b)\w+){1,6}?) (?:over |back )?here\b"),
         rf"\1\2 {_TO_ME}"),
        ((r"(?<!next )(?<!close )(?<!near )(?<!closest )(?<!nearest )(?<!front )(?:\b(?:over|back) )?"
          r"\bto (?:me|us|my hands?)\b"), _TO_ME),
        (r"\bfor (?:me|us)\b", f"@{Prep.FOR_ME}"),
        (r"\b(?:give|hand|pass|get|grab|fetch|find)(?:ing)? (?:him|her|them)\b(?! @)", "bring"),
        ((r"\b(?:give|hand|pass)(?:ing)? (it|them|(?:the|a|an|my) (?:\w+ ){0,3}?\w+) "
          r"to (?:him|her|them)\b"), r"bring \1"),
        (r"\binstead(?= ?(?:[.,]|$))", ""),
        (r"\bneither (\w+) nor (\w+)\b", r"not \1 \2"),
        (r"(?<!the )\b(?:right|just|directly) (?=(?:next to|beside|behind|in front of)\b)", ""),
        ((r"\bfrom ((?:the|a|my) (?:\w+ ){0,2}?)(\w+)((?: on the \w+)?) to (the|a|my) ((?:\w+ ){0,2}?)one\b"),
         r"from \1\2\3 to \4 \5\2"),
        ((r"\bfrom (?:one|a|the) (\w+) to (?:another|the other)(?: one)?(?= ?(?:[.,]|$))"),
         r"from the \1 to the other \1"),
        ((r"\b(?:to|at|on|by|near|under) (?:a|the) (?:lit|lighted|illuminated)(?: up)? "
         r"(?:\w+ )?(?:desk|table|night ?stand|dresser|room|area|corner)\b"), "under the lamp"),
        (r"\b(?:full|water filled) (?=(?:\w+ )?(?:kettle|pot|tea ?pot|cup|mug|glass|bowl|bottle|pan)\b)", "filled "),
        (r"\b(the|a) near (?=(?:left|right)\b)", r"\1 nearest "),
        (r"\b(?:at once|right away|straight away|as soon as (?:you can|possible))\b", ""),
        (r"\b(?:look|search)(?:ing)? for\b", "find"),
        (r"\blook(?:ing)? (?:up|down|ahead|over) (?:to|at|towards?)\b(?!.*\b(?:lamp|light)\b)", "face"),
        (r"\ba half step\b", "a step"),
        (rf"\b(it|they|these|those) (?:goes|go|belongs?|needs? to go|should go|must go) {_WHERE}", r"put \1 "),
        (r"\band so (?:does|do|should|goes|will) ((?:the|my|a|an) (?:\w+ ){0,2}\w+)", r"and put \1 there"),
        ((r"(?:,|\band) ((?:the|my|a|an) (?:\w+ ){0,2}?\w+) "
          r"(?:(?:too|as well|also)\b(?! as)|there(?: too| as well| also)?\b)"), r"and put \1 there"),
        ((r"\bthere(?: is| are|s) ((?:a|an|some|the|two|my) (?:\w+ ){1,4}?)(?:lying |sitting |standing )?"
          r"(on|in|under)\b"), r"\1is \2"),
        (r"\bpick(?:ing|ed|s)? ?up\b", "pick"),
        (r"\b(?:put|putting|puts|place|placing) (it |them )?(?:back )?away\b", r"store \1"),
        (r"\b(?:put|set|place)(?:ting|ing|s)? (?:it |them )?down\b", "put"),
        (r"\b(wash|rins|clean|wip)(e|es|ed|ing|s)? off\b", r"\1\2"),
        (r"\b(?:one|a) (?:place|spot|location) to another(?: place| spot)?\b", ""),
        (r"\bheat(?:ing|ed|s)? up\b", "heat"),
        (r"\bwarm(?:ing|ed|s)? up\b", "warm"),
        (r"\bcool(?:ing|ed|s)? (?:down|off)\b", "cool"),
        (r"\b(?:soap|lather|suds)(?: up| down)? (?=(?:the|a|my|all|both|it|them)\b)", "wash "),
        (r"\b(?:light|lighting|lights) up\b", "activate"),
        (r"\b(?:light|lighting) (?=(?:it|them|(?:the|a|my|all the|both) (?:\w+ )?candles?)\b)", "ignite "),
        (r"\bas well as\b", "and"),
        (r"\b(?:, )?followed by\b(?! @)", ", then"),
        (r"\bgoing to (?=(?:the|a|my)\b)", "to "),
        ((rf"\b(?:to )?where ({_DET} (?:\w+ ){{0,3}}?\w+) (?:is|are|stands?|lies?|sits?)"
          r"(?= ?(?:[.,]|$))"), r"next to \1"),
        (r"\b(activate|deactivate) (?:the )?(?:running )?water\b", r"\1 the faucet"),
        (r"\bin order to\b", "to"),
        (rf" ?,? \b{_MAYBE} (on|in|inside|under)\b((?: \w+){{1,5}}?) ,", r" is \1\2"),
        (rf" ?,? \b{_MAYBE} (on|in|inside|under)\b", r" is \1"),
        (rf"(?<!\ba )(?<!\bthe )\b(?:clear|tidy)(?:ing)?(?: up| away)? {_ALL}(?=[^.,]* (?:in|into|on|onto|to)\b)",
         "put all the "),
        (r"\binto? the light\b", "under the lamp"),
    )
)  # fmt: skip
"""Phrasal verbs and fixed phrases, rewritten before tagging."""
