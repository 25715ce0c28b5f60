"""What pictures leave out or paint flat, whatever the room is like."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .model import World

MASK = (255, 0, 255)
"""The flat colour of what is masked."""

_KEY = "display"


@dataclass(frozen=True)
class Display:
    """Ids of what is not drawn and of what is drawn flat, and whether floor, walls and ceiling are left out."""

    hidden: frozenset[str] = frozenset()
    room_hidden: bool = False
    masked: frozenset[str] = frozenset()

    def but(self, **changes: object) -> Display:
        """Return a copy with changed fields."""
        return replace(self, **changes)  # type: ignore[arg-type]


def display_of(world: World) -> Display:
    """Return what pictures of a world leave out; it is kept with the world."""
    kept = world.settings.get(_KEY)
    return kept if isinstance(kept, Display) else Display()


def set_display(world: World, display: Display) -> None:
    """Keep with a world what its pictures leave out."""
    world.settings[_KEY] = display
