"""Do the subgoal under the cursor once: find an instance, act on it, measure what came of it."""

from __future__ import annotations

from pred_core.objects import ObjectState, Truth
from pred_core.outcome import Outcome
from pred_core.plan_language import Kind, Primitive, Subgoal
from pred_recovery.act.approach import reach
from pred_recovery.act.effects import AlreadySo, holds, wanted
from pred_recovery.mission.failure_case import FailureCase
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.requests import Steps, stage
from pred_recovery.search.find import find, look_for_others
from pred_recovery.search.instance_selection import bind, candidates, looks_at
from pred_recovery.subgoal.attempt import CHANGED, attempt
from pred_recovery.verify.expectations import compare


def achieve(mission: Mission) -> Steps:
    """Do the subgoal under the cursor once. A failure leaves its :class:`FailureCase` for recovery."""
    mission.begin_attempt()
    subgoal = mission.subgoal
    if subgoal is None:
        return Outcome.success("The plan is done.")
    if settled(mission, subgoal):
        mission.note("skip", f"{subgoal.object}: {subgoal.action} is not needed, it is so already.")
        return Outcome.success()
    unknown = not candidates(mission, subgoal, alternatives=False)
    target = yield from stage("find", find(mission, subgoal))
    if isinstance(target, Outcome):
        mission.progress.case = FailureCase(subgoal, None, target)
        return target
    if unknown and (yield from compare(mission)):  # it may lie where it should go
        return Outcome.success(CHANGED)
    bind(mission, subgoal, target)
    outcome = yield from attempt(mission, subgoal, target)
    if isinstance(outcome, AlreadySo) and subgoal.action == Primitive.TOGGLE_ON:
        yield from _another_lamp(mission, subgoal, target)
    if not outcome:
        mission.progress.case = FailureCase(subgoal, target, outcome)
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
        if outcome and not isinstance(outcome, AlreadySo):
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
        own = mission.bindings.variables.get(subgoal.object_ref, held.id if held else "")
        if held is None or held.class_name != subgoal.object or held.id != own:
            return False
        bind(mission, subgoal, held)
        return True
    if Kind.APM not in mission.settings.kinds or subgoal.action not in wanted():
        return False
    if looks_at(mission, subgoal):
        return False
    known = candidates(mission, subgoal, alternatives=False)
    if not known or holds(subgoal.action, known[0], mission.memory, mission.robot) is not Truth.TRUE:
        return False
    bind(mission, subgoal, known[0])
    mission.trace.swayed_by.add(Kind.APM)
    return True
