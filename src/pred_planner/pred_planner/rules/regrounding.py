"""Another meaning for words whose first meaning cannot be found (FLARE's adaptive replanning, by text alone)."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import replace

from pred_core.objects import ObjectMemory
from pred_core.outcome import Code, Outcome
from pred_core.plan_language import Plan, PlanRevision, Primitive, Subgoal
from pred_core.vocabulary import (
    can_be_carried,
    equipment,
    group,
    object_types,
    one_place,
    sliced_of,
    whole_of,
)
from pred_planner.plan.check import check
from pred_planner.rules.revision import SOURCE, from_here, remaining

ALIKE = 0.45
"""Cosine below which a type is too far from the missing one to stand in for it."""
FLAGS = ("pickupable", "receptacle", "toggleable", "openable", "sliceable", "canFillWithLiquid")

Similarity = Callable[[str, str], float]


OURS, FLARE = "ours", "flare"
REPLACEMENTS = (OURS, FLARE)
"""How a class that was not found is replaced: by what its words may mean and what is like it and of the same use, or by
whatever was seen that is most like it (FLARE's Environment Adaptive Replanning, Eq. 3)."""
_USED_BY: Mapping[str, str] = {
    Primitive.PICKUP: "pickupable",
    Primitive.PUT: "receptacle",
    Primitive.POUR: "receptacle",
    Primitive.OPEN: "openable",
    Primitive.CLOSE: "openable",
    Primitive.TOGGLE_ON: "toggleable",
    Primitive.TOGGLE_OFF: "toggleable",
    Primitive.SLICE: "sliceable",
    Primitive.CLEAN: "dirtyable",
}
"""What a thing has to be for each primitive: all that is known of a class by a name that the domain does not have."""


def reground(
    plan: Plan,
    subgoal_id: str,
    missing: str,
    memory: ObjectMemory,
    similarity: Similarity,
    replacement: str = OURS,
) -> PlanRevision:
    """Return the plan with the next best class instead of a missing one.

    First the other meanings of the words, those seen before those unseen; then the class most like the missing one,
    or the one that was meant first, among those seen, with the same affordances. Furniture that nobody saw, in a room
    that was searched, comes after what is there and like it. A thing to carry that was named plainly (its words have
    no other meaning), or that was carried already, has no stand-in: another one would be the wrong one. For an
    appliance only what does the same stands in: nothing gets cold in a cupboard. ``outcome`` is NOT_FOUND when none is
    left.

    :param similarity: cosine of some words and a class name
    :param replacement: one of :data:`REPLACEMENTS`
    """
    step = next((s for s in plan.subgoals if s.id == subgoal_id), plan.current)
    if step is None:
        return _refused(plan, f"The plan has no step that needs {missing}.")
    if replacement == OURS and _handled(plan, step, missing):
        return _refused(plan, f"The {missing} that was carried before was not found again.")
    tried = [*plan.context.get("tried", ()), missing]
    listed = (
        _most_similar(missing, memory, similarity)
        if replacement == FLARE
        else _candidates(plan, step, missing, memory, similarity)
    )
    for name in listed:
        if name in tried or (replacement == OURS and not _does_the_same(plan, step, missing, name)):
            continue
        after = _replaced(plan, step, missing, name, tried)
        if check(after):
            reason = f"No {missing} was found; {name} is what the words mean next best."
            return PlanRevision("reground", SOURCE, reason, plan, after)
    return _refused(plan, f"No {missing} was found and nothing else the words could mean is here.")


def _most_similar(missing: str, memory: ObjectMemory, similarity: Similarity) -> list[str]:
    """Return the classes seen so far from the one most like the missing one on: no floor, whatever its use (Eq. 3)."""
    seen = {o.class_name for o in memory.objects if o.class_name in object_types()} - {missing}
    return sorted(seen, key=lambda name: (-similarity(missing, name), name))


def _refused(plan: Plan, reason: str) -> PlanRevision:
    return PlanRevision("reground", SOURCE, reason, plan, plan, outcome=Outcome(Code.NOT_FOUND, reason))


def _handled(plan: Plan, step: Subgoal, missing: str) -> bool:
    """Tell whether the plan already had this very object in the hand."""
    return any(
        s.action == Primitive.PICKUP and s.object_ref == step.object_ref and s.object == missing
        for s in plan.subgoals[: plan.cursor]
    )


def _does_the_same(plan: Plan, step: Subgoal, missing: str, name: str) -> bool:
    """Tell whether a class does to a thing what the missing one was to do there; outside of a treatment it need not."""
    triplet = next((t for t in plan.triplets if t.id == step.parent), None)
    quality = equipment().attribute_of(triplet.action) if triplet else ""
    able = {place for a in equipment().giving(quality) for place in one_place(a.place)} if quality else set[str]()
    return missing not in able or name in able


def _candidates(
    plan: Plan, step: Subgoal, missing: str, memory: ObjectMemory, similarity: Similarity
) -> list[str]:
    seen = sorted({o.class_name for o in memory.objects if o.class_name in object_types()})
    others: list[str] = []
    for subgoal in (step, *plan.triplets):
        if subgoal.object == missing:
            others += subgoal.object_alternatives
        if subgoal.receptacle == missing:
            others += subgoal.receptacle_alternatives
    meant = list(dict.fromkeys(o for o in others if o != missing))
    if _is_plain(plan, missing, meant):
        return []
    words = {missing, *plan.context.get("tried", ())[:1]}
    alike = sorted(
        (
            (max(similarity(word, name) for word in words), name)
            for name in seen
            if _same_use(missing, name, step.action)
        ),
        reverse=True,
    )
    near = [name for score, name in alike if score >= ALIKE and name != missing]
    unseen = [m for m in meant if m not in seen]
    last = [near, unseen] if _stands_still(missing) else [unseen, near]
    return list(dict.fromkeys([*(m for m in meant if m in seen), *itertools.chain(*last)]))


def _stands_still(name: str) -> bool:
    """Tell whether things of this class are furniture, which a search does not miss."""
    known = object_types().get(name)
    return known is not None and not known.can("pickupable")


def _is_plain(plan: Plan, missing: str, meant: list[str]) -> bool:
    """Tell whether words for a thing to carry mean this class and nothing else."""
    return not meant and not plan.context.get("tried") and can_be_carried(missing)


def _same_use(missing: str, name: str, action: str) -> bool:
    """Tell whether a class may stand in for another: for one that the domain does not have, in what is done with it."""
    wanted, offered = object_types().get(missing), object_types().get(name)
    if wanted is None:
        flag = _USED_BY.get(action, "")
        return offered is not None and bool(flag) and offered.can(flag)
    if offered is None or offered.name in {missing} | group("floors"):
        return False
    if _stands_still(missing) and not _stands_still(name):
        return False
    main = next((flag for flag in FLAGS if wanted.can(flag)), "")
    return not main or offered.can(main)


def _replaced(plan: Plan, step: Subgoal, missing: str, name: str, tried: list[str]) -> Plan:
    """Return the plan with the class replaced in everything that is not done yet."""
    names = {missing: name}
    if whole_of(missing) and whole_of(name):
        names[whole_of(missing)] = whole_of(name)
    if sliced_of(missing) and sliced_of(name):
        names[sliced_of(missing)] = sliced_of(name)
    context = {**plan.context, "tried": tried}
    left = remaining(plan)
    if any(missing in (t.object, t.receptacle) for t in left):
        return replace(from_here(plan, [_renamed(t, names) for t in left]), context=context)
    done, rest = plan.subgoals[: plan.cursor], plan.subgoals[plan.cursor :]
    tuples = tuple(_renamed(t, names) if t.object_ref == step.object_ref else t for t in rest)
    return replace(plan, subgoals=done + tuples, context=context, revision=plan.revision + 1)


def _renamed(subgoal: Subgoal, names: dict[str, str]) -> Subgoal:
    new, place = names.get(subgoal.object, subgoal.object), names.get(subgoal.receptacle, subgoal.receptacle)
    if (new, place) == (subgoal.object, subgoal.receptacle):
        return subgoal
    expectation = replace(
        subgoal.expectation,
        class_name=names.get(subgoal.expectation.class_name, subgoal.expectation.class_name),
        relation_target=names.get(subgoal.expectation.relation_target, subgoal.expectation.relation_target),
    )
    return replace(
        subgoal,
        object=new,
        receptacle=place,
        object_id="" if new != subgoal.object else subgoal.object_id,
        object_alternatives=tuple(a for a in subgoal.object_alternatives if a != new),
        receptacle_alternatives=tuple(a for a in subgoal.receptacle_alternatives if a != place),
        expectation=expectation,
    )
