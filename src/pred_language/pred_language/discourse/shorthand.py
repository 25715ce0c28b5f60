"""How people chat: apostrophes left out, short ways to write, what is said twice, hesitations, and who is spoken to."""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change, Rule, retold, rules
from pred_language.discourse.wrapping import order_verbs
from pred_language.lexicon import words
from pred_language.lexicon.courtesy import closed
from pred_language.lexicon.inflection import known_noun, named_can, names_several, singular
from pred_language.lexicon.nouns import nouns
from pred_language.lexicon.shapes import DET, PREP

_CLAUSE = (
    r"(?P<start>^\W*|[.,;:!?-]\s*|"
    r"\b(?:and|but|so|because|cause|cos|as|since|if|when|once|where|wherever|while|that|until|unless|now) )"
)
_SOMEBODY = (
    r"(?:somebody|someone|everybody|everyone|nobody|everything|something|nothing|whatever|dad|mum|mom|daddy|"
    r"mummy|mommy|"
    r"granny|grandma|grandpa|nana|baby)"
)
_STATE = r"(?:dirty|clean|open|closed|shut|on|off|empty|full|running|lit|still|already|not|too|sliced|hot|cold)"


def _if_so(match: re.Match[str]) -> str:
    """Return "if the bottle is empty, throw it away" of "is the bottle empty? Then throw it away"."""
    return f"if {match['thing']} {match['be'].lower()} {match['so']}, {match['rest']}"


def _asked_behind(match: re.Match[str]) -> str:
    """Return "close the tap" of "the tap please close"."""
    thing = re.sub(r" (?:number )?(?:one|two|three|four|\d)$", "", match["thing"], flags=re.IGNORECASE)
    known = match["verb"].lower() in order_verbs() and known_noun(thing)
    return f"{match['verb']} {match['thing']}" if known else match.group()


def _you_do(match: re.Match[str]) -> str:
    """Return "then put it away" of "then you put it away"."""
    return f"{match['start']}{match['verb']}" if match["verb"].lower() in order_verbs() else match.group()


def _it_is(match: re.Match[str]) -> str:
    """Return "it is rotten" of "its rotten", and "its lid" as it stands."""
    if match["next"].lower() == "been":
        return f"{match['start']}it has {match['next']}"
    if singular(match["next"].lower()) in nouns():
        return match.group()
    return f"{match['start']}it is {match['next']}"


