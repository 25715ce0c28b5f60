"""Gives the objects of a loaded room their solids and surfaces, and the room its built-in bodies."""

from __future__ import annotations

import numpy as np

from . import rooms_counters
from .model import Array, Box, SimObject, Surface
from .rooms_shelves import BOARD, is_plane, is_top, opened, opened_to, shelf_board, under_counter
from .solids import body_parts, table_legs
from .solids_carve import carve, extent
from .solids_pose import refresh, to_local, to_world
from .surfaces import board_surface, load_heights, other_levels, rest_height, surfaces_of

_SLAB = 0.04
_FLAT = 0.1  # metres; furniture flatter than this is only the space on its board
_BENT_DESK = 1.1  # metres; a desk deeper than this goes round a corner
_OFF_CENTER = 0.15  # metres a pivot is off the middle when something sticks out on one side
_NARROW = 0.015  # metres; half the width of a rim on which nothing can stand
_RIM_SPAN = 0.15  # metres about the top of a sink in which what stands on its rim is
_LINING = 0.008  # metres
_FLANGE = 0.025  # metres
_TUB_RIM, _FLARE, _STEPS = (
    0.1,
    0.08,
    3,
)  # metres; the walls of a tub lean back, in steps, where the rim stays as wide
_COMPARTMENTS = ("Drawer", "Cabinet", "Shelf")
# Furniture whose drawers and shelves are objects of their own.
_CARVED = frozenset({"Dresser", "SideTable", "TVStand", "Desk", "ShelvingUnit", "DiningTable", "CoffeeTable"})
_BASINS = {"Sink": ("SinkBasin",), "Bathtub": ("BathtubBasin", "SinkBasin")}


def furnish(objects: list[SimObject], stood: Array, floor: float) -> list[Box]:
    """Set parts, solids and surfaces of all objects (fronts inferred) and return the room's fixtures.

    :param stood: (3,) where the recorded agent stood
    """
    fixtures: list[Box] = []
    counters: list[tuple[SimObject, list[Box]]] = []
    for obj in objects:
        rest = rest_height(obj, objects)
        obj.surfaces = surfaces_of(obj, rest)
        obj.parts = body_parts(obj, rest)
        if obj.object_type == "CounterTop":
            rectangles = rooms_counters.counter_rectangles(obj, obj.box.bottom + rest, objects, stood)
            counters.append((obj, rectangles))
            obj.surfaces = [_counter_surface(obj, box, rest) for box in rectangles]
            obj.parts = _slab(obj, rectangles, rest, objects)
            fixtures += _counter_bodies(obj, rectangles, rest, objects, floor)
        elif obj.object_type == "Desk" and 2.0 * min(obj.box.half[0], obj.box.half[2]) > _BENT_DESK:
            _bend_desk(obj, rest, objects, stood)
        elif obj.object_type in _BASINS:
            _furnish_around_basin(obj, objects)
        elif obj.object_type in ("SinkBasin", "BathtubBasin"):
            obj.parts = _basin_shell(obj, objects)
        elif obj.object_type == "Shelf":
            board = shelf_board(obj, objects)
            obj.parts = [board]
            if is_plane(obj):
                obj.surfaces = [Surface(np.array([board.center[0], board.top, board.center[2]]), board.half[[0, 2]])]
        elif obj.object_type in _CARVED:
            _furnish_cased(obj, rest, objects)
        elif obj.object_type == "Cabinet":
            obj.parts = _under_basin(obj, objects)
    for obj in objects:
        refresh(obj)
    return [*fixtures, *_stoves(objects, counters, floor)]


def _bend_desk(obj: SimObject, rest: float, objects: list[SimObject], stood: Array) -> None:
    rectangles = rooms_counters.counter_rectangles(obj, obj.box.bottom + rest, objects, stood)
    if len(rectangles) > 1:
        top = rest - obj.box.half[1]
        obj.parts = [
            *carve([_between(box, top - _SLAB, top) for box in rectangles], []),
            *table_legs(obj.box.half),
        ]
        obj.surfaces = [_counter_surface(obj, box, rest) for box in rectangles]


def _counter_surface(obj: SimObject, box: Box, rest: float) -> Surface:
    center = box.center.copy()
    center[1] = rest - obj.box.half[1]
    return Surface(center, box.half[[0, 2]] - 0.02)


