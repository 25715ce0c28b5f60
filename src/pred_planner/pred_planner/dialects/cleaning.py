"""What comes before parsing, in every dialect: fences, refusals, emptiness, absurd length."""

from __future__ import annotations

import re

from pred_planner.dialects.parsed import Rejected, RejectionCode, Repairs

MAX_CHARACTERS = 50_000

_FENCE = re.compile(r"```[a-zA-Z0-9_+-]*[ \t]*\n?(.*?)(?:```|\Z)", re.DOTALL)
_QUOTES = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "，": ",", "（": "(", "）": ")"})
_REFUSAL = re.compile(
    r"\b(?:i\s*(?:'m| am)\s+(?:sorry|unable|not able)|i can(?:not|'t)|as an ai|unable to (?:help|comply|generate))\b",
    re.IGNORECASE,
)


def clean(text: str, repairs: Repairs) -> str:
    """Return the part of an answer that holds the plan.

    :raises Rejected: EMPTY or TOO_LONG
    """
    if len(text) > MAX_CHARACTERS:
        raise Rejected(RejectionCode.TOO_LONG, f"The answer is longer than {MAX_CHARACTERS} characters.")
    text = text.translate(_QUOTES).replace("\x00", "")
    blocks = [b for b in _FENCE.findall(text) if b.strip()]
    if blocks:
        repairs.add("took the fenced block")
        text = "\n".join(blocks)
    if not text.strip():
        raise Rejected(RejectionCode.EMPTY, "The answer is empty.")
    return text


def no_plan(text: str) -> Rejected:
    """Return the right rejection for a text in which no step was found."""
    if _REFUSAL.search(text):
        return Rejected(RejectionCode.REFUSAL, "The model refused: " + " ".join(text.split())[:120] + ".")
    return Rejected(RejectionCode.EMPTY, "The answer holds no step of a plan.")
