"""Pictures made of known scenes."""

from __future__ import annotations

import numpy as np

from pred_core.geometry import Intrinsics
from pred_core.pictures import Picture

CAMERA = Intrinsics(276.0, 276.0, 160.0, 120.0, 320, 240)
DOWN = np.array([[0.0, -1.0, 0.0, 0.0], [-1.0, 0.0, 0.0, 0.0], [0.0, 0.0, -1.0, 1.5], [0.0, 0.0, 0.0, 1.0]])
"""A camera 1.5 m above the floor that looks straight down."""


def seen_from_above(heights) -> Picture:
    """Return the picture of heights (m) given per pixel."""
    return Picture(
        1,
        0.0,
        np.zeros((240, 320, 3), np.uint8),
        (1.5 - heights).astype(np.float32),
        CAMERA,
        np.eye(4),
        DOWN,
        span=(0.1, 6.0),
    )
