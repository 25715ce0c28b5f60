"""Counter tops whose recorded box covers floor: L- and U-shaped ones are rebuilt from what stands under and on them.

A recorded box is tight, so a counter that bends runs along two or three of its sides. Each way of running along the
sides is judged by what must be counter (doors and drawers under it, sink, what stands on it), by what cannot be
(the room in front of doors and drawers, the fridge, where the recorded agent stood), and by its area.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from .model import Array, Box, SimObject
from .rooms_fronts import direction
from .solids_carve import as_box, extent
from .solids_pose import to_local

_CELL = 0.05
_STRAIGHT = 0.78  # a counter no wider than this runs straight
_DEPTH = 0.65  # of an arm when nothing tells it
_OVERHANG = 0.01
_LIP = 0.3  # metres; a top reaches no further over its doors and drawers
_AHEAD = 0.35  # metres in front of a door or drawer that are floor
_AREA_COST = 0.25
_FREE_COST = 2.0
_LOAD = 60.0  # what stands on it must be on it
_MARGIN = 0.08  # metres of board round what stands on it
_STEP = 0.6  # metres from a straight arm that a slanting or stepped edge may reach
_SIDES = (0.0, 90.0, 180.0, 270.0)  # the wall side of an arm, as a direction in the counter's frame
_STANDING = frozenset(
    {"Fridge", "GarbageCan", "Chair", "DiningTable", "ShelvingUnit", "SideTable", "Bathtub"}
)

Mask = NDArray[np.bool_]


@dataclass
class CounterRun:
    """One straight run along a side of the box: ``side`` is where its back is, ``depth`` in metres."""

    side: float
    depth: float


@dataclass
class _Evidence:
    """What is known about the cells of a counter's box: ``counter`` and ``free`` weights (nx, nz)."""

    counter: Array
    free: Array


def counter_rectangles(counter: SimObject, level: float, objects: list[SimObject], stood: Array) -> list[Box]:
    """Return the rectangles of a counter's (or desk's) top as boxes in its frame, full height.

    :param level: height of its top in the world
    :param objects: all objects of the room, fronts inferred
    :param stood: (3,) where the recorded agent stood
    """
    half = counter.box.half
    whole = [Box(np.zeros(3), half.copy())]
    if 2.0 * min(half[0], half[2]) <= _STRAIGHT:
        return whole
    evidence = _gather(counter, level, objects, stood)
    if float(evidence.free.sum()) * _CELL**2 < 0.05 and not _is_bent(counter):
        return whole
    choices = [(_score(_mask(half, arms), evidence), arms) for arms in _shapes(counter, level, objects)]
    best_score, best = max(choices, key=lambda choice: choice[0])
    if _score(np.ones_like(evidence.free, dtype=bool), evidence) >= best_score:
        return whole
    rectangles = _rectangles(half, best)
    loads = [
        to_local(counter.box, o.box)
        for o in objects
        if counter.object_id in o.parents and o.can("pickupable")
    ]
    return [as_box(bounds) for bounds in (*rectangles, *_steps(half, rectangles, loads))]


def _steps(half: Array, rectangles: list[Array], loads: list[Box]) -> list[Array]:
    """Return the pieces between straight arms and what stands beside them: counters with slanting edges have such."""
    pieces = []
    for load in loads:
        foot = extent(load)
        foot[0], foot[1] = np.maximum(foot[0] - _MARGIN, -half), np.minimum(foot[1] + _MARGIN, half)
        gaps = [
            np.maximum(np.maximum(b[0] - load.center, load.center - b[1]), 0.0)[[0, 2]] for b in rectangles
        ]
        nearest = int(np.argmin([gap.max() for gap in gaps]))
        if not 0.0 < gaps[nearest].max() < _STEP:
            continue
        arm, piece = rectangles[nearest], np.array([-half, half])
        for axis in (0, 2):
            apart_low, apart_high = arm[0, axis] > load.center[axis], arm[1, axis] < load.center[axis]
            piece[1, axis] = arm[0, axis] if apart_low else foot[1, axis]
            piece[0, axis] = arm[1, axis] if apart_high else foot[0, axis]
        pieces.append(piece)
    return pieces


def _is_bent(counter: SimObject) -> bool:
    """Tell whether the pivot is far off the middle: it sits in the main arm of a bent counter."""
    offset = np.abs((counter.position - counter.box.center) @ counter.box.axes().T)[[0, 2]]
    return bool(np.any(offset > 0.2 * counter.box.half[[0, 2]] + 0.1))


def compartments(counter: SimObject, level: float, objects: list[SimObject]) -> list[SimObject]:
    """Return the cabinets and drawers under a counter whose top is at a height ``level``."""
    return [
        o
        for o in objects
        if o.object_type in ("Cabinet", "Drawer")
        and o.box.bottom < level - 0.1
        and o.box.top < level + 0.15
        and overlap_share(counter, o) > 0.5
    ]


def set_back(counter: SimObject, body: Array, under: list[SimObject]) -> Array:
    """Return the bounds of a counter's body as far as its doors and drawers reach: the top may stand out more.

    :param body: (2, 3) bounds in metres, in the counter's frame
    :param under: see :func:`compartments`
    """
    below = [(to_local(counter.box, o.box), o.front or 0.0) for o in under]
    inside = [
        (extent(box), direction(front + box.yaw))
        for box, front in below
        if np.all((box.center > body[0]) & (box.center < body[1]))
    ]
    kept = body.copy()
    for axis, edge, sign in ((0, 0, -1.0), (0, 1, 1.0), (2, 0, -1.0), (2, 1, 1.0)):
        reach = max((sign * float(bounds[edge, axis]) for bounds, _ in inside), default=0.0)
        faced = any(sign * facing[axis] > 0.9 for _, facing in inside)
        if faced and 0.0 < sign * body[edge, axis] - reach < _LIP:
            kept[edge, axis] = sign * reach
    return kept