_APOSTROPHES: tuple[tuple[str, Change], ...] = (
    ((r"\b(that|which|who)(?:'s| has) (?:still |already |only |just )?got "
    r"(?=(?:something|anything|water|coffee|a|an|the)\b)"), r"\1 has "),
    ((rf"\b(if|unless|whether) "
    rf"(?!(?:it|there|that|this|he|she|what|who|one|every[a-z]+|some[a-z]+|any[a-z]+|nothing)\b)([a-z]+)'s "
     rf"(?={_STATE}\b)"), r"\1 the \2 is "),
    (r"\b(?:nah|naw|noo+)\b", "no"),
    (r"\b(do|does|did|is|are|was|were|has|have|had|could|would|should|must|need)nt\b", r"\1n't"),
    (r"\b(ca|wo)nt\b", r"\1n't"),
    (r"\b(that|what|where|who|there|here)s\b", r"\1's"),
    (r"\bi should (?=(?:very much |really )?(?:like|love|prefer)\b)", "I would "),
    (r"\ball what\b", "everything that"),
    ((r"^\W*(?P<be>is|are) (?P<thing>(?:the|my|any) [^?,]+?) (?:already |still "
    r")?(?P<so>on|off|open|closed|shut|empty|full|dirty|clean)\?\s+"
     r"(?:then|if so,?|if yes,?|in that case,?) (?P<rest>[a-z]+ [^?]+)$"), _if_so),
    (r"(?P<sep>[.;,!]+ )(?:and |but )?if (?:it|they) (?:is|are)(?:n't| not),? (?=[a-z]+ (?:it|them|the|my|me)\b)",
     r"\g<sep>otherwise "),
    ((r"[.;,!]+ (?:and |but )?if (?:it|they|not|there)[^,;.!?]{0,20},? (?:then )?(?:just )?(?:do "
    r"nothing|nothing|leave (?:it|them)\b[^.;!?]*)"), ""),
    ((r"^\W*should (?P<thing>(?:the|my) [a-z]+(?: [a-z]+)?) (?:still )?(?:have|contain) "
    r"(?:something|anything|water|liquid)"
     r"(?: left)?(?: in it| inside)?,? "), r"If \g<thing> is full, "),
    ((r"^\W*leave (?P<thing>(?:the )?[a-z]+ \d) (?:as it is|alone|be|closed|open|shut)(?:,? and|[,;.]) (?:just "
    r"|only |please )*(?=[a-z]+ )"), ""),
    (r"\beither of (?:the|my) two (?=[a-z]+s\b)", "one of the "),
    (r",? which one is for me (?:all )?the same\b", ", any one"),
    (r"\bhow many (?P<ns>[a-z]+s) (?:have )?we(?:'ve)? (?:got|have)(?: left)?(?=\s*\??\s*$)", (r"how many \g<ns> "
    r"are there")),
    (r"(?P<start>^\W*|[.;!,] )ill (?=[a-z]+ (?:the|it|them|my|that)\b)", r"\g<start>I'll "),
    (r"\bem(?=[\s.,;!?]|$)", "them"),
    (r"\bbread bin\b", "breadbin"),
    ((r"(?P<before>^\W*(?:please |kindly )?[a-z]+ [^?]*?),? (?:would|could|can|will) (?:you|ya),? "
     r"(?:dear|love|darling|mate|robot|sweetie|honey|please)\s*\?+\s*$"), r"\g<before>."),
    ((r"\bkill (?=(?:the|that|this|my|both) (?:[a-z]+ )?(?:taps?|faucets?|water|burners?|stove|microwave|toaster|"
     r"coffee machine|laptop)\b)"), "turn off "),
    ((r"(?P<start>^\W*|\b(?:so|please|but|now),? )do (?P<verb>[a-z]+)(?= "
    r"(?:the|my|a|me|it|them|all|both|that|those)\b)"), _you_do),
    ((r"\ban (?=(?:leave|put|bring|take|turn|switch|close|shut|open|wash|give|throw|keep|fill) "
    r"(?:it|them|the|me|that)\b)"), "and "),
    (r",? (?:and |but )?(?:only )?after (?:this|that) you (?=[a-z]+ (?:on|off|the|me|it|my|all|both)\b)", ", then "),
    (r"^\W*first,? you (?=[a-z]+ (?:on|off|the|me|it|my|all|both)\b)", "first "),
    ((r",? (?:and|but|or) if (?:(?:it|he|she|they|there)(?:'s| is| are)?(?:n't| not)(?: any| one| "
    r"there)?|not),? (?:then )?(?:just )?"
     r"(?:don't (?:worry|bother)|never mind|no matter|forget|leave (?:it|them)|do nothing|that's "
     r"(?:fine|ok))[^.;!?]*"), ""),
    ((r"(?P<thing>\b(?:the|my|that) (?:[a-z]+ )?[a-z]+(?: (?:number )?(?:one|two|three|four|\d))?) please "
     r"(?P<verb>[a-z]+)(?=\s*(?:[.,;!]|$|and\b))"), _asked_behind),
    ((r"(?P<verb>\b(?:bring|give|fetch|get)(?: me)?) it(?P<rest>[^.;!?]*?)[,;.]+ (?:otherwise|if not|else),? "
    r"(?:then |just |only )*"
     r"(?P<thing>(?:the|my|a|an|some) [a-z]+(?: [a-z]+)?)(?=\s*[.!]*\s*$)"), (r"\g<verb> it\g<rest>, otherwise "
     r"\g<verb> \g<thing>")),
    (r"\bplease to (?=[a-z]+ (?:the|it|them|me|my|a|all|both)\b)", "please "),
    ((r"(?P<start>^\W*(?=[^?]*\b(?:and|then),? you [a-z]+ )|[.;,!]\s*(?:(?:and|then|first|next|afterwards|finally) )+|"
     r"\b(?:and|then),? )you (?P<verb>[a-z]+)"
     r"(?= (?:on|off|me|the|my|a|an|all|both|it|them|every)\b)"), _you_do),
    ((r"(?:,| and)+ (?:when|once|after|as soon as) (?:you have|you've|you are|you're|that is|that's|it is) (?:all )?"
     r"(?:finished|done|through)(?: with (?:that|it|this))?,? (?=[a-z]+ )"), ", then "),
    (r"(?<=[a-z]) k+\s*$", ""),
    (r",? (?:and )?which(?:ever)?(?: one)?(?: is|'s| would be) (?:all )?(?:the )?same (?:to|for) me\b", ", any one"),
    (r",\s*(?P<n>\d+|an?|one|two|three|four|five|ten|thirty) (?P<unit>seconds?|minutes?|secs?|mins?)(?=\s*[,.]|\s*$)",
     r" for \g<n> \g<unit>"),
    (r"\b(you|they|we)(ve)\b", r"\1'\2"),
    (r"\b(you|they)(re|ll|d)\b", r"\1'\2"),
    (r"\bim\b(?! \d)", "I'm"),
    (r"\bive\b", "I've"),
    (
        r"\bill (?=(?:be|need|have|take|want|get|do|go|give|put|also|just|then|use|come|eat|drink|make|tell|see)\b)",
        "I'll ",
    ),
    (r"\bid (?=(?:like|love|rather|prefer|want|appreciate|be|fancy|say|forget|never|also|really|need|much)\b)", "I'd "),
    (r"\b(that|what|where|how|who|there|here|let|he|she|when)s\b(?= [a-z])", r"\1's"),
    (rf"\b({_SOMEBODY})s (?=[a-z])", r"\1's "),
    (r"\b((?:the|my|that|this) (?:[a-z]+ )?(?!has\b)[a-z]+[^s\W])s (?=been\b)", r"\1's "),
    (r"\bwher'?s\b", "where's"),
    (r"\bwher\b", "where"),
    (r"(?<=, )were (?=[a-z]+ing\b)", "we're "),
    (rf"{_CLAUSE}were (?=(?:going|about|off|having|leaving|done|ready|all|not|just|out)\b)", r"\g<start>we're "),
    (rf"{_CLAUSE}its (?P<next>[a-z]+)", _it_is),
    (
        (
            r"\b(if|unless|whether|because) (the|my|that|this) ((?:[a-z]+ )?(?!was\b|has\b|is\b)[a-z]+[^s\W])s "
            rf"(?={_STATE}\b(?![^,.;!?]* (?:are|were)\b))"
        ),
        r"\1 \2 \3 is ",
    ),
)


