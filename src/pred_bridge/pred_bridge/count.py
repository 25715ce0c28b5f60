"""How a bridge numbers its observations and counts what it did, and when it warns of pictures that do not come."""

from __future__ import annotations

from collections.abc import Callable

from pred_core.outcome import Outcome


class ObservationCount:
    """The numbers in a robot's state. Not thread-safe: whoever has the robot's turn calls it."""

    def __init__(self, warn: Callable[[str], object]) -> None:
        """Begin before the first observation.

        :param warn: is told when pictures cease to come, why, and when they come again
        """
        self._warn = warn
        self.step = 0
        """The number of the latest observation; it never restarts."""
        self.episode = 1
        self.actions = self.failures = 0
        self.action: tuple[str, Outcome] = ("", Outcome.success())
        """What led to the latest observation, and how it ended."""
        self.trouble = ""
        """Why the latest observation has no picture; '' when it has one."""

    def new_episode(self, number: int | None = None) -> None:
        """Take note that the world is another one."""
        self.episode = self.episode + 1 if number is None else number
        self.actions = self.failures = 0

    def begin(self, action: str, outcome: Outcome, *, counted: bool = True) -> None:
        """Take note of what an observation is made after."""
        self.action = (action, outcome)
        if counted:
            self.actions += 1
            self.failures += not outcome

    def tell(self, trouble: str) -> None:
        """Warn, once, when pictures cease to come, and say when they come again."""
        if bool(trouble) != bool(self.trouble):
            self._warn(trouble or "The camera's pictures come again.")
        self.trouble = trouble

    def advance(self) -> int:
        """Return the number of the observation that is made now."""
        self.step += 1
        return self.step
