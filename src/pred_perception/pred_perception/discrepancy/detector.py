"""What a discrepancy detector is given and what it gives (PRED section 3.1): one interface for all four."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pred_core.objects import ObjectMemory, ObjectState
from pred_core.plan_language import Discrepancy, Kind, Subgoal


@dataclass(frozen=True)
class FrameView:
    """The latest frame: ``labels`` and ``depth`` HxW, and the label each remembered object has in it."""

    labels: NDArray[np.uint16]
    depth: NDArray[np.float32]
    label_of: Mapping[str, int]


@dataclass(frozen=True)
class Situation:
    """What a subgoal assumes, and what is known and seen.

    ``subject_id`` is the instance the subgoal is about to act on ('' while none is chosen), ``excluded`` are instances
    that are out of the question: rejected, placed already, meant by another variable. ``held_views`` are the classes
    the thing in the hand looked like, the view at the time of interaction first (C.2).
    """

    subgoal: Subgoal
    memory: ObjectMemory
    subject_id: str = ""
    excluded: frozenset[str] = frozenset()
    view: FrameView | None = None
    held_views: tuple[str, ...] = field(default=())

    @property
    def subject(self) -> ObjectState | None:
        """The instance in question, if it is remembered."""
        return self.memory.get(self.subject_id) if self.subject_id else None


class Detector(Protocol):
    """Compares one situation with its expectation."""

    kind: Kind

    def check(self, situation: Situation) -> Discrepancy | None:
        """Return the discrepancy, with a confidence from 0 to 1, or None when all is as expected or unknown."""


def freshness(memory: ObjectMemory, state: ObjectState, half_life: float) -> float:
    """Return how much a memory still counts: 1 in view, half after ``half_life`` steps out of view."""
    if state.visible or state.held:
        return 1.0
    return float(0.5 ** (max(memory.step - state.last_seen_step, 0) / half_life))


def experience(state: ObjectState) -> float:
    """Return how much repeated sight counts: .63 for one look, .95 for three."""
    return 1.0 - float(np.exp(-max(state.observations, 1)))
