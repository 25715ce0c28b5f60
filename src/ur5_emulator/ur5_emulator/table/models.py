"""The things on the table as MuJoCo bodies: collision primitives (group 3) and what is seen (group 2)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np
from scipy.spatial.transform import Rotation

from ur5_emulator.table import kinds, labels
from ur5_emulator.table.shapes import Mesh, disk, lathe

LABEL, TOP, BODY = "label", "top", "body"
"""Parts of a thing as segmentation tells them apart; a geom is named ``<id>/<part>`` or ``<id>/<part>/<number>``."""

SKIN = (1.0, 0.02, 0.0005)
"""Sliding, torsional and rolling friction of things; the finger pads have priority over it."""
ROLLING = (1.0, 0.02, 0.004)
"""For what would roll away: real fruits are dented, tool handles have flats."""

YELLOW = (0.95, 0.77, 0.10)
RED = (0.80, 0.07, 0.09)
STEEL = (0.62, 0.64, 0.67)


@dataclass
class Maker:
    """Makes one thing in a spec. Geoms are added to ``body``, assets to ``spec``, all named after ``id``."""

    spec: Any
    body: Any
    id: str
    _count: int = 0

    def _name(self, part: str) -> str:
        self._count += 1
        return f"{self.id}/{part}/{self._count}"

    def collide(
        self,
        kind: Any,
        size: Sequence[float],
        mass: float,
        pos: Sequence[float] = (0.0, 0.0, 0.0),
        turn: Rotation | None = None,
        friction: Sequence[float] = SKIN,
    ) -> None:
        """Add a primitive that is felt but not seen."""
        self._primitive(kind, size, pos, turn, name=self._name("felt"), mass=mass, group=3).update(friction)

    def show(
        self,
        part: str,
        kind: Any,
        size: Sequence[float],
        colour: Sequence[float],
        pos: Sequence[float] = (0.0, 0.0, 0.0),
        turn: Rotation | None = None,
    ) -> None:
        """Add a primitive that is seen but not felt."""
        self._primitive(kind, size, pos, turn, name=self._name(part), mass=0.0, group=2).paint(colour)

    def solid(
        self,
        part: str,
        kind: Any,
        size: Sequence[float],
        colour: Sequence[float],
        mass: float,
        pos: Sequence[float] = (0.0, 0.0, 0.0),
        turn: Rotation | None = None,
        friction: Sequence[float] = SKIN,
    ) -> None:
        """Add a primitive that is both seen and felt."""
        geom = self._primitive(kind, size, pos, turn, name=self._name(part), mass=mass, group=2)
        geom.paint(colour)
        geom.update(friction)

    def _primitive(
        self, kind: Any, size: Sequence[float], pos: Sequence[float], turn: Rotation | None, **more: Any
    ) -> _Geom:
        padded = [*size, *([0.0] * (3 - len(size)))]
        geom = self.body.add_geom(type=kind, size=padded, pos=list(pos), contype=0, conaffinity=0, **more)
        if turn is not None:
            x, y, z, w = turn.as_quat()
            geom.quat = [w, x, y, z]
        return _Geom(geom)

    def mesh(
        self,
        part: str,
        mesh: Mesh,
        colour: Sequence[float] = (1.0, 1.0, 1.0),
        picture: labels.Picture | None = None,
    ) -> None:
        """Add a mesh that is seen but not felt, in one colour or with a picture on it."""
        name = self._name(part)
        self.spec.add_mesh(
            name=name,
            uservert=mesh.vertices.ravel().tolist(),
            userface=mesh.faces.ravel().tolist(),
            usertexcoord=mesh.uv.ravel().tolist(),
            inertia=mujoco.mjtMeshInertia.mjMESH_INERTIA_SHELL,
        )
        geom = self.body.add_geom(
            name=name,
            type=mujoco.mjtGeom.mjGEOM_MESH,
            meshname=name,
            contype=0,
            conaffinity=0,
            mass=0.0,
            group=2,
        )
        if picture is None:
            geom.rgba = [*colour, 1.0]
        else:
            geom.material = self._material(name, picture)

    def _material(self, name: str, picture: labels.Picture) -> str:
        height, width = picture.shape[:2]
        texture = self.spec.add_texture(
            name=name,
            type=mujoco.mjtTexture.mjTEXTURE_2D,
            width=width,
            height=height,
            nchannel=3,
            colorspace=mujoco.mjtColorSpace.mjCOLORSPACE_LINEAR,
        )
        texture.data = picture.tobytes()
        material = self.spec.add_material(name=name, specular=0.15, shininess=0.2)
        material.textures[mujoco.mjtTextureRole.mjTEXROLE_RGB] = name
        return name


@dataclass(frozen=True)
class _Geom:
    geom: Any

    def update(self, friction: Sequence[float]) -> None:
        self.geom.contype = 1
        self.geom.conaffinity = 1
        self.geom.condim = 6
        self.geom.friction = list(friction)

    def paint(self, colour: Sequence[float]) -> None:
        self.geom.rgba = [*colour, 1.0]


_CYLINDER = mujoco.mjtGeom.mjGEOM_CYLINDER
_BOX = mujoco.mjtGeom.mjGEOM_BOX
_CAPSULE = mujoco.mjtGeom.mjGEOM_CAPSULE
_ELLIPSOID = mujoco.mjtGeom.mjGEOM_ELLIPSOID
_SPHERE = mujoco.mjtGeom.mjGEOM_SPHERE
_ALONG_X = Rotation.from_euler("y", 90.0, degrees=True)


def make_can(maker: Maker, kind: str, top: str) -> None:
    """Make a can whose side says one kind and whose lid another; its origin is its middle."""
    radius, half = kinds.CAN_RADIUS, kinds.CAN_HEIGHT / 2.0
    maker.collide(_CYLINDER, (radius, half), kinds.KINDS[kind].mass)
    maker.mesh(LABEL, lathe([(radius, -half), (radius, half)]), picture=labels.side(labels.BRANDS[kind]))
    maker.mesh(TOP, disk(radius, half), picture=labels.top(labels.BRANDS[top]))
    maker.mesh(BODY, lathe([(0.0, -half), (radius, -half)]), colour=STEEL)


def _round_wall(
    maker: Maker, low: tuple[float, float], high: tuple[float, float], wall: float, mass: float, count: int
) -> None:
    """Add a ring of flat plates between two (outer radius, z): what is hollow cannot be one convex shape."""
    rise = high[1] - low[1]
    lean = math.atan2(high[0] - low[0], rise)
    radius = (low[0] + high[0]) / 2.0 - wall / 2.0
    width = (max(low[0], high[0]) - wall) * math.tan(math.pi / count)
    height = rise / math.cos(lean) / 2.0
    for k in range(count):
        angle = 2.0 * math.pi * (k + 0.5) / count
        turn = Rotation.from_euler("z", angle) * Rotation.from_euler("y", lean)
        pos = (radius * math.cos(angle), radius * math.sin(angle), (low[1] + high[1]) / 2.0)
        maker.collide(_BOX, (wall / 2.0, width, height), mass / count, pos, turn)


def make_cup(maker: Maker) -> None:
    """Make a cup that stands upside down: its opening is at -z; its origin is its middle."""
    half, wall = kinds.CUP_HEIGHT / 2.0, kinds.CUP_WALL
    wide, narrow = kinds.CUP_OPEN_RADIUS, kinds.CUP_CLOSED_RADIUS
    mass = kinds.KINDS["RedCup"].mass
    _round_wall(maker, (wide, -half), (narrow, half), wall, 0.8 * mass, 12)
    maker.collide(_CYLINDER, (narrow - wall, wall / 2.0), 0.2 * mass, (0.0, 0.0, half - wall / 2.0))
    profile = [(wide - wall, -half), (wide, -half), (narrow, half), (0.0, half)]
    inside = [(0.0, half - wall), (narrow - wall, half - wall), (wide - wall, -half)]
    maker.mesh(BODY, lathe(profile), colour=RED)
    maker.mesh(BODY, lathe(inside), colour=(0.93, 0.90, 0.88))


def make_bowl(maker: Maker) -> None:
    """Make a bowl with a flat foot; its origin is its middle."""
    half, wall = kinds.BOWL_HEIGHT / 2.0, kinds.BOWL_WALL
    wide, foot = kinds.BOWL_RADIUS, kinds.BOWL_FOOT
    mass = kinds.KINDS["Bowl"].mass
    _round_wall(maker, (foot + wall, -half), (wide, half), wall, 0.5 * mass, 16)
    maker.collide(_CYLINDER, (foot, wall / 2.0), 0.5 * mass, (0.0, 0.0, -half + wall / 2.0))
    outside = [(0.0, -half), (foot, -half), (wide, half), (wide - wall, half)]
    inside = [(wide - wall, half), (foot, -half + wall), (0.0, -half + wall)]
    maker.mesh(BODY, lathe(outside), colour=(0.90, 0.92, 0.95))
    maker.mesh(BODY, lathe(inside), colour=(0.78, 0.86, 0.92))


def make_lemon(maker: Maker) -> None:
    """Make a lemon, long along x."""
    dx, dy, dz = (v / 2.0 for v in kinds.KINDS["Lemon"].size)
    maker.collide(_ELLIPSOID, (dx, dy, dz), kinds.KINDS["Lemon"].mass, friction=ROLLING)
    maker.show(BODY, _ELLIPSOID, (dx, dy, dz), (0.97, 0.88, 0.15))
    for end in (-1.0, 1.0):
        maker.show(BODY, _SPHERE, (0.007,), (0.90, 0.80, 0.12), (end * (dx - 0.003), 0.0, 0.0))


def make_apple(maker: Maker) -> None:
    """Make a red apple with a stalk."""
    dx, dy, dz = (v / 2.0 for v in kinds.KINDS["Apple"].size)
    maker.collide(_ELLIPSOID, (dx, dy, dz), kinds.KINDS["Apple"].mass, friction=ROLLING)
    maker.show(BODY, _ELLIPSOID, (dx, dy, dz), (0.72, 0.10, 0.10))
    maker.show(BODY, _CAPSULE, (0.0015, 0.006), (0.30, 0.20, 0.08), (0.0, 0.0, dz + 0.004))


def make_orange(maker: Maker) -> None:
    """Make an orange."""
    radius = kinds.KINDS["Orange"].size[0] / 2.0
    maker.collide(_SPHERE, (radius,), kinds.KINDS["Orange"].mass, friction=ROLLING)
    profile = [
        (radius * math.cos(a), radius * math.sin(a)) for a in np.linspace(-math.pi / 2.0, math.pi / 2.0, 17)
    ]
    maker.mesh(BODY, lathe(profile), picture=labels.peel((240, 140, 24), (205, 108, 12), 7))


def make_banana(maker: Maker) -> None:
    """Make a banana that lies on its side, bent in the xy plane."""
    kind = kinds.KINDS["Banana"]
    thick, bend = kind.size[2] / 2.0, 0.11
    angles = np.radians([-33.0, -11.0, 11.0, 33.0])
    for k, angle in enumerate(angles):
        pos = (bend * math.sin(angle), bend * (1.0 - math.cos(angle)) - 0.012, 0.0)
        turn = Rotation.from_euler("z", angle) * _ALONG_X
        size = (thick if k in {1, 2} else thick * 0.85, 0.021)
        maker.solid(BODY, _CAPSULE, size, (0.95, 0.82, 0.22), kind.mass / 4.0, pos, turn, ROLLING)
    for angle in (-0.80, 0.80):
        pos = (bend * math.sin(angle) * 0.97, bend * (1.0 - math.cos(angle)) - 0.012, 0.0)
        maker.show(BODY, _SPHERE, (0.009,), (0.35, 0.28, 0.10), pos)


def make_screwdriver(maker: Maker) -> None:
    """Make a screwdriver along x, its handle at -x."""
    mass = kinds.KINDS["Screwdriver"].mass
    maker.solid(
        BODY, _CAPSULE, (0.014, 0.036), (0.05, 0.45, 0.40), 0.8 * mass, (-0.042, 0.0, 0.0), _ALONG_X, ROLLING
    )
    maker.solid(BODY, _CYLINDER, (0.004, 0.042), STEEL, 0.2 * mass, (0.048, 0.0, 0.0), _ALONG_X, ROLLING)


def make_hammer(maker: Maker) -> None:
    """Make a hammer along x, its head at +x and lying flat."""
    mass = kinds.KINDS["Hammer"].mass
    maker.solid(BODY, _BOX, (0.088, 0.0125, 0.011), (0.64, 0.42, 0.20), 0.4 * mass, (-0.014, 0.0, 0.0))
    across = Rotation.from_euler("x", 90.0, degrees=True)
    maker.solid(BODY, _CYLINDER, (0.014, 0.042), (0.25, 0.26, 0.28), 0.6 * mass, (0.087, 0.0, 0.0), across)


def make_wrench(maker: Maker) -> None:
    """Make an open-ended wrench along x, lying flat."""
    mass, thick = kinds.KINDS["Wrench"].mass, kinds.KINDS["Wrench"].size[2] / 2.0
    maker.solid(BODY, _BOX, (0.060, 0.010, thick), STEEL, 0.6 * mass)
    for end in (-1.0, 1.0):
        maker.solid(BODY, _CYLINDER, (0.018, thick), STEEL, 0.2 * mass, (end * 0.067, 0.0, 0.0))
        maker.show(BODY, _BOX, (0.010, 0.008, thick + 0.0004), (0.20, 0.20, 0.22), (end * 0.078, 0.0, 0.0))


def _walls(maker: Maker, size: Sequence[float], wall: float, colour: Sequence[float], mass: float) -> None:
    dx, dy, dz = (v / 2.0 for v in size)
    half = wall / 2.0
    maker.solid(BODY, _BOX, (dx - wall, dy - wall, half), colour, mass / 3.0, (0.0, 0.0, -dz + half))
    for end in (-1.0, 1.0):
        maker.solid(BODY, _BOX, (half, dy - wall, dz), colour, mass / 6.0, (end * (dx - half), 0.0, 0.0))
        maker.solid(BODY, _BOX, (dx, half, dz), colour, mass / 6.0, (0.0, end * (dy - half), 0.0))


def make_box(maker: Maker) -> None:
    """Make an open cardboard box; its origin is its middle."""
    _walls(maker, kinds.BOX_SIZE, kinds.BOX_WALL, (0.66, 0.50, 0.33), kinds.KINDS["Box"].mass)


def make_cupboard(maker: Maker) -> None:
    """Make a cupboard: open at +x, a shelf board inside, a flat top; its origin is its middle."""
    dx, dy, dz = (v / 2.0 for v in kinds.CUPBOARD_SIZE)
    half = kinds.CUPBOARD_BOARD / 2.0
    inner = (0.86, 0.66, 0.08)
    shelf = kinds.CUPBOARD_SHELF - half - dz
    inside = (dx - half, dy - 2.0 * half, half)  # no two faces in one plane: they would flicker
    maker.solid(BODY, _BOX, (dx, dy, half), YELLOW, 0.0, (0.0, 0.0, dz - half))
    for z in (-dz + half, shelf):
        maker.solid(BODY, _BOX, inside, inner, 0.0, (0.0, 0.0, z))
    for end in (-1.0, 1.0):
        maker.solid(BODY, _BOX, (dx, half, dz - half), YELLOW, 0.0, (0.0, end * (dy - half), -half))
    maker.solid(BODY, _BOX, (half, dy - 2.0 * half, dz - half), YELLOW, 0.0, (-dx + half, 0.0, -half))


_CORNER_RGB = {
    "red": (0.75, 0.20, 0.20),
    "green": (0.20, 0.60, 0.28),
    "blue": (0.20, 0.34, 0.70),
    "purple": (0.50, 0.26, 0.62),
}


def make_corner(maker: Maker, colour: str) -> None:
    """Make a mat too thin to be felt."""
    dx, dy, dz = (v / 2.0 for v in kinds.CORNER_SIZE)
    maker.show(BODY, _BOX, (dx, dy, dz), _CORNER_RGB[colour])


_SIMPLE: dict[str, Callable[[Maker], None]] = {
    "RedCup": make_cup,
    "Bowl": make_bowl,
    "Lemon": make_lemon,
    "Apple": make_apple,
    "Banana": make_banana,
    "Orange": make_orange,
    "Screwdriver": make_screwdriver,
    "Hammer": make_hammer,
    "Wrench": make_wrench,
    "Box": make_box,
    "YellowCupboard": make_cupboard,
}


def make(maker: Maker, kind: str, *, top: str = "", colour: str = "red") -> None:
    """Make a thing of a kind; ``top`` is what a can's lid looks like, ``colour`` a corner's."""
    if kind in kinds.CANS:
        make_can(maker, kind, top or kind)
    elif kind == "Corner":
        make_corner(maker, colour)
    else:
        _SIMPLE[kind](maker)
