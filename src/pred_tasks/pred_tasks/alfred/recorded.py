"""Recorded human tasks (ALFRED's format): what they want, and what their worlds hold at the start."""

from __future__ import annotations

import ast
import collections
import gzip
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from pred_core.objects import ObjectMemory, ObjectState
from pred_core.vocabulary import group, object_types
from pred_language.meaning.grounding import Encoder, Grounder, shares
from pred_tasks.furniture import stand_ins

PARTS = ("dev", "check", "dev", "held-out")
FIRST_ROOM = {"kitchens": 1, "living_rooms": 201, "bedrooms": 301, "bathrooms": 401}
"""Number of the first room of each kind in the recorded data."""
SLACK = 0.03
"""How far in metres beside a recorded receptacle's box an object may lie and still be on it."""
CARRIED_SIZE = (0.1, 0.1, 0.1)
HIGHEST = 0.3
"""How far in metres an object's centre may be above the surface that it lies on."""


@dataclass(frozen=True)
class Goal:
    """What a task of the file wants, by ALFRED's definitions."""

    task_type: str
    target: str
    sliced: bool
    movable: str
    destination: str
    toggle: str
    places: tuple[str, ...] = ()
    """The types that stand for the destination in this build of the room."""

    @classmethod
    def of(cls, task: Mapping[str, Any]) -> Goal:
        """Return the goal of one line of a task file."""
        goal = task["goal"]
        return cls(
            task["task_type"],
            goal["object_target"],
            bool(goal["object_sliced"]),
            goal["mrecep_target"],
            goal["parent_target"],
            goal["toggle_target"],
            stand_ins(goal["parent_target"], known_types(task)),
        )

    def accepts(self, destination: str) -> bool:
        """Tell whether a destination is the recorded one, by its name of then or of today."""
        return destination in (self.destination, *self.places)


def part_of(task: Mapping[str, Any]) -> str:
    """Return the part a task belongs to by the hash of its id.

    Rules and words are tuned on ``dev`` (a half); the faults of ``check`` (a quarter) were read once, to find what was
    missing; no list of the faults of ``held-out`` (a quarter) is to be read.
    """
    return PARTS[hashlib.sha1(str(task["task_id"]).encode()).digest()[0] % 4]


def load(path: Path) -> list[dict[str, Any]]:
    """Return the tasks of a JSON-lines file, plain or packed (``.gz``), without what the recorded expert did."""
    return [_without_expert(task) for task in records(path)]


