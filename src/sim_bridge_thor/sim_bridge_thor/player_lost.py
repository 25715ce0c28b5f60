"""What is raised when the player is gone."""

from __future__ import annotations


class PlayerLost(RuntimeError):
    """The player's process ended, or it does not answer in time."""
