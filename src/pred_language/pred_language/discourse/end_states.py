"""How things are to be in the end, told as orders: "when I return I want the lamp off and the lid closed"."""

from __future__ import annotations

import re

from pred_language.discourse.hinting import undoing
from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.wishing import MADE
from pred_language.lexicon.inflection import known_noun, plural
from pred_language.lexicon.shapes import LAST, NAME, PREP

_SET = r"(?:(?:all|both|all of|both of) )?(?:the|my|our|a|an|that|those|these|every|both|all)"
_STATE = (
    r"(?:open|opened|closed|shut|made|off|out|dark|lit|on|running|down|up|clean|washed|sliced|hot|cold|warm|"
    r"chilled|(?:full|"
    r"filled)(?: (?:of|with) water)?|empty)"
)
_MUST = r"(?:should|must|shall|has to|have to|needs to|is to|ought to)"
_BE = (
    r"(?:(?:is|are|be|must be|should be|shall be|has to be|have to be|needs to be|need to be|to be|ought to "
    r"be|left|turned|switched|kept) )*"
)
_ITEM = re.compile(
    rf"^(?P<thing>{_SET} [a-z][a-z' -]*?) {_BE}(?:(?P<state>{_STATE})|(?:(?:put|placed|back|lying|standing) )?"
    rf"(?P<at>{PREP} (?:the|my|a|an|its) [a-z][a-z' -]*?(?<! lit)(?<! on)(?<! off)(?<! open)(?<! closed)(?<! shut)"
    r"(?<! out)(?<! clean)(?<! full)(?<! empty)))(?: now| then| again| please)*$",
    re.IGNORECASE,
)
_NEXT = re.compile(rf",? and (?={_SET} )|, (?={_SET} )", re.IGNORECASE)
MADE_SO = {**MADE, "opened": "open", "up": "open", "made": "make", "empty": "empty", "out": "turn off"}
"""Which order brings a state about."""
BACK = (
    r"(?:when(?:ever)?|by the time|before|once|as soon as) (?:(?:i|we)(?:'m| am|'re| are)?|(?:the|my|our) "
    r"[a-z]+|mum|mom|dad|they|he|she|everyone|guests|visitors)(?: [a-z]+){0,2}? "
    r"(?:returns?|back|home|in|finished|arrives?|comes?|walks?|gets? "
    r"here|(?:is|are) here|go to (?:sleep|bed|work)|leave|wake up|get up|sit down|lie down|arrive|get "
    r"(?:home|back|in)|return)(?: "
    r"(?:home|later|tonight|in|over|round|down|up|out|downstairs|upstairs|(?:from|to|at) (?:the )?[a-z]+))?"
)
_END = (
    r"(?:(?:at|in) the (?:very )?end(?: of (?:it all|all that|that))?|afterwards|after that|when (?:you're|you are|"
    r"everything is|it's all|that's) (?:all )?(?:done|finished))"
)
_SEE = r"(?P<see>(?:please )?(?:make sure|see(?: to it)?|ensure|take care|mind|check)(?: that)? )?"
_WISH = (
    r"(?:(?:i|we)(?:'d| would| should)?(?: really| just)? (?:want|like|need|love|expect|prefer)(?: to "
    r"(?:find|see|have))?|let me (?:find|have)|please (?:have|leave)|make sure(?: that)?|see that)"
)
_LEAD = (
    rf"^(?P<lead>\W*)(?:(?:{BACK}|for (?:the|my|our|this) [a-z]+(?: [a-z]+)?|at the (?:very )?end|in the end|when "
    rf"(?:you're|you are|everything is|it's all|it is all) (?:done|finished)),? (?:please |{_WISH} )?|{_WISH} )"
)


def _each_made(match: re.Match[str]) -> str:
    """Return one order for each thing and how it is to be; what is not all read so stays."""
    items = [_ITEM.match(one.strip(" ,")) for one in _NEXT.split(match["items"])]
    found = [item for item in items if item is not None]
    if len(found) != len(items) or not all(known_noun(item["thing"]) for item in found):
        return match.group()
    if len(found) < 2 and match["lead_in"].lower().strip().startswith(("i ", "i'", "we", "please", "make")):
        return match.group()  # one thing alone is read as it is wished for
    return match["lead"] + ", then ".join(map(_order, found))


