"""Where things were looked for."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Search:
    """Where things were looked for."""

    explored: bool = False
    """Whether all that can be seen without opening anything was seen."""
    looked_into: set[str] = field(default_factory=set)
    """Receptacles that were looked into."""
    left_open: str = ""
    """The receptacle that was opened only to take something out of it; closed once that is taken."""
    looked_at: set[str] = field(default_factory=set)
    """What was gone to as it might be what was looked for."""
    taken_from: dict[str, list[str]] = field(default_factory=dict)
    """Per class, what instances of it were taken from in this task."""
