"""Which pictures a light recording keeps: whole observations, at most one a second."""

from __future__ import annotations

from collections import deque

from pred_core.ros.lazy_message import Stamp

PICTURES = frozenset(
    {
        "sensor_msgs/msg/Image",
        "sensor_msgs/msg/CompressedImage",
        "sensor_msgs/msg/PointCloud2",
        "pred_msgs/msg/Detections",
    }
)
"""Types of what is large; all begin with a header."""
KEPT = 50
"""Observations whose later parts are still recognised."""


class Thinning:
    """Decides by stamps, so that all pictures of one observation are kept, or none of them."""

    def __init__(self, seconds: float = 1.0) -> None:
        self._gap = int(seconds * 1e9)
        self._last: int | None = None
        self._kept: deque[Stamp] = deque(maxlen=KEPT)

    def keep(self, stamp: Stamp, now: int) -> bool:
        """Return whether to keep a picture with this stamp that comes now (ns)."""
        if stamp in self._kept:
            return True
        if self._last is not None and now - self._last < self._gap:
            return False
        self._last = now
        self._kept.append(stamp)
        return True