def records(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the lines of a JSON-lines file, plain or packed (``.gz``), as they are."""
    with (
        gzip.open(path, "rt", encoding="utf-8")
        if path.suffix == ".gz"
        else path.open(encoding="utf-8") as lines
    ):
        for line in lines:
            if line.strip():
                yield json.loads(line)


def _without_expert(task: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in task.items() if not key.startswith("expert_")}


@dataclass(frozen=True)
class Receptacle:
    """A fixed receptacle of a recorded room: its type and its axis-aligned box (centre, size; x, y up, z; metres)."""

    name: str
    centre: tuple[float, float, float]
    size: tuple[float, float, float]

    def gap(self, position: Mapping[str, float]) -> float | None:
        """Return how far above or below the surface a position is, 0 inside a closed box, None when it is not here."""
        beside = max(
            abs(position["x"] - self.centre[0]) - self.size[0] / 2.0,
            abs(position["z"] - self.centre[2]) - self.size[2] / 2.0,
        )
        top, bottom = self.centre[1] + self.size[1] / 2.0, self.centre[1] - self.size[1] / 2.0
        if beside > SLACK:
            return None
        if object_types()[self.name].can("openable"):
            return 0.0 if bottom <= position["y"] <= top else None
        on_it = bottom - SLACK <= position["y"] <= top + HIGHEST
        return round(abs(position["y"] - top), 2) if on_it else None

    @property
    def volume(self) -> float:
        """Volume of the box in m^3."""
        return self.size[0] * self.size[1] * self.size[2]


@cache
def _rooms() -> Mapping[str, list[Mapping[str, Any]]]:
    try:
        path = resources.files("procthor").joinpath("databases/ai2thor-object-metadata.json")
    except ModuleNotFoundError:
        return {}
    recorded = json.loads(path.read_text("utf-8"))
    return {
        f"FloorPlan{first + index}": objects
        for kind, first in FIRST_ROOM.items()
        for index, objects in enumerate(recorded[kind])
    }


@cache
def _fixed(floor_plan: str) -> tuple[Receptacle, ...]:
    """Return the receptacles of a room that are not carried about; none when the procthor data is not installed."""
    found = []
    for entry in _rooms().get(floor_plan, ()):
        kind = object_types().get(entry["objectType"])
        if kind is None or not entry["receptacle"] or kind.can("pickupable") or kind.name in group("floors"):
            continue
        box = entry["axisAlignedBoundingBox"]
        box = ast.literal_eval(box) if isinstance(box, str) else box  # recorded in both ways
        centre, size = box["center"], box["size"]
        found.append(
            Receptacle(kind.name, (centre["x"], centre["y"], centre["z"]), (size["x"], size["y"], size["z"]))
        )
    return tuple(found)


def known_types(task: Mapping[str, Any]) -> frozenset[str]:
    """Return the types present in a task's room: what the task places, and what of the recorded room is not carried."""
    recorded = {entry["objectType"] for entry in _rooms().get(task["floor_plan"], ())}
    fixed = {n for n in recorded if n in object_types() and not object_types()[n].can("pickupable")}
    return frozenset(fixed | {pose["type"] for pose in task["object_poses"]})


def remembered(task: Mapping[str, Any]) -> ObjectMemory:
    """Return the things that a task places and the furniture that was recorded, where they are (map: x, z, height).

    The recorded tasks tell no sizes of what is carried: each is taken for as large as a cup.
    """
    fixed = _fixed(task["floor_plan"])
    names = [f"{receptacle.name}_{index}" for index, receptacle in enumerate(fixed)]
    found = [
        ObjectState(name, receptacle.name, _upright(receptacle.centre), _upright(receptacle.size))
        for name, receptacle in zip(names, fixed, strict=True)
    ]
    for index, pose in enumerate(task["object_poses"], len(fixed)):
        at = pose["position"]
        below = _below(at, fixed)
        found.append(
            ObjectState(
                f"{pose['type']}_{index}",
                pose["type"],
                (at["x"], at["z"], at["y"]),
                CARRIED_SIZE,
                parent_id="" if below is None else names[below],
            )
        )
    return ObjectMemory(objects=tuple(found))


def _upright(lengths: tuple[float, float, float]) -> tuple[float, float, float]:
    """Return x, y up, z as x, z, y up."""
    return lengths[0], lengths[2], lengths[1]


def _below(position: Mapping[str, float], fixed: Sequence[Receptacle]) -> int | None:
    """Return which receptacle a position is on or in: the nearest below or above, of several the smallest."""
    near = [
        (gap, receptacle.volume, receptacle.name, index)
        for index, receptacle in enumerate(fixed)
        if (gap := receptacle.gap(position)) is not None
    ]
    return min(near)[3] if near else None


def parents(task: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return (type, type of the receptacle it lies on or '') of each object that a task places.

    By the boxes of the recorded room; the same as in the simulator for 92 % of the objects of 420 tasks. What stands
    in the room for good (a toaster on the counter) is where it was recorded.
    """
    return _parents(task, remembered(task))


def _parents(task: Mapping[str, Any], seen: ObjectMemory) -> list[tuple[str, str]]:
    """Return the same of a task whose things are remembered: the furniture, and then what the task places."""
    below = {state.id: state.class_name for state in seen.objects}
    placed = seen.objects[len(_fixed(task["floor_plan"])) :]
    return [*_standing(task["floor_plan"]), *((state.class_name, below.get(state.parent_id, "")) for state in placed)]


@cache
def _standing(floor_plan: str) -> tuple[tuple[str, str], ...]:
    """Return (type, type of the receptacle it stands on) of each thing of a room that no task moves."""
    found = []
    for entry in _rooms().get(floor_plan, ()):
        kind = object_types().get(entry["objectType"])
        if kind is None or kind.can("pickupable"):
            continue
        below = {str(name).partition("|")[0] for name in entry.get("parentReceptacles") or ()}
        found.append((kind.name, min(below & object_types().keys() - group("floors"), default="")))
    return tuple(found)


def burning(task: Mapping[str, Any]) -> Mapping[str, float]:
    """Return, for each type that can be switched on, the share of its instances that are on at the start."""
    found: dict[str, list[bool]] = {}
    for entry in _rooms().get(task["floor_plan"], ()):
        if entry.get("toggleable") and entry["objectType"] in object_types():
            found.setdefault(entry["objectType"], []).append(bool(entry["isToggled"]))
    for change in task["object_toggles"]:
        name = change["objectType"]
        found[name] = [bool(change["isOn"])] * len(found.get(name, [True]))
    return {name: sum(states) / len(states) for name, states in found.items()}


def grounder(task: Mapping[str, Any], encoder: Encoder | None) -> Grounder:
    """Return the chooser among meanings for one who has seen all of a task's world."""
    seen = remembered(task)
    pairs = _parents(task, seen)
    counts = collections.Counter(name for name, _ in pairs)
    return Grounder(known_types(task), encoder, shares(pairs), counts, burning(task), memory=seen)


def chosen(tasks: Iterable[Mapping[str, Any]], parts: Iterable[str]) -> list[Mapping[str, Any]]:
    """Return the tasks of some parts."""
    wanted = frozenset(parts)
    return [task for task in tasks if part_of(task) in wanted]
