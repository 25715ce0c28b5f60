"""What a person finds lacking, as the order it means: "You forgot to put a fork on it" is "put a fork on the plate".

Complaints name a step that was left out, or a thing. What they point back to, "it", is what the last step was about.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pred_core.feedback import preposition
from pred_core.plan_language import Subgoal
from pred_core.vocabulary import spoken

_START = r"^(?:(?:sorry|hey|well|hm+|oh|ah|i think|i guess|i am afraid|i'm afraid)\b[\s,.!]*)*"
_YET = r"(?:(?:also|still|just|even|completely|really|again|though|only)\s+)*"
_STEP = re.compile(
    rf"{_START}(?:"
    rf"(?:you|it)(?:'ve| have| had)?\s+{_YET}(?:forgot|forgotten|failed|neglected|omitted|missed)\s+to|"
    rf"you\s+{_YET}(?:did\s+not|didn't|didnt|have\s+not|haven't|never)\s+{_YET}(?!finish\b|do\b|miss\b|forget\b)|"
    rf"you\s+{_YET}(?:have|need|had|ought|were\s+supposed|were\s+meant|were\s+told)\s+{_YET}to|"
    rf"you\s+{_YET}(?:should|must|could|can)\s+{_YET}|"
    rf"i\s+{_YET}(?:want|wanted|need|needed|told|asked|would\s+like|expected|said)\s+(?:you\s+)?to|"
    rf"(?:please\s+)?(?:do not|don't|dont)\s+forget\s+to|what\s+is\s+missing\s+is\s+to"
    rf")\s*(?P<step>\S.*)$",
    re.IGNORECASE,
)
_THING = re.compile(
    rf"{_START}(?:you(?:'ve| have)?\s+{_YET}(?:forgot|forgotten|missed|left\s+out|omitted|overlooked)\s+(?P<forgot>.+)|"
    rf"(?P<missing>.+?)\s+(?:is|are)\s+{_YET}(?:missing|lacking)(?:\s+(?P<where>(?:on|in|from|at)\s+.+))?|"
    r"there\s+(?:is|are)\s+(?:still\s+)?no\s+(?P<none>.+?)(?:\s+(?P<there>(?:on|in|at|under|next\s+to)\s+.+))?)$",
    re.IGNORECASE,
)
_CLAUSE_END = re.compile(r"[,;.]|\b(?:and|then)\b")
_POINTING = re.compile(r"\b(?:it|them)\b", re.IGNORECASE)


def ordered(words: str, steps: Sequence[Subgoal]) -> str:
    """Return the order in words said after a task; words that are no complaint are as they were.

    :param steps: those of the task that was done
    """
    plain = words.strip().rstrip(".!").rstrip()
    step = _STEP.match(plain)
    if step is not None:
        return _pointed(step["step"], steps)
    thing = _THING.match(plain)
    if thing is not None:
        return _pointed(_putting(thing, steps), steps) or words
    return _pointed(words, steps)


def _putting(found: re.Match[str], steps: Sequence[Subgoal]) -> str:
    """Return the order to put what was left out where it was missed, else where the task put things; '' for nowhere."""
    where = found["where"] or found["there"]
    if where:
        where = re.sub(r"^from\b", "on", where)
    elif last := next((step for step in reversed(steps) if step.receptacle), None):
        where = f"{preposition(last.receptacle)} the {spoken(last.receptacle)}"
    thing = found["forgot"] or found["missing"] or f"a {found['none']}"
    return f"put {thing[0].lower()}{thing[1:]} {where}" if where else ""


def _pointed(order: str, steps: Sequence[Subgoal]) -> str:
    """Return an order with "it", where nothing in its own first clause was named for it, said as what it means."""
    last = next((step for step in reversed(steps) if step.object), None)
    if last is None:
        return order
    end = _CLAUSE_END.search(order)
    head, rest = (order[: end.start()], order[end.start() :]) if end else (order, "")
    return _POINTING.sub(f"the {spoken(last.object)}", head) + rest
