"""Where a thing was in earlier pictures, taken with an empty hand: what is held may fill the camera's picture."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from rclpy.serialization import deserialize_message

from pred_core.ros.conversions import image_from_msg
from pred_msgs.msg import Detections, ObjectMemory

Mask = NDArray[np.uint8]

KEPT = 60
"""So many observations are kept, 0.2 MB each."""
MOST = 3
"""So many of them are given with a target: the last one, and those that show the most of it."""


class EarlierView:
    """One observation as it came, taken apart when it is looked at."""

    def __init__(self, memory: bytes, detections: bytes) -> None:
        self._memory, self._detections = memory, detections

    @cached_property
    def step(self) -> int:
        """The observation's number."""
        return int(self._names[0])

    @cached_property
    def _names(self) -> tuple[int, dict[str, str]]:
        message = deserialize_message(self._memory, ObjectMemory)
        return message.step, {o.id: o.detection_id for o in message.objects if o.visible and o.detection_id}

    @cached_property
    def _seen(self) -> tuple[NDArray[np.generic], dict[str, int]]:
        message = deserialize_message(self._detections, Detections)
        return image_from_msg(message.labels), {d.id: d.label for d in message.detections}

    def mask(self, object_id: str) -> Mask | None:
        """Return where an object is in the picture (HxW, 0 or 255), or None when it is not in it."""
        name = self._names[1].get(object_id, "")
        if not name:
            return None
        labels, known = self._seen
        label = known.get(name)
        return None if label is None else np.where(labels == label, 255, 0).astype(np.uint8)


class EarlierViews:
    """The last observations with an empty hand, of one episode."""

    def __init__(self) -> None:
        self._views: deque[EarlierView] = deque(maxlen=KEPT)
        self._episode = -1

    def add(self, episode: int, view: EarlierView) -> None:
        """Keep one more; what was seen of another world is forgotten."""
        if episode != self._episode:
            self._views.clear()
            self._episode = episode
        self._views.append(view)

    def of(self, object_id: str) -> list[tuple[int, Mask]]:
        """Return steps and masks that show most of an object, the latest first."""
        found = [(view.step, mask) for view in reversed(self._views) if (mask := view.mask(object_id)) is not None]
        return [*found[:1], *_largest(found[1:])]


def _largest(masks: Iterable[tuple[int, Mask]]) -> list[tuple[int, Mask]]:
    by_size = sorted(masks, key=lambda entry: (-np.count_nonzero(entry[1]), -entry[0]))
    return by_size[: MOST - 1]
