"""The player's renderer: a world and a camera become colour, metric depth and object ids on one CPU core."""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from thor_player.display import display_of
from thor_player.model import Box, Camera, Frame, SimObject, World
from thor_player.render import raster, shade
from thor_player.render.occlusion import SHELL
from thor_player.render.painters import shared_out
from thor_player.render.scene import Array, Scene
from thor_player.render.structure import floor_mesh, shell_mesh
from thor_player.shapes import build

NEAR = 0.01
FAR = 20.0
STYLES = 64
"""Looks that the fronts of a room's furniture may have."""
_ENCLOSING = frozenset({"Fridge", "Cabinet", "Drawer", "Microwave", "Safe", "LaundryHamper"})
# Volumes and basins: they darken nothing, or would darken what lies in them.
_SHADOWLESS = frozenset(
    {"Floor", "Shelf", "SinkBasin", "Sink", "BathtubBasin", "Bathtub", "Window", "ShowerGlass", "ShowerDoor"}
)
_LAMPS = {"DeskLamp": 0.4, "FloorLamp": 0.6, "Candle": 0.15}
_WORLD_POSE = Box(np.zeros(3), np.zeros(3))


class Colors:
    """The colours of a view, painted when they are first looked at."""

    def __init__(self, paint: Callable[[], NDArray[np.uint8]]) -> None:
        self._paint: Callable[[], NDArray[np.uint8]] | None = paint
        self._painted: NDArray[np.uint8] | None = None

    def look(self) -> NDArray[np.uint8]:
        """Return (H, W, 3), the same array every time."""
        if self._paint is not None:
            self._painted, self._paint = self._paint(), None
        assert self._painted is not None
        return self._painted


