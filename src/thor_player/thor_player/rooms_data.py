"""The recorded rooms: object metadata of the 120 iTHOR floor plans, from the data files of the procthor wheel.

The recording is one 43 MB file. The first use cuts it into one small file per room in the user's cache folder.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
import os
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

Record = dict[str, Any]

_DATABASE = "databases/ai2thor-object-metadata.json"
_GROUPS = {"kitchens": 0, "living_rooms": 200, "bedrooms": 300, "bathrooms": 400}
_KINDS = {0: "Kitchen", 2: "LivingRoom", 3: "Bedroom", 4: "Bathroom"}
_EXTRACT = 1


class UnknownScene(ValueError):
    """There is no room of that name; the message lists what there is."""


class RoomDataMissing(RuntimeError):
    """The recorded rooms are not installed."""


def scenes() -> list[str]:
    """Return the names of the 120 rooms: FloorPlan1-30, 201-230, 301-330, 401-430."""
    return [f"FloorPlan{base + i}" for base in _GROUPS.values() for i in range(1, 31)]


def canonical(scene: str) -> str:
    """Return a scene's plain name ("FloorPlan7_physics" is "FloorPlan7").

    :raises UnknownScene: when there is no such room
    """
    name = scene.removesuffix("_physics")
    if name not in _known():
        raise UnknownScene(unknown_scene_message(scene))
    return name


def unknown_scene_message(scene: str) -> str:
    """Return the sentence for a scene that does not exist."""
    return (
        f"There is no room '{scene}'. Rooms are FloorPlan1-30 (kitchens), FloorPlan201-230 (living rooms), "
        "FloorPlan301-330 (bedrooms) and FloorPlan401-430 (bathrooms)."
    )


def number(scene: str) -> int:
    """Return the number in a scene's name."""
    return int(canonical(scene).removeprefix("FloorPlan"))


def room_kind(scene: str) -> str:
    """Return Kitchen, LivingRoom, Bedroom or Bathroom."""
    return _KINDS[number(scene) // 100]


def records(scene: str) -> list[Record]:
    """Return the recorded metadata of a room's objects.

    :raises UnknownScene: when there is no such room
    :raises RoomDataMissing: when procthor's data files are not installed
    """
    path = _cache_folder() / f"{canonical(scene)}.json"
    if not path.is_file():
        _extract(path.parent)
    data: list[Record] = json.loads(path.read_text("utf-8"))
    return data


@cache
def _known() -> frozenset[str]:
    return frozenset(scenes())


def _cache_folder() -> Path:
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "pred" / "rooms" / f"{_procthor_version()}-{_EXTRACT}"


def _procthor_version() -> str:
    try:
        return importlib.metadata.version("procthor")
    except importlib.metadata.PackageNotFoundError as missing:
        raise RoomDataMissing(
            "The package 'procthor', whose data files hold the rooms, is not installed."
        ) from missing


def _database() -> Path:
    # procthor itself is not imported: it pulls in far more than its data files need.
    spec = importlib.util.find_spec("procthor")
    places = list(spec.submodule_search_locations or ()) if spec else []
    if not places:
        raise RoomDataMissing("The package 'procthor', whose data files hold the rooms, is not installed.")
    return Path(places[0]) / _DATABASE


def _extract(folder: Path) -> None:
    database = json.loads(_database().read_text("utf-8"))
    folder.mkdir(parents=True, exist_ok=True)
    for group, base in _GROUPS.items():
        for index, room in enumerate(database[group], start=1):
            _write(folder / f"FloorPlan{base + index}.json", json.dumps(room, separators=(",", ":")))


def _write(path: Path, text: str) -> None:
    # A reader must never see half a file: write beside it, then rename.
    handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=".part")
    with os.fdopen(handle, "w", encoding="utf-8") as stream:
        stream.write(text)
    Path(temporary).replace(path)
