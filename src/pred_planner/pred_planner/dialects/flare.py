"""FLARE's dialect: one flat list Action, Object, Receptacle, Action, Object, Receptacle, ... with 0 for none.

Seen from models: numbers before actions ("1. PickupObject"), quotes and brackets, one triplet a line, names outside
the vocabulary, the last triplet cut off, prose.
"""

from __future__ import annotations

import re

from pred_planner.dialects import actions
from pred_planner.dialects.cleaning import clean, no_plan
from pred_planner.dialects.names import NOTHING, Names
from pred_planner.dialects.parsed import Parsed, Rejected, RejectionCode, Repairs, Step, finish
from pred_planner.language import High, Level

_LEAD = re.compile(r"^.*?next plans?\s*:", re.IGNORECASE | re.DOTALL)
_NUMBER = re.compile(r"^(?:step\s*)?\d+\s*[.):]\s*", re.IGNORECASE)
_NEEDS_RECEPTACLE = frozenset({High.PUT, High.MOVE})


def parse(text: str, names: Names) -> Parsed:
    """Read an answer in FLARE's dialect.

    :raises Rejected: with the reason
    """
    repairs = Repairs()
    text = clean(text, repairs)
    atoms = _atoms(_LEAD.sub("", text))
    starts = [i for i, atom in enumerate(atoms) if actions.high_or_none(atom)]
    if not starts:
        raise _no_action(text, atoms)
    if starts[0] > 0:
        repairs.add("left out words before the plan")
    ends = [*starts[1:], len(atoms)]
    steps = [
        _step(atoms[start:end], names, repairs, last=end == len(atoms))
        for start, end in zip(starts, ends, strict=True)
    ]
    return finish(Level.TRIPLET, steps, repairs)


def _no_action(text: str, atoms: list[str]) -> Rejected:
    if len(atoms) >= 3 and all(" " not in atom for atom in atoms):
        return Rejected(RejectionCode.UNKNOWN_ACTION, f"{atoms[0]!r} is not an action.")
    return no_plan(text)


def _atoms(text: str) -> list[str]:
    parts = re.split(r"[,\n;\[\]()]", text)
    stripped = (_NUMBER.sub("", part.strip(" \t\r\"'`.")).strip(" \t\"'`.") for part in parts)
    return [atom for atom in stripped if atom]


def _step(group: list[str], names: Names, repairs: Repairs, last: bool) -> Step:
    action = actions.high(group[0], repairs)
    if len(group) > 3:
        extra = ", ".join(group[3:])
        raise Rejected(
            RejectionCode.UNKNOWN_ACTION, f"After ({', '.join(group[:3])}) comes {extra!r}: no action."
        )
    target = _object(group[1], names, repairs) if len(group) > 1 else ""
    receptacle = _object(group[2], names, repairs) if len(group) > 2 else ""
    if not target:
        raise _incomplete(last, f"{action} without an object", RejectionCode.UNKNOWN_OBJECT)
    if action in _NEEDS_RECEPTACLE and not receptacle:
        raise _incomplete(
            last, f"({action}, {target}) without a receptacle", RejectionCode.MISSING_RECEPTACLE
        )
    if len(group) == 2:
        repairs.add(f"({action}, {target}): receptacle taken as none")
    return Step(action, target, receptacle)


def _object(raw: str, names: Names, repairs: Repairs) -> str:
    return "" if raw.lower() in NOTHING else names.resolve(raw, repairs)


def _incomplete(last: bool, what: str, code: RejectionCode) -> Rejected:
    if last:
        return Rejected(RejectionCode.TRUNCATED, f"The answer ends with {what}.")
    return Rejected(code, f"The answer has {what}.")
