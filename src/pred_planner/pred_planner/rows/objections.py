"""What each GUIDE allows a revision to change: a model's answer that changes more is rejected."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pred_core.observed import attribute, place, same
from pred_core.plan_language import Discrepancy, Kind, Level, Primitive
from pred_planner.rows.guides import GUIDED, PASS, Row
from pred_planner.rows.revision import revise_rows
from pred_planner.rules.clearing import holds, switch_of, undoing

MOST_ADDED = 2

def objection(
    discrepancy: Discrepancy, level: Level, before: list[Row], after: list[Row], parent: str = ""
) -> str:
    """Return why a revised plan goes beyond its GUIDE, or '' when it does not.

    :param before: the plan from the current step on, as rows of words
    :param after: the answer, likewise
    :param parent: where a wrong object is put back; '' for any place
    """
    if after == before:
        return ""
    if (discrepancy.kind, level) not in GUIDED:
        return f"Nothing may be changed in {level}s for this."
    return _GUIDES[(discrepancy.kind, level)](discrepancy, before, after, parent)


def _presence(discrepancy: Discrepancy, before: list[Row], after: list[Row], parent: str) -> str:
    """Only the opening and closing around the next taking may go, or the moving of a cover."""
    del parent
    allowed = revise_rows(discrepancy, Level.TUPLE, before)
    if after == allowed:
        return ""
    if allowed == before:
        return "Nothing is opened or moved away for this object, so nothing may be left out."
    return "Leave out only the opening and closing, or the moving away, of what the object was expected in."


def _appearance(discrepancy: Discrepancy, before: list[Row], after: list[Row], parent: str) -> str:
    """The first action stays; directly after it the wrong thing is put down and another taken."""
    if before and place(discrepancy.observed).there == before[0][0]:
        return "What was picked up is what is wanted: change nothing."
    if not before or after[:1] != before[:1]:
        return "The first action was done: keep it."
    added, rest = after[1 : len(after) - len(before) + 1], after[len(after) - len(before) + 1 :]
    if rest != before[1:]:
        return "Copy the actions after the first exactly."
    if len(added) != MOST_ADDED or added[0][1] != Primitive.PUT or added[1] != before[0]:
        return "Add one PutObject and the first action again, nothing else."
    where = added[0][0]
    if where == before[0][0] or (parent and where != parent):
        return f"Put the wrong object on {parent or 'a place, not on itself'}."
    return ""


def _attribute_tuple(discrepancy: Discrepancy, before: list[Row], after: list[Row], parent: str) -> str:
    """What clears the way first, or what is done already left out."""
    del parent
    allowed = revise_rows(discrepancy, Level.TUPLE, before)
    if after == allowed:
        return ""
    added = len(after) - len(before)
    if added < 0:
        return "Leave out only actions whose effect is there already."
    if not 1 <= added <= MOST_ADDED or after[added:] != before:
        return "Add actions only at the beginning and copy the others exactly."
    return next((why for row in after[:added] if (why := _idle(discrepancy, row, before))), "")


def _idle(discrepancy: Discrepancy, row: Row, before: list[Row]) -> str:
    """Return why an added action clears nothing out of the way, or ''."""
    name, action = row
    clearing = undoing(*attribute(discrepancy.observed))
    subject = discrepancy.subject
    concerned = {subject, switch_of(subject), *((before[0][0],) if same(subject, before[0][0]) else ())}
    if action != clearing or name not in concerned - {""}:
        return f"({name}, {action}) prepares nothing."
    able = switch_of(name) == name if action == Primitive.TOGGLE_OFF else holds(name)
    return "" if able else f"{action} cannot be done to {name}."


def _attribute_triplet(discrepancy: Discrepancy, before: list[Row], after: list[Row], parent: str) -> str:
    del parent
    if after != before[1:]:
        return "Leave out only the first action."
    needed = revise_rows(discrepancy, Level.TRIPLET, before) == before
    return "The first action is still needed: its effect is not there." if needed else ""


def _relation(discrepancy: Discrepancy, before: list[Row], after: list[Row], parent: str) -> str:
    """Pass before the first action, which stays in the list or not (listing 5 keeps it)."""
    del parent
    if after not in ([PASS, *before], [PASS, *before[1:]]):
        return 'Write ["Pass", "None", "None"] before the first action and copy the plan.'
    needed = revise_rows(discrepancy, Level.TRIPLET, before) == before
    return "The first action is still needed: the object is not where it should go." if needed else ""


_GUIDES: Mapping[tuple[Kind, Level], Callable[[Discrepancy, list[Row], list[Row], str], str]] = {
    (Kind.DTA, Level.TUPLE): _presence,
    (Kind.OHV, Level.TUPLE): _appearance,
    (Kind.APM, Level.TUPLE): _attribute_tuple,
    (Kind.APM, Level.TRIPLET): _attribute_triplet,
    (Kind.ASR, Level.TRIPLET): _relation,
}
