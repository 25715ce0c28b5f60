"""Opening, and moving away, what an object was expected in or under: needless when it is seen elsewhere (listing 1)."""

from __future__ import annotations

from pred_core.observed import Place, place, same, same_stuff
from pred_core.plan_language import Discrepancy, Primitive
from pred_core.vocabulary import group, is_cover
from pred_planner.rows.guides import Row, Rows
from pred_planner.rows.rows import taken, target
from pred_planner.rules.edits import leave_out


def found_elsewhere(discrepancy: Discrepancy, rows: Rows) -> list[Row]:
    """Return the rows without what is only done to get at the object where it was expected (DTA)."""
    expected, observed = place(discrepancy.expected), place(discrepancy.observed)
    if expected.there and expected.there == observed.there:
        return list(rows)
    covered = cover_rows(rows, expected)
    if covered:
        return list(rows[covered:] if same(discrepancy.subject, taken(rows[covered])) else rows)
    for taking in _takings(rows, discrepancy.subject):
        left_out = _opening(rows, taking, observed.there)
        if left_out:
            return list(leave_out(rows, left_out))
    return list(rows)


def cover_rows(rows: Rows, expected: Place | None = None) -> int:
    """Return how many rows at the beginning only move away the cover that the next thing is taken from under.

    :param expected: where the next thing was expected: under what it is said to be under, that is a cover
    """
    if not rows:
        return 0
    cover = target(rows[0], Primitive.PICKUP)
    named = expected is not None and expected.preposition == "under" and expected.there == cover
    if not cover or not (is_cover(cover) or named):
        return 0
    moved = next((i for i, row in enumerate(rows[:2], 1) if target(row, Primitive.PUT)), 0)
    following = taken(rows[moved]) if moved and moved < len(rows) else ""
    return moved if following not in ("", cover) else 0


def _takings(rows: Rows, subject: str) -> list[int]:
    """Return which rows may be meant by the taking of the subject: the first of its name, any for a placeholder."""
    takings = [index for index, row in enumerate(rows) if taken(row) and same(subject, taken(row))]
    exact = [index for index in takings if taken(rows[index]) == subject]
    return exact[:1] or takings


def _opening(rows: Rows, taking: int, observed: str) -> set[int]:
    """Return the rows that open and close what a thing is taken from, if they serve nothing else."""
    left_out: set[int] = set()
    for index in range(taking - 1, -1, -1):
        opened = target(rows[index], Primitive.OPEN)
        if taken(rows[index]):
            break
        if opened in ("", observed):
            continue
        between = rows[index + 1 : taking]
        if any(opened in (target(r, Primitive.CLOSE), target(r, Primitive.PUT)) for r in between):
            continue
        closing = _closing(rows, taking, opened)
        if closing is not None:
            left_out |= {index} | closing
    return left_out


def _closing(rows: Rows, taking: int, opened: str) -> set[int] | None:
    """Return the row that closes a place after a taking, or none; None when the open place is used for more."""
    others = False
    for index in range(taking, len(rows)):
        row = rows[index]
        if target(row, Primitive.PUT) == opened:
            return None
        if target(row, Primitive.OPEN) == opened:
            break
        if target(row, Primitive.CLOSE) == opened:
            return None if others else {index}
        name = taken(row)
        others |= bool(name) and name not in group("knives") and not same_stuff(name, taken(rows[taking]))
    return set()