def _slab(obj: SimObject, rectangles: list[Box], rest: float, objects: list[SimObject]) -> list[Box]:
    top = rest - obj.box.half[1]
    bodies = [_between(box, top - _SLAB, top) for box in rectangles]
    holes = [_tall(extent(to_local(obj.box, o.box))) for o in objects if o.object_type == "SinkBasin"]
    return carve(bodies, holes)


def _counter_bodies(
    obj: SimObject, rectangles: list[Box], rest: float, objects: list[SimObject], floor: float
) -> list[Box]:
    """Return what carries a counter's top: full bodies less the cabinets, drawers and basins in them."""
    top, low = rest - obj.box.half[1] - _SLAB, floor - float(obj.box.center[1])
    under = rooms_counters.compartments(obj, obj.box.bottom + rest, objects)
    bodies = [rooms_counters.set_back(obj, _between(box, low, top), under) for box in rectangles]
    holes = [opened(obj.box, o) for o in under]
    holes += under_counter(obj, top, objects)
    holes += [
        extent(to_local(obj.box, o.box))
        for o in objects
        if o.object_type in _IN_COUNTERS or (o.object_type in _UNDER and o.box.bottom < obj.box.bottom - 0.3)
    ]
    return [to_world(obj.box, box) for box in carve(bodies, holes)]


_IN_COUNTERS = frozenset({"Sink", "SinkBasin", "Bathtub"})
_UNDER = frozenset({"GarbageCan", "Stool", "Chair", "Fridge", "GarbageBag", "LaundryHamper", "ShelvingUnit"})


def _between(box: Box, low: float, high: float) -> Array:
    bounds = extent(box)
    bounds[:, 1] = low, high
    return bounds


def _tall(bounds: Array) -> Array:
    bounds[:, 1] += (-0.3, 0.3)
    return bounds


def _furnish_around_basin(obj: SimObject, objects: list[SimObject]) -> None:
    """Set the body of a sink or tub round its basin, and its rim as surface: the inside is the basin's.

    One without a recorded basin is hollow itself.
    """
    body = _main_body(obj)
    basins = [
        extent(to_local(obj.box, o.box))
        for o in objects
        if o.object_type in _BASINS[obj.object_type] and _is_of(o, obj)
    ]
    if not basins:
        middle, half = (body[0] + body[1]) / 2.0, (body[1] - body[0]) / 2.0
        hollow = np.array([middle - [0.85, 0.8, 0.85] * half, middle + [0.85, 1.1, 0.85] * half])
        obj.parts = carve([body], [hollow])
        return
    holes = [_tall(hole.copy()) for hole in basins]
    if obj.object_type == "Bathtub":
        steps = [step for basin in basins for step in _flared(basin, body)]
        holes += steps
        basins = [*basins, *steps]
    obj.parts = carve([body], holes)
    obj.parts += [
        part
        for hole in basins
        if hole[1, 1] > body[1, 1] - 0.002
        for part in carve([_flange(hole, float(body[1, 1]))], holes)
    ]
    top = _rim_height(obj, objects)
    flat = [np.array([[b[0, 0], -1.0, b[0, 2]], [b[1, 0], 1.0, b[1, 2]]]) for b in (body, *basins)]
    strips = [box for box in carve(flat[:1], flat[1:]) if min(box.half[0], box.half[2]) > _NARROW]
    obj.surfaces = [Surface(np.array([s.center[0], top, s.center[2]]), s.half[[0, 2]]) for s in strips]


def _flared(basin: Array, body: Array) -> list[Array]:
    """Return the bounds of the steps by which a tub gets wider towards its rim.

    The recorded box of its basin is what lies over the bottom, a quarter of a metre inside the tub's sides.
    """
    room = np.minimum(_FLARE, np.maximum(0.0, np.abs(body - basin) - _TUB_RIM)) * [
        [-1.0, 0.0, -1.0],
        [1.0, 0.0, 1.0],
    ]
    steps = []
    for step in range(1, _STEPS + 1):
        hole = basin + room * step / _STEPS
        hole[0, 1] = basin[0, 1] + _lowest_step(basin, body) * step
        hole[1, 1] = body[1, 1] + 0.3
        steps.append(hole)
    return steps


