"""Orders that are told one after the other and have nothing to do with each other: each is told again by itself.

Most rules of this folder are about one order, and know it by where a text begins and ends.
"""

from __future__ import annotations

import re

from pred_language.discourse.taken_back import INSIDE, is_whole_order

_JOINT = re.compile(
    r"(?<=[a-z'\])])(?:\s*[.;!]+\s+|,? (?:and|oh and)(?:,? (?:also|then|after (?:that|this)|afterwards|"
    r"while (?:you(?:'re| are) )?at it)|,? and(?= please )|,(?= then ))[,:]? )"
    r"(?:(?:and|then|also|please|after (?:that|this)|afterwards|next|(?:when|once) (?:that|this)(?: is|'s) "
    r"done)\b,? )*",
    re.IGNORECASE,
)
_TIED = re.compile(
    r"\b(?:instead|rather|except|but|only|otherwise|if|unless|until|before|after|while|no|not|wait|actually|"
    r"sorry|swap\w*|"
    r"don'?t|never|first|last|second|third|remaining|rest|each|back|again)\b|\?",
    re.IGNORECASE,
)
"""What may tie an order to what stands before or behind it."""


def independent(text: str) -> tuple[str, ...]:
    """Return the orders of a text, each whole and pointing to no other; the text alone where they may be tied."""
    parts = [part.strip() for part in _JOINT.split(text) if part.strip()]
    tied = any(_TIED.search(INSIDE.sub("", part)) for part in parts)
    if len(parts) < 2 or tied or not all(is_whole_order(part, notes=False) for part in parts):
        return (text,)
    return tuple(part if part[-1] in ".!" else f"{part}." for part in parts)
