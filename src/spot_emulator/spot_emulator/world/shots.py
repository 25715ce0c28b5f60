"""Pictures of the room as they are asked for, and what comes back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spot_emulator.world.view import View
from thor_player.model import SimObject, World


@dataclass(frozen=True)
class Shot:
    """One picture to take: colour (``quality`` 1..100 for JPEG, 0 raw; ``grey``) or depth (uint16 at a scale)."""

    view: View
    depth: bool = False
    grey: bool = False
    quality: int = 0
    range: float = 0.0
    scale: float = 1000.0


@dataclass(frozen=True)
class Pixel:
    """What a picture shows at a pixel: the object's id ("" for walls), its depth in metres (20 where nothing is).

    ``x``, ``y``: the pixel that was taken, which may be one right beside.
    """

    name: str
    depth: float
    x: float
    y: float


@dataclass(frozen=True)
class Labels:
    """The objects in a picture: ``data`` is uint16, row by row, the index in ``names`` ("" for what is no object)."""

    width: int
    height: int
    data: bytes
    names: tuple[str, ...]


def apply(world: World, changed: Sequence[SimObject], gone: Sequence[str]) -> None:
    """Bring a copy of a room up to date."""
    for name in gone:
        world.objects.pop(name, None)
    for obj in changed:
        world.objects[obj.object_id] = obj
