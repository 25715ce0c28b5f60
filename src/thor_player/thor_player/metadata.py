"""The state of the world as AI2-THOR 5.0.0 reports it after every action.

What depends only on an object's own pose and state is kept per object until its version changes; what depends on the
agent (distance, visibility) is filled in each time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .crowd import name_of
from .hand import hand_position, hand_rotation
from .model import Array, Box, SimObject, World
from .packing import ObjectEntry
from .solids_pose import corners_of, rotation_matrix
from .state import PlayerState

Json = dict[str, Any]


@dataclass
class ObjectBook:
    """The metadata of objects, kept between steps."""

    _kept: dict[str, tuple[SimObject, int, ObjectEntry]] = field(default_factory=dict)

    def entries(self, state: PlayerState, seen: Mapping[str, int]) -> list[Json]:
        """Return the metadata of all objects that are listed, in the world's order."""
        here_x, here_y, here_z = state.agent.position.tolist()
        chosen = state.object_filter
        if len(self._kept) > 2 * len(state.world.objects):
            self._kept.clear()  # most are of rooms that were left
        found: list[Json] = []
        for obj in state.world.objects.values():
            if not is_listed(obj) or (chosen is not None and obj.object_id not in chosen):
                continue
            entry = self._entry(obj)
            visible = obj.object_id in seen
            entry["visible"] = visible
            entry["isInteractable"] = visible
            place = entry["position"]
            x, y, z = place["x"] - here_x, place["y"] - here_y, place["z"] - here_z
            entry["distance"] = (x * x + y * y + z * z) ** 0.5
            found.append(entry)
        return found

    def _entry(self, obj: SimObject) -> ObjectEntry:
        kept = self._kept.get(obj.object_id)
        if kept is not None and kept[0] is obj and kept[1] == obj.version:
            return kept[2]
        entry = ObjectEntry(describe(obj))
        self._kept[obj.object_id] = (obj, obj.version, entry)
        return entry


def is_listed(obj: SimObject) -> bool:
    """Tell whether metadata names an object: it exists, or its pieces do."""
    return obj.status.active or obj.in_pieces()


def describe(obj: SimObject) -> Json:
    """Return an object's metadata, as if nobody saw it."""
    status, can = obj.status, obj.can
    return {
        "name": obj.name,
        "position": xyz(obj.position),
        "rotation": xyz(obj.rotation),
        "visible": False,
        "isInteractable": False,
        "receptacle": can("receptacle"),
        "toggleable": can("toggleable"),
        "isToggled": status.is_toggled,
        "breakable": can("breakable"),
        "isBroken": status.is_broken,
        "canFillWithLiquid": can("canFillWithLiquid"),
        "isFilledWithLiquid": status.fill_liquid is not None,
        "fillLiquid": status.fill_liquid,
        "dirtyable": can("dirtyable"),
        "isDirty": status.is_dirty,
        "canBeUsedUp": can("canBeUsedUp"),
        "isUsedUp": status.is_used_up,
        "cookable": can("cookable"),
        "isCooked": status.is_cooked,
        "temperature": status.temperature,
        "isHeatSource": can("isHeatSource"),
        "isColdSource": can("isColdSource"),
        "sliceable": can("sliceable"),
        "isSliced": status.is_sliced,
        "openable": can("openable"),
        "isOpen": status.is_open,
        "openness": float(status.openness),
        "pickupable": can("pickupable"),
        "isPickedUp": status.is_picked_up,
        "moveable": can("moveable"),
        "mass": float(obj.mass),
        "salientMaterials": list(obj.materials) or None,
        "receptacleObjectIds": list(obj.children) if can("receptacle") else None,
        "distance": 0.0,
        "objectType": obj.object_type,
        "objectId": obj.object_id,
        "assetId": obj.asset_id,
        "parentReceptacles": list(obj.parents) or None,
        "controlledObjects": list(obj.controlled) or obj.record.get("controlledObjects"),
        "isMoving": False,
        "axisAlignedBoundingBox": aligned_box(obj.box, *(obj.solids if status.is_open else ())),
        "objectOrientedBoundingBox": _oriented_box(obj),
    }


