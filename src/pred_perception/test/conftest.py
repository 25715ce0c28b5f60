"""A tiny world of boxes and a ray caster, so that perception is tested without a simulator."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import pytest
from numpy.typing import NDArray

from pred_core.geometry import Intrinsics, Pose2D, camera_to_map
from pred_core.objects import Attribute, ObjectMemory, Truth
from pred_core.vocabulary import within_domain
from pred_perception.detectors import OracleDetector
from pred_perception.memory_settings import MemorySettings
from pred_perception.observation import Detection, Detections, Observation
from pred_perception.pipeline import Percept, Perception

EYE = 1.575
CAMERA = Intrinsics.from_fov(150, 150, math.pi / 2.0)


@dataclass
class Thing:
    """A box with a name; ``structure`` shows in depth but is not detected."""

    class_name: str
    low: tuple[float, float, float]
    high: tuple[float, float, float]
    attributes: dict[str, bool] = field(default_factory=dict)
    structure: bool = False

    def shifted(self, x: float, y: float, z: float = 0.0) -> Thing:
        low = tuple(a + b for a, b in zip(self.low, (x, y, z), strict=True))
        high = tuple(a + b for a, b in zip(self.high, (x, y, z), strict=True))
        return Thing(self.class_name, low, high, self.attributes, self.structure)  # type: ignore[arg-type]


def cast(
    things: list[Thing], camera: Intrinsics, transform: NDArray[np.float64]
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Return planar depth and index of the thing (-1 nothing) per pixel."""
    rows, columns = np.indices((camera.height, camera.width))
    x = (columns + 0.5 - camera.cx) / camera.fx
    y = (rows + 0.5 - camera.cy) / camera.fy
    rays = np.stack([x, y, np.ones_like(x)], axis=-1) @ transform[:3, :3].T
    eye = transform[:3, 3]
    depth, owner = np.full(x.shape, 20.0), np.full(x.shape, -1)
    with np.errstate(divide="ignore", invalid="ignore"):
        for index, thing in enumerate(things):
            a, b = (np.array(thing.low) - eye) / rays, (np.array(thing.high) - eye) / rays
            near, far = np.minimum(a, b).max(axis=-1), np.maximum(a, b).min(axis=-1)
            hit = (near < far) & (near > 0.01) & (near < depth)
            depth[hit], owner[hit] = near[hit], index
    return depth.astype(np.float32), owner


def room() -> list[Thing]:
    """Floor and four walls, 6 m x 6 m around the origin."""
    parts = [
        ((-3, -3, -0.1), (3, 3, 0)),
        ((3, -3, 0), (3.1, 3, 2.5)),
        ((-3.1, -3, 0), (-3, 3, 2.5)),
        ((-3, 3, 0), (3, 3.1, 2.5)),
        ((-3, -3.1, 0), (3, -3, 2.5)),
    ]
    return [Thing("Wall", low, high, structure=True) for low, high in parts]


