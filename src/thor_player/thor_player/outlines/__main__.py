"""Infer the outlines of all rooms and write them into the player's data: ``python -m thor_player.outlines``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from .. import rooms
from .agreement import Place, places
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
    unity = {(float(x), float(z)) for x, z in reached(scene)}
    tried = list[tuple[Outline, float, set[Place]]]()
    for from_walls in WALL_STAND_OFFS:
        found = infer(world, reached(scene), also_stood(scene), from_walls)
        ours = _reached_with(scene, found)
        tried.append((found, from_walls, ours))
        if unity <= ours:
            break
    return _joined(scene, *max(tried, key=lambda choice: len(choice[2] & unity)))


def _reached_with(scene: str, found: Outline) -> set[Place]:
    return places(rooms.with_walls(rooms.world_without_walls(scene), found))[0]


def _joined(scene: str, found: Outline, from_walls: float, ours: set[Place]) -> Outline:
    """Return the outline with which recorded places are not cut off from the others, where that can be.

    :param ours: the places that are reached with ``found``
    """
    recorded = {(float(x), float(z)) for x, z in np.vstack([reached(scene), also_stood(scene)])}
    if recorded <= ours:
        return found
    ways = ways_to(rooms.world_without_walls(scene), found, ours, recorded - ours)
    stood = np.vstack([also_stood(scene), ways])
    wider = infer(rooms.world_without_walls(scene), reached(scene), stood, from_walls)
    return wider if len(_reached_with(scene, wider) & recorded) > len(ours & recorded) else found


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
