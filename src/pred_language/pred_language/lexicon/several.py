"""Several tasks in one instruction: where it can be cut so that each part is understood and nothing is left out."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator

from pred_language.lexicon import qualities

MOST_CUTS = 5
"""Cuts that are tried together at most."""
_CUT = re.compile(
    r"\s*(?:[.;!]+|,)?\s*(?:\b(?:and|then|please|after that|afterwards|next|finally|second|also|lastly"
    r"|but(?=\s+(?:leave|keep|open|close|shut|turn|switch)\b(?![^.;]*\b(?:first|before)\b)))\b[\s,]*)+"
    r"|\s*[.;!,]+\s*"
)
_FIRST = re.compile(r"^\s*(?:first|firstly|to begin with)\b[\s,]*", re.IGNORECASE)
_LACKS_VERB = re.compile(
    r"(?:the|a|an|my|another|one|two) (?:\w+ ){1,6}?(?:on|in|into|onto|to) (?:the|a|an|my|another|one) "
)
"""What goes on with the verb before: "... and the wrench on the red corner"."""
_OF_BEFORE = re.compile(r"\b(?:everything|it all|them all|all of (?:it|them))\b")
"""What is said of the things named before: "... and put everything on the counter"."""
_PHRASAL = frozenset({"turn", "switch", "throw", "give", "pick", "flip", "light", "search", "come", "hand", "pass"})


def partitions(instruction: str) -> Iterator[tuple[str, ...]]:
    """Yield the ways to cut an instruction before a verb, those with the fewest parts first, at least two."""
    text = _FIRST.sub("", instruction)
    cuts = [match for match in _CUT.finditer(text.lower()) if _starts_order(text[match.end() :])]
    cuts = cuts[:MOST_CUTS]
    for number in range(1, len(cuts) + 1):
        for chosen in itertools.combinations(cuts, number):
            starts = (0, *(match.end() for match in chosen))
            ends = (*(match.start() for match in chosen), len(text))
            parts = (text[a:b].strip() for a, b in zip(starts, ends, strict=True))
            whole = tuple(_with_verbs(parts))
            if all(whole) and not any(_OF_BEFORE.search(part.lower()) for part in whole[1:]):
                yield whole


def _with_verbs(parts: Iterable[str]) -> Iterator[str]:
    """Yield parts, those without a verb with that of the part before."""
    verb = ""
    for part in parts:
        if verb and _LACKS_VERB.match(part.lower()):
            yield f"{verb} {part}"
        else:
            verb = part.split(maxsplit=1)[0] if part else ""
            yield part


def _starts_order(text: str) -> bool:
    """Tell whether a text begins with a verb that is known, or leaves it out: "... the wrench on the red corner"."""
    first = re.match(r"[a-z]+", text.lower())
    if first is None:
        return False
    known = first.group() in qualities.verb_forms() or first.group() in _PHRASAL
    return known or _LACKS_VERB.match(text.lower()) is not None
