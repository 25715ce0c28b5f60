"""What a row of a plan does, whichever level it is written at: [Object, Primitive] or [Action, Object, Receptacle]."""

from __future__ import annotations

from collections.abc import Mapping

from pred_core.action_model.effects import results
from pred_core.plan_language import High, Primitive
from pred_planner.rows.guides import Row

_HIGH_OF: Mapping[Primitive, frozenset[str]] = {
    Primitive.OPEN: frozenset({High.OPEN}),
    Primitive.CLOSE: frozenset({High.CLOSE}),
    Primitive.TOGGLE_ON: frozenset({High.TOGGLE_ON}),
    Primitive.TOGGLE_OFF: frozenset({High.TOGGLE_OFF}),
    Primitive.PICKUP: frozenset({High.PICKUP, High.MOVE}),
    Primitive.PUT: frozenset({High.PUT, High.MOVE}),
}
TAKING = (Primitive.PICKUP, Primitive.SLICE)


def target(row: Row, primitive: Primitive) -> str:
    """Return what a row does a primitive to, '' when it does not; for PUT the place."""
    if len(row) == 2:
        return row[0] if row[1] == primitive else ""
    if row[0] not in _HIGH_OF.get(primitive, frozenset()):
        return ""
    return row[2] if primitive is Primitive.PUT else row[1]


def taken(row: Row) -> str:
    """Return what a row picks up or slices where it is, '' when it takes nothing."""
    if len(row) == 2:
        return row[0] if row[1] in TAKING else ""
    return target(row, Primitive.PICKUP) or (row[1] if row[0] in results() else "")
