"""Steps written as records, {"action": ..., "object": ..., "receptacle": ...}, rewritten as lists."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

_KEYS: Sequence[frozenset[str]] = (
    frozenset({"action", "primitive", "primitiveaction", "verb", "skill", "subgoal", "name"}),
    frozenset({"object", "target", "targetobject", "obj", "item", "arg1", "objectclass"}),
    frozenset(
        {"receptacle", "recep", "parent", "destination", "place", "to", "landmark", "arg2", "location"}
    ),
)
"""Names of the fields of a step, in the order of a triplet."""

_RECORD = re.compile(r"\{([^{}\[\]]*)\}")
_FIELD = re.compile(
    r"""["']?([A-Za-z_ 1-2]{1,30})["']?\s*[:=]\s*(?:"([^"]*)"|'([^']*)'|([^,"'\n{}]*))""",
)
_LABEL = re.compile(r"\b(action|object|receptacle)[ \t]*:[ \t]*(?=[\w\"'])", re.IGNORECASE)
_LABELLED = re.compile(
    r"[ \t]*(?:[-*][ \t]+|\d+[.)][ \t]*)?(action|object|receptacle)[ \t]*:[ \t]*([^\n,]+?)[ \t]*,?",
    re.IGNORECASE,
)


def row_of(record: Mapping[str, str]) -> list[str]:
    """Return a record as [action, object] or [action, object, receptacle]; [] for one that is no step."""
    values = {re.sub(r"[^a-z0-9]", "", key.lower()): value for key, value in record.items()}
    found = [next((values[key] for key in values if key in names), None) for names in _KEYS]
    if found[0] is None:
        return []
    return [value for value in found if value is not None]


def as_lists(text: str) -> str:
    """Return a text with every record that is a step written as a list, and labels in a line left out."""
    lines: list[str] = []
    record: dict[str, str] = {}
    for raw in _RECORD.sub(_listed, text).split("\n"):
        line = _LABEL.sub("", raw) if len(_LABEL.findall(raw)) > 1 else raw
        label = _LABELLED.fullmatch(line)
        key = label.group(1).lower() if label else ""
        if record and (not label or key in record):
            lines.append("[" + ", ".join(row_of(record)) + "]")
            record = {}
        if label:
            record[key] = label.group(2)
        else:
            lines.append(line)
    return "\n".join([*lines, "[" + ", ".join(row_of(record)) + "]" if record else ""])


def _listed(match: re.Match[str]) -> str:
    fields = {key: a or b or c.strip() for key, a, b, c in _FIELD.findall(match.group(1))}
    row = row_of(fields)
    return "[" + ", ".join(row) + "]" if row else match.group(0)
