"""Before a subgoal starts: is the world as the plan assumes? If not, the plan is changed first (PRED section 3.1).

The detectors are perception's; which of them are asked, about which instance, and what is done with their answer
is decided here. A doubtful finding gets another look before it may change anything; a finding the planner saw no
use for is not brought up again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pred_core.objects import INVISIBLE, ObjectState, Truth
from pred_core.outcome import Outcome
from pred_core.vocabulary import sliced_of
from pred_planner.language import KNIVES, Discrepancy, High, Kind, PlanRevision, Primitive, Subgoal
from pred_recovery.choice import candidates, looks_at, meant, reject, surroundings
from pred_recovery.held_views import views_of_held
from pred_recovery.mission import Mission
from pred_recovery.requests import Asking, Check, Mode, Navigate, Reply, Revise, Steps

REPEATS = 4
"""Revisions in a row for one place in the plan; more would be a quarrel between detector and planner."""


def verify(mission: Mission) -> Steps:
    """Check what the next subgoal assumes and have the plan revised until it fits. Never fails a task by itself."""
    switched_on = mission.settings.kinds
    for _ in range(REPEATS if switched_on else 0):
        if mission.subgoal is None or mission.revised >= mission.settings.max_revisions:
            break
        found = yield from _findings(mission, switched_on)
        if not found or not (yield from _revise(mission, found)):
            break
    return Outcome.success()


def compare(mission: Mission) -> Asking[bool]:
    """Compare the plan with what was seen while it was being followed, and return whether it was changed for that.

    It may be done already, or be possible otherwise. The changed plan's current tuple is next then.
    """
    before = mission.plan
    yield from verify(mission)
    mission.jumped = mission.plan is not before
    return mission.jumped


def _findings(mission: Mission, switched_on: tuple[Kind, ...]) -> Asking[tuple[Discrepancy, ...]]:
    """Return what contradicts the plan, looking again where it is doubtful."""
    certain: list[Discrepancy] = []
    for check in (yield from _checks(mission, switched_on)):
        if check.kinds == (Kind.APM,) and not _new(mission, tuple(certain)):
            yield from _see_first(mission, check)
        reply = yield check
        open_doubts = [d for d in _new(mission, reply.doubtful) if _doubt(mission, d) not in mission.heeded]
        if not reply.certain and open_doubts:
            reply = yield from _look_again(mission, check, open_doubts[0])
        certain.extend(reply.certain)
    return _new(mission, tuple(certain))


def _see_first(mission: Mission, check: Check) -> Steps:
    """Go to what is to be acted on next before asking about it, if its state could not be told from afar.

    It has to be gone to anyway, and what the plan does afterwards may turn out needless or wrong.
    """
    subject = mission.memory.get(check.subject_id)
    if subject is None or subject.class_name != check.subgoal.object or not mission.settings.mobile:
        return Outcome.success()
    names = [a.name for a in check.subgoal.expectation.attributes if a.name not in INVISIBLE]
    unknown = [name for name in names if subject.truth(name) is Truth.UNKNOWN]
    near = subject.visible and subject.distance <= mission.settings.reach
    key = ("look", check.subgoal.parent, subject.id)
    if not unknown or near or key in mission.heeded:
        return Outcome.success()
    mission.heeded.add(key)
    mission.swayed_by.add(Kind.APM)
    mission.note("verify", f"Whether {subject.id} is {' or '.join(unknown)} cannot be told yet: going there.")
    return (yield Navigate(Mode.OBJECT, object_id=subject.id)).outcome


def _new(mission: Mission, found: tuple[Discrepancy, ...]) -> tuple[Discrepancy, ...]:
    return tuple(d for d in found if _key(mission, d) not in mission.heeded)


def _key(mission: Mission, found: Discrepancy) -> tuple[str, ...]:
    parent = mission.subgoal.parent if mission.subgoal else ""
    return (parent, str(found.kind), found.subject_id, found.observed)


def _doubt(mission: Mission, found: Discrepancy) -> tuple[str, ...]:
    """Return what is heeded of a doubtful finding: the look for it, not yet the finding."""
    return ("doubt", *_key(mission, found))


def _look_again(mission: Mission, check: Check, doubt: Discrepancy) -> Asking[Reply]:
    """Go where the doubtful object can be seen well and ask once more (active perception)."""
    mission.heeded.add(_doubt(mission, doubt))
    if doubt.kind is Kind.OHV or not mission.memory.get(doubt.subject_id):
        return Reply()
    mission.swayed_by.add(doubt.kind)
    seen = f"may be {doubt.observed} (expected {doubt.expected}; {doubt.confidence:.2f})"
    text = f"{doubt.subject} {seen}: looking again."
    mission.note("doubt", text, module=doubt.kind, subject=doubt.subject_id)
    looked = yield Navigate(Mode.OBJECT, object_id=doubt.subject_id)
    if not looked.outcome:
        return Reply()
    return (yield check)


def _checks(mission: Mission, switched_on: tuple[Kind, ...]) -> Asking[list[Check]]:
    """Return what perception is to be asked about the current subgoal."""
    checks: list[Check] = []
    picked, mission.unverified = mission.unverified, None
    held = mission.memory.held is not None
    suspect = held and mission.memory.held_id not in mission.trusted
    if Kind.OHV in switched_on and picked is not None and suspect and not _one_of_them(mission, picked):
        views = yield from views_of_held(mission, picked)
        checks.append(Check(picked, (Kind.OHV,), mission.memory.held_id, held_views=views))
    if mission.subgoal is not None:
        checks.extend(_about(mission, mission.subgoal, switched_on))
    return checks


def _one_of_them(mission: Mission, picked: Subgoal) -> bool:
    """Tell whether the hand holds one of the kind that was meant: of "a tool" it does not matter which."""
    names = meant(mission, picked)
    return len(names) > 1 and mission.world.held_view in names


def _about(mission: Mission, subgoal: Subgoal, switched_on: tuple[Kind, ...]) -> Iterator[Check]:
    taken = _taken(mission)
    # what the robot itself put there is no other instance
    if Kind.DTA in switched_on and taken is not None and not _bound(mission, taken):
        asked = replace(subgoal, expectation=taken.expectation)
        yield Check(asked, (Kind.DTA,), excluded=_excluded(mission, taken))
    there = _at_destination(mission, subgoal)
    if Kind.ASR in switched_on and there is not None:
        yield Check(subgoal, (Kind.ASR,), there.id)
    if Kind.APM not in switched_on:
        return
    cut = _slice_already(mission, subgoal)
    subject = next(iter(candidates(mission, subgoal)), None)
    if cut is not None:
        yield cut
    if subject is not None and subgoal.expectation.attributes and not _another_lamp(mission, subgoal):
        yield Check(subgoal, (Kind.APM,), subject.id)


def _another_lamp(mission: Mission, subgoal: Subgoal) -> bool:
    """Tell whether a lamp is meant that may be another than the one known: if that burns, the other is looked for."""
    switching = looks_at(mission, subgoal) and subgoal.action == Primitive.TOGGLE_ON
    return switching and bool(subgoal.object_alternatives) and not mission.explored


def _slice_already(mission: Mission, subgoal: Subgoal) -> Check | None:
    """Return the question whether a slice that is known makes slicing needless, if the plan only wants slices.

    Not when the hand holds anything but a knife: the whole is taken already, or a wrong thing goes back first.
    """
    plan = mission.plan
    triplet = mission.triplet_of(subgoal)
    if plan is None or triplet is None or triplet.action != High.SLICE:
        return None
    held = mission.memory.held
    if held is not None and held.class_name not in KNIVES:
        return None
    slices = sliced_of(triplet.object)
    left = (s for s in plan.subgoals[plan.cursor :] if s.parent == triplet.id)
    cutting = next((s for s in left if s.action == Primitive.SLICE), None)
    following = plan.triplets[plan.triplets.index(triplet) + 1 :]
    using = next((t for t in following if slices and t.object == slices), None)
    if cutting is None or using is None:
        return None
    taken = set(_excluded(mission, using))
    known = [o for o in mission.memory.of_class(slices) if o.id not in taken and not o.held]
    if not known:
        return None
    surest = min(known, key=lambda o: (not o.visible, -o.observations, o.id))
    return Check(replace(subgoal, expectation=cutting.expectation), (Kind.APM,), surest.id)


def _taken(mission: Mission) -> Subgoal | None:
    """Return the step that takes what this one opens a place, or moves a cover, for."""
    plan = mission.plan
    index = plan.taken_after(plan.cursor) if plan else None
    return plan.subgoals[index] if plan and index is not None else None


def _excluded(mission: Mission, subgoal: Subgoal) -> tuple[str, ...]:
    others = {i for ref, i in mission.bindings.items() if ref != subgoal.object_ref}
    refused = {i for action, i in mission.rejected if action == subgoal.action}
    return tuple(sorted(others | refused))


def _at_destination(mission: Mission, subgoal: Subgoal) -> ObjectState | None:
    """Return an instance that no variable means yet and that already lies where the subgoal's object should go."""
    expectation = subgoal.expectation
    if subgoal.action != Primitive.PICKUP or expectation.relation != "not_on" or _bound(mission, subgoal):
        return None
    excluded = set(_excluded(mission, subgoal))
    there = (
        o
        for o in mission.memory.of_class(meant(mission, subgoal))
        if o.id not in excluded and not o.held and _its_place(mission, subgoal, o) is not None
    )
    return min(there, key=lambda o: (not o.visible, o.id), default=None)


