"""Which scenes there are, by kind: ``./pred scenes``; and whether one that was named is among them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from pred_bringup.arguments import ArgumentError
from pred_core.given import near
from spot_emulator.world.own_rooms import names
from thor_player.rooms_data import UnknownScene, canonical, room_kind, scenes
from ur5_emulator.table.scenes import scene_names

TABLE, SPOT = "table", "spot"
TABLE_FILE = ".json"


def check_room(name: str, given: str, own: Sequence[str] = ()) -> None:
    """Refuse a room that AI2-THOR does not have.

    :param given: how it was given, for the sentence
    :param own: further rooms that there are
    :raises ArgumentError: with what comes near it
    """
    if name in own:
        return
    try:
        canonical(name)
    except UnknownScene:
        nearest = near(name, (*scenes(), *own))
        raise ArgumentError(f"{given}: there is no room {name}.{nearest} ./pred scenes lists them.") from None


def check_spot_room(name: str, given: str) -> None:
    """Refuse a room that neither AI2-THOR nor the emulated Spot has.

    :param given: how it was given, for the sentence
    :raises ArgumentError: with what comes near it
    """
    check_room(name, given, names())


def check_table(name: str, given: str) -> None:
    """Refuse a scene of the emulated table that is neither one that comes along nor a file.

    :param given: how it was given, for the sentence
    :raises ArgumentError: with what comes near it
    """
    if name.endswith(TABLE_FILE):
        if not Path(name).expanduser().is_file():
            raise ArgumentError(f"{given}: there is no file {name}.")
    elif name not in scene_names():
        raise ArgumentError(
            f"{given}: there is no scene {name} of the table.{near(name, scene_names())} ./pred scenes lists them."
        )


def listing(kind: str = "") -> list[str]:
    """Return lines that name all scenes, or those of one kind."""
    rooms: dict[str, list[str]] = {}
    for name in scenes():
        rooms.setdefault(room_kind(name), []).append(name)
    lines = [
        f"  {group:<11} {names[0]} to {names[-1]} ({len(names)})"
        for group, names in rooms.items()
        if kind in ("", group)
    ]
    if lines:
        lines.insert(0, "Rooms: ./pred launch thor scene:=NAME")
    if kind in ("", TABLE):
        tables = scene_names()
        lines.append("Tables: ./pred launch ur5 mock:=true scene:=NAME, or the path of a .json file")
        lines += [f"  {name}" for name in tables]
    if kind in ("", SPOT):
        lines.append(
            "Spot's own rooms: ./pred launch spot mock:=true scene:=NAME, which takes the rooms above, too"
        )
        lines += [f"  {name}" for name in names()]
    return lines


def _meant(said: str, kinds: Sequence[str]) -> str:
    """Return the kind that is meant ("kitchens", "living room"), or what was said."""
    plain = "".join(said.lower().split()).removesuffix("s")
    return next((kind for kind in kinds if kind.lower() == plain), said)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the scenes. Returns 0, or 2 for a kind that there is not."""
    kinds = [*dict.fromkeys(room_kind(name) for name in scenes()), TABLE, SPOT]
    parser = argparse.ArgumentParser(prog="pred scenes", description="List the scenes, by kind.")
    parser.add_argument(
        "kind",
        nargs="?",
        type=lambda said: _meant(said, kinds),
        choices=["", *kinds],
        default="",
        metavar="KIND",
        help=", ".join(kinds),
    )
    parser.add_argument("--names", action="store_true", help="only names of rooms, one a line, for scripts")
    options = parser.parse_args(arguments)
    if options.names:
        found = [n for n in scenes() if options.kind in ("", room_kind(n))]
        found += scene_names() if options.kind in ("", TABLE) else []
        found += names() if options.kind in ("", SPOT) else []
        print("\n".join(found))
    else:
        print("\n".join(listing(options.kind)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
