"""What is on, in or under what: from true poses and contacts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ur5_emulator.table import kinds
from ur5_emulator.table.kinds import KINDS, TABLE

Array = NDArray[np.float64]

_SLACK = 0.006
_MAT_SLACK = 0.010


@dataclass(frozen=True)
class PlacedThing:
    """One thing: kind and the 4x4 pose of its middle in map."""

    id: str
    kind: str
    pose: Array


@dataclass(frozen=True)
class Support:
    """What holds a thing and how: relation is on, in or under; holder '' when it hangs in the air."""

    relation: str
    holder: str


def carried_by(touching: Iterable[tuple[str, str]], holder: str, bodies: Mapping[str, PlacedThing]) -> set[str]:
    """Return everything that stands on a holder, directly or on what stands there.

    Of two movable things that touch, the lower one carries the higher one.
    """
    neighbours: dict[str, set[str]] = {}
    for one, other in touching:
        neighbours.setdefault(one, set()).add(other)
        neighbours.setdefault(other, set()).add(one)
    found: set[str] = set()
    waiting = [holder]
    while waiting:
        here = waiting.pop()
        for there in neighbours.get(here, ()):
            if there in bodies and there not in found and there != holder and _above(there, here, bodies):
                found.add(there)
                waiting.append(there)
    return found


def _above(upper: str, lower: str, bodies: Mapping[str, PlacedThing]) -> bool:
    if lower == TABLE or KINDS[bodies[lower].kind].holds:
        return not KINDS[bodies[upper].kind].fixed
    return float(bodies[upper].pose[2, 3]) > float(bodies[lower].pose[2, 3])


def places(bodies: Mapping[str, PlacedThing], touching: set[tuple[str, str]], held: set[str]) -> dict[str, Support]:
    """Return where every thing is. What is in the gripper is nowhere, even while it touches something."""
    holders = [body for body in bodies.values() if KINDS[body.kind].holds]
    stands = {body.id: carried_by(touching, body.id, bodies) for body in holders}
    on_table = carried_by(touching, TABLE, bodies)
    result = {}
    for body in bodies.values():
        if KINDS[body.kind].fixed:
            result[body.id] = Support("on", TABLE)
        elif body.id in held:
            result[body.id] = Support("", "")
        else:
            found = [
                Support(relation, holder.id)
                for holder in holders
                if holder.id != body.id and (relation := _relation(body, holder, stands[holder.id], on_table))
            ]
            fallback = Support("on", TABLE) if body.id in on_table else Support("", "")
            result[body.id] = found[0] if found else fallback
    return result


def _relation(body: PlacedThing, holder: PlacedThing, stands: set[str], on_table: set[str]) -> str:
    """Return how a holder holds a thing, '' if it does not."""
    local = np.linalg.inv(holder.pose) @ body.pose[:, 3]
    dx, dy, dz = (v / 2.0 for v in KINDS[holder.kind].size)
    within = abs(local[0]) <= dx and abs(local[1]) <= dy
    if holder.kind == "Corner":
        near = abs(local[0]) <= dx + _MAT_SLACK and abs(local[1]) <= dy + _MAT_SLACK
        return "on" if near and body.id in on_table else ""
    if holder.kind == "RedCup":
        hidden = float(np.hypot(local[0], local[1])) < kinds.CUP_CLOSED_RADIUS and abs(local[2]) < dz
        opening_below = float(holder.pose[2, 2]) > 0.9
        if not hidden:
            return ""
        return "under" if opening_below else "in"
    if body.id not in stands or not within:
        return ""
    if holder.kind == "YellowCupboard":
        return "on" if local[2] > dz - _SLACK else "in"
    upright = float(holder.pose[2, 2]) > 0.9
    return "in" if upright and local[2] > -dz else ""
