"""Where the wrist camera sits on the flange: the one file that driver, table world and hand-eye calibration share."""

from __future__ import annotations

import math
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

import numpy as np
import yaml
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

Array = NDArray[np.float64]

OPTICAL_IN_LINK: Array = np.array(
    [[0.0, 0.0, 1.0, 0.0], [-1.0, 0.0, 0.0, 0.0], [0.0, -1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]]
)
"""camera_color_optical_frame (x right, y down, z forward) in camera_link (x forward, y left, z up)."""


class MountError(ValueError):
    """A file that does not say where the camera sits, with a sentence that says why."""


@dataclass(frozen=True)
class CameraMount:
    """The pose of camera_link in tool0: metres, and roll, pitch, yaw about fixed axes in radians."""

    xyz: tuple[float, float, float]
    rpy: tuple[float, float, float]

    @property
    def link_in_tool(self) -> Array:
        """camera_link in tool0, 4x4."""
        transform = np.eye(4)
        transform[:3, :3] = Rotation.from_euler("xyz", self.rpy).as_matrix()
        transform[:3, 3] = self.xyz
        return transform

    @property
    def optical_in_tool(self) -> Array:
        """camera_color_optical_frame in tool0, 4x4."""
        return self.link_in_tool @ OPTICAL_IN_LINK

    @classmethod
    def from_optical(cls, transform: Array) -> CameraMount:
        """Return the mount with the optical frame at a transform, 4x4 in tool0."""
        link = transform @ OPTICAL_IN_LINK.T
        x, y, z = (float(v) for v in link[:3, 3])
        roll, pitch, yaw = (float(v) for v in Rotation.from_matrix(link[:3, :3]).as_euler("xyz"))
        return cls((x, y, z), (roll, pitch, yaw))


def read_mount(path: Path | None = None) -> CameraMount:
    """Return the mount a file describes, by default the one that comes along.

    :raises MountError: when there is no such file, or it does not describe a mount
    """
    source = (
        path if path is not None else resources.files("ur5_description").joinpath("data/wrist_camera.yaml")
    )
    try:
        data = yaml.safe_load(source.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise MountError(f"the camera's mount {source} cannot be read: {error}") from error
    if not isinstance(data, dict) or (data.get("parent"), data.get("child")) != ("tool0", "camera_link"):
        raise MountError(f"{source} must have parent: tool0 and child: camera_link")
    return CameraMount(_triple(data, "xyz", str(source)), _triple(data, "rpy", str(source)))


def _triple(data: dict[str, object], key: str, source: str) -> tuple[float, float, float]:
    values = data.get(key)
    if not isinstance(values, list) or len(values) != 3:
        raise MountError(f"{source}: {key} must be a list of three numbers")
    numbers = [float(v) for v in values if isinstance(v, (int, float)) and not isinstance(v, bool)]
    if len(numbers) != 3 or not all(math.isfinite(v) for v in numbers):
        raise MountError(f"{source}: {key} must be a list of three numbers")
    return numbers[0], numbers[1], numbers[2]


def mount_yaml(mount: CameraMount, remarks: tuple[str, ...] = ()) -> str:
    """Return the file's text for a mount; remarks become comments at its top."""
    lines = [*(f"# {remark}" for remark in remarks), "parent: tool0", "child: camera_link"]
    lines.append(f"xyz: [{', '.join(f'{v:.6f}' for v in mount.xyz)}]  # m")
    lines.append(f"rpy: [{', '.join(f'{v:.8f}' for v in mount.rpy)}]  # rad, fixed axes")
    return "\n".join(lines) + "\n"
