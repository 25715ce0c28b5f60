"""What perception is asked about a subgoal: which of the four detectors, and about which instance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pred_core.objects import ObjectState
from pred_core.plan_language import High, Kind, Primitive, Subgoal
from pred_core.vocabulary import group, sliced_of
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.requests import Asking, Check
from pred_recovery.refer.described import as_described, fitting, is_meant_place, is_seen_to_fit
from pred_recovery.search.instance_selection import (
    candidates,
    excluded,
    is_bound,
    looks_at,
    meant,
    of_its_classes,
    taken_next,
)
from pred_recovery.search.preference import surroundings
from pred_recovery.verify.held_views import views_of_held


def checks_for(mission: Mission, switched_on: tuple[Kind, ...]) -> Asking[list[Check]]:
    """Return what perception is to be asked about the current subgoal."""
    checks: list[Check] = []
    picked, mission.progress.unverified = mission.progress.unverified, None
    held = mission.memory.held is not None
    suspect = held and mission.memory.held_id not in mission.bindings.trusted
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
    taken = taken_next(mission)
    # what the robot itself put there is no other instance
    if Kind.DTA in switched_on and taken is not None and not is_bound(mission, taken):
        asked = replace(subgoal, expectation=taken.expectation)
        yield Check(asked, (Kind.DTA,), excluded=(*excluded(mission, taken), *_not_meant(mission, taken)))
    there = _at_destination(mission, subgoal)
    if Kind.ASR in switched_on and there is not None:
        yield Check(subgoal, (Kind.ASR,), there.id, excluded=_other_places(mission, subgoal, there))
    if Kind.APM not in switched_on:
        return
    cut = _slice_already(mission, subgoal) or _clean_already(mission, subgoal)
    subject = next(iter(candidates(mission, subgoal)), None)
    if cut is not None:
        yield cut
    if subject is not None and subgoal.expectation.attributes and not _another_lamp(mission, subgoal):
        yield Check(subgoal, (Kind.APM,), subject.id)


def _not_meant(mission: Mission, subgoal: Subgoal) -> Iterator[str]:
    """Yield the instances that are not what the words describe: seeing one of them elsewhere changes no plan.

    Of "the pan from the cabinet" the one on the stove is none, as long as words are insisted on.
    """
    known = of_its_classes(mission, subgoal)
    described = fitting(mission, subgoal, known)
    meant_ids = {o.id for o in (known if described is None else described)}
    return (o.id for o in known if o.id not in meant_ids)


def _another_lamp(mission: Mission, subgoal: Subgoal) -> bool:
    """Tell whether a lamp is meant that may be another than the one known: if that burns, the other is looked for."""
    switching = looks_at(mission, subgoal) and subgoal.action == Primitive.TOGGLE_ON
    return switching and bool(subgoal.object_alternatives) and not mission.search.explored


def _slice_already(mission: Mission, subgoal: Subgoal) -> Check | None:
    """Return the question whether a slice that is known makes slicing needless, if the plan only wants slices.

    Not when the hand holds anything but a knife: the whole is taken already, or a wrong thing goes back first.
    """
    plan = mission.plan
    triplet = mission.triplet_of(subgoal)
    if plan is None or triplet is None or triplet.action != High.SLICE:
        return None
    held = mission.memory.held
    if held is not None and held.class_name not in group("knives"):
        return None
    slices = sliced_of(triplet.object)
    left = (s for s in plan.subgoals[plan.cursor :] if s.parent == triplet.id)
    cutting = next((s for s in left if s.action == Primitive.SLICE), None)
    following = plan.triplets[plan.triplets.index(triplet) + 1 :]
    using = next((t for t in following if slices and t.object == slices), None)
    if cutting is None or using is None:
        return None
    taken = set(excluded(mission, using))
    known = [o for o in mission.memory.of_class(slices) if o.id not in taken and not o.held]
    if not known:
        return None
    surest = min(known, key=lambda o: (not o.visible, -o.observations, o.id))
    return Check(replace(subgoal, expectation=cutting.expectation), (Kind.APM,), surest.id)


def _clean_already(mission: Mission, subgoal: Subgoal) -> Check | None:
    """Return the question whether what is to be wiped is clean, before anything to wipe with is fetched."""
    steps = [s for s in mission.plan.subgoals if s.parent == subgoal.parent] if mission.plan is not None else []
    cleaning = next((s for s in steps if s.action == Primitive.CLEAN), None)
    if cleaning is None or subgoal.id != steps[0].id or cleaning.id == subgoal.id:
        return None
    subject = next(iter(candidates(mission, cleaning)), None)
    if subject is None:
        return None
    return Check(replace(subgoal, expectation=cleaning.expectation), (Kind.APM,), subject.id)


def _at_destination(mission: Mission, subgoal: Subgoal) -> ObjectState | None:
    """Return an instance that is meant, though by no variable yet, and lies already where it should go.

    One of the class at a place of the class is not enough: both are to be as the words describe them.
    """
    expectation = subgoal.expectation
    if subgoal.action != Primitive.PICKUP or expectation.relation != "not_on" or is_bound(mission, subgoal):
        return None
    refused = set(excluded(mission, subgoal))
    known = mission.memory.of_class(meant(mission, subgoal))
    free = [o for o in known if o.id not in refused and not o.held]
    there = (
        o
        for o in as_described(mission, subgoal.object_ref, free)
        if is_seen_to_fit(mission, subgoal.object_ref, o) and its_place(mission, subgoal, o) is not None
    )
    return min(there, key=lambda o: (not o.visible, o.id), default=None)


def its_place(mission: Mission, subgoal: Subgoal, state: ObjectState) -> ObjectState | None:
    """Return the receptacle an object lies in that is the very one the subgoal's object should go to, or may be it."""
    triplet = mission.triplet_of(subgoal)
    ref = triplet.receptacle_ref if triplet else ""
    bound = mission.bindings.variables.get(ref, "")
    others = {i for variable, i in mission.bindings.variables.items() if variable != ref}
    for place in surroundings(mission, state):
        right = place.id == bound if bound else not ref or place.id not in others
        of_class = place.class_name == subgoal.expectation.relation_target
        if of_class and right and is_meant_place(mission, ref, place):
            return place
    return None


def _other_places(mission: Mission, subgoal: Subgoal, there: ObjectState) -> tuple[str, ...]:
    """Return the places of the wanted class that are not the one that an instance lies at as it should."""
    place = its_place(mission, subgoal, there)
    alike = mission.memory.of_class(subgoal.expectation.relation_target)
    return tuple(o.id for o in alike if place is None or o.id != place.id)