class Renderer:
    """Draws one world; keeps its triangles and rebuilds only the objects that changed since the last picture.

    ``antialias`` takes 2x2 colour samples a pixel (None: the world's setting of that name, else off). Depth and ids
    are always those at the pixel's centre. ``style`` chooses the looks that a whole room shares (None: by its name).
    """

    def __init__(self, world: World, antialias: bool | None = None, style: int | None = None) -> None:
        self._world = world
        self._style = zlib.crc32(world.scene.encode()) % STYLES if style is None else style
        self._samples = (
            2 if (world.settings.get("antialias", False) if antialias is None else antialias) else 1
        )
        self._buffers: dict[int, tuple[Array, Array]] = {}
        self._owed: Colors | None = None
        self.invalidate()

    def invalidate(self) -> None:
        """Forget everything that was built; the next picture starts from the world as it is."""
        self._pay()
        self._scene = Scene(self._world.bounds)
        self._slots: dict[str, int] = {}
        self._drawn: dict[str, tuple[SimObject, int]] = {}
        shell, self._floor_slot = self._scene.new_slot(), self._scene.new_slot()
        structure = self._world.structure
        self._scene.place(shell, shell_mesh(self._world, self._style), _WORLD_POSE)
        self._scene.place(self._floor_slot, floor_mesh(self._world), _WORLD_POSE)
        self._scene.shadow(shell, [*structure.walls, *structure.fixtures], SHELL)
        self._scene.shadow(self._floor_slot, structure.floor, SHELL)
        self._fixed = [shell, self._floor_slot]
        self._order = np.array(self._fixed, dtype=np.int64)
        self._names = [""]
        self._lamps = np.zeros((0, 4))
        self._daylight = 1.0
        self._stamp: tuple[object, ...] = ()

    def render(self, camera: Camera, rgb: bool = True, depth: bool = True, ids: bool = True) -> Frame:
        """Return the view; arrays of passes not asked for are empty (0 rows). ``Frame.names`` holds active objects."""
        frame, colors = self.sketch(camera, depth, ids, rgb)
        if rgb:
            frame.rgb = colors.look()
        return frame

    def sketch(
        self, camera: Camera, depth: bool = True, ids: bool = True, rgb: bool = True
    ) -> tuple[Frame, Colors]:
        """Return the view without its colours, and these, which are painted when looked at or before the next view.

        So the rest can be on its way while the colours, which take longest, are painted.
        """
        self.update()
        width, height = camera.width, camera.height
        focal = camera.focal
        eye, view = (
            np.asarray(camera.position, dtype=float),
            view_axes(camera.yaw, camera.horizon, camera.roll),
        )
        self._project(eye, view, focal, width, height)
        frame = Frame(
            np.empty((0, width, 3), np.uint8),
            np.empty((0, width), np.float32),
            np.empty((0, width), np.int32),
            list(self._names),
        )
        buffers = None
        if depth or ids:
            buffers = self._draw(width, height, focal, 1)
            measured = np.empty((height, width), np.float32), np.empty((height, width), np.int32)
            self._measure(buffers[2], buffers[3], *measured)
            if depth:
                frame.depth = measured[0]
            if ids:
                frame.ids = measured[1]
        if rgb and (buffers is None or self._samples > 1):
            buffers = self._draw(width, height, focal, self._samples)

        def paint() -> NDArray[np.uint8]:
            picture = np.empty((height, width, 3), np.uint8)
            if buffers is not None:
                self._paint(buffers, eye, view, focal, picture)
            return picture

        colors = Colors(paint)
        self._owed = colors if rgb else None
        return frame, colors

    def _pay(self) -> None:
        """Paint what the next view would paint over."""
        if self._owed is not None:
            self._owed.look()
            self._owed = None

    def _project(self, eye: Array, view: Array, focal: float, width: int, height: int) -> None:
        s = self._scene
        raster.project(
            self._order, s.spheres, s.vertex_range, s.vertices, eye, view, focal, width, height, NEAR, FAR,
            s.seen, s.screen,
        )  # fmt: skip

    def _draw(self, width: int, height: int, focal: float, samples: int) -> tuple[Array, Array, Array, Array]:
        """Return the buffers (1/depth, face) of the opaque triangles and of all."""
        s = self._scene
        wide, tall = width * samples, height * samples
        inverse, owner = self._buffer(wide * tall, 0)
        inverse.fill(1.0 / FAR)
        owner.fill(-1)
        args = (s.faces, s.screen, focal, NEAR, float(samples), wide, tall)
        raster.draw(self._order, s.seen, s.face_range, False, *args, inverse, owner)
        clear = self._order[
            s.seen[self._order] & (s.face_range[self._order, 1] < s.face_range[self._order, 2])
        ]
        if not len(clear):
            return inverse, owner, inverse, owner
        all_inverse, all_owner = self._buffer(wide * tall, 1)
        np.copyto(all_inverse, inverse)
        np.copyto(all_owner, owner)
        raster.draw(clear, s.seen, s.face_range, True, *args, all_inverse, all_owner)
        return inverse, owner, all_inverse, all_owner

    def _buffer(self, size: int, layer: int) -> tuple[Array, Array]:
        pair = self._buffers.get(layer)
        if pair is None or len(pair[0]) != size:
            pair = np.empty(size), np.empty(size, np.int32)
            self._buffers[layer] = pair
        return pair

    def _measure(self, inverse: Array, owner: Array, depth: Array, ids: Array) -> None:
        s = self._scene
        shade.measure(inverse, owner, s.face_slot, s.slot_id, FAR, depth.ravel(), ids.ravel())

    def _paint(
        self, buffers: tuple[Array, Array, Array, Array], eye: Array, view: Array, focal: float, rgb: Array
    ) -> None:
        s = self._scene
        height, width = rgb.shape[:2]

        def paint(first: int, apart: int) -> None:
            shade.paint(
                self._samples if len(buffers[0]) > width * height else 1, width, height, eye, view, focal, *buffers,
                s.faces, s.flat, s.face_slot, s.face_material, s.vertices, s.normals, s.frames, s.materials,
                s.grid.values, s.grid.values.reshape(-1), s.grid.origin, self._lamps, self._daylight,
                np.empty(width), np.empty(width), first, apart, rgb,
            )  # fmt: skip

        shared_out(paint, height * width)

    def update(self) -> None:
        """Bring the triangles up to date with the world."""
        self._pay()
        world = self._world
        display = display_of(world)
        stamp = (display, *((name, o.version, o.status.active) for name, o in world.objects.items()))
        if stamp == self._stamp:
            return
        active = world.active()
        shown = [
            o
            for o in active
            if o.object_type != "Floor" and o.object_id not in display.hidden and not _shut_in(world, o)
        ]
        keep = {o.object_id for o in shown}
        for name in [n for n in self._slots if n not in keep]:
            self._scene.release(self._slots.pop(name))
            del self._drawn[name]
        for obj in shown:
            self._refresh(obj)
        self._names = ["", *(o.object_id for o in active)]
        number = {o.object_id: i + 1 for i, o in enumerate(active)}
        for name, slot in self._slots.items():
            self._scene.slot_id[slot] = number[name]
        ground = next((number[o.object_id] for o in active if o.object_type == "Floor"), 0)
        self._scene.slot_id[self._floor_slot] = ground
        room = [] if display.room_hidden else self._fixed
        self._order = np.array([*room, *(self._slots[o.object_id] for o in shown)], dtype=np.int64)
        self._light(active)
        self._stamp = stamp

    def _refresh(self, obj: SimObject) -> None:
        name = obj.object_id
        known = self._drawn.get(name)
        if known is not None and known[0] is obj and known[1] == obj.version:
            return
        if name not in self._slots:
            self._slots[name] = self._scene.new_slot()
        slot = self._slots[name]
        self._scene.place(slot, build(obj, self._style), obj.box)
        dark = obj.object_type not in _SHADOWLESS and not obj.status.is_picked_up
        self._scene.shadow(slot, (obj.solids or [obj.box]) if dark else [])
        self._drawn[name] = (obj, obj.version)

    def _light(self, active: list[SimObject]) -> None:
        lit = [o for o in active if o.object_type in _LAMPS and o.status.is_toggled]
        rows = [
            [*(o.box.center + np.array([0.0, 0.35 * o.box.half[1], 0.0])), _LAMPS[o.object_type]] for o in lit
        ]
        self._lamps = np.array(rows, dtype=float).reshape(-1, 4)
        switches = [o for o in active if o.object_type == "LightSwitch"]
        dark = bool(switches) and not any(o.status.is_toggled for o in switches)
        self._daylight = 0.72 if dark else 1.0


def view_axes(yaw: float, horizon: float, roll: float = 0.0) -> Array:
    """Return 3x3: the camera's right, up and forward in Unity's world, one a row."""
    a, b = math.radians(yaw), math.radians(horizon)
    sin, cos, down, level = math.sin(a), math.cos(a), math.sin(b), math.cos(b)
    axes = np.array([[cos, 0.0, -sin], [sin * down, level, cos * down], [sin * level, -down, cos * level]])
    if roll:
        c, s = math.cos(math.radians(roll)), math.sin(math.radians(roll))
        axes[:2] = np.array([[c, s], [-s, c]]) @ axes[:2]
    return axes


def _shut_in(world: World, obj: SimObject) -> bool:
    """Tell whether the object lies in a closed receptacle that hides it.

    Its place decides, too: parents name everything a thing touches, and what its support once stood in.
    """
    if not obj.can("pickupable"):
        return False
    parents = (world.objects[name] for name in obj.parents if name in world.objects)
    return any(
        p.object_type in _ENCLOSING and not p.status.is_open and _within(p.box, obj.box.center)
        for p in parents
    )


def _within(box: Box, point: Array) -> bool:
    return bool(np.all(np.abs(box.axes() @ (point - box.center)) <= box.half))
