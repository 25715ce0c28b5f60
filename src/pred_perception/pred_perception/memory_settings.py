"""How the object memory works: how many looks count, and from which lengths things are told apart."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class MemorySettings:
    """``looks``: contradicting frames after which an object is gone; reaches in metres.

    ``scale`` applies to all lengths at which things are told apart: 1 for a room, 0.3 for a table of cans and fruit.
    ``fallible``: the detector's scores say how likely its answers are right, so that what it says once may be wrong.
    """

    min_pixels: int = 4
    min_new_pixels: int = 10
    looks: int = 2
    moved_reach: float = 0.8
    released_reach: float = 2.5
    same_place: float = 0.12
    gone_share: float = 0.7
    gone_distance: float = 3.5
    max_depth: float = 12.0
    scale: float = 1.0
    fallible: bool = False
