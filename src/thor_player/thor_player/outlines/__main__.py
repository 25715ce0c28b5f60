"""Infer the outlines of all rooms and write them into the player's data: ``python -m thor_player.outlines``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from .. import rooms
from .evidence import also_stood, reached
from .infer import USUAL_STAND_OFF, infer

TARGET = Path(__file__).parents[1] / "data" / "outlines.json"


def room(scene: str) -> dict[str, Any]:
    """Return one room's outline as it is kept."""
    found = infer(rooms.load_world(scene), reached(scene), also_stood(scene))
    return {
        "floor": found.floor,
        "walls": found.walls,
        "wall_stand_off": found.wall_stand_off,
        "stand_off": dict(found.stand_off),
    }


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
