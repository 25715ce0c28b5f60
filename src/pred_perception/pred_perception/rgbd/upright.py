"""Any camera's picture as the encoder is given it: square and of its size, upright, with all of it in view.

The encoder has learnt from one camera: 300x300 pixels, 90 degrees, never rolled. Another one's picture is turned by
quarters until up is up, resized until its longer side fits, and padded. Its rays and what is up go along, so that
places and sizes stay true. That what is seen is then larger than that camera showed it at its distance does no harm:
in held-out rooms more was found so than in a picture of the learnt focal length, in which it was smaller.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from pred_core.geometry import Intrinsics
from pred_perception.rgbd.encoder import SIDE

GREY = 128
"""The colour beside the picture. Black was worse: it looks like a thing."""
STEEP = 0.95
"""Part of up along the camera's axis from which a picture has no upright way, and is not turned."""


@dataclass(frozen=True)
class Upright:
    """``rgb`` (SIDE, SIDE, 3), ``depth`` (SIDE, SIDE) metres, the camera that sees so, and up in its optical frame."""

    rgb: NDArray[np.uint8]
    depth: NDArray[np.float32]
    camera: Intrinsics
    up: NDArray[np.float64]
    quarters: int
    place: tuple[slice, slice]
    shape: tuple[int, int]

    def forth(self, labels: NDArray[np.uint16]) -> NDArray[np.uint16]:
        """Return the labels of the camera's own pixels as those of this picture, 0 beside it."""
        own = np.rot90(labels, self.quarters)
        out = np.zeros((SIDE, SIDE), labels.dtype)
        rows, columns = (part.stop - part.start for part in self.place)
        out[self.place] = own[np.ix_(_nearest(rows, self.shape[0]), _nearest(columns, self.shape[1]))]
        return out

    def back(self, labels: NDArray[np.uint16]) -> NDArray[np.uint16]:
        """Return the labels of this picture's pixels as those of the camera's own picture."""
        own = labels[self.place]
        rows, columns = _nearest(self.shape[0], own.shape[0]), _nearest(self.shape[1], own.shape[1])
        return np.ascontiguousarray(np.rot90(own[np.ix_(rows, columns)], -self.quarters))


def upright(
    rgb: NDArray[np.uint8], depth: NDArray[np.float32], camera: Intrinsics, up: NDArray[np.float64]
) -> Upright:
    """Return the picture as the encoder is given it.

    :param rgb: HxWx3
    :param depth: HxW metres
    :param up: (3,) unit vector in the optical frame
    """
    quarters = _quarters(up)
    for _ in range(quarters):
        camera, up = _turned(camera, up)
    rgb, depth = np.rot90(rgb, quarters), np.rot90(depth, quarters)
    rows, columns = depth.shape
    share = SIDE / max(rows, columns)
    tall, wide = max(round(rows * share), 1), max(round(columns * share), 1)
    if (tall, wide) != (rows, columns):
        rgb = np.asarray(Image.fromarray(np.ascontiguousarray(rgb)).resize((wide, tall), Image.Resampling.BOX))
        depth = depth[np.ix_(_nearest(tall, rows), _nearest(wide, columns))]
    above, left = (SIDE - tall) // 2, (SIDE - wide) // 2
    place = slice(above, above + tall), slice(left, left + wide)
    whole, deep = np.full((SIDE, SIDE, 3), GREY, np.uint8), np.zeros((SIDE, SIDE), np.float32)
    whole[place], deep[place] = rgb, depth
    across, down = wide / columns, tall / rows
    seen = Intrinsics(
        camera.fx * across, camera.fy * down, camera.cx * across + left, camera.cy * down + above, SIDE, SIDE
    )
    return Upright(whole, deep, seen, up, quarters, place, (rows, columns))


def _quarters(up: NDArray[np.float64]) -> int:
    """Return how many quarter turns against the clock bring the picture upright."""
    if abs(up[2]) > STEEP:
        return 0
    return round(float(np.degrees(np.arctan2(up[0], -up[1]))) / 90.0) % 4


def _turned(camera: Intrinsics, up: NDArray[np.float64]) -> tuple[Intrinsics, NDArray[np.float64]]:
    """Return the camera of a picture turned by a quarter against the clock, and up in its frame."""
    turned = replace(
        camera,
        fx=camera.fy,
        fy=camera.fx,
        cx=camera.cy,
        cy=camera.width - camera.cx,
        width=camera.height,
        height=camera.width,
    )
    return turned, np.array([up[1], -up[0], up[2]])


def _nearest(count: int, of: int) -> NDArray[np.int64]:
    """Return for each of so many cells of a side the one of ``of`` that its middle lies in."""
    return np.asarray((np.arange(count) + 0.5) * of / count, np.int64)
