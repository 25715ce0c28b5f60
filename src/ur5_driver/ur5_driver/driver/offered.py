"""Where things are held out to a person, and which pull takes them."""

from __future__ import annotations

from dataclasses import dataclass

from ur5_description import hand_over


@dataclass(frozen=True)
class Offer:
    """Where things are held out (point between the finger tips in base, m), and which pull takes them (N)."""

    place: tuple[float, float, float] = hand_over.PLACE
    pull: float = hand_over.PULL
