"""PRED's dialect: triplets [Action, Object, Receptacle] or tuples [Object, Primitive] (section C.1, listings 1-7).

Seen from models: JSON, Python lists and tuples, brackets missing outside, bare lines, numbered lines, prose around.
"""

from __future__ import annotations

import re

from pred_planner.dialects import actions
from pred_planner.dialects.cleaning import clean, no_plan
from pred_planner.dialects.names import NOTHING, Names
from pred_planner.dialects.parsed import (
    PLACEHOLDERS,
    Parsed,
    Rejected,
    RejectionCode,
    Repairs,
    Step,
    finish,
)
from pred_planner.language import High, Level

_GROUP = re.compile(r"[\[(]([^\[\]()]*)[\])]")
_OPEN_GROUP = re.compile(r"[\[(]([^\[\]()]*)\Z")
_BULLET = re.compile(r"^\s*(?:\d+\s*[.):]|[-*•])?\s*")
_NEEDS_RECEPTACLE = frozenset({High.MOVE, High.PUT})


def parse(text: str, names: Names) -> Parsed:
    """Read an answer in PRED's dialect.

    :raises Rejected: with the reason
    """
    repairs = Repairs()
    text = clean(text, repairs)
    groups = _groups(text, repairs)
    if not groups:
        raise no_plan(text)
    level = _level(groups)
    read = _read_triplet if level is Level.TRIPLET else _read_tuple
    return finish(level, [read(group, names, repairs) for group in groups], repairs)


def _groups(text: str, repairs: Repairs) -> list[list[str]]:
    bracketed = [_atoms(inner) for inner in _GROUP.findall(text)]
    if any(len(g) in (2, 3) and _has_action(g) for g in bracketed):
        _refuse_cut_end(text)
        return [g for g in bracketed if g and not _is_prose(g)]
    lines = [_atoms(_BULLET.sub("", line)) for line in text.splitlines()]
    found = [g for g in lines if len(g) in (2, 3) and _has_action(g)]
    if found:
        repairs.add("read bare lines")
    return found


def _refuse_cut_end(text: str) -> None:
    """An answer that ends inside a step is not the whole plan, so it is no plan."""
    tail = _OPEN_GROUP.search(text)
    if tail and _atoms(tail.group(1)):
        raise Rejected(RejectionCode.TRUNCATED, f"The answer is cut off at {tail.group(0).strip()[:60]!r}.")


def _atoms(inner: str) -> list[str]:
    return [a for a in (part.strip(" \t\r\n\"'`.;") for part in inner.split(",")) if a]


def _has_action(group: list[str]) -> bool:
    return any(actions.high_or_none(a) or actions.primitive_or_none(a) for a in group)


def _is_prose(group: list[str]) -> bool:
    """Brackets in a sentence around the plan: words with spaces in them, and no action."""
    return not _has_action(group) and any(" " in atom or len(group) == 1 for atom in group)


def _level(groups: list[list[str]]) -> Level:
    sizes = {len(g) for g in groups}
    if sizes == {2}:
        return Level.TUPLE
    if sizes == {3}:
        return Level.TRIPLET
    if sizes == {2, 3} and all(actions.high_or_none(g[0]) for g in groups):
        return Level.TRIPLET  # the receptacle was left out where it is None
    raise Rejected(
        RejectionCode.MIXED_LEVELS,
        "Write every step as a triplet [Action, Object, Receptacle] or every step as a tuple [Object, Action].",
    )


def _object(raw: str, names: Names, repairs: Repairs) -> str:
    if raw.lower() in NOTHING:
        return ""
    if raw in PLACEHOLDERS:
        return raw
    return names.resolve(raw, repairs)


def _read_triplet(group: list[str], names: Names, repairs: Repairs) -> Step:
    action = actions.high(group[0], repairs)
    target = _object(group[1], names, repairs)
    receptacle = _object(group[2], names, repairs) if len(group) == 3 else ""
    if action is not High.PASS and not target:
        raise Rejected(RejectionCode.UNKNOWN_OBJECT, f"{action} needs an object.")
    if action in _NEEDS_RECEPTACLE and not receptacle:
        raise Rejected(RejectionCode.MISSING_RECEPTACLE, f"({action}, {target}) does not say where to.")
    return Step(action, target, receptacle)


def _read_tuple(group: list[str], names: Names, repairs: Repairs) -> Step:
    target, action = group
    if actions.primitive_or_none(action) is None and actions.primitive_or_none(target) is not None:
        repairs.add(f"swapped {target} and {action}")
        target, action = action, target
    found = actions.primitive(action, repairs)
    name = _object(target, names, repairs)
    if not name:
        raise Rejected(RejectionCode.UNKNOWN_OBJECT, f"{found} needs an object.")
    return Step(found, name)
