"""Rooms as the robot would remember them after a look round, for judging sentences."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pred_core.objects import Attribute, ObjectMemory, ObjectState, Truth
from pred_core.referring.qualities import COLOUR
from pred_language.lexicon.words import COLOURS


@dataclass(frozen=True)
class Room:
    """A remembered room: its domain, where the robot stands (x, y in metres, yaw in radians), and what is there."""

    name: str
    domain: str
    robot: tuple[float, float, float]
    memory: ObjectMemory


def read_rooms(path: Path) -> Mapping[str, Room]:
    """Return the rooms of a file by name.

    :raises ValueError: for a file that is no JSON, or an object that lacks something
    """
    return {name: _room(name, data) for name, data in json.loads(path.read_text("utf-8")).items()}


def rooms_together(files: Iterable[Path]) -> Mapping[str, Room]:
    """Return the rooms of several files by name; where a name is taken, the later room has its file's behind it."""
    rooms: dict[str, Room] = {}
    for file in files:
        for name, room in read_rooms(file).items():
            unique = name if name not in rooms else f"{name} of {file.stem}"
            rooms[unique] = replace(room, name=unique)
    return rooms


def _room(name: str, data: Mapping[str, Any]) -> Room:
    x, y, yaw = data["robot"]
    objects = tuple(_object(entry) for entry in data["objects"])
    return Room(name, data["domain"], (x, y, yaw), ObjectMemory(step=1, objects=objects))


def _object(entry: Mapping[str, Any]) -> ObjectState:
    x, y, z = entry["at"]
    width, depth, height = entry["size"]
    seen = {f"{COLOUR}{COLOURS[name]}": Truth.TRUE for name in entry.get("colour", ())}
    for key, truth in (("is", Truth.TRUE), ("not", Truth.FALSE)):
        seen |= dict.fromkeys(entry.get(key, ()), truth)
    return ObjectState(
        id=entry["id"],
        class_name=entry["id"].rpartition("_")[0],
        center=(x, y, z),
        size=(width, depth, height),
        parent_id=entry.get("on", ""),
        attributes={name: Attribute(name, truth, 0.9) for name, truth in seen.items()},
    )
