"""A room's outline: the rectangles of its floor and walls, and how near its furniture the body comes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, cast

import numpy as np

from ..model import Array, Clearance

ON_WALLS = frozenset({"Painting", "Window", "LightSwitch", "Mirror", "TowelHolder", "HandTowelHolder"})
Rectangle = tuple[float, float, float, float]
"""Least x, least z, greatest x, greatest z, in metres."""


@dataclass(frozen=True)
class Outline:
    """Floor, walls and niches as rectangles that do not overlap.

    A niche is as high as the thing that hangs in it; above and below it is wall.

    ``stand_off`` tells how near the middle of the body comes to the solids of an object, by object id;
    ``usual`` (metres) holds for furniture that it does not name. ``fixtures`` tells the same of what is built in.
    ``pieces`` are the walls again, cut into lengths that each have a distance of their own.
    """

    floor: list[Rectangle]
    walls: list[Rectangle]
    niches: list[Rectangle]
    pieces: list[tuple[Rectangle, float]]
    stand_off: Mapping[str, list[Clearance]]
    fixtures: list[Clearance]
    usual: float

    def extent(self) -> Array:
        """Return (2, 2) the least and greatest x and z of the floor."""
        corners = np.array(self.floor)
        return np.array([corners[:, :2].min(axis=0), corners[:, 2:].max(axis=0)])


def outline(scene: str) -> Outline:
    """Return the outline of a room, as ``python -m thor_player.outlines`` inferred it."""
    every = _kept()
    room = every["rooms"][scene]
    return Outline(
        floor=[(a, b, c, d) for a, b, c, d in room["floor"]],
        walls=[(a, b, c, d) for a, b, c, d in room["walls"]],
        niches=[(a, b, c, d) for a, b, c, d in room["niches"]],
        pieces=[((a, b, c, d), distance) for a, b, c, d, distance in room["pieces"]],
        stand_off={name: _clearances(rows) for name, rows in room["stand_off"].items()},
        fixtures=_clearances(room["fixtures"]),
        usual=every["usual_stand_off"],
    )


def kept(clearances: Iterable[Clearance]) -> list[Any]:
    """Return clearances as they are kept in the file."""
    return [(clearance.near, clearance.grown) for clearance in clearances]


def _clearances(rows: Iterable[Any]) -> list[Clearance]:
    return [Clearance(near, tuple((a, b, c, d) for a, b, c, d in grown)) for near, grown in rows]


@cache
def _kept() -> dict[str, Any]:
    text = resources.files("thor_player").joinpath("data/outlines.json").read_text("utf-8")
    return cast(dict[str, Any], json.loads(text))
