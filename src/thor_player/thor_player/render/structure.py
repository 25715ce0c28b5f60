"""The room's shell as meshes: floor, walls with skirting, ceiling, and what is built in."""

from __future__ import annotations

import random

import numpy as np

from thor_player.model import Box, World
from thor_player.shapes import palette
from thor_player.shapes.builder import Builder
from thor_player.shapes.mesh import Color, Material, Mesh, Texture

_WALLS: tuple[Color, ...] = (
    (0.90, 0.87, 0.80), (0.86, 0.76, 0.56), (0.93, 0.91, 0.87), (0.83, 0.85, 0.76), (0.91, 0.84, 0.76),
    (0.82, 0.84, 0.87),
)  # fmt: skip
_OCHRE: Color = (0.86, 0.74, 0.50)
_PAINTED: dict[str, Color] = {"FloorPlan1": _OCHRE}
"""Rooms whose paint is known."""
_CEILING = Material((0.97, 0.97, 0.96), emission=0.7)
_SKIRTING = Material((0.95, 0.94, 0.92), shine=0.1)
_SKIRTING_HEIGHT = 0.09


def floor_material(world: World) -> Material:
    """Choose the floor: tiles in bathrooms, boards or carpet elsewhere, as recorded where it is."""
    dice = random.Random(f"floor/{world.scene}/{world.structure.variant}")
    ground = next((o for o in world.objects.values() if o.object_type == "Floor"), None)
    recorded = ground.materials if ground else ()
    tiled = "Ceramic" in recorded or "Stone" in recorded or (not recorded and world.room_kind == "Bathroom")
    if tiled:
        color = dice.choice(((0.80, 0.78, 0.74), (0.72, 0.74, 0.76), (0.86, 0.84, 0.80), (0.66, 0.60, 0.53)))
        grout = (color[0] * 0.78, color[1] * 0.78, color[2] * 0.78)
        return Material(
            color, grout, Texture.TILES, dice.choice((0.3, 0.4)), shine=0.25, seed=dice.randrange(999)
        )
    if "Fabric" in recorded:
        color = dice.choice(((0.66, 0.61, 0.54), (0.58, 0.60, 0.63), (0.71, 0.66, 0.60)))
        soft = (color[0] * 0.85, color[1] * 0.85, color[2] * 0.85)
        return Material(color, soft, Texture.CARPET, 0.02, seed=dice.randrange(999))
    light, dark = dice.choice((((0.72, 0.53, 0.34), (0.52, 0.35, 0.20)), ((0.60, 0.42, 0.27), (0.43, 0.28, 0.17)),
                               ((0.79, 0.64, 0.46), (0.64, 0.48, 0.31))))  # fmt: skip
    return Material(light, dark, Texture.PLANKS, 0.13, shine=0.15, seed=dice.randrange(999))


def wall_material(world: World) -> Material:
    """Choose the walls: paint, or tiles in bathrooms."""
    dice = random.Random(f"walls/{world.scene}/{world.structure.variant}")
    color = dice.choice(_WALLS)
    if not world.structure.variant:
        color = _PAINTED.get(world.scene, color)
    if world.room_kind == "Bathroom":
        grout = (color[0] * 0.86, color[1] * 0.86, color[2] * 0.86)
        return Material(color, grout, Texture.TILES, 0.2, shine=0.2, seed=dice.randrange(999))
    return Material(color)


def floor_mesh(world: World) -> Mesh:
    """Return the floor, in world coordinates."""
    builder = Builder()
    material = floor_material(world)
    for box in world.structure.floor:
        _add(builder, box, material)
    return builder.mesh()


def shell_mesh(world: World, style: int) -> Mesh:
    """Return walls, skirting, ceiling and built-in bodies in the room's style, in world coordinates."""
    builder = Builder()
    paint = wall_material(world)
    for box in world.structure.walls:
        _add(builder, box, paint)
        if box.bottom < world.floor + 0.05 and world.room_kind != "Bathroom":
            _add(builder, _skirting(box), _SKIRTING)
    for box in world.structure.ceiling:
        _add(builder, box, _CEILING)
    if world.structure.ceiling:
        _ceiling_lamp(builder, max(world.structure.ceiling, key=lambda box: float(box.half[0] * box.half[2])))
    for box in world.structure.fixtures:
        if _carries_burner(world, box):
            _stove(builder, world, box)
        else:
            _add(builder, Box(box.center, box.half - 0.002, box.yaw), palette.fronts(style)[0])
    return builder.mesh()


def _ceiling_lamp(builder: Builder, ceiling: Box) -> None:
    """Draw a glass bowl on a plate under the middle of a piece of ceiling."""
    x, y, z = ceiling.center[0], ceiling.bottom, ceiling.center[2]
    builder.cylinder((x, y - 0.02, z), (x, y, z), 0.2, palette.CHROME, 20)
    builder.lathe(
        [(0.0, -0.11), (0.1, -0.09), (0.16, -0.05), (0.18, -0.02)],
        palette.GLOW,
        center=(x, y, z),
        segments=20,
    )


def _carries_burner(world: World, box: Box) -> bool:
    burners = [o.box.center for o in world.objects.values() if o.object_type == "StoveBurner"]
    return any(
        np.all(np.abs(at - box.center)[[0, 2]] < box.half[[0, 2]]) and at[1] > box.top - 0.05
        for at in burners
    )


def _stove(builder: Builder, world: World, box: Box) -> None:
    """Draw a stove: steel body, dark hob, and an oven door on the side that looks into the room."""
    _add(builder, Box(box.center, box.half - 0.001, box.yaw), palette.STEEL)
    hob = Box(
        box.center + np.array([0.0, box.half[1] - 0.004, 0.0]),
        np.array([box.half[0], 0.005, box.half[2]]),
        box.yaw,
    )
    _add(builder, hob, palette.BLACK)
    knobs = [o.box.center for o in world.objects.values() if o.object_type == "StoveKnob"]
    aim = np.mean(knobs, axis=0) if knobs else world.bounds.center
    way = (aim - box.center) / box.half
    axis = 0 if abs(way[0]) > abs(way[2]) else 2
    side = 1.0 if way[axis] > 0.0 else -1.0
    other = 2 - axis
    oven = ((0.9, 0.5, -0.1, palette.DARK_METAL, 0.012), (0.66, 0.3, -0.1, palette.SCREEN_OFF, 0.016),
            (0.8, 0.02, 0.52, palette.CHROME, 0.04))  # fmt: skip
    for share, tall, height, look, thick in oven:
        half, center = np.zeros(3), box.center.copy()
        half[axis], half[1], half[other] = thick, tall * box.half[1], share * box.half[other]
        center[axis] += side * box.half[axis]
        center[1] += height * box.half[1]
        _add(builder, Box(center, half, box.yaw), look)


def _skirting(wall: Box) -> Box:
    """Return a strip along the wall's foot, a little thicker than the wall."""
    half = wall.half.copy()
    thin = 0 if half[0] < half[2] else 2
    half[thin] += 0.008
    half[1] = _SKIRTING_HEIGHT / 2.0
    center = wall.center.copy()
    center[1] = wall.bottom + half[1]
    return Box(center, half, wall.yaw)


def _add(builder: Builder, box: Box, material: Material) -> None:
    builder.box(box.center, 2.0 * box.half, material, turn=box.axes())