@dataclass
class Studio:
    """A room, a robot in it, and perception; every :meth:`look` is one observation."""

    things: dict[str, Thing] = field(default_factory=dict)
    perception: Perception = field(default_factory=lambda: Perception(OracleDetector()))
    step: int = 0
    episode: int = 1
    held: str = ""
    last_action: str = ""
    pose: Pose2D = field(default_factory=lambda: Pose2D(0.0, 0.0, 0.0))
    pitch: float = math.radians(30.0)
    camera: Intrinsics = CAMERA
    percept: Percept | None = None

    def observation(self) -> Observation:
        everything = [*room(), *self.things.values()]
        names = [""] * len(room()) + list(self.things)
        transform = camera_to_map((self.pose.x, self.pose.y, EYE), self.pose.yaw, self.pitch)
        depth, owner = cast(everything, self.camera, transform)
        labels = np.zeros(owner.shape, np.uint16)
        items = []
        for index, (name, thing) in enumerate(zip(names, everything, strict=True)):
            if not thing.structure and (owner == index).any():
                labels[owner == index] = index + 1
                truth = {k: Attribute(k, Truth.of(v)) for k, v in thing.attributes.items()}
                items.append(Detection(name, thing.class_name, index + 1, 1.0, truth))
        return Observation(
            stamp=self.step * 0.25,
            step=self.step,
            episode=self.episode,
            depth=depth,
            camera=self.camera,
            transform=transform,
            base=self.pose,
            holding=bool(self.held),
            held_detection_id=self.held,
            last_action=self.last_action,
            last_succeeded=bool(self.last_action),
            ground_truth=Detections("simulator", labels, tuple(items)),
        )

    def look(
        self, x: float | None = None, y: float | None = None, degrees: float | None = None
    ) -> ObjectMemory:
        """Go to a place, look once, and return the memory."""
        self.pose = Pose2D(
            self.pose.x if x is None else x,
            self.pose.y if y is None else y,
            self.pose.yaw if degrees is None else math.radians(degrees),
        )
        self.step += 1
        self.percept = self.perception.process(self.observation())
        return self.percept.memory

    def in_hand(self) -> tuple[float, float, float]:
        """Where the hand is: half a metre before the camera."""
        ahead = 0.5
        return (
            self.pose.x + ahead * math.cos(self.pose.yaw),
            self.pose.y + ahead * math.sin(self.pose.yaw),
            EYE - 0.35,
        )


@pytest.fixture
def studio() -> Studio:
    return Studio()


@pytest.fixture
def erring() -> Studio:
    """A studio whose memory expects the detector to err."""
    return Studio(perception=Perception(OracleDetector(), memory=MemorySettings(fallible=True)))


@pytest.fixture
def make_thing() -> type[Thing]:
    return Thing


def looking_at(eye: tuple[float, float, float], target: tuple[float, float, float]) -> NDArray[np.float64]:
    """Return 4x4, optical frame to map, of a camera at ``eye`` that looks at ``target``, its upper edge up or ahead."""
    forward = np.subtract(target, eye).astype(float)
    forward /= np.linalg.norm(forward)
    up = np.array([0.0, 0.0, 1.0]) if abs(forward[2]) < 0.95 else np.array([1.0, 0.0, 0.0])
    right = np.cross(forward, up)
    right /= np.linalg.norm(right)
    transform = np.eye(4)
    transform[:3, :3] = np.stack([right, np.cross(forward, right), forward], axis=1)
    transform[:3, 3] = eye
    return transform


@dataclass
class Bench:
    """A table, an arm's camera over it, and perception with a table's lengths; ``called`` renames what is seen."""

    things: dict[str, Thing] = field(default_factory=dict)
    perception: Perception = field(
        default_factory=lambda: Perception(OracleDetector(), memory=MemorySettings(scale=0.3))
    )
    step: int = 0
    tool: tuple[float, float, float] | None = None
    called: dict[str, str] = field(default_factory=dict)
    camera: Intrinsics = field(default_factory=lambda: Intrinsics.from_fov(320, 240, math.radians(55.0)))

    def look(
        self, eye: tuple[float, float, float], target: tuple[float, float, float] = (0.5, 0.0, 0.0)
    ) -> ObjectMemory:
        """Look once from a place over the table."""
        table = Thing("Table", (0.0, -0.6, -0.05), (1.2, 0.6, 0.0))
        named = {"table": table, **self.things}
        transform = looking_at(eye, target)
        depth, owner = cast(list(named.values()), self.camera, transform)
        items = [
            Detection(name, self.called.get(name, thing.class_name), index + 1)
            for index, (name, thing) in enumerate(named.items())
            if (owner == index).any()
        ]
        self.step += 1
        observation = Observation(
            stamp=self.step * 0.25,
            step=self.step,
            episode=1,
            depth=depth,
            camera=self.camera,
            transform=transform,
            base=Pose2D(0.0, 0.0, 0.0),
            holding=self.tool is not None,
            tool=None if self.tool is None else np.array(self.tool),
            ground_truth=Detections("simulator", (owner + 1).astype(np.uint16), tuple(items)),
        )
        return self.perception.process(observation).memory


@pytest.fixture
def bench() -> Iterator[Bench]:
    with within_domain("table"):
        yield Bench()
