"""How doors in front of furniture hang and swing: what is drawn, bumped into and moved by a hand agree on it."""

from __future__ import annotations

from dataclasses import dataclass

from .model import Array, SimObject
from .rooms_fronts import direction

SHELLS = frozenset({"Cabinet", "Fridge", "Microwave", "Safe"})
"""What opens by a door in front and is hollow."""
HUNG = SHELLS | {"ShowerDoor"}
"""What opens by a leaf that swings."""
_AT_PIVOT = frozenset({"Cabinet", "ShowerDoor"})
_SWING = {"Microwave": 100.0}
_USUAL_SWING = 105.0
_PANE = {"Microwave": 0.74}
"""Share of the front that is the door; beside it are the buttons."""
_TWO_LEAVES = 0.62
"""A cabinet that is wider than this has two leaves, m."""


@dataclass(frozen=True)
class Leaf:
    """A door leaf: the side of the front at which it hangs, -1 left or 1 right along x with the front as +z; m wide."""

    side: int
    width: float


def full_swing(kind: str) -> float:
    """Return by how many degrees the doors of a type of furniture open."""
    return _SWING.get(kind, _USUAL_SWING)


def leaves(obj: SimObject) -> list[Leaf]:
    """Return the leaves of a piece of furniture that opens by doors: they swing together."""
    width = 2.0 * float(facing_half(obj)[0])
    if obj.object_type == "Cabinet" and width > _TWO_LEAVES:
        return [Leaf(-1, width / 2.0), Leaf(1, width / 2.0)]
    return [Leaf(_hinge_side(obj), width * _PANE.get(obj.object_type, 1.0))]


def facing_half(obj: SimObject) -> Array:
    """Return the half extents (3,) as seen from the front: width, height, depth."""
    turned = round((obj.front or 0.0) / 90.0) % 2 == 1
    return obj.box.half[[2, 1, 0]] if turned else obj.box.half


def _hinge_side(obj: SimObject) -> int:
    """Return at which side the one leaf hangs; the pivot of some was recorded there."""
    if obj.object_type not in _AT_PIVOT:
        return -1
    across = direction((obj.front or 0.0) + 90.0)
    offset = (obj.position - obj.box.center) @ obj.box.axes().T
    return 1 if float(offset @ across) > 0 else -1
