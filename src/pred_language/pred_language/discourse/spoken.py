"""Orders as people speak them, told as plain orders: asides, corrections, wishes and clauses that come first.

Nothing here is about single things or rooms: each rule turns one way of speaking into the way that the grammar reads.
A sentence that fits no rule stays as it was said.
"""

from __future__ import annotations

import re

from pred_language.discourse.corrections import CORRECTIONS
from pred_language.discourse.plainly import as_asked
from pred_language.discourse.rewriting import Change, Rule, retold, rules
from pred_language.discourse.situated import situated
from pred_language.discourse.situations import RULES, is_verb
from pred_language.discourse.wishing import MADE
from pred_language.lexicon import words
from pred_language.lexicon.inflection import singular
from pred_language.lexicon.nouns import nouns
from pred_language.lexicon.shapes import ASKING, END, NP, NPS, PLACE, PREP, START

_SWITCHED = r"(?:on|off|running|lit|burning|dark|open|closed|shut)"
_STATE = r"(?P<state>" + "|".join(MADE) + ")"
_OUGHT = r"(?:should|must|needs? to|ha(?:s|ve) to|ought to|(?:is|are) (?:supposed )?to)"
_GOES = (
    rf"(?:belongs?|goes|go|comes?|lives?|(?:{_OUGHT}|can|may|could) (?:all |both |now )*"
    r"(?:go|be|end up|stand|lie|sit|live|hang))"
)
_WISH = r"(?:(?:i|we) (?:want|need|would (?:like|love)|'d (?:like|love))|(?:i|we)'d (?:like|love))"
_APPRECIATED = (
    r"(?:i|we)(?:'d| would)(?: really| very much)? (?:appreciate|love|like|be (?:glad|happy|grateful))(?: it)? if"
)
_ENDED = r"(?:ended up|were|was|would be|could be|went|got)"
_LIGHTS = r"(?:light|lamp|telly|tv|television|radio|candle|kettle|heater)s?"

def _brought_about(match: re.Match[str]) -> str:
    """Return "turn off the lamp" of "the lamp should be off"."""
    return f"{match['start']}{MADE[match['state'].lower()]} {match['thing']}"


def _made_first(match: re.Match[str]) -> str:
    """Return "clean the knife. put it on the table" of "once it is clean, put the knife on the table"."""
    return f"{MADE[match['state'].lower()]} {match['thing']}. {match['verb']} it{match['rest']}"


def _before(match: re.Match[str]) -> str:
    """Return two orders in the order of time; "there" in the first is where the second goes."""
    later, first = match["later"], match["first"]
    place = re.search(rf"\b{PLACE}", later)
    if re.search(r"\b(?:it|them)\b", first) and not re.search(NP, first):
        named = re.search(NP, later)
        if named:  # "before you put the plate on the table, wash it"
            first = re.sub(r"\b(?:it|them)\b", named.group(), first, count=1)
            later = f"{later[: named.start()]}it{later[named.end() :]}"
    named_last = re.search(NP, later)
    into_it = re.search(rf"\b{NP} (?P<prep>{PREP}|from|out of) (?P<it>it|them)\b", first)
    if named_last and into_it:  # "before you shut the drawer, put the watch in it"
        first = f"{first[: into_it.start('it')]}{named_last.group()}{first[into_it.end('it') :]}"
    if named_last and re.search(r" (?:in|inside)$", first):  # "before you shut the fridge, put the egg in"
        first = f"{first} {named_last.group()}"
    if place:
        first = re.sub(r"\bthere\b", f"to {re.findall(NP, place.group())[-1]}", first)
    return f"{first}, then {later}"


def _after(match: re.Match[str]) -> str:
    """Return two orders in the order of time; "it" of the one that is said later but comes first has its noun."""
    named = re.search(NP, match["later"])
    first = match["first"]
    if named:
        first = re.sub(r"\b(out of|from|off) it\b", rf"\1 {named.group()}", first, count=1)
    return f"{first}. {match['later']}"


