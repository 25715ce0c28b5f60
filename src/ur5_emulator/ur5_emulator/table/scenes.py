"""Scene files: what stands where, what is to be done, and when it is done (docs/ur5_table.md)."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from ur5_emulator.table.kinds import CANS, CORNER_COLOURS, KINDS

MODULES = ("", "DTA", "OHV", "APM", "ASR")
RELATIONS = ("on", "in", "at", "under")
"""How a thing may be held; ``at`` is on or in."""
HELD_BY = ("on", "in", "under")


class SceneError(ValueError):
    """A scene that cannot be used, with a sentence that says where and why."""


@dataclass(frozen=True)
class SceneThing:
    """One object of a scene as written: lengths in m, angles in degrees.

    ``at`` is in map, or relative to the middle of the thing that holds it. Things of one ``group`` swap places from
    seed to seed. ``chance`` is how often it is there at all.
    """

    id: str
    kind: str
    at: tuple[float, float]
    yaw: float = 0.0
    jitter: tuple[float, float, float] = (0.0, 0.0, 0.0)
    top: str = ""
    colour: str = ""
    upside_down: bool = False
    relation: str = ""
    holder: str = ""
    group: str = ""
    chance: float = 1.0


@dataclass(frozen=True)
class SceneCondition:
    """One condition of a goal: so many things of these kinds in that relation to a receptacle of that kind.

    ``receptacle`` is a kind or a thing's id. With ``each`` it must hold for every one of the kind, else for all of
    them taken together.
    """

    kinds: tuple[str, ...]
    relation: str
    receptacle: str
    at_least: int = 1
    at_most: int | None = None
    each: bool = False


@dataclass(frozen=True)
class Scene:
    """A scene file's contents."""

    name: str
    instruction: str
    about: str
    description: str
    things: tuple[SceneThing, ...]
    goal: tuple[SceneCondition, ...]
    dialogue: tuple[str, ...] = ()


def scene_names() -> list[str]:
    """Return the names of the scenes that come along."""
    folder = resources.files("ur5_emulator").joinpath("data/scenes")
    return sorted(item.name.removesuffix(".json") for item in folder.iterdir() if item.name.endswith(".json"))


