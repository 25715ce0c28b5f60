"""Finding an instance to do a subgoal with: remembered, seen while exploring, or inside something."""

from __future__ import annotations

import math
from collections.abc import Callable

from pred_core.objects import ObjectState, Truth
from pred_core.outcome import Code, Outcome
from pred_core.vocabulary import group, is_cover
from pred_planner.language import Primitive, Subgoal
from pred_recovery.acting import FATAL, go_and, go_before_the_door, go_to_first, perform
from pred_recovery.choice import candidates, meant, named_surely
from pred_recovery.doors import nearer
from pred_recovery.effects import closed
from pred_recovery.mission import Mission
from pred_recovery.object_search import places
from pred_recovery.requests import Asking, Mode, Navigate, Steps
from pred_recovery.resting import resting_places

MAX_FINDS = 4
STEEP = 1.2
"""Metres above a drawer's rim for each metre away from it, up from which its front hides only a hand's breadth."""
LOOK_DOWN_DISTANCES = (0.45, 0.65, 0.8)
"""How near to look into a bin from, if one can stand there: from farther away its rim hides what is in it (m)."""


def find(mission: Mission, subgoal: Subgoal) -> Asking[ObjectState | Outcome]:
    """Return an instance for the subgoal: remembered, else seen while exploring, else inside something closed.

    What the words name is looked for all over the room before something else they may mean is taken, and in closed
    furniture, too, where they hardly mean anything else.
    """
    known = candidates(mission, subgoal, alternatives=False)
    if known and subgoal.action == Primitive.TOGGLE_ON and known[0].truth("on") is Truth.TRUE:
        known = yield from _still_off(mission, subgoal)
    if not known and subgoal.inside:
        outcome = yield from _look_where_said(mission, subgoal)
        if outcome.code in FATAL:
            return outcome
        known = candidates(mission, subgoal, alternatives=False)
    for look in () if known else (_explore, _look_inside):
        outcome = yield from look(mission, subgoal)
        if outcome.code in FATAL:
            return outcome
        known = _found(mission, subgoal)
        if known:
            break
    known = known or candidates(mission, subgoal)
    if known:
        mission.note("instance", f"{known[0].id} for {subgoal.object}", id=known[0].id)
        return known[0]
    names = " or ".join((subgoal.object, *subgoal.object_alternatives))
    return Outcome(Code.NOT_FOUND, f"No {names} was found: the room was explored and likely places opened.")


def _found(mission: Mission, subgoal: Subgoal) -> list[ObjectState]:
    """Return the instances that end the search."""
    return candidates(mission, subgoal, alternatives=not named_surely(mission, subgoal))


def _still_off(mission: Mission, subgoal: Subgoal) -> Asking[list[ObjectState]]:
    """Return what else the words may mean that is still to be switched on: who asks for that means no burning lamp.

    What is on already comes back when nothing else is found.
    """
    known = candidates(mission, subgoal)
    if known[0].truth("on") is Truth.TRUE:
        yield from look_for_others(mission, subgoal, known[0])
    return candidates(mission, subgoal)


def look_for_others(mission: Mission, subgoal: Subgoal, burning: ObjectState) -> Steps:
    """Explore for what else the words mean, once the lamp or device found first is on already."""
    others = subgoal.object_alternatives
    if not others or mission.explored:
        return Outcome.success()
    mission.note(
        "explore", f"{burning.id} is on already: looking for what else is meant.", classes=list(others)
    )
    seen = tuple(o.id for o in mission.memory.of_class(others))
    reply = yield Navigate(Mode.EXPLORE, stop_classes=others, ignore_ids=seen)
    mission.explored = not reply.outcome
    mission.note("explored", str(reply.outcome), found=reply.found_id)
    return reply.outcome


def _look_where_said(mission: Mission, subgoal: Subgoal) -> Steps:
    """Look well into what the plan has just opened for the object, before it is looked for elsewhere."""
    used = set(mission.bindings.values()) - mission.looked_into
    for place in [o for o in mission.memory.of_class(subgoal.inside) if o.id in used and not closed(o)]:
        mission.looked_into.add(place.id)
        outcome = yield from _look_well_into(mission, place, lambda: candidates(mission, subgoal))
        if not outcome:
            return outcome
    return Outcome.success()


def _explore(mission: Mission, subgoal: Subgoal) -> Steps:
    outcome = Outcome(Code.EXPLORED, "Everything that can be seen was seen.")
    for turn in range(MAX_FINDS):
        if mission.explored or candidates(mission, subgoal, alternatives=False):
            break
        names = meant(mission, subgoal)
        unusable = tuple(o.id for o in mission.memory.of_class(names))
        mission.note("explore", f"No {' or '.join(names)} is known: exploring.", classes=list(names))
        reply = yield Navigate(Mode.EXPLORE, stop_classes=names, ignore_ids=unusable)
        outcome = reply.outcome
        mission.note("explored", str(outcome), found=reply.found_id)
        # what was seen from far away and vanished again does not make the search endless
        mission.explored = not outcome or turn == MAX_FINDS - 1
    if outcome.code is Code.STEP_LIMIT:  # navigation's own patience; the task's limits are watched elsewhere
        return Outcome(Code.EXPLORED, outcome.message)
    return outcome


def _look_inside(mission: Mission, subgoal: Subgoal) -> Steps:
    for _ in range(mission.settings.max_searched):
        likely = places(mission, subgoal)
        if not likely:
            break
        place = likely[0]
        mission.looked_into.add(place.id)
        mission.note("look_inside", f"Looking for {subgoal.object} in {place.id}.", id=place.id)
        shut = closed(place)
        if shut:
            outcome = yield from go_and(mission, Primitive.OPEN, place)
        elif is_cover(place.class_name):
            outcome = yield from _lift(mission, place)
        else:
            outcome = yield from look_down_into(place)
        if outcome and shut and not _found(mission, subgoal):
            outcome = yield from _look_well_into(mission, place, lambda: _found(mission, subgoal))
        if outcome.code in FATAL:
            return outcome
        if outcome and _found(mission, subgoal):
            mission.opened = place.id if shut else ""
            return outcome
        if outcome and shut and mission.settings.close_searched:
            outcome = yield from perform(mission, Primitive.CLOSE, place)
            if outcome.code in FATAL:
                return outcome
    return Outcome(Code.NOT_FOUND, f"No {subgoal.object} in the places that were looked into.")


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
    if place.id in mission.doors:
        outcome = yield from go_before_the_door(mission, place)
        if outcome and not found() and mission.memory.inside(place.id):
            mission.note("look_inside", f"Looking into {place.id} past what is in it.", id=place.id)
            outcome = (yield Navigate(Mode.POSE, pose=nearer(mission.doors[place.id]))).outcome
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
