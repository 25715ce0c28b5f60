"""Look for an object inside furniture, drawers, bins and under covers."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

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
from pred_recovery.search.looking_on import may_look_on
from pred_recovery.search.sightings import SIGHTINGS, in_search, note_sighting

STEEP = 1.2
"""Metres above a drawer's rim for each metre away from it, up from which its front hides only a hand's breadth."""


LOOK_DOWN_DISTANCES = (0.45, 0.65, 0.8)
"""How near to look into a bin from, if one can stand there: from farther away its rim hides what is in it (m)."""


def look_where_said(mission: Mission, subgoal: Subgoal) -> Steps:
    """Look for the object where the words say that it is: well into what the plan has opened, then into its like."""
    used = set(mission.bindings.variables.values()) - mission.search.looked_into.keys()
    for place in [o for o in mission.memory.of_class(subgoal.inside) if o.id in used and not closed(o)]:
        mission.search.looked_into[place.id] = Code.SUCCESS
        outcome = yield from _look_well_into(mission, place, lambda: candidates(mission, subgoal))
        if not outcome:
            return outcome
    if candidates(mission, subgoal, alternatives=False):
        return Outcome.success()
    return (yield from look_inside(mission, subgoal, among=subgoal.inside))


def look_inside(mission: Mission, subgoal: Subgoal, among: Sequence[str] = ()) -> Steps:
    """Look into closed and deep places, the likeliest for their distance first, until the object is seen.

    :param among: the classes of places that are looked into; all where empty
    """
    mission.search.begin(subgoal.object)
    outcome = Outcome(Code.NOT_FOUND, f"No {subgoal.object} in the places that were looked into.")
    while subgoal.object not in mission.search.given_up:
        likely = [place for place in places(mission, subgoal) if not among or place.class_name in among]
        if not likely or not (yield from may_look_on(mission, subgoal, likely[0])):
            break
        looked = yield from _look_into(mission, subgoal, likely[0])
        if looked or looked.code in FATAL:
            outcome = looked
            break
    mission.search.under_way = outcome.code in FATAL
    return outcome


def _look_into(mission: Mission, subgoal: Subgoal, place: ObjectState) -> Steps:
    """Look into one place; NOT_FOUND where the object is not seen there, and it is as it was."""
    mission.note("look_inside", f"Looking for {subgoal.object} in {place.id}.", id=place.id)
    shut = closed(place)
    mission.search.looked_into[place.id] = Code.CANCELED
    if shut:
        outcome = yield from _open_to_look(mission, subgoal, place)
    elif is_cover(place.class_name):
        outcome = yield from _lift(mission, place)
    else:
        outcome = yield from look_down_into(place)
    if outcome.code is Code.SIGHTED:
        return Outcome.success(outcome.message)
    mission.search.looked_into[place.id] = outcome.code
    mission.search.tried += outcome.code is not Code.UNREACHABLE
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
    return Outcome(Code.NOT_FOUND, f"No {subgoal.object} in {place.id}.")


def _open_to_look(mission: Mission, subgoal: Subgoal, place: ObjectState) -> Steps:
    """Open a place to look into it; SIGHTED, and it stays shut, when what is sought was seen on the way.

    Where it was not seen to open it is looked at from another side, and opened from there if it is shut.
    """
    outcome = Outcome(Code.SIGHTED)
    for _ in range(SIGHTINGS):
        outcome = yield from go_and(mission, Primitive.OPEN, place, watch=in_search(mission, subgoal))
        if outcome.code is not Code.SIGHTED:
            break
        note_sighting(mission, outcome)
        if suitable(mission, subgoal):
            del mission.search.looked_into[place.id]
            return outcome
    if outcome.code is Code.SIGHTED:
        outcome = yield from go_and(mission, Primitive.OPEN, place)
    if outcome.code is Code.POSTCONDITION_FAILURE:
        outcome = yield from go_and(mission, Primitive.OPEN, place, pose=1)
    return outcome


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
