"""Rooms as worlds: from the recorded metadata to objects with boxes, solids, surfaces and state."""

from __future__ import annotations

import pickle
import zlib
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

import numpy as np

from thor_player.types import object_types

from . import (
    rooms_behind,
    rooms_build,
    rooms_data,
    rooms_flat,
    rooms_fronts,
    rooms_start,
    rooms_structure,
    rooms_sunk,
    solids,
    surfaces,
)
from .model import Agent, Array, Box, Clearance, ObjectStatus, SimObject, Structure, World
from .outlines.outline import Outline, outline
from .rooms_data import Record
from .shapes.paint import paint_of
from .solids_pose import move, posed_box, refresh, rotation_matrix

FLAGS = (
    "receptacle", "toggleable", "breakable", "canFillWithLiquid", "dirtyable", "canBeUsedUp", "cookable",
    "isHeatSource", "isColdSource", "sliceable", "openable", "pickupable", "moveable",
)  # fmt: skip

KEPT = 128
"""How many rooms are kept as they are loaded, some 0.1 MB each: all that there are, with one seed."""
_kept: dict[tuple[str, int], bytes] = {}


def scenes() -> list[str]:
    """Return the names of all rooms."""
    return rooms_data.scenes()


def load_world(scene: str, seed: int = 0) -> World:
    """Return a room with the objects that were recorded, and with the walls of its outline.

    ``seed`` varies looks only: the same seed gives the same world. One that was loaded before is read from memory,
    in a tenth of the time.

    :raises rooms_data.UnknownScene: when there is no such room
    """
    wanted = name, _ = rooms_data.canonical(scene), seed
    if wanted in _kept:
        world: World = pickle.loads(_kept[wanted])
        return world
    world = built(name, seed)
    if len(_kept) >= KEPT:
        del _kept[next(iter(_kept))]
    _kept[wanted] = pickle.dumps(world)
    return world


def built(name: str, seed: int = 0) -> World:
    """Return a room made of its records anew."""
    return with_walls(world_without_walls(name, seed), outline(name), seed)


def with_walls(world: World, shape: Outline, seed: int = 0) -> World:
    """Put the walls of an outline into a room without."""
    objects = list(world.objects.values())
    fixtures = world.structure.fixtures
    world.bounds = rooms_structure.outlined_bounds(shape, objects, world.floor)
    world.structure = rooms_structure.structure(
        shape, world.floor, world.bounds.top, zlib.crc32(f"{world.scene}:{seed}".encode())
    )
    world.structure.fixtures = fixtures
    world.structure.walls += rooms_structure.round_niches(shape, objects, world.floor, world.bounds.top)
    world.structure.beyond = rooms_structure.beyond(shape, objects, world.floor, world.bounds.top)
    world.structure.stand_off = {
        o.object_id: shape.stand_off.get(o.object_id, [Clearance(shape.usual)])
        for o in objects
        if not o.can("pickupable")
    }
    world.structure.fixture_stand_off = shape.fixtures
    world.agent.yaw = rooms_start.start_yaw(world)
    return world


def world_without_walls(name: str, seed: int = 0) -> World:
    """Return a room as it was recorded, bounded by the box of its floor, which runs on under and behind the walls.

    It is what outlines are inferred from.
    """
    recorded = rooms_data.records(name)
    objects = {record["objectId"]: _from_record(record, seed) for record in recorded}
    position = rooms_start.start_position(recorded)
    floor = float(position[1] - rooms_start.AGENT_HEIGHT)
    everything = list(objects.values())
    if not seed:  # other seeds are other looks
        for obj in everything:
            obj.paint = paint_of(name, obj.object_type)
    bounds = rooms_structure.recorded_bounds(everything, floor)
    rooms_flat.flatten(everything, bounds)
    rooms_fronts.infer_fronts(everything, bounds)
    rooms_behind.deepen(everything)
    fixtures = rooms_build.furnish(everything, position, floor)
    rooms_flat.glaze(everything, bounds)
    rooms_sunk.bring_up(everything)
    return World(
        scene=name,
        objects=objects,
        structure=Structure([], [], [], fixtures=fixtures),
        agent=Agent(position=position),
        room_kind=rooms_data.room_kind(name),
        bounds=bounds,
        floor=floor,
    )


def make_object(world: World, object_type: str, position: Array, rotation: Array, name: str) -> SimObject:
    """Add an object of a type the room may lack, with the type's median size and flags.

    :param position: (3,) of its pivot, which is the middle of its underside
    :param rotation: (3,) Euler angles in degrees
    :raises KeyError: when there is no such object type
    """
    kind = object_types()[object_type]
    half = np.array(kind.size or (0.1, 0.1, 0.1)) / 2.0
    bounds = np.array([[-half[0], 0.0, -half[2]], [half[0], 2 * half[1], half[2]]])
    obj = SimObject(
        object_id=unique_id(world, object_type, position),
        name=name,
        object_type=object_type,
        asset_id="",
        position=np.asarray(position, dtype=np.float64),
        rotation=np.asarray(rotation, dtype=np.float64),
        box=Box(np.asarray(position, dtype=np.float64), half),
        bounds=bounds,
        flags=kind.flags & frozenset(FLAGS),
        mass=kind.mass,
        materials=kind.materials,
        variant=zlib.crc32(name.encode()),
    )
    move(obj, obj.position, obj.rotation)
    rest = surfaces.rest_height(obj, [])
    obj.surfaces = surfaces.surfaces_of(obj, rest)
    obj.parts = solids.body_parts(obj, rest)
    refresh(obj)
    world.objects[obj.object_id] = obj
    return obj


