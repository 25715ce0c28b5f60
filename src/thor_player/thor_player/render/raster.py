"""The z-buffer: triangles to the nearest triangle and depth of every sample.

Scan lines with a top-left-like rule: a shared edge is computed from the same numbers by both triangles, so there are
neither cracks nor samples drawn twice. Everything is float64; the buffer holds 1/depth, which is linear on screen.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from thor_player.render.jit import exact

Array = Any


@exact
def _edge(y: float, ax: float, ay: float, bx: float, by: float) -> float:
    """Return x where the edge crosses height y; the ends are ordered so that both owners get the same number."""
    if ay > by or (ay == by and ax > bx):
        ax, ay, bx, by = bx, by, ax, ay
    return ax + (y - ay) * (bx - ax) / (by - ay)


@exact
def fill(
    ax: float, ay: float, aw: float, bx: float, by: float, bw: float, cx: float, cy: float, cw: float,
    face: int, width: int, height: int, inverse: Array, owner: Array,
) -> None:  # fmt: skip
    """Draw one screen triangle (pixels; w = 1/depth) into ``inverse`` (H*W) and ``owner`` (H*W)."""
    if ay > by:
        ax, ay, aw, bx, by, bw = bx, by, bw, ax, ay, aw
    if by > cy:
        bx, by, bw, cx, cy, cw = cx, cy, cw, bx, by, bw
    if ay > by:
        ax, ay, aw, bx, by, bw = bx, by, bw, ax, ay, aw
    first = max(0, math.ceil(max(ay, 0.0) - 0.5))
    last = min(height, math.ceil(min(cy, float(height)) - 0.5))
    if first >= last:
        return
    area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    if area == 0.0:
        return
    dx = ((bw - aw) * (cy - ay) - (cw - aw) * (by - ay)) / area
    dy = ((cw - aw) * (bx - ax) - (bw - aw) * (cx - ax)) / area
    limit = float(width)
    for row in range(first, last):
        y = row + 0.5
        left = _edge(y, ax, ay, cx, cy)
        right = _edge(y, ax, ay, bx, by) if y < by else _edge(y, bx, by, cx, cy)
        if left > right:
            left, right = right, left
        if right <= 0.0 or left >= limit:
            continue
        start = math.ceil(max(left, 0.0) - 0.5)
        stop = min(width, math.ceil(min(right, limit) - 0.5))
        base = aw + (y - ay) * dy + (0.5 - ax) * dx
        offset = row * width
        for column in range(start, stop):
            w = base + column * dx
            if w > inverse[offset + column]:
                inverse[offset + column] = w
                owner[offset + column] = face


@exact
def _clip_and_fill(
    points: Array, near: float, focal: float, mx: float, my: float, sign: float,
    face: int, width: int, height: int, inverse: Array, owner: Array,
) -> None:  # fmt: skip
    """Cut a view-space triangle (3, 3) at the near plane and draw what is left of it."""
    out = np.empty((4, 3))
    count = 0
    for i in range(3):
        j = (i + 1) % 3
        zi, zj = points[i, 2], points[j, 2]
        if zi >= near:
            out[count] = points[i]
            count += 1
        if (zi >= near) != (zj >= near):
            t = (near - zi) / (zj - zi)
            out[count, 0] = points[i, 0] + t * (points[j, 0] - points[i, 0])
            out[count, 1] = points[i, 1] + t * (points[j, 1] - points[i, 1])
            out[count, 2] = near
            count += 1
    for i in range(count):
        w = 1.0 / out[i, 2]
        out[i, 0] = mx + focal * out[i, 0] * w
        out[i, 1] = my - focal * out[i, 1] * w
        out[i, 2] = w
    for i in range(1, count - 1):
        a, b, c = out[0], out[i], out[i + 1]
        turn = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])
        if turn * sign > 0.0:
            fill(a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2], face, width, height, inverse, owner)


@exact
def project(
    slots: Array, spheres: Array, vertex_range: Array, vertices: Array,
    eye: Array, view: Array, focal: float, width: int, height: int, near: float, far: float,
    seen: Array, screen: Array,
) -> None:  # fmt: skip
    """Move the vertices of the objects that may be in view to the screen.

    ``seen`` (S,) tells which slots may be; ``screen`` (V, 6) gets view x, y, z, screen x, y and 1/z.
    """
    mx, my = width / 2.0, height / 2.0
    slope_x, slope_y = mx / focal, my / focal
    long_x, long_y = math.sqrt(1.0 + slope_x * slope_x), math.sqrt(1.0 + slope_y * slope_y)
    for slot in slots:
        dx, dy, dz = spheres[slot, 0] - eye[0], spheres[slot, 1] - eye[1], spheres[slot, 2] - eye[2]
        x = view[0, 0] * dx + view[0, 1] * dy + view[0, 2] * dz
        y = view[1, 0] * dx + view[1, 1] * dy + view[1, 2] * dz
        z = view[2, 0] * dx + view[2, 1] * dy + view[2, 2] * dz
        radius = spheres[slot, 3]
        outside = z + radius < near or z - radius > far
        outside = outside or abs(x) - slope_x * z > radius * long_x or abs(y) - slope_y * z > radius * long_y
        seen[slot] = not outside
        if outside:
            continue
        for v in range(vertex_range[slot, 0], vertex_range[slot, 1]):
            dx, dy, dz = vertices[v, 0] - eye[0], vertices[v, 1] - eye[1], vertices[v, 2] - eye[2]
            x = view[0, 0] * dx + view[0, 1] * dy + view[0, 2] * dz
            y = view[1, 0] * dx + view[1, 1] * dy + view[1, 2] * dz
            z = view[2, 0] * dx + view[2, 1] * dy + view[2, 2] * dz
            screen[v, 0], screen[v, 1], screen[v, 2] = x, y, z
            if z >= near:
                w = 1.0 / z
                screen[v, 3], screen[v, 4], screen[v, 5] = mx + focal * x * w, my - focal * y * w, w


@exact
def draw(
    slots: Array, seen: Array, face_range: Array, clear: bool, faces: Array, screen: Array,
    focal: float, near: float, scale: float, width: int, height: int, inverse: Array, owner: Array,
) -> int:  # fmt: skip
    """Draw the opaque (or see-through: ``clear``) triangles of the slots that are seen; return how many were tried.

    ``face_range`` (S, 3): first face, first see-through face, end. ``scale`` multiplies the screen positions (for
    several samples a pixel); ``width``, ``height`` are those of the buffers.
    """
    mx, my = width / 2.0, height / 2.0
    corner = np.empty((3, 3))
    tried = 0
    for slot in slots:
        if not seen[slot]:
            continue
        start = face_range[slot, 1] if clear else face_range[slot, 0]
        end = face_range[slot, 2] if clear else face_range[slot, 1]
        for face in range(start, end):
            a, b, c = faces[face, 0], faces[face, 1], faces[face, 2]
            behind = (screen[a, 2] < near) + (screen[b, 2] < near) + (screen[c, 2] < near)
            tried += 1
            if behind == 3:
                continue
            if behind:
                for i in range(3):
                    corner[i, 0] = screen[faces[face, i], 0]
                    corner[i, 1] = screen[faces[face, i], 1]
                    corner[i, 2] = screen[faces[face, i], 2]
                _clip_and_fill(corner, near, focal * scale, mx, my, 1.0, face, width, height, inverse, owner)
                continue
            ax, ay, bx, by = (
                screen[a, 3] * scale,
                screen[a, 4] * scale,
                screen[b, 3] * scale,
                screen[b, 4] * scale,
            )
            cx, cy = screen[c, 3] * scale, screen[c, 4] * scale
            if (bx - ax) * (cy - ay) - (cx - ax) * (by - ay) <= 0.0:
                continue
            fill(
                ax, ay, screen[a, 5], bx, by, screen[b, 5], cx, cy, screen[c, 5],
                face, width, height, inverse, owner,
            )  # fmt: skip
    return tried
