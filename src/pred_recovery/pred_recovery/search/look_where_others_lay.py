"""Look again where others of the kind lay: alike things are kept together, and the first may have hidden the next."""

from __future__ import annotations

from pred_core.outcome import Code, Outcome
from pred_core.plan_language import Subgoal
from pred_recovery.act.effects import closed
from pred_recovery.mission.failure_case import FATAL
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.requests import Mode, Navigate, Steps
from pred_recovery.search.instance_selection import suitable

SIDES = 4
"""From how many places a piece of furniture is looked at again."""


def look_where_others_lay(mission: Mission, subgoal: Subgoal) -> Steps:
    """Look from near, and from several sides, at what others of the class were taken from in this task."""
    others = mission.search.taken_from.pop(subgoal.object, []) if mission.settings.mobile else []
    for name in others:
        place = mission.memory.get(name)
        if place is None or closed(place):
            continue
        text = f"Looking for another {subgoal.object} on {place.id}, where one was."
        mission.note("look_again", text, id=place.id)
        for side in range(SIDES):
            reply = yield Navigate(Mode.OBJECT, object_id=place.id, attempt=side)
            if reply.outcome.code in FATAL:
                return reply.outcome
            if suitable(mission, subgoal):
                return Outcome.success()
            if reply.outcome.code is Code.UNREACHABLE:
                break
    return Outcome(Code.NOT_FOUND, f"No other {subgoal.object} lies where one was.")
