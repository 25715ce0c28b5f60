"""Looking at things by chance: which thing, from where, and how the camera points at it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from thor_player.model import Agent, Array, SimObject


def one_of_any_type(objects: Iterable[SimObject], random: np.random.Generator) -> SimObject | None:
    """Return an object by chance, each type as likely as any other; None where there is none."""
    kinds: dict[str, list[SimObject]] = {}
    for obj in objects:
        kinds.setdefault(obj.object_type, []).append(obj)
    if not kinds:
        return None
    chosen = kinds[sorted(kinds)[random.integers(len(kinds))]]
    return chosen[random.integers(len(chosen))]


def stand_near(
    agent: Agent,
    middle: Array,
    places: Sequence[Array],
    within: tuple[float, float],
    random: np.random.Generator,
) -> bool:
    """Put the agent to one of the places; tell whether one is near enough.

    :param middle: (3,) of what is looked at
    :param within: nearest and farthest, metres over the floor
    """
    nearest, farthest = within
    near = [p for p in places if nearest < float(np.hypot(*(middle - p)[[0, 2]])) < farthest]
    if near:
        agent.position = near[random.integers(len(near))].copy()
    return bool(near)


def yaw_towards(agent: Agent, middle: Array, aside: float, random: np.random.Generator) -> float:
    """Return the yaw towards a point, up to ``aside`` past it, degrees."""
    way = middle - agent.camera_position()
    return float(np.degrees(np.arctan2(way[0], way[2]))) + random.uniform(-aside, aside)


def horizon_towards(
    agent: Agent, middle: Array, horizons: Sequence[float], random: np.random.Generator
) -> float:
    """Return one of the camera's tilts that is about right for a point, degrees."""
    way = middle - agent.camera_position()
    pitch = float(np.degrees(np.arctan2(-way[1], np.hypot(way[0], way[2]))))
    return min(horizons, key=lambda h: abs(h - pitch - random.uniform(-10.0, 10.0)))
