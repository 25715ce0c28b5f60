"""Which rooms of our own there are, beside the player's; nothing of a room is loaded for that."""

from __future__ import annotations

from importlib import resources
from importlib.resources.abc import Traversable


def names() -> list[str]:
    """Return the names of the rooms of our own."""
    return sorted(p.name.removesuffix(".json") for p in _folder().iterdir() if p.name.endswith(".json"))


def read(name: str) -> str:
    """Return the text of a room's file.

    :raises FileNotFoundError: when there is no such room
    """
    return (_folder() / f"{name}.json").read_text("utf-8")


def _folder() -> Traversable:
    return resources.files("spot_emulator") / "data" / "scenes"
