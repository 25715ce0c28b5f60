"""The free space over boards and in drawers and cupboards, which the furniture round them must leave open."""

from __future__ import annotations

import numpy as np

from .headings import ahead
from .model import Array, Box, SimObject
from .rooms_counters import overlap_share
from .solids_carve import as_box, extent
from .solids_pose import to_local
from .surfaces import first_parent

BOARD = 0.02
"""Metres; how thick a board is."""

_STEP = 0.1  # metres; what lies less than this over a board is on it
_ASIDE = 0.4  # metres; what is further beside a shelf does not stand on it
_PLANE = 0.03  # metres; what is recorded thinner than this from front to back is the back of a shelf


def shelf_board(shelf: SimObject, objects: list[SimObject]) -> Box:
    """Return the board of a shelf, in the frame of its box: as large as its space, and under what is recorded on it.

    The recorded box is the space that takes things, and it may end before the middle of what stands there. Of some
    shelves only the plane of their back is recorded: their board is where things stand before it.
    """
    space = np.array([-shelf.box.half, shelf.box.half])
    loads = [extent(to_local(shelf.box, o.box)) for o in objects if first_parent(o) == shelf.object_id]
    top = float(space[0, 1])
    if loads and is_plane(shelf):
        top = float(np.median([load[0, 1] for load in loads]))
    standing = [load for load in loads if abs(load[0, 1] - top) < _STEP and _touch(space, load)]
    board = np.array(
        [
            np.min([space[0], *(s[0] for s in standing)], axis=0),
            np.max([space[1], *(s[1] for s in standing)], axis=0),
        ]
    )
    board[:, 1] = top - BOARD, top
    return as_box(board)


def is_plane(shelf: SimObject) -> bool:
    """Tell whether only the plane of a shelf's back is recorded."""
    return 2.0 * float(min(shelf.box.half[[0, 2]])) < _PLANE


def _touch(space: Array, load: Array) -> bool:
    """Tell whether a thing stands over or beside a space: what is listed there by mistake is further off."""
    gaps = np.maximum(space[0] - load[1], load[0] - space[1])[[0, 2]]
    return bool((gaps < _ASIDE).all())


def opened(frame: Box, compartment: SimObject) -> Array:
    """Return the space of a compartment with the way out to its front, in a frame."""
    way = ahead(compartment.front or 0.0) @ compartment.box.axes()
    inner = extent(to_local(frame, compartment.box))
    out = extent(
        to_local(frame, Box(compartment.box.center + 0.3 * way, compartment.box.half, compartment.box.yaw))
    )
    return np.array([np.minimum(inner[0], out[0]), np.maximum(inner[1], out[1])])


def under_counter(counter: SimObject, ceiling: float, objects: list[SimObject]) -> list[Array]:
    """Return the spaces over the boards under a counter, with the boards: bounds in metres, in the counter's frame.

    A board is recorded with little or no space over it, yet it is open up to what is next over it.

    :param ceiling: the underside of the counter's top, in its frame
    """
    shelves = [
        o
        for o in objects
        if o.object_type == "Shelf" and o.box.bottom < counter.box.bottom and overlap_share(counter, o) > 0.5
    ]
    spaces = []
    for shelf in shelves:
        space = opened(counter.box, shelf)
        space[0, 1] -= BOARD
        space[1, 1] = max(space[1, 1], min(ceiling, _ceiling(shelf, shelves) - counter.box.center[1]))
        spaces.append(space)
    return spaces


def opened_to(furniture: SimObject, compartment: SimObject, inside: list[SimObject]) -> list[Array]:
    """Return the spaces that a compartment takes out of furniture: bounds in metres, in the furniture's frame."""
    if compartment.object_type != "Shelf":
        return [opened(furniture.box, compartment)]
    inner = extent(to_local(furniture.box, compartment.box))
    half = furniture.box.half
    board = inner.copy()  # it is the shelf's own and no part of the furniture, which would hide it
    board[0, 1] -= BOARD
    # The recorded space ends where the recording ended it; a shelf is free up to the next board.
    inner[1, 1] = max(inner[1, 1], _ceiling(compartment, inside) - furniture.box.center[1])
    inner[1, 1] = min(inner[1, 1], half[1] - BOARD)
    for axis in (0, 2):  # a shelf is open to front and back, and as wide as what it is in allows
        if inner[1, axis] - inner[0, axis] > 0.5 * half[axis]:
            edge = -0.01 if axis == 2 or half[axis] < half[2] else 0.03
            inner[0, axis] = min(inner[0, axis], edge - half[axis])
            inner[1, axis] = max(inner[1, axis], half[axis] - edge)
    if furniture.front == 0.0:  # even a narrow shelf can be reached from the front
        inner[1, 2] = max(inner[1, 2], half[2] + 0.01)
    return [inner, board]


def is_top(rack: SimObject, shelf: SimObject) -> bool:
    """Tell whether a shelf is the topmost board of an open rack."""
    if rack.object_type != "ShelvingUnit" or shelf.object_type != "Shelf":
        return False
    return abs(shelf.box.bottom - rack.box.top) < BOARD and overlap_share(rack, shelf) > 0.5


def _ceiling(shelf: SimObject, others: list[SimObject]) -> float:
    """Return the height (metres, in the world) of the next board over a shelf; infinite if there is none."""
    over = [o.box.bottom for o in others if o.box.bottom > shelf.box.bottom + _STEP and _overlie(shelf, o)]
    return min(over, default=np.inf) - BOARD


def _overlie(lower: SimObject, upper: SimObject) -> bool:
    a, b = extent(lower.box)[:, [0, 2]], extent(upper.box)[:, [0, 2]]
    return bool(np.all(np.minimum(a[1], b[1]) - np.maximum(a[0], b[0]) > 0.02))
