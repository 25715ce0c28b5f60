"""Pictures and tool poses in a folder: a calibration can be repeated, and done where the arm is not.

``views.yaml`` has ``camera`` (fx, fy, cx, cy, width, height) and ``views``: each ``picture`` (a file beside it) and
``tool``: the place (m) and quaternion (x, y, z, w) of tool0 in base.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import yaml
from numpy.typing import NDArray
from PIL import Image
from scipy.spatial.transform import Rotation

from pred_core.geometry import Intrinsics
from ur5_driver.calibration.hand_eye import CalibrationError

LISTING = "views.yaml"


@dataclass(frozen=True)
class CalibrationShot:
    """One picture (HxWx3 rgb) and where tool0 was in base (4x4) when it was taken."""

    name: str
    picture: NDArray[np.uint8]
    tool: NDArray[np.float64]


def write_shots(folder: Path, lens: Intrinsics, shots: Sequence[CalibrationShot]) -> None:
    """Write pictures and listing; the folder is made.

    :raises CalibrationError: when it cannot be written
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        views: list[dict[str, Any]] = []
        for shot in shots:
            Image.fromarray(shot.picture).save(folder / shot.name)
            turn = Rotation.from_matrix(shot.tool[:3, :3]).as_quat()
            numbers = [float(v) for v in (*shot.tool[:3, 3], *turn)]
            views.append({"picture": shot.name, "tool": numbers})
        listing = yaml.safe_dump({"camera": asdict(lens), "views": views}, sort_keys=False)
        (folder / LISTING).write_text(listing, "utf-8")
    except OSError as error:
        raise CalibrationError(f"{folder} cannot be written: {error}") from error


def read_shots(folder: Path) -> tuple[Intrinsics, list[CalibrationShot]]:
    """Return the camera and the pictures of a folder.

    :raises CalibrationError: naming what is missing or wrong
    """
    path = folder / LISTING
    try:
        data = yaml.safe_load(path.read_text("utf-8"))
        lens = _lens(data["camera"])
        shots = [_shot(folder, view) for view in data["views"]]
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise CalibrationError(f"{path} cannot be read: {error}") from error
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise CalibrationError(f"{path} is not written as docs/calibration.md says: {error!r}") from error
    return lens, shots


def _lens(data: Any) -> Intrinsics:
    fx, fy, cx, cy = (float(data[k]) for k in ("fx", "fy", "cx", "cy"))
    return Intrinsics(fx, fy, cx, cy, int(data["width"]), int(data["height"]))


def _shot(folder: Path, view: Any) -> CalibrationShot:
    numbers = np.array([float(v) for v in view["tool"]])
    if numbers.shape != (7,) or not np.isfinite(numbers).all():
        raise ValueError(f"tool of {view['picture']} must be seven numbers")
    tool = np.eye(4)
    tool[:3, :3] = Rotation.from_quat(numbers[3:]).as_matrix()
    tool[:3, 3] = numbers[:3]
    with Image.open(folder / str(view["picture"])) as image:
        picture = np.asarray(image.convert("RGB"), dtype=np.uint8)
    return CalibrationShot(str(view["picture"]), picture, tool)
