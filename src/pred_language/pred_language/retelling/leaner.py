"""A text without the clauses that tell of something else: tried where the whole has no full meaning.

:mod:`pred_language.discourse.remarking` takes off what is surely no part of an order before anything is read. This goes
further, as what is left has to have a full meaning of its own, and the person is told what was taken for what.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from pred_language.discourse.wrapping import IDIOMS, first_order_verb, order_verbs
from pred_language.lexicon import words
from pred_language.lexicon.courtesy import WRAPPING, closed
from pred_language.lexicon.english import is_english
from pred_language.lexicon.inflection import name_any
from pred_language.lexicon.people import KIN

_SPLIT = re.compile(
    r"(\s*(?:[.;!?…]+|,|\s[-–—]+)(?:\s+|$)|:\s+|,? (?=(?:but|so|because|since|cause|cos|although|though)\b))",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"^\W*(?:(?:and|but|so|then|also|now|oh|ah|well|ok|okay|please|just|because|since|cause|cos|although|though|"
    r"honestly|"
    r"anyway|look|listen|see|yes|hey|hi|hello|ugh|right|yesterday|earlier|today)\b[\s,]*)*",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"\b(?:can|could|would|will|won'?t|why don'?t|mind if) (?:you|u|i|we)\b|\bplease\b|\b(?:i|we)(?:'d| would| "
    r"should)? "
    r"(?:rather|need|want|like|love|prefer|wish|wonder)\b|\b(?:should|must|shall|needs?|ought|belongs?|goes|has "
    r"to|have to|"
    r"supposed|wants?|asks|asked|told|(?:says?|said) to)\b|\b(?:let's|let us|make sure|do not|don'?t|never)\b",
    re.IGNORECASE,
)
"""What asks for something, or for something not to be done."""
_LIMITS = closed(
    "not no nor neither only except instead other others another same either if when unless until till once while one "
    "ones both none every each half rest never without mean meant correction wait stop cancel scratch sorry rather "
    "than which who where what how actually forget clean dirty"
)
"""Words by which a clause may say what is meant by another one, or take it back."""
_OF_THINGS = closed(
    "any all first second third last next two three four five six again back twice times washed full empty open opened "
    "closed shut hot cold broken sliced"
)
"""The same of clauses that tell of things rather than of people."""
_OF_PEOPLE = closed("when while once who where what how than every")
"""Of these words those that say nothing of things where people are told of: "we had one when I was little"."""
_OWN_DOING = re.compile(
    rf"^(?:i|we|he|she|they|{KIN}) (?:must|have to|has to|need to|needs to|should|want to|wants to|(?:am|are|is) "
    rf"going to|gotta) "
    r"(?P<does>[a-z]+)",
    re.IGNORECASE,
)
"""What somebody is about to do: "I must brush my teeth"."""
_OTHERS_WANT = re.compile(
    r"^(?:[^.;!?]*\band )?(?:he|she|they|[A-Z][a-z]+|my [a-z]+|the (?:kids|children|boys|girls)) (?:wants?|needs?) "
    r"an? [a-z]+"
)
"""What somebody else wants that nobody can bring: "Lily wants a snack for the car"."""
_SOMEBODY = re.compile(
    rf"^(?:i|we|he|she|people|every(?:one|body)|some(?:one|body)|{KIN}|(?:my|our|his|her) [a-z]+|"
    r"(?-i:[A-Z][a-z]+(?= [a-z]+(?:s|ed)\b)))"
    r"(?:'(?:s|m|re|ve|d|ll)\b|(?: always| just| already| never| usually| really| even)? [a-z]+)",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    r"^(?:it|they|that|this|there|these|those|[a-z]+ (?=is\b|are\b))(?:'(?:s|re|ll|d)\b| "
    r"(?:is|are|was|were|has|have|had|will|"
    r"would|can|does|do|did|might|may|looks?|smells?|feels?|makes?|drives?|gets?)\b)|"
    r"^(?:it|that|this) (?:just |really |always |only )?(?!(?:should|must|needs?|wants?|goes|belongs?|stays?)\b)[a-z]+"
    r"s\b|"
    r"^they (?:just |really |always |only )?(?:go|get|make|drive|look|smell|feel)\b",
    re.IGNORECASE,
)
_POINTING = closed("it them that those this these there")
_IDLE = re.compile(r"(?:can|do|did|have) you (?:see|seen|notice|noticed|find) (?:it|them|one|any)(?: "
r"anywhere)?(?:,? [a-z]+)?\W*", re.I)
"""What asks once more what was asked before it."""
_DID_SO = re.compile(r"\b(?:did|done) (?:that|it|this|so)\b", re.IGNORECASE)
"""What says of an order that it was carried out."""
_IN_ALL = re.compile(r"^(?:it|that|this)(?:'s| is| was) all (?!of\b)[a-z]+(?: [a-z]+)?$", re.IGNORECASE)
_GOES_ON = re.compile(r"\b(?:and|then|to) (?:also |then |please )*([a-z]+)\b")
_MOST = 8
"""Clauses of more of which no part is tried: that is a story."""


def leaner(text: str) -> Iterator[str]:
    """Yield a text without clauses that may tell of something else, those without most of them first."""
    pieces = _SPLIT.split(text.strip())
    clauses, signs = pieces[::2], [*pieces[1::2], ""]
    idle = [index for index, clause in enumerate(clauses) if clause.strip() and _is_beside(clause, signs[index])]
    if not idle or len(clauses) > _MOST or len(idle) == sum(bool(one.strip()) for one in clauses):
        return
    for many in range(len(idle), 0, -1):
        for dropped in itertools.combinations(idle, many):
            told = _without(clauses, signs, frozenset(dropped))
            if name_any(told):
                yield told


def _without(clauses: list[str], signs: list[str], dropped: frozenset[int]) -> str:
    told, after = "", False
    for index, (clause, sign) in enumerate(zip(clauses, signs, strict=True)):
        if index in dropped:
            ends = re.search(r"[.!?;]", sign)
            told = f"{told.rstrip(' ,;:–—-')}{ends.group()} " if ends and told else told
            after = True
            continue
        told += (_LEAD.sub("", clause) if after or not told else clause) + sign
        after = False
    return re.sub(r"(?:\s*[,:;]|\s[-–—]+)\s*$", ".", told).strip()


def _is_beside(clause: str, sign: str) -> bool:
    """Tell whether a clause asks for nothing and says nothing of which, how many, where and in which state."""
    plain = _LEAD.sub("", clause).strip(" .!")
    said = set(re.findall(r"[a-z]+", plain.lower()))
    if _IDLE.fullmatch(plain) or IDIOMS.fullmatch(plain):
        return True
    goes_on = any(one in order_verbs() for one in _GOES_ON.findall(plain.lower()))
    own = _OWN_DOING.match(plain)
    if own is not None and own["does"].lower() not in order_verbs() and not name_any(plain) and "?" not in sign:
        return True
    others = _OTHERS_WANT.match(plain) is not None and not name_any(plain)
    if not said or goes_on or (_ASKS.search(clause) and not others) or first_order_verb(plain) or "?" in sign:
        return False
    telling = words.COLOURS.keys() | words.SIZES.keys() | words.MATERIALS.keys()
    somebody = _SOMEBODY.match(plain) is not None
    denies = "n't" in plain.lower() and (not somebody or name_any(plain))
    limits = _LIMITS - _OF_PEOPLE if somebody else _LIMITS
    if said & (limits | telling) or denies or _DID_SO.search(plain):
        return False
    if somebody or others:
        return True
    if (said & _OF_THINGS and not _IN_ALL.match(plain)) or name_any(plain):
        return False
    heads = ":" in sign and not said & order_verbs()
    means_nothing = all(word in WRAPPING or not is_english(word) for word in said)
    if heads or _SUBJECT.match(plain) is not None or (means_nothing and not said & _POINTING):
        return True
    return _introduces(clause, sign, said)


def _introduces(clause: str, sign: str, said: set[str]) -> bool:
    """Tell whether a clause only leads up to what comes: it says nothing of when, how, where and for whom."""
    names_somebody = re.search(r"\d|(?<!^)(?<![.!?] )\b[A-Z][a-z]", clause.strip()) is not None
    spoken_to = not names_somebody and sign.strip() in (",", ":", "-", "–")
    plainly = all(is_english(word) and not word.endswith("ly") for word in said)
    return spoken_to and plainly and not said & (_TIMES | _POINTING) and not _PLACED.match(clause)


_TIMES = closed(
    "today tomorrow tonight later soon now morning noon afternoon evening night midnight hour hours minute minutes "
    "second "
    "seconds day days week weeks month every daily always monday tuesday wednesday thursday friday saturday sunday "
    "dinner lunch breakfast supper once again back together apart upside backwards sideways"
)
_PLACED = re.compile(
    r"\W*(?:for|to|from|with|in|on|at|under|into|onto|by|after|before|until|till|during|near|over|off|out|up|down)\b(?"
    r"! (?:a "
    r"(?:lighter|happier|different|personal) note|that note|other news|my opinion|any case|case))",
    re.IGNORECASE,
)
"""How a clause begins that may say where, when or for whom."""
