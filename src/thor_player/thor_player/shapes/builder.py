"""A small modelling kit: boxes, lathes, ellipsoids, tubes and extrusions collected into one mesh."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from thor_player.shapes.mesh import Floats, Ints, Material, Mesh

Point = Sequence[float] | Floats

_CORNERS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=float)
# Corner indices of each face, counted so that the normal points out; order -x +x -y +y -z +z.
_BOX_FACES = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
_BOX_NORMALS = ((-1, 0, 0), (1, 0, 0), (0, -1, 0), (0, 1, 0), (0, 0, -1), (0, 0, 1))
SIDES = {"-x": 0, "+x": 1, "-y": 2, "+y": 3, "-z": 4, "+z": 5}


def rotation(yaw: float = 0.0, pitch: float = 0.0, roll: float = 0.0) -> Floats:
    """Return 3x3 for row vectors: roll about z, then pitch about x, then yaw about y (degrees)."""
    a, b, c = (math.radians(v) for v in (yaw, pitch, roll))
    about_y = np.array([[math.cos(a), 0, -math.sin(a)], [0, 1, 0], [math.sin(a), 0, math.cos(a)]])
    about_x = np.array([[1, 0, 0], [0, math.cos(b), math.sin(b)], [0, -math.sin(b), math.cos(b)]])
    about_z = np.array([[math.cos(c), math.sin(c), 0], [-math.sin(c), math.cos(c), 0], [0, 0, 1]])
    return np.asarray(about_z @ about_x @ about_y)


@dataclass
class Builder:
    """Collects triangles. Every method takes positions in the object's local frame, in metres."""

    _vertices: list[Floats] = field(default_factory=list)
    _normals: list[Floats] = field(default_factory=list)
    _faces: list[Ints] = field(default_factory=list)
    _material: list[tuple[int, int]] = field(default_factory=list)
    _materials: dict[Material, int] = field(default_factory=dict)
    _count: int = 0

    def add(self, vertices: Floats, normals: Floats, faces: Ints, material: Material) -> None:
        """Add raw triangles: (V, 3), (V, 3), (T, 3) counted from 0."""
        index = self._materials.setdefault(material, len(self._materials))
        self._vertices.append(np.asarray(vertices, dtype=float))
        self._normals.append(np.asarray(normals, dtype=float))
        self._faces.append(np.asarray(faces, dtype=np.int32) + np.int32(self._count))
        self._material.append((index, len(faces)))
        self._count += len(vertices)

    def box(
        self,
        center: Point,
        size: Point,
        material: Material,
        skip: Sequence[str] = (),
        turn: Floats | None = None,
    ) -> None:
        """Add a box; ``skip`` names sides left out ("+y"...), ``turn`` (rows) rotates it about its centre."""
        half = np.asarray(size, dtype=float) / 2.0
        rows = np.eye(3) if turn is None else turn
        corners = np.asarray(center, dtype=float) + (_CORNERS * half) @ rows
        left_out = {SIDES[s] for s in skip}
        kept = [i for i in range(6) if i not in left_out]
        vertices = np.concatenate([corners[list(_BOX_FACES[i])] for i in kept])
        normals = np.repeat(np.array([_BOX_NORMALS[i] for i in kept], dtype=float) @ rows, 4, axis=0)
        quads = np.arange(len(kept))[:, None] * 4
        faces = np.concatenate([quads + np.array([0, 1, 2]), quads + np.array([0, 2, 3])])
        self.add(vertices, normals, faces.astype(np.int32), material)

    def quad(self, corners: Sequence[Point], material: Material, two_sided: bool = False) -> None:
        """Add a flat quadrilateral; its front is where the corners turn with the algebraic cross product."""
        points = np.asarray(corners, dtype=float)
        normal = np.cross(points[1] - points[0], points[2] - points[0])
        normal = normal / max(float(np.linalg.norm(normal)), 1e-12)
        faces = np.array([[0, 1, 2], [0, 2, 3]], dtype=np.int32)
        self.add(points, np.repeat(normal[None], 4, axis=0), faces, material)
        if two_sided:
            self.add(points, np.repeat(-normal[None], 4, axis=0), faces[:, ::-1], material)

    def grid(self, points: Floats, material: Material, close_u: bool = False, flip: bool = False) -> None:
        """Add a smooth sheet through (U, V, 3) points; ``close_u`` joins the last row to the first."""
        rows, columns = points.shape[:2]
        u = np.arange(rows if close_u else rows - 1)[:, None]
        v = np.arange(columns - 1)[None, :]
        a = u * columns + v
        b = ((u + 1) % rows) * columns + v
        quads = np.stack([a, b, b + 1, a + 1], axis=-1).reshape(-1, 4)
        faces = np.concatenate([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]])
        if flip:
            faces = faces[:, ::-1]
        flat = points.reshape(-1, 3)
        self.add(flat, _vertex_normals(flat, faces), faces.astype(np.int32), material)

    def lathe(
        self,
        profile: Sequence[tuple[float, float]],
        material: Material,
        center: Point = (0.0, 0.0, 0.0),
        segments: int = 20,
        squash: tuple[float, float] = (1.0, 1.0),
        turn: Floats | None = None,
    ) -> None:
        """Add a body of revolution about y from (radius, y) points listed from bottom to top along the outside.

        A corner sharper than 35 degrees stays a crease. ``squash`` scales x and z; ``turn`` (rows) rotates the axis.
        """
        for piece in _smooth_pieces(profile):
            angles = np.linspace(0.0, 2.0 * math.pi, segments, endpoint=False)
            radius = np.array([p[0] for p in piece])
            height = np.array([p[1] for p in piece])
            points: Floats = np.empty((segments, len(piece), 3))
            points[..., 0] = np.cos(angles)[:, None] * radius * squash[0]
            points[..., 1] = height
            points[..., 2] = np.sin(angles)[:, None] * radius * squash[1]
            if turn is not None:
                points = points @ turn
            self.grid(points + np.asarray(center, dtype=float), material, close_u=True, flip=True)

    def cylinder(
        self, base: Point, top: Point, radius: float, material: Material, segments: int = 12
    ) -> None:
        """Add a closed round bar from ``base`` to ``top``."""
        self.cone(base, top, radius, radius, material, segments)

    def cone(
        self,
        base: Point,
        top: Point,
        bottom_radius: float,
        top_radius: float,
        material: Material,
        segments: int = 12,
    ) -> None:
        """Add a closed round bar whose radius changes along its length."""
        start, end = np.asarray(base, dtype=float), np.asarray(top, dtype=float)
        length = float(np.linalg.norm(end - start))
        profile = [(0.0, 0.0), (bottom_radius, 0.0), (top_radius, length), (0.0, length)]
        self.lathe(profile, material, center=start, segments=segments, turn=_align(end - start))

    def tube(self, path: Sequence[Point], radius: float, material: Material, segments: int = 8) -> None:
        """Add a bent round bar along a path of points."""
        points = np.asarray(path, dtype=float)
        tangents = np.gradient(points, axis=0)
        angles = np.linspace(0.0, 2.0 * math.pi, segments, endpoint=False)
        rings = []
        for point, tangent in zip(points, tangents, strict=True):
            rows = _align(tangent)
            circle = np.stack([np.cos(angles), np.zeros(segments), np.sin(angles)], axis=1) * radius
            rings.append(point + circle @ rows)
        sheet = np.stack(rings, axis=1)
        self.grid(sheet, material, close_u=True, flip=True)
        for end, outward in ((0, -tangents[0]), (-1, tangents[-1])):
            self._cap(np.asarray(rings[end]), points[end], outward, material)

    def ellipsoid(
        self,
        center: Point,
        radii: Point,
        material: Material,
        segments: int = 16,
        wobble: Callable[[Floats], Floats] | None = None,
        turn: Floats | None = None,
    ) -> None:
        """Add an ellipsoid; ``wobble`` maps unit directions (U, V, 3) to factors of the radius (U, V)."""
        around = np.linspace(0.0, 2.0 * math.pi, segments, endpoint=False)[:, None]
        up = np.linspace(-math.pi / 2.0, math.pi / 2.0, max(segments // 2, 5))[None, :]
        unit = np.stack(
            [np.cos(around) * np.cos(up), np.sin(up) + 0.0 * around, np.sin(around) * np.cos(up)], axis=-1
        )
        points = unit * np.asarray(radii, dtype=float)
        if wobble is not None:
            points = points * wobble(unit)[..., None]
        if turn is not None:
            points = points @ turn
        self.grid(points + np.asarray(center, dtype=float), material, close_u=True, flip=True)

    def slab(
        self, outline: Floats, bottom: float, top: float, material: Material, side: Material | None = None
    ) -> None:
        """Extrude a convex (N, 2) outline in x, z (either direction round) from ``bottom`` to ``top``."""
        area = float(
            np.sum(outline[:, 0] * np.roll(outline[:, 1], -1) - np.roll(outline[:, 0], -1) * outline[:, 1])
        )
        ring = outline if area < 0.0 else outline[::-1]
        count = len(ring)
        low = np.column_stack([ring[:, 0], np.full(count, bottom), ring[:, 1]])
        high = np.column_stack([ring[:, 0], np.full(count, top), ring[:, 1]])
        fan = np.array([[0, i, i + 1] for i in range(1, count - 1)], dtype=np.int32)
        up = np.tile([0.0, 1.0, 0.0], (count, 1))
        self.add(high, up, fan, material)
        self.add(low, -up, fan[:, ::-1], material)
        following = np.roll(np.arange(count), -1)
        walls = np.stack([low, low[following], high[following], high], axis=1)
        normals = np.cross(walls[:, 1] - walls[:, 0], walls[:, 3] - walls[:, 0])
        normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
        quads = np.arange(count)[:, None] * 4
        faces = np.concatenate([quads + np.array([0, 1, 2]), quads + np.array([0, 2, 3])])
        self.add(
            walls.reshape(-1, 3), np.repeat(normals, 4, axis=0), faces.astype(np.int32), side or material
        )

    def merge(self, other: Mesh, shift: Point = (0.0, 0.0, 0.0), turn: Floats | None = None) -> None:
        """Add a finished mesh, turned (rows) about its origin, then shifted."""
        rows = np.eye(3) if turn is None else turn
        for index, material in enumerate(other.materials):
            faces = other.faces[other.face_material == index]
            if not len(faces):
                continue
            used, local = np.unique(faces, return_inverse=True)
            vertices = other.vertices[used] @ rows + np.asarray(shift, dtype=float)
            self.add(vertices, other.normals[used] @ rows, local.reshape(-1, 3).astype(np.int32), material)

    def mesh(self) -> Mesh:
        """Return what was collected, opaque triangles first."""
        if not self._faces:
            return Mesh(
                np.zeros((0, 3)), np.zeros((0, 3)), np.zeros((0, 3), np.int32), np.zeros(0, np.int32), (), 0
            )
        materials = tuple(self._materials)
        face_material = np.concatenate([np.full(n, i, dtype=np.int32) for i, n in self._material])
        faces = np.concatenate(self._faces)
        clear = np.array([m.alpha < 1.0 for m in materials])[face_material]
        order = np.argsort(clear, kind="stable")
        return Mesh(
            np.concatenate(self._vertices),
            np.concatenate(self._normals),
            np.ascontiguousarray(faces[order]),
            np.ascontiguousarray(face_material[order]),
            materials,
            int(np.count_nonzero(~clear)),
        )

    def _cap(self, ring: Floats, middle: Floats, outward: Floats, material: Material) -> None:
        unit = outward / max(float(np.linalg.norm(outward)), 1e-12)
        count = len(ring)
        vertices = np.vstack([middle[None], ring])
        faces = np.array([[0, 1 + i, 1 + (i + 1) % count] for i in range(count)], dtype=np.int32)
        normal = np.cross(vertices[faces[0, 1]] - middle, vertices[faces[0, 2]] - middle)
        if float(normal @ unit) < 0.0:
            faces = faces[:, ::-1]
        self.add(vertices, np.tile(unit, (count + 1, 1)), faces, material)


def _align(direction: Floats) -> Floats:
    """Return rows that turn +y into ``direction`` (right-handed, so that windings are kept)."""
    y = direction / max(float(np.linalg.norm(direction)), 1e-12)
    helper = np.array([1.0, 0.0, 0.0]) if abs(y[0]) < 0.9 else np.array([0.0, 0.0, 1.0])
    z = np.cross(helper, y)
    z /= np.linalg.norm(z)
    x = np.cross(y, z)
    return np.stack([x, y, z])


def _vertex_normals(points: Floats, faces: Ints) -> Floats:
    """Average the face normals round each point; points that coincide share theirs."""
    a, b, c = points[faces[:, 0]], points[faces[:, 1]], points[faces[:, 2]]
    face = np.cross(b - a, c - a)
    _, same = np.unique(np.round(points, 7), axis=0, return_inverse=True)
    same = same.reshape(-1)
    total = np.zeros((int(same.max()) + 1, 3))
    for corner in range(3):
        np.add.at(total, same[faces[:, corner]], face)
    normals = total[same]
    length = np.linalg.norm(normals, axis=1, keepdims=True)
    return np.asarray(np.where(length > 1e-15, normals / np.maximum(length, 1e-15), [0.0, 1.0, 0.0]))


def _smooth_pieces(profile: Sequence[tuple[float, float]]) -> list[list[tuple[float, float]]]:
    """Cut a profile at its creases."""
    pieces: list[list[tuple[float, float]]] = [[profile[0]]]
    for i in range(1, len(profile)):
        pieces[-1].append(profile[i])
        if i + 1 < len(profile) and _bend(profile[i - 1], profile[i], profile[i + 1]) > math.radians(35.0):
            pieces.append([profile[i]])
    return pieces


def _bend(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    first = math.atan2(b[1] - a[1], b[0] - a[0])
    second = math.atan2(c[1] - b[1], c[0] - b[0])
    return abs(math.remainder(second - first, 2.0 * math.pi))
