"""Infer the outlines of all rooms and write them into the player's data: ``python -m thor_player.outlines``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from .. import rooms
from .agreement import places
from .evidence import also_stood, reached
from .infer import USUAL_STAND_OFF, WALL_STAND_OFFS, infer
from .outline import Outline
from .ways import ways_to

TARGET = Path(__file__).parents[1] / "data" / "outlines.json"


def room(scene: str) -> dict[str, Any]:
    """Return one room's outline as it is kept."""
    found = _outline(scene)
    return {
        "floor": found.floor,
        "walls": found.walls,
        "niches": found.niches,
        "pieces": [(*piece, distance) for piece, distance in found.pieces],
        "stand_off": dict(found.stand_off),
    }


def _outline(scene: str) -> Outline:
    """Return the outline that keeps the body farthest from walls of those with which most of the record is reached."""
    world = rooms.world_without_walls(scene)
    tried = list[tuple[int, float, Outline]]()
    for from_walls in WALL_STAND_OFFS:
        found = infer(world, reached(scene), also_stood(scene), from_walls)
        ours, unity = places(rooms.with_walls(rooms.world_without_walls(scene), found))
        tried.append((len(ours & unity), from_walls, found))
        if unity <= ours:
            break
    _, from_walls, found = max(tried, key=lambda choice: choice[0])
    return _joined(scene, found, from_walls)


def _joined(scene: str, found: Outline, from_walls: float) -> Outline:
    """Return the outline with which recorded places are not cut off from the others, where that can be."""
    experts = {(float(x), float(z)) for x, z in also_stood(scene)}
    ours, unity = places(rooms.with_walls(rooms.world_without_walls(scene), found))
    recorded = unity | experts
    if recorded <= ours:
        return found
    ways = ways_to(rooms.world_without_walls(scene), found, ours, recorded - ours)
    stood = np.vstack([also_stood(scene), ways])
    wider = infer(rooms.world_without_walls(scene), reached(scene), stood, from_walls)
    wide, _ = places(rooms.with_walls(rooms.world_without_walls(scene), wider))
    return wider if len(wide & recorded) > len(ours & recorded) else found


def main() -> None:
    """Write the file, a line a room, and say how far it is."""
    lines = []
    for number, scene in enumerate(rooms.scenes(), start=1):
        lines.append(f"{json.dumps(scene)}: {json.dumps(room(scene), separators=(',', ':'))}")
        print(f"\r{number} of {len(rooms.scenes())} rooms", end="", flush=True)
    head = f'{{"usual_stand_off": {USUAL_STAND_OFF}, "rooms": {{\n'
    TARGET.write_text(head + ",\n".join(lines) + "\n}}\n", "utf-8")
    print(f"\nwritten: {TARGET}")


if __name__ == "__main__":
    main()
