"""Orders to clear or empty something, in words that say what is taken out of it."""

from __future__ import annotations

import re

from pred_core.vocabulary import group

_CLEARED = re.compile(
    r"\b(?P<verb>clear|empty|unload)(?: out| off| up)? (?P<place>(?:the|my|that|this) (?:[\w-]+ ){0,2}?[\w-]+)"
    r"(?: out| off| up)?(?=\s*(?:[.!;]|$|,? (?:and|then|please)\b))",
    re.IGNORECASE,
)


def with_what_is_taken(instruction: str) -> str:
    """Return an instruction in which "clear the green corner" is to take everything off it.

    Only where the domain says where things are laid that are in the way: elsewhere to empty is to pour out.
    """
    if not group("resting_places"):
        return instruction
    return _CLEARED.sub(r"take everything off \g<place>", instruction)
