"""PRED's dialect: triplets [Action, Object, Receptacle] or tuples [Object, Primitive] (section C.1, listings 1-7).

Seen from models: JSON, Python lists and tuples, records, calls, tables, brackets missing outside, bare lines, numbered
lines, one flat list, prose around, the old plan before the new one.
"""

from __future__ import annotations

import json

from pred_core.plan_language import High, Level, Primitive
from pred_planner.dialects import actions, rows
from pred_planner.dialects.cleaning import no_plan, read_blocks
from pred_planner.dialects.names import NOTHING, Names
from pred_planner.dialects.rows import Row
from pred_planner.plan.parsed import Parsed, ParsedStep, Rejected, RejectionCode, Repairs, finish, placeholder

_NEEDS_RECEPTACLE = frozenset({High.MOVE, High.PUT})


def parse(text: str, names: Names) -> Parsed:
    """Read an answer in PRED's dialect.

    :raises Rejected: with the reason
    """
    return read_blocks(text, lambda block, repairs: _read(block, names, repairs))


def _read(text: str, names: Names, repairs: Repairs) -> Parsed:
    found = rows.find(text, names, repairs)
    if not found:
        raise no_plan(text)
    _refuse_lost_rows(text, found)
    pairs = [_as_pair(row) for row in found]
    level = Level.TUPLE if all(pairs) else _level(found)
    if level is Level.TUPLE:
        return finish(level, [_read_tuple(pair, names, repairs) for pair in pairs], repairs)
    return finish(level, [_read_triplet(row, names, repairs) for row in found], repairs)


def _refuse_lost_rows(text: str, found: list[Row]) -> None:
    """Refuse a list of rows of which one is no step: brackets in prose may stand for anything, rows of a list not."""
    try:
        listed = json.loads(text)
    except (ValueError, RecursionError):
        return
    given = [row for row in listed if isinstance(row, list) and row] if isinstance(listed, list) else []
    lost = next((row for row in given if not any(_is_action(atom) for atom in row[:2])), None)
    if lost is not None and len(found) < len(given):
        raise Rejected(RejectionCode.UNKNOWN_ACTION, f"{json.dumps(lost)} is no step.")


def _is_action(atom: object) -> bool:
    return isinstance(atom, str) and bool(actions.high_or_none(atom) or actions.primitive_or_none(atom))


def _as_pair(row: Row) -> Row:
    """Return a row as two words, a tuple's action and its object in any order, or [] where it is a triplet."""
    pair = row[:2]
    named = [atom for at, atom in enumerate(pair) if _is_primitive(atom, first=at == 0)]
    if len(row) == 3 and row[2].lower() in NOTHING:  # an empty third place is no third place
        return pair if named and (named[-1] == row[1] or "object" in named[0].lower()) else []
    return pair if len(row) == 2 and (named or actions.high_or_none(row[0]) is None) else []


def _is_primitive(atom: str, *, first: bool) -> bool:
    """Tell whether a word of a row is a primitive; "CleanObject" before its thing is how FLARE writes the treatment."""
    named = actions.primitive_or_none(atom)
    return named is not None and not (first and named is Primitive.CLEAN)


def _level(found: list[Row]) -> Level:
    if {len(row) for row in found} == {3}:
        return Level.TRIPLET
    if all(len(row) <= 3 and actions.high_or_none(row[0]) for row in found):
        return Level.TRIPLET  # the receptacle was left out where it is None
    raise Rejected(
        RejectionCode.MIXED_LEVELS,
        "Write every step as a triplet [Action, Object, Receptacle] or every step as a tuple [Object, Action].",
    )


def _object(raw: str, names: Names, repairs: Repairs) -> str:
    if raw.lower() in NOTHING:
        return ""
    stands_for = placeholder(raw)
    if not stands_for:
        return names.resolve(raw, repairs)
    if stands_for != raw:
        repairs.add(f"{raw} -> {stands_for}")
    return stands_for


def _read_triplet(row: Row, names: Names, repairs: Repairs) -> ParsedStep:
    action = actions.high(row[0], repairs)
    target = _object(row[1], names, repairs) if len(row) > 1 else ""
    receptacle = _object(row[2], names, repairs) if len(row) == 3 else ""
    if action is not High.PASS and not target:
        raise Rejected(RejectionCode.UNKNOWN_OBJECT, f"{action} needs an object.")
    if action in _NEEDS_RECEPTACLE and not receptacle:
        raise Rejected(RejectionCode.MISSING_RECEPTACLE, f"({action}, {target}) does not say where to.")
    return ParsedStep(action, target, receptacle)


def _read_tuple(pair: Row, names: Names, repairs: Repairs) -> ParsedStep:
    target, action = pair
    if actions.primitive_or_none(action) is None and actions.primitive_or_none(target) is not None:
        repairs.add(f"swapped {target} and {action}")
        target, action = action, target
    found = actions.primitive(action, repairs)
    name = _object(target, names, repairs)
    if not name:
        raise Rejected(RejectionCode.UNKNOWN_OBJECT, f"{found} needs an object.")
    return ParsedStep(found, name)
