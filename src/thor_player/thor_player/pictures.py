"""The image passes of a step: what is rendered, and how ids and classes become colours."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .bodies import draw_bodies
from .display import MASK
from .looks import colored, drawn_by, look_of
from .model import Array, Camera, Frame, World
from .packing import LastingList
from .render import FAR, Colors, Renderer, shade
from .state import PlayerState, Settings, ThirdPartyCamera
from .vision import renderer, saw, sketched

MAP_HEIGHT = 15.0  # metres above the floor from which the map view looks down
View = tuple[Frame, Colors]
_AT_CEILING = 0.05  # metres under the ceiling from where on a camera sees through it


@dataclass
class Pictures:
    """The passes of one camera, top row first; None where a pass was not asked for. Ids and classes are RGBA."""

    colors: Colors
    depth: NDArray[np.float32] | None = None
    ids: NDArray[np.uint8] | None = None
    classes: NDArray[np.uint8] | None = None

    @property
    def rgb(self) -> NDArray[np.uint8]:
        """The colours, which are painted now if nobody looked at them before."""
        return self.colors.look()


@dataclass(frozen=True)
class Passes:
    """Which pictures besides colour a reply has."""

    depth: bool
    ids: bool
    classes: bool

    @classmethod
    def wanted(cls, settings: Settings, request: Mapping[str, Any]) -> Passes:
        """Return what Initialize asked for and what this one request asks for on top (it cannot take any away)."""

        def asked(*names: str) -> bool:
            return any(request.get(name) is True for name in names)

        return cls(
            depth=settings.render_depth or asked("renderDepthImage"),
            ids=settings.render_ids or asked("renderInstanceSegmentation", "renderObjectImage"),
            classes=settings.render_classes or asked("renderSemanticSegmentation", "renderClassImage"),
        )

    @property
    def named(self) -> bool:
        """Tell whether a picture shows which object is where, whose colours the metadata must then explain."""
        return self.ids or self.classes


@dataclass
class Palette:
    """A colour of its own for every object and every type, the same in every run."""

    _colors: dict[str, tuple[int, int, int]] = field(default_factory=dict)
    _taken: set[tuple[int, int, int]] = field(default_factory=lambda: {(0, 0, 0)})
    _listed: tuple[dict[str, str], LastingList] = field(default_factory=lambda: ({}, LastingList()))

    def color(self, name: str) -> tuple[int, int, int]:
        """Return the colour of an objectId or type name."""
        if name not in self._colors:
            salt = 0
            while True:
                value = zlib.crc32(f"{name}#{salt}".encode())
                color = (value & 255, value >> 8 & 255, value >> 16 & 255)
                if color not in self._taken:
                    break
                salt += 1
            self._taken.add(color)
            self._colors[name] = color
        return self._colors[name]

    def table(self, names: list[str]) -> NDArray[np.uint32]:
        """Return (n,) RGBA words of names, alpha 255; '' is black."""
        rows = np.array([(*(self.color(n) if n else (0, 0, 0)), 255) for n in names], dtype=np.uint8)
        return rows.view(np.uint32).reshape(-1)

    def entries(self, world: World) -> LastingList:
        """Return the metadata's list of colours: one per object, one per type (kept until objects come or go)."""
        objects = {o.object_id: o.object_type for o in world.active()}
        if objects != self._listed[0]:
            names = [*objects, *sorted(set(objects.values()))]
            self._listed = (
                objects,
                LastingList({"name": name, "color": list(self.color(name))} for name in names),
            )
        return self._listed[1]


