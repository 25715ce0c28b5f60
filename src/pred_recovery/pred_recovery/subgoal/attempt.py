"""Do a subgoal with a given instance: go there, open what is in the way, act."""

from __future__ import annotations

from dataclasses import replace

from pred_core.itself import OWN
from pred_core.navigation import NOTHING, Watch
from pred_core.objects import ObjectMemory, ObjectState, Truth
from pred_core.outcome import Code, Outcome
from pred_core.people import PERSON
from pred_core.plan_language import Primitive, Subgoal
from pred_core.vocabulary import object_types
from pred_recovery.act.approach import go_before_the_door, reach
from pred_recovery.act.at_the_feet import look_at_the_feet
from pred_recovery.act.effects import closed
from pred_recovery.act.hand_over import go_to, hand_over
from pred_recovery.act.perform import do_itself, go_and, perform
from pred_recovery.act.rearrangement import open_for
from pred_recovery.act.where_put import look_where_put, seen_where_put, where_put_unseen
from pred_recovery.mission.failure_case import FATAL, FailureCase
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.requests import Mode, Navigate, Steps, stage
from pred_recovery.refer.spots import spot_of
from pred_recovery.search.instance_selection import bind
from pred_recovery.search.sightings import SIGHTINGS, note_sighting, on_the_way
from pred_recovery.verify.expectations import compare

CHANGED = "The plan was changed for what was seen meanwhile."


def attempt(mission: Mission, subgoal: Subgoal, target: ObjectState, pose: int = 0) -> Steps:
    """Do a subgoal with a target from its n-th pose, unless the plan is changed for what is seen on the way."""
    for _ in range(SIGHTINGS):
        outcome = yield from _attempt(mission, subgoal, target, pose, on_the_way(mission, subgoal))
        if outcome.code is not Code.SIGHTED:
            return outcome
        note_sighting(mission, outcome)
        if (yield from compare(mission)):
            return Outcome.success(CHANGED)
    return (yield from _attempt(mission, subgoal, target, pose, NOTHING))


def _attempt(mission: Mission, subgoal: Subgoal, target: ObjectState, pose: int, watch: Watch) -> Steps:
    """Go to the target's n-th pose, open what is in the way, act, and remember what came of it."""
    if target.class_name == PERSON:
        return (yield from _with_person(mission, subgoal, target))
    if subgoal.action in OWN:
        return (yield from do_itself(mission, subgoal.action, target))
    if subgoal.action == Primitive.GOTO:
        return (yield from reach(mission, target, pose))
    outcome = yield from _open_what_encloses(mission, subgoal, target)
    if not outcome:
        return outcome
    outcome = yield from _look_well(mission, subgoal, target)
    if not outcome:
        return outcome
    if subgoal.action == Primitive.PUT:
        # from beside it the thing could not be seen there, nor taken out again
        yield from go_before_the_door(mission, target)
        # where it was put before says nothing of where it comes to lie now
        mission.bindings.placed.pop(mission.memory.held_id, None)
    possible, spot = spot_of(mission, subgoal.object_ref)
    if not possible:
        return possible
    if pose == 0 and subgoal.action == Primitive.PICKUP and _fell(mission, target):
        yield from look_at_the_feet(mission, target)
    place = where_put_unseen(mission, target)
    if place is not None:
        outcome = yield from look_where_put(mission, target, place, pose)
        target = seen_where_put(mission, target, place) or target
        if not outcome:
            return outcome
    before = mission.memory
    outcome = yield from go_and(mission, subgoal.action, target, 0 if place else pose, subgoal.relation, watch, spot)
    if outcome:
        yield from _settle(mission, subgoal, target, before)
    return outcome


def _fell(mission: Mission, target: ObjectState) -> bool:
    """Tell whether the hand had a thing, never put it anywhere, and nobody has seen where it lies since."""
    now, bindings = mission.memory.get(target.id), mission.bindings
    unseen = now is not None and not (now.visible or now.held or now.parent_id)
    return mission.settings.mobile and unseen and target.id in bindings.lay and target.id not in bindings.placed


def _with_person(mission: Mission, subgoal: Subgoal, person: ObjectState) -> Steps:
    """Go to a person, and hand them what is held where that is to be done."""
    if subgoal.action == Primitive.GOTO:
        return (yield from go_to(mission, person))
    before = mission.memory
    outcome, has_it = yield from hand_over(mission, person)
    if outcome:
        _note_placed(mission, before, has_it)
    return outcome


