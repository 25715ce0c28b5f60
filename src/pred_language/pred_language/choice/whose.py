"""Whose things are: nobody told the robot, so where several of a kind are here "my mug" has to be asked about."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pred_core.referring.description import TestKind
from pred_core.vocabulary import can_be_carried
from pred_language.lexicon.inflection import singular
from pred_language.meaning.context import Ranked, TaskContext
from pred_language.meaning.grounding import Grounder
from pred_language.meaning.parts import in_order

_NO_OWNER = r"(?!(?:it|that|this|there|here|what|who|where|let|he|she|one|everything|everyone|today)\b)"
_OWNED = re.compile(
    rf"\b(?P<owner>my|our|his|her|their|{_NO_OWNER}[a-z]+'s)(?: own)? (?P<noun>[a-z]+(?: [a-z]+){{0,2}})", re.IGNORECASE
)


def whose(text: str, context: TaskContext, grounder: Grounder) -> Iterator[str]:
    """Yield what is told from others of its kind only by whose it is, as it was said."""
    for match in _OWNED.finditer(text.replace("’", "'")):
        words = match["noun"].lower().split()
        for ranked in _told_by_nothing(context):
            name = ranked.words.split()
            owned = bool(name) and [singular(w) for w in words[: len(name)]] == [singular(w) for w in name]
            if owned and can_be_carried(ranked.best) and grounder.seen(ranked.best) > 1:
                yield f"{match['owner']} {' '.join(words[: len(name)])}"


def _told_by_nothing(context: TaskContext) -> Iterator[Ranked]:
    """Yield the single things of which nothing else is said."""
    for task in in_order(context):
        slots = [("target", task.target, task.count)]
        slots += [(f"also{number}", part.thing, part.count) for number, part in enumerate(task.also, 1)]
        for slot, ranked, count in slots:
            if count == 1 and all(test.kind is TestKind.UNSEEN for test in task.said.get(slot, ())):
                yield ranked