def overlap_share(counter: SimObject, obj: SimObject) -> float:
    """Return the share (0 to 1) of an object's footprint that lies within a counter's."""
    bounds = extent(to_local(counter.box, obj.box))[:, [0, 2]]
    half = counter.box.half[[0, 2]]
    inner = np.clip(bounds, -half, half)
    area = float(np.prod(bounds[1] - bounds[0]))
    return float(np.prod(inner[1] - inner[0])) / area if area > 0 else 0.0


def _gather(counter: SimObject, level: float, objects: list[SimObject], stood: Array) -> _Evidence:
    half = counter.box.half
    shape = [max(1, round(2 * float(half[a]) / _CELL)) for a in (0, 2)]
    evidence = _Evidence(np.zeros(shape), np.zeros(shape))
    under = compartments(counter, level, objects)
    for obj in under:
        bounds = extent(to_local(counter.box, obj.box))
        _mark(evidence.counter, half, bounds, 1.0)
    for obj in under:
        _mark(evidence.free, half, _in_front(counter, obj), 1.0)
    for obj in objects:
        bounds = extent(to_local(counter.box, obj.box))
        if obj.object_type in ("Sink", "SinkBasin") or counter.object_id in obj.parents:
            _mark(evidence.counter, half, bounds, 1.0)
            if obj.can("pickupable"):
                _mark(evidence.counter, half, _middle(bounds), _LOAD)
        elif _hangs_over(obj, level):
            _mark(evidence.counter, half, bounds, 0.3)
        elif obj.object_type in _STANDING and obj.box.bottom < level - 0.4:
            _mark(evidence.free, half, bounds, 0.5)
    middle = to_local(counter.box, Box(stood, np.array([0.15, 1.0, 0.15])))
    _mark(evidence.free, half, extent(middle), 3.0)
    evidence.free[evidence.counter >= 1.0] = 0.0
    return evidence


def _middle(bounds: Array) -> Array:
    """Return the bounds of one cell in the middle of bounds (2, 3)."""
    return np.asarray((bounds[0] + bounds[1]) / 2.0 + np.array([[-0.5], [0.5]]) * _CELL)


def _hangs_over(obj: SimObject, level: float) -> bool:
    gap = obj.box.bottom - level
    return obj.object_type == "Cabinet" and 0.3 < gap < 0.9


def _in_front(counter: SimObject, obj: SimObject) -> Array:
    ahead = direction(obj.front or 0.0)
    reach = float(np.abs(ahead) @ obj.box.half)
    half = np.where(np.abs(ahead) > 0.5, _AHEAD / 2.0, obj.box.half)
    center = obj.box.center + (ahead * (reach + 0.08 + _AHEAD / 2.0)) @ obj.box.axes()
    return extent(to_local(counter.box, Box(center, half, obj.box.yaw)))


def _mark(grid: Array, half: Array, bounds: Array, weight: float) -> None:
    low = np.maximum(np.round((bounds[0, [0, 2]] + half[[0, 2]]) / _CELL).astype(int), 0)
    high = np.maximum(np.round((bounds[1, [0, 2]] + half[[0, 2]]) / _CELL).astype(int), 0)
    part = grid[low[0] : high[0], low[1] : high[1]]
    np.maximum(part, weight, out=part)


def _shapes(counter: SimObject, level: float, objects: list[SimObject]) -> list[list[CounterRun]]:
    """Return all bent shapes that touch every side of the box: two neighbouring arms or three."""
    arms = {side: CounterRun(side, _depth(counter, level, objects, side)) for side in _SIDES}
    bent = [c for c in combinations(_SIDES, 2) if (c[1] - c[0]) % 180.0]
    return [[arms[side] for side in sides] for sides in (*bent, *combinations(_SIDES, 3))]


def _depth(counter: SimObject, level: float, objects: list[SimObject], side: float) -> float:
    """Return how far an arm along a side reaches: to the fronts of its doors and drawers."""
    outward = direction(side)
    edge = float(np.abs(outward) @ counter.box.half)
    reaches = []
    for obj in compartments(counter, level, objects):
        local = to_local(counter.box, obj.box)
        facing = direction((obj.front or 0.0) + local.yaw)
        bounds = extent(local)
        if float(facing @ outward) < -0.9:
            front = float(np.max(bounds @ -outward))
            if front + edge < 1.2:
                reaches.append(front + edge + _OVERHANG)
    if reaches:
        return float(np.median(reaches))
    pivot = (counter.position - counter.box.center) @ counter.box.axes().T
    depth = 2.0 * (edge - float(pivot @ outward))
    return depth if 0.4 < depth < 0.9 else _DEPTH


def _rectangles(half: Array, arms: list[CounterRun]) -> list[Array]:
    found = []
    for arm in arms:
        outward = direction(arm.side)
        axis = int(np.argmax(np.abs(outward)))
        bounds = np.array([-half, half])
        if outward[axis] > 0:
            bounds[0, axis] = half[axis] - arm.depth
        else:
            bounds[1, axis] = arm.depth - half[axis]
        found.append(bounds)
    return found


def _mask(half: Array, arms: list[CounterRun]) -> Mask:
    shape = [max(1, round(2 * float(half[a]) / _CELL)) for a in (0, 2)]
    grid = np.zeros(shape)
    for bounds in _rectangles(half, arms):
        _mark(grid, half, bounds, 1.0)
    return grid > 0


def _score(mask: Mask, evidence: _Evidence) -> float:
    return float(
        evidence.counter[mask].sum() - _FREE_COST * evidence.free[mask].sum() - _AREA_COST * mask.sum()
    )
