"""Remedies that take another instance, or make room where the present one is to go."""

from __future__ import annotations

from pred_core.itself import ROBOT
from pred_core.objects import ObjectState
from pred_core.outcome import Code, Outcome
from pred_core.people import PERSON
from pred_core.plan_language import Primitive, Subgoal
from pred_core.vocabulary import look_alikes, whole_of
from pred_recovery.act.positioning import REVERSE
from pred_recovery.act.rearrangement import make_room, removable
from pred_recovery.mission.failure_case import FailureCase
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.requests import Steps
from pred_recovery.search.find import find
from pred_recovery.search.instance_selection import bind, is_tool, reject
from pred_recovery.subgoal.attempt import again


def may_be_another(_: Mission, case: FailureCase) -> bool:
    """Tell whether another instance will do: of a thing, not of the person who gave the task."""
    return case.target is not None and case.target.class_name not in (PERSON, ROBOT)


def other_instance(mission: Mission, case: FailureCase) -> Steps:
    if case.target is not None:
        reject(mission, case.subgoal, case.target)
    old = case.target
    target = yield from find(mission, case.subgoal)
    if isinstance(target, Outcome):
        return case.failure if case.failure.code is not Code.NOT_FOUND else target
    handled = old is not None and target.id != old.id and old.id in mission.bindings.placed
    if old is not None and handled and target.class_name != old.class_name:
        return case.failure  # what was begun with one thing is not finished with a thing of another kind
    if old is not None and handled and _start_over(mission, case.subgoal, target):
        return Outcome.success(f"Starting over with {target.id}: what was done was done to {old.id}.")
    if handled and case.subgoal.object_ref in mission.progress.started_over and not is_tool(mission, case.subgoal):
        return case.failure  # what was done was done to none of the others, and once more is not begun
    for name in ("reposition", "next_pose", *REVERSE):
        case.tries.pop(name, None)
    case.target = target
    bind(mission, case.subgoal, target)
    return (yield from again(mission, case))


def _start_over(mission: Mission, subgoal: Subgoal, target: ObjectState) -> bool:
    """Go back to where the plan took the object up first, now with another instance; once a task."""
    plan = mission.plan
    if (
        plan is None
        or subgoal.action != Primitive.PICKUP
        or subgoal.object_ref in mission.progress.started_over
    ):
        return False
    same = [
        i
        for i, s in enumerate(plan.subgoals[: plan.cursor])
        if (s.object_ref, s.object, s.action) == (subgoal.object_ref, subgoal.object, Primitive.PICKUP)
    ]
    if not same:
        return False
    bind(mission, subgoal, target)
    mission.progress.started_over.add(subgoal.object_ref)
    mission.jump(same[0])
    return True


def make_room_and_retry(mission: Mission, case: FailureCase) -> Steps:
    if case.target is None:
        return case.failure
    mission.bindings.rejected.discard((case.subgoal.action, case.target.id))
    outcome = yield from make_room(mission, case.target)
    if not outcome:
        return outcome
    return (yield from again(mission, case))


def _doubted(mission: Mission, subgoal: Subgoal) -> list[ObjectState]:
    """Return what was turned away as another thing than the subgoal's object, the least surely so first.

    What is called nothing that is taken for it by now, such as a knife for a slice of potato, is left; but not what is
    to cut, as cutting tells.
    """
    names = (subgoal.object, *subgoal.object_alternatives)
    alike = {kind for name in names for kind in (name, *look_alikes(name), whole_of(name))}
    ranked = sorted((sure, i) for (name, i), sure in mission.bindings.turned_away.items() if name in names)
    known = (mission.memory.get(object_id) for _, object_id in ranked)
    found = [o for o in known if o is not None and not o.held and o.id not in mission.bindings.trusted]
    return [o for o in found if o.class_name in alike or is_tool(mission, subgoal)]


def take_back(mission: Mission, case: FailureCase) -> Steps:
    """Take what looked like another thing after all: a look-alike may have been seen where there is none."""
    target = _doubted(mission, case.subgoal)[0]
    mission.bindings.rejected.discard((case.subgoal.action, target.id))
    mission.bindings.trusted.add(target.id)
    case.target = target
    bind(mission, case.subgoal, target)
    return (yield from again(mission, case))


def is_doubted(mission: Mission, case: FailureCase) -> bool:
    return case.subgoal.action == Primitive.PICKUP and bool(_doubted(mission, case.subgoal))


def can_make_room(mission: Mission, case: FailureCase) -> bool:
    putting = case.subgoal.action == Primitive.PUT
    return putting and case.target is not None and bool(removable(mission, case.target))