def act_from_here(mission: Mission, case: FailureCase, target: ObjectState) -> Steps:
    """Do a failed subgoal from where the robot stands now, and remember what came of it."""
    possible, spot = spot_of(mission, case.subgoal.object_ref)
    if not possible:
        return possible
    before = mission.memory
    outcome = yield from perform(mission, case.subgoal.action, target, case.subgoal.relation, spot)
    if outcome:
        yield from _settle(mission, case.subgoal, target, before)
    return outcome


def again(mission: Mission, case: FailureCase, pose: int = 0) -> Steps:
    """Attempt a failed subgoal once more, on the target it failed on."""
    if case.target is None:
        return case.failure
    return (yield from attempt(mission, case.subgoal, case.target, pose))


def _open_what_encloses(mission: Mission, subgoal: Subgoal, target: ObjectState) -> Steps:
    """Open the closed receptacle the target lies in, or the target itself when something goes into it."""
    place = target if subgoal.action == Primitive.PUT else mission.memory.get(target.parent_id)
    place = mission.memory.get(place.id) if place else None
    shut = place is not None and closed(place) and mission.left(place, "open") is not Truth.TRUE
    if place is None or not shut or (target.visible and place is not target):
        return Outcome.success()
    mission.note("open_first", f"{place.id} is closed: opening it first.", id=place.id)
    return (yield from stage("open first", open_for(mission, place)))


def _look_well(mission: Mission, subgoal: Subgoal, target: ObjectState) -> Steps:
    """Look at what has look-alikes from further sides before it is picked up; it may prove to be one of them."""
    known = object_types().get(target.class_name)
    if subgoal.action != Primitive.PICKUP or known is None or not known.alike:
        return Outcome.success()
    for view in range(1, mission.settings.views_before_pick + 1):
        reply = yield Navigate(Mode.OBJECT, object_id=target.id, attempt=view)
        if reply.outcome.code in FATAL:
            return reply.outcome
        now = mission.memory.get(target.id)
        if now is not None and now.class_name not in (subgoal.object, *subgoal.object_alternatives):
            return Outcome(
                Code.NOT_FOUND, f"From another side {target.id} is no {subgoal.object}: {now.class_name}."
            )
    return Outcome.success()


def _as_chosen(subgoal: Subgoal, target: ObjectState) -> Subgoal:
    """Return the subgoal as meant once another meaning of its words was chosen: that class is expected now."""
    if target.class_name not in subgoal.object_alternatives:
        return subgoal
    expectation = replace(subgoal.expectation, class_name=target.class_name)
    others = (subgoal.object, *(n for n in subgoal.object_alternatives if n != target.class_name))
    return replace(subgoal, object=target.class_name, object_alternatives=others, expectation=expectation)


def _settle(mission: Mission, subgoal: Subgoal, target: ObjectState, before: ObjectMemory) -> Steps:
    """Keep the bindings true after a success, and close what was only opened to look inside.

    :param before: the memory before the action
    """
    if subgoal.action == Primitive.PUT and before.held_id:
        _note_placed(mission, before, target.id)
    if subgoal.action == Primitive.SLICE:
        mission.bindings.before_cut[target.id] = target
    if subgoal.action == Primitive.PICKUP:
        held = mission.memory.held
        mission.bindings.lay.setdefault((held or target).id, target)
        bind(mission, subgoal, held or target)
        if target.parent_id:
            mission.search.taken_from.setdefault(target.class_name, []).append(target.parent_id)
        mission.progress.unverified = _as_chosen(subgoal, target)
        opened = mission.memory.get(mission.search.left_open)
        mission.search.left_open = ""
        if opened is not None and mission.settings.close_searched and not _needed(mission, opened):
            return (yield from stage("close again", go_and(mission, Primitive.CLOSE, opened)))
    return Outcome.success()


def _note_placed(mission: Mission, before: ObjectMemory, place_id: str) -> None:
    """Remember where the robot left what it held.

    :param before: the memory before that
    """
    mission.bindings.placed[before.held_id] = place_id
    mission.bindings.placed_among[before.held_id] = frozenset(o.id for o in before.objects)
    mission.bindings.missed.discard((Primitive.PICKUP, before.held_id))


def _needed(mission: Mission, place: ObjectState) -> bool:
    """Tell whether the plan is going to open or close this place anyhow, or one of its kind that is not chosen yet."""
    plan = mission.plan
    doors = (Primitive.OPEN, Primitive.CLOSE)
    coming = [s for s in plan.subgoals[plan.cursor :] if s.action in doors] if plan else []
    return any(
        s.object == place.class_name and mission.bindings.variables.get(s.object_ref, place.id) == place.id
        for s in coming
    )
