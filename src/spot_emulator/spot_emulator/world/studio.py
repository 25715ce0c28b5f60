"""Takes the pictures, in the process that draws: a copy of the room, the player's renderer, and encoders."""

from __future__ import annotations

import io
import signal
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from spot_emulator.world.house import House
from spot_emulator.world.shots import Labels, Pixel, Shot, apply
from spot_emulator.world.view import View, camera
from thor_player.model import Camera, Frame, SimObject
from thor_player.render import Renderer

_BESIDE = 0.025  # of a picture's height: how far beside its pixel a thing may be
_KEPT = 8  # frames of the present moment that may be asked for again


def hear_no_signals() -> None:
    """Leave Ctrl-C to the robot, which ends this process, and let go of how the robot's hears them."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _rings(row: int, column: int, radius: int) -> Iterator[tuple[int, int]]:
    """Yield the pixels round one, nearest rings first."""
    for r in range(1, radius + 1):
        for k in range(-r, r + 1):
            yield from (
                (row - r, column + k),
                (row + r, column + k),
                (row + k, column - r),
                (row + k, column + r),
            )


class Studio:
    """A copy of a room that can be looked at."""

    def __init__(self, scene: str, seed: int) -> None:
        self._house = House(scene, seed)
        self._renderer = Renderer(self._house.world)
        self._frames: dict[tuple[object, ...], Frame] = {}

    def update(self, changed: Sequence[SimObject], gone: Sequence[str]) -> None:
        """Take over what changed in the robot's room."""
        if changed or gone:
            apply(self._house.world, changed, gone)
            self._frames.clear()

    def take(self, shot: Shot) -> bytes:
        """Return a picture's data, encoded."""
        frame = self._frame(shot.view)
        if shot.depth:
            near = np.where(frame.depth > shot.range, 0.0, frame.depth) if shot.range else frame.depth
            units: NDArray[np.uint16] = np.minimum(near * shot.scale, 65535.0).astype("<u2")
            return units.tobytes()
        picture = Image.fromarray(frame.rgb)
        if shot.grey:
            picture = picture.convert("L")
        if not shot.quality:
            return picture.tobytes()
        data = io.BytesIO()
        picture.save(data, "JPEG", quality=shot.quality)
        return data.getvalue()

    def probe(self, view: View, x: float, y: float) -> Pixel:
        """Return what a view shows at a pixel, or right beside it where there is only something that cannot be held."""
        column = min(max(int(x), 0), view.width - 1)
        row = min(max(int(y), 0), view.height - 1)
        frame = self._renderer.render(self._camera(view), rgb=False)
        here = self._pixel(frame, row, column)
        if self._has_hold(here.name):
            return here
        for r, c in _rings(row, column, max(1, round(_BESIDE * view.height))):
            if 0 <= r < view.height and 0 <= c < view.width:
                beside = self._pixel(frame, r, c)
                if self._has_hold(beside.name):
                    return beside
        return here

    def _pixel(self, frame: Frame, row: int, column: int) -> Pixel:
        return Pixel(
            frame.names[int(frame.ids[row, column])], float(frame.depth[row, column]), column + 0.5, row + 0.5
        )

    def _has_hold(self, name: str) -> bool:
        obj = self._house.world.objects.get(name)
        return obj is not None and any(obj.can(flag) for flag in ("pickupable", "openable", "toggleable"))

    def labels(self, view: View) -> Labels:
        """Return what a view shows at every pixel; names that are not in it are left out."""
        frame = self._renderer.render(self._camera(view), rgb=False)
        shown, places = np.unique(frame.ids, return_inverse=True)
        names = ["", *(frame.names[int(k)] for k in shown)]
        labels = (places.reshape(frame.ids.shape) + 1).astype("<u2")
        return Labels(view.width, view.height, labels.tobytes(), tuple(names))

    def _camera(self, view: View) -> Camera:
        return camera(view, self._house.world.floor)

    def _frame(self, view: View) -> Frame:
        """Return a view's frame; colour and depth of one moment come from one drawing."""
        eye = self._camera(view)
        key = (*eye.position, eye.yaw, eye.horizon, eye.roll, eye.fov, eye.width, eye.height)
        known = self._frames.get(key)
        if known is not None:
            return known
        if len(self._frames) >= _KEPT:
            self._frames.clear()
        frame = self._renderer.render(eye, ids=False)
        self._frames[key] = frame
        return frame
