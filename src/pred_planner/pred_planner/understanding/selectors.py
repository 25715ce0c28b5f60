"""Words that choose among things of a kind in ways that are not heeded, and orders not to do something."""

from __future__ import annotations

import re

_SIDE = r"(?:left|right|left ?most|right ?most|far left|far right|closest|nearest|furthest|farthest)"
_RANK = r"(?:second|third|fourth|last|bigger|biggest|larger|largest|smaller|smallest|taller|tallest|other)"
_FORGET = re.compile(r"\b(?:do not|don t|dont|never) forget to\b")
_NOT = re.compile(
    r"\b(?:please )?(?:do not|don t|dont|never|must not|should not|shouldn t|mustn t|no need to|not to)\b"
    r"[^.,]*?(?= but | just | only | instead | then |[.,]|$)"
    r"|(?<=, )(?:and |but )?not (?:the|a|an|in|on|that|this|my|any)\b[^.,]*"
)


def unheeded(instruction: str, words: str) -> str:
    """Return the words that tell the thing meant from others of its kind, '' if there are none.

    :param words: the noun phrase of the thing, as it was read
    """
    if not words:
        return ""
    noun = re.escape(words.rsplit(maxsplit=1)[-1])
    text = " ".join(instruction.lower().split())
    found = re.search(
        rf"\b{noun}\b,? (?P<after>(?:that is |which is )?(?:on|to|from|at) the (?:far )?{_SIDE})\b(?! of\b| \w+ of\b)"
        rf"|\b(?P<before>{_SIDE}|{_RANK})(?: \w+)? {noun}\b",
        text,
    )
    return (found["after"] or found["before"]) if found else ""


def without_refrains(text: str) -> str:
    """Return a normalised text without what is not to be done; of "do not heat the egg, put it away" the egg stays."""
    text = _FORGET.sub("", text)
    rest = _NOT.sub(" ", text)
    if not re.search(r"\b(?:it|them)\b", rest):
        return " ".join(rest.split())
    return " ".join(_NOT.sub(lambda match: f" {_named(match.group())} ", text).split())


def _named(refrain: str) -> str:
    """Return the thing of an order not to do something."""
    found = re.search(r"\b(?:the|a|an|my|your|that|this) \w+(?: (?!in|on|to|into|onto|at|from)\w+)?", refrain)
    return found.group() if found else ""


def refrains(instruction: str) -> bool:
    """Tell whether an instruction says what not to do."""
    return bool(_NOT.search(_FORGET.sub("", " ".join(re.findall(r"[a-z]+|[.,]", instruction.lower())))))