def _pointed_out(match: re.Match[str]) -> str:
    """Return "put the ladle next to the sink in the sink" of "the ladle, the one next to the sink, put it in there"."""
    place = re.findall(NP, match["told"])
    rest = match["rest"]
    if place:
        rest = re.sub(r"\bin there\b", f"in {place[-1]}", rest)
    return f"{match['verb']} {match['thing']} {_told(match['told'])}{rest}"


def _told(clause: str) -> str:
    return f"that is {clause}" if re.match(rf"{PREP}\b", clause) else clause


def _beside(match: re.Match[str]) -> str:
    """Return a noun with what is said beside it; an order of naming ("the second one I name") tells nothing then."""
    noun = re.sub(r"\b(?:first|second|third|last|other) ", "", match["thing"])
    return f"{noun} {_told(match['told'])}"


def _not_a_kind(match: re.Match[str]) -> str:
    """Return "that is no food" of "that isn't food", and "except the red ones" of "that aren't red"."""
    word = match["word"].lower()
    if word in words.COLOURS or word in words.SIZES or word in words.MATERIALS:
        return f"except the {word} ones"
    return f"that is no {word}" if word in nouns() else match.group()


def _put(match: re.Match[str]) -> str:
    """Return the order of "everything on the sofa belongs on the table", unless the subject has a verb of its own."""
    first, *rest = match["thing"].split()
    if is_verb(first):
        return match.group()
    bare = [one for one in (first, *rest) if one != "and"]
    every = all(one != singular(one) for one in bare)  # "pens and pencils go in the drawer" is said of all
    things = " and ".join(f"all {one}" for one in bare) if every else match["thing"]
    return f"{match['start']}put {things} "


def _put_there(match: re.Match[str]) -> str:
    """Return "put both bottles on the shelf" of "both bottles belong on the shelf, put them there"."""
    things = match["things"].strip()
    if match["at"]:
        things = things.replace(match["at"], f"that is {match['at']}")
    return f"{match['start']}put {things} {match['to']}"


def _taken_together(match: re.Match[str]) -> str:
    """Return "put all the dishes" of "collect the dishes and put them all"."""
    things = match["all"]
    every = things.split()[0].lower() in ("all", "everything")
    return f"{match['verb']} {things if every else f'all {things}'}{match['rest'] or ''}"


def _verb_first(match: re.Match[str]) -> str:
    """Return "put the fork" of "the fork! Put it"."""
    return f"{match['verb']} {match['thing']}" if is_verb(match["verb"]) else match.group()


def _whichever(match: re.Match[str]) -> str:
    """Return "put the book that is on the bed" of "whichever book is on the bed, put it"."""
    return re.sub(r"\b(?:it|them)\b", f"the {match['noun']} that is {match['told']}", match["rest"], count=1)


def _whichever_one(match: re.Match[str]) -> str:
    """Return "put the red book" of "whichever book is red, put it"."""
    return re.sub(r"\b(?:it|them)\b", f"the {match['how']} {match['noun']}", match["rest"], count=1)


def _all_there(match: re.Match[str]) -> str:
    """Return "take the card and the keys that are on the bed" of "the card and the keys on the bed: take both"."""
    if not is_verb(match["verb"]):
        return match.group()
    many = " and " in match["thing"]
    return f"{match['verb']} {match['thing']} that {'are' if many else 'is'} {match['at']}"


def _listed(match: re.Match[str]) -> str:
    """Return a list of things without its commas: "the book and the mug and the keys"."""
    if not is_verb(match["verb"]):
        return match.group()
    things = re.split(_JOINED, match["list"], flags=re.IGNORECASE)
    return f"{match['verb']}{match['whom'] or ''} {' and '.join(things)}"


