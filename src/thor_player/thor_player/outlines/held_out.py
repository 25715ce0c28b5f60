"""How well the outlines foretell what they were not inferred from: half of the places of the grid is kept aside."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from .. import rooms
from ..model import Array
from .agreement import Place, places
from .evidence import GRID, also_stood, reached
from .pipeline import inferred


@dataclass
class HeldOut:
    """Counts over the places that were kept aside."""

    ours: int = 0
    unity: int = 0
    both: int = 0
    experts: int = 0
    experts_reach: int = 0

    def __add__(self, other: HeldOut) -> HeldOut:
        return HeldOut(*(getattr(self, k) + getattr(other, k) for k in self.__dataclass_fields__))

    def __str__(self) -> str:
        return (
            f"of places kept aside: {self.both / self.ours:.1%} of {self.ours} reached here are Unity's, "
            f"{self.both / self.unity:.1%} of Unity's {self.unity} and {self.experts_reach / self.experts:.1%} of "
            f"{self.experts} where experts stood besides are reached here"
        )


def judge(scenes: Iterable[str]) -> HeldOut:
    """Return the counts of rooms whose outlines are inferred from the other half of the grid."""
    return sum((_judge(scene) for scene in scenes), HeldOut())


def _judge(scene: str) -> HeldOut:
    def is_known(place: Place) -> bool:
        cell = f"{scene} {round(place[0] / GRID)} {round(place[1] / GRID)}"
        return zlib.crc32(cell.encode()) % 2 == 0

    listed, stood = ({(float(x), float(z)) for x, z in some} for some in (reached(scene), also_stood(scene)))
    found = inferred(scene, _array(filter(is_known, listed)), _array(filter(is_known, stood)), is_known)
    ours, _ = places(rooms.with_walls(rooms.world_without_walls(scene), found))
    ours, listed, stood = ({place for place in some if not is_known(place)} for some in (ours, listed, stood))
    return HeldOut(len(ours), len(listed), len(ours & listed), len(stood), len(ours & stood))


def _array(some: Iterable[Place]) -> Array:
    return np.array(sorted(some), dtype=np.float64).reshape(-1, 2)
