"""From which poses an object can be acted on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from .model import Agent, Array, SimObject
from .state import PlayerState
from .visibility import agent_camera, first_met, in_picture
from .vision import sees

_GRID = (-0.85, -0.4, 0.0, 0.4, 0.85)
_EDGE = 0.96  # a point must be a little inside the picture


@dataclass(frozen=True)
class Choices:
    """The poses to try: agent positions (3,), yaws and horizons in degrees, standing or not."""

    positions: list[Array]
    yaws: list[float]
    horizons: list[float]
    standings: list[bool]


@dataclass(frozen=True)
class Pose:
    """Where and how the agent stands: degrees, metres."""

    position: Array
    yaw: float
    horizon: float
    standing: bool


def interactable_poses(
    state: PlayerState, obj: SimObject, choices: Choices, distance: float
) -> Iterator[Pose]:
    """Yield the poses from which the object is visible within ``distance`` metres, level.

    Rays to points on its solids tell from where it may be; the picture taken there decides, as it does in metadata.
    """
    points = _sample(obj)
    for position, standing in product(choices.positions, choices.standings):
        body = Agent(position, standing=standing)
        eye = body.camera_position()
        seen = _seen(state, obj, eye, points, distance)
        if not len(seen):
            continue
        for yaw, horizon in product(choices.yaws, choices.horizons):
            turned = replace(body, yaw=yaw, horizon=horizon)
            camera = agent_camera(turned, state.settings.field_of_view, state.width, state.height)
            if np.any(in_picture(camera, seen, _EDGE)) and sees(state, turned, obj, distance):
                yield Pose(position, yaw, horizon, standing)


def in_sight(state: PlayerState, obj: SimObject, place: Array, distance: float) -> bool:
    """Tell whether an agent that stood at a place (3,) could turn to see some part of an object that near."""
    return len(_seen(state, obj, Agent(place).camera_position(), _sample(obj), distance)) > 0


def _sample(obj: SimObject) -> Array:
    grid = np.array(list(product(_GRID, repeat=3)))
    shell = grid[np.abs(grid).max(axis=1) > 0.8]
    return np.vstack([solid.center + (shell * solid.half) @ solid.axes() for solid in obj.solids])


def _seen(state: PlayerState, obj: SimObject, eye: Array, points: Array, distance: float) -> Array:
    near = points[np.linalg.norm((points - eye)[:, [0, 2]], axis=1) <= distance]
    return np.asarray(near[first_met(state.world, eye, near - eye, obj.object_id)])
