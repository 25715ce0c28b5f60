"""Meshes of round things, made from their profile: what the renderer shows where MuJoCo has no primitive."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

SEGMENTS = 40


@dataclass(frozen=True)
class Mesh:
    """Triangles: vertices Nx3 in metres, faces Mx3 (counter-clockwise from outside), texture coordinates Nx2."""

    vertices: NDArray[np.float64]
    faces: NDArray[np.int32]
    uv: NDArray[np.float64]


def lathe(profile: Sequence[tuple[float, float]], segments: int = SEGMENTS) -> Mesh:
    """Return the surface a profile sweeps around z.

    :param profile: (radius, z) in metres, walked with the outside to the right hand: up along an outer wall
    :returns: u runs once around (east from +x), v from 1 at the profile's beginning to 0 at its end, as a picture
        wrapped around an upright can: rows of pixels grow downwards
    """
    angles = np.linspace(0.0, 2.0 * math.pi, segments + 1)
    radii = np.array([r for r, _ in profile])
    heights = np.array([z for _, z in profile])
    count = len(profile)
    x = radii[:, None] * np.cos(angles)
    y = radii[:, None] * np.sin(angles)
    z = np.repeat(heights[:, None], segments + 1, axis=1)
    vertices = np.stack([x, y, z], axis=-1).reshape(-1, 3)
    u = np.tile(angles / (2.0 * math.pi), (count, 1))
    v = np.repeat(np.linspace(1.0, 0.0, count)[:, None], segments + 1, axis=1)
    uv = np.stack([u, v], axis=-1).reshape(-1, 2)
    faces = []
    for row in range(count - 1):
        for column in range(segments):
            a = row * (segments + 1) + column
            b, c, d = a + 1, a + segments + 2, a + segments + 1
            if radii[row] > 0.0:
                faces.append((a, b, c))
            if radii[row + 1] > 0.0:
                faces.append((a, c, d))
    return Mesh(vertices, np.array(faces, dtype=np.int32), uv)


def disk(radius: float, z: float, segments: int = SEGMENTS) -> Mesh:
    """Return a disk that faces up; its picture is seen upright from above with +y at the top."""
    angles = np.linspace(0.0, 2.0 * math.pi, segments, endpoint=False)
    ring = np.stack([radius * np.cos(angles), radius * np.sin(angles), np.full(segments, z)], axis=-1)
    vertices = np.vstack([ring, [[0.0, 0.0, z]]])
    uv = np.stack([0.5 + vertices[:, 0] / (2.0 * radius), 0.5 - vertices[:, 1] / (2.0 * radius)], axis=-1)
    faces = [(segments, k, (k + 1) % segments) for k in range(segments)]
    return Mesh(vertices, np.array(faces, dtype=np.int32), uv)
