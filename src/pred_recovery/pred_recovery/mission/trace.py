"""What an observer keeps of the task; no decision reads it."""

from __future__ import annotations

from dataclasses import dataclass, field

from pred_core.plan_language import Kind


@dataclass
class Trace:
    """Who had a say in what was done."""

    swayed_by: set[Kind] = field(default_factory=set)
    """The modules without any other of which the task is done in the same way."""
