"""Why a question has no answer here, in a sentence: what was before, what something is so for, how it feels."""

from __future__ import annotations

import re

UNSEEN = "I don't know: that is nothing I can see."
SIDES = (
    "I don't know: which side that is depends on where one stands. Tell it by its colour, or by what is next to it."
)
"""What is said of "the cupboard on the right"."""
_REASONS = tuple(
    (re.compile(pattern), told)
    for pattern, told in (
        (r"^(?:why|how come|what for)\b", "I don't know why: I can see what is so, but not what made it so."),
        (
            r"^(?:was|were|had)\b(?! you\b)",
            "I don't know how that was then: I can only say how things are where I have seen them.",
        ),
        (r"^(?:who|whose|has anyone|has anybody|has someone|has somebody)\b", ("I don't know who did that: I did not "
                                                                              "see it.")),
        (r"^when\b", "I don't know when that was: I did not see it."),
        (r"^where (?:should|shall|must|would|does|do|can) ", ("I don't know where that belongs: I can only say where "
                                                             "it is.")),
    )
)


def reason_of(question: str) -> str:
    """Return the sentence on why something is not known.

    :param question: in lower case, without its sign
    """
    return next((told for pattern, told in _REASONS if pattern.match(question)), UNSEEN)
