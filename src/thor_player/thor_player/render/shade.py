"""Deferred shading: what colour the nearest triangle has at a sample, and the finished picture."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from thor_player.render import texture
from thor_player.render.jit import exact, fast, inlined
from thor_player.render.noise import smooth
from thor_player.render.occlusion import CELL, FULL, OFFSET, lookup
from thor_player.shapes.mesh import Texture

Array = Any
Rgb = tuple[float, float, float]

_PICTURE = int(Texture.PICTURE)
_DIRT = (0.055, 0.032, 0.012)
_KEY = (0.38, 0.82, -0.43)
_SKY = (0.66, 0.78, 0.93)

_TONES = 8192
_BRIGHTEST = 2.0  # linear light of the last entry


def _tone_curve() -> Array:
    """Return display values 0..255 for linear light 0.._BRIGHTEST: a soft shoulder, then gamma 2."""
    light = np.linspace(0.0, _BRIGHTEST, _TONES)
    return np.minimum(255.0, 255.0 * np.sqrt(light * 1.24 / (1.0 + 0.2 * light)) + 0.5).astype(np.uint8)


_TONE = _tone_curve()


@inlined
def shading_normal(
    face: int, x: float, y: float, z: float, faces: Array, vertices: Array, normals: Array
) -> Rgb:
    """Interpolate the vertex normals at a point of the triangle's plane."""
    a, b, c = faces[face, 0], faces[face, 1], faces[face, 2]
    ax, ay, az = vertices[a, 0], vertices[a, 1], vertices[a, 2]
    ux, uy, uz = vertices[b, 0] - ax, vertices[b, 1] - ay, vertices[b, 2] - az
    vx, vy, vz = vertices[c, 0] - ax, vertices[c, 1] - ay, vertices[c, 2] - az
    px, py, pz = x - ax, y - ay, z - az
    uu, uv, vv = ux * ux + uy * uy + uz * uz, ux * vx + uy * vy + uz * vz, vx * vx + vy * vy + vz * vz
    pu, pv = px * ux + py * uy + pz * uz, px * vx + py * vy + pz * vz
    scale = uu * vv - uv * uv
    if scale <= 0.0:
        return normals[a, 0], normals[a, 1], normals[a, 2]
    s, t = (vv * pu - uv * pv) / scale, (uu * pv - uv * pu) / scale
    s, t = max(0.0, min(1.0, s)), max(0.0, min(1.0, t))
    r = max(0.0, 1.0 - s - t)
    nx = r * normals[a, 0] + s * normals[b, 0] + t * normals[c, 0]
    ny = r * normals[a, 1] + s * normals[b, 1] + t * normals[c, 1]
    nz = r * normals[a, 2] + s * normals[b, 2] + t * normals[c, 2]
    length = math.sqrt(nx * nx + ny * ny + nz * nz) + 1e-12
    return nx / length, ny / length, nz / length


@inlined
def _axes_along(nx: float, ny: float, nz: float) -> int:
    """Return which two local axes run along a surface: 0 x and z, 1 z and y, 2 x and y."""
    if abs(ny) > abs(nx) and abs(ny) > abs(nz):
        return 0
    return 1 if abs(nx) > abs(nz) else 2


@inlined
def _surface_color(
    kind: int, scale: float, axis: int, seed: int, r: float, g: float, b: float, ar: float, ag: float, ab: float,
    dirt: float, d: float, along: int, x: float, y: float, z: float,
) -> Rgb:  # fmt: skip
    """Return the linear colour of a material with a colour, an accent and stains at a local point."""
    if kind:
        u, v = z if along == 1 else x, z if along == 0 else y
        if kind == _PICTURE:
            r, g, b = texture.picture(u * scale + 0.5, v * scale + 0.5, seed)
        else:
            if axis == 2:
                u, v = v, u
            share, bright = texture.pattern(
                kind, x * scale, y * scale, z * scale, u * scale, v * scale, axis, seed
            )
            share = max(0.0, min(1.0, share))
            r = (r + (ar - r) * share) * bright
            g = (g + (ag - g) * share) * bright
            b = (b + (ab - b) * share) * bright
    if dirt > 0.0:
        stain = 0.62 * smooth(x * d, y * d, z * d, 77) + 0.38 * smooth(
            x * d * 2.7, y * d * 2.7, z * d * 2.7, 78
        )
        edge = max(0.0, min(1.0, (stain - 0.78 + 0.56 * dirt) * 9.0))
        edge *= 0.72 + 0.28 * smooth(x * d * 6.0, y * d * 6.0, z * d * 6.0, 79)
        # On dark things stains are pale, so that they show.
        pale = 0.22 if r + g + b < 0.2 else 0.0
        r += (_DIRT[0] + pale - r) * edge
        g += (_DIRT[1] + 0.8 * pale - g) * edge
        b += (_DIRT[2] + 0.5 * pale - b) * edge
    return r, g, b