def _lowest_step(basin: Array, body: Array) -> float:
    """Return how high over a tub's bottom its walls begin to lean back, metres."""
    return float(body[1, 1] - basin[0, 1]) / (_STEPS + 1)


def _flange(basin: Array, top: float) -> Array:
    """Return the bounds of the rim round a basin that stands as high as its sink."""
    bounds = basin + np.array([[-_FLANGE, 0.0, -_FLANGE], [_FLANGE, 0.0, _FLANGE]])
    bounds[:, 1] = top - 0.008, top + 0.004
    return np.asarray(bounds)


def _rim_height(obj: SimObject, objects: list[SimObject]) -> float:
    """Return the height of a rim over the middle of the box: where recorded things stand on it, else its top."""
    half = float(obj.box.half[1])
    loads = [level for level in load_heights(obj, objects) if abs(level[0] - 2.0 * half) < _RIM_SPAN]
    return float(np.median(max(loads, key=len))) - half if loads else half


def _basin_shell(obj: SimObject, objects: list[SimObject]) -> list[Box]:
    """Return the bottom and the four sides of a basin: they, and not the body that it is let into, are seen inside.

    The recorded box is the space in it, which may reach higher than the rim.
    """
    around = [o for o in objects if obj.object_type in _BASINS.get(o.object_type, ()) and _is_of(obj, o)]
    body = np.array([-obj.box.half, obj.box.half])
    top = min([obj.box.top, *(max(o.box.top, obj.box.bottom + _SLAB) for o in around)])
    if any(o.object_type == "Bathtub" for o in around):
        top = obj.box.bottom + (top - obj.box.bottom) / (_STEPS + 1)
    body[1, 1] = top - float(obj.box.center[1])
    inner = body + np.array([[_LINING, _LINING, _LINING], [-_LINING, 0.01, -_LINING]])
    return carve([body], [inner])


def _is_of(basin: SimObject, sink: SimObject) -> bool:
    return basin.object_id.startswith(sink.object_id)


def _main_body(obj: SimObject) -> Array:
    """Return the bounds of a basin's body: its recorded box, less what only a rail or a step on one side takes up."""
    pivot = (obj.position - obj.box.center) @ obj.box.axes().T
    bounds = np.array([-obj.box.half, obj.box.half])
    for axis in (0, 2):
        if abs(pivot[axis]) > _OFF_CENTER:
            reach = obj.box.half[axis] - abs(pivot[axis])
            bounds[:, axis] = pivot[axis] - reach, pivot[axis] + reach
    return bounds


def _board(obj: SimObject, height: float, thick: float) -> Box:
    return Box(np.array([0.0, height, 0.0]), np.array([obj.box.half[0], thick, obj.box.half[2]]))


def _under_basin(cabinet: SimObject, objects: list[SimObject]) -> list[Box]:
    """Return a cabinet's closed body less the sink's basin that reaches into it ([] if none does)."""
    holes = [
        _tall(extent(to_local(cabinet.box, o.box)))
        for o in objects
        if o.object_type == "SinkBasin" and o.box.bottom < cabinet.box.top < o.box.top + 0.1
    ]
    body = np.array([-cabinet.box.half, cabinet.box.half])
    meeting = [hole for hole in holes if np.all(hole[0] < body[1]) and np.all(hole[1] > body[0])]
    return carve([body], meeting) if meeting else []


def _furnish_cased(obj: SimObject, rest: float, objects: list[SimObject]) -> None:
    """Set the body of furniture, with drawers, cupboards and shelf spaces taken out, and its boards' surfaces."""
    inside = [
        o
        for o in objects
        if o.object_type in _COMPARTMENTS and (_is_within(obj.box, o.box) or is_top(obj, o))
    ]
    tall = 2.0 * float(obj.box.half[1])
    if tall < _FLAT:  # only the space where things stand is recorded: a board carries them
        obj.parts = [_board(obj, rest - obj.box.half[1] - _SLAB / 2.0, _SLAB / 2.0)]
        return
    boards = [h for h in other_levels(obj, objects, rest) if not _is_at_compartment(obj, h, inside)]
    levels = sorted([*boards, rest])
    for height in boards:
        above = [level for level in levels if level > height + BOARD]
        obj.surfaces.append(board_surface(obj, height, above[0] - BOARD if above else height + 1.0))
    obj.parts = _carved(obj, rest, boards, inside) or obj.parts


