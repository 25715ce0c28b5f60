"""Look from near at what may be the thing that is looked for: from afar a detector is not sure, or calls it another."""

from __future__ import annotations

from pred_core.objects import ObjectState
from pred_core.outcome import Code, Outcome
from pred_core.plan_language import Subgoal
from pred_recovery.mission.failure_case import FATAL
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.requests import Mode, Navigate, Steps
from pred_recovery.search.instance_selection import candidates, excluded, meant
from pred_recovery.search.preference import sure

MOST_LOOKS = 4
"""How many things are gone to in one search."""


def look_nearer(mission: Mission, subgoal: Subgoal) -> Steps:
    """Go to what may be an instance of the subgoal's object, the likeliest first, until one surely is."""
    names = meant(mission, subgoal)
    for _ in range(MOST_LOOKS if mission.settings.mobile else 0):
        if any(map(sure, candidates(mission, subgoal, alternatives=False))):
            return Outcome.success()
        left = [o for o in _may_be(mission, subgoal, names) if o.id not in mission.search.looked_at]
        if not left:
            break
        next_one = max(left, key=lambda o: (o.class_name in names, o.score, o.id))
        mission.search.looked_at.add(next_one.id)
        mission.note("look_nearer", f"{next_one.id} may be the {subgoal.object}: looking from nearer.", id=next_one.id)
        reply = yield Navigate(Mode.OBJECT, object_id=next_one.id)
        if reply.outcome.code in FATAL:
            return reply.outcome
    return Outcome(Code.NOT_FOUND, f"From near nothing is surely a {subgoal.object}.")


def _may_be(mission: Mission, subgoal: Subgoal, names: tuple[str, ...]) -> list[ObjectState]:
    """Return what is called so, but not surely, and what other views called so."""
    out = set(excluded(mission, subgoal))
    return [
        o
        for o in (*mission.memory.objects, *mission.memory.doubtful)
        if not o.held and o.id not in out and not sure(o) and (o.class_name in names or o.rival_class in names)
    ]