@inlined
def _open_air(near: float) -> float:
    """Return how much light is left where so much solid is near."""
    return 1.0 - 0.58 * max(0.0, min(1.0, near / (0.8 * FULL)))


@inlined
def _daylight_on(nx: float, ny: float, nz: float) -> float:
    """Return the light from sky and window on a surface in the open."""
    key = max(0.0, nx * _KEY[0] + ny * _KEY[1] + nz * _KEY[2])
    fill = max(0.0, -0.8 * nx + 0.2 * ny + 0.56 * nz)
    return 0.50 + 0.16 * ny + 0.34 * key + 0.13 * fill


@inlined
def _lamplight(x: float, y: float, z: float, nx: float, ny: float, nz: float, lamps: Array) -> float:
    """Return the light of all lamps on a surface."""
    light = 0.0
    for i in range(lamps.shape[0]):
        tx, ty, tz = lamps[i, 0] - x, lamps[i, 1] - y, lamps[i, 2] - z
        square = tx * tx + ty * ty + tz * tz + 0.02
        facing = (nx * tx + ny * ty + nz * tz) / math.sqrt(square)
        light += lamps[i, 3] * max(0.1, facing) / (square + 0.35)
    return light


@inlined
def _shone_on(
    r: float, g: float, b: float, r0: float, g0: float, b0: float, shine: float, metal: float, glow: float,
    nx: float, ny: float, nz: float, rx: float, ry: float, rz: float, short: float, light: float,
) -> Rgb:  # fmt: skip
    """Add highlights, mirrored surroundings and own light to a lit colour.

    ``r0, g0, b0`` are the material's own colour, ``rx, ry, rz`` the ray that meets the surface, ``short`` 1 / its
    length.
    """
    if shine > 0.0 or metal > 0.0:
        rx, ry, rz = rx * short, ry * short, rz * short
        turn = 2.0 * (rx * nx + ry * ny + rz * nz)
        wx, wy, wz = rx - turn * nx, ry - turn * ny, rz - turn * nz
        shiny = max(0.0, wx * _KEY[0] + wy * _KEY[1] + wz * _KEY[2])
        shiny *= shiny
        shiny *= shiny
        shiny *= shiny
        extra = shine * shiny * shiny * light
        if metal > 0.0:
            sky = 0.28 + 0.6 * max(0.0, min(1.0, 0.5 + 0.9 * wy)) - 0.14 * max(0.0, 1.0 - abs(wy) * 6.0)
            sky = metal * sky * light
            keep, white = 1.0 - 0.55 * metal, 0.25 * sky * sky
            r = r * keep + 0.4 * sky * r0 + white
            g = g * keep + 0.4 * sky * g0 + white
            b = b * keep + 0.4 * sky * b0 + 1.08 * white
        r, g, b = r + extra, g + extra, b + extra
    if glow > 0.0:
        r, g, b = r + (r0 - r) * glow, g + (g0 - g) * glow, b + (b0 - b) * glow
    return r, g, b


