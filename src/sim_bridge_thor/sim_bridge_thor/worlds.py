"""Loading a world, a scene and a task's layout, through ordinary AI2-THOR actions, as an ALFRED or TEACh client does.

Recorded layouts name objects as another build did, so their poses are matched to this room's objects by type.
"""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pred_core.geometry import Pose2D
from pred_core.plain_text import ended_well
from sim_bridge_thor.changes import Change, ChangeError, Changer, parse_changes
from sim_bridge_thor.faults import Fault, FaultError, parse_faults
from sim_bridge_thor.frames import point_to_unity, yaw_to_unity
from sim_bridge_thor.histories import HistoryError, PastAction, Redoer, parse_history
from sim_bridge_thor.thor_client import PERSON, Simulator

Metadata = Mapping[str, Any]

RENAMED_TYPES = {"Glassbottle": "Bottle"}
"""Types of older builds by their name in AI2-THOR 5.0.0."""

PLACE_TOLERANCE = 0.3
"""How far in metres an object may settle from its recorded place without a note."""

KEEPING_SECONDS = 1e6
"""Time to reach room temperature that no episode lasts as long as."""

_DIRTY_AND_EMPTY: tuple[dict[str, Any], ...] = (
    {"action": "SetStateOfAllObjects", "StateChange": "CanBeDirty", "forceAction": True},
    {"action": "SetStateOfAllObjects", "StateChange": "CanBeFilled", "forceAction": False},
)

_COPY_SUFFIXES = ("(Clone)", "(Copy)")


class LayoutError(ValueError):
    """A layout that cannot be read, with a sentence that says what is wrong."""


@dataclass(frozen=True)
class Layout:
    """What to set up after a reset.

    The first four fields are ALFRED's; ``random_spawn`` shuffles the room with the seed, ``duplicates`` says how
    many objects of a type there are then, ``changes`` alter single objects, at once or later in the episode, and
    ``history`` is what was done before.
    ``faults`` are what is to go wrong (:mod:`sim_bridge_thor.faults`).
    """

    object_poses: tuple[Mapping[str, Any], ...] = ()
    object_toggles: tuple[Mapping[str, Any], ...] = ()
    dirty_and_empty: bool = False
    init_action: Mapping[str, Any] = field(default_factory=dict)
    random_spawn: bool = False
    duplicates: Mapping[str, int] = field(default_factory=dict)
    keep_temperature: bool = False
    changes: tuple[Change, ...] = ()
    history: tuple[PastAction, ...] = ()
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True)
class LoadedWorld:
    """The last action of the set-up, its event, and what of the layout could not be honoured."""

    action: dict[str, Any]
    event: Any
    notes: tuple[str, ...]


def parse_layout(text: str) -> Layout:
    """Return the layout of a JSON text ('' = as the scene is).

    :raises LayoutError: naming what is wrong
    """
    if not text.strip():
        return Layout()
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise LayoutError(ended_well(f"The layout is not JSON: {error}")) from error
    if not isinstance(data, dict):
        raise LayoutError("The layout must be a JSON object.")
    unknown = sorted(set(data) - set(Layout.__dataclass_fields__))
    if unknown:
        known = ", ".join(Layout.__dataclass_fields__)
        raise LayoutError(f"The layout has unknown keys {', '.join(unknown)}. Known: {known}.")
    for pose in data.get("object_poses", ()):
        _check_pose(pose)
    if data.get("init_action"):
        teleport_action(data["init_action"])
    try:
        changes = parse_changes(data.get("changes", []))
        history = parse_history(data.get("history", []))
        faults = parse_faults(data.get("faults", []))
    except (ChangeError, FaultError, HistoryError) as error:
        raise LayoutError(str(error)) from error
    return Layout(
        object_poses=tuple(data.get("object_poses", ())),
        object_toggles=tuple(data.get("object_toggles", ())),
        dirty_and_empty=bool(data.get("dirty_and_empty", False)),
        init_action=dict(data.get("init_action") or {}),
        random_spawn=bool(data.get("random_spawn", False)),
        duplicates=_counts(data.get("duplicates", {})),
        keep_temperature=bool(data.get("keep_temperature", False)),
        changes=changes,
        history=history,
        faults=faults,
    )


def _counts(data: Any) -> dict[str, int]:
    if not isinstance(data, dict) or not all(isinstance(n, int) and n > 0 for n in data.values()):
        raise LayoutError(f"duplicates must be numbers of objects by type: {str(data)[:80]}.")
    return {str(kind): count for kind, count in data.items()}


