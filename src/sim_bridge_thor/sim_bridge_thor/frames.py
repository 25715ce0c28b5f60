"""Unity's world and the map: the only place where coordinates change hands.

Unity is left-handed, metres, y up, +z forward, yaw in degrees clockwise seen from above, horizon in degrees
positive downwards. The map is right-handed (REP-103): ``x = z_u``, ``y = -x_u``, ``z = y_u - floor``,
``yaw = -yaw_u``. Map z = 0 is the room's floor.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from pred_core.geometry import Pose2D, Quaternion, quaternion_from_rpy, wrap_angle

Vector = tuple[float, float, float]

AGENT_HEIGHT = 0.9009992
"""Height of Unity's agent position above the floor it stands on, metres."""

LINK_TO_OPTICAL: Quaternion = (-0.5, 0.5, -0.5, 0.5)
"""REP-103: from a link (x forward, y left, z up) to its optical frame (x right, y down, z forward)."""


def floor_of(agent_y: float) -> float:
    """Return the height of the floor in Unity's world, from the agent's own height (metres)."""
    return agent_y - AGENT_HEIGHT


def point_to_map(point: Mapping[str, float], floor: float) -> Vector:
    """Return a Unity point {x, y, z} in the map, metres."""
    return (point["z"], -point["x"], point["y"] - floor)


def point_to_unity(point: Vector, floor: float) -> dict[str, float]:
    """Return a map point as Unity's {x, y, z}, metres."""
    return {"x": -point[1], "y": point[2] + floor, "z": point[0]}


def yaw_to_map(degrees: float) -> float:
    """Return Unity's yaw in the map: radians in (-pi, pi], counter-clockwise."""
    return wrap_angle(-math.radians(degrees)) + 0.0  # never -0.0


def yaw_to_unity(yaw: float) -> float:
    """Return a map yaw in Unity: degrees in [0, 360), clockwise."""
    return -math.degrees(yaw) % 360.0


def pose_to_map(agent: Mapping[str, Mapping[str, float]]) -> Pose2D:
    """Return the pose of base_link of Unity's agent metadata {position, rotation}."""
    x, y, _ = point_to_map(agent["position"], 0.0)
    return Pose2D(x, y, yaw_to_map(agent["rotation"]["y"]))


def in_base(point: Vector, base: Pose2D) -> Vector:
    """Return a map point in base_link, metres."""
    dx, dy = point[0] - base.x, point[1] - base.y
    c, s = math.cos(base.yaw), math.sin(base.yaw)
    return (c * dx + s * dy, -s * dx + c * dy, point[2])


def camera_link_rotation(pitch: float) -> Quaternion:
    """Return the rotation of camera_link in base_link; pitch in radians, positive looks down."""
    return quaternion_from_rpy(0.0, pitch, 0.0)