def _number_for_one(match: re.Match[str]) -> str:
    """Return "the blue one" of "the blue 1": a number after a noun is a part of its name."""
    before, after = match["before"].lower(), (match["after"] or "").strip().lower()
    tells = before in words.TELLING or before in words.CHOOSING
    points = before in words.DETERMINERS and re.fullmatch(PREP, after)
    return f"{match['before']} one" if tells or points else match.group()


_BARE = r"(?P<before>(?:in|into|inside|from|on|onto|of|open|close|shut) )?"
"""What stands before a numbered thing that has no article."""
_DIGITS = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6"}


def _labelled(match: re.Match[str]) -> str:
    """Return "drawer 2" of "drawer number two" and of "drawer two"."""
    number = match["number"].lower()
    if not known_noun(match["noun"]) or names_several(match["noun"]) or match["noun"].lower() in words.DETERMINERS:
        return match.group()
    the = "the " if match["before"] else ""
    return f"{match['before'] or ''}{the}{match['noun']} {_DIGITS.get(number, number)}"


def _to_for_two(match: re.Match[str]) -> str:
    """Return "mug to sink" of "mug 2 sink"; two things stay two."""
    goes = match["to"].lower() in ("me", "us") or named_can(match["to"], "receptacle")
    thing = known_noun(match["noun"]) and not names_several(match["to"])
    return f"{match['noun']} to " if goes and thing else match.group()


