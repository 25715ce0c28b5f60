"""Have the plan changed for what was found, and let the selection of instances follow."""

from __future__ import annotations

from pred_core.objects import ObjectState
from pred_core.plan_language import Discrepancy, Kind, Plan, PlanRevision, Primitive, Subgoal
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.requests import Asking, Revise
from pred_recovery.search.instance_selection import reject
from pred_recovery.verify.checks import its_place


def key_of(mission: Mission, found: Discrepancy) -> tuple[str, ...]:
    parent = mission.subgoal.parent if mission.subgoal else ""
    return (parent, str(found.kind), found.subject_id, found.observed)


def have_revised(mission: Mission, found: tuple[Discrepancy, ...]) -> Asking[bool]:
    """Have the plan changed. Returns whether it was."""
    if mission.plan is None:
        return False
    keys = {d: key_of(mission, d) for d in found}
    mission.beliefs.heeded.update(keys.values())
    mission.trace.swayed_by.update(d.kind for d in found)
    for discrepancy in found:
        text = f"{discrepancy.subject}: expected {discrepancy.expected}, observed {discrepancy.observed}."
        data = {"module": discrepancy.kind, "subject": discrepancy.subject_id}
        mission.note("discrepancy", text, confidence=round(discrepancy.confidence, 3), **data)
    before = mission.subgoal
    reply = yield Revise(mission.plan, found)
    revision = reply.revision
    if revision is None:
        mission.note("revision", f"The plan stays as it is: {reply.outcome}")
        return False
    mission.revise(revision)
    if not revision.accepted:
        return False
    mission.beliefs.heeded.difference_update(keys[d] for d in found[1:] if _step_is_gone(d, revision.after))
    mission.progress.revised_by.append(found[0].kind)
    _heed(mission, before, revision)
    return True


def _step_is_gone(found: Discrepancy, plan: Plan) -> bool:
    """Tell whether a finding was made about a step that the plan has no more: it may still hold of what came of it."""
    return all(step.id != found.subgoal_id for step in plan.subgoals)


def _heed(mission: Mission, before: Subgoal | None, revision: PlanRevision) -> None:
    """Let the choice of instances follow what was found."""
    for found in revision.discrepancies:
        step = next((s for s in revision.before.subgoals if s.id == found.subgoal_id), before)
        instance = mission.memory.get(found.subject_id)
        if step is None or instance is None:
            continue
        if found.kind is Kind.OHV:
            _turn_away(mission, step, instance, found.confidence)
        elif found.kind is Kind.ASR and step.object_ref and not _still_taken(step, revision.after):
            _count_as_placed(mission, step, instance, revision)
        elif found.kind is Kind.APM and _is_settled(step, instance, revision.after):
            mission.bindings.variables.setdefault(step.object_ref, instance.id)


def _still_taken(step: Subgoal, plan: Plan) -> bool:
    """Tell whether the plan goes on to take what a step takes: then a finding that it need not was of no use."""
    ahead = plan.subgoals[plan.cursor :]
    taken = (step.parent, step.object_ref, Primitive.PICKUP)
    return any((s.parent, s.object_ref, s.action) == taken for s in ahead)


def _is_settled(step: Subgoal, instance: ObjectState, plan: Plan) -> bool:
    """Tell whether an instance is all that there is to what a step is about: the plan does nothing with another."""
    own = bool(step.object_ref) and instance.class_name in (step.object, *step.object_alternatives)
    return own and all(s.object_ref != step.object_ref for s in plan.subgoals[plan.cursor :])


def _turn_away(mission: Mission, step: Subgoal, instance: ObjectState, confidence: float) -> None:
    """Do not take the wrong object for this again; one that is known for what it is may still be wanted as that."""
    mission.bindings.turned_away[step.object, instance.id] = confidence
    if instance.class_name in (step.object, *step.object_alternatives):
        reject(mission, step, instance)
    elif mission.bindings.variables.get(step.object_ref) == instance.id:
        del mission.bindings.variables[step.object_ref]


def _count_as_placed(mission: Mission, step: Subgoal, instance: ObjectState, revision: PlanRevision) -> None:
    """Let the plan's variables mean what lies there already, and where: neither is taken for another."""
    place = its_place(mission, step, instance)
    triplet = next((t for t in revision.before.triplets if t.id == step.parent), None)
    mission.bindings.variables[step.object_ref] = instance.id
    if place is not None and triplet is not None and triplet.receptacle_ref:
        mission.bindings.variables[triplet.receptacle_ref] = place.id
