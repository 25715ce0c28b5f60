"""What ends a way before its goal: the object for which a closed place was to be opened is seen elsewhere.

This is dynamic target adaptation (PRED section 3.1.1) on the way. Whether what was seen will do is not decided here:
the plan is compared with it as before a step, and the robot goes on when it stays as it is.
"""

from __future__ import annotations

from pred_core.navigation import NOTHING, Watch
from pred_core.outcome import Outcome
from pred_core.plan_language import Kind, Subgoal
from pred_recovery.mission.mission import Mission
from pred_recovery.search.instance_selection import is_bound, meant, named_surely, taken_next

SIGHTINGS = 3
"""How often one way is broken off for what is seen; more would be a quarrel with a detector that errs."""


def on_the_way(mission: Mission, subgoal: Subgoal) -> Watch:
    """Return what ends the way to a place that the plan opens, or a cover that it moves, for what it takes next."""
    taken = taken_next(mission) if subgoal == mission.subgoal else None
    if taken is None or is_bound(mission, taken) or not taken.expectation.place:
        return NOTHING
    return _new_ones(mission, (taken.expectation.class_name,))


def in_search(mission: Mission, subgoal: Subgoal) -> Watch:
    """Return what ends the way to a place that is only opened to look for the subgoal's object in it."""
    wide = (subgoal.object, *subgoal.object_alternatives)
    return _new_ones(mission, meant(mission, subgoal) if named_surely(mission, subgoal) else wide)


def _new_ones(mission: Mission, names: tuple[str, ...]) -> Watch:
    """Watch for what is not known yet: of what is known it has been asked whether it will do."""
    if Kind.DTA not in mission.settings.kinds:
        return NOTHING
    return Watch(names, frozenset(o.id for o in mission.memory.of_class(names)))


def note_sighting(mission: Mission, outcome: Outcome) -> None:
    """Tell that a way was broken off, which it would not have been without DTA."""
    mission.trace.swayed_by.add(Kind.DTA)
    mission.note("sighted", outcome.message, module=Kind.DTA)
