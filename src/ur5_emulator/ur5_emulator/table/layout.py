"""From a scene as written to one placement of it: the seed moves things a little and swaps them within groups."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ur5_emulator.table import kinds
from ur5_emulator.table.kinds import KINDS
from ur5_emulator.table.scenes import Scene, SceneError, SceneThing
from ur5_emulator.table.world import Placed, upside_down, yaw_turn

GAP = 0.012
"""Least distance between two things on the table, m."""
_TRIES = 300
_LIFT = 0.0005
"""Things begin a little above what holds them, m, and settle."""


def place(scene: Scene, seed: int) -> tuple[Placed, ...]:
    """Return where everything stands. Seed 0 is the scene as written, with everything that may be there.

    :raises SceneError: when things would stand in one another
    """
    if seed == 0:
        clash = _clash(scene.things)
        if clash:
            raise SceneError(f"scene {scene.name}: {clash}")
        return _poses(scene.things)
    random = np.random.default_rng(seed)
    clash = ""
    for _ in range(_TRIES):
        things = [_moved(thing, random) for thing in _shuffled(_present(scene.things, random), random)]
        clash = _clash(things)
        if not clash:
            return _poses(things)
    raise SceneError(f"scene {scene.name}, seed {seed}: no placement found in {_TRIES} tries; last: {clash}")


def _present(things: Sequence[SceneThing], random: np.random.Generator) -> list[SceneThing]:
    return [thing for thing in things if random.random() < thing.chance]


def _shuffled(things: Sequence[SceneThing], random: np.random.Generator) -> list[SceneThing]:
    """Let the things of each group swap places."""
    result = list(things)
    for group in sorted({thing.group for thing in things if thing.group}):
        members = [k for k, thing in enumerate(things) if thing.group == group]
        for k, other in zip(members, random.permutation(members), strict=True):
            slot = things[other]
            result[k] = replace(
                things[k], at=slot.at, yaw=slot.yaw, relation=slot.relation, holder=slot.holder
            )
    return result


def _moved(thing: SceneThing, random: np.random.Generator) -> SceneThing:
    dx, dy, turn = random.uniform(-1.0, 1.0, 3) * np.array(thing.jitter)
    return replace(thing, at=(thing.at[0] + dx, thing.at[1] + dy), yaw=thing.yaw + turn)


def _clash(things: Sequence[SceneThing]) -> str:
    """Say which two things stand in one another, '' when none do. Mats are no obstacle."""
    standing = [thing for thing in things if not thing.holder and thing.kind != "Corner"]
    for k, one in enumerate(standing):
        for other in standing[:k]:
            gap = _gap(one, other)
            if gap < GAP:
                return f"{one.id} and {other.id} are too close to each other (gap {gap * 1000.0:.0f} mm)"
    return ""


def _gap(one: SceneThing, other: SceneThing) -> float:
    """Return how far the rectangles two things stand on are apart, m; negative when they overlap."""
    corners = (_rectangle(one), _rectangle(other))
    widest = -math.inf
    for yaw in (one.yaw, other.yaw):
        for angle in (math.radians(yaw), math.radians(yaw) + math.pi / 2.0):
            axis = np.array([math.cos(angle), math.sin(angle)])
            a, b = (rectangle @ axis for rectangle in corners)
            widest = max(widest, float(b.min() - a.max()), float(a.min() - b.max()))
    return widest


def _rectangle(thing: SceneThing) -> NDArray[np.float64]:
    dx, dy, _ = (v / 2.0 for v in KINDS[thing.kind].size)
    angle = math.radians(thing.yaw)
    turn = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
    return np.asarray(np.array([[dx, dy], [dx, -dy], [-dx, -dy], [-dx, dy]]) @ turn + np.array(thing.at))


def _poses(things: Sequence[SceneThing]) -> tuple[Placed, ...]:
    on_table = {thing.id: thing for thing in things if not thing.holder}
    return tuple(_pose(thing, on_table.get(thing.holder)) for thing in things)


def _pose(thing: SceneThing, holder: SceneThing | None) -> Placed:
    x, y, yaw = thing.at[0], thing.at[1], math.radians(thing.yaw)
    low = 0.0
    if holder is not None:
        angle = math.radians(holder.yaw)
        c, s = math.cos(angle), math.sin(angle)
        x, y = holder.at[0] + c * x - s * y, holder.at[1] + s * x + c * y
        low = _floor_of(holder.kind, thing.relation)
    kind = KINDS[thing.kind]
    height = low + kind.size[2] / 2.0 + (0.0 if kind.fixed else _LIFT)
    upright = thing.kind == "RedCup" and not thing.upside_down  # a cup's model has its opening below
    turn = upside_down(yaw) if upright else yaw_turn(yaw)
    return Placed(thing.id, thing.kind, (x, y, height), turn, thing.top, thing.colour)


def _floor_of(kind: str, relation: str) -> float:
    """Return how high above the table something stands that is on or in a thing, m."""
    if relation == "under":
        return 0.0
    if kind == "YellowCupboard":
        return kinds.CUPBOARD_SHELF if relation == "in" else kinds.CUPBOARD_SIZE[2]
    if relation == "on":
        return KINDS[kind].size[2]
    walls = {"Bowl": kinds.BOWL_WALL, "Box": kinds.BOX_WALL, "RedCup": kinds.CUP_WALL}
    return walls[kind]