@inlined
def shade_point(
    face: int, x: float, y: float, z: float, ray_x: float, ray_y: float, ray_z: float,
    faces: Array, flat: Array, face_slot: Array,
    face_material: Array, vertices: Array, normals: Array, frames: Array, materials: Array,
    grid: Array, cells: Array, origin: Array, lamps: Array, daylight: float,
) -> Rgb:  # fmt: skip
    """Return the linear colour of a triangle at a world point seen along ray_x, ray_y, ray_z."""
    first = faces[face, 0]
    nx, ny, nz = normals[first, 0], normals[first, 1], normals[first, 2]
    if not flat[face]:
        nx, ny, nz = shading_normal(face, x, y, z, faces, vertices, normals)
    slot, m = face_slot[face], face_material[face]
    dx, dy, dz = x - frames[slot, 9], y - frames[slot, 10], z - frames[slot, 11]
    r0, g0, b0 = materials[m, 0], materials[m, 1], materials[m, 2]
    r, g, b = _surface_color(
        int(materials[m, 6]), materials[m, 7], int(materials[m, 14]), int(materials[m, 15]),
        r0, g0, b0, materials[m, 3], materials[m, 4], materials[m, 5], materials[m, 11], materials[m, 12],
        _axes_along(
            frames[slot, 0] * nx + frames[slot, 1] * ny + frames[slot, 2] * nz,
            frames[slot, 3] * nx + frames[slot, 4] * ny + frames[slot, 5] * nz,
            frames[slot, 6] * nx + frames[slot, 7] * ny + frames[slot, 8] * nz,
        ),
        frames[slot, 0] * dx + frames[slot, 1] * dy + frames[slot, 2] * dz,
        frames[slot, 3] * dx + frames[slot, 4] * dy + frames[slot, 5] * dz,
        frames[slot, 6] * dx + frames[slot, 7] * dy + frames[slot, 8] * dz,
    )  # fmt: skip
    glow = materials[m, 10]
    if glow >= 1.0:
        return r, g, b
    near = lookup(
        grid,
        cells,
        (x + nx * OFFSET - origin[0]) / CELL,
        (y + ny * OFFSET - origin[1]) / CELL,
        (z + nz * OFFSET - origin[2]) / CELL,
    )
    light = _open_air(near - frames[slot, 12]) * daylight
    level = _daylight_on(nx, ny, nz) * light
    lamp = _lamplight(x, y, z, nx, ny, nz, lamps)
    r, g, b = r * (1.03 * level + lamp), g * (level + 0.85 * lamp), b * (0.95 * level + 0.58 * lamp)
    short = 1.0 / math.sqrt(ray_x * ray_x + ray_y * ray_y + ray_z * ray_z)
    return _shone_on(
        r, g, b, r0, g0, b0, materials[m, 8], materials[m, 9], glow,
        nx, ny, nz, ray_x, ray_y, ray_z, short, light,
    )  # fmt: skip


@inlined
def _put(rgb: Array, row: int, column: int, red: float, green: float, blue: float) -> None:
    """Write a colour that fills the tone curve up to 1."""
    rgb[row, column, 0] = _TONE[max(0, min(_TONES - 1, int(red)))]
    rgb[row, column, 1] = _TONE[max(0, min(_TONES - 1, int(green)))]
    rgb[row, column, 2] = _TONE[max(0, min(_TONES - 1, int(blue)))]


@inlined
def paint_pixel(
    row: int, column: int, samples: int, width: int, height: int, eye: Array, view: Array, focal: float,
    solid_inverse: Array, solid_owner: Array, inverse: Array, owner: Array,
    faces: Array, flat: Array, face_slot: Array, face_material: Array, vertices: Array, normals: Array,
    frames: Array, materials: Array, grid: Array, cells: Array,
    origin: Array, lamps: Array, daylight: float, rgb: Array,
) -> None:  # fmt: skip
    """Paint a pixel whatever it shows."""
    wide = width * samples
    step = 1.0 / samples
    weight = step * step * (_TONES - 1) / _BRIGHTEST
    per_pixel = 1.0 / focal
    red = green = blue = 0.0
    last_owner = last_solid = -2
    cr = cg = cb = 0.0
    for sub in range(samples * samples):
        i, j = row * samples + sub // samples, column * samples + sub % samples
        at = i * wide + j
        face, behind = owner[at], solid_owner[at]
        if face != last_owner or behind != last_solid:
            last_owner, last_solid = face, behind
            h = ((j + 0.5) * step - width / 2.0) * per_pixel
            v = (height / 2.0 - (i + 0.5) * step) * per_pixel
            rx = view[2, 0] + h * view[0, 0] + v * view[1, 0]
            ry = view[2, 1] + h * view[0, 1] + v * view[1, 1]
            rz = view[2, 2] + h * view[0, 2] + v * view[1, 2]
            cr, cg, cb = _SKY
            for layer in range(2):
                at_face = face if layer else behind
                if at_face < 0 or (layer == 1 and face == behind):
                    continue
                d = 1.0 / (inverse[at] if layer else solid_inverse[at])
                fr, fg, fb = shade_point(
                    at_face, eye[0] + rx * d, eye[1] + ry * d, eye[2] + rz * d,
                    rx, ry, rz, faces, flat, face_slot, face_material,
                    vertices, normals, frames, materials, grid, cells, origin, lamps, daylight,
                )  # fmt: skip
                part = materials[face_material[at_face], 13] if layer else 1.0
                cr, cg, cb = cr + (fr - cr) * part, cg + (fg - cg) * part, cb + (fb - cb) * part
        red, green, blue = red + cr, green + cg, blue + cb
    _put(rgb, row, column, red * weight, green * weight, blue * weight)


