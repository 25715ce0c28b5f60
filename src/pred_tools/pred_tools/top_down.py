"""A picture of what was mapped: free and occupied ground, the way the robot took, and the objects it remembers."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from pred_core.geometry import Pose2D
from pred_core.objects import ObjectState
from pred_core.vocabulary import object_types
from pred_tools.typeface import Colour, Style, write

PIXELS_PER_METRE = 100
SMALLEST_EDGE = 480
"""Pixels of the longer side at least: a table's map is drawn at a larger scale than a room's."""
MARGIN = 0.4
LABEL, LEGEND = Style(11, (0, 0, 0)), Style(13, (222, 224, 228))
GAP = 4
COLOURS = {"unknown": (40, 42, 48), "free": (236, 236, 230), "obstacle": (150, 150, 156)}
PATH, START, END = (38, 110, 220), (30, 160, 80), (214, 60, 50)
THING, PLACE = (200, 110, 20), (90, 90, 110)
LEGEND_PAPER = (24, 26, 30)
Box = tuple[float, float, float, float]


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
    scale = max(1, round(what.resolution * PIXELS_PER_METRE), math.ceil(SMALLEST_EDGE / max(columns, rows)))
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
    _draw_objects(draw, what.objects, pixel, picture.size)
    if what.path:
        points = [pixel(p.x, p.y) for p in what.path]
        if len(points) > 1:
            draw.line(points, fill=PATH, width=3)
        _dot(draw, points[0], 6, START)
        _dot(draw, points[-1], 6, END)
        end = what.path[-1]
        tip = pixel(end.x + 0.3 * math.cos(end.yaw), end.y + 0.3 * math.sin(end.yaw))
        draw.line([points[-1], tip], fill=END, width=3)
    return _with_legend(picture, moved=len(what.path) > 1)


def _with_legend(picture: Image.Image, *, moved: bool) -> Image.Image:
    """Return the map with a strip below it that says what the colours mean."""
    entries = [
        (COLOURS["free"], "free"),
        (COLOURS["obstacle"], "obstacle"),
        (COLOURS["unknown"], "not seen"),
        (THING, "thing"),
        (PLACE, "furniture"),
        *(((PATH, "way"), (START, "start"), (END, "end")) if moved else ((END, "robot"),)),
    ]
    rows: list[list[tuple[Colour, str]]] = [[]]
    width = 0.0
    for colour, text in entries:
        needed = LEGEND.size + 3 * GAP + LEGEND.width(text)
        if rows[-1] and width + needed > picture.width - 2 * GAP:
            rows.append([])
            width = 0.0
        rows[-1].append((colour, text))
        width += needed
    whole = Image.new(
        "RGB", (picture.width, picture.height + len(rows) * LEGEND.line + 2 * GAP), LEGEND_PAPER
    )
    whole.paste(picture, (0, 0))
    draw = ImageDraw.Draw(whole)
    for number, row in enumerate(rows):
        x, y = float(GAP), picture.height + GAP + number * LEGEND.line
        for colour, text in row:
            draw.rectangle(
                (x, y + 2, x + LEGEND.size, y + 2 + LEGEND.size), fill=colour, outline=LEGEND.colour
            )
            x = write(draw, (x + LEGEND.size + GAP, y), text, LEGEND) + 2 * GAP
    return whole


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


def _draw_objects(
    draw: ImageDraw.ImageDraw,
    objects: Sequence[ObjectState],
    pixel: Callable[[float, float], tuple[float, float]],
    size: tuple[int, int],
) -> None:
    """Draw all dots, and names where there is room for them: first of things, then of furniture."""
    taken: list[Box] = []
    dots = [(state, pixel(state.center[0], state.center[1])) for state in sorted(objects, key=_order)]
    for state, at in dots:
        radius, colour = (3, THING) if _is_thing(state) else (2, PLACE)
        _dot(draw, at, radius, colour)
        taken.append((at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius))
    for state, at in dots:
        box = _room_for(state.class_name, at, taken, size)
        if box is not None:
            taken.append(box)
            write(draw, box[:2], state.class_name, Style(LABEL.size, THING if _is_thing(state) else PLACE))


def _order(state: ObjectState) -> tuple[bool, str]:
    return not _is_thing(state), state.id


def _is_thing(state: ObjectState) -> bool:
    kind = object_types().get(state.class_name)
    return kind is not None and kind.can("pickupable")


def _room_for(name: str, at: tuple[float, float], taken: Sequence[Box], size: tuple[int, int]) -> Box | None:
    """Return where a name fits beside its dot without touching another one or the edge, None when nowhere."""
    width, height = LABEL.width(name), float(LABEL.size + 2)
    x, y = at
    corners = (
        (x + GAP, y - height / 2),
        (x - GAP - width, y - height / 2),
        (x - width / 2, y - GAP - height),
        (x - width / 2, y + GAP),
    )
    for left, top in corners:
        box = (left, top, left + width, top + height)
        inside = left >= 0 and top >= 0 and box[2] <= size[0] and box[3] <= size[1]
        if inside and not any(_touch(box, other) for other in taken):
            return box
    return None


def _touch(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _dot(
    draw: ImageDraw.ImageDraw, at: tuple[float, float], radius: float, colour: tuple[int, int, int]
) -> None:
    draw.ellipse([at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius], fill=colour)
