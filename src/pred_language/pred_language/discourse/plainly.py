"""What a person said, told so that everything after it reads one way of speaking: the first step of all reading."""

from __future__ import annotations

from pred_language.discourse import bare_clauses, sparing, ways
from pred_language.discourse.framing import framed
from pred_language.discourse.rewriting import retold
from pred_language.discourse.timing import in_time
from pred_language.discourse.typed import as_typed
from pred_language.discourse.wrapping import unwrapped


def as_asked(text: str) -> str:
    """Return a text without slips of the hand and wrappers, in the order of time, and in the words of the grammar."""
    told = retold(framed(as_typed(text)), ways.SHORT)
    if bare_clauses.is_telegraphic(told):
        told = bare_clauses.with_articles(told)
    told = unwrapped(told)
    return retold(in_time(told), ways.RULES, sparing.RULES, bare_clauses.RULES)
