"""What is wrong with a robot, told once it has lasted: a bridge says it to people, who may not look at diagnostics."""

from __future__ import annotations

LASTED = 6.0
"""How long something is wrong before it is told, s: a robot may need as long to be there."""
NO_TIME = float("inf")


class Trouble:
    """Tells each trouble once, in the words it has when it has lasted; another one, or the same one once more, too."""

    def __init__(self, lasted: float = LASTED) -> None:
        self._lasted = lasted
        self._since = NO_TIME
        self._told = ""

    def to_tell(self, trouble: str, now: float) -> str:
        """Return the sentence to tell a person now, '' for nothing.

        :param trouble: what is wrong and what to do about it, '' when all is well
        :param now: s, of a clock that only grows
        """
        if not trouble:
            self._since, self._told = NO_TIME, ""
            return ""
        self._since = min(self._since, now)
        if trouble == self._told or now - self._since < self._lasted:
            return ""
        self._told = trouble
        return trouble
