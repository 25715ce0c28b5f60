"""The triangles of a world in flat arrays, one slot an object, rebuilt only where something changed."""

from __future__ import annotations

from typing import Any

import numpy as np

from thor_player.model import Box
from thor_player.render.occlusion import FULL, OWN, OcclusionGrid
from thor_player.shapes.mesh import MATERIAL_COLUMNS, Floats, Material, Mesh

Array = Any


class Scene:
    """World-space triangles for the rasteriser and the shader.

    Vertices and faces live in growing arrays; each slot owns a stretch of both (``vertex_range`` (S, 2),
    ``face_range`` (S, 3): first, first see-through, end). ``frames`` (S, 13) hold a slot's axes (rows), origin and own
    part of the contact shadow,
    ``spheres`` (S, 4) a sphere round it.
    """

    def __init__(self, bounds: Box) -> None:
        self.grid = OcclusionGrid(bounds)
        self._material_index: dict[Material, int] = {}
        self.materials = np.zeros((64, MATERIAL_COLUMNS), dtype=np.float32)
        self._slot_arrays(64)
        self._vertex_arrays(4096)
        self._face_arrays(4096)
        self._vertex_end = self._face_end = 0
        self._room: dict[int, tuple[int, int]] = {}
        self._mesh: dict[int, Mesh] = {}
        self._shadow: dict[int, tuple[list[Box], float]] = {}
        self._free: list[int] = []
        self._slots = 0

    def new_slot(self) -> int:
        """Return a slot that nobody uses."""
        if self._free:
            return self._free.pop()
        if self._slots == len(self.spheres):
            self._slot_arrays(2 * self._slots)
        self._slots += 1
        return self._slots - 1

    def release(self, slot: int) -> None:
        """Give a slot back."""
        self.shadow(slot, [])
        self._mesh.pop(slot, None)
        self._room.pop(slot, None)
        self._free.append(slot)

    def place(self, slot: int, mesh: Mesh, pose: Box) -> None:
        """Put a mesh into a slot at a pose (its centre and yaw)."""
        if self._mesh.get(slot) is not mesh:
            self._store(slot, mesh)
        axes = pose.axes()
        first, end = self.vertex_range[slot]
        world = mesh.vertices @ axes + pose.center
        self.vertices[first:end] = world
        self.normals[first:end] = mesh.normals @ axes
        self.frames[slot, :9] = axes.ravel()
        self.frames[slot, 9:12] = pose.center
        if len(world):
            low, high = world.min(axis=0), world.max(axis=0)
            self.spheres[slot, :3] = (low + high) / 2.0
            self.spheres[slot, 3] = float(np.linalg.norm(high - low)) / 2.0

    def shadow(self, slot: int, boxes: list[Box], weight: float = FULL) -> None:
        """Replace the boxes by which a slot darkens what is near."""
        old, old_weight = self._shadow.pop(slot, ([], 0.0))
        self.grid.add(old, -old_weight)
        copies = [Box(box.center.copy(), box.half.copy(), box.yaw) for box in boxes]
        self.grid.add(copies, weight)
        self._shadow[slot] = copies, weight
        self.frames[slot, 12] = OWN * weight if boxes else 0.0

    def _store(self, slot: int, mesh: Mesh) -> None:
        """Copy a mesh's triangles into the slot's stretch, or into a new one where they do not fit."""
        vertices, faces = len(mesh.vertices), len(mesh.faces)
        room = self._room.get(slot, (-1, -1))
        if vertices > room[0] or faces > room[1]:
            self._allot(slot, vertices, faces)
        first, start = self.vertex_range[slot, 0], self.face_range[slot, 0]
        self.vertex_range[slot, 1] = first + vertices
        self.face_range[slot, 1:] = start + mesh.opaque, start + faces
        table = np.array([self._material(m) for m in mesh.materials], dtype=np.int32)
        self.faces[start : start + faces] = mesh.faces + first
        self.face_slot[start : start + faces] = slot
        if faces:
            self.face_material[start : start + faces] = table[mesh.face_material]
            corner = mesh.normals[mesh.faces]
            self.flat[start : start + faces] = np.ptp(corner, axis=1).max(axis=1) < 1e-9
        self._mesh[slot] = mesh

    def _allot(self, slot: int, vertices: int, faces: int) -> None:
        self._room.pop(slot, None)
        used = sum(v for v, _ in self._room.values()) + vertices
        if self._vertex_end + vertices > len(self.vertices) and 2 * used < len(self.vertices):
            self._compact(slot)
        while self._vertex_end + vertices > len(self.vertices):
            self._vertex_arrays(2 * len(self.vertices))
        while self._face_end + faces > len(self.faces):
            self._face_arrays(2 * len(self.faces))
        self.vertex_range[slot] = self._vertex_end, self._vertex_end + vertices
        self.face_range[slot] = self._face_end, self._face_end, self._face_end + faces
        self._room[slot] = vertices, faces
        self._vertex_end += vertices
        self._face_end += faces

    def _compact(self, leave_out: int) -> None:
        """Move all stretches together; what old, larger meshes left behind is free again."""
        old_faces, old_vertices, old_normals = self.faces.copy(), self.vertices.copy(), self.normals.copy()
        columns = (self.face_slot, self.face_material, self.flat)
        old_columns = [column.copy() for column in columns]
        vertex = face = 0
        for slot in self._room:
            if slot == leave_out:
                continue
            v0, v1 = (int(n) for n in self.vertex_range[slot])
            f0, split, f1 = (int(n) for n in self.face_range[slot])
            self.vertices[vertex : vertex + v1 - v0] = old_vertices[v0:v1]
            self.normals[vertex : vertex + v1 - v0] = old_normals[v0:v1]
            self.faces[face : face + f1 - f0] = old_faces[f0:f1] - v0 + vertex
            for column, old in zip(columns, old_columns, strict=True):
                column[face : face + f1 - f0] = old[f0:f1]
            self.vertex_range[slot] = vertex, vertex + v1 - v0
            self.face_range[slot] = face, face + split - f0, face + f1 - f0
            self._room[slot] = v1 - v0, f1 - f0
            vertex, face = vertex + v1 - v0, face + f1 - f0
        self._vertex_end, self._face_end = vertex, face

    def _material(self, material: Material) -> int:
        index = self._material_index.get(material)
        if index is None:
            index = len(self._material_index)
            self._material_index[material] = index
            if index == len(self.materials):
                self.materials = _grown(self.materials, 2 * index)
            self.materials[index] = material.row()
        return index

    def _slot_arrays(self, size: int) -> None:
        empty = not hasattr(self, "spheres")
        self.spheres: Floats = np.zeros((size, 4)) if empty else _grown(self.spheres, size)
        self.frames: Floats = np.zeros((size, 13)) if empty else _grown(self.frames, size)
        self.vertex_range: Array = np.zeros((size, 2), np.int64) if empty else _grown(self.vertex_range, size)
        self.face_range: Array = np.zeros((size, 3), np.int64) if empty else _grown(self.face_range, size)
        self.slot_id: Array = np.zeros(size, np.int32) if empty else _grown(self.slot_id, size)
        self.seen: Array = np.zeros(size, np.bool_)

    def _vertex_arrays(self, size: int) -> None:
        empty = not hasattr(self, "vertices")
        self.vertices: Floats = np.zeros((size, 3)) if empty else _grown(self.vertices, size)
        self.normals: Floats = np.zeros((size, 3)) if empty else _grown(self.normals, size)
        self.screen: Floats = np.zeros((size, 6))

    def _face_arrays(self, size: int) -> None:
        empty = not hasattr(self, "faces")
        self.faces: Array = np.zeros((size, 3), np.int32) if empty else _grown(self.faces, size)
        self.flat: Array = np.zeros(size, np.bool_) if empty else _grown(self.flat, size)
        self.face_slot: Array = np.zeros(size, np.int32) if empty else _grown(self.face_slot, size)
        self.face_material: Array = np.zeros(size, np.int32) if empty else _grown(self.face_material, size)


def _grown(array: Array, size: int) -> Array:
    larger = np.zeros((size, *array.shape[1:]), dtype=array.dtype)
    larger[: len(array)] = array
    return larger
