"""Remedies that look differently, where a target is not seen."""

from __future__ import annotations

import math

from pred_core.objects import ObjectState
from pred_core.outcome import Outcome
from pred_core.plan_language import Primitive
from pred_core.vocabulary import group
from pred_recovery.act.approach import go_before_a_side, in_reach, pose_before_the_door
from pred_recovery.act.positioning import sides
from pred_recovery.act.rearrangement import clear_view, removable
from pred_recovery.mission.failure_case import FATAL, FailureCase
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.requests import Mode, Move, MoveRobot, Navigate, Steps
from pred_recovery.search.look_inside import look_down_into
from pred_recovery.subgoal.attempt import act_from_here, again


def _enclosing(mission: Mission, case: FailureCase) -> ObjectState | None:
    """Return the open piece of furniture that the unseen target is believed to be in, or None."""
    now = mission.memory.get(case.target.id) if case.target else None
    if now is None or now.visible:
        return None
    place = mission.memory.get(mission.bindings.placed.get(now.id, "") or now.parent_id)
    return place if place is not None and place.class_name in group("fully_inside") else None


def look_in_from_another_side(mission: Mission, case: FailureCase) -> Steps:
    """Stand at another side of what the target is in: an open door shows the inside only from the front."""
    place = _enclosing(mission, case)
    if place is None:
        return case.failure
    door = pose_before_the_door(mission, place)
    for pose in (*([door] if door else []), *sides(place, mission.robot)[:3]):
        mission.note("other_side", f"Looking into {place.id} from another side.", id=place.id)
        outcome = yield from go_before_a_side(pose)
        if outcome.code in FATAL:
            return outcome
        yield from _come_closer(mission, case)
        if case.target is not None and in_reach(mission, case.target):
            return (yield from act_from_here(mission, case, case.target))
    return case.failure


def _come_closer(mission: Mission, case: FailureCase) -> Steps:
    """Step towards a target that is in the picture but out of reach, as long as it stays in the picture."""
    now = mission.memory.get(case.target.id) if case.target else None
    far = math.inf
    outcome = Outcome.success()
    while outcome and now is not None and now.visible and mission.settings.reach < now.distance < far:
        far = now.distance
        outcome = (yield MoveRobot(Move.FORWARD)).outcome
        now = mission.memory.get(now.id)
    return outcome


def look_where_it_was_put(mission: Mission, case: FailureCase) -> Steps:
    """Look again where the robot itself put the object down.

    It may lie behind the near wall of a basin, which hides less the nearer one stands; else beside the picture.
    """
    place = mission.memory.get(mission.bindings.placed[case.target.id]) if case.target else None
    if place is None or case.target is None:
        return case.failure
    yield from look_down_into(place)
    now = mission.memory.get(case.target.id)
    if now is None or not now.visible:
        reply = yield Navigate(Mode.OBJECT, object_id=place.id)
        if reply.outcome:
            reply = yield Navigate(Mode.LOOK_AROUND)
        if not reply.outcome:
            return case.failure
    return (yield from again(mission, case))


def take_out_what_hides_it(mission: Mission, case: FailureCase) -> Steps:
    """Take out the nearest thing that may hide the target in the furniture it is in."""
    place = _enclosing(mission, case)
    if place is None:
        return case.failure
    outcome = yield from clear_view(mission, place)
    if not outcome:
        return outcome
    return (yield from again(mission, case))


def is_enclosed(mission: Mission, case: FailureCase) -> bool:
    """Tell whether the target is believed to be in open furniture and is not seen."""
    return mission.settings.mobile and _enclosing(mission, case) is not None


def may_be_hidden(mission: Mission, case: FailureCase) -> bool:
    """Tell whether what is to be taken out may be behind something else in the same piece of furniture."""
    if case.subgoal.action != Primitive.PICKUP or mission.memory.held is not None:
        return False
    place = _enclosing(mission, case) if mission.settings.mobile else None
    return place is not None and any(o.visible for o in removable(mission, place))


def was_put_unseen(mission: Mission, case: FailureCase) -> bool:
    """Tell whether the robot put the target down itself and does not see it."""
    now = mission.memory.get(case.target.id) if case.target else None
    return now is not None and not now.visible and now.id in mission.bindings.placed
