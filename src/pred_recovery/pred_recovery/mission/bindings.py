"""What the plan's words are bound to: instances of the object memory."""

from __future__ import annotations

from dataclasses import dataclass, field

from pred_core.objects import ObjectState


@dataclass
class Bindings:
    """Which instances are meant, which are not, and what became of them."""

    variables: dict[str, str] = field(default_factory=dict)
    """The instance that each of the plan's variables means."""
    before_cut: dict[str, ObjectState] = field(default_factory=dict)
    """What was sliced, as it was before that."""
    rejected: set[tuple[str, str]] = field(default_factory=set)
    """Primitives, and the instances that they failed on for good."""
    missed: set[tuple[str, str]] = field(default_factory=set)
    """The same of what the robot put out of its own sight and did not see where it was put: until it sees that."""
    placed: dict[str, str] = field(default_factory=dict)
    """Of what the robot put down: where it did so."""
    lay: dict[str, ObjectState] = field(default_factory=dict)
    """What the robot took, as it was before it took it first."""
    placed_among: dict[str, frozenset[str]] = field(default_factory=dict)
    """Of what the robot put down: the instances that were known then."""
    turned_away: dict[tuple[str, str], float] = field(default_factory=dict)
    """How surely (0 to 1) an instance was found to be another thing than the class it was taken for."""
    trusted: set[str] = field(default_factory=set)
    """Instances that are used all the same, as nothing better was found."""
