"""What models do to a good plan before they send it: the faults seen in recorded plans, for the scripted server.

Of GPT-4's plans for ALFRED one in ten to one in five holds names outside the vocabulary; some hold actions that were
never listed, cut ends, numbers before lines, nothing at all or a refusal; up to one in twenty breaks the one-hand
rule.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence

from pred_core.vocabulary import domain, object_types

Rows = Sequence[Sequence[str]]
"""A plan of triplets [Action, Object, Receptacle]."""


def _strange(rows: Rows) -> str:
    """Call things by what models call them instead of by their type."""
    strangers = {name: alias for alias, name in reversed(list(domain().aliases.items()))}
    return json.dumps([[strangers.get(word, word) for word in row] for row in rows])


def _bare(rows: Rows) -> str:
    return "\n".join(", ".join(row) for row in rows)


def _numbered(rows: Rows) -> str:
    return "\n".join(f"{number}. {', '.join(row)}" for number, row in enumerate(rows, start=1))


def _cut_name(rows: Rows) -> str:
    """``LettuceS``: a name that lost its end, in a list that is whole."""
    return json.dumps([[w.removesuffix("liced") if w.endswith("Sliced") else w for w in row] for row in rows])


def _two_hands(rows: Rows) -> str:
    named = {word for row in rows for word in row}
    other = next(t.name for t in object_types().values() if t.can("pickupable") and t.name not in named)
    return json.dumps([["Pickup", other, "None"], *rows])


REPAIRED: Mapping[str, Callable[[Rows], str]] = {
    "fenced": lambda rows: f"```json\n{json.dumps(rows)}\n```",
    "in prose": lambda rows: f"Sure! Here is the plan:\n{json.dumps(rows)}\nLet me know if it helps.",
    "python": lambda rows: repr([tuple(row) for row in rows]),
    "bare lines": _bare,
    "numbered": _numbered,
    "without its outer bracket": lambda rows: json.dumps(rows)[1:-1],
    "in an object": lambda rows: json.dumps({"plan": rows}),
    "strange names": _strange,
    "a name cut off": _cut_name,
}
"""Dirt that can be washed off: the plan is still there."""

HOPELESS: Mapping[str, Callable[[Rows], str]] = {
    "an action never listed": lambda rows: json.dumps([["Explode", rows[0][1], "None"], *rows]),
    "a thing that there is not": lambda rows: json.dumps([*rows, ["Move", "Qzxvbn", rows[-1][2]]]),
    "cut off": lambda rows: json.dumps(rows)[:-12],
    "empty": lambda _: "",
    "an empty list": lambda _: "[]",
    "a refusal": lambda _: "I'm sorry, but as an AI I can't handle household objects.",
    "two hands": _two_hands,
    "for ever": lambda rows: json.dumps([*rows] * 200),
    "another's format": lambda rows: json.dumps({"steps": [{"do": row[0]} for row in rows]}),
}
"""Dirt that leaves no plan: it is asked for again, then the rules decide."""
