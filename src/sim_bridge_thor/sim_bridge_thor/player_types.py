"""The object types that travel with the player, taken from the household domain.

``python -m sim_bridge_thor.player_types`` writes them again after the domain was changed.
"""

from __future__ import annotations

import json
from typing import Any

from pred_core.domain_file import HOUSEHOLD, ObjectType
from pred_core.vocabulary import within_domain
from thor_player.types import DATA

GROUPS = ("fully_inside", "must_be_open", "placed_upright")


def player_types() -> dict[str, Any]:
    """Return what :data:`thor_player.types.DATA` should hold."""
    with within_domain(HOUSEHOLD) as household:
        return {
            "types": {name: _fields(kind) for name, kind in sorted(household.types.items())},
            "groups": {name: sorted(household.groups[name]) for name in GROUPS},
            "single_slots": {name: sorted(taken) for name, taken in sorted(household.single_slots.items())},
        }


def _fields(kind: ObjectType) -> dict[str, Any]:
    fields = {
        "flags": sorted(kind.flags),
        "some": sorted(kind.some),
        "size": kind.size and list(kind.size),
        "mass": kind.mass,
        "materials": list(kind.materials),
        "slices_to": kind.slices_to,
        "slice_count": kind.slice_count,
    }
    told = {name: value for name, value in fields.items() if value}
    return told if kind.receptacles is None else {**told, "receptacles": sorted(kind.receptacles)}


def main() -> None:
    """Write the file."""
    DATA.parent.mkdir(exist_ok=True)
    lines = json.dumps(player_types(), indent=1, sort_keys=True)
    DATA.write_text(lines + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
