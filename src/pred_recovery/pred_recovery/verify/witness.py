"""What OHV and APM found and are not sure of is shown to a model that sees (docs/llm.md)."""

from __future__ import annotations

from pred_core.feedback import state
from pred_core.objects import SURE
from pred_core.plan_language import Discrepancy, Kind
from pred_core.vocabulary import spoken
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.requests import Asking, Reply
from pred_recovery.refer.shown import seen_by_model
from pred_recovery.verify.revision import key_of

SEEN = (Kind.OHV, Kind.APM)
"""The modules whose findings a picture shows."""
EVEN = 0.5
"""From which confidence a finding that was certain by itself stays so."""


def show(mission: Mission, reply: Reply) -> Asking[None]:
    """Show a model what was found and is not beyond doubt, each finding once."""
    doubtful = zip(reply.doubtful, reply.needed, strict=True)
    for found, needed in (*((d, EVEN) for d in reply.certain), *doubtful):
        key = key_of(mission, found)
        if found.kind not in SEEN or found.confidence >= SURE or key in mission.beliefs.shown:
            continue
        share = found.confidence
        before = (1.0 - share, share)
        likely = yield from seen_by_model(mission, _instance(mission, found), found.subject, _sentences(found), before)
        if likely != before:
            mission.beliefs.shown[key] = likely[1] >= needed


def believed(mission: Mission, reply: Reply) -> tuple[Discrepancy, ...]:
    """Return the findings to act on: certain ones that no model spoke against, doubtful ones that one spoke for."""
    shown = mission.beliefs.shown
    certain = tuple(d for d in reply.certain if shown.get(key_of(mission, d), True))
    return (*certain, *(d for d in reply.doubtful if shown.get(key_of(mission, d), False)))


def _instance(mission: Mission, found: Discrepancy) -> str:
    return mission.memory.held_id if found.kind is Kind.OHV else found.subject_id


def _sentences(found: Discrepancy) -> tuple[str, ...]:
    """Return in words what was expected and what was observed; nothing where there are no words for it."""
    if found.kind is Kind.OHV:
        return f"It is a {spoken(found.expected)}.", f"It is a {spoken(found.observed)}."
    states = (state(found.expected), state(found.observed))
    return tuple(f"The {spoken(found.subject)} is {name}." for name in states) if all(states) else ()
