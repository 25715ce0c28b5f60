"""Doing one subgoal: find an instance, go there, act on it, measure what came of it."""

from __future__ import annotations

from dataclasses import replace

from pred_core.objects import ObjectState, Truth
from pred_core.outcome import Code, Outcome
from pred_core.vocabulary import object_types
from pred_planner.language import Kind, Primitive, Subgoal
from pred_recovery.acting import FATAL, go_and, go_before_the_door, reach
from pred_recovery.choice import bind, candidates, looks_at
from pred_recovery.effects import WANTED, closed, holds
from pred_recovery.finding import find, look_for_others
from pred_recovery.mission import Case, Mission
from pred_recovery.requests import Mode, Navigate, Steps
from pred_recovery.verification import compare

CHANGED = "The plan was changed for what was seen meanwhile."


def achieve(mission: Mission) -> Steps:
    """Do the subgoal under the cursor once. A failure leaves its :class:`Case` for recovery."""
    subgoal = mission.subgoal
    if subgoal is None:
        return Outcome.success("The plan is done.")
    if settled(mission, subgoal):
        mission.note("skip", f"{subgoal.object}: {subgoal.action} is not needed, it is so already.")
        return Outcome.success()
    unknown = not candidates(mission, subgoal, alternatives=False)
    target = yield from find(mission, subgoal)
    if isinstance(target, Outcome):
        mission.case = Case(subgoal, None, target)
        return target
    if unknown and (yield from compare(mission)):  # it may lie where it should go
        return Outcome.success(CHANGED)
    bind(mission, subgoal, target)
    outcome = yield from attempt(mission, subgoal, target)
    if outcome and mission.was_so and subgoal.action == Primitive.TOGGLE_ON:
        yield from _another_lamp(mission, subgoal, target)
    if not outcome:
        mission.case = Case(subgoal, target, outcome)
    return outcome


def _another_lamp(mission: Mission, subgoal: Subgoal, target: ObjectState) -> Steps:
    """Switch on the other lamp that may be meant where the one that was gone to turned out to burn already.

    Where none is switched on the burning one, best named, serves as well: the robot goes back to look by its light.
    """
    if not looks_at(mission, subgoal) or not subgoal.object_alternatives:
        return Outcome.success()
    if not _dark(mission, subgoal):
        yield from look_for_others(mission, subgoal, target)
    dark = _dark(mission, subgoal)
    if dark:
        bind(mission, subgoal, dark[0])
        outcome = yield from attempt(mission, subgoal, dark[0])
        if outcome and not mission.was_so:
            return outcome
        bind(mission, subgoal, target)
    return (yield from reach(mission, target))


def _dark(mission: Mission, subgoal: Subgoal) -> list[ObjectState]:
    known = mission.memory.of_class(subgoal.object_alternatives)
    return [o for o in known if o.truth("on") is not Truth.TRUE]


def settled(mission: Mission, subgoal: Subgoal) -> bool:
    """Tell whether the subgoal's effect is measured to be there already, so that nothing needs to be done.

    That doors and switches are so already is seen by comparing attributes, so it goes with that module (APM, section
    3.1.3). Not for the lamp of a LookAt: that one must also be near.
    """
    if subgoal.action == Primitive.PICKUP:
        held = mission.memory.held
        wanted = mission.bindings.get(subgoal.object_ref, held.id if held else "")
        if held is None or held.class_name != subgoal.object or held.id != wanted:
            return False
        bind(mission, subgoal, held)
        return True
    if Kind.APM not in mission.settings.kinds or subgoal.action not in WANTED:
        return False
    if looks_at(mission, subgoal):
        return False
    known = candidates(mission, subgoal, alternatives=False)
    if not known or holds(subgoal.action, known[0], mission.memory, mission.robot) is not Truth.TRUE:
        return False
    bind(mission, subgoal, known[0])
    mission.swayed_by.add(Kind.APM)
    return True


def attempt(mission: Mission, subgoal: Subgoal, target: ObjectState, pose: int = 0) -> Steps:
    """Go to the target's n-th pose, open what is in the way, act, and remember what came of it."""
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
    before = mission.memory
    outcome = yield from go_and(mission, subgoal.action, target, pose, subgoal.relation)
    if outcome and subgoal.action == Primitive.PUT and before.held_id:
        mission.placed[before.held_id] = target.id
        mission.placed_among[before.held_id] = frozenset(o.id for o in before.objects)
    if outcome:
        yield from settle(mission, subgoal, target)
    return outcome


def again(mission: Mission, case: Case, pose: int = 0) -> Steps:
    """Attempt a failed subgoal once more, on the target it failed on."""
    if case.target is None:
        return case.failure
    return (yield from attempt(mission, case.subgoal, case.target, pose))


def _open_what_encloses(mission: Mission, subgoal: Subgoal, target: ObjectState) -> Steps:
    """Open the closed receptacle the target lies in, or the target itself when something goes into it."""
    place = target if subgoal.action == Primitive.PUT else mission.memory.get(target.parent_id)
    place = mission.memory.get(place.id) if place else None
    if place is None or not closed(place) or (target.visible and place is not target):
        return Outcome.success()
    mission.note("open_first", f"{place.id} is closed: opening it first.", id=place.id)
    return (yield from go_and(mission, Primitive.OPEN, place))


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


def settle(mission: Mission, subgoal: Subgoal, target: ObjectState) -> Steps:
    """Keep the bindings true after a success, and close what was only opened to look inside."""
    if subgoal.action == Primitive.SLICE:
        mission.whole[target.id] = target
    if subgoal.action == Primitive.PICKUP:
        held = mission.memory.held
        bind(mission, subgoal, held or target)
        mission.unverified = _as_chosen(subgoal, target)
        opened = mission.memory.get(mission.opened)
        mission.opened = ""
        if opened is not None and mission.settings.close_searched and not _needed(mission, opened):
            return (yield from go_and(mission, Primitive.CLOSE, opened))
    return Outcome.success()


def _needed(mission: Mission, place: ObjectState) -> bool:
    """Tell whether the plan is going to open or close this kind of place anyhow."""
    plan = mission.plan
    doors = (Primitive.OPEN, Primitive.CLOSE)
    return plan is not None and any(
        s.object == place.class_name and s.action in doors for s in plan.subgoals[plan.cursor :]
    )
