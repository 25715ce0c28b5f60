"""Deferred shading: what colour the nearest triangle has at a sample, and the finished picture."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from thor_player.render import texture
from thor_player.render.jit import exact, fast, inlined
from thor_player.render.noise import smooth
from thor_player.render.occlusion import FULL, OFFSET, lookup
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
def surface_color(
    materials: Array, m: int, x: float, y: float, z: float, nx: float, ny: float, nz: float
) -> Rgb:
    """Return the linear colour of a material at a local point with a local normal."""
    r, g, b = materials[m, 0], materials[m, 1], materials[m, 2]
    kind, scale, seed = int(materials[m, 6]), materials[m, 7], int(materials[m, 15])
    if kind:
        if abs(ny) > abs(nx) and abs(ny) > abs(nz):
            u, v = x, z
        elif abs(nx) > abs(nz):
            u, v = z, y
        else:
            u, v = x, y
        if kind == _PICTURE:
            r, g, b = texture.picture(u * scale + 0.5, v * scale + 0.5, seed)
        else:
            axis = int(materials[m, 14])
            if axis == 2:
                u, v = v, u
            share, bright = texture.pattern(
                kind, x * scale, y * scale, z * scale, u * scale, v * scale, axis, seed
            )
            share = max(0.0, min(1.0, share))
            r = (r + (materials[m, 3] - r) * share) * bright
            g = (g + (materials[m, 4] - g) * share) * bright
            b = (b + (materials[m, 5] - b) * share) * bright
    if materials[m, 11] > 0.0:
        d = materials[m, 12]
        stain = 0.62 * smooth(x * d, y * d, z * d, 77) + 0.38 * smooth(
            x * d * 2.7, y * d * 2.7, z * d * 2.7, 78
        )
        edge = max(0.0, min(1.0, (stain - 0.78 + 0.56 * materials[m, 11]) * 9.0))
        edge *= 0.72 + 0.28 * smooth(x * d * 6.0, y * d * 6.0, z * d * 6.0, 79)
        # On dark things stains are pale, so that they show.
        pale = 0.22 if r + g + b < 0.2 else 0.0
        r += (_DIRT[0] + pale - r) * edge
        g += (_DIRT[1] + 0.8 * pale - g) * edge
        b += (_DIRT[2] + 0.5 * pale - b) * edge
    return r, g, b


@inlined
def shade_point(
    face: int, x: float, y: float, z: float, ray_x: float, ray_y: float, ray_z: float,
    faces: Array, flat: Array, face_slot: Array,
    face_material: Array, vertices: Array, normals: Array, frames: Array, materials: Array,
    grid: Array, origin: Array, lamps: Array, daylight: float,
) -> Rgb:  # fmt: skip
    """Return the linear colour of a triangle at a world point seen along ray_x, ray_y, ray_z."""
    first = faces[face, 0]
    nx, ny, nz = normals[first, 0], normals[first, 1], normals[first, 2]
    if not flat[face]:
        nx, ny, nz = shading_normal(face, x, y, z, faces, vertices, normals)
    slot, m = face_slot[face], face_material[face]
    dx, dy, dz = x - frames[slot, 9], y - frames[slot, 10], z - frames[slot, 11]
    r, g, b = surface_color(
        materials,
        m,
        frames[slot, 0] * dx + frames[slot, 1] * dy + frames[slot, 2] * dz,
        frames[slot, 3] * dx + frames[slot, 4] * dy + frames[slot, 5] * dz,
        frames[slot, 6] * dx + frames[slot, 7] * dy + frames[slot, 8] * dz,
        frames[slot, 0] * nx + frames[slot, 1] * ny + frames[slot, 2] * nz,
        frames[slot, 3] * nx + frames[slot, 4] * ny + frames[slot, 5] * nz,
        frames[slot, 6] * nx + frames[slot, 7] * ny + frames[slot, 8] * nz,
    )
    glow = materials[m, 10]
    if glow >= 1.0:
        return r, g, b
    near = lookup(grid, origin, x + nx * OFFSET, y + ny * OFFSET, z + nz * OFFSET) - frames[slot, 12]
    open_air = 1.0 - 0.58 * max(0.0, min(1.0, near / (0.8 * FULL)))
    key = max(0.0, nx * _KEY[0] + ny * _KEY[1] + nz * _KEY[2])
    fill = max(0.0, -0.8 * nx + 0.2 * ny + 0.56 * nz)
    level = (0.50 + 0.16 * ny + 0.34 * key + 0.13 * fill) * open_air * daylight
    lr, lg, lb = level * 1.03, level, level * 0.95
    for i in range(lamps.shape[0]):
        tx, ty, tz = lamps[i, 0] - x, lamps[i, 1] - y, lamps[i, 2] - z
        square = tx * tx + ty * ty + tz * tz + 0.02
        facing = (nx * tx + ny * ty + nz * tz) / math.sqrt(square)
        power = lamps[i, 3] * max(0.1, facing) / (square + 0.35)
        lr, lg, lb = lr + power, lg + 0.85 * power, lb + 0.58 * power
    r, g, b = r * lr, g * lg, b * lb
    shine, metal = materials[m, 8], materials[m, 9]
    if shine > 0.0 or metal > 0.0:
        short = 1.0 / math.sqrt(ray_x * ray_x + ray_y * ray_y + ray_z * ray_z)
        ray_x, ray_y, ray_z = ray_x * short, ray_y * short, ray_z * short
        turn = 2.0 * (ray_x * nx + ray_y * ny + ray_z * nz)
        rx, ry, rz = ray_x - turn * nx, ray_y - turn * ny, ray_z - turn * nz
        shiny = max(0.0, rx * _KEY[0] + ry * _KEY[1] + rz * _KEY[2])
        shiny *= shiny
        shiny *= shiny
        shiny *= shiny
        extra = shine * shiny * shiny * open_air * daylight
        if metal > 0.0:
            sky = 0.28 + 0.6 * max(0.0, min(1.0, 0.5 + 0.9 * ry)) - 0.14 * max(0.0, 1.0 - abs(ry) * 6.0)
            sky = metal * sky * open_air * daylight
            keep, white = 1.0 - 0.55 * metal, 0.25 * sky * sky
            r = r * keep + 0.4 * sky * materials[m, 0] + white
            g = g * keep + 0.4 * sky * materials[m, 1] + white
            b = b * keep + 0.4 * sky * materials[m, 2] + 1.08 * white
        r, g, b = r + extra, g + extra, b + extra
    if glow > 0.0:
        r, g, b = (
            r + (materials[m, 0] - r) * glow,
            g + (materials[m, 1] - g) * glow,
            b + (materials[m, 2] - b) * glow,
        )
    return r, g, b


@fast
def paint(
    samples: int, width: int, height: int, eye: Array, view: Array, focal: float,
    solid_inverse: Array, solid_owner: Array, inverse: Array, owner: Array,
    faces: Array, flat: Array, face_slot: Array, face_material: Array, vertices: Array, normals: Array,
    frames: Array, materials: Array, grid: Array, origin: Array, lamps: Array, daylight: float, rgb: Array,
) -> None:  # fmt: skip
    """Fill ``rgb`` (H, W, 3). Buffers hold ``samples`` x ``samples`` samples a pixel, width * samples a row.

    ``solid_*`` are the nearest opaque triangles, ``inverse`` and ``owner`` the nearest of all. Triangles that cover
    several samples of a pixel are shaded once.
    """
    wide = width * samples
    step = 1.0 / samples
    weight = step * step * (_TONES - 1) / _BRIGHTEST
    per_pixel = 1.0 / focal
    for row in range(height):
        for column in range(width):
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
                            vertices, normals, frames, materials, grid, origin, lamps, daylight,
                        )  # fmt: skip
                        part = materials[face_material[at_face], 13] if layer else 1.0
                        cr, cg, cb = cr + (fr - cr) * part, cg + (fg - cg) * part, cb + (fb - cb) * part
                red, green, blue = red + cr, green + cg, blue + cb
            rgb[row, column, 0] = _TONE[max(0, min(_TONES - 1, int(red * weight)))]
            rgb[row, column, 1] = _TONE[max(0, min(_TONES - 1, int(green * weight)))]
            rgb[row, column, 2] = _TONE[max(0, min(_TONES - 1, int(blue * weight)))]


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
