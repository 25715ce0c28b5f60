"""In which form a model is asked to write a plan: the prompt and the schema of each dialect."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

PRED = "pred"
"""The dialect of PRED's own listings, and the only one that has tuples: revisions are always asked for in it."""


@dataclass(frozen=True)
class Form:
    """How a dialect is asked for.

    :param prompt: the file of the prompt for a plan
    :param schema: the JSON schema of the answer where the server has structured output, None where it is no JSON
    """

    prompt: str
    schema: Mapping[str, Any] | None


def _listing(key: str, item: Mapping[str, Any]) -> Mapping[str, Any]:
    return {
        "type": "object",  # structured output wants an object outermost
        "properties": {key: {"type": "array", "items": item}},
        "required": [key],
        "additionalProperties": False,
    }


_TEXT: Mapping[str, Any] = {"type": "string"}
FORMS: Mapping[str, Form] = {
    PRED: Form("plan", _listing("plan", {"type": "array", "items": _TEXT})),
    "flare": Form("plan_flare", _listing("plan", _TEXT)),
    "cmfr": Form("plan_cmfr", _listing("subgoals", _TEXT)),
    "helper": Form("plan_helper", None),
}

SUCCESS_ONLY, IMPLICIT, EXPLICIT, FEW_SHOT = "success_only", "implicit", "explicit", "few_shot"
GRADES = (SUCCESS_ONLY, IMPLICIT, EXPLICIT, FEW_SHOT)
"""How much CAPE tells a model of an error, from nothing to the violated precondition and three examples (III-A)."""
