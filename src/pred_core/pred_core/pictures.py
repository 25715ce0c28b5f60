"""One observation as the driver keeps it, and the pixels a skill's target means."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pred_core.geometry import Intrinsics, unproject
from pred_core.outcome import Code, Outcome
from pred_core.targets import Target, TargetKind

Array = NDArray[np.float64]
Span = tuple[float, float]

NEAR, FAR = 0.06, 1.6
LEAST_PIXELS = 15
PIXEL_RADIUS = 0.03


@dataclass(frozen=True)
class Picture:
    """What a camera at the gripper saw while the robot stood still.

    ``rgb`` HxWx3, ``depth`` HxW m, ``tool`` the gripper's and ``optical`` the camera's optical frame in the robot's
    fixed frame (4x4), ``labels`` HxW with ``instances`` label by id where a detector at the camera tells (in
    simulation), ``span`` the depths that count, m.
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
    span: Span = (NEAR, FAR)

    def points_of(self, mask: NDArray[np.bool_], stride: int = 1) -> Array:
        """Return the points of masked pixels in the fixed frame, Nx3 m."""
        points, indices = picture_points(self.depth, self.camera, self.optical, stride, self.span)
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


def seen_earlier(target: Target, pictures: Iterable[Picture], *, beside: bool = False) -> Array:
    """Return the points of a target's masks in earlier pictures, in the fixed frame, Nx3 m.

    Pictures that are not kept any more, and masks of another size, tell nothing.

    :param beside: the points of all else in these pictures instead
    """
    by_step = {picture.step: picture for picture in pictures}
    found = [np.zeros((0, 3))]
    for step, mask in target.earlier:
        picture = by_step.get(step)
        if picture is not None and picture.depth.shape == mask.shape:
            near, far = picture.span
            with np.errstate(invalid="ignore"):
                measured = ((mask == 0) == beside) & (picture.depth > near) & (picture.depth < far)
            found.append(unproject(picture.depth, picture.camera, picture.optical)[measured].astype(np.float64))
    return np.concatenate(found)


def _at_pixel(target: Target, seen: Picture) -> tuple[Outcome, NDArray[np.bool_] | None]:
    """Return what is at a pixel: its instance where one is known, else all points within 3 cm of it."""
    label = 0 if seen.labels is None else int(seen.labels[target.v, target.u])
    if label and seen.labels is not None:
        return Outcome.success(), seen.labels == label
    points, indices = picture_points(seen.depth, seen.camera, seen.optical, 1, seen.span)
    at = np.flatnonzero(indices == target.v * seen.depth.shape[1] + target.u)
    if not len(at):
        return Outcome(Code.TARGET_NOT_VISIBLE, "There is no depth at that pixel: look from nearer."), None
    mask = np.zeros(seen.depth.size, dtype=bool)
    mask[indices[np.linalg.norm(points - points[at[0]], axis=1) < PIXEL_RADIUS]] = True
    return Outcome.success(), mask.reshape(seen.depth.shape)


def picture_points(
    depth: NDArray[np.float32], camera: Intrinsics, optical: Array, stride: int = 2, span: Span = (NEAR, FAR)
) -> tuple[Array, NDArray[np.intp]]:
    """Return the valid points of a depth image in the fixed frame, Nx3 m, and their flat pixel indices.

    :param depth: HxW planar depth, m
    :param optical: 4x4, the camera's optical frame in the fixed one
    :param span: depths that count, m
    """
    points = unproject(depth, camera, optical)
    keep = np.zeros(depth.shape, dtype=bool)
    keep[::stride, ::stride] = True
    keep &= np.isfinite(depth) & (depth > span[0]) & (depth < span[1])
    keep &= ~_flying(depth)
    indices = np.flatnonzero(keep)
    return points.reshape(-1, 3)[indices].astype(np.float64), indices


def _flying(depth: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Mark pixels at depth edges, where sensors average front and back."""
    clean = np.nan_to_num(depth, nan=0.0, posinf=0.0, neginf=0.0)
    jump = np.zeros(depth.shape, dtype=bool)
    across = np.abs(np.diff(clean, axis=1)) > 0.02
    down = np.abs(np.diff(clean, axis=0)) > 0.02
    jump[:, 1:] |= across
    jump[:, :-1] |= across
    jump[1:] |= down
    jump[:-1] |= down
    return jump
