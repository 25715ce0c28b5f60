"""InitialRandomSpawn: every pickupable object to a random place that suits it, the same for the same seed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from thor_player.types import object_types, single_slot

from .containment import attach, carry_onto, direct_contents
from .copies import original_name
from .model import SimObject, World
from .placement import find_spot
from .rooms import copy_object
from .settling import settle

_BY_NAME = "{}(Copy){}"


@dataclass(frozen=True)
class Spawn:
    """What InitialRandomSpawn was asked for."""

    seed: int = 0
    visible_only: bool = False
    allow_floor: bool = False
    attempts: int = 5
    duplicates: Mapping[str, int] = field(default_factory=dict)
    excluded_receptacles: frozenset[str] = frozenset()
    excluded_ids: frozenset[str] = frozenset()


def respawn(world: World, wish: Spawn) -> None:
    """Place every pickupable object again. One that finds no place stays where it was."""
    random = np.random.default_rng(wish.seed)
    for kind, count in wish.duplicates.items():
        _duplicate(world, kind, count)
    movable = [o for o in world.active() if o.can("pickupable")]
    stays = [o for o in movable if o.object_id in wish.excluded_ids]
    moves = [o for o in movable if o.object_id not in wish.excluded_ids]
    for obj in stays:
        settle(world, obj)
    for obj in sorted(moves, key=lambda o: -float(np.prod(o.box.half))):
        if not _place(world, obj, wish, random):
            settle(world, obj)


def _duplicate(world: World, kind: str, count: int) -> None:
    existing = [o for o in world.active() if o.object_type == kind and o.can("pickupable")]
    sources = [o for o in existing if original_name(o.name) == o.name]
    for index in range(max(0, count - len(existing)) if sources else 0):
        source = sources[index % len(sources)]
        copy_object(world, source, source.position, source.rotation, _BY_NAME.format(source.name, index + 1))


def _place(world: World, obj: SimObject, wish: Spawn, random: np.random.Generator) -> bool:
    options = [r for r in world.active() if _suits(world, obj, r, wish)]
    for _ in range(wish.attempts):
        if not options:
            return False
        receptacle = options[int(random.integers(len(options)))]
        point = (
            receptacle.box.center
            + (random.uniform(-1.0, 1.0, 3) * receptacle.box.half) @ receptacle.box.axes()
        )
        spot = find_spot(world, obj, receptacle, point, through_doors=not wish.visible_only)
        if spot is not None:
            carry_onto(world, obj, spot.base, spot.rotation)
            attach(world, obj, receptacle)
            return True
    return False


def _suits(world: World, obj: SimObject, receptacle: SimObject, wish: Spawn) -> bool:
    kind = receptacle.object_type
    if receptacle is obj or not receptacle.can("receptacle") or not receptacle.surfaces:
        return False
    if (
        receptacle.can("pickupable")
        or kind in wish.excluded_receptacles
        or (kind == "Floor" and not wish.allow_floor)
    ):
        return False
    if receptacle.can("openable") and not receptacle.status.is_open and wish.visible_only:
        return False
    only = single_slot(kind)
    if only:
        return obj.object_type in only and not direct_contents(world, receptacle)
    known = object_types()[obj.object_type]
    return known.receptacles is not None and known.fits_in(kind)
