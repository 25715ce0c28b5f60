"""What the robot saw and measured at one step, as arrays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pred_core.geometry import Intrinsics, Pose2D
from pred_core.objects import Attribute
from pred_perception.label_windows import Window, windows_of


@dataclass(frozen=True)
class Detection:
    """One instance a detector found. ``id`` means something for its own frame only.

    ``score`` is how likely class and mask are right, ``thing`` how likely the mask is one thing, whatever its class;
    ``may_be`` are the classes it may be with the detector's share of each, empty if it says no more than the class;
    ``whole``: not cut off by two edges of the picture or more, where little can be said of what it is.
    """

    id: str
    class_name: str
    label: int
    score: float = 1.0
    attributes: Mapping[str, Attribute] = field(default_factory=dict)
    thing: float = 1.0
    may_be: Mapping[str, float] = field(default_factory=dict)
    whole: bool = True


@dataclass(frozen=True)
class Detections:
    """All instances of one frame. ``labels`` is HxW: 0 background, else a detection's ``label``."""

    detector: str
    labels: NDArray[np.uint16]
    items: tuple[Detection, ...] = ()

    @cached_property
    def windows(self) -> list[Window | None]:
        """Rows and columns of each label from 1 on; None where no pixel has it."""
        return windows_of(self.labels)


@dataclass(frozen=True)
class Observation:
    """One primitive step's measurements, all of the same stamp.

    ``depth`` is HxW planar metres registered to ``colour`` (HxWx3 rgb, absent if no detector needs it);
    ``transform`` is 4x4, optical frame to map; ``last_action`` led here and, by the robot's word, succeeded or not;
    ``tool`` is where the gripper holds things, (3,) metres in map, None where the robot does not say.
    """

    stamp: float
    step: int
    episode: int
    depth: NDArray[np.float32]
    camera: Intrinsics
    transform: NDArray[np.float64]
    base: Pose2D
    holding: bool = False
    held_detection_id: str = ""
    tool: NDArray[np.float64] | None = None
    colour: NDArray[np.uint8] | None = None
    ground_truth: Detections | None = None
    last_action: str = ""
    last_succeeded: bool = False

    @property
    def camera_position(self) -> NDArray[np.float64]:
        """Where the camera is in map, (3,) metres."""
        return np.asarray(self.transform[:3, 3])
