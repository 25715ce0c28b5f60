"""Where things can stand: the level rectangles on and in each type of receptacle, in the frame of its box."""

from __future__ import annotations

import numpy as np

from .leaves import facing_half
from .model import SimObject, Surface
from .solids import is_round, turn_to_front
from .solids_carve import as_box

# The recorded box of these is the space above their board or bottom, not their body.
ZONES = frozenset({"CounterTop", "Shelf", "SinkBasin", "BathtubBasin", "StoveBurner", "Cabinet", "Drawer"})
# Furniture whose box may reach up to shelves above its top; what stands on it tells where its top is.
_HUTCHES = frozenset({"Desk", "Dresser", "DiningTable", "SideTable", "TVStand", "ShelvingUnit"})
_THIN = 0.1  # metres; a box flatter than this is no body
_SAME_LEVEL = 0.05  # metres between things on one board
_BOARD_GAP = 0.12  # metres between two boards
_LOW = 0.35  # share of its height below which a level of furniture is a lower shelf
_FRIDGE_SHELVES = (0.24, 0.45, 0.62, 0.79)  # of its height
_FRIDGE_GAP = 0.3
_OPEN_HEADROOM = 1.0

# Rest heights above the underside where no recorded load tells them, and how far the zone reaches:
# (rest height in metres or None for the top, x share, z from, z to in shares of the half depth, inside)
_SEATS = {
    "Bed": (0.58, 0.9, -0.85, 0.95),
    "Sofa": (0.45, 0.75, -0.45, 0.9),
    "ArmChair": (0.43, 0.65, -0.45, 0.85),
    "Chair": (0.48, 0.8, -0.5, 0.85),
}
_HOLLOW = {  # bottom above the underside, share of the half extents that can be used
    "GarbageCan": (0.03, 0.75),
    "Box": (0.02, 0.85),
    "LaundryHamper": (0.05, 0.8),
    "Bowl": (0.02, 0.7),
    "Pot": (0.02, 0.75),
    "Pan": (0.015, 0.8),
    "Mug": (0.01, 0.7),
    "Cup": (0.01, 0.7),
    "Plate": (0.01, 0.9),
    "Sink": (0.02, 0.8),
    "Bathtub": (0.1, 0.8),
    "BathtubBasin": (0.01, 0.9),
    "SinkBasin": (0.005, 0.9),
    "Drawer": (0.01, 0.92),
    "Cabinet": (0.01, 0.92),
    "Microwave": (0.1, 0.8),
    "Safe": (0.04, 0.85),
}


def load_heights(obj: SimObject, objects: list[SimObject]) -> list[list[float]]:
    """Return the heights above an object's underside at which recorded objects rest on it, in levels, lowest first.

    What stands low is often listed as on the floor, too; what hangs into another thing's trigger box comes later in
    the list than what holds it. So the first parent other than the floor counts.
    """
    heights = sorted(o.box.bottom - obj.box.bottom for o in objects if first_parent(o) == obj.object_id)
    levels: list[list[float]] = []
    for height in heights:
        if levels and height - levels[-1][-1] < _SAME_LEVEL:
            levels[-1].append(height)
        else:
            levels.append([height])
    return levels


def first_parent(obj: SimObject) -> str | None:
    """Return the id of what an object is recorded to rest on, the floor apart; None where there is nothing."""
    return next((p for p in obj.parents if not p.startswith("Floor|")), None)


def rest_height(obj: SimObject, objects: list[SimObject]) -> float:
    """Return how high above its underside things rest on an object: as recorded, else as usual for its type."""
    tall = 2.0 * float(obj.box.half[1])
    levels = load_heights(obj, objects)
    if obj.object_type in _HUTCHES and tall < _THIN and levels:
        return float(np.median(max(levels, key=len)))
    inner = [level for level in levels if level[0] > 0.05 and np.median(level) < tall - 0.05]
    if obj.object_type in _SEATS:
        usual = min(_SEATS[obj.object_type][0], 1.6 * float(obj.box.half[1]))
        return float(np.median(np.concatenate(inner))) if inner else usual
    if obj.object_type in _HUTCHES and inner:
        fullest = float(np.median(max(levels, key=lambda level: (len(level), level[0]))))
        return min(tall, fullest) if fullest > _LOW * tall else tall
    if obj.object_type in ZONES and (obj.object_type != "CounterTop" or tall < 0.1):
        return 0.0
    return tall


