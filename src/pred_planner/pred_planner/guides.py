"""What each GUIDE allows a revision to change: a model's answer that changes more is rejected."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pred_core.vocabulary import is_cover
from pred_planner.language import High, Kind, Level, Primitive

Row = tuple[str, ...]
Rows = Sequence[Row]

PASS: Row = (High.PASS, "None", "None")
OPENING = (Primitive.OPEN, Primitive.CLOSE)
TAKING = (Primitive.PICKUP, Primitive.SLICE)
PREPARING = (Primitive.TOGGLE_OFF, Primitive.OPEN, Primitive.CLOSE)
MOST_ADDED = 2


def level_of(kind: Kind, *, redundant: bool) -> Level:
    """Return the level at which a discrepancy is put to the reasoner (C.1).

    :param redundant: for APM, whether the attribute is the very effect a triplet is there for
    """
    if kind is Kind.ASR or (kind is Kind.APM and redundant):
        return Level.TRIPLET
    return Level.TUPLE


def objection(kind: Kind, level: Level, before: Rows, after: Rows) -> str:
    """Return why a revised plan goes beyond its GUIDE, or '' when it does not.

    :param before: the plan from the current step on, as rows of words
    :param after: the answer, likewise
    """
    if tuple(after) == tuple(before):
        return ""
    return _GUIDES[(kind, level)](before, after)


def cover_rows(rows: Rows) -> int:
    """Return how many rows, 2 or 0, only move away the cover that the next thing is taken from under."""
    names = [name for name, _ in rows[:3]]
    actions = [action for _, action in rows[:3]]
    moved = actions == [Primitive.PICKUP, Primitive.PUT, Primitive.PICKUP]
    return 2 if moved and names[0] != names[2] and is_cover(names[0]) else 0


def without_opening(rows: Rows) -> list[Row] | None:
    """Return the rows without opening and closing what the next thing is taken from; None when nothing is taken."""
    taking = next((i for i, row in enumerate(rows) if row[1] in TAKING), None)
    if taking is None:
        return None
    rest = list(rows[taking:])
    for place in sorted({name for name, action in rows[:taking] if action == Primitive.OPEN}):
        closing = (place, str(Primitive.CLOSE))
        if closing in rest:
            rest.remove(closing)
    return [row for row in rows[:taking] if row[1] not in OPENING] + rest


def _presence(before: Rows, after: Rows) -> str:
    """Only the opening and closing around the next taking may go, or the moving of a cover."""
    covered = cover_rows(before)
    if covered:
        return "" if list(after) == list(before[covered:]) else "Leave out only the moving of the cover."
    unopened = without_opening(before)
    if unopened is None:
        return "Nothing is taken, so nothing may be left out."
    if list(after) == unopened:
        return ""
    return "Leave out only the opening and the closing of the place the object was expected in."


def _appearance(before: Rows, after: Rows) -> str:
    """The first action stays; directly after it the wrong thing is put down and another taken."""
    if not before or list(after[:1]) != [before[0]]:
        return "The first action was done: keep it."
    added, rest = after[1 : len(after) - len(before) + 1], after[len(after) - len(before) + 1 :]
    if list(rest) != list(before[1:]):
        return "Copy the actions after the first exactly."
    if len(added) == MOST_ADDED and added[0][1] == Primitive.PUT and tuple(added[1]) == tuple(before[0]):
        return ""
    return "Add one PutObject and the first action again, nothing else."


def _attribute_tuple(before: Rows, after: Rows) -> str:
    """One or two preparing actions first, or a first action with its effect there already left out."""
    if list(after) == list(before[1:]):
        return (
            ""
            if before[0][1] in (*OPENING, Primitive.TOGGLE_ON, Primitive.TOGGLE_OFF)
            else "That action is needed."
        )
    added = len(after) - len(before)
    if not 1 <= added <= MOST_ADDED or list(after[added:]) != list(before):
        return "Add actions only at the beginning and copy the others exactly."
    wrong = [row for row in after[:added] if row[1] not in PREPARING]
    return f"{wrong[0]} prepares nothing." if wrong else ""


def _attribute_triplet(before: Rows, after: Rows) -> str:
    return "" if list(after) == list(before[1:]) else "Leave out only the first action."


def _relation(before: Rows, after: Rows) -> str:
    """Pass before the first action, which stays in the list or not (listing 5 keeps it)."""
    if list(after) in ([PASS, *before], [PASS, *before[1:]]):
        return ""
    return 'Write ["Pass", "None", "None"] before the first action and copy the plan.'


_GUIDES: Mapping[tuple[Kind, Level], Callable[[Rows, Rows], str]] = {
    (Kind.DTA, Level.TUPLE): _presence,
    (Kind.OHV, Level.TUPLE): _appearance,
    (Kind.APM, Level.TUPLE): _attribute_tuple,
    (Kind.APM, Level.TRIPLET): _attribute_triplet,
    (Kind.ASR, Level.TRIPLET): _relation,
}
