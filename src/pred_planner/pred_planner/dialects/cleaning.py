"""What comes before parsing, in every dialect: fences, quotes, refusals, emptiness, absurd length."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from pred_planner.plan.parsed import Parsed, Rejected, RejectionCode, Repairs

MAX_CHARACTERS = 50_000
_THOUGHTS = re.compile(r"\A.*</(?:think|thinking|reasoning)>", re.DOTALL | re.IGNORECASE)
_OPEN_THOUGHTS = re.compile(r"<(?:think|thinking|reasoning)>", re.IGNORECASE)

_FENCE = re.compile(
    r"```(?:(?:json|python|py|text|plaintext|txt|yaml|markdown)\b|[\w+-]*(?=[ \t]*\n))?[ \t]*\n?(.*?)(?:```|\Z)",
    re.DOTALL,
)
_FENCE_MARK = re.compile(r"```[\w+-]*(?=\s|\Z)|```")
_BRACKETS = re.compile(r"[][(){}]")
_PAIRS = {"[": "]", "{": "}", "(": ")"}
_SAY_MORE = frozenset(
    {RejectionCode.EMPTY, RejectionCode.REFUSAL, RejectionCode.TOO_LONG, RejectionCode.NOT_ALLOWED}
)
"""Rejections that say more of an answer than that it is cut off."""
_QUOTES = str.maketrans(
    {
        "“": '"',
        "”": '"',
        "«": '"',
        "»": '"',
        "‘": "'",
        "’": "'",
        "，": ",",
        "：": ":",
        "（": "(",
        "）": ")",
        "\x00": "",
    }
)
_REFUSAL = re.compile(
    r"\b(?:i\s*(?:'m| am)\s+(?:sorry|unable|not able)|i can(?:not|'t)|as an ai|unable to (?:help|comply|generate))\b",
    re.IGNORECASE,
)


def clean(text: str, repairs: Repairs) -> str:
    """Return the part of an answer that holds what was asked for: its last fenced block, or all of it.

    :raises Rejected: EMPTY or TOO_LONG
    """
    text = tidy(text)
    blocks = fenced(text)
    if blocks:
        repairs.add(_taken(blocks))
        text = blocks[-1]
    return text


def read_blocks(text: str, read: Callable[[str, Repairs], Parsed]) -> Parsed:
    """Return the plan in the last fenced block that holds one, or else in the whole text.

    :param read: reads a text; rejects it as EMPTY when it holds no plan
    :raises Rejected: with the reason
    """
    text = tidy(text)
    blocks = fenced(text)
    for block in reversed(blocks):
        repairs = Repairs()
        repairs.add(_taken(blocks))
        try:
            return _whole(block, read, repairs)
        except Rejected as rejected:
            if rejected.rejection.code not in (RejectionCode.EMPTY, RejectionCode.REFUSAL):
                raise
    return _whole(_FENCE_MARK.sub("", text), read, Repairs())


def fenced(text: str) -> list[str]:
    """Return the fenced blocks of a text that hold anything."""
    return [block for block in _FENCE.findall(text) if block.strip()]


def tidy(text: str) -> str:
    """Return a text with plain quotes, and without what is no text.

    :raises Rejected: EMPTY or TOO_LONG
    """
    if len(text) > MAX_CHARACTERS:
        raise Rejected(RejectionCode.TOO_LONG, f"The answer is longer than {MAX_CHARACTERS} characters.")
    text = without_thoughts(_unquoted(text.encode("utf-8", "replace").decode("utf-8"))).translate(_QUOTES)
    if not text.strip():
        raise Rejected(RejectionCode.EMPTY, "The answer is empty.")
    return text


def without_thoughts(text: str) -> str:
    """Return a text without what a model thought aloud; nothing is left of thoughts that came to no end."""
    return _OPEN_THOUGHTS.split(_THOUGHTS.sub("", text))[0]


def no_plan(text: str) -> Rejected:
    """Return the right rejection for a text in which no step was found."""
    if refuses(text):
        return Rejected(RejectionCode.REFUSAL, "The model refused: " + " ".join(text.split())[:120] + ".")
    return Rejected(RejectionCode.EMPTY, "The answer holds no step of a plan.")


def _whole(text: str, read: Callable[[str, Repairs], Parsed], repairs: Repairs) -> Parsed:
    """Read a text that is all that was said: it ends neither in a list, an object or a string, nor after a comma."""
    end = text.rstrip()
    is_open_string = end.lstrip().startswith('"') and end.count('"') % 2 == 1
    cut = Rejected(RejectionCode.TRUNCATED, f"The answer is cut off at {end[-60:]!r}.")
    is_cut = is_open_string or end.endswith(",") or ends_inside(end)
    try:
        parsed = read(text, repairs)
    except Rejected as rejected:
        if is_cut and rejected.rejection.code not in _SAY_MORE:
            raise cut from rejected
        raise
    if is_cut:
        raise cut
    return parsed


def ends_inside(text: str) -> bool:
    """Tell whether a bracket or brace that a text opens is never closed."""
    opened: list[str] = []
    for mark in _BRACKETS.findall(text):
        if mark in _PAIRS:
            if mark != "(" or opened:  # a sentence may open one for good
                opened.append(mark)
        else:
            matching = [at for at, one in enumerate(opened) if _PAIRS[one] == mark]
            del opened[matching[-1] if matching else len(opened) :]
    return bool(opened)


def refuses(text: str) -> bool:
    """Tell whether a text declines to answer."""
    return _REFUSAL.search(text) is not None


def _taken(blocks: list[str]) -> str:
    return "took the fenced block" if len(blocks) == 1 else f"took the last of {len(blocks)} fenced blocks"


def _unquoted(text: str) -> str:
    """Return what a text says that is itself a JSON string, as some servers wrap answers."""
    stripped = text.strip()
    if not (stripped.startswith('"') and stripped.endswith('"')):
        return text
    try:
        inner = json.loads(stripped)
    except ValueError:
        return text
    return inner.encode("utf-8", "replace").decode("utf-8") if isinstance(inner, str) else text
