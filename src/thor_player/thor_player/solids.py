"""The boxes an object's body is made of: hollow furniture, containers, doors. In the frame of the object's box."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .leaves import HUNG, SHELLS, Leaf, facing_half, full_swing, leaves
from .model import Array, Box, SimObject
from .solids_carve import as_box, carve

_WIDE_TOILET = 0.4
_WALL = 0.02  # metres, of cabinets, cans, boxes
_TOP = 0.05
_LEG = 0.05
_LOFT, _LOFT_FRAME = 1.0, 0.35  # metres; beds higher than the first stand on legs, with a frame this deep
_SQUARE = 0.04  # relative difference of the sides of a square (and so round) table

Half = Array
Maker = Callable[[Half, float], list[Box]]


def body_parts(obj: SimObject, rest: float) -> list[Box]:
    """Return the parts of a closed object's body by its type; an empty list is one solid box.

    :param rest: height above the underside at which things rest on or in it, metres
    """
    maker = _MAKERS.get(obj.object_type)
    return _facing(obj, lambda half: maker(half, rest)) if maker else []


def open_parts(obj: SimObject) -> list[Box]:
    """Return the parts of an opened container: its shell, its shelves, its doors swung out by the openness."""
    if obj.object_type == "Drawer":
        return carve([_all(obj.box.half)], [_hollow(obj.box.half, top=True)])
    if obj.object_type not in HUNG:
        return obj.parts
    angle = full_swing(obj.object_type) * min(1.0, obj.status.openness)
    doors = leaves(obj)
    if obj.object_type not in SHELLS:
        return _facing(obj, lambda half: [_door(half, angle, leaf) for leaf in doors])
    shelves = [s.center[1] + obj.box.half[1] for s in obj.surfaces if s.inside]
    return _facing(obj, lambda half: [*_shell(half, shelves), *(_door(half, angle, leaf) for leaf in doors)])


def turn_to_front(obj: SimObject, box: Box) -> Box:
    """Return a box given with the front as +z in the frame of the object's box."""
    front = obj.front or 0.0
    return Box(box.center @ Box(np.zeros(3), np.ones(3), front).axes(), box.half, (box.yaw + front) % 360.0)


def _facing(obj: SimObject, make: Callable[[Half], list[Box]]) -> list[Box]:
    return [turn_to_front(obj, box) for box in make(facing_half(obj))]


def _all(half: Half) -> Array:
    return np.array([-half, half])


def _span(low: tuple[float, float, float], high: tuple[float, float, float]) -> Array:
    return np.array([low, high])


def _hollow(half: Half, top: bool = False, wall: float = _WALL) -> Array:
    thin = np.minimum(wall, 0.25 * half)
    bounds = np.array([-half + thin, half - thin])
    if top:
        bounds[1, 1] = half[1] + 0.01
    return bounds


def _shell(half: Half, shelves: list[float]) -> list[Box]:
    hollow = _hollow(half)
    hollow[1, 2] = half[2] + 0.01
    boards = [
        Box(
            np.array([0.0, y - half[1] - 0.01, -0.1 * half[2]]),
            np.array([0.95 * half[0], 0.008, 0.8 * half[2]]),
        )
        for y in shelves
        if y > 0.1
    ]
    return [*carve([_all(half)], [hollow]), *boards]


def _door(half: Half, angle: float, leaf: Leaf) -> Box:
    """Return a door leaf that hangs at the front edge of one side, turned outwards by an angle in degrees."""
    turn = np.radians(angle)
    along = np.array([-leaf.side * np.cos(turn), 0.0, np.sin(turn)])
    center = np.array([leaf.side * half[0], 0.0, half[2]]) + along * leaf.width / 2.0
    return Box(center, np.array([leaf.width / 2.0, half[1], 0.01]), leaf.side * angle)


def is_round(obj: SimObject) -> bool:
    """Tell whether a table is round: the recorded square ones have nothing in their corners."""
    half = obj.box.half
    return obj.object_type in ("DiningTable", "CoffeeTable") and abs(half[0] / half[2] - 1.0) < _SQUARE


def disc(radius: float, low: float, high: float) -> list[Box]:
    """Return boxes that together are nearly an upright cylinder about the middle."""
    center, tall = np.array([0.0, (low + high) / 2.0, 0.0]), (high - low) / 2.0
    wide, narrow, square = 0.93 * radius, 0.4 * radius, 0.72 * radius
    return [
        Box(center, np.array([x, tall, z])) for x, z in ((wide, narrow), (narrow, wide), (square, square))
    ]


def table_legs(half: Half) -> list[Box]:
    """Return four legs in the corners under a top."""
    return [
        Box(
            np.array([sx * (half[0] - _LEG), -_TOP / 2.0, sz * (half[2] - _LEG)]),
            np.array([_LEG / 2.0, half[1] - _TOP / 2.0, _LEG / 2.0]),
        )
        for sx in (-1, 1)
        for sz in (-1, 1)
    ]


def _table(half: Half, _rest: float) -> list[Box]:
    top = half[1] - _TOP
    if abs(half[0] / half[2] - 1.0) < _SQUARE:
        stem = Box(np.array([0.0, -_TOP / 2.0, 0.0]), np.array([0.08, half[1] - _TOP / 2.0, 0.08]))
        return [*disc(half[0], top, half[1]), stem]
    return [as_box(_span((-half[0], top, -half[2]), (half[0], half[1], half[2]))), *table_legs(half)]


