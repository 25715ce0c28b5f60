"""Rooms of our own, furnished from a list: the lab and the kitchen of CAPE's robot demonstration (section IV-B)."""

from __future__ import annotations

import json
import random
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spot_emulator.world.own_rooms import names, read
from thor_player import solids, surfaces
from thor_player.model import Agent, Box, SimObject, World
from thor_player.rooms import make_object
from thor_player.rooms_structure import CEILING, around, structure
from thor_player.settling import settle
from thor_player.solids_pose import move, refresh
from thor_player.state import PlayerState, load

_EYE = 0.9009992
_ABOVE = 0.01  # metres above its surface where a thing is let down
_THICK = 0.02


def load_room(scene: str, seed: int) -> PlayerState:
    """Return a room of our own, or one of the player's.

    :raises thor_player.rooms_data.UnknownScene: when there is no such room
    """
    if scene not in names():
        return load(scene, seed)
    return _furnished(scene, json.loads(read(scene)), seed)


def _furnished(scene: str, spec: dict[str, Any], seed: int) -> PlayerState:
    """Return the room of a list. Places are in the map: metres, degrees; sizes width, height, depth."""
    ahead, across = (float(v) / 2.0 for v in spec["size"])
    bounds = Box(np.array([0.0, CEILING / 2.0, 0.0]), np.array([across, CEILING / 2.0, ahead]))
    x, y, yaw = spec["start"]
    world = World(
        scene=scene,
        objects={},
        structure=structure(around(bounds), 0.0, bounds.top, zlib.crc32(f"{scene}:{seed}".encode())),
        agent=Agent(position=np.array([-y, _EYE, x]), yaw=-yaw % 360.0),
        room_kind=spec["kind"],
        bounds=bounds,
    )
    _add(world, "Floor", "floor", [0.0, 0.0], -_THICK, 0.0, [2.0 * across, _THICK, 2.0 * ahead], seed)
    for entry in spec["furniture"]:
        _add(world, entry["type"], entry["name"], entry["at"], 0.0, entry["yaw"], entry.get("size"), seed)
    for entry in shuffled(spec["things"], seed):
        thing = _add(world, entry["type"], entry["name"], entry["at"], entry["on"] + _ABOVE, 0.0, None, seed)
        settle(world, thing)
    for obj in world.objects.values():
        obj.home = obj.stand()
    return PlayerState(world, seed=seed)


def shuffled(things: list[dict[str, Any]], seed: int) -> list[dict[str, Any]]:
    """Return things with their places, those on surfaces of one height changed by seed; 0: as they are written."""
    if seed == 0:
        return things
    places: dict[float, list[list[float]]] = {}
    for entry in things:
        places.setdefault(entry["on"], []).append(entry["at"])
    for found in places.values():
        random.Random(seed).shuffle(found)
    return [{**entry, "at": places[entry["on"]].pop()} for entry in things]


def _add(
    world: World,
    kind: str,
    name: str,
    at: list[float],
    height: float,
    yaw: float,
    size: list[float] | None,
    seed: int,
) -> SimObject:
    position: NDArray[np.float64] = np.array([-at[1], height, at[0]])
    obj = make_object(world, kind, position, np.array([0.0, -yaw % 360.0, 0.0]), name)
    obj.variant = zlib.crc32(f"{name}:{seed}".encode())
    if not obj.can("pickupable"):
        obj.front = 0.0
    if size is not None:
        half = np.array(size) / 2.0
        obj.bounds = np.array([[-half[0], 0.0, -half[2]], [half[0], size[1], half[2]]])
    move(obj, obj.position, obj.rotation)
    rest = surfaces.rest_height(obj, [])
    obj.surfaces = surfaces.surfaces_of(obj, rest)
    obj.parts = solids.body_parts(obj, rest)
    refresh(obj)
    return obj
