"""A room's outline: the rectangles of its floor and walls, and how near its furniture the body comes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, cast

import numpy as np

from ..model import Array

ON_WALLS = frozenset({"Painting", "Window", "LightSwitch", "Mirror", "TowelHolder", "HandTowelHolder"})
Rectangle = tuple[float, float, float, float]
"""Least x, least z, greatest x, greatest z, in metres."""


@dataclass(frozen=True)
class Outline:
    """Floor, walls and niches as rectangles that do not overlap.

    A niche is as high as the thing that hangs in it; above and below it is wall.

    ``stand_off`` tells how near (metres) to an object's box the middle of the body comes, by object id; it is less
    than 0 where the recorded agent stood within the box. ``usual`` holds for furniture that it does not name.
    ``pieces`` are the walls again, cut into lengths that each have a distance of their own.
    """

    floor: list[Rectangle]
    walls: list[Rectangle]
    niches: list[Rectangle]
    pieces: list[tuple[Rectangle, float]]
    stand_off: Mapping[str, float]
    usual: float

    def extent(self) -> Array:
        """Return (2, 2) the least and greatest x and z of the floor."""
        corners = np.array(self.floor)
        return np.array([corners[:, :2].min(axis=0), corners[:, 2:].max(axis=0)])


def outline(scene: str) -> Outline:
    """Return the outline of a room, as ``python -m thor_player.outlines`` inferred it."""
    kept = _kept()
    room = kept["rooms"][scene]
    return Outline(
        floor=[(a, b, c, d) for a, b, c, d in room["floor"]],
        walls=[(a, b, c, d) for a, b, c, d in room["walls"]],
        niches=[(a, b, c, d) for a, b, c, d in room["niches"]],
        pieces=[((a, b, c, d), distance) for a, b, c, d, distance in room["pieces"]],
        stand_off=room["stand_off"],
        usual=kept["usual_stand_off"],
    )


@cache
def _kept() -> dict[str, Any]:
    text = resources.files("thor_player").joinpath("data/outlines.json").read_text("utf-8")
    return cast(dict[str, Any], json.loads(text))
