"""How often the wrist camera's picture is worth taking: a still table looks the same for who has seen it."""

from __future__ import annotations

from dataclasses import dataclass

STILL_SECONDS = 0.5
"""How often pictures of what does not move are taken."""
LIVELY_SECONDS = 2.0
"""For how long they come at full rate after something moved, or somebody else listens."""


@dataclass
class Pace:
    """Tells before each picture, at the camera's full rate, whether it is to be taken."""

    _listeners: int = 0
    _lively_until: float = 0.0
    _taken_at: float = 0.0

    def due(self, now: float, listeners: int, *, moved: bool) -> bool:
        """Tell whether a picture is due; it is taken for granted that it is taken then.

        :param now: any clock's time, s
        :param listeners: how many listen to the camera
        :param moved: whether anything moved since the last picture
        """
        if moved or listeners != self._listeners:
            self._lively_until = now + LIVELY_SECONDS
        self._listeners = listeners
        due = listeners > 0 and (now < self._lively_until or now - self._taken_at >= STILL_SECONDS)
        if due:
            self._taken_at = now
        return due
