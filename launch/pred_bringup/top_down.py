"""A picture of what was mapped: free and occupied ground, the way the robot took, and the objects it remembers."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from pred_core.geometry import Pose2D
from pred_core.objects import ObjectState
from pred_core.vocabulary import object_types

PIXELS_PER_METRE = 100
MARGIN = 0.4
COLOURS = {"unknown": (40, 42, 48), "free": (236, 236, 230), "obstacle": (150, 150, 156)}
PATH, START, END = (38, 110, 220), (30, 160, 80), (214, 60, 50)
THING, PLACE = (200, 110, 20), (90, 90, 110)


@dataclass(frozen=True)
class MapPicture:
    """What to draw: HxW cells (-1 unexplored, 0 free, 100 obstacle), metres a cell, map position of cell (0, 0)."""

    cells: NDArray[np.int8]
    resolution: float
    origin: tuple[float, float]
    path: tuple[Pose2D, ...] = ()
    objects: tuple[ObjectState, ...] = ()


def draw_map(what: MapPicture) -> Image.Image:
    """Return the picture, x to the right and y up, cut to what is known."""
    left, bottom, right, top = _extent(what)
    columns, rows = right - left, top - bottom
    scale = max(1, round(what.resolution * PIXELS_PER_METRE))
    cells = np.flipud(what.cells[bottom:top, left:right])
    colours = np.empty((rows, columns, 3), dtype=np.uint8)
    colours[...] = COLOURS["unknown"]
    colours[cells == 0] = COLOURS["free"]
    colours[cells > 0] = COLOURS["obstacle"]
    picture = Image.fromarray(colours).resize((columns * scale, rows * scale), Image.Resampling.NEAREST)

    def pixel(x: float, y: float) -> tuple[float, float]:
        column = (x - what.origin[0]) / what.resolution - left
        row = (y - what.origin[1]) / what.resolution - bottom
        return column * scale, (rows - row) * scale

    draw = ImageDraw.Draw(picture)
    for state in sorted(what.objects, key=lambda o: o.id):
        _draw_object(draw, state, pixel(state.center[0], state.center[1]))
    if what.path:
        points = [pixel(p.x, p.y) for p in what.path]
        if len(points) > 1:
            draw.line(points, fill=PATH, width=3)
        _dot(draw, points[0], 6, START)
        _dot(draw, points[-1], 6, END)
        end = what.path[-1]
        tip = pixel(end.x + 0.3 * math.cos(end.yaw), end.y + 0.3 * math.sin(end.yaw))
        draw.line([points[-1], tip], fill=END, width=3)
    return picture


def _extent(what: MapPicture) -> tuple[int, int, int, int]:
    """Return left, bottom, right, top of the known cells with a margin, in cells."""
    height, width = what.cells.shape
    known = np.argwhere(what.cells >= 0)
    if not len(known):
        return 0, 0, width, height
    margin = int(MARGIN / what.resolution)
    bottom, left = np.maximum(known.min(axis=0) - margin, 0)
    top, right = known.max(axis=0) + margin + 1
    return int(left), int(bottom), min(int(right), width), min(int(top), height)


def _draw_object(draw: ImageDraw.ImageDraw, state: ObjectState, at: tuple[float, float]) -> None:
    kind = object_types().get(state.class_name)
    small = kind is not None and kind.can("pickupable")
    _dot(draw, at, 3 if small else 2, THING if small else PLACE)
    draw.text((at[0] + 5, at[1] - 5), state.class_name, fill=THING if small else PLACE)


def _dot(
    draw: ImageDraw.ImageDraw, at: tuple[float, float], radius: float, colour: tuple[int, int, int]
) -> None:
    draw.ellipse([at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius], fill=colour)
