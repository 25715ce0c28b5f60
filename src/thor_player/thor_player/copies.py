"""Copies of objects: what they are called, and which of them the entries of a layout mean.

A copy's id follows from the id of what it was copied from, so a saved room has the same ids when it is set up again.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from .layout import Placement
from .model import SimObject, World
from .restoring import is_same

_COPY = re.compile(r"\((Clone|Copy)\)\d*$")


def original_name(name: str) -> str:
    """Return the name of what a copy of that name was copied from; any other name as it is."""
    return _COPY.sub("", name)


def distinct(world: World, placements: Sequence[Placement]) -> list[Placement]:
    """Name the copies that the room has where a layout lists one name several times.

    Clients leave out what follows the original's name. An entry where one of the copies is, or was at first, is that
    copy; the others are taken in order. Entries beyond the last copy keep the name, and come last.
    """
    groups: dict[str, list[int]] = defaultdict(list)
    for index, placement in enumerate(placements):
        groups[placement.name].append(index)
    named, extra = list(placements), set()
    for name, indices in groups.items():
        if len(indices) == 1:
            continue
        chosen = _choose(_family(world, name), [placements[i] for i in indices])
        for index, obj in zip(indices, chosen, strict=True):
            if obj is None:
                extra.add(index)
            else:
                named[index] = placements[index]._replace(name=obj.name)
    order = sorted(range(len(named)), key=lambda i: i in extra)
    return [named[i] for i in order]


def _family(world: World, name: str) -> list[SimObject]:
    """Return the object of a name and its copies, oldest first."""
    everything = list(world.objects.values())
    own = [obj for obj in everything if obj.name == name]
    return own + [obj for obj in everything if obj.name != name and original_name(obj.name) == name]


def _choose(family: Sequence[SimObject], placements: Sequence[Placement]) -> list[SimObject | None]:
    """Return which of a family each entry means; None: one more copy."""
    left = list(family)
    chosen: list[SimObject | None] = [None] * len(placements)
    for index, placement in enumerate(placements):
        chosen[index] = next((obj for obj in left if _stands_at(obj, placement)), None)
        left = [obj for obj in left if obj is not chosen[index]]
    for index, found in enumerate(chosen):
        if found is None and left:
            chosen[index] = left.pop(0)
    return chosen


def _stands_at(obj: SimObject, placement: Placement) -> bool:
    stands = [obj.stand()] if obj.status.active else []
    stands += [obj.home] if obj.home is not None else []
    position, rotation = np.array(placement.position), np.array(placement.rotation)
    return any(is_same(stand, position, rotation) for stand in stands)