def _is_at_compartment(obj: SimObject, height: float, inside: list[SimObject]) -> bool:
    level = obj.box.bottom + height
    return any(o.box.bottom - _SLAB < level < o.box.top for o in inside)


def _carved(obj: SimObject, rest: float, boards: list[float], inside: list[SimObject]) -> list[Box]:
    """Return furniture's body with its drawers, cupboards and shelf spaces taken out ([] for the usual body)."""
    half = obj.box.half
    body = np.array([-half, half])
    has_hutch = rest < 2.0 * half[1] - 0.05
    if not inside and not has_hutch and not boards:
        return []
    bodies, holes = [body], [hole for o in inside for hole in opened_to(obj, o, inside)]
    if has_hutch:
        body[1, 1] = rest - half[1]
        back = np.array([-half, half])
        back[1, 2] = -half[2] + 0.03
        bodies.append(back)
    for height in boards:
        if height > rest:
            bodies.append(np.array([-half, half]))
            bodies[-1][:, 1] = height - half[1] - BOARD, height - half[1]
        else:
            above = min([level for level in (*boards, rest) if level > height + BOARD])
            aside = np.array([0.03, 0.0, -0.01])
            hole = np.array([-half + aside, half - aside])
            hole[:, 1] = height - half[1], above - half[1] - _SLAB
            holes.append(hole)
    return carve(bodies, holes)


def _is_within(outer: Box, inner: Box) -> bool:
    bounds = extent(to_local(outer, inner))
    if bounds[0, 1] < outer.half[1] - 0.05:
        bounds[1, 1] = min(
            bounds[1, 1], outer.half[1]
        )  # the space above the topmost board may reach out of the top
    overlap = np.clip(bounds, -outer.half - 0.02, outer.half + 0.02)
    volume = float(np.prod(np.maximum(bounds[1] - bounds[0], 0.01)))
    return float(np.prod(np.maximum(overlap[1] - overlap[0], 0.0))) > 0.5 * volume


def _stoves(objects: list[SimObject], counters: list[tuple[SimObject, list[Box]]], floor: float) -> list[Box]:
    """Return the bodies under groups of burners that no counter carries."""
    burners = [o for o in objects if o.object_type == "StoveBurner" and not _is_carried(o, counters)]
    groups: list[list[SimObject]] = []
    for burner in burners:
        near = [
            g
            for g in groups
            if any(np.linalg.norm((b.box.center - burner.box.center)[[0, 2]]) < 0.75 for b in g)
        ]
        groups = [g for g in groups if g not in near] + [[burner, *(b for g in near for b in g)]]
    return [_stove(group, objects, floor) for group in groups]


def _is_carried(burner: SimObject, counters: list[tuple[SimObject, list[Box]]]) -> bool:
    for counter, rectangles in counters:
        for box in rectangles:
            local = np.abs(to_local(to_world(counter.box, box), burner.box).center)
            if np.all(local[[0, 2]] < box.half[[0, 2]]):
                return True
    return False


def _stove(burners: list[SimObject], objects: list[SimObject], floor: float) -> Box:
    bounds = [extent(b.box) for b in burners]
    low, high = np.min([b[0] for b in bounds], axis=0) - 0.03, np.max([b[1] for b in bounds], axis=0) + 0.03
    low[1], high[1] = floor, min(b.box.bottom for b in burners)
    for knob in objects:
        near = np.abs(knob.box.center - (low + high) / 2.0) < (high - low) / 2.0 + 0.25
        if knob.object_type == "StoveKnob" and near[0] and near[2] and knob.box.top < high[1] + 0.1:
            inner = np.clip(knob.box.center, low, high)
            reach = knob.box.center - inner
            axis = 0 if abs(reach[0]) > abs(reach[2]) else 2
            low[axis], high[axis] = (
                min(low[axis], knob.box.center[axis]),
                max(high[axis], knob.box.center[axis]),
            )
    return Box((low + high) / 2.0, (high - low) / 2.0)
