"""A refusal that tells that a thing is not what it looks like: what is said to be closed and has no door is another.

It is what the hand felt, and so the surest evidence that object verification (PRED section 3.1.2) gets of a place.
"""

from __future__ import annotations

from pred_core.objects import ObjectState
from pred_core.outcome import Code, Outcome
from pred_core.plan_language import Kind, Primitive
from pred_core.vocabulary import object_types, spoken
from pred_recovery.mission.mission import Mission


def can_be_closed(class_name: str) -> bool:
    """Tell whether the action model has things of a class opened and closed; of an unknown class nobody knows."""
    known = object_types().get(class_name)
    return known is None or known.can("openable")


def is_no_such_place(primitive: str, place: ObjectState, outcome: Outcome) -> bool:
    """Tell whether how a put ended shows that a place is none of its class."""
    return (
        primitive == Primitive.PUT
        and outcome.code is Code.RECEPTACLE_CLOSED
        and not can_be_closed(place.class_name)
    )


def heed_refusal(mission: Mission, primitive: str, place: ObjectState) -> None:
    """Turn a place away that is not what it was taken for: another one is looked for then."""
    if Kind.OHV not in mission.settings.kinds:
        return
    mission.trace.swayed_by.add(Kind.OHV)
    name = spoken(place.class_name)
    text = f"{place.id} is closed, and a {name} has no door: it is something else that looks like one."
    mission.note("discrepancy", text, module=Kind.OHV, subject=place.id, confidence=1.0)
    mission.bindings.turned_away[place.class_name, place.id] = 1.0
    mission.bindings.rejected.add((primitive, place.id))
