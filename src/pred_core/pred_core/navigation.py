"""How goals of navigate_to end, whatever it is that moves."""

from __future__ import annotations

from dataclasses import dataclass

from pred_core.outcome import Outcome


@dataclass(frozen=True)
class Report:
    """How a goal ended: motions are those tried (looks, for an arm), ``step`` the last observation."""

    outcome: Outcome
    found_id: str
    motions: int
    step: int
