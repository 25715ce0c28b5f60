"""Steps written as records, {"action": ..., "object": ..., "receptacle": ...}, rewritten as the lists they stand for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

_KEYS: Sequence[frozenset[str]] = (
    frozenset({"action", "primitive", "primitiveaction", "verb", "skill", "subgoal", "name"}),
    frozenset({"object", "target", "targetobject", "obj", "item", "arg1", "objectclass"}),
    frozenset({"receptacle", "recep", "parent", "destination", "place", "to", "landmark", "arg2", "location"}),
)
"""Names of the fields of a step, in the order of a triplet."""

_RECORD = re.compile(r"\{([^{}\[\]]*)\}")
_FIELD = re.compile(
    r"""["']?([A-Za-z_ 1-2]{1,30})["']?\s*[:=]\s*(?:"([^"]*)"|'([^']*)'|([^,"'\n{}]*))""",
)
_LINES = re.compile(
    r"^[ \t]*(?:[-*]\s+|\d+[.)]\s*)?action[ \t]*:[ \t]*(?P<action>\S+)[ \t]*\n"
    r"[ \t]*object[ \t]*:[ \t]*(?P<object>[^\n]+?)[ \t]*$"
    r"(?:\n[ \t]*receptacle[ \t]*:[ \t]*(?P<receptacle>[^\n]+?)[ \t]*$)?",
    re.IGNORECASE | re.MULTILINE,
)


def row_of(record: Mapping[str, str]) -> list[str]:
    """Return a record as [action, object] or [action, object, receptacle]; [] for one that is no step."""
    values = {re.sub(r"[^a-z0-9]", "", key.lower()): value for key, value in record.items()}
    found = [next((values[key] for key in values if key in names), None) for names in _KEYS]
    if found[0] is None:
        return []
    return [value for value in found if value is not None]


def as_lists(text: str) -> str:
    """Return a text with every record that is a step written as a list."""
    text = _RECORD.sub(_listed, text)
    return _LINES.sub(lambda m: "[" + ", ".join(v for v in m.groupdict().values() if v) + "]", text)


def _listed(match: re.Match[str]) -> str:
    fields = {key: a or b or c.strip() for key, a, b, c in _FIELD.findall(match.group(1))}
    row = row_of(fields)
    return "[" + ", ".join(row) + "]" if row else match.group(0)
