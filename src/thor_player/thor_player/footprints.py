"""Footprints of solids as rows: cx, cz, hx, hz, cos, sin; how they are cut into lengths and how their sides grow."""

from __future__ import annotations

import math
from collections.abc import Sequence

from .model import Box

Row = tuple[float, ...]
Sides = tuple[float, float, float, float]
"""Metres towards -x, +x, -z and +z of a footprint's own frame."""


def row(box: Box) -> Row:
    """Return the footprint of a box."""
    angle = math.radians(box.yaw)
    c, h = box.center, box.half
    return float(c[0]), float(c[2]), float(h[0]), float(h[2]), math.cos(angle), math.sin(angle)


def rows_with(whole: Row, grown: Sequence[Sides]) -> list[Row]:
    """Return a footprint as the lengths that it is cut into, each with its sides grown; uncut if there are none."""
    if not grown:
        return [whole]
    return [grow(length, sides) for length, sides in zip(cut(whole, len(grown)), grown, strict=True)]


def cut(whole: Row, count: int) -> list[Row]:
    """Return a footprint in equal lengths along its longer side."""
    cx, cz, hx, hz, c, s = whole
    along_x = hx >= hz
    half = (hx if along_x else hz) / count
    found = list[Row]()
    for number in range(count):
        at = (2 * number + 1 - count) * half
        if along_x:
            found.append((cx + c * at, cz - s * at, half, hz, c, s))
        else:
            found.append((cx + s * at, cz + c * at, hx, half, c, s))
    return found


def grow(length: Row, sides: Sides) -> Row:
    """Return a footprint whose sides moved outwards."""
    cx, cz, hx, hz, c, s = length
    left, right, back, front = sides
    x, z = (right - left) / 2.0, (front - back) / 2.0
    return (
        cx + c * x + s * z,
        cz - s * x + c * z,
        hx + (left + right) / 2.0,
        hz + (back + front) / 2.0,
        c,
        s,
    )
