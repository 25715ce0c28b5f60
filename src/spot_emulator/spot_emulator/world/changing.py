"""Changing a room from outside: states and places of objects, for tests and judging."""

from __future__ import annotations

from typing import Any

import numpy as np

from spot_emulator.world.house import House
from thor_player.containment import carry, detach
from thor_player.opening import swing
from thor_player.settling import settle

_STATES = frozenset({
    "is_toggled", "is_dirty", "fill_liquid", "is_sliced", "is_cooked", "is_broken", "is_used_up", "temperature",
})  # fmt: skip


def change(house: House, wanted: dict[str, Any]) -> None:
    """Change one object: ``id``, and any of openness (0..1), position (x, y, z of its middle in the map), states.

    :raises ValueError: for an unknown object or state
    """
    name = str(wanted.pop("id", ""))
    obj = house.world.objects.get(name)
    if obj is None:
        raise ValueError(f"the room has no object {name!r}")
    unknown = set(wanted) - _STATES - {"openness", "position"}
    if unknown:
        raise ValueError(f"an object has no {', '.join(sorted(unknown))}")
    if "openness" in wanted:
        openness = float(wanted["openness"])
        if not obj.can("openable") or not 0.0 <= openness <= 1.0:
            raise ValueError(f"{name} opens to a share of 0 to 1, if at all")
        swing(house.world, obj, openness)
    if "position" in wanted:
        point = np.array([float(v) for v in wanted["position"]])
        detach(house.world, obj)
        carry(house.world, obj, obj.position + (house.to_unity(point) - obj.box.center), obj.rotation)
        settle(house.world, obj)
    for state in _STATES.intersection(wanted):
        setattr(obj.status, state, wanted[state])
    obj.touch()
