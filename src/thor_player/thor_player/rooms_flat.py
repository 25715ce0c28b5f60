"""Panes, pictures and tilted sinks whose recorded box is far larger than their body.

Some records hold only an axis-aligned box. For a window round a corner, or a picture on a slanting wall, it reaches far
into the room, over floor where people stand. Such a box becomes a panel at the wall; a glass corner becomes its panes.
"""

from __future__ import annotations

import numpy as np

from .model import Array, Box, SimObject
from .solids_carve import extent
from .solids_pose import corners_of, refresh, to_local

_PANELS = frozenset({"Window", "Blinds", "Curtains", "Painting", "Mirror", "Poster"})
_BASINS = frozenset({"SinkBasin"})
_DEEP = 0.5  # metres; no panel is thicker
_THICK = 0.06
_PANE = 0.012
_FREE = 0.35  # metres from the wall; a side of a shower nearer than this has no pane
_OFF = 0.25  # share of the half size a pivot is off the middle when it sits in one wing of a corner
_RIM = 0.03  # metres between a basin and the edge of its sink


def flatten(objects: list[SimObject], bounds: Box) -> None:
    """Shrink boxes that reach deep into the room to the panel at the wall; turn sinks recorded at 45 degrees."""
    for obj in objects:
        if obj.object_type in _PANELS and 2.0 * min(obj.box.half[0], obj.box.half[2]) > _DEEP:
            set_box(obj, _panel(obj, bounds))
        elif obj.object_type == "Sink" and _is_unturned(obj):
            _turn_sink(obj, objects)
        elif obj.object_type == "CounterTop" and _is_unturned(obj):
            set_box(obj, _turned_counter(obj, objects))


def glaze(objects: list[SimObject], bounds: Box) -> None:
    """Make the body of a shower's glass corner its panes: those on the sides that no wall closes."""
    for obj in objects:
        if obj.object_type == "ShowerGlass" and 2.0 * min(obj.box.half[0], obj.box.half[2]) > _DEEP:
            obj.parts = _panes(obj, bounds)
            refresh(obj)


def _panel(obj: SimObject, bounds: Box) -> Box:
    offset = (obj.position - obj.box.center) @ obj.box.axes().T
    shares = np.abs(offset) / obj.box.half
    axis = 0 if shares[0] > shares[2] else 2
    if shares[axis] < _OFF:
        return _slanting(obj, bounds)
    center, half = np.zeros(3), obj.box.half.copy()
    center[axis] = np.sign(offset[axis]) * (half[axis] + _gap(obj, bounds, axis, float(offset[axis])))
    half[axis] = _THICK / 2.0
    return Box(obj.box.center + center @ obj.box.axes(), half, obj.box.yaw)


def _gap(obj: SimObject, bounds: Box, axis: int, side: float) -> float:
    """Return how far (metres, at least 0) the wall of the room is beyond a side of an object's box."""
    outward = np.zeros(3)
    outward[axis] = np.sign(side)
    toward = outward @ obj.box.axes()
    ahead = int(np.argmax(np.abs(toward)))
    edge = 1 if toward[ahead] > 0 else 0
    gap = float((extent(bounds)[edge, ahead] - extent(obj.box)[edge, ahead]) * np.sign(toward[ahead]))
    return max(0.0, gap)


def _slanting(obj: SimObject, bounds: Box) -> Box:
    """Return the panel at 45 degrees that just fits into the box and faces the middle of the room."""
    way = bounds.center - obj.box.center
    yaw = 45.0 + 90.0 * np.floor(np.degrees(np.arctan2(way[0], way[2])) / 90.0)
    half = obj.box.half
    wide = float(half[0] + half[2]) / np.sqrt(2.0) - _THICK / 2.0
    return Box(obj.box.center.copy(), np.array([wide, half[1], _THICK / 2.0]), float(yaw % 360.0))


def _panes(obj: SimObject, bounds: Box) -> list[Box]:
    half = obj.box.half
    panes = []
    for axis in (0, 2):
        for side in (-1.0, 1.0):
            center, thin = np.zeros(3), half.copy()
            center[axis], thin[axis] = side * (half[axis] - _PANE / 2.0), _PANE / 2.0
            if _gap(obj, bounds, axis, side) > _FREE:
                panes.append(Box(center, thin))
    return panes


def _is_unturned(obj: SimObject) -> bool:
    """Tell whether an object stands at 45 degrees while its box does not."""
    return bool(abs(np.sin(np.radians(2.0 * (obj.rotation[1] - obj.box.yaw)))) > 0.9)


def _turned_counter(counter: SimObject, objects: list[SimObject]) -> Box:
    """Return the box of a counter at 45 degrees: its recorded box gives the sum of its sides, its load their ratio."""
    yaw = float(counter.rotation[1]) % 360.0
    frame = Box(counter.box.center, counter.box.half, yaw)
    load = [
        np.abs(extent(to_local(frame, o.box))).max(axis=0) for o in objects if counter.object_id in o.parents
    ]
    spread = np.max(load, axis=0)[[0, 2]] if load else np.ones(2)
    sides = float(counter.box.half[0] + counter.box.half[2]) / np.sqrt(2.0) * spread / spread.sum()
    return Box(counter.box.center, np.array([sides[0], counter.box.half[1], sides[1]]), yaw)


def _turn_sink(sink: SimObject, objects: list[SimObject]) -> None:
    """Turn a sink and its basin: their boxes give the sum of their sides, where the basin is gives the rest."""
    yaw = float(sink.rotation[1]) % 360.0
    basins = [o for o in objects if o.object_type in _BASINS and o.object_id.startswith(sink.object_id)]
    least = np.zeros(2)
    for basin in basins:
        side = float(basin.box.half[0] + basin.box.half[2]) / 2.0 / np.sqrt(2.0)
        set_box(basin, Box(basin.box.center, np.array([side, basin.box.half[1], side]), yaw))
        away = basin.box.axes() @ (basin.box.center - sink.box.center)
        least = np.maximum(least, np.abs(away[[0, 2]]) + side + _RIM)
    sides = float(sink.box.half[0] + sink.box.half[2]) / np.sqrt(2.0)
    longer = 1 if least[1] > least[0] else 0
    half = np.full(2, sides / 2.0)
    half[longer] = max(half[longer], least[longer])
    half[1 - longer] = sides - half[longer]
    set_box(sink, Box(sink.box.center, np.array([half[0], sink.box.half[1], half[1]]), yaw))


def set_box(obj: SimObject, box: Box) -> None:
    """Replace an object's box and the bounds about its position (these objects stay where they are)."""
    corners: Array = corners_of(np.array([-box.half, box.half])) @ box.axes() + box.center
    frame = Box(obj.position, np.ones(3), float(obj.rotation[1]))
    local = (corners - obj.position) @ frame.axes().T
    obj.box, obj.bounds = box, np.array([local.min(axis=0), local.max(axis=0)])