def _its_place(mission: Mission, subgoal: Subgoal, state: ObjectState) -> ObjectState | None:
    """Return the receptacle an object lies in that is the very one the subgoal's object should go to, or may be it."""
    triplet = mission.triplet_of(subgoal)
    ref = triplet.receptacle_ref if triplet else ""
    bound = mission.bindings.get(ref, "")
    others = {i for variable, i in mission.bindings.items() if variable != ref}
    for place in surroundings(mission, state):
        right = place.id == bound if bound else not ref or place.id not in others
        if place.class_name == subgoal.expectation.relation_target and right:
            return place
    return None


def _bound(mission: Mission, subgoal: Subgoal) -> bool:
    return bool(subgoal.object_id) or subgoal.object_ref in mission.bindings


def _revise(mission: Mission, found: tuple[Discrepancy, ...]) -> Asking[bool]:
    """Have the plan changed. Returns whether it was."""
    if mission.plan is None:
        return False
    mission.heeded.update(_key(mission, d) for d in found)
    mission.swayed_by.update(d.kind for d in found)
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
    mission.revised += 1
    mission.jumped = False  # the next subgoal is the revised plan's current one: it is not stepped over
    _heed(mission, before, revision)
    return True


def _heed(mission: Mission, before: Subgoal | None, revision: PlanRevision) -> None:
    """Let the choice of instances follow what was found."""
    for found in revision.discrepancies:
        step = next((s for s in revision.before.subgoals if s.id == found.subgoal_id), before)
        instance = mission.memory.get(found.subject_id)
        if step is None or instance is None:
            continue
        if found.kind is Kind.OHV:
            _turn_away(mission, step, instance, found.confidence)
        elif found.kind is Kind.ASR and step.object_ref:
            _count_as_placed(mission, step, instance, revision)


def _turn_away(mission: Mission, step: Subgoal, instance: ObjectState, confidence: float) -> None:
    """Do not take the wrong object for this again; one that is known for what it is may still be wanted as that."""
    mission.turned_away[step.object, instance.id] = confidence
    if instance.class_name in (step.object, *step.object_alternatives):
        reject(mission, step, instance)
    elif mission.bindings.get(step.object_ref) == instance.id:
        del mission.bindings[step.object_ref]


def _count_as_placed(mission: Mission, step: Subgoal, instance: ObjectState, revision: PlanRevision) -> None:
    """Let the plan's variables mean what lies there already, and where: neither is taken for another."""
    place = _its_place(mission, step, instance)
    triplet = next((t for t in revision.before.triplets if t.id == step.parent), None)
    mission.bindings[step.object_ref] = instance.id
    if place is not None and triplet is not None and triplet.receptacle_ref:
        mission.bindings[triplet.receptacle_ref] = place.id
