"""Sentences run on without any sign between them: "my phone is on the counter bring it".

Where nothing parts the clauses of a text, a sign is put before what can only begin another one: an order's verb with
its object, a question, what tells another case apart. A text with signs of its own is left as it is.
"""

from __future__ import annotations

import re

from pred_language.discourse.wrapping import order_verbs
from pred_language.lexicon.courtesy import closed

_SHORTEST = 5
"""Words of a text that may be more than one clause."""
_SIGN = re.compile(r"[.,;:!?]| - ")
_JOINS = closed(
    "and then to please not don't never you or can could will would should must may might shall let let's help i "
    "we just also now but so first next only kindly i'll i'd we'll you'll they he she it the a an my your our "
    "that this of in on at by from with for no any some all both each every one two three be being is are was "
    "were do does did if unless when once after before while until because since as where who what which how why "
    "than nor neither either robot go come ready able rather prefer there's it's that's left good great again "
    "already somebody someone anybody anyone sure certain"
)
"""Words that what follows hangs on, or that a noun follows."""
_HANGING = re.compile(r".*(?:'ve|'d|'ll|n't|ly)$")
_OPENS_NONE = closed("did does do how where what which who would could can of in on from out under off let")
"""What a clause begins with whose verb comes later: a question, or a place."""
_OBJECT = closed("it them both the a an my your our that those these this all every everything me him her")
_WITH_PARTICLE, _PARTICLE = closed("turn switch pick shut throw"), closed("on off up down out")
"""Verbs with a particle: "a tomato slice on the table" is none."""
_ASKS = re.compile(
    r"(?:(?:could|can|would|will) (?:you|u)|can i (?:get|have)|do you (?:know|see|have)|isn't it|aren't they|"
    r"would you mind|where (?:did|is|are|has|have)|is it|are they)\b"
)
_APART = re.compile(r"(?:not the|not those|not that|just not|only not|but not)\b")
_SAYS = re.compile(r"(?:it's|it is|i'm|i've|we're|they're|there's|that's|you can (?:skip|leave)|my [a-z]+(?:'s| is)) ")
_CASE = re.compile(r"(?:if (?:so|not|it's|it is|they're|they are)|otherwise)\b")
_CONDITION = re.compile(
    r"(?:^|.*\b(?:and|but|then|so) )(?:only )?(?:if|unless|when|once|after|before|since|as soon as|in case)\b"
)
_ENDS = closed("again left it that one")
"""Words that something may hang on, and that a clause may end with."""


def with_signs(text: str) -> str:
    """Return a text that has no sign inside with those between its clauses, where it is clear that they end."""
    body = text.rstrip(" .!?")
    said = body.split()
    if len(said) < _SHORTEST or _SIGN.search(body):
        return text
    told: list[str] = []
    clause: list[str] = []
    for index, word in enumerate(said):
        sign = _sign_before(said, index, clause) if len(clause) > 1 else ""
        if sign:
            told[-1] += sign
            clause = []
        told.append(word)
        clause.append(word.lower())
    return " ".join(told) + text[len(body) :]


def _sign_before(said: list[str], index: int, clause: list[str]) -> str:
    """Return the sign that belongs before a word, '' for none.

    :param clause: the words since the last sign
    """
    rest = " ".join(said[index:]).lower()
    before = clause[-1]
    hangs = before in _JOINS or _HANGING.match(before) is not None
    if said[index].lower() == "so" and clause[0] not in order_verbs() and _orders(said, index + 1):
        return ","
    if clause[0] in _OPENS_NONE or (hangs and before not in _ENDS):
        return ""
    if _APART.match(rest) and not hangs:
        return ","
    told = " ".join(clause)
    if _CASE.match(rest):
        return "." if any(_orders(said, i) for i in range(index + 1, len(said))) else ""
    if _orders(said, index) and before not in ("it", "that"):
        return "," if _CONDITION.match(told) else "."
    return "," if _ASKS.match(rest) or (_SAYS.match(rest) and not hangs and clause[0] in order_verbs()) else ""


def _orders(said: list[str], index: int) -> bool:
    """Tell whether a word is the verb of an order, with what it is done to."""
    word, *after = (one.lower() for one in [*said[index : index + 3], "", ""])
    if word not in order_verbs():
        return False
    return after[0] in _OBJECT or (word in _WITH_PARTICLE and after[0] in _PARTICLE and after[1] in _OBJECT)