def agent_metadata(state: PlayerState, objects: list[Json], colors: list[Json] | None) -> Json:
    """Return the metadata of the acting agent."""
    agent, bounds = state.agent, state.world.bounds
    held = state.held()
    eye = agent.camera_position()
    return {
        "objects": objects,
        "isSceneAtRest": True,
        "agent": {
            "name": name_of(state.acting),
            "position": xyz(agent.position),
            "rotation": xyz((0.0, agent.yaw, 0.0)),
            "cameraHorizon": float(agent.horizon),
            "isStanding": agent.standing,
            "inHighFrictionArea": False,
        },
        "heldObjectPose": _hand_pose(state),
        "arm": None,
        "fov": float(state.settings.field_of_view),
        "cameraPosition": xyz(
            eye if not state.map_view else bounds.center + np.array([0.0, bounds.half[1], 0.0])
        ),
        "cameraOrthSize": float(max(bounds.half[0], bounds.half[2])) if state.map_view else -1.0,
        "thirdPartyCameras": third_party_cameras(state),
        "collided": bool(state.body.collided),
        "collidedObjects": list(state.body.collided),
        "inventoryObjects": [{"objectId": held.object_id, "objectType": held.object_type}] if held else [],
        "sceneName": f"{state.world.scene}_physics",
        "screenWidth": state.width,
        "screenHeight": state.height,
        "depthFormat": "Meters",
        "colors": colors,
        "flatSurfacesOnGrid": [],
        "distances": [],
        "normals": [],
        "isOpenableGrid": [],
        "segmentedObjectIds": [],
        "objectIdsInBox": [],
        "actionIntReturn": 0,
        "actionFloatReturn": 0.0,
        "actionStringsReturn": [],
        "actionFloatsReturn": [],
        "actionVector3sReturn": [],
        "visibleRange": None,
        "currentTime": float(state.world.time),
        "sceneBounds": _scene_bounds(state.world),
        **answer_metadata(state),
    }


def answer_metadata(state: PlayerState) -> Json:
    """Return how the acting agent's last action ended, without the world."""
    outcome = state.body.outcome
    return {
        "agentId": state.acting,
        "lastAction": outcome.action,
        "errorMessage": outcome.message,
        "errorCode": outcome.code,
        "lastActionSuccess": outcome.success,
        "actionReturn": outcome.value,
    }


def third_party_cameras(state: PlayerState) -> list[Json]:
    """Return the entries of the third-party cameras."""
    return [
        {
            "thirdPartyCameraId": index,
            "position": xyz(camera.position),
            "rotation": xyz(camera.rotation),
            "fieldOfView": float(camera.fov),
        }
        for index, camera in enumerate(state.cameras)
    ]


def aligned_box(*boxes: Box) -> Json:
    """Return the axis-aligned box around boxes."""
    corners = np.concatenate([box.corners() for box in boxes])
    low, high = corners.min(axis=0), corners.max(axis=0)
    return {
        "cornerPoints": corners_of(np.array([high, low])).tolist(),
        "center": xyz((low + high) / 2.0),
        "size": xyz(high - low),
    }


def _scene_bounds(world: World) -> Json:
    """Return the box around the room, made once."""
    kept = world.settings.get("_scene_bounds")
    if kept is None or kept[0] is not world.bounds:
        kept = (world.bounds, aligned_box(world.bounds))
        world.settings["_scene_bounds"] = kept
    made: Json = kept[1]
    return made


def xyz(values: Array | tuple[float, float, float]) -> Json:
    """Return {x, y, z}."""
    return {"x": float(values[0]), "y": float(values[1]), "z": float(values[2])}


def _oriented_box(obj: SimObject) -> Json | None:
    if not obj.is_loose or (
        obj.record and obj.record.get("objectOrientedBoundingBox") is None
    ):
        return None
    corners = corners_of(obj.bounds) @ rotation_matrix(obj.rotation).T + obj.position
    return {"cornerPoints": corners.tolist()}


def _hand_pose(state: PlayerState) -> Json:
    held = state.held()
    eye = state.agent.camera_position()
    position = hand_position(state) if held is None else held.position
    rotation = np.array([state.agent.horizon, state.agent.yaw, 0.0]) if held is None else held.rotation
    local = hand_rotation(state).T @ (position - eye)
    turned = (rotation - np.array([state.agent.horizon, state.agent.yaw, 0.0])) % 360.0
    return {
        "position": xyz(position),
        "rotation": xyz(rotation % 360.0),
        "localPosition": xyz(local),
        "localRotation": xyz(turned),
    }