_SHORT: tuple[tuple[str, Change], ...] = (
    (r"\b(?:cd|cud|cld) (?=u\b|you\b)", "could "),
    (r"\b(?:wd|wud|wld) (?=u\b|you\b)", "would "),
    (r"\bu\b", "you"),
    (r"\bur\b", "your"),
    (r"\br (?=(?:you|there|we|they|the|my|any|all|these|those|in|on|under|still)\b)", "are "),
    (r"(?<=[a-z,]) n (?=[a-z])", " and "),
    (r"\b2 (?=(?:the|my|where)\b)", "to "),
    (r"\b(?P<noun>[a-z]+) 2 (?=(?P<to>[a-z]+)\b)", _to_for_two),
    (
        rf"\b{_BARE}(?P<noun>[a-z]+) (?:number|no\.?|nr\.?|#) ?(?P<number>one|two|three|four|five|six|\d{{1,2}})\b",
        _labelled,
    ),
    (
        (rf"\b{_BARE}(?P<noun>[a-z]+) "
        rf"(?P<number>one|two|three|four|five|six)(?=\s*(?:[.,;!?]|$|(?:and|then|please|to|in|on|onto|into|"
        r"from|shut|closed|open)\b))"),
        _labelled,
    ),
    (r"\bmee\b", "me"),
    (rf"\bin to (?={DET}\b)", "into "),
    (r"\ball ready\b(?! to\b)", "already"),
    (r"\bafter wards\b", "afterwards"),
    (r"\bya\b", "you"),
    (r"\b(?:pls+|plz+|plse|pleas)\b", "please"),
    (r"\b(?:thx|thnx|tnx|thanx|tysm|ty|tyvm)\b", "thanks"),
    (r"\bw/o\b", "without"),
    (r"\bw/ ?(?=[a-z])", "with "),
    (r"\b([cw]|sh)ud\b", lambda m: {"c": "could", "w": "would", "sh": "should"}[m[1].lower()]),
    (r"\bcn (?=you\b)", "can "),
    (r"\b(?:cuz|coz|bc|bcs)\b", "because"),
    (r"\bgotta\b", "have to"),
    (r"\b(?:smth|sth|smthg|sumthing|somethin)\b", "something"),
    (r"\babt\b", "about"),
    (r"\bthru\b", "through"),
    (r"\bda\b", "the"),
    (r"\bdat\b", "that"),
    (r"\bnxt\b", "next"),
    (r"\binfront of\b", "in front of"),
    (r"\bb4\b", "before"),
    (r"\bdunno\b", "don't know"),
    (r"\b(?:4|for) (?=(?:me|us)\b)", "for "),
    (r"\b(?P<noun>[a-z]+) 4 (?=(?:the|my|a|an)\b)", r"\g<noun> for "),
    (r"\b(?P<before>[a-z]+) 1(?![\d ]*\d)(?=(?P<after> [a-z]+)?)", _number_for_one),
    (r"\bk(?=[ ,]+(?:thanks|bye)\b)", "ok"),
    (r"[\s,]*\b(?:lo+l|(?:ha){2,}h?|(?:he){2,}|lmao|rofl|omg|xd|tbh)\b", ""),
    (r"[\s,]*\b(?:asap|rn)\b(?=\s*(?:[.,;!?]|$|(?:please|thanks|ok)\b))", ""),
)
_TWICE = closed("open that had no so very ha now there well bye night dear come knock had")
"""What people say twice on purpose, or where one ends a clause and the other begins one: "if it is open open ..."."""
_GREETING = (
    r"^\W*(?:(?:hi|hello|hey|hiya|yo|ok|okay)(?: there)?(?:,? robot)?|robot)\b[\s,.!:-]+"
    r"(?=[a-z'\"]+[\s,]+[a-z])"
)
_THANKS = r"(?:thank you(?: (?:so|very) much)?|thanks(?: a lot)?|cheers|please)"
_UM = r"(?:u+h+m*|u+m+|e+r+m*|h+m+|m{2,})"
_NOUN_PHRASES = words.DETERMINERS | words.NUMBERS.keys() | words.EVERY


