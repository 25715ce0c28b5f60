"""The four rules on bare rows of words, as PRED's listings write plans: names may be placeholders.

:mod:`pred_planner.rules.revision` applies the same rules to a running plan with its instances, cursor and hand. What is
in the way of a step, and what takes it away, is one rule for both (:mod:`pred_planner.rules.clearing`), and so is what
a rule does to the steps (:mod:`pred_planner.rules.edits`); here it is decided what words are about.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pred_core.action_model.effects import all_changes, changes
from pred_core.observed import PLACEHOLDERS, attribute, place, same, same_place, same_stuff
from pred_core.plan_language import Discrepancy, High, Kind, Level, Primitive
from pred_core.vocabulary import equipment, ordered_group
from pred_planner.rows.guides import PASS, Row
from pred_planner.rows.openings import found_elsewhere
from pred_planner.rows.rows import TAKING, target
from pred_planner.rows.treatments import without_treatment
from pred_planner.rules.clearing import clearing, switch_of
from pred_planner.rules.edits import do_first, leave_out, take_another

PARENT = "Parent"
"""PRED's name for the place an object was taken from (listing 2)."""
EMPTY = ("filled", False)
"""What pouring into a sink makes of a vessel."""


def revise_rows(discrepancy: Discrepancy, level: Level, rows: list[Row]) -> list[Row]:
    """Return the rows to be done from now on; the same rows when the discrepancy changes nothing.

    :param rows: the plan from the current step on: [Object, Primitive] or [Action, Object, Receptacle]
    """
    if not rows:
        return rows
    return _RULES[(discrepancy.kind, level)](discrepancy, rows)


def _appearance_tuple(discrepancy: Discrepancy, rows: list[Row]) -> list[Row]:
    """OHV, listing 2: the first action was done; put the thing back and take another."""
    back: Row = (PARENT, Primitive.PUT)
    return _taken_again(discrepancy, rows, back) if rows[0][1] == Primitive.PICKUP else rows


def _appearance_triplet(discrepancy: Discrepancy, rows: list[Row]) -> list[Row]:
    """OHV on triplets that pick up. One that moves does more than was done: it takes tuples to revise it."""
    back: Row = (High.PUT, rows[0][1], PARENT)
    return _taken_again(discrepancy, rows, back) if rows[0][0] == High.PICKUP else rows


def _taken_again(discrepancy: Discrepancy, rows: list[Row], back: Row) -> list[Row]:
    wanted = target(rows[0], Primitive.PICKUP)
    expected, observed = place(discrepancy.expected).there, place(discrepancy.observed).there
    about = same(discrepancy.subject, wanted) or expected == wanted
    if not about or (observed and observed in (wanted, expected or discrepancy.subject)):
        return rows
    return list(take_another(rows, 0, back, rows[0]))


def _attribute_tuple(discrepancy: Discrepancy, rows: list[Row]) -> list[Row]:
    """APM on tuples, listing 3: leave out what is done, or prepare what is in the way."""
    name, value = attribute(discrepancy.observed)
    if not name:
        return rows
    first, subject = rows[0], discrepancy.subject
    if changes().get(first[1]) == (name, value) and _about(subject, first[0]):
        return list(leave_out(rows, {0}))
    if (
        (name, value) == EMPTY
        and first[1] == Primitive.POUR
        and first[0] in {*equipment().drains()} - {subject}
    ):
        return list(leave_out(rows, {0}))
    skipped = without_treatment(rows, subject, name) if value else None
    if skipped is not None:
        return skipped
    preparing = _preparation(_first_use(rows, subject), subject, name, value)
    return list(do_first(rows, 0, preparing)) if preparing else rows


def _about(subject: str, name: str) -> bool:
    """Tell whether an action on a name may be meant: on the subject, its slices, or its switch."""
    return same_stuff(subject, name) or switch_of(subject) == name


