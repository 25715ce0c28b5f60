"""How a room looks besides what is in it: which materials it has, colours of things, and the light.

It is kept with the world, so a room that is loaded again looks as it did at first.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from .model import Frame, SimObject, World
from .render import STYLES
from .shapes.finish import finished

Tint = tuple[float, float, float]
PLAIN: Tint = (1.0, 1.0, 1.0)
POOL = 24
"""Materials of each room type in each of train, val, test and external."""
LAMPS = 3
"""Lights that a room's light is mixed of."""

_KEY = "look"


@dataclass(frozen=True)
class Look:
    """What was drawn by lot: ``style`` of the room (None: its own), colours of things by id, and the light's."""

    style: int | None = None
    tints: Mapping[str, Tint] = field(default_factory=dict)
    light: Tint = PLAIN
    own_shell: int | None = None  # the variant of walls and floor before they had another

    @property
    def is_plain(self) -> bool:
        """Tell whether pictures are as they are drawn."""
        return not self.tints and self.light == PLAIN


def look_of(world: World) -> Look:
    """Return how a world looks."""
    kept = world.settings.get(_KEY)
    return kept if isinstance(kept, Look) else Look()


def set_style(world: World, style: int) -> None:
    """Choose the looks that everything in a room shares, of those that the renderer has."""
    world.settings[_KEY] = replace(look_of(world), style=style)


def set_materials(world: World, pool: Sequence[int], lots: np.random.Generator) -> None:
    """Give everything, and the room itself, a material of a pool."""
    look = look_of(world)
    for obj in world.objects.values():
        _finish(obj, int(lots.choice(pool)))
    own = world.structure.variant if look.own_shell is None else look.own_shell
    world.structure.variant = int(lots.choice(pool))
    world.settings[_KEY] = replace(look, style=int(lots.choice(pool)) % STYLES, own_shell=own)


def reset_materials(world: World) -> None:
    """Give everything the material that it had at first."""
    look = look_of(world)
    if look.own_shell is None:
        return
    for obj in world.objects.values():
        _finish(obj, 0)
    world.structure.variant = look.own_shell
    world.settings[_KEY] = replace(look, style=None, own_shell=None)


def set_colors(world: World, lots: np.random.Generator) -> None:
    """Give everything, and the room itself (by the name ''), a colour."""
    names = ["", *world.objects]
    colors = lots.uniform(0.35, 1.0, (len(names), 3))
    tints: dict[str, Tint] = {
        n: (float(r), float(g), float(b)) for n, (r, g, b) in zip(names, colors, strict=True)
    }
    world.settings[_KEY] = replace(look_of(world), tints=tints)


def reset_colors(world: World) -> None:
    """Give everything its own colour."""
    world.settings[_KEY] = replace(look_of(world), tints={})


def set_light(world: World, light: Tint) -> None:
    """Set by what the light multiplies red, green and blue."""
    world.settings[_KEY] = replace(look_of(world), light=light)


def materials(kind: str) -> list[int]:
    """Return the materials of a name such as "train/kitchen"."""
    return [zlib.crc32(f"{kind}/{index}".encode()) for index in range(POOL)]


def drawn_by(world: World) -> tuple[object, ...]:
    """Return what a renderer of a world must be made again for when it changes."""
    return look_of(world).style, world.structure.variant


def colored(world: World, frame: Frame) -> NDArray[np.uint8]:
    """Return a frame's picture in the colours and the light of a world; with tints the frame has ids."""
    look = look_of(world)
    if look.is_plain:
        return frame.rgb
    scale = np.array(look.light)
    if look.tints:
        table = np.array([look.tints.get(name, PLAIN) for name in frame.names])
        scale = (table * scale)[frame.ids]
    return np.asarray(np.minimum(frame.rgb * scale, 255.0), dtype=np.uint8)


def _finish(obj: SimObject, finish: int) -> None:
    obj.variant = finished(obj.variant, finish)
    obj.touch()