_TYPED: tuple[tuple[str, Change], ...] = (
    (r"\b(turn|switch)(ing|ed)? of\b", r"\1\2 off"),
    (r"\b(?:nearer|closer) to\b", "nearest to"),
)
_TROUBLE = (
    r"(?: is|'s| isn'?t| is not|'s not| wouldn'?t be| would not be)(?: not)?(?: too)?(?: much)?(?: of)?"
    r"(?: an?| any| no)? "
    r"(?:trouble|bother|problem|inconvenience|hassle|work)(?: for you)?"
)
_POLITE: tuple[tuple[str, Change], ...] = (
    (r"\b(?:would|could|can|will) you (?:please )?be so (?:kind|good|nice|sweet) (?:as to|and)\b", "can you"),
    (
        (
            r"\bi(?: was| am|'m)?(?: just)? wonder(?:ing|ed)? (?:if|whether) you "
            r"(?:could|would|can|might|(?:would|might) be able to)(?: possibly| please)? (?=[a-z])"
        ),
        "",
    ),
    (rf"(?P<thing>\b{NP}) over there{END}", r"\g<thing>"),
    (
        (
            r"\s*[,-]+ ?(?:whichever|any(?: one)?(?: of them)?|(?:it|that) does ?n'?t matter which|"
            r"(?:no matter|never mind|i do ?n'?t (?:care|mind)) which)(?: one)?(?: you (?:like|want|prefer|find))?"
            r"(?: (?:will|would) do| is fine)?(?=\s*[.!?;]|$)"
        ),
        "",
    ),
    (rf",? ?\bif (?:it|that){_TROUBLE},?", ""),
    (rf"\b{_APPRECIATED} (?:you (?:could|would|can) )(?=[a-z])", ""),
    (rf"\b{_APPRECIATED} (?P<thing>{NP}) {_ENDED} (?={PREP}\b)", r"put \g<thing> "),
    (r",? ?(?:and )?while you(?:'re| are) (?:at it|there),?", " and"),
)
_ALL = r"(?P<all>all(?: of)?(?: the| my)?)"
_TAKE = r"(?:take|pick up|pick|get|grab|gather|collect)"
_NUMBER = r"(?:an?|one|two|three|four|five|six|\d)"
_HOLDS_NOTHING = r"(?:(?:that|which) ha(?:s|ve)(?: got)?|with) nothing (?:else )?(?:in|inside|on|on top of) (?:it|them)"
_AMOUNTS: tuple[tuple[str, Change], ...] = (
    (rf"(?<!there )\b(?:exactly|precisely|only|just) (?={_NUMBER}\b)", ""),
    (r"\bboth (?=the (?:[a-z]+ ){1,3}and the\b)", ""),
    (r"\bthe other (?:two|three|four|five|six)(?= (?:where|as|alone|there|here)\b|\s*(?:[.,;!?]|$))", "the others"),
    (r"\bwhat(?:so)?ever (?=(?:is|are)(?:n't| not| no)\b)", "everything that "),
    (rf"\b(?P<noun>[a-z]+) {_HOLDS_NOTHING}", r"empty \g<noun>"),
    (r"\b(?P<noun>[a-z]+) (?:that|which) (?:is|are) (?:free|vacant|unoccupied)\b", r"empty \g<noun>"),
    (r"\b(?:something|anything) (?:for me |for us )?to drink\b", "a drink"),
    (r"\b(?:something|anything) (?:for me |for us )?to eat\b", "some food"),
)
"""How many are meant, all of which kind, and places with nothing in them."""
_SETS: tuple[tuple[str, Change], ...] = (
    (
        (
            r"(?<!all )(?<!of )\bthe (?=(?:cutlery|silverware|crockery|tableware|flatware|glassware|food|fruit|"
            r"fruits|veg|"
            r"vegetables|veggies|groceries|dishes)\b(?! (?:between|next|beside|behind|near|to the "
            r"(?:left|right)|that|which)\b))"
        ),
        "all the ",
    ),
    (rf"\bthe (?:items|things|objects|stuff)(?: that (?:is|are))? (?=(?:from|{PREP}) (?:the|my)\b)", "everything "),
    (
        r"\b(?:everything|all things|anything)(?: that(?: is)?)? (?:edible|(?:you|we|i|one) can eat|can be eaten)\b",
        "all the food",
    ),
    (rf"(?P<thing>\b{NP}), any (?:old )?[a-z]+(?: will do)?,? (?=and\b)", r"\g<thing> "),
    (
        (r"\b(?P<verb>put|take|pick up|pick|move|bring|get|grab|fetch|give)(?P<me> me)? "
        r"what(?:ever)?(?:'s| is| lies| are) "
        r"(?:lying |standing |left )?(?=(?:in|on|under)\b)"),
        r"\g<verb>\g<me> everything that is ",
    ),
    (
        r"\bmake (?:some )?room on (?P<place>the [a-z ]+?)[:,.;] ?(?P<verb>[a-z]+) everything off it\b",
        r"\g<verb> everything off \g<place>",
    ),
    (
        (rf"\b{_TAKE} (?P<all>(?:everything|all)\b[^,.;]*?|the [a-z]+s)(?P<rest> (?:off|from|except)[^.;]*?)?,? "
        rf"and (?P<verb>put|drop|bring|place|move|carry|dump|set) (?:it all|them all|them|it)(?= {PREP}| to\b)"),
        _taken_together,
    ),
    (
        (r"\b(?P<things>(?:all|every|each)(?: the| of the| my)? [a-z ]+?) except (?:for )?the ones? "
        rf"(?P<told>{PREP} (?:the|my) [a-z]+(?: [a-z]+)??)(?= (?:in|on|into|onto|to)\b)"),
        r"\g<things> that are not \g<told>",
    ),
    (
        (r"\b(?:all )?the (?P<things>[a-z]+s)(?P<rest>[^,.;]*?), but (?:please )?(?:leave|keep|not) "
        r"the (?P<which>[a-z]+) ones?(?: [^,.;]*)?"),
        r"all the \g<things> except the \g<which> one\g<rest>",
    ),
    (
        rf"\b{_ALL} (?P<one>[a-z]+s) and (?P<other>[a-z]+s)\b(?= (?:in|on|into|onto|to|from|under)\b)",
        r"\g<all> \g<one> and \g<all> \g<other>",
    ),
    (r"\bthat (?:aren'?t|isn'?t|are not|is not) (?P<word>[a-z]+)\b", _not_a_kind),
)
_ONCE = r"(?:once|after)"
_IS_PUT = r"(?:is|are|has been|have been)(?: put| placed)?"
_FIRST: tuple[tuple[str, Change], ...] = (
    (rf"\b{_WISH} (?P<it>it|them) (?=(?:in|on|into|onto|under|inside)\b)", r"put \g<it> "),
    (
        r"^(?P<thing>(?:all|every|each) [^,.;]+), (?:please )?(?P<verb>[a-z]+) (?:it all|them all|it|them|those)\b",
        _verb_first,
    ),
    (
        (rf"\bthere(?:'s| is| are) (?:a|an|some) (?P<noun>[a-z]+(?: [a-z]+)?) (?P<told>{PLACE})"
        r"\s*(?:,|\.|;|!| and)\s*(?:please |so |now )*(?P<verb>[a-z]+) (?:it|them)\b"),
        lambda m: f"{m['verb']} the {m['noun']} that is {m['told']}" if is_verb(m["verb"]) else m.group(),
    ),
    (
        rf"^(?P<thing>{NP}), the ones? (?P<told>[^,.;]+),? (?:please )?(?P<verb>[a-z]+) (?:it|them)\b(?P<rest>[^.;]*)",
        _pointed_out,
    ),
    (rf"(?P<thing>\b{NP}), the ones? (?P<told>{PLACE}),", _beside),
    (
        (r"^(?:which ?ever|what ?ever|any|every) (?P<noun>[a-z]+(?: [a-z]+)?) (?:that )?is (?:the )?(?P<how>[a-z]+)(?: "
        r"one)?, (?:then )?(?P<rest>[^.;]*)"),
        _whichever_one,
    ),
    ((rf"^(?P<thing>{NPS}) (?P<at>{PLACE})\s*[:,.-]\s*(?:please )?(?P<verb>[a-z]+) (?:both|them all|them|it|all|all of "
     rf"them|both of them)\b"), _all_there),
    (
        (rf"^(?:whichever|whatever|any|every) (?P<noun>[a-z]+(?: [a-z]+)?) (?:that )?is (?P<told>{PLACE}), (?:then )?"
        r"(?P<rest>[^.;]*)"),
        _whichever,
    ),
    (rf"^(?P<thing>{NP})\s*[!.:]\s*(?:please )?(?P<verb>[a-z]+) it\b", _verb_first),
    (r"^before (?:you )?(?P<later>[^,.;]+), (?P<first>[^.;]+)", _before),
    (
        (rf"(?P<start>^|[.;!] )(?:only )?(?:{_ONCE}|as soon as|when) (?:it|they|that)(?: is| are|'s|'re)(?: all)? "
        rf"{_STATE},? (?=[a-z]+ (?:it|them)\b)"),
        lambda m: f"{m['start']}{MADE[m['state'].lower()]} it and then ",
    ),
    (
        (rf"^(?:only )?(?:{_ONCE}|as soon as) (?:it|they)(?: is| are|'s|'re) {_STATE},? (?P<verb>[a-z]+) "
        rf"(?P<thing>{NP}(?: from {NP})?)(?P<rest>[^.;]*)"),
        _made_first,
    ),
    (
        rf"^(?:only )?{_ONCE} (?P<thing>{NP}) {_IS_PUT} (?P<at>{PLACE}), (?P<rest>[^.;]+)",
        r"put \g<thing> \g<at>. \g<rest>",
    ),
    (
        rf"^(?P<rest>[^,.;]+?),? (?:but )?(?:only )?{_ONCE} (?P<thing>{NP}) {_IS_PUT} (?P<at>{PLACE})",
        r"put \g<thing> \g<at>. \g<rest>",
    ),
    (rf"^(?P<later>[^,.;]+?),? (?:but )?(?:only )?{_ONCE} you(?:'ve| have) (?P<first>[^.;]+)", _after),
)
_NO_SUBJECT = rf"(?!what|where|which|who|how|do|does|please|put|{_WISH})"
_SEE_TO = r"\b(?:make sure|make certain|ensure|see to it)(?: that)?"
_STATES: tuple[tuple[str, Change], ...] = (
    (rf"{START}(?:please )?{_WISH} (?P<thing>{NP}) (?:to be )?{_STATE}{END}", _brought_about),
    (r"\b(?:lift|raise)(?: up)? (?=the (?:[a-z]+ )?(?:lid|seat|cover)\b)", "open "),
    (r"\blower (?=the (?:[a-z]+ )?(?:lid|seat|cover)\b)", "close "),
    (rf"\bput (?P<thing>(?:the|that) (?:[a-z]+ )?(?:lid|seat|cover)) up{END}", r"open \g<thing>"),
    (rf"\bput (?P<thing>(?:the|that) (?:[a-z]+ )?(?:lid|seat|cover)) down{END}", r"close \g<thing>"),
    (rf"{START}(?P<thing>{NP}) {_OUGHT} be (?:turned |switched )?{_STATE}{END}", _brought_about),
    (rf"{START}(?P<thing>{NP}) (?P<state>{_SWITCHED}){END}", _brought_about),
    (
        (
            rf"\b(?:turn|switch) (?P<thing>{NP} (?:(?:that is )?{PLACE}|(?:nearest|closest)(?: to)? {NP})) "
            r"(?P<way>on|off)(?=\s*(?:[.,;!?]|$|(?:and|but|then|please)\b))"
        ),
        r"turn \g<way> \g<thing>",
    ),
    (rf"\bput (?P<thing>it|them|{NP}) with (?P<other>{NP})(?=\s*(?:[.;!?]|$))", r"put \g<thing> next to \g<other>"),
    (rf" so (?:that )?(?:it|they) (?:is|are) (?={PREP}\b)", " "),
    (
        rf"{_SEE_TO} (?P<thing>{NP}) (?:is|are) (?:turned |switched )?{_STATE} and (?:is |are )?(?P<at>{PLACE})",
        lambda m: f"{MADE[m['state'].lower()]} {m['thing']} and put it {m['at']}",
    ),
    (
        rf"{_SEE_TO} (?P<thing>(?:all )?(?:of )?{NP}) (?:is|are) (?:turned |switched )?{_STATE}{END}",
        lambda m: f"{MADE[m['state'].lower()]} {m['thing']}",
    ),
    (rf"\bkill (?=(?:the|all|that) (?:[a-z]+ )?{_LIGHTS}\b)", "turn off "),
    (rf"\bput (?P<thing>(?:the|a|an|some|that) (?:[a-z]+ )?{_LIGHTS}) on{END}", r"turn on \g<thing>"),
    (r"\b(?:press|push|hit) (?:the|its) (?:start |power |on )?(?:button|switch)\b(?: of it| on it)?", "turn it on"),
    (rf"\b(?P<verb>bring|carry) (?P<thing>it|them|{NP}) over(?=\s*(?:[.,;!?]|$))", r"\g<verb> \g<thing> to me"),
    (
        (
            rf"{START}(?P<things>(?:(?:all|both)(?: of)? (?:the |my )?(?:[a-z]+ ){{1,3}}?|{NPS}(?: "
            rf"(?P<at>{PLACE}))? )(?:all |both )?){_GOES} "
            rf"(?:back )?(?P<to>{PREP} {NP})\s*(?:[,.;:!]|\band\b|\bso\b)+\s*{ASKING}(?:put|move|bring|take|place|"
            rf"set|stick|"
            r"throw|drop|return|lay|hang) (?:it|them|those|that|both)(?: back| away| over| all| both| in| on)* "
            r"there\b"
        ),
        _put_there,
    ),
    (
        (
            rf"^(?P<things>{NPS})(?: (?P<at>{PLACE}))? (?:all |both |each )?{_GOES} (?:put |placed |moved )?"
            rf"(?=(?:back )?{PREP}\b)"
        ),
        lambda m: f"put {m['things']}{f' that is {m['at']}' if m['at'] else ''} ",
    ),
    (
        (rf"{START}(?P<thing>{_NO_SUBJECT}[a-z][^,.;:!?]{{1,60}}?) {_GOES} (?:put |placed |moved )?"
        r"(?=(?:back )?(?:in|on|inside|into|onto|under)\b)"),
        _put,
    ),
)
_JOINED = r"(?:\s*,\s*(?:(?:and|then|also|finally|lastly|plus) )*|\s+(?:(?:and|then|also|finally|lastly|plus) )+)"
_LISTS: tuple[tuple[str, Change], ...] = (
    (rf"\b(?P<verb>[a-z]+)(?P<whom> me| us)? (?P<list>{NP}(?:{_JOINED}{NP}){{2,}})", _listed),
    (rf"\b(?P<verb>[a-z]+)(?P<whom> me| us) (?P<list>{NP}{_JOINED}{NP})", _listed),
)
_RULES: tuple[Rule, ...] = rules(
    (*_TYPED, *_POLITE, *CORRECTIONS, *_AMOUNTS, *RULES, *_SETS, *_FIRST, *_STATES, *_LISTS)
)


def as_plain_order(text: str) -> str:
    """Return a text with what was spoken in other ways as plain orders."""
    told = situated(retold(as_asked(text), _RULES))
    return re.sub(r"\s+(?=[.,;!?])", "", " ".join(told.split()))
