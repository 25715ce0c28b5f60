"""Infer the outlines of all rooms and write them into the player's data: ``python -m thor_player.outlines``.

``--held-out`` writes nothing: it infers them from half of the record and says how they agree with the other half.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from .. import rooms
from . import held_out
from .evidence import also_stood, reached
from .margins import USUAL
from .outline import kept
from .pipeline import inferred

TARGET = Path(__file__).parents[1] / "data" / "outlines.json"


def room(scene: str) -> dict[str, Any]:
    """Return one room's outline as it is kept."""
    found = inferred(scene, reached(scene), also_stood(scene))
    return {
        "floor": found.floor,
        "walls": found.walls,
        "niches": found.niches,
        "pieces": [(*piece, distance) for piece, distance in found.pieces],
        "stand_off": {name: kept(clearances) for name, clearances in found.stand_off.items()},
        "fixtures": kept(found.fixtures),
    }


def main() -> None:
    """Write the file, a line a room, and say how far it is; or say how it agrees with what was kept aside."""
    parser = argparse.ArgumentParser(
        description="Infer where the rooms' walls stand and what keeps the body off."
    )
    parser.add_argument(
        "--held-out", action="store_true", help="judge by the half of the record that is kept aside"
    )
    if parser.parse_args().held_out:
        print(held_out.judge(rooms.scenes()))
        return
    lines = []
    for number, scene in enumerate(rooms.scenes(), start=1):
        lines.append(f"{json.dumps(scene)}: {json.dumps(room(scene), separators=(',', ':'))}")
        print(f"\r{number} of {len(rooms.scenes())} rooms", end="", flush=True)
    head = f'{{"usual_stand_off": {USUAL}, "rooms": {{\n'
    TARGET.write_text(head + ",\n".join(lines) + "\n}}\n", "utf-8")
    print(f"\nwritten: {TARGET}")


if __name__ == "__main__":
    main()
