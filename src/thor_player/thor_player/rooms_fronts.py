"""Which side a piece of furniture opens to: read from where its pivot sits and from where there is room in front."""

from __future__ import annotations

import numpy as np

from .headings import ahead
from .model import Array, Box, SimObject

# Built-in doors and drawers: the recording turns their boxes any way, so the front must be found.
INFERRED = frozenset({"Cabinet", "Drawer", "Shelf", "ShowerDoor"})
# Free-standing things look along their own +z.
FORWARD = frozenset({
    "ArmChair", "Bed", "Chair", "CoffeeMachine", "Desk", "Dresser", "Fridge", "Microwave", "Safe", "ShelvingUnit",
    "SideTable", "Sofa", "TVStand", "Television", "Toaster", "Toilet", "Laptop", "LaundryHamper",
})  # fmt: skip
# Of these, the drawers and doors open to the front.
_HOLDERS = frozenset({"Desk", "Dresser", "SideTable", "TVStand"})
LEAF = 0.08  # metres; a door or drawer thinner than this is a leaf, which looks along its thin side
_AHEAD = 0.3  # metres in front that should be free
_SPREAD = (-0.6, 0.0, 0.6)
_SIDES = (0.0, 90.0, 180.0, 270.0)


def infer_fronts(objects: list[SimObject], bounds: Box) -> None:
    """Set ``front`` of every object that has one."""
    bodies = _Bodies([o for o in objects if not o.can("pickupable") and o.object_type in _IN_THE_WAY])
    for obj in objects:
        if obj.object_type in FORWARD:
            obj.front = 0.0
        elif obj.object_type in INFERRED:
            obj.front = _infer(obj, bodies, bounds)
            holder = next((o for o in objects if _holds(o, obj)), None)
            if holder is not None and not any(_pivot_score(obj, side) for side in _SIDES):
                obj.front = 90.0 * round((holder.box.yaw - obj.box.yaw) / 90.0) % 360.0


_IN_THE_WAY = frozenset({
    "Cabinet", "Drawer", "Fridge", "Sink", "Dresser", "DiningTable", "Desk", "Bathtub", "StoveBurner", "Shelf", "Bed",
    "SideTable", "ShelvingUnit", "TVStand", "Toilet",
})  # fmt: skip


class _Bodies:
    """The boxes of furniture, to ask whether points lie in one."""

    def __init__(self, objects: list[SimObject]) -> None:
        self._objects = objects
        self._centers = np.array([o.box.center for o in objects]).reshape(-1, 3)
        self._half = np.array([o.box.half for o in objects]).reshape(-1, 3)
        self._axes = np.array([o.box.axes() for o in objects]).reshape(-1, 3, 3)

    def hit(self, points: Array, but: SimObject) -> Array:
        """Tell which points (n, 3) lie in a box of another object than ``but``."""
        away = points[:, None, :] - self._centers[None]
        local = np.abs(np.einsum("nbi,bji->nbj", away, self._axes))
        inside = np.all(local <= self._half[None], axis=2)
        others = np.array([o is not but for o in self._objects], dtype=bool)
        return np.asarray(np.any(inside & others[None], axis=1))


def _infer(obj: SimObject, bodies: _Bodies, bounds: Box) -> float:
    wide, deep = 2.0 * obj.box.half[[0, 2]]
    leaf = obj.object_type == "ShowerDoor" or (obj.object_type != "Shelf" and min(wide, deep) < LEAF)
    sides = _SIDES if not leaf else (90.0, 270.0) if wide < deep else (0.0, 180.0)
    scores = [_pivot_score(obj, side) + _room_score(obj, side, bodies, bounds) for side in sides]
    return sides[int(np.argmax(scores))]


def _holds(furniture: SimObject, obj: SimObject) -> bool:
    """Tell whether a drawer or cupboard is a part of a piece of furniture: its middle is in it."""
    if furniture.object_type not in _HOLDERS or obj.object_type == "Shelf":
        return False
    away = furniture.box.axes() @ (obj.box.center - furniture.box.center)
    return bool(np.all(np.abs(away) < furniture.box.half))


def direction(side: float) -> Array:
    """Return the unit vector (3,) of a side in the frame of the box."""
    return ahead(side).round(6)


def _pivot_score(obj: SimObject, side: float) -> float:
    """Doors turn about a pivot on their front edge and drawers have theirs in the middle of the front."""
    offset = (obj.position - obj.box.center) @ obj.box.axes().T
    ahead = direction(side)
    out = float(offset @ ahead)
    reach = float(np.abs(obj.box.half) @ np.abs(ahead))
    if reach <= 0.0 or out < 0.5 * reach:
        return 0.0
    across = float(np.abs(offset[[0, 2]]).sum() - abs(out))
    other = float(obj.box.half[0] + obj.box.half[2] - reach)
    # A pivot in the middle of a face says for sure that this is the front; one in a corner leaves two sides.
    sure = 1.0 - min(1.0, across / max(other, 1e-6))
    # Handles stand out a little beyond the pivot on the front, and do not at the hinge.
    handle = 0.5 if 0.008 < reach - out < 0.06 else 0.0
    return 1.5 + 1.5 * sure + handle


def _room_score(obj: SimObject, side: float, bodies: _Bodies, bounds: Box) -> float:
    ahead = direction(side) @ obj.box.axes()
    reach = float(np.abs(obj.box.half) @ np.abs(direction(side)))
    width = float(obj.box.half[0] + obj.box.half[2]) - reach
    across = np.array([ahead[2], 0.0, -ahead[0]])
    points = np.array(
        [
            obj.box.center + ahead * (reach + d) + across * width * s
            for d in (0.1, 0.2, _AHEAD)
            for s in _SPREAD
        ]
    )
    outside = np.any((np.abs(points - bounds.center) > bounds.half - 0.1)[:, [0, 2]], axis=1)
    free = 1.0 - float(np.mean(outside | bodies.hit(points, obj)))
    behind = obj.box.center - ahead * reach
    gap = _wall_gap(behind, -ahead, bounds)
    inward = float(ahead @ (bounds.center - obj.box.center)) / (
        float(np.linalg.norm(bounds.half[[0, 2]])) + 1e-6
    )
    return 2.0 * free + (1.0 if gap < 0.45 else 0.0) + 0.5 * inward


def _wall_gap(point: Array, away: Array, bounds: Box) -> float:
    inside = bounds.half - np.abs(point - bounds.center)
    axis = 0 if abs(away[0]) > abs(away[2]) else 2
    if away[axis] * (point[axis] - bounds.center[axis]) < 0:
        return float(2 * bounds.half[axis] - inside[axis])
    return float(inside[axis])