def _check_pose(pose: Any) -> None:
    if (
        not isinstance(pose, dict)
        or not {"position", "rotation"} <= set(pose)
        or not {"type", "name"} & set(pose)
    ):
        raise LayoutError(
            f"An entry of object_poses needs name or type, position and rotation: {str(pose)[:80]}."
        )
    for key in ("position", "rotation"):
        values = pose[key]
        if not isinstance(values, dict) or not all(_finite(values.get(axis)) for axis in "xyz"):
            raise LayoutError(
                f"An entry of object_poses has a {key} that is not {{x, y, z}}: {str(pose)[:80]}."
            )


def _finite(value: Any) -> bool:
    return isinstance(value, (int, float)) and math.isfinite(value)


def load_world(
    simulator: Simulator, scene: str, layout: Layout, seed: int, person: Pose2D | None = None
) -> LoadedWorld:
    """Reset the simulator to a scene, known to be there, and set a layout up.

    :param person: where the figure of a person stands, in map; None: nobody is there
    :raises PlayerLost: when the player ends meanwhile
    """
    event = simulator.reset(scene)
    action: dict[str, Any] = {"action": "Initialize"}
    notes: list[str] = []
    if person is not None:
        event, note = _place_person(simulator, person, event.metadata)
        notes += note
    poses, missing = match_poses(event.metadata["objects"], layout.object_poses)
    notes += missing
    for action in _set_up(layout, poses, seed):
        event = simulator.step(action)
        if not event.metadata["lastActionSuccess"]:
            notes.append(f"{action['action']}: {event.metadata['errorMessage']}")
    notes += misplaced(event.metadata["objects"], layout.object_poses)
    changer = Changer(simulator, event)
    notes += filter(None, (changer.make(change) for change in layout.changes if not change.after))
    redoer = Redoer(simulator, changer.event)
    notes += redoer.redo(layout.history)
    event = redoer.event
    if layout.init_action:
        action, event, note = _place_agent(simulator, layout.init_action)
        notes += note
    return LoadedWorld(action, event, tuple(notes))


def _set_up(layout: Layout, poses: Sequence[Mapping[str, Any]], seed: int) -> Iterable[dict[str, Any]]:
    """Yield the actions in ALFRED's order: toggles, dirt, places. The agent comes later, once all is in place."""
    if layout.keep_temperature:
        yield {"action": "SetTemperatureDecayTime", "decayTime": KEEPING_SECONDS}
    if layout.random_spawn or layout.duplicates:
        counts = [{"objectType": kind, "count": count} for kind, count in layout.duplicates.items()]
        spawn = {"action": "InitialRandomSpawn", "randomSeed": seed, "placeStationary": True}
        yield {**spawn, "numDuplicatesOfType": counts} if counts else spawn
    if layout.object_toggles:
        yield {"action": "SetObjectToggles", "objectToggles": [dict(t) for t in layout.object_toggles]}
    if layout.dirty_and_empty:
        yield from _DIRTY_AND_EMPTY
    if poses:
        yield {"action": "SetObjectPoses", "objectPoses": list(poses), "placeStationary": True}
    if poses and layout.dirty_and_empty:
        yield from _DIRTY_AND_EMPTY  # copies that the layout makes are to be as dirty as what they are copies of


def _place_agent(simulator: Simulator, init: Mapping[str, Any]) -> tuple[dict[str, Any], Any, list[str]]:
    action = teleport_action(init)
    event = simulator.step(action)
    if event.metadata["lastActionSuccess"]:
        return action, event, []
    reason = str(event.metadata["errorMessage"]).split("\n", maxsplit=1)[0]
    forced = {**action, "forceAction": True}
    event = simulator.step(forced)
    if event.metadata["lastActionSuccess"]:
        return forced, event, [f"The start pose was taken by force: {reason}"]
    return forced, event, [f"The start pose could not be taken: {reason}"]


