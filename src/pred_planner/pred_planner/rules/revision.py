"""Rules that change a plan before a mistake, one for each kind of discrepancy (PRED section 3.1, listings 1 to 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from pred_core.action_model.assumptions import assumed_of
from pred_core.action_model.effects import changes, results
from pred_core.objects import Attribute, ObjectMemory, Truth
from pred_core.outcome import Code, Outcome
from pred_core.plan_language import (
    Discrepancy,
    Expectation,
    High,
    Kind,
    Level,
    Plan,
    PlanRevision,
    Primitive,
    Subgoal,
)
from pred_core.vocabulary import domain, is_cover, object_types, ordered_group
from pred_planner.plan.check import check
from pred_planner.plan.expansion import appliance_ref, expand, hand_after
from pred_planner.plan.free_hand import left_ajar, with_doors_shut
from pred_planner.plan.intentions import preferred
from pred_planner.rules.clearing import clearing
from pred_planner.rules.edits import do_first, instead, leave_out, take_another

SOURCE = "rules"


class Unrevised(Exception):
    """A discrepancy that needs no change; the text says why."""


def from_here(plan: Plan, triplets: Iterable[Subgoal], *, keep: int | None = None) -> Plan:
    """Return the plan with its done tuples and new triplets for the rest, expanded for the hand as it is now.

    :param keep: how many tuples are done, by default those before the cursor
    """
    done = plan.subgoals[: plan.cursor if keep is None else keep]
    rest = tuple(triplets)
    begun = {t.parent for t in done}
    kept = tuple(t for t in plan.triplets if t.id in begun and t.id not in {r.id for r in rest})
    hand = hand_after(done)
    tuples = expand(rest, hand)
    if domain().by_hand:
        asked = {t.id for t in plan.triplets if t.action == High.OPEN}
        tuples = with_doors_shut(tuples, left_ajar(done, asked), holds=bool(hand.held))
    tuples = tuple(_fresh(t, plan.revision + 1) for t in tuples)
    return replace(
        plan,
        triplets=kept + rest,
        subgoals=done + tuples,
        cursor=min(plan.cursor, len(done)),
        revision=plan.revision + 1,
    )


def _fresh(subgoal: Subgoal, revision: int) -> Subgoal:
    """Return a tuple with an id that no tuple of an earlier revision has."""
    return replace(subgoal, id=f"{subgoal.id}r{revision}")


def remaining(plan: Plan) -> tuple[Subgoal, ...]:
    """Return the triplets that are not done yet, the current one included."""
    current = plan.current
    if current is None:
        return ()
    ids = [t.id for t in plan.triplets]
    return plan.triplets[ids.index(current.parent) :] if current.parent in ids else ()


def revise(plan: Plan, discrepancies: tuple[Discrepancy, ...], memory: ObjectMemory) -> PlanRevision:
    """Return the plan changed for all discrepancies, in order (PRED Eq. 1).

    The revision is accepted when at least one rule changed the plan and the checker passes the result; otherwise
    ``after`` is ``before`` and the reason says why.
    """
    after, reasons, changed = plan, [], False
    for number, discrepancy in enumerate(discrepancies):
        try:
            _make_sure_it_matters(discrepancy, discrepancies[:number], plan, after)
            after, reason = _RULES[discrepancy.kind](after, discrepancy, memory)
            changed = True
        except Unrevised as why:
            reason = str(why)
        reasons.append(reason)
    trigger = discrepancies[0].kind.value if discrepancies else "user"
    text = " ".join(reasons) or "There is nothing to revise."
    outcome = check(after) if changed else Outcome(Code.ALREADY_SO, text)
    return PlanRevision(trigger, SOURCE, text, plan, after if outcome else plan, discrepancies, outcome)


def _make_sure_it_matters(
    found: Discrepancy, earlier: tuple[Discrepancy, ...], before: Plan, after: Plan
) -> None:
    """Leave out what an earlier discrepancy has made moot: it is about a thing turned away, or a step that is gone.

    :raises Unrevised: naming the reason
    """
    if found.subject_id and any(d.kind is Kind.OHV and d.subject_id == found.subject_id for d in earlier):
        raise Unrevised(f"What {found.subject} is like does not matter, as it is put back.")
    ids = [{s.id for s in plan.subgoals} for plan in (before, after)]
    if found.subgoal_id in ids[0] - ids[1]:
        raise Unrevised(f"What was found of {found.subject} does not matter any more.")


def position(plan: Plan, discrepancy: Discrepancy) -> int:
    """Return which tuple a discrepancy is about: the one it names, else the current one.

    :raises Unrevised: when the plan is done
    """
    for index, subgoal in enumerate(plan.subgoals):
        if subgoal.id == discrepancy.subgoal_id:
            return index
    if plan.current is None:
        raise Unrevised("The plan is already done.")
    return plan.cursor


def _with_tuples(plan: Plan, tuples: tuple[Subgoal, ...], cursor: int | None = None) -> Plan:
    return replace(
        plan, subgoals=tuples, revision=plan.revision + 1, cursor=plan.cursor if cursor is None else cursor
    )


def _presence(plan: Plan, discrepancy: Discrepancy, memory: ObjectMemory) -> tuple[Plan, str]:
    """DTA: the target was seen elsewhere: the closed place need not be opened, the cover not be moved (listing 1)."""
    del memory
    index = position(plan, discrepancy)
    step = plan.subgoals[index]
    taking = plan.taken_after(index)
    if taking is None:
        text = f"{discrepancy.subject} was seen elsewhere, but nothing is opened or moved away for it."
        raise Unrevised(text)
    steps = plan.subgoals
    closings = (
        i
        for i in range(taking, len(steps))
        if steps[i].action == Primitive.CLOSE and steps[i].object_ref == step.object_ref
    )
    taken = replace(
        steps[taking],
        object_id=discrepancy.subject_id,
        inside=(),
        expectation=replace(steps[taking].expectation, place="", place_id=""),
    )
    needless = {*range(index, taking), *list(closings)[:1]}
    after = _with_tuples(plan, leave_out(instead(steps, taking, taken), needless))
    spared = "opened" if step.action == Primitive.OPEN else "moved"
    return after, f"{discrepancy.subject} was seen outside, so {step.object} is not {spared}."


def _appearance(plan: Plan, discrepancy: Discrepancy, memory: ObjectMemory) -> tuple[Plan, str]:
    """OHV: the picked up object is not the desired one: put it back and pick another up (listing 2)."""
    index = position(plan, discrepancy)
    step = plan.subgoals[index]
    if step.action != Primitive.PICKUP:
        raise Unrevised(f"{discrepancy.subject} is not what it looked like, but it was not picked up.")
    parent = _parent(step, discrepancy, memory)
    tag = f"r{plan.revision + 1}"
    back = Subgoal(
        f"{step.id}{tag}a",
        Level.TUPLE,
        Primitive.PUT,
        parent,
        parent=step.parent,
    )
    again = replace(step, id=f"{step.id}{tag}b", object_id="")
    tuples = take_another(plan.subgoals, index, back, again)
    after = _with_tuples(plan, tuples, cursor=max(plan.cursor, index + 1))
    rejected = [*after.context.get("rejected", ()), discrepancy.subject_id]
    after = replace(after, context={**after.context, "rejected": [r for r in rejected if r]})
    return (
        after,
        f"What was picked up is not the {step.object}: it goes back on {parent} and another is taken.",
    )


def _parent(step: Subgoal, discrepancy: Discrepancy, memory: ObjectMemory) -> str:
    """Return where the wrong object goes: where it was, else a surface seen that takes it."""
    subject = memory.get(discrepancy.subject_id)
    parent = memory.get(subject.parent_id) if subject else None
    kind = object_types().get(parent.class_name) if parent is not None else None
    if kind is not None and kind.can("receptacle"):
        return kind.name
    if step.expectation.place and not is_cover(step.expectation.place):
        return step.expectation.place
    held = object_types()[step.object]
    surfaces = preferred(ordered_group("surfaces"), memory)
    return next((s for s in surfaces if held.fits_in(s)), surfaces[0])


def _observed(discrepancy: Discrepancy) -> tuple[str, bool]:
    """Return the attribute seen and its value from ``clean`` or ``not clean``."""
    words = discrepancy.observed.strip().lower().split()
    if not words:
        raise Unrevised("The attribute discrepancy names no attribute.")
    return words[-1], "not" not in words[:-1]


def _attribute(plan: Plan, discrepancy: Discrepancy, memory: ObjectMemory) -> tuple[Plan, str]:
    """APM: drop what is done already (listing 4), or first undo what is in the way (listing 3)."""
    del memory
    index = position(plan, discrepancy)
    step = plan.subgoals[index]
    name, value = _observed(discrepancy)
    triplet = next((t for t in plan.triplets if t.id == step.parent), None)
    if (
        triplet is not None
        and value
        and results().get(triplet.action) == name
        and discrepancy.subject == triplet.object
        and not _tool_in_hand(plan, index, triplet)
    ):
        rest = tuple(t for t in remaining(replace(plan, cursor=index)) if t.id != triplet.id)
        passed = replace(triplet, action=High.PASS, object="", receptacle="", object_id=discrepancy.subject_id)
        return from_here(
            plan, rest or (replace(passed, note=_instead_of(triplet)),), keep=index
        ), f"{triplet.object} is already {name}: {triplet.action} is left out."
    if step.object == discrepancy.subject and changes().get(step.action) == (name, value):
        if triplet is not None and triplet.action == High.LOOK_AT:
            return _go_to(plan, index, discrepancy), f"{step.object} is already on: it is only gone to."
        return (
            _with_tuples(plan, leave_out(plan.subgoals, {index})),
            f"{step.object} is already {discrepancy.observed}: {step.action} is left out.",
        )
    first = _hindrance(step, name, value)
    if first is None:
        raise Unrevised(f"{discrepancy.subject} is {discrepancy.observed}, which is not in the way.")
    primitive, target, ref = first
    attributes = tuple(Attribute(n, Truth.of(v)) for n, v in assumed_of(primitive, target).items())
    expected = Expectation(target, attributes=attributes)
    extra = Subgoal(
        f"{step.id}r{plan.revision + 1}a",
        Level.TUPLE,
        primitive,
        target,
        object_ref=ref,
        expectation=expected,
        parent=step.parent,
    )
    tuples = do_first(plan.subgoals, index, extra)
    return _with_tuples(
        plan, tuples
    ), f"{discrepancy.subject} is {discrepancy.observed}: {primitive} comes first."


def _tool_in_hand(plan: Plan, index: int, triplet: Subgoal) -> bool:
    """Tell whether the hand holds what a triplet is done with: only its use can be left out, not putting it down."""
    return hand_after(plan.subgoals[:index]).held not in ("", triplet.object_ref)


def _go_to(plan: Plan, index: int, discrepancy: Discrepancy) -> Plan:
    """Return the plan that goes to the lamp that burns already: what is looked at must still get its light."""
    step = plan.subgoals[index]
    there = replace(
        step,
        id=f"{step.id}r{plan.revision + 1}",
        action=Primitive.GOTO,
        object_id=discrepancy.subject_id,
        expectation=Expectation(step.object),
    )
    return _with_tuples(plan, instead(plan.subgoals, index, there))


def _hindrance(step: Subgoal, name: str, value: bool) -> tuple[Primitive, str, str] | None:
    """Return the primitive that makes so what a step needs of its place, its target and its variable.

    None when the step does not need the attribute to be otherwise.
    """
    taken = step.action == Primitive.PICKUP  # out through the door that things are put in by
    place, action = (step.expectation.place, Primitive.PUT) if taken else (step.object, step.action)
    first = clearing(action, place, name, value)
    if first is None:
        return None
    primitive, target = first
    return primitive, target, step.object_ref if target == place else appliance_ref(target)


def _relation(plan: Plan, discrepancy: Discrepancy, memory: ObjectMemory) -> tuple[Plan, str]:
    """ASR: the object is already where it should go: Pass takes the place of moving it (listing 5)."""
    del memory
    index = position(plan, discrepancy)
    left = remaining(replace(plan, cursor=index))
    if not left or left[0].action != High.MOVE:
        raise Unrevised(f"{discrepancy.subject} is not being moved now.")
    move = left[0]
    treated = any(t.object_ref == move.object_ref and t.action in results() for t in plan.triplets)
    if treated:
        raise Unrevised(f"{discrepancy.subject} is at its place, but has to be treated first.")
    skipped = replace(
        move, action=High.PASS, object="", receptacle="", object_id=discrepancy.subject_id, note=_instead_of(move)
    )
    after = from_here(plan, instead(left, 0, skipped), keep=index)
    return after, f"{move.object} is already on {move.receptacle}: it is left there."


def _instead_of(left_out: Subgoal) -> str:
    return f"instead of ({', '.join(left_out.as_triplet())})"


_RULES: Mapping[Kind, Callable[[Plan, Discrepancy, ObjectMemory], tuple[Plan, str]]] = {
    Kind.DTA: _presence,
    Kind.OHV: _appearance,
    Kind.APM: _attribute,
    Kind.ASR: _relation,
}