def copy_object(world: World, source: SimObject, position: Array, rotation: Array, name: str) -> SimObject:
    """Add another object like ``source`` at a pose. Its id is that of the source with a number."""
    obj = SimObject(
        object_id=_unused(world, source.object_id),
        name=name,
        object_type=source.object_type,
        asset_id=source.asset_id,
        position=np.asarray(position, dtype=np.float64),
        rotation=np.asarray(rotation, dtype=np.float64),
        box=source.box,
        bounds=source.bounds.copy(),
        parts=list(source.parts),
        front=source.front,
        surfaces=list(source.surfaces),
        flags=source.flags,
        mass=source.mass,
        materials=source.materials,
        record=source.record,
        variant=source.variant,
        paint=source.paint,
    )
    move(obj, obj.position, obj.rotation)
    world.objects[obj.object_id] = obj
    return obj


def object_id(object_type: str, position: Array) -> str:
    """Return AI2-THOR's id of an object that starts at a position: "Mug|-01.76|+00.90|-00.62"."""
    return "|".join([object_type, *(_coordinate(float(value)) for value in position)])


def unique_id(world: World, object_type: str, position: Array) -> str:
    """Return an id for a new object that no object of the world has."""
    return _unused(world, object_id(object_type, position))


def _unused(world: World, base: str) -> str:
    candidate, count = base, 1
    while candidate in world.objects:
        count += 1
        candidate = f"{base}|copy_{count}"
    return candidate


def _coordinate(value: float) -> str:
    # .NET's "+00.00;-00.00" on a single-precision number: seven digits, halves away from zero, and a
    # negative value that rounds to zero loses its sign.
    rounded = Decimal(f"{value:.7g}").quantize(Decimal("0.01"), ROUND_HALF_UP)
    if rounded == 0:
        return "00.00" if value < 0 else "+00.00"
    return f"{rounded:+06.2f}"


def _vector(values: dict[str, Any]) -> Array:
    return np.array([values["x"], values["y"], values["z"]], dtype=np.float64)


def _from_record(record: Record, seed: int) -> SimObject:
    position, rotation = _vector(record["position"]), _vector(record["rotation"])
    box, bounds = recorded_box(record)
    return SimObject(
        object_id=record["objectId"],
        name=record["name"],
        object_type=record["objectType"],
        asset_id=record["assetId"],
        position=position,
        rotation=rotation,
        box=box,
        solids=[box],
        bounds=bounds,
        flags=frozenset(flag for flag in FLAGS if record[flag]),
        mass=record["mass"],
        materials=tuple(record["salientMaterials"] or ()),
        status=_status(record),
        parents=list(record["parentReceptacles"] or ()),
        children=list(record["receptacleObjectIds"] or ()),
        controlled=list(record["controlledObjects"] or ()),
        record=record,
        variant=zlib.crc32(f"{record['name']}:{seed}".encode()),
    )


def _status(record: Record) -> ObjectStatus:
    return ObjectStatus(
        openness=record["openness"],
        is_toggled=record["isToggled"],
        is_dirty=record["isDirty"],
        fill_liquid=record["fillLiquid"],
        is_sliced=record["isSliced"],
        is_cooked=record["isCooked"],
        is_broken=record["isBroken"],
        is_used_up=record["isUsedUp"],
        temperature=record["temperature"],
    )


def recorded_box(record: Record) -> tuple[Box, Array]:
    """Return an object's upright box in the world and its bounds (2, 3) in its own frame about its position."""
    position, rotation = _vector(record["position"]), _vector(record["rotation"])
    oriented = record["objectOrientedBoundingBox"]
    if oriented:
        points = np.array(oriented["cornerPoints"])
        local = (points - position) @ rotation_matrix(rotation)
        bounds = np.array([local.min(axis=0), local.max(axis=0)])
        return posed_box(bounds, position, rotation), bounds
    aligned = record["axisAlignedBoundingBox"]
    box = _turned(_vector(aligned["center"]), _vector(aligned["size"]) / 2.0, float(rotation[1]))
    yaw_only = np.array([0.0, rotation[1], 0.0])
    local = (box.corners() - position) @ rotation_matrix(yaw_only)
    return box, np.array([local.min(axis=0), local.max(axis=0)])


def _turned(center: Array, half: Array, yaw: float) -> Box:
    """Return the box of a given yaw whose axis-aligned box is the given one, or that box if there is none."""
    c, s = abs(np.cos(np.radians(yaw))), abs(np.sin(np.radians(yaw)))
    if min(c, s) < 1e-3:
        return _quarter(center, half, yaw)
    if abs(c - s) < 0.15:  # near 45 degrees the two sides cannot be told apart
        return Box(center, half, 0.0)
    x, z = np.linalg.solve(np.array([[c, s], [s, c]]), half[[0, 2]])
    if min(x, z) <= 0.005:
        return Box(center, half, 0.0)
    return Box(center, np.array([x, half[1], z]), yaw % 360.0)


def _quarter(center: Array, half: Array, yaw: float) -> Box:
    turns = round(yaw / 90.0) % 4
    return Box(center, half[[2, 1, 0]] if turns % 2 else half, 90.0 * turns)
