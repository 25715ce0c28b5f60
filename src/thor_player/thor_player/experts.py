"""Which action a person who knew the way would do next, step by step as the agent can walk and turn."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from . import crowd
from .collision import blocker
from .headings import ahead
from .model import Array, SimObject
from .sightlines import in_sight
from .state import PlayerState
from .vision import sees, visible

_LOOK = 30.0  # degrees of LookUp and LookDown

Goal = Callable[[Array], bool]


def towards_object(state: PlayerState, wanted: list[SimObject]) -> tuple[bool, str | None]:
    """Return whether one of some objects can come into sight, and the next action towards that.

    The action is None when one is in sight already.
    """
    seen = visible(state)
    if any(obj.object_id in seen for obj in wanted):
        return True, None
    distance = state.settings.visibility_distance

    def shows(place: Array) -> SimObject | None:
        return next(
            (o for o in wanted if in_sight(state, o, place, distance) and _view(state, o, place)), None
        )

    found = _walk(state, lambda place: shows(place) is not None)
    if found is None or found:
        return found is not None, found
    here = shows(state.agent.position)
    return (True, _view(state, here, state.agent.position)) if here is not None else (False, None)


def towards_point(state: PlayerState, end: Array, allowed: float) -> tuple[bool, str | None]:
    """Return whether the agent can come within ``allowed`` level metres of a point, and the next action to it."""
    found = _walk(state, lambda place: float(np.linalg.norm((place - end)[[0, 2]])) <= allowed)
    return found is not None, found or None


def _walk(state: PlayerState, is_goal: Goal) -> str | None:
    """Return the first of the fewest actions to a place that is a goal, '' if this one is, None if there is none."""
    turns = max(1, round(360.0 / state.settings.rotate_step))
    grid, start = state.settings.grid_size, state.agent.position
    ways = [ahead(state.agent.yaw + turn * 360.0 / turns) * grid for turn in range(turns)]
    low, high = (
        state.world.bounds.center - state.world.bounds.half,
        state.world.bounds.center + state.world.bounds.half,
    )
    known: dict[tuple[int, ...], bool] = {}
    free: dict[tuple[tuple[int, ...], int], bool] = {}
    first: dict[tuple[tuple[int, ...], int], str] = {(_key(start), 0): ""}
    queue: list[tuple[int, int, int, Array]] = [(0, 0, 0, start)]
    count = 0
    while queue:
        cost, _, turn, place = heapq.heappop(queue)
        at = (_key(place), turn)
        if at[0] not in known:
            known[at[0]] = is_goal(place)
        if known[at[0]]:
            return first[at]
        there = place + ways[turn]
        if at not in free:
            inside = low[0] <= there[0] <= high[0] and low[2] <= there[2] <= high[2]
            free[at] = (
                bool(inside)
                and blocker(state.world, place, there) is None
                and crowd.blocking(state, place, there) is None
            )
        steps = [("RotateRight", (turn + 1) % turns, place), ("RotateLeft", (turn - 1) % turns, place)]
        if free[at]:
            steps.insert(0, ("MoveAhead", turn, there))
        for action, following, to in steps:
            key = (_key(to), following)
            if key not in first:
                first[key] = first[at] or action
                count += 1
                heapq.heappush(queue, (cost + 1, count, following, to))
    return None


def _view(state: PlayerState, obj: SimObject, place: Array) -> str | None:
    """Return the first action of the fewest turns and looks that bring an object into the picture at a place."""
    settings, agent = state.settings, state.agent
    turns = max(1, round(360.0 / settings.rotate_step))
    looks = [
        n
        for n in range(-3, 4)
        if -settings.max_up - 1e-3 <= agent.horizon + n * _LOOK <= settings.max_down + 1e-3
    ]
    choices = [(turn, look) for turn in range(-(turns // 2), turns - turns // 2) for look in looks]
    for turn, look in sorted(choices, key=lambda c: (abs(c[0]) + abs(c[1]), c)):
        body = replace(
            agent,
            position=place,
            yaw=(agent.yaw + turn * settings.rotate_step) % 360.0,
            horizon=agent.horizon + look * _LOOK,
        )
        if sees(state, body, obj, settings.visibility_distance):
            if turn:
                return "RotateRight" if turn > 0 else "RotateLeft"
            return "LookDown" if look > 0 else "LookUp"
    return None


def _key(place: Array) -> tuple[int, ...]:
    """Return a place to the centimetre."""
    return (round(float(place[0]) * 100), round(float(place[2]) * 100))
