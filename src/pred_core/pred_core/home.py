"""A home that is remembered: what was seen where, and when, kept over launches.

A home is a folder with plain files, ``objects.json`` and ``people.json``, that say their version. Each is written
beside the old one and put in its place when it is whole on the disk, so that neither kill -9 nor a power cut leaves
half of one. What an earlier launch saw is told as that: things move while no robot looks.
"""

from __future__ import annotations

import json
import math
import os
import re
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pred_core.objects import Attribute, ObjectMemory, ObjectState, Truth, Vector
from pred_core.people import KnownPerson, PersonError
from pred_core.plain_text import ended_well

OBJECTS, PEOPLE = "objects.json", "people.json"
DAMAGED = ".damaged"
VERSION = 1
STALE_SECONDS = 60.0
"""From which age on what was written beside the file belongs to nobody any more, s."""
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
AGAIN = "~"
"""Added to the id of what an earlier launch saw, where a thing of this one has the same id."""


class HomeError(ValueError):
    """A name that is no home's, or a file that cannot be used, with a sentence."""


@dataclass(frozen=True)
class LastSeen:
    """What is remembered: objects whose ``last_seen`` is in seconds since 1970."""

    objects: tuple[ObjectState, ...] = ()

    def as_memory(self) -> ObjectMemory:
        """Return it as an object memory."""
        return ObjectMemory(objects=self.objects)


@dataclass(frozen=True)
class Home:
    """A folder; it appears with the first thing that is kept."""

    folder: Path

    def seen(self) -> LastSeen:
        """Return what was seen; nothing where there is no file yet.

        :raises HomeError: when the file cannot be used
        """
        content = _read(self.folder / OBJECTS)
        try:
            return LastSeen(tuple(_object(one) for one in content.get("objects", ())))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise HomeError(f"{self.folder / OBJECTS} holds no objects: {ended_well(str(error))}") from error

    def keep(self, seen: LastSeen) -> None:
        """Write what was seen.

        :raises OSError: when it cannot be written
        """
        _write(self.folder / OBJECTS, {"objects": [_plain(one) for one in seen.objects]})

    def people(self) -> tuple[KnownPerson, ...]:
        """Return who was introduced here.

        :raises HomeError: when the file cannot be used
        """
        try:
            return tuple(KnownPerson.of(one) for one in _read(self.folder / PEOPLE).get("people", ()))
        except (AttributeError, TypeError, PersonError) as error:
            raise HomeError(f"{self.folder / PEOPLE} holds no people: {ended_well(str(error))}") from error

    def keep_people(self, people: Iterable[KnownPerson]) -> None:
        """Write who was introduced.

        :raises OSError: when it cannot be written
        """
        _write(self.folder / PEOPLE, {"people": [one.as_mapping() for one in people]})

    def forget(self) -> None:
        """Remove what was kept.

        :raises OSError: when it cannot be removed
        """
        (self.folder / OBJECTS).unlink()

    def set_aside(self) -> Path:
        """Keep a file that cannot be used under another name, and return that."""
        file = self.folder / OBJECTS
        aside = file.with_name(file.name + DAMAGED)
        file.replace(aside)
        return aside


def homes() -> Path:
    """Return the folder of all homes of this user: XDG's state directory."""
    state = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(state) / "pred" / "homes"


def home_of(name: str) -> Home:
    """Return the home of a name.

    :raises HomeError: when it is none
    """
    if not _NAME.fullmatch(name):
        raise HomeError(f"{name!r} is no name of a home; letters, digits, - and _ make one.")
    return Home(homes() / name)


def merged(before: LastSeen, memory: ObjectMemory, now: float) -> LastSeen:
    """Return what is known after a launch has seen something: its own objects, and what it has not seen of the others.

    Of a class as many are remembered as were seen at once: what was seen now takes the place of the nearest one of
    before, wherever that was.

    :param now: seconds since 1970 at the memory's stamp
    """
    own = [
        replace(one, last_seen=now - max(0.0, memory.stamp - one.last_seen), held=one.id == memory.held_id)
        for one in memory.objects
    ]
    rest = _unseen(before.objects, own)
    names = _new_names(rest, own, {one.id: one for one in before.objects})
    kept = [replace(one, id=names[one.id], parent_id=names.get(one.parent_id, ""), held=False) for one in rest]
    return LastSeen((*own, *kept))


def _unseen(before: Iterable[ObjectState], own: Sequence[ObjectState]) -> list[ObjectState]:
    left = list(before)
    for one in own:
        same = [other for other in left if other.class_name == one.class_name]
        if same:
            left.remove(min(same, key=lambda other: math.dist(other.center, one.center)))
    return left


def _new_names(
    rest: Sequence[ObjectState], own: Sequence[ObjectState], before: Mapping[str, ObjectState]
) -> dict[str, str]:
    """Return the ids of what stays, and of what it lies on: where that was seen again, its id of today."""
    used = {one.id for one in own}
    names: dict[str, str] = {}
    for one in rest:
        name = one.id
        while name in used:
            name += AGAIN
        used.add(name)
        names[one.id] = name
    for one in rest:
        parent = before.get(one.parent_id)
        if parent is not None and parent.id not in names:
            same = [other for other in own if other.class_name == parent.class_name]
            if same:
                names[parent.id] = min(same, key=lambda other: math.dist(other.center, parent.center)).id
    return names


def _plain(one: ObjectState) -> dict[str, Any]:
    return {
        "id": one.id,
        "class": one.class_name,
        "center": [round(value, 3) for value in one.center],
        "size": [round(value, 3) for value in one.size],
        "on": one.parent_id,
        "held": one.held,
        "seen": round(one.last_seen, 1),
        "attributes": {
            name: [a.value is Truth.TRUE, round(a.confidence, 3)]
            for name, a in one.attributes.items()
            if a.value is not Truth.UNKNOWN
        },
    }


def _object(told: Mapping[str, Any]) -> ObjectState:
    attributes = {
        name: Attribute(name, Truth.of(bool(value)), float(confidence))
        for name, (value, confidence) in told["attributes"].items()
    }
    return ObjectState(
        str(told["id"]),
        str(told["class"]),
        _vector(told["center"]),
        _vector(told["size"]),
        attributes=attributes,
        parent_id=str(told["on"]),
        held=bool(told["held"]),
        last_seen=float(told["seen"]),
    )


def _vector(values: Iterable[Any]) -> Vector:
    x, y, z = (float(value) for value in values)
    return x, y, z


def _read(file: Path) -> Mapping[str, Any]:
    """Return the content of a file, empty where there is none.

    :raises HomeError: when it is no file of a home, or of a later version
    """
    try:
        content = json.loads(file.read_text("utf-8"))
        version = content["version"]
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise HomeError(f"{file} cannot be read: {ended_well(str(error))}") from error
    if version != VERSION:
        raise HomeError(f"{file} is of version {version}; {VERSION} is known here.")
    found: Mapping[str, Any] = content
    return found


def _write(file: Path, content: Mapping[str, Any]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as part:
            json.dump({"version": VERSION, **content}, part, indent=1)
            part.write("\n")
            part.flush()
            os.fsync(part.fileno())
        Path(name).replace(file)
        for left in file.parent.glob(f".{file.name}.*"):  # of those that were killed while they wrote
            if left.stat().st_mtime < file.stat().st_mtime - STALE_SECONDS:
                left.unlink(missing_ok=True)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)  # the new name is on the disk, too
    finally:
        os.close(folder)
