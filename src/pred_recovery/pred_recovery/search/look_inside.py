"""Look for an object inside furniture, drawers, bins and under covers."""

from __future__ import annotations

import math
from collections.abc import Callable

from pred_core.objects import ObjectState
from pred_core.outcome import Code, Outcome
from pred_core.plan_language import Primitive, Subgoal
from pred_core.vocabulary import group, is_cover
from pred_recovery.act.approach import go_before_the_door, go_to_first
from pred_recovery.act.doors import nearer
from pred_recovery.act.effects import closed
from pred_recovery.act.perform import go_and, perform
from pred_recovery.act.resting_places import resting_places
from pred_recovery.mission.failure_case import FATAL
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.requests import Mode, Navigate, Steps
from pred_recovery.search.instance_selection import candidates, suitable
from pred_recovery.search.likely_places import places
from pred_recovery.search.sightings import SIGHTINGS, in_search, note_sighting

STEEP = 1.2
"""Metres above a drawer's rim for each metre away from it, up from which its front hides only a hand's breadth."""


LOOK_DOWN_DISTANCES = (0.45, 0.65, 0.8)
"""How near to look into a bin from, if one can stand there: from farther away its rim hides what is in it (m)."""


def look_where_said(mission: Mission, subgoal: Subgoal) -> Steps:
    """Look well into what the plan has just opened for the object, before it is looked for elsewhere."""
    used = set(mission.bindings.variables.values()) - mission.search.looked_into
    for place in [o for o in mission.memory.of_class(subgoal.inside) if o.id in used and not closed(o)]:
        mission.search.looked_into.add(place.id)
        outcome = yield from _look_well_into(mission, place, lambda: candidates(mission, subgoal))
        if not outcome:
            return outcome
    return Outcome.success()


def look_inside(mission: Mission, subgoal: Subgoal) -> Steps:
    for _ in range(mission.settings.max_searched):
        likely = places(mission, subgoal)
        if not likely:
            break
        place = likely[0]
        mission.search.looked_into.add(place.id)
        mission.note("look_inside", f"Looking for {subgoal.object} in {place.id}.", id=place.id)
        shut = closed(place)
        if shut:
            outcome = yield from _open_to_look(mission, subgoal, place)
        elif is_cover(place.class_name):
            outcome = yield from _lift(mission, place)
        else:
            outcome = yield from look_down_into(place)
        if outcome.code is Code.SIGHTED:
            return Outcome.success(outcome.message)
        if outcome and shut and not suitable(mission, subgoal):
            outcome = yield from _look_well_into(mission, place, lambda: suitable(mission, subgoal))
        if outcome.code in FATAL:
            return outcome
        if outcome and suitable(mission, subgoal):
            mission.search.left_open = place.id if shut else ""
            return outcome
        if outcome and shut and mission.settings.close_searched:
            outcome = yield from perform(mission, Primitive.CLOSE, place)
            if outcome.code in FATAL:
                return outcome
    return Outcome(Code.NOT_FOUND, f"No {subgoal.object} in the places that were looked into.")


def _open_to_look(mission: Mission, subgoal: Subgoal, place: ObjectState) -> Steps:
    """Open a place to look into it; SIGHTED, and it stays shut, when what is sought was seen on the way."""
    for _ in range(SIGHTINGS):
        outcome = yield from go_and(mission, Primitive.OPEN, place, watch=in_search(mission, subgoal))
        if outcome.code is not Code.SIGHTED:
            return outcome
        note_sighting(mission, outcome)
        if suitable(mission, subgoal):
            mission.search.looked_into.discard(place.id)
            return outcome
    return (yield from go_and(mission, Primitive.OPEN, place))


def _lift(mission: Mission, cover: ObjectState) -> Steps:
    """Take a cover away to see what is under it, unless the hand is needed for what it holds."""
    if mission.memory.held is not None:
        return Outcome(Code.HAND_FULL, f"{cover.id} cannot be lifted: the hand is not free.")
    outcome = yield from go_and(mission, Primitive.PICKUP, cover)
    if not outcome:
        return outcome
    outcome = Outcome(Code.NOT_FOUND, f"No surface is known to put the {cover.class_name} on.")
    for place in resting_places(mission, cover.class_name)[:1]:
        outcome = yield from go_and(mission, Primitive.PUT, place)
    return outcome


def _look_well_into(mission: Mission, place: ObjectState, found: Callable[[], object]) -> Steps:
    """Look straight through an opened door, past which one saw from its side, or into a drawer from nearer.

    Into drawers only if they were not seen so steeply that their front hides little of what is in them; through doors
    from nearer, too, while what is looked for is not found and other things inside may hide it.
    """
    if place.id in mission.beliefs.doors:
        outcome = yield from go_before_the_door(mission, place)
        if outcome and not found() and mission.memory.inside(place.id):
            mission.note("look_inside", f"Looking into {place.id} past what is in it.", id=place.id)
            outcome = (yield Navigate(Mode.POSE, pose=nearer(mission.beliefs.doors[place.id]))).outcome
        return outcome if outcome.code in FATAL else Outcome.success()
    now = mission.memory.get(place.id)
    if now is None or now.class_name not in group("open_above") or not mission.settings.mobile:
        return Outcome.success()
    pose = mission.robot.pose
    away = math.hypot(now.center[0] - pose.x, now.center[1] - pose.y)
    above = mission.settings.camera_height - (now.center[2] + now.size[2] / 2.0)
    if above >= STEEP * away:
        return Outcome.success()
    mission.note("look_inside", f"Looking into {place.id} from nearer.", id=place.id)
    outcome = yield from look_down_into(place)
    return outcome if outcome.code in FATAL else Outcome.success()


def look_down_into(place: ObjectState) -> Steps:
    """Go so close to an open place that its inside is seen."""
    ways = (Navigate(Mode.OBJECT, object_id=place.id, distance=d) for d in LOOK_DOWN_DISTANCES)
    return (yield from go_to_first(*ways))