def _so_in_the_end(match: re.Match[str]) -> str:
    """Return ", then open the drawer" of "; the drawer should be open at the end"."""
    found = match.groupdict()
    if not known_noun(found["thing"]) or not (found.get("marked") or found.get("after") or found.get("see")):
        return match.group()
    return f", then {_made_so(found['state'], found['thing'])}"


def _both_so(match: re.Match[str]) -> str:
    """Return "close the open drawer, then open the closed drawer" of "the open drawer ... shut, the shut one open"."""
    noun = known_noun(re.split(rf" {PREP} ", match["one"], maxsplit=1)[0])
    two = re.sub(r"\bone\b", noun, re.sub(r"\bshut\b", "closed", match["two"]), flags=re.IGNORECASE)
    if not noun or not known_noun(re.split(rf" {PREP} ", two, maxsplit=1)[0]):
        return match.group()
    said = ((match["so"], match["one"]), (match["other"], two))
    return match["lead"] + ", then ".join(_made_so(state, thing) for state, thing in said)


def _order(item: re.Match[str]) -> str:
    if item["at"]:
        return f"put {item['thing']} {item['at']}"
    return _made_so(item["state"], item["thing"])


def _made_so(state: str, thing: str) -> str:
    """Return "fill the cup" of "full of water" and "the cup"."""
    return f"{MADE_SO[state.lower().split()[0]]} {thing}"


_ALONE = (
    r"(?:open|closed|shut|off|on|clean|washed|sliced|hot|cold|warm|(?:full|filled)(?: (?:of|with) water)?|empty|"
    r"running|lit)"
)


def _both_states(match: re.Match[str]) -> str:
    """Return "clean the bowl, then fill the bowl" of "when I come back the bowl shall be clean and full"."""
    two = [match["so"].lower().split()[0], match["other"].lower().split()[0]]
    if not known_noun(match["thing"]) or two[0] not in MADE_SO or two[1] not in MADE_SO:
        return match.group()
    two.sort(key=lambda state: _FIRST.get(state, 1))
    return match["lead"] + ", then ".join(_made_so(state, match["thing"]) for state in two)


_FIRST = {"empty": 0, "full": 2, "filled": 2}
"""What is done first, and what last: who washes a cup pours out what is in it."""


def _none_so(match: re.Match[str]) -> str:
    """Return "turn off all the lamps" of "no lamp should be on when I get home"."""
    noun = known_noun(match["thing"])
    return f"{match['lead']}{undoing(match['so'].lower())} all the {plural(noun)}" if noun else match.group()


_NONE_FORMS: tuple[tuple[str, Change], ...] = tuple(
    (form, _none_so)
    for form in (
        (rf"^(?P<lead>\W*)(?:{BACK},? )?(?:i want )?(?:no|none of the|not one of the|neither(?: of the)?) "
         rf"(?P<thing>[a-z]+(?: "
        rf"[a-z]+)??) (?:{_MUST}|may|"
        rf"can|is to|are to|to)? ?(?:be )?(?:left )?(?P<so>on|open|running|lit|burning)(?: in here| in this room| any "
        rf"?more| here)?(?:,? {BACK})?{LAST}"),
        (rf"^(?P<lead>\W*)(?:{BACK},? )?(?:i|we) (?:don't|do not) want any (?P<thing>[a-z]+(?: [a-z]+)??) "
        rf"(?:to be )?(?:left )?"
        rf"(?P<so>on|open|running|lit|burning)(?:,? {BACK})?{LAST}"),
    )
)
def _not_so(match: re.Match[str]) -> str:
    """Return "turn off that candle" of "I don't want that candle burning with the kids around"."""
    known = known_noun(match["thing"])
    return f"{match['lead']}{undoing(match['so'].lower())} {match['thing']}" if known else match.group()


