"""Level directions by yaw: degrees clockwise from +z, seen from above."""

from __future__ import annotations

import numpy as np

from .model import Array


def ahead(yaw: float) -> Array:
    """Return the unit vector (3,) of who looks that way."""
    angle = np.radians(yaw)
    return np.array([np.sin(angle), 0.0, np.cos(angle)])


def right(yaw: float) -> Array:
    """Return the unit vector (3,) to the right of who looks that way."""
    angle = np.radians(yaw)
    return np.array([np.cos(angle), 0.0, -np.sin(angle)])
