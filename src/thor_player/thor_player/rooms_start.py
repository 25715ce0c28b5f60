"""Where the recorded agent stood: the room's default start pose, solved from the distances it recorded."""

from __future__ import annotations

import numpy as np

from .model import Agent, Array, World
from .rooms_data import Record
from .visibility import agent_camera, visible_objects

_YAWS = (0.0, 90.0, 180.0, 270.0)
_VIEW = 60  # pixels
AGENT_HEIGHT = 0.9009992  # of the agent's position above the floor it stands on


def start_position(records: list[Record]) -> Array:
    """Return the agent's position (3,) in the recording.

    Every record has its distance to the agent, so the position is the solution of linear equations; x and z lie on
    the 0.25 m grid that the agent walks on. It stands on the floor, though one recording began before it had fallen.
    """
    points = np.array([[r["position"][axis] for axis in "xyz"] for r in records])
    distances = np.array([r["distance"] for r in records])
    matrix = 2.0 * (points[1:] - points[0])
    right = distances[0] ** 2 - distances[1:] ** 2 + (points[1:] ** 2).sum(1) - (points[0] ** 2).sum()
    solution, *_ = np.linalg.lstsq(matrix, right, rcond=None)
    x, z = np.round(solution[[0, 2]] * 4.0) / 4.0
    return np.array([x + 0.0, _floor(records) + AGENT_HEIGHT, z + 0.0])


def _floor(records: list[Record]) -> float:
    ground = next(r for r in records if r["objectType"] == "Floor")
    tops = [corner[1] for corner in ground["axisAlignedBoundingBox"]["cornerPoints"]]
    return round(float(max(tops)), 3)


def start_yaw(world: World) -> float:
    """Return the yaw in degrees (a quarter turn) that the recorded agent had: it looked level at what it saw."""
    recorded = {
        o.object_id for o in world.objects.values() if o.record["visible"] and o.object_type != "Floor"
    }

    def agreement(yaw: float) -> float:
        view = agent_camera(Agent(world.agent.position, yaw), width=_VIEW, height=_VIEW)
        seen = set(visible_objects(world, view))
        return len(seen & recorded) / max(1, len(seen | recorded))

    return max(_YAWS, key=agreement)