def other_levels(obj: SimObject, objects: list[SimObject], rest: float) -> list[float]:
    """Return the further heights (metres above its underside) at which things rest on furniture, lowest first.

    One height comes from one recorded object at least: a lower shelf, the top of a hutch.
    """
    if obj.object_type not in _HUTCHES:
        return []
    tall = 2.0 * float(obj.box.half[1])
    medians = [float(np.median(level)) for level in load_heights(obj, objects)]
    return [min(h, tall) for h in medians if abs(h - rest) > _BOARD_GAP and 0.05 < h < tall + 0.02]


def board_surface(obj: SimObject, height: float, ceiling: float) -> Surface:
    """Return the surface of a board across a piece of furniture at a height, up to a ceiling (above the underside)."""
    return _level(obj, height, 0.93, -0.93, 0.93, max(0.05, ceiling - height))


def surfaces_of(obj: SimObject, rest: float) -> list[Surface]:
    """Return the surfaces of a receptacle (none for anything else).

    :param rest: see :func:`rest_height`
    """
    if not obj.can("receptacle"):
        return []
    kind = obj.object_type
    if kind == "Fridge":
        return _fridge(obj)
    if kind == "Toilet":
        front = -0.15 if facing_half(obj)[0] > 0.4 else -0.45
        return [_level(obj, facing_half(obj)[1] * 2, 0.95, -0.97, front)]
    if kind == "CoffeeMachine":
        return [_level(obj, 0.045, 0.5, 0.2, 0.85, headroom=1.2 * float(obj.box.half[1]))]
    if kind in _SEATS:
        _, wide, back, front = _SEATS[kind]
        return [_level(obj, rest, wide, back, front)]
    if kind in _HOLLOW:
        bottom, share = _HOLLOW[kind]
        height = 2.0 * float(obj.box.half[1])
        room = max(0.05, height - bottom)
        if not (kind in CLOSED or obj.can("openable")):
            room = _OPEN_HEADROOM
        if kind == "Microwave":  # its keys take a quarter of the width: what lies behind them is never seen
            return [
                _level(obj, min(bottom, 0.5 * height), 0.6, -share, share, room, inside=True, aside=-0.26)
            ]
        return [_level(obj, min(bottom, 0.5 * height), share, -share, share, room, inside=True)]
    if is_round(obj):
        return [
            _level(obj, rest, wide, -deep, deep) for wide, deep in ((0.69, 0.69), (0.92, 0.35), (0.35, 0.92))
        ]
    return [_level(obj, rest, 0.97, -0.97, 0.97)]


OPEN_AHEAD = frozenset({"Cabinet", "Microwave", "Safe", "Fridge"})
"""Things are put into these from the front, into other hollows from above."""
CLOSED = OPEN_AHEAD | {"Drawer"}


def _fridge(obj: SimObject) -> list[Surface]:
    height = 2.0 * float(obj.box.half[1])
    return [
        _level(obj, share * height, 0.85, -0.8, 0.6, _FRIDGE_GAP, inside=True) for share in _FRIDGE_SHELVES
    ]


def _level(
    obj: SimObject,
    height: float,
    wide: float,
    back: float,
    front: float,
    headroom: float = _OPEN_HEADROOM,
    inside: bool = False,
    aside: float = 0.0,
) -> Surface:
    """Return a surface at a height above the underside; extents and ``aside`` in shares of the half width and depth."""
    half = facing_half(obj)
    low, high = (
        np.array([(aside - wide) * half[0], 0.0, back * half[2]]),
        np.array([(aside + wide) * half[0], 0.0, front * half[2]]),
    )
    box = turn_to_front(obj, as_box(np.array([low, high])))
    turned = round((obj.front or 0.0) / 90.0) % 2 == 1
    center = box.center + np.array([0.0, height - half[1], 0.0])
    return Surface(center, box.half[[2, 0]] if turned else box.half[[0, 2]], headroom, inside)