def _place_person(simulator: Simulator, pose: Pose2D, robot: Metadata) -> tuple[Any, list[str]]:
    """Stand the figure of a person, AI2-THOR's second agent, in the room, and return the robot's event after that."""
    height = robot["agent"]["position"]["y"]
    stand = {"position": point_to_unity((pose.x, pose.y, 0.0), height), "horizon": 0.0, "standing": True}
    turn = {"rotation": {"x": 0.0, "y": yaw_to_unity(pose.yaw), "z": 0.0}}
    event = simulator.step({"action": "TeleportFull", **stand, **turn, "agentId": PERSON, "forceAction": True})
    notes = []
    if not event.metadata["lastActionSuccess"]:
        notes.append(f"The person's figure does not stand where it should: {event.metadata['errorMessage']}")
    return simulator.step({"action": "Pass"}), notes


def teleport_action(init: Mapping[str, Any]) -> dict[str, Any]:
    """Return ALFRED's init_action (x, y, z, rotation, horizon) as a TeleportFull of AI2-THOR 5.0.0.

    :raises LayoutError: naming what is missing
    """
    try:
        place = {axis: float(init[axis]) for axis in "xyz"}
        yaw, horizon = float(init["rotation"]), float(init["horizon"])
    except (KeyError, TypeError, ValueError) as error:
        raise LayoutError(f"init_action needs numbers x, y, z, rotation and horizon: {error!r}.") from error
    return {
        "action": "TeleportFull",
        "position": place,
        "rotation": {"x": 0.0, "y": yaw, "z": 0.0},
        "horizon": horizon,
        "standing": True,
    }


def match_poses(
    objects: Iterable[Metadata], poses: Iterable[Mapping[str, Any]]
) -> tuple[list[dict[str, Any]], list[str]]:
    """Return poses under this room's object names, and notes on those that no object can take.

    Of each type the recorded names are handed to the room's objects, the nearest to any recorded place first; where a
    layout has more names than the room has objects, one is used for several (the simulator then copies it).
    """
    room: dict[str, list[Metadata]] = defaultdict(list)
    for entry in objects:
        if entry["pickupable"] or entry["moveable"]:
            room[entry["objectType"]].append(entry)
    wanted: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for pose in poses:
        wanted[_type_of(pose)].append(pose)
    matched: list[dict[str, Any]] = []
    notes: list[str] = []
    for kind, entries in wanted.items():
        if not room[kind]:
            notes.append(f"The scene has no {kind}: {len(entries)} recorded place(s) left out.")
            continue
        names = _names_for(entries, room[kind])
        matched += [
            {"objectName": names[_key(p)], "position": dict(p["position"]), "rotation": dict(p["rotation"])}
            for p in entries
        ]
    return matched, notes


def misplaced(objects: Iterable[Metadata], poses: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return notes on recorded places near which no object of their type lies; see :data:`PLACE_TOLERANCE`."""
    there: dict[str, list[Metadata]] = defaultdict(list)
    for entry in objects:
        there[entry["objectType"]].append(entry)
    notes = []
    for pose in poses:
        kind = _type_of(pose)
        gap = min((_gap(pose, entry) for entry in there[kind]), default=0.0)
        if gap > PLACE_TOLERANCE:
            notes.append(f"The nearest {kind} lies {gap:.2f} m from one of its recorded places.")
    return notes


def _type_of(pose: Mapping[str, Any]) -> str:
    kind = str(pose.get("type") or str(pose["name"]).split("_")[0])
    return RENAMED_TYPES.get(kind, kind)


def _key(pose: Mapping[str, Any]) -> str:
    return str(pose.get("name") or pose["type"])


def _names_for(poses: Sequence[Mapping[str, Any]], objects: Sequence[Metadata]) -> dict[str, str]:
    recorded = list(dict.fromkeys(_key(p) for p in poses))
    own = {_base_name(o): o for o in objects}
    names = {key: key for key in recorded if key in own}
    pairs = sorted(
        (_gap(pose, entry), recorded.index(_key(pose)), name)
        for pose in poses
        for name, entry in own.items()
        if _key(pose) not in names and name not in names.values()
    )
    for _, index, name in pairs:
        if recorded[index] not in names and name not in names.values():
            names[recorded[index]] = name
    spare = list(own)
    for index, key in enumerate(recorded):
        names.setdefault(key, spare[index % len(spare)])
    return names


def _base_name(entry: Metadata) -> str:
    name = str(entry["name"])
    for suffix in _COPY_SUFFIXES:
        name = name.split(suffix, maxsplit=1)[0]
    return name


def _gap(pose: Mapping[str, Any], entry: Metadata) -> float:
    return math.dist([pose["position"][k] for k in "xyz"], [entry["position"][k] for k in "xyz"])
