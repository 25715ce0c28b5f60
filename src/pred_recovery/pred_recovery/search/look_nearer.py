"""Look from near at what may be the thing that is looked for, or has it as a part.

From afar a detector is not sure, or calls it another; of a sink whose rim is as high as the camera no basin is seen.
"""

from __future__ import annotations

from pred_core.objects import ObjectState
from pred_core.outcome import Code, Outcome
from pred_core.plan_language import Subgoal
from pred_core.vocabulary import part_of
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
        is_whole = next_one.class_name in _wholes(names)
        text = f"{next_one.id} {'has' if is_whole else 'may be'} the {subgoal.object}: looking from nearer."
        mission.note("look_nearer", text, id=next_one.id)
        reply = yield Navigate(Mode.OBJECT, object_id=next_one.id)
        if reply.outcome.code in FATAL:
            return reply.outcome
    return Outcome(Code.NOT_FOUND, f"From near nothing is surely a {subgoal.object}.")


def _may_be(mission: Mission, subgoal: Subgoal, names: tuple[str, ...]) -> list[ObjectState]:
    """Return what is called so, but not surely, what other views called so, and what has such a thing as a part."""
    out, wholes = set(excluded(mission, subgoal)), _wholes(names)
    known = (o for o in (*mission.memory.objects, *mission.memory.doubtful) if not o.held and o.id not in out)
    return [
        o for o in known if o.class_name in wholes or (not sure(o) and {o.class_name, o.rival_class} & set(names))
    ]


def _wholes(names: tuple[str, ...]) -> frozenset[str]:
    """Return the types that have one of some types as a part: Sink for SinkBasin."""
    return frozenset(part_of()[name] for name in names if name in part_of())
