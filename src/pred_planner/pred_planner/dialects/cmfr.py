"""CMFR's dialect: JSON with calls such as ``Place(Mug_1, CounterTop_1)`` under subgoals, actions or solution.

Keys: ``subgoals`` (initial plan, listing 1), ``actions`` (preconditions, listing 4), ``solution`` (workaround,
listing 5). Where the JSON is broken the calls are read from the text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from pred_planner.dialects.cleaning import clean, no_plan
from pred_planner.dialects.names import Names, normalise
from pred_planner.dialects.parsed import Parsed, Rejected, RejectionCode, Repairs, Step, finish
from pred_planner.language import High, Level

KEYS = ("subgoals", "solution", "actions", "steps", "plan")

ACTIONS: Mapping[str, High] = {
    "find": High.GOTO,
    "goto": High.GOTO,
    "pickup": High.PICKUP,
    "place": High.PUT,
    "put": High.PUT,
    "open": High.OPEN,
    "close": High.CLOSE,
    "toggleon": High.TOGGLE_ON,
    "turnon": High.TOGGLE_ON,
    "toggleoff": High.TOGGLE_OFF,
    "turnoff": High.TOGGLE_OFF,
    "slice": High.SLICE,
    "pour": High.POUR,
    "fillwithwater": High.FILL,
    "fill": High.FILL,
    "clean": High.CLEAN,
    "empty": High.POUR,
    "putaway": High.PUT,
}

PUT_AWAY_PLACE = "CounterTop"
"""Put_away names no receptacle; a counter is where the paper's own examples leave a knife."""

_CALL = re.compile(r"([A-Za-z][A-Za-z_ ]*?)\s*\(([^()\n]*)(\)|\n|\Z)")


def parse(text: str, names: Names) -> Parsed:
    """Read an answer in CMFR's dialect.

    :raises Rejected: with the reason
    """
    repairs = Repairs()
    text = clean(text, repairs)
    steps: list[Step] = []
    for action, arguments in _calls(text, repairs):
        steps.append(_step(action, arguments, steps, names, repairs))
    if not steps:
        raise no_plan(text)
    return finish(Level.TRIPLET, steps, repairs)


def _calls(text: str, repairs: Repairs) -> list[tuple[str, list[str]]]:
    listed = _listed(text)
    if listed is not None:
        text = "\n".join(listed)
    else:
        repairs.add("JSON could not be read; took the calls in the text")
        text = _after_key(text)
    return [_call(match) for match in _CALL.finditer(text)]


def _call(match: re.Match[str]) -> tuple[str, list[str]]:
    name, inner, end = match.groups()
    if end != ")":
        raise Rejected(RejectionCode.TRUNCATED, f"The answer is cut off at {match.group(0).strip()!r}.")
    return name.strip(), [a.strip(" \"'") for a in inner.split(",") if a.strip(" \"'")]


def _listed(text: str) -> list[str] | None:
    start, end = text.find("{"), text.rfind("}")
    candidates = [text] if start < 0 or end < start else [text[start : end + 1], text]
    for candidate in candidates:
        try:
            value = json.loads(candidate)
        except (ValueError, RecursionError):
            continue
        found = _strings(value)
        if found is not None:
            return found
    return None


def _strings(value: Any) -> list[str] | None:
    if isinstance(value, list):
        return [item for item in value if isinstance(item, str)]
    if isinstance(value, dict):
        for key in KEYS:
            inner = value.get(key)
            if isinstance(inner, list):
                return [item for item in inner if isinstance(item, str)]
    return None


def _after_key(text: str) -> str:
    """Leave out lists before the plan (object locations are written as calls are)."""
    hits = [match.end() for key in KEYS for match in re.finditer(rf"[\"']{key}[\"']\s*:", text)]
    return text[min(hits) :] if hits else text


def _step(name: str, arguments: list[str], before: list[Step], names: Names, repairs: Repairs) -> Step:
    key = normalise(name)
    if key not in ACTIONS:
        raise Rejected(RejectionCode.UNKNOWN_ACTION, f"{name!r} is not one of the subgoals allowed.")
    if not arguments:
        raise Rejected(RejectionCode.UNKNOWN_OBJECT, f"{name}() needs an object.")
    action = ACTIONS[key]
    target = names.resolve(arguments[0], repairs)
    receptacle = names.resolve(arguments[1], repairs) if len(arguments) > 1 else ""
    if action is High.PUT and not receptacle:
        receptacle = PUT_AWAY_PLACE if key == "putaway" else _last_visited(before, target, repairs)
    return Step(
        action,
        target,
        receptacle,
        object_ref=arguments[0],
        receptacle_ref=arguments[1] if len(arguments) > 1 else "",
    )


def _last_visited(before: list[Step], target: str, repairs: Repairs) -> str:
    for step in reversed(before):
        if step.action in (High.GOTO, High.OPEN) and step.object != target:
            repairs.add(f"Place({target}): took {step.object}, visited last, as the receptacle")
            return step.object
    raise Rejected(RejectionCode.MISSING_RECEPTACLE, f"Place({target}) does not say where to.")
