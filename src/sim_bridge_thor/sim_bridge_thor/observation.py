"""What the robot measures after one step, taken out of one of ai2thor's events. No ROS here."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from pred_core.geometry import Intrinsics, Pose2D
from pred_core.outcome import Outcome
from sim_bridge_thor.frames import Vector, floor_of, point_to_map, pose_to_map

SECONDS_PER_STEP = 0.25
MAX_LABEL = 65535


@dataclass(frozen=True)
class Instance:
    """One object in the picture, by the simulator's own masks.

    ``label`` is its value in :attr:`Observation.labels`; ``box`` its (x, y, width, height) in pixels.
    """

    id: str
    class_name: str
    label: int
    box: tuple[int, int, int, int]
    attributes: Mapping[str, bool]


@dataclass(frozen=True)
class Observation:
    """One observation: images of one size, top row first, and the robot's state, all of the same moment.

    ``rgb`` HxWx3 uint8; ``depth`` HxW float32, planar metres; ``labels`` HxW uint16, 0 = nothing the simulator
    names; poses in map, metres and radians; ``camera`` is the camera's place in map; ``stamp`` simulated seconds;
    ``anonymous``: nobody is told what the simulator calls the thing in the hand.
    """

    step: int
    episode: int
    rgb: NDArray[np.uint8]
    depth: NDArray[np.float32]
    labels: NDArray[np.uint16]
    instances: tuple[Instance, ...]
    intrinsics: Intrinsics
    base: Pose2D
    camera: Vector
    camera_pitch: float
    held_id: str = ""
    last_action: str = ""
    last_outcome: Outcome = field(default_factory=Outcome.success)
    actions: int = 0
    failures: int = 0
    anonymous: bool = False

    @property
    def stamp(self) -> float:
        """Simulated time in seconds."""
        return self.step * SECONDS_PER_STEP

    def instance(self, detection_id: str) -> Instance | None:
        """Return the instance of that id if it is in the picture."""
        return next((i for i in self.instances if i.id == detection_id), None)

    def by_label(self, label: int) -> Instance | None:
        """Return the instance drawn with that label."""
        return next((i for i in self.instances if i.label == label), None)


@dataclass(frozen=True)
class Progress:
    """The counters and the last outcome that go into an observation."""

    step: int
    episode: int
    last_action: str = ""
    last_outcome: Outcome = field(default_factory=Outcome.success)
    actions: int = 0
    failures: int = 0


def attributes_of(entry: Mapping[str, Any]) -> dict[str, bool]:
    """Return the visible attributes of an object's metadata; those its type cannot have are left out."""
    known: dict[str, bool] = {}
    for flag, name, key in (
        ("canFillWithLiquid", "filled", "isFilledWithLiquid"),
        ("toggleable", "on", "isToggled"),
        ("openable", "open", "isOpen"),
        ("sliceable", "sliced", "isSliced"),
        ("cookable", "cooked", "isCooked"),
        ("breakable", "broken", "isBroken"),
        ("canBeUsedUp", "used_up", "isUsedUp"),
    ):
        if entry[flag]:
            known[name] = bool(entry[key])
    if entry["dirtyable"]:
        known["clean"] = not entry["isDirty"]
    if entry["objectType"] == "StoveBurner":  # switched by its knob, so not toggleable itself
        known["on"] = bool(entry["isToggled"])
    if entry["objectType"].endswith("Sliced"):
        known["sliced"] = True
    if entry["pickupable"]:
        known["hot"] = entry["temperature"] == "Hot"
        known["cold"] = entry["temperature"] == "Cold"
    return known


class Labeller:
    """Turns the simulator's colour-coded instance image into labels that stay the same for an episode."""

    def __init__(self) -> None:
        self._labels = np.zeros(1 << 24, dtype=np.uint16)
        self._names: list[str] = [""]
        self._of_colour: dict[int, str] = {}

    def name(self, label: int) -> str:
        """Return the object id of a label ('' for 0)."""
        return self._names[label]

    def label(self, ids: NDArray[np.uint32], colours: Mapping[str, Any]) -> NDArray[np.uint16]:
        """Return HxW labels of an HxW image of colours packed as 0xAABBGGRR.

        :param colours: object id -> [r, g, b]
        """
        for name, (red, green, blue) in colours.items():
            key = red | green << 8 | blue << 16
            if self._of_colour.get(key) != name:
                self._learn(key, name)
        return np.asarray(self._labels[ids & np.uint32(0xFFFFFF)], dtype=np.uint16)

    def _learn(self, key: int, name: str) -> None:
        self._of_colour[key] = name
        if len(self._names) <= MAX_LABEL:
            self._labels[key] = len(self._names)
            self._names.append(name)


def instances_of(
    labels: NDArray[np.uint16], labeller: Labeller, objects: Mapping[str, Mapping[str, Any]]
) -> tuple[Instance, ...]:
    """Return the objects in a label image, in label order.

    :param objects: metadata by object id
    """
    found: list[Instance] = []
    for index, window in enumerate(ndimage.find_objects(labels)):
        if window is None:
            continue
        label = index + 1
        entry = objects.get(labeller.name(label))
        if entry is None:
            continue
        rows, columns = window
        box = (columns.start, rows.start, columns.stop - columns.start, rows.stop - rows.start)
        found.append(Instance(entry["objectId"], entry["objectType"], label, box, attributes_of(entry)))
    return tuple(found)


def observe(event: Any, labeller: Labeller, progress: Progress) -> Observation:
    """Return the observation an event holds.

    :param event: ai2thor's event with frame, depth_frame and instance masks
    """
    metadata = event.metadata
    masks = event.instance_masks
    labels = labeller.label(masks.instance_segmentation_frame_uint32, masks.instance_colors)
    objects = {entry["objectId"]: entry for entry in metadata["objects"]}
    agent = metadata["agent"]
    height, width = labels.shape
    inventory = metadata["inventoryObjects"]
    return Observation(
        step=progress.step,
        episode=progress.episode,
        rgb=event.frame,
        depth=event.depth_frame,
        labels=labels,
        instances=instances_of(labels, labeller, objects),
        intrinsics=Intrinsics.from_fov(width, height, math.radians(metadata["fov"])),
        base=pose_to_map(agent),
        camera=point_to_map(metadata["cameraPosition"], floor_of(agent["position"]["y"])),
        camera_pitch=math.radians(agent["cameraHorizon"]),
        held_id=inventory[0]["objectId"] if inventory else "",
        last_action=progress.last_action,
        last_outcome=progress.last_outcome,
        actions=progress.actions,
        failures=progress.failures,
    )