@inlined
def _paint_run(
    row: int, start: int, stop: int, face: int, eye: Array,
    qx: float, qy: float, qz: float, sx: float, sy: float, sz: float, depths: Array, shorts: Array,
    faces: Array, face_slot: Array, face_material: Array, normals: Array, frames: Array, materials: Array,
    grid: Array, cells: Array, origin: Array, lamps: Array, daylight: float, rgb: Array,
) -> None:  # fmt: skip
    """Paint pixels of a row that show one flat opaque triangle that needs light, with what they share done once.

    The ray of a pixel is ``q + column * s``.
    """
    first = faces[face, 0]
    nx, ny, nz = normals[first, 0], normals[first, 1], normals[first, 2]
    slot, m = face_slot[face], face_material[face]
    r0, g0, b0 = materials[m, 0], materials[m, 1], materials[m, 2]
    ar, ag, ab = materials[m, 3], materials[m, 4], materials[m, 5]
    kind, scale, axis, seed = (
        int(materials[m, 6]),
        materials[m, 7],
        int(materials[m, 14]),
        int(materials[m, 15]),
    )
    shine, metal, glow = materials[m, 8], materials[m, 9], materials[m, 10]
    dirt, blotches = materials[m, 11], materials[m, 12]
    varied = kind != 0 or dirt > 0.0
    xx, xy, xz = frames[slot, 0], frames[slot, 1], frames[slot, 2]
    yx, yy, yz = frames[slot, 3], frames[slot, 4], frames[slot, 5]
    zx, zy, zz = frames[slot, 6], frames[slot, 7], frames[slot, 8]
    own = frames[slot, 12]
    along = _axes_along(xx * nx + xy * ny + xz * nz, yx * nx + yy * ny + yz * nz, zx * nx + zy * ny + zz * nz)
    ex, ey, ez = eye[0], eye[1], eye[2]
    hx, hy, hz = ex - frames[slot, 9], ey - frames[slot, 10], ez - frames[slot, 11]
    ox = (ex + nx * OFFSET - origin[0]) / CELL
    oy = (ey + ny * OFFSET - origin[1]) / CELL
    oz = (ez + nz * OFFSET - origin[2]) / CELL
    base = _daylight_on(nx, ny, nz) * daylight
    weight = (_TONES - 1) / _BRIGHTEST
    for column in range(start, stop):
        rx, ry, rz = qx + column * sx, qy + column * sy, qz + column * sz
        depth, short = depths[column], shorts[column]
        px, py, pz = rx * depth, ry * depth, rz * depth
        r, g, b = r0, g0, b0
        if varied:
            dx, dy, dz = hx + px, hy + py, hz + pz
            r, g, b = _surface_color(
                kind, scale, axis, seed, r0, g0, b0, ar, ag, ab, dirt, blotches, along,
                xx * dx + xy * dy + xz * dz, yx * dx + yy * dy + yz * dz, zx * dx + zy * dy + zz * dz,
            )  # fmt: skip
        near = lookup(grid, cells, ox + px / CELL, oy + py / CELL, oz + pz / CELL)
        open_air = _open_air(near - own)
        level = base * open_air
        lr, lg, lb = 1.03 * level, level, 0.95 * level
        if lamps.shape[0]:
            lamp = _lamplight(ex + px, ey + py, ez + pz, nx, ny, nz, lamps)
            lr, lg, lb = lr + lamp, lg + 0.85 * lamp, lb + 0.58 * lamp
        r, g, b = _shone_on(
            r * lr, g * lg, b * lb, r0, g0, b0, shine, metal, glow,
            nx, ny, nz, rx, ry, rz, short, open_air * daylight,
        )  # fmt: skip
        _put(rgb, row, column, r * weight, g * weight, b * weight)


