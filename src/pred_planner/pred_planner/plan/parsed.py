"""What a parsed answer is: steps of the plan language with the repairs that were needed, or a typed rejection."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from pred_core.observed import PROMPT_PLACEHOLDERS
from pred_core.plan_language import Level, Primitive

_PLACEHOLDERS = {name.lower(): name for name in PROMPT_PLACEHOLDERS} | {"receptacle": "Recep"}


class RejectionCode(StrEnum):
    """Why an answer is no plan."""

    EMPTY = "EMPTY"
    REFUSAL = "REFUSAL"
    SYNTAX = "SYNTAX"
    TRUNCATED = "TRUNCATED"
    UNKNOWN_ACTION = "UNKNOWN_ACTION"
    UNKNOWN_OBJECT = "UNKNOWN_OBJECT"
    MISSING_RECEPTACLE = "MISSING_RECEPTACLE"
    MIXED_LEVELS = "MIXED_LEVELS"
    NOT_ALLOWED = "NOT_ALLOWED"
    TOO_LONG = "TOO_LONG"


@dataclass(frozen=True)
class Rejection:
    """An answer that is no plan: a code and a sentence that can be shown to the model that wrote it."""

    code: RejectionCode
    message: str


def placeholder(raw: str) -> str:
    """Return the placeholder a word is, however its letters are written, or ''."""
    return _PLACEHOLDERS.get(raw.lower().removeprefix("the "), "")


@dataclass(frozen=True)
class ParsedStep:
    """One parsed step. ``action`` is one of High or Primitive, or a treatment of the domain.

    ``object`` and ``receptacle`` are classes of the vocabulary (or '' for none).
    """

    action: str
    object: str
    receptacle: str = ""
    object_ref: str = ""
    receptacle_ref: str = ""
    place: str = ""
    attributes: tuple[str, ...] = ()

    def as_list(self) -> list[str]:
        """Return the step as PRED writes it: [Action, Object, Receptacle] or [Object, Primitive]."""
        if isinstance(self.action, Primitive):
            return [self.object, str(self.action)]
        return [str(self.action), self.object or "None", self.receptacle or "None"]


@dataclass(frozen=True)
class Parsed:
    """A plan as it was read from an answer."""

    level: Level
    steps: tuple[ParsedStep, ...]
    repairs: tuple[str, ...] = ()

    def as_lists(self) -> list[list[str]]:
        """Return the plan as nested lists."""
        return [step.as_list() for step in self.steps]


class Rejected(Exception):
    """Carries a rejection out of nested parsing; :func:`pred_planner.dialects.registry.parse` turns it into a value."""

    def __init__(self, code: RejectionCode, message: str) -> None:
        super().__init__(message)
        self.rejection = Rejection(code, message)


@dataclass
class Repairs:
    """Collects what had to be mended in an answer, in order and without repeats."""

    notes: list[str] = field(default_factory=list)

    def add(self, note: str) -> None:
        """Note one repair."""
        if note not in self.notes:
            self.notes.append(note)


MAX_STEPS = 200
"""Longer answers are loops of a model that lost its way."""


def finish(level: Level, steps: list[ParsedStep], repairs: Repairs) -> Parsed:
    """Return the plan of these steps.

    :raises Rejected: when there are none, or more than :data:`MAX_STEPS`
    """
    if not steps:
        raise Rejected(RejectionCode.EMPTY, "The answer holds no step of a plan.")
    if len(steps) > MAX_STEPS:
        raise Rejected(RejectionCode.TOO_LONG, f"The answer holds {len(steps)} steps, more than {MAX_STEPS}.")
    return Parsed(level, tuple(steps), tuple(repairs.notes))
