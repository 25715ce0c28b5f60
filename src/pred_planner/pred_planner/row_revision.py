"""The four rules on bare rows of words, as PRED's listings write plans: names need not be of the vocabulary.

:mod:`pred_planner.revision` applies the same rules to a running plan with its instances, cursor and hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from pred_planner.guides import PASS, TAKING, Row, cover_rows, without_opening
from pred_planner.language import Discrepancy, Kind, Level, Primitive
from pred_planner.revision import EFFECTS, RESULTS

PARENT = "Parent"
"""PRED's name for the place an object was taken from (listing 2)."""

SYNONYMS: Mapping[str, tuple[str, bool]] = {
    "toggleon": ("on", True),
    "toggledon": ("on", True),
    "running": ("on", True),
    "toggleoff": ("on", False),
    "off": ("on", False),
    "closed": ("open", False),
    "opened": ("open", True),
    "cleaned": ("clean", True),
    "dirty": ("clean", False),
    "full": ("filled", True),
    "empty": ("filled", False),
    "heated": ("hot", True),
    "warm": ("hot", True),
    "chilled": ("cold", True),
    "cooled": ("cold", True),
}
"""Ways to write an attribute that is not its name."""

WASHING = ((Primitive.PUT, "sink"), (Primitive.TOGGLE_ON, "faucet"), (Primitive.TOGGLE_OFF, "faucet"))


def revise_rows(discrepancy: Discrepancy, level: Level, rows: list[Row]) -> list[Row]:
    """Return the rows to be done from now on; the same rows when the discrepancy changes nothing.

    :param rows: the plan from the current step on: [Object, Primitive] or [Action, Object, Receptacle]
    """
    if not rows:
        return rows
    return _RULES[(discrepancy.kind, level)](discrepancy, rows)


def attribute(text: str) -> tuple[str, bool]:
    """Return the attribute a word names and its value: ``not clean`` and ``dirty`` are (clean, False)."""
    words = re.findall(r"[a-z]+", text.lower())
    if not words:
        return "", True
    name, value = SYNONYMS.get(words[-1], (words[-1], True))
    return name, value != ("not" in words[:-1])


def _presence(discrepancy: Discrepancy, rows: list[Row]) -> list[Row]:
    """DTA, listing 1: leave out opening and closing what the target is not in, or moving what it is not under."""
    if discrepancy.expected and discrepancy.expected == discrepancy.observed:
        return rows
    covered = cover_rows(rows)
    if covered:
        return list(rows[covered:])
    unopened = without_opening(rows)
    return rows if unopened is None else unopened


def _appearance(discrepancy: Discrepancy, rows: list[Row]) -> list[Row]:
    """OHV, listing 2: the first action was done; put the thing back and take another."""
    same = discrepancy.observed and discrepancy.observed in (discrepancy.subject, discrepancy.expected)
    if rows[0][1] != Primitive.PICKUP or same:
        return rows
    return [rows[0], (PARENT, str(Primitive.PUT)), rows[0], *rows[1:]]


def _attribute_tuple(discrepancy: Discrepancy, rows: list[Row]) -> list[Row]:
    """APM on tuples, listing 3: prepare what is in the way, leave out what is done."""
    name, value = attribute(discrepancy.observed)
    first = rows[0]
    about = first[0] in (discrepancy.subject, "Target")
    if about and EFFECTS.get(first[1]) == (name, value):
        return rows[1:]
    done = (name, value) in (("clean", True), ("filled", True)) and "sink" not in discrepancy.subject.lower()
    if done and _washes(rows):
        return _unwashed(rows)
    preparing = _preparation(first, discrepancy.subject, name, value)
    return [preparing, *rows] if preparing else rows


def _washes(rows: list[Row]) -> bool:
    steps = zip(rows, WASHING, strict=False)
    return len(rows) >= len(WASHING) and all(r[1] == a and part in r[0].lower() for r, (a, part) in steps)


def _unwashed(rows: list[Row]) -> list[Row]:
    rest = rows[len(WASHING) :]
    return rest[1:] if rest and rest[0][1] == Primitive.PICKUP else rest  # it never left the hand


def _preparation(first: Row, subject: str, name: str, value: bool) -> Row | None:
    target, action = first
    if (name, value) == ("on", True) and action in (Primitive.OPEN, Primitive.PUT):
        return (subject if subject in (target, "Faucet") else target, str(Primitive.TOGGLE_OFF))
    if (name, value) == ("filled", True) and action == Primitive.PUT and "sink" in target.lower():
        return ("Faucet", str(Primitive.TOGGLE_OFF))
    if (name, value) == ("open", False) and action in (Primitive.PUT, *TAKING):
        return (target if action == Primitive.PUT else subject, str(Primitive.OPEN))
    if (name, value) == ("open", True) and action == Primitive.TOGGLE_ON:
        return (target, str(Primitive.CLOSE))
    return None


def _attribute_triplet(discrepancy: Discrepancy, rows: list[Row]) -> list[Row]:
    """APM on triplets, listing 4: leave out an action whose effect is there."""
    name, value = attribute(discrepancy.observed)
    action, target, *_ = rows[0]
    about = target in (discrepancy.subject, "Target")
    return rows[1:] if value and about and RESULTS.get(action) == name else rows


def _relation_triplet(discrepancy: Discrepancy, rows: list[Row]) -> list[Row]:
    """ASR, listing 5: Pass before the action that is passed over."""
    del discrepancy
    return [PASS, *rows]


def _relation_tuple(discrepancy: Discrepancy, rows: list[Row]) -> list[Row]:
    """ASR on tuples: leave out picking the thing up and putting it where it is."""
    del discrepancy
    actions = tuple(row[1] for row in rows[:2])
    return rows[2:] if actions == (Primitive.PICKUP, Primitive.PUT) else rows


def _unchanged(discrepancy: Discrepancy, rows: list[Row]) -> list[Row]:
    """A triplet says nothing of opening or of what is in the hand: there is nothing to revise at that level."""
    del discrepancy
    return rows


_RULES: Mapping[tuple[Kind, Level], Callable[[Discrepancy, list[Row]], list[Row]]] = {
    (Kind.DTA, Level.TUPLE): _presence,
    (Kind.DTA, Level.TRIPLET): _unchanged,
    (Kind.OHV, Level.TUPLE): _appearance,
    (Kind.OHV, Level.TRIPLET): _unchanged,
    (Kind.APM, Level.TUPLE): _attribute_tuple,
    (Kind.APM, Level.TRIPLET): _attribute_triplet,
    (Kind.ASR, Level.TUPLE): _relation_tuple,
    (Kind.ASR, Level.TRIPLET): _relation_triplet,
}
