"""What Unity's agent did in the 120 rooms: the places it reached, and from where it opened things.

The record (``data/unity_places.json.gz``) comes with ALFRED, see ``data/NOTICE``. Coordinates are Unity's.
"""

from __future__ import annotations

import gzip
import json
from functools import cache
from importlib import resources
from typing import Any, cast

import numpy as np

from ..model import Array

GRID = 0.25
"""Metres between the places of the record: they lie on multiples of it."""


def reached(scene: str) -> Array:
    """Return the places (n, 2), x and z, that Unity's agent reached in a room."""
    return np.array(_record()[scene]["reachable_xz"], dtype=np.float64)


def also_stood(scene: str) -> Array:
    """Return further places (n, 2) where it stood in recorded tasks: nearer to walls and furniture than it reached."""
    return np.array(_record()[scene]["also_stood_xz"], dtype=np.float64).reshape(-1, 2)


def opened_from(scene: str) -> dict[str, tuple[float, float, float, float]]:
    """Return from where each openable object was opened: x, z in metres, yaw and horizon in degrees."""
    poses = _record()[scene]["open_from_x_z_yaw_horizon"]
    return {name: (x, z, yaw, horizon) for name, (x, z, yaw, horizon) in poses.items()}


@cache
def _record() -> dict[str, Any]:
    packed = resources.files("thor_player").joinpath("data/unity_places.json.gz").read_bytes()
    return cast(dict[str, Any], json.loads(gzip.decompress(packed)))