def read_scene(name: str) -> Scene:
    """Return a scene that comes along, or the one in a file.

    :param name: a name (``lab``) or a path that ends in .json
    :raises SceneError: when there is no such scene or the file does not describe one
    """
    if name.endswith(".json"):
        source: Any = Path(name)
    elif name in scene_names():
        source = resources.files("ur5_emulator").joinpath(f"data/scenes/{name}.json")
    else:
        raise SceneError(
            f"There is no scene {name!r}. There are: {', '.join(scene_names())}; or give a .json file."
        )
    try:
        data = json.loads(source.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise SceneError(f"The scene {name} cannot be read: {error}") from error
    return parse_scene(data, Path(name).stem)


def parse_scene(data: Any, name: str) -> Scene:
    """Return the scene that decoded JSON describes.

    :raises SceneError: naming the object or condition and what is wrong with it
    """
    fields = _Fields(data, f"scene {name}")
    things = tuple(_thing(item, index, name) for index, item in enumerate(fields.list_of("objects")))
    scene = Scene(
        name=name,
        instruction=fields.text("instruction"),
        about=fields.choice("about", MODULES, ""),
        description=fields.text("description", ""),
        things=things,
        goal=tuple(_condition(item, index, name) for index, item in enumerate(fields.list_of("goal"))),
        dialogue=tuple(str(line) for line in fields.list_of("dialogue", optional=True)),
    )
    fields.finish()
    _check(scene)
    return scene


def _thing(data: Any, index: int, scene: str) -> SceneThing:
    fields = _Fields(data, f"scene {scene}, object {index + 1}")
    identity = fields.text("id")
    fields.where = f"scene {scene}, object {identity}"
    relation, holder = "", ""
    for word in HELD_BY:
        if word in fields.data:
            if holder:
                raise SceneError(f"{fields.where}: only one of on, in, under")
            relation, holder = word, fields.text(word)
    kind = fields.choice("type", tuple(KINDS))
    thing = SceneThing(
        id=identity,
        kind=kind,
        at=(0.0, 0.0) if holder and "at" not in fields.data else fields.pair("at"),
        yaw=fields.number("yaw", 0.0),
        jitter=fields.triple("jitter"),
        top=fields.choice("top", CANS, kind) if kind in CANS else "",
        colour=fields.choice("colour", CORNER_COLOURS) if kind == "Corner" else "",
        upside_down=fields.flag("upside_down") if kind == "RedCup" else False,
        relation=relation,
        holder=holder,
        group=fields.text("group", ""),
        chance=fields.number("chance", 1.0),
    )
    fields.finish()
    return thing


def _condition(data: Any, index: int, scene: str) -> SceneCondition:
    fields = _Fields(data, f"scene {scene}, goal {index + 1}")
    kinds = fields.take("type")
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if not isinstance(kinds, list) or not kinds or any(kind not in KINDS for kind in kinds):
        raise SceneError(f"{fields.where}: type must be one of {', '.join(KINDS)}, or a list of these")
    most = fields.take("at_most", None)
    if most is not None and (not isinstance(most, int) or isinstance(most, bool) or most < 0):
        raise SceneError(f"{fields.where}: at_most must be a whole number")
    condition = SceneCondition(
        kinds=tuple(kinds),
        relation=fields.choice("relation", RELATIONS),
        receptacle=fields.text("receptacle"),
        at_least=int(fields.number("at_least", 0 if most is not None else 1)),
        at_most=most,
        each=fields.flag("each"),
    )
    fields.finish()
    return condition


def _check(scene: Scene) -> None:
    ids = [thing.id for thing in scene.things]
    for thing in scene.things:
        where = f"scene {scene.name}, object {thing.id}"
        if ids.count(thing.id) > 1 or thing.id in KINDS or "/" in thing.id:
            raise SceneError(f"{where}: ids must differ from each other and from types, and have no /")
        if not 0.0 < thing.chance <= 1.0:
            raise SceneError(f"{where}: chance must be over 0 and at most 1")
        if thing.holder:
            _check_holder(scene, thing, where)
    for index, condition in enumerate(scene.goal):
        if condition.receptacle not in {*KINDS, *ids}:
            raise SceneError(
                f"scene {scene.name}, goal {index + 1}: receptacle {condition.receptacle!r} is neither a type nor an id"
            )


def _check_holder(scene: Scene, thing: SceneThing, where: str) -> None:
    holder = next((other for other in scene.things if other.id == thing.holder), None)
    if holder is None:
        raise SceneError(f"{where}: there is no object {thing.holder!r}")
    if holder.holder or thing.relation not in KINDS[holder.kind].holds:
        raise SceneError(f"{where}: nothing can be {thing.relation} {holder.id}")
    if holder.kind == "RedCup" and holder.upside_down is not (thing.relation == "under"):
        raise SceneError(f"{where}: things are under a cup that is upside_down, and in one that is not")
    if holder.chance < 1.0 or holder.group:
        raise SceneError(
            f"{where}: {holder.id} must always be there and stay in its place (no chance, no group)"
        )


_MISSING = object()


class _Fields:
    """The fields of a JSON object, taken one by one; what is left at the end is a mistake."""

    def __init__(self, data: Any, where: str) -> None:
        if not isinstance(data, Mapping):
            raise SceneError(f"{where}: must be a JSON object {{...}}")
        self.data = dict(data)
        self.where = where

    def finish(self) -> None:
        if self.data:
            raise SceneError(f"{self.where}: does not know {', '.join(sorted(map(str, self.data)))}")

    def take(self, key: str, default: Any = _MISSING) -> Any:
        value = self.data.pop(key, default)
        if value is _MISSING:
            raise SceneError(f"{self.where}: {key} is missing")
        return value

    def text(self, key: str, default: Any = _MISSING) -> str:
        value = self.take(key, default)
        if not isinstance(value, str) or (default is _MISSING and not value.strip()):
            raise SceneError(f"{self.where}: {key} must be a text")
        return value

    def choice(self, key: str, choices: tuple[str, ...], default: Any = _MISSING) -> str:
        value = self.text(key, default)
        if value not in choices:
            raise SceneError(
                f"{self.where}: {key} {value!r} is not one of {', '.join(filter(None, choices))}"
            )
        return value

    def number(self, key: str, default: Any = _MISSING) -> float:
        return self._number(self.take(key, default), key)

    def _number(self, value: Any, key: str) -> float:
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
            raise SceneError(f"{self.where}: {key} must be made of numbers")
        return float(value)

    def flag(self, key: str) -> bool:
        value = self.take(key, False)
        if not isinstance(value, bool):
            raise SceneError(f"{self.where}: {key} must be true or false")
        return value

    def list_of(self, key: str, *, optional: bool = False) -> list[Any]:
        value = self.take(key, [] if optional else _MISSING)
        if not isinstance(value, list):
            raise SceneError(f"{self.where}: {key} must be a list")
        return value

    def _numbers(self, value: Any, key: str, count: int) -> list[float]:
        if not isinstance(value, list) or len(value) != count:
            raise SceneError(f"{self.where}: {key} must be a list of {count} numbers")
        return [self._number(item, key) for item in value]

    def pair(self, key: str) -> tuple[float, float]:
        x, y = self._numbers(self.take(key), key, 2)
        return x, y

    def triple(self, key: str) -> tuple[float, float, float]:
        x, y, z = self._numbers(self.take(key, [0.0, 0.0, 0.0]), key, 3)
        return x, y, z
