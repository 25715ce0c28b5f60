"""Before the robot says that it is done, it checks its goal conditions in its memory, as they were worded."""

from __future__ import annotations

from collections.abc import Iterator

from pred_core.action_model.goals import Condition, conditions_of
from pred_core.objects import ObjectState
from pred_core.outcome import Code, Outcome
from pred_core.referring.choosing import meant
from pred_core.referring.relations import surroundings
from pred_core.vocabulary import look_alike, part_of
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.placing import is_at
from pred_recovery.mission.requests import Mode, Navigate, Steps
from pred_recovery.refer.described import description_of_ref, view

MOST_LOOKS = 2
"""Places that are looked at once more, at most."""


def check_the_end(mission: Mission) -> Steps:
    """Look once more where a goal condition is not seen to hold; fail when one is seen not to.

    What can be told neither way is named in the outcome.
    """
    for place in list(dict.fromkeys(_to_be_looked_at(mission)))[:MOST_LOOKS]:
        mission.note("check", f"Is it as it was said? Looking at {place}.", id=place)
        yield Navigate(Mode.OBJECT, object_id=place)
    doubtful = [c for c in _placed(mission) if not _holds(mission, c)]
    wrong = [c for c in doubtful if _is_elsewhere(mission, c)]
    mission.words.not_verified = (*mission.words.stand_ins, *(c.sentence() for c in doubtful))
    if wrong:
        text = f"The steps are done, but I do not see that {'; '.join(c.sentence() for c in wrong)}."
        mission.note("check", text)
        return Outcome(Code.POSTCONDITION_FAILURE, text)
    if mission.words.not_verified:
        text = f"Not verified: {'; '.join(mission.words.not_verified)}."
        mission.note("check", text)
        return Outcome.success(text)
    return Outcome.success()


def _placed(mission: Mission) -> Iterator[Condition]:
    """Yield the conditions on where things are that are about instances the plan was bound to."""
    plan = mission.plan
    for condition in conditions_of(plan.triplets) if plan is not None else ():
        if any(condition.places) and condition.ref in mission.bindings.variables:
            yield condition


def _to_be_looked_at(mission: Mission) -> Iterator[str]:
    for condition in _placed(mission):
        place = mission.bindings.variables.get(condition.place_ref, "")
        if place and not _holds(mission, condition) and mission.memory.get(place) is not None:
            yield place


def _holds(mission: Mission, condition: Condition) -> bool:
    """Tell whether a thing is seen to be where it is wanted: in the instance that was meant, where one was."""
    state = mission.memory.get(mission.bindings.variables[condition.ref])
    if state is None or state.held:
        return False
    around = set(surroundings(mission.memory, state))
    place = mission.memory.get(mission.bindings.variables.get(condition.place_ref, ""))
    if place is not None and (place.id in around or is_at(state, place)):
        return True
    found = (mission.memory.get(name) for name in around)
    allowed = [o for o in found if o is not None and _is_one_of(o, condition)]
    description = description_of_ref(mission, condition.place_ref)
    if description:
        as_worded = {o.id for o in meant(description, mission.memory, view(mission))}
        allowed = [o for o in allowed if o.id in as_worded]
    return bool(allowed)


def _is_one_of(place: ObjectState, condition: Condition) -> bool:
    whole = part_of().get(place.class_name, place.class_name)
    return any(look_alike(place.class_name, n) or part_of().get(n, n) == whole for n in condition.places)


def _is_elsewhere(mission: Mission, condition: Condition) -> bool:
    """Tell whether a thing was seen on or in something else: what was in the hand lies nowhere until seen again."""
    state = mission.memory.get(mission.bindings.variables[condition.ref])
    return state is not None and not state.held and bool(state.parent_id)