_FORMS: tuple[tuple[str, Change], ...] = (
    (
        (
            rf"^(?P<lead>\W*)(?:i|we) (?:don't|do not) want (?P<thing>{NAME}) (?:to be )?(?:left |kept )?"
            r"(?P<so>on|open|running|lit|burning)(?: (?:with|when|while|all|any|around|anymore|near|by|here|at) "
            r"?[^.;!?,]*)?"
            rf"{LAST}"
        ),
        _not_so,
    ),
    (
        (
            r"(?P<lead>^\W*|,? )(?:i|we)(?:'d| would) (?:like|love|prefer|want) (?P<thing>it|them) (?:to be )?"
            r"(?P<so>opened|closed|shut|washed|sliced|open|clean)(?=\s*(?:[.;,!]|$))"
        ),
        lambda m: f"{m['lead'] if m['lead'] != ' ' else ', '}{_made_so(m['so'], m['thing'])}",
    ),
    *_NONE_FORMS,
    (
        (rf"^(?P<lead>\W*)(?:{BACK},? |at the end,? |in the end,? )?(?:{_WISH} (?P<wished>)|)(?P<thing>{NAME}) "
        rf"(?(wished)|{_MUST} )"
        rf"(?:be )?(?:both )?(?P<so>{_ALONE}) and (?P<other>{_ALONE})(?:,? {BACK})?(?:,? please)?{LAST}"),
        _both_states,
    ),
    (
        r"\b(?P<of>fridge|refrigerator|freezer|microwave|cabinet|cupboard|safe|oven|wardrobe)(?:'s)? door(?P<s>s?)\b",
        r"\g<of>\g<s>",
    ),
    (
        (
            rf"^(?P<lead>\W*)(?P<items>{_SET} [^.;!?:]+)(?::|,? -|\.)? (?P<lead_in>)(?:that is|that's|this is) how "
            r"(?:i|we)(?:'d)? (?:want|like|would like|expect) (?:to find |it|them|things|everything|it "
            rf"all)[^.;!?]*{LAST}"
        ),
        _each_made,
    ),
    (
        (rf"(?P<sep>,? and|,? but|[,;.]) (?P<marked>{_END},? )?{_SEE}(?P<thing>{NAME}) "
        r"(?:should|must|has to|have to|needs to|need to|is to|are to|ought to|shall|will have to|is|are)(?: then)? "
        rf"(?:(?:be|stay|remain|end up|be left) )?(?P<state>{_STATE})(?: (?P<after>{_END}))?(?:,? please)?{LAST}"),
        _so_in_the_end,
    ),
    (
        rf"^(?P<lead>\W*){_WISH} (?P<thing>{NAME}) (?:to be )?(?:left )?(?P<so>{_ALONE}),? {_END}(?:,? please)?{LAST}",
        lambda m: f"{m['lead']}{_made_so(m['so'], m['thing'])}" if known_noun(m["thing"]) else m.group(),
    ),
    (
        rf"(?P<sep>,?) with (?P<thing>{NAME}) (?:left )?(?P<state>{_STATE}) (?P<after>{_END}){LAST}",
        _so_in_the_end,
    ),
    (r"\bthe (?:lid|top) of (?P<of>the (?:laptop|toilet|loo|box))\b", r"\g<of>"),
    (
        (rf"^(?P<lead>\W*)(?P<one>{NAME}(?: {PREP} {NAME})?) {_MUST} (?:be )?(?P<so>{_STATE}),? and "
         rf"(?P<two>{NAME}(?: {PREP} {NAME})?|the one {PREP} {NAME}) (?:(?:should|"
         rf"must) )?(?:be )?(?P<other>{_STATE}){LAST}"),
        _both_so,
    ),
    (
        rf"^(?P<lead>\W*)(?P<thing>{NAME}) {_MUST} be (?:nice and |well )?(?:cold|cool|chilled) {BACK}{LAST}",
        lambda m: f"{m['lead']}put {m['thing']} in the fridge" if known_noun(m["thing"]) else m.group(),
    ),
    ((rf"^(?P<lead>\W*)(?P<wish>{_WISH} )?(?P<items>{_SET} [^.;!?:,]+?),? (?P<back>{BACK})(?:,? please)?"
     rf"{LAST}"), r"\g<lead>\g<back>, \g<wish>\g<items>"),
    (rf"(?P<lead_in>{_LEAD})(?P<items>{_SET} [^.;!?]+?)(?:,? please)?{LAST}", _each_made),
)
RULES: tuple[Rule, ...] = rules(_FORMS)