@fast
def paint(
    samples: int, width: int, height: int, eye: Array, view: Array, focal: float,
    solid_inverse: Array, solid_owner: Array, inverse: Array, owner: Array,
    faces: Array, flat: Array, face_slot: Array, face_material: Array, vertices: Array, normals: Array,
    frames: Array, materials: Array, grid: Array, cells: Array, origin: Array, lamps: Array, daylight: float,
    depths: Array, shorts: Array, first: int, apart: int, rgb: Array,
) -> None:  # fmt: skip
    """Fill every ``apart``-th row of ``rgb`` (H, W, 3) from the ``first`` on.

    Buffers hold ``samples`` x ``samples`` samples a pixel, width * samples a row. ``solid_*`` are the nearest opaque
    triangles, ``inverse`` and ``owner`` the nearest of all. Triangles that cover several samples of a pixel are shaded
    once. ``depths`` and ``shorts`` (W) are room to work in.
    """
    pixel = 1.0 / focal
    sx, sy, sz = view[0, 0] * pixel, view[0, 1] * pixel, view[0, 2] * pixel
    for row in range(first, height, apart):
        at = row * width
        h, v = (0.5 - width / 2.0) * pixel, (height / 2.0 - (row + 0.5)) * pixel
        qx = view[2, 0] + h * view[0, 0] + v * view[1, 0]
        qy = view[2, 1] + h * view[0, 1] + v * view[1, 1]
        qz = view[2, 2] + h * view[0, 2] + v * view[1, 2]
        if samples == 1:
            # In loops of their own: several columns are divided at once.
            here = inverse[at : at + width]
            for column in range(np.uint64(width)):
                depths[column] = 1.0 / here[column]
            for column in range(np.uint64(width)):
                rx, ry, rz = qx + column * sx, qy + column * sy, qz + column * sz
                shorts[column] = 1.0 / math.sqrt(rx * rx + ry * ry + rz * rz)
        start = 0
        while start < width:
            stop = start + 1
            face = owner[at + start] if samples == 1 else -1
            if (
                face >= 0
                and face == solid_owner[at + start]
                and flat[face]
                and materials[face_material[face], 10] < 1.0
            ):
                while stop < width and owner[at + stop] == face and solid_owner[at + stop] == face:
                    stop += 1
                _paint_run(
                    row, start, stop, face, eye, qx, qy, qz, sx, sy, sz, depths, shorts,
                    faces, face_slot, face_material, normals, frames, materials,
                    grid, cells, origin, lamps, daylight, rgb,
                )  # fmt: skip
            else:
                paint_pixel(
                    row, start, samples, width, height, eye, view, focal, solid_inverse, solid_owner, inverse, owner,
                    faces, flat, face_slot, face_material, vertices, normals, frames, materials,
                    grid, cells, origin, lamps, daylight, rgb,
                )  # fmt: skip
            start = stop


@exact
def measure(
    inverse: Array, owner: Array, face_slot: Array, slot_id: Array, far: float, depth: Array, ids: Array
) -> None:
    """Turn the buffers into planar depth (H*W) float32 and object ids (H*W) int32."""
    for at in range(owner.shape[0]):
        face = owner[at]
        if face < 0:
            depth[at], ids[at] = far, 0
        else:
            depth[at] = min(far, 1.0 / inverse[at])
            ids[at] = slot_id[face_slot[face]]


@exact
def look_up(ids: Array, table: Array, words: Array) -> None:
    """Put into (H, W) ``words`` the entry of ``table`` of each id."""
    for row in range(ids.shape[0]):
        for column in range(ids.shape[1]):
            words[row, column] = table[ids[row, column]]