def _first_use(rows: list[Row], subject: str) -> Row:
    """Return the first tuple on the subject or its switch; the first of all without one, or when it only closes."""
    machine = switch_of(subject) or subject
    if not machine or machine in PLACEHOLDERS:
        return rows[0]
    used = next((row for row in rows if machine in (row[0], switch_of(row[0]))), rows[0])
    return rows[0] if used[1] == Primitive.CLOSE else used


def _preparation(first: Row, subject: str, name: str, value: bool) -> Row | None:
    """Return the tuple that clears the way for the first one, None when nothing is in its way."""
    place, action = first
    if action in TAKING:  # out through the door that things are put in by
        cleared = clearing(Primitive.PUT, subject, name, value) if name == "open" and subject != place else None
    else:
        about = same_place(subject, place) or subject == switch_of(place)
        cleared = clearing(action, place, name, value) if about else None
    return (cleared[1], cleared[0]) if cleared is not None else None


def _attribute_triplet(discrepancy: Discrepancy, rows: list[Row]) -> list[Row]:
    """APM on triplets, listing 4: leave out an action whose effect is there."""
    action, thing, where = rows[0]
    poured_out = action == High.POUR and where in {*equipment().drains(), "None"}
    effect = EMPTY if poured_out else all_changes().get(action)
    if effect != attribute(discrepancy.observed) or not _about(discrepancy.subject, thing):
        return rows
    says_coffee = "coffee" in discrepancy.observed.lower()
    says_water = "water" in discrepancy.observed.lower()
    coffee = where in ordered_group("coffee_machines")
    other_drink = action == High.FILL and (says_water if coffee else says_coffee)
    return rows if other_drink else list(leave_out(rows, {0}))


def _relation_triplet(discrepancy: Discrepancy, rows: list[Row]) -> list[Row]:
    """ASR, listing 5: Pass before moving what is where it should go."""
    action, thing, destination = rows[0]
    moved = action == High.MOVE and same(discrepancy.subject, thing)
    return list(do_first(rows, 0, PASS)) if moved and _in_place(discrepancy, destination) else rows


def _relation_tuple(discrepancy: Discrepancy, rows: list[Row]) -> list[Row]:
    """ASR on tuples: leave out picking the thing up and putting it where it is, with the doors in between."""
    doors = (Primitive.OPEN, Primitive.CLOSE)
    taking = next((i for i, row in enumerate(rows) if row[1] != Primitive.OPEN), len(rows))
    if taking == len(rows) or rows[taking][1] != Primitive.PICKUP:
        return rows
    putting = next((i for i in range(taking + 1, len(rows)) if rows[i][1] not in doors), len(rows))
    if putting == len(rows) or rows[putting][1] != Primitive.PUT:
        return rows
    if not same(discrepancy.subject, rows[taking][0]) or not _in_place(discrepancy, rows[putting][0]):
        return rows
    rest = rows[putting + 1 :]
    return rest[1:] if rest and rest[0] == (rows[putting][0], Primitive.CLOSE) else rest


def _in_place(discrepancy: Discrepancy, destination: str) -> bool:
    """Tell whether the thing was seen at its destination; a text that names no place says that it was."""
    observed = place(discrepancy.observed)
    elsewhere = observed.negated or observed.other or observed.preposition in ("near", "under")
    return not elsewhere and same_place(observed.name, destination)


_RULES: Mapping[tuple[Kind, Level], Callable[[Discrepancy, list[Row]], list[Row]]] = {
    (Kind.DTA, Level.TUPLE): found_elsewhere,
    (Kind.DTA, Level.TRIPLET): found_elsewhere,
    (Kind.OHV, Level.TUPLE): _appearance_tuple,
    (Kind.OHV, Level.TRIPLET): _appearance_triplet,
    (Kind.APM, Level.TUPLE): _attribute_tuple,
    (Kind.APM, Level.TRIPLET): _attribute_triplet,
    (Kind.ASR, Level.TUPLE): _relation_tuple,
    (Kind.ASR, Level.TRIPLET): _relation_triplet,
}
