"""What goals of navigate_to watch for and how they end, whatever it is that moves."""

from __future__ import annotations

from dataclasses import dataclass

from pred_core.objects import ObjectMemory, ObjectState
from pred_core.outcome import Code, Outcome


@dataclass(frozen=True)
class Watch:
    """Classes whose objects end a goal as soon as the memory has one, but for those whose ids are ``ignored``."""

    classes: tuple[str, ...] = ()
    ignored: frozenset[str] = frozenset()

    def seen(self, memory: ObjectMemory) -> ObjectState | None:
        """Return the object that ends the goal: of the class named first; None while there is none."""
        found = [o for o in memory.of_class(self.classes) if o.id not in self.ignored and not o.held]
        return min(found, key=lambda o: self.classes.index(o.class_name), default=None)


NOTHING = Watch()
"""Watches for nothing."""


def sighted(found: ObjectState) -> Outcome:
    """Return how a goal ends that an object watched for has ended."""
    return Outcome(Code.SIGHTED, f"{found.id} was seen on the way.")


@dataclass(frozen=True)
class Report:
    """How a goal ended: motions are those tried (looks, for an arm), ``step`` the last observation."""

    outcome: Outcome
    found_id: str
    motions: int
    step: int