class Studio:
    """Renders a state's cameras and colours their ids."""

    def __init__(self) -> None:
        self.palette = Palette()
        self._open: tuple[World, tuple[object, ...], Renderer] | None = None

    def views(self, state: PlayerState, passes: Passes) -> list[Pictures]:
        """Return what each agent's camera shows (or the map view), then what the third-party cameras show."""
        views = []
        for number in range(len(state.bodies)):
            with state.acting_as(number):
                views.append(self._draw_own(state, passes))
        views += [self._draw_extra(state, camera, passes) for camera in state.cameras]
        return [self._passes(state, frame, colors, passes) for frame, colors in views]

    def _draw_own(self, state: PlayerState, passes: Passes) -> View:
        if state.map_view:
            frame = self._draw_map(state)
            return frame, Colors(lambda: frame.rgb)
        camera = state.camera()
        sketch = sketched(state, camera, depth=passes.depth, ids=_needs_ids(state, passes))
        if passes.depth and passes.named:
            saw(state, camera, sketch[0])
        return sketch

    def _draw_extra(self, state: PlayerState, camera: ThirdPartyCamera, passes: Passes) -> View:
        shot = _as_camera(state, camera)
        inside = camera.position[1] < state.world.bounds.top - _AT_CEILING
        drawing = renderer(state) if inside else self._without_ceiling(state)
        depth = passes.depth or camera.sky is not None or state.settings.show_agents
        frame = drawing.render(shot, rgb=True, depth=depth, ids=_needs_ids(state, passes))
        if camera.sky is not None:
            frame.rgb[frame.depth >= FAR] = camera.sky
        if state.settings.show_agents:
            draw_bodies(frame, shot, [body.agent for body in state.bodies])
        if camera.orthographic_size is not None:
            frame.depth -= np.float32(shot.position[1] - camera.position[1])
        return frame, Colors(lambda: frame.rgb)

    def _draw_map(self, state: PlayerState) -> Frame:
        bounds = state.world.bounds
        return self._without_ceiling(state).render(
            _from_above(state, bounds.center, float(max(bounds.half[0], bounds.half[2])))
        )

    def _without_ceiling(self, state: PlayerState) -> Renderer:
        key = drawn_by(state.world)
        if self._open is None or self._open[0].objects is not state.world.objects or self._open[1] != key:
            roofless = replace(state.world, structure=replace(state.world.structure, ceiling=[]))
            self._open = (roofless, key, Renderer(roofless, style=look_of(state.world).style))
        return self._open[2]

    def _passes(self, state: PlayerState, frame: Frame, colors: Colors, passes: Passes) -> Pictures:
        if not look_of(state.world).is_plain:
            frame.rgb = colors.look()
            frame.rgb = colored(state.world, frame)
            colors = Colors(lambda: frame.rgb)
        masked = [i for i, name in enumerate(frame.names) if name in state.display.masked]
        if masked:
            colors.look()[np.isin(frame.ids, masked)] = MASK
        pictures = Pictures(colors)
        if passes.depth:
            pictures.depth = frame.depth
        if passes.ids:
            pictures.ids = _painted(self.palette.table(frame.names), frame.ids)
        if passes.classes:
            kinds = [state.world.objects[n].object_type if n else "" for n in frame.names]
            pictures.classes = _painted(self.palette.table(kinds), frame.ids)
        return pictures


def _needs_ids(state: PlayerState, passes: Passes) -> bool:
    return passes.named or bool(state.display.masked) or bool(look_of(state.world).tints)


def _painted(table: NDArray[np.uint32], ids: NDArray[np.int32]) -> NDArray[np.uint8]:
    painted = np.empty((*ids.shape, 4), dtype=np.uint8)
    shade.look_up(ids, table, painted.view(np.uint32)[..., 0])
    return painted


def _as_camera(state: PlayerState, camera: ThirdPartyCamera) -> Camera:
    pitch, yaw, roll = (float(angle) for angle in camera.rotation)
    if camera.orthographic_size is not None:
        return _from_above(state, camera.position, camera.orthographic_size, yaw, roll)
    level = (pitch + 180.0) % 360.0 - 180.0
    return Camera(camera.position, yaw, level, camera.fov, state.width, state.height, roll)


def _from_above(state: PlayerState, over: Array, size: float, yaw: float = 0.0, roll: float = 0.0) -> Camera:
    """Return a camera so high up and so narrow that its picture is nearly the orthographic one.

    :param over: (3,) whose x and z are in the middle of the picture
    :param size: half the height in metres that the picture shows at the floor
    """
    top = np.array([over[0], state.world.floor + MAP_HEIGHT, over[2]])
    fov = 2.0 * np.degrees(np.arctan2(size, MAP_HEIGHT))
    return Camera(top, yaw, 90.0, float(fov), state.width, state.height, roll)