def _seat(half: Half, rest: float) -> list[Box]:
    low, seat, back = -half[1], rest - half[1], -half[2] + max(0.05, 0.24 * half[2])
    return carve(
        [
            _span((-half[0], low, -half[2]), (half[0], seat, half[2])),
            _span((-half[0], seat, -half[2]), (half[0], half[1], back)),
        ],
        [],
    )


def _sofa(half: Half, rest: float) -> list[Box]:
    low, seat = -half[1], rest - half[1]
    back, arm = -half[2] + 0.3 * half[2], max(0.1, 0.15 * half[0])
    rail = min(half[1], seat + 0.2)
    return carve(
        [
            _span((-half[0], low, -half[2]), (half[0], seat, half[2])),
            _span((-half[0], seat, -half[2]), (half[0], half[1], back)),
            _span((-half[0], seat, -half[2]), (-half[0] + arm, rail, 0.9 * half[2])),
            _span((half[0] - arm, seat, -half[2]), (half[0], rail, 0.9 * half[2])),
        ],
        [],
    )


def bed_underside(rest: float) -> float:
    """Return the height (metres above its foot) down to which a bed is closed: one that is high up is open below.

    :param rest: height at which things lie on it
    """
    return rest - _LOFT_FRAME if rest > _LOFT else 0.0


def _bed(half: Half, rest: float) -> list[Box]:
    low = bed_underside(rest) - half[1]
    body = carve(
        [
            _span((-half[0], low, -half[2]), (half[0], rest - half[1], half[2])),
            _span((-half[0], low, -half[2]), (half[0], half[1], -half[2] + 0.08)),
        ],
        [],
    )
    return [*body, *table_legs(half)] if low > -half[1] else body


def _toilet(half: Half, _rest: float) -> list[Box]:
    """Return tank and bowl. A wide box has a ledge as tank, as broad as the box and twice as deep."""
    tank = -half[2] + (0.85 if half[0] > _WIDE_TOILET else 0.55) * half[2]
    bowl, seat = min(0.85 * half[0], 0.25), min(half[1], 0.45 - half[1])
    return [
        as_box(_span((-half[0], -half[1], -half[2]), (half[0], half[1], tank))),
        as_box(_span((-bowl, -half[1], tank), (bowl, seat, 0.95 * half[2]))),
    ]


def _can(half: Half, _rest: float) -> list[Box]:
    return carve([_all(half)], [_hollow(half, top=True)])


def _coffee_machine(half: Half, _rest: float) -> list[Box]:
    front = 0.05 * half[2]
    return carve(
        [
            _span((-half[0], -half[1], -half[2]), (half[0], half[1], front)),
            _span((-half[0], -half[1], front), (half[0], -half[1] + 0.04, half[2])),
            _span((-0.8 * half[0], 0.35 * half[1], front), (0.8 * half[0], half[1], 0.9 * half[2])),
        ],
        [],
    )


def _lamp(half: Half, _rest: float) -> list[Box]:
    base = Box(np.array([0.0, -half[1] + 0.015, 0.0]), np.array([0.7 * half[0], 0.015, 0.7 * half[2]]))
    pole = Box(np.array([0.0, -0.2 * half[1], 0.0]), np.array([0.03, 0.75 * half[1], 0.03]))
    shade = Box(np.array([0.0, 0.7 * half[1], 0.0]), np.array([half[0], 0.3 * half[1], half[2]]))
    return [base, pole, shade]


def _television(half: Half, _rest: float) -> list[Box]:
    screen = Box(np.array([0.0, 0.1 * half[1], 0.0]), np.array([half[0], 0.9 * half[1], min(0.03, half[2])]))
    foot = Box(np.array([0.0, 0.015 - half[1], 0.0]), np.array([0.4 * half[0], 0.015, half[2]]))
    return [screen, foot]


def _faucet(half: Half, _rest: float) -> list[Box]:
    pipe = np.minimum(0.3 * half, 0.04)
    stem = Box(np.zeros(3), np.array([pipe[0], half[1], pipe[2]]))
    spout = Box(np.array([0.0, 0.8 * half[1], 0.0]), np.array([pipe[0], 0.1 * half[1], half[2]]))
    return [stem, spout]


def _shelf(half: Half, _: float) -> list[Box]:
    """Return the board under the space that a shelf is recorded as."""
    return [Box(np.array([0.0, -half[1] - 0.01, 0.0]), np.array([half[0], 0.01, half[2]]))]


_MAKERS: dict[str, Maker] = {
    "DiningTable": _table,
    "CoffeeTable": _table,
    "Shelf": _shelf,
    "Chair": _seat,
    "Sofa": _sofa,
    "ArmChair": _sofa,
    "Bed": _bed,
    "Toilet": _toilet,
    "GarbageCan": _can,
    "Box": _can,
    "Bowl": _can,
    "Pot": _can,
    "Pan": _can,
    "Mug": _can,
    "Cup": _can,
    "LaundryHamper": _can,
    "CoffeeMachine": _coffee_machine,
    "FloorLamp": _lamp,
    "DeskLamp": _lamp,
    "Television": _television,
    "Faucet": _faucet,
}
