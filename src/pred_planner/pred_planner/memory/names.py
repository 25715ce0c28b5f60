"""Names of routines in what people say: where one is given, and which known one is meant."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass

from pred_language.lexicon.inflection import singular
from pred_language.lexicon.nouns import nouns

_NAME = r"(?: the| my| our)? (?P<name>[a-z0-9' ]+?)(?=[.,:;!?\n]| and | with |$)"
_CALLED = re.compile(
    r"\b(?:name of (?:it|this|that)(?: [a-z]+)? is(?: called)?"
    r"|(?:is |are |be |it |this |that |them )?(?:called|named|known as)"
    r"|(?:remember|call) (?:it|this|that)(?: as)?)" + _NAME
)
_IS = re.compile(
    r"(?:^|[.!?\n] *)(?:the|my|our) (?P<name>[a-z0-9']+(?: [a-z0-9']+){1,3}?) "
    r"(?:is|has|means|involves|consists of|includes|contains)\b"
)
_NOT_NAMES = frozenset(["name", "one", "it", "this", "that", "task", "for", "in", "on", "at", "by", "to"])
LONGEST_NAME = 4
ALIKE = 0.84
"""How alike written words have to be to mean the same name: a letter or two may be wrong."""


@dataclass(frozen=True)
class Named:
    """A name found in a text, and the text before and after it."""

    name: str
    before: str = ""
    after: str = ""


def plain(text: str) -> str:
    """Return a text in lower case with single blanks."""
    return " ".join(text.lower().replace("’", "'").split())


def defined(text: str) -> Named | None:
    """Return the name that a text gives to a routine, with the rest of the text; None when it gives none."""
    words = plain(text)
    found = _CALLED.search(words)
    if found is not None and _is_name(found["name"]):
        return Named(found["name"].strip(), words[: found.start()], words[found.end() :])
    found = _IS.search(words)
    if found is not None and _is_name(found["name"]) and not _is_thing(found["name"]):
        return Named(found["name"].strip(), words[: found.start()], words[found.end() :])
    return None


def _is_name(words: str) -> bool:
    split = words.split()
    return 0 < len(split) <= LONGEST_NAME and split[0] not in _NOT_NAMES


def _is_thing(words: str) -> bool:
    """Tell whether words end as the name of an object does: "the dirty plate is in the sink" names no routine."""
    last = words.rsplit(maxsplit=1)[-1]
    return last in nouns() or singular(last) in nouns() or last in _NOT_NAMES


def meant(text: str, names: Iterable[str]) -> Named | None:
    """Return which of some known names a text says, the longest first; a misspelt one counts when it is close."""
    words = re.findall(r"[a-z0-9']+|[^a-z0-9'\s]", plain(text))
    for name in sorted(set(names), key=lambda n: (-len(n.split()), n)):
        wanted = name.split()
        for start in range(len(words) - len(wanted) + 1):
            span = words[start : start + len(wanted)]
            if all(_same(one, other) for one, other in zip(span, wanted, strict=True)):
                return Named(name, " ".join(words[:start]), " ".join(words[start + len(wanted) :]))
    return None


def _same(said: str, known: str) -> bool:
    if said == known:
        return True
    close = len(known) > 3 and said[0] == known[0]
    return close and difflib.SequenceMatcher(None, said, known).ratio() >= ALIKE
