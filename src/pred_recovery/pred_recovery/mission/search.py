"""Where things were looked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pred_core.outcome import Code

_WHY = {Code.UNREACHABLE: "out of reach", Code.TARGET_TOO_FAR: "out of reach", Code.BLOCKED: "the way was blocked"}
_NOT_OPENED = "it could not be looked into"
_NOT_TRIED = "not tried"
_MOST_SEEN = 6  # places named that were looked into; those that were not are all named


@dataclass
class Search:
    """Where things were looked for."""

    explored: bool = False
    """Whether all that can be seen without opening anything was seen."""
    cut_short: bool = False
    """Whether exploring ended as the way was blocked, so that a part of the room may not have been seen."""
    looked_into: dict[str, Code] = field(default_factory=dict)
    """Receptacles that were looked into, or tried, in that order, and how that went."""
    left_open: str = ""
    """The receptacle that was opened only to take something out of it; closed once that is taken."""
    looked_at: set[str] = field(default_factory=set)
    """What was gone to as it might be what was looked for."""
    taken_from: dict[str, list[str]] = field(default_factory=dict)
    """Per class, what instances of it were taken from in this task."""
    sought: str = ""
    """The class that places were last looked into for."""
    tried: int = 0
    """How many places were opened or gone to for it since it was begun, or a person last said to look on."""
    under_way: bool = False
    """Whether such a search is going on."""
    widened: set[str] = field(default_factory=set)
    """Classes for which a person said to look elsewhere than the words say."""
    given_up: set[str] = field(default_factory=set)
    """Classes for which no more places are looked into."""

    def begin(self, sought: str) -> None:
        """Begin, or go on with, looking into places for a class."""
        if sought != self.sought:
            self.sought, self.tried = sought, 0
        self.under_way = True

    def told(self, left: Iterable[str] = ()) -> str:
        """Return in words what was looked into, and what was not and why; empty where there was nothing to look into.

        :param left: the places that nothing was tried with
        """
        seen = [name for name, code in self.looked_into.items() if code is Code.SUCCESS]
        missed: dict[str, list[str]] = {}
        for name, code in self.looked_into.items():
            if code is not Code.SUCCESS:
                missed.setdefault(_WHY.get(code, _NOT_OPENED), []).append(name)
        for name in left:
            missed.setdefault(_NOT_TRIED, []).append(name)
        not_into = "; ".join(f"{_listed(names)} ({why})" for why, names in missed.items())
        more = [f"{len(seen) - _MOST_SEEN} more"] if len(seen) > _MOST_SEEN else []
        parts = [f"I looked into {_listed([*seen[:_MOST_SEEN], *more])}"] if seen else []
        parts += [f"not into {not_into}" if seen else f"I looked not into {not_into}"] if missed else []
        return ", ".join(parts)


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