def _said_once(match: re.Match[str]) -> str:
    return match.group() if match[1].lower() in _TWICE or match[1].isdigit() else match[1]


def _hesitating(match: re.Match[str]) -> str:
    """Return the words around a hesitation; between two places it stands apart, as it may part a slip from the rest."""
    before, after = match["before"].lower(), match["after"].lower()
    inner = before in _NOUN_PHRASES or before in order_verbs() or re.fullmatch(PREP, before)
    if not inner and re.fullmatch(PREP, after):
        return f"{match['before']}, er, {match['after']}"
    return f"{match['before']} {match['after']}"


def _without_like(match: re.Match[str]) -> str:
    before = match["before"].lower()
    joins = before in (*_NOUN_PHRASES, "and", "but", "of") or re.fullmatch(PREP, before) is not None
    orders = before in order_verbs() and before not in ("look", "looks")
    return f"{match['before']} {match['after']}" if joins or orders else match.group()


_SPOKEN: tuple[tuple[str, Change], ...] = (
    (r"\b([a-z]+) \1\b(?!')", _said_once),
    (rf"\b(?P<before>[a-z]+) {_UM},? (?P<after>[a-z]+)\b", _hesitating),
    (rf"(?P<sign>[,;.!?-]) {_UM} (?=[a-z])", r"\g<sign> "),
    (r"\b(?P<before>[a-z]+) like,? (?P<after>[a-z']+)\b", _without_like),
    (r"(?<!look)(?<!looks)(?<!something)(?<!anything)(?<!feels)(?<!sounds)(?<!just)(?<!,) like,(?= )", ""),
    (_GREETING, ""),
    (rf"(?<=[?])\s*,?\s*{_THANKS}[\s.!]*$", ""),
    (r"(?<=[a-z]) (?=(?:thank you|thanks|cheers)\b[^,;?]*$)", ", "),
    (r"(?<!\bthe)(?<!\ba)(?<!\bmy)(?<!\btoy)(?<=[a-z?!]),? robot(?=[\s.!?]*$)", ""),
)
_RULES: tuple[Rule, ...] = rules((*_SHORT, *_APOSTROPHES, *_SPOKEN))


_HASTE = re.compile(
    r"(?<=[\w'.!?])[\s,;.!-]+(?:chop[ -]chop|(?:go ){1,2}go|quick[, ]+quick|hurry[, ]+hurry|[;:]-?[)(DP]+|lol|haha|"
    r"(?:(?:pl[zs]|please) (?:n|and|&) )?(?:thx|thanks|thank (?:you|u)|ty|tnx)(?: x+)?)(?P<end>[\s.!?]*)$",
    re.IGNORECASE,
)
"""What stands at the very end, often without a comma, and would be read as words of the last clause."""


def written_out(text: str) -> str:
    """Return a text of single spaces with its apostrophes, in whole words and without hesitations or greetings."""
    found = _HASTE.search(text)
    if found is not None and re.search(r"\w{2}", text[: found.start()]):
        text = text[: found.start()] + ("?" if "?" in found["end"] else "")
    return retold(text, _RULES).strip()
