"""Where the recorded agent stood: the room's default start pose, solved from the distances it recorded."""

from __future__ import annotations

import numpy as np

from .model import Array
from .rooms_data import Record

AGENT_HEIGHT = 0.9009992  # of the agent's position above the floor it stands on


def start_position(records: list[Record]) -> Array:
    """Return the agent's position (3,) in the recording.

    Every record has its distance to the agent, so the position is the solution of linear equations; x and z lie on
    the 0.25 m grid that the agent walks on.
    """
    points = np.array([[r["position"][axis] for axis in "xyz"] for r in records])
    distances = np.array([r["distance"] for r in records])
    matrix = 2.0 * (points[1:] - points[0])
    right = distances[0] ** 2 - distances[1:] ** 2 + (points[1:] ** 2).sum(1) - (points[0] ** 2).sum()
    solution, *_ = np.linalg.lstsq(matrix, right, rcond=None)
    x, z = np.round(solution[[0, 2]] * 4.0) / 4.0
    height = float(solution[1]) - AGENT_HEIGHT
    floor = 0.0 if abs(height) < 0.03 else round(height, 3)
    return np.array([x + 0.0, floor + AGENT_HEIGHT, z + 0.0])
