"""One arm's own kinematics: the file that the manufacturer's `ur_calibration` writes, as labs have it for each arm.

No two arms are alike: each is measured at the factory, and its controller computes with what was found. With the
published lengths alone the flange is some millimetres from where the controller takes it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import yaml
from scipy.spatial.transform import Rotation

from ur5_description.kinematics import ArmModel, Array, forward, link_frames

LINKS = ("shoulder", "upper_arm", "forearm", "wrist_1", "wrist_2", "wrist_3")
FARTHEST = 0.02
"""How far a link's origin, or the flange at zero, may be from the published one, m: more is another make of arm."""
BEYOND = 1e-6
"""A length (m) or twist (rad) that is none."""

_WORD = (1 << 64) - 1
_MURMUR, _SEED = 0xC6A4A7935BD1E995, 0xC70F6907


class CalibrationError(ValueError):
    """A file that does not hold an arm's kinematics, with a sentence that says why."""


def calibrated(arm: ArmModel, path: Path) -> ArmModel:
    """Return an arm with a file's ``kinematics``: of each link x, y, z, roll, pitch, yaw, and their ``hash``.

    :raises CalibrationError: when there is no such file, it lacks something, or it is of another make of arm
    """
    try:
        data = yaml.safe_load(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise CalibrationError(f"the calibration {path} cannot be read: {error}") from error
    links = data.get("kinematics") if isinstance(data, dict) else None
    if not isinstance(links, dict):
        raise CalibrationError(f"{path} has no kinematics: it is to be what ur_calibration writes")
    origins = np.array([_origin(links.get(name), name, path) for name in LINKS])
    published = np.array(link_frames(arm, (0.0,) * 6))
    off = np.linalg.norm(origins[:, :3, 3] - published[:, :3, 3], axis=1)
    if float(off.max()) > FARTHEST:
        link = LINKS[int(off.argmax())]
        raise CalibrationError(
            f"{path} is not of a {arm.name}: its {link} is {100.0 * off.max():.1f} cm from the published place"
        )
    return replace(arm, origins=origins, calibration=str(links.get("hash", "")))


@dataclass(frozen=True)
class DhRows:
    """An arm's links as its controller tells them: angles (rad), lengths and offsets (m), twists (rad), six each."""

    theta: tuple[float, ...]
    a: tuple[float, ...]
    d: tuple[float, ...]
    alpha: tuple[float, ...]

    @property
    def hash(self) -> str:
        """What `ur_calibration` names them by."""
        return hash_of(self.theta, self.d, self.a, self.alpha)

    def of(self, arm: ArmModel) -> ArmModel:
        """Return an arm with these links; as it is where they are the published ones, or another make's.

        So is one with a length or twist beyond the last axis, which links that turn about their axes have no place for.
        """
        if abs(self.a[5]) > BEYOND or abs(self.alpha[5]) > BEYOND:
            return arm
        origins, beyond = np.empty((6, 4, 4)), np.eye(4)
        for k, (theta, a, d, alpha) in enumerate(zip(self.theta, self.a, self.d, self.alpha, strict=True)):
            origins[k] = beyond @ _turned("z", theta, (0.0, 0.0, d))
            beyond = _turned("x", alpha, (a, 0.0, 0.0))
        if np.allclose(origins, link_frames(arm, (0.0,) * 6), atol=BEYOND):
            return arm
        own = replace(arm, origins=origins, calibration=self.hash)
        off = float(np.linalg.norm((forward(own, (0.0,) * 6) - forward(arm, (0.0,) * 6))[:3, 3]))
        return own if off <= FARTHEST else arm


def _turned(axis: str, angle: float, along: tuple[float, float, float]) -> Array:
    transform = np.eye(4)
    transform[:3, :3] = Rotation.from_euler(axis, angle).as_matrix()
    transform[:3, 3] = along
    return transform


def _origin(values: Any, name: str, path: Path) -> Array:
    """Return a link's 4x4 in the one before it."""
    numbers = (
        [values.get(key) for key in ("x", "y", "z", "roll", "pitch", "yaw")]
        if isinstance(values, dict)
        else []
    )
    if len(numbers) != 6 or not all(isinstance(v, (int, float)) and math.isfinite(v) for v in numbers):
        raise CalibrationError(f"{path}: kinematics of {name} must have x, y, z, roll, pitch and yaw")
    origin = np.eye(4)
    origin[:3, :3] = Rotation.from_euler("xyz", numbers[3:]).as_matrix()
    origin[:3, 3] = numbers[:3]
    return origin


def hash_of(theta: Sequence[float], d: Sequence[float], a: Sequence[float], alpha: Sequence[float]) -> str:
    """Return what `ur_calibration` names kinematics by, of six angles (rad), offsets and lengths (m), twists (rad).

    It hashes their digits, as a C++ stream writes them, by the standard library's own function.
    """
    rows = zip(theta, d, a, alpha, strict=True)
    return f"calib_{_standard_hash(''.join(f'{value:g}' for row in rows for value in row).encode())}"


def _standard_hash(data: bytes) -> int:
    """Return std::hash of a string as GCC's standard library has it on 64 bits: MurmurHash64A with its seed."""
    mixed = (_SEED ^ len(data) * _MURMUR) & _WORD
    whole = len(data) // 8 * 8
    for at in range(0, whole, 8):
        part = _shifted(int.from_bytes(data[at : at + 8], "little") * _MURMUR & _WORD) * _MURMUR & _WORD
        mixed = (mixed ^ part) * _MURMUR & _WORD
    if whole < len(data):
        mixed = (mixed ^ int.from_bytes(data[whole:], "little")) * _MURMUR & _WORD
    return _shifted(_shifted(mixed) * _MURMUR & _WORD)


def _shifted(value: int) -> int:
    return value ^ value >> 47
