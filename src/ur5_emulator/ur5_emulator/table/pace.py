"""How often the wrist camera's picture is worth taking: a still table looks the same for who has seen it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

STILL_SECONDS = 0.5
"""How often pictures are taken of what does not move, and for who is patient."""
LIVELY_SECONDS = 2.0
"""For how long they come at full rate after something moved, or somebody else listens."""


class Listening(NamedTuple):
    """How many listen to the camera, whether for what is seen as well, and whether two pictures a second will do."""

    listeners: int
    truth: bool = False
    patient: bool = False


@dataclass
class Pace:
    """Tells before each picture, at the camera's full rate, whether it is to be taken."""

    _listeners: int = 0
    _lively_until: float = 0.0
    _taken_at: float = 0.0

    def due(self, now: float, listening: Listening, *, moved: bool) -> bool:
        """Tell whether a picture is due; it is taken for granted that it is taken then.

        :param now: any clock's time, s
        :param listening: who listens to the camera
        :param moved: whether anything moved since the last picture
        """
        if listening.listeners != self._listeners or (moved and not listening.patient):
            self._lively_until = now + LIVELY_SECONDS
        self._listeners = listening.listeners
        lively = now < self._lively_until and not listening.patient
        due = listening.listeners > 0 and (lively or now - self._taken_at >= STILL_SECONDS)
        if due:
            self._taken_at = now
        return due
