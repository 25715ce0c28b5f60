"""What keeps a likely goal from being taken: no order, somebody else, a part not served, a condition, a "not"."""

from __future__ import annotations

import re

from pred_language.discourse.utterances import UtteranceKind, heard

_HANGS = re.compile(
    r"\b(?:if|unless|whether|in case|otherwise|until|whenever|provided|never|neither|except|instead|rather|no need)\b|"
    r"(?<!ca)n't\b|(?<!\bcan )\bnot\b",
    re.IGNORECASE,
)
_REFRAINS = re.compile(r"^\W*(?:please,? |so |and )*(?:don't|do not|never)\b", re.IGNORECASE)
_SOMEBODY = re.compile(r"\b(?:to|for|with) [A-Z][a-z]+\b")


def asks_for_no_goal(text: str) -> bool:
    """Tell whether a text asks for nothing, forbids, is about somebody by name, or has a part that is not served."""
    told = heard(text)
    asks_nothing = bool(told.refusal) and not told.tells_a_state
    unserved = bool(told.unserved) and told.first is not UtteranceKind.QUESTION
    return asks_nothing or unserved or bool(_REFRAINS.match(text) or _SOMEBODY.search(text))


def hangs_on_something(text: str) -> bool:
    """Tell whether a text says on what it hangs or what is not meant: what is likely wanted is asked about then."""
    return _HANGS.search(text) is not None
