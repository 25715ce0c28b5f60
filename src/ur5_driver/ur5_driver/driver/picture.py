"""One observation as the driver keeps it, and the pixels a skill's target means."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pred_core.geometry import Intrinsics
from pred_core.outcome import Code, Outcome
from pred_core.targets import Target, TargetKind
from ur5_driver.driver.cloud import picture_points
from ur5_driver.kinematics import Array

LEAST_PIXELS = 15
PIXEL_RADIUS = 0.03


@dataclass(frozen=True)
class Picture:
    """What the wrist camera saw while the arm stood still.

    ``rgb`` HxWx3, ``depth`` HxW m, ``tool`` tool0 and ``optical`` the camera's optical frame in base (4x4),
    ``labels`` HxW with ``instances`` label by id where a detector at the camera tells (in simulation).
    """

    step: int
    stamp: float
    rgb: NDArray[np.uint8]
    depth: NDArray[np.float32]
    camera: Intrinsics
    tool: Array
    optical: Array
    labels: NDArray[np.uint16] | None = None
    instances: dict[str, int] | None = None

    def points_of(self, mask: NDArray[np.bool_], stride: int = 1) -> Array:
        """Return the points of masked pixels in base, Nx3 m."""
        points, indices = picture_points(self.depth, self.camera, self.optical, stride)
        return np.asarray(points[mask.reshape(-1)[indices]])


def mask_of(target: Target, seen: Picture) -> tuple[Outcome, NDArray[np.bool_] | None]:
    """Return the pixels a target means, or why there are none."""
    what = target.class_name or "target"
    if target.kind is TargetKind.NONE:
        return Outcome(Code.BAD_INPUT, "This skill needs a target in the latest picture."), None
    fits = target.fits(seen.step, *seen.depth.shape)
    if not fits:
        return fits, None
    mask: NDArray[np.bool_] | None = None
    if target.mask is not None:
        mask = target.mask != 0
    elif target.kind is TargetKind.INSTANCE:
        label = (seen.instances or {}).get(target.detection_id)
        mask = None if label is None or seen.labels is None else seen.labels == label
    else:
        return _at_pixel(target, seen)
    if mask is None or int(np.count_nonzero(mask)) < LEAST_PIXELS:
        return Outcome(Code.TARGET_NOT_VISIBLE, f"The {what} is not in the latest picture: look at it."), None
    return Outcome.success(), mask


def _at_pixel(target: Target, seen: Picture) -> tuple[Outcome, NDArray[np.bool_] | None]:
    """Return what is at a pixel: its instance where one is known, else all points within 3 cm of it."""
    label = 0 if seen.labels is None else int(seen.labels[target.v, target.u])
    if label and seen.labels is not None:
        return Outcome.success(), seen.labels == label
    points, indices = picture_points(seen.depth, seen.camera, seen.optical, 1)
    at = np.flatnonzero(indices == target.v * seen.depth.shape[1] + target.u)
    if not len(at):
        return Outcome(Code.TARGET_NOT_VISIBLE, "There is no depth at that pixel: look from nearer."), None
    mask = np.zeros(seen.depth.size, dtype=bool)
    mask[indices[np.linalg.norm(points - points[at[0]], axis=1) < PIXEL_RADIUS]] = True
    return Outcome.success(), mask.reshape(seen.depth.shape)
