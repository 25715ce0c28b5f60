"""The grid of what was seen: one point a cell, whatever its sign, and the newest picture wins."""

from __future__ import annotations

import numpy as np

from pred_core.geometry import Intrinsics
from ur5_driver.driver.cloud import VOXEL, Surroundings

CAMERA = Intrinsics.from_fov(64, 48, 1.0)
NOTHING = np.full((48, 64), np.inf, dtype=np.float32)


def test_each_filled_cell_keeps_one_point() -> None:
    seen = np.random.default_rng(0).uniform(-0.3, 0.3, (5000, 3))
    surroundings = Surroundings()
    surroundings.add(seen, NOTHING, CAMERA, np.eye(4))
    cells = {tuple(c) for c in np.floor(seen / VOXEL).astype(int)}
    kept = [tuple(c) for c in np.floor(surroundings.points / VOXEL).astype(int)]
    assert len(kept) == len(cells)
    assert set(kept) == cells


def test_nothing_seen_is_no_error() -> None:
    surroundings = Surroundings()
    surroundings.add(np.empty((0, 3)), NOTHING, CAMERA, np.eye(4))
    assert surroundings.points.shape == (0, 3)
