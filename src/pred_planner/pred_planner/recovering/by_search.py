"""The four stages of CMFR (4.5) without a language model: what a model would reason out, the action model computes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from pred_core.action_model.goals import Condition
from pred_core.action_model.here import Here
from pred_core.action_model.logic import State
from pred_core.action_model.pddl import Formula
from pred_core.action_model.simulation import Simulated, Simulation, name_of
from pred_core.action_model.stepping import Step, already_so, applied, binding_of, ground
from pred_core.outcome import Code, Outcome
from pred_core.plan_language import WIPER, Primitive, Subgoal
from pred_core.vocabulary import object_types, ordered_group
from pred_planner.dialects.name_repair import repairer
from pred_planner.plan.expansion import KNIFE, Hand, expand
from pred_planner.plan.parsed import Rejected, Repairs
from pred_planner.recovering.goal import goal_of, lacking, lacking_parts
from pred_planner.recovering.situation import Advice, Proposal, Situation, Stage, nothing

_TOOLS: Mapping[str, tuple[str, str]] = {Primitive.SLICE: ("knives", KNIFE), Primitive.CLEAN: ("wipers", WIPER)}
"""The group and the variable of what a primitive is done with, where its plan does not name that."""
MADE_BY = "rules"


def advice(situation: Situation) -> Advice:
    """Return what the stage's computation comes to."""
    return _STAGES[situation.stage](situation)


def proposed(rest: tuple[Subgoal, ...], reason: str) -> Advice:
    """Return one proposal of the rules."""
    return Advice(Outcome.success(reason), Proposal(rest, reason, MADE_BY), 1)


# -- 1: importance -----------------------------------------------------------------------------------------------------
def importance(situation: Situation) -> Advice:
    """Leave the failed step out where what follows can be done without it and reaches as much."""
    step = situation.step
    if step is None:
        return nothing("No step has failed.")
    reason = needless(situation, step)
    if not reason:
        return nothing(f"({step.object}, {step.action}) matters: without it the task is not reached.")
    return proposed(situation.rest[1:], reason)


def needless(situation: Situation, step: Subgoal) -> str:
    """Return why a failed step does not matter; '' when it does."""
    after = situation.rest[1:]
    here = as_refused(situation, as_meant(situation, step))
    grounded = Simulation(here.plan_world).grounded(step, here.state)
    world = here.plan_world.world
    row = f"({step.object}, {step.action})"
    if grounded is not None and already_so(world, grounded, here.state):
        return f"{row} changes nothing: it is so already."
    without = here.run(after)
    if without.trouble is not None:
        return ""
    if lacking(situation.conditions, here, without):
        done = after_step(situation)
        if done is None:
            return ""
        forced = Simulation(here.plan_world).run(after, done)
        if forced.trouble is not None or not _reaches_as_much(situation, without, forced):
            return ""
    if step.action in (Primitive.TOGGLE_OFF, Primitive.CLOSE):
        return ""  # nothing is left running or open while there is another way
    return f"{row} is not needed: the rest can be done without it and reaches as much."


def after_step(situation: Situation) -> State | None:
    """Return the state if the failed step had been done, whatever it needs; None where that is not known."""
    here, step = situation.here, situation.step
    meant = as_meant(situation, step) if step is not None else None
    if meant is None:
        return None
    held = meant.objects[0] if meant.action in ("put", "pour") else ""
    state = here.state
    if held and ("holding", held) not in state.true:
        lying = [fact for fact in state.true.of("in") if fact[1] == held]
        state = state.changed([("holding", held)], [("hand-empty",), *lying])
    if meant.action == "pickup":  # one hand: what it held is no longer in it
        state = state.changed((), state.true.of("holding"))
    return applied(here.plan_world.world, meant, state)


def _reaches_as_much(situation: Situation, one: Simulated, other: Simulated) -> bool:
    here, conditions = situation.here, situation.conditions
    return lacking_parts(conditions, here, one) <= lacking_parts(conditions, here, other)


# -- 2: preconditions --------------------------------------------------------------------------------------------------
def preconditions(situation: Situation) -> Advice:
    """Put before the failed step the fewest steps after which it can be done."""
    renamed = _known_names(situation)
    if renamed is not None:
        return renamed
    step = situation.step
    if step is None:
        return nothing("No step has failed.")
    here = situation.here
    wanted = as_meant(situation, step)
    if wanted is None:
        return nothing(f"It is not known what ({step.object}, {step.action}) needs.")
    missing = _needs(situation, wanted)
    found = as_refused(situation, wanted)
    steps = found.way_to(missing)
    if not steps:
        return nothing(f"Nothing is missing for ({step.object}, {step.action}), as far as is known.")
    before = found.tuples_of(steps, _name(situation), step.parent)
    rest = (*before, *situation.rest)
    ended = found.run(rest)
    if ended.trouble is not None and ended.trouble.index <= len(before):
        return nothing(f"What would have to be done first cannot be: {ended.trouble.sentence}", 1, 1)
    if ended.trouble is not None:
        whole = way_to(situation, lacking(situation.conditions, here))
        if not whole or _tries_the_same(whole, situation, step):
            return nothing(f"After it the rest could not be done: {ended.trouble.sentence}", 1, 1)
        return proposed(whole, _told("As the rest could not be done after it, another way", whole))
    rows = ", ".join(f"({s.object}, {s.action})" for s in before)
    return proposed(rest, f"({step.object}, {step.action}) needs {rows} first.")


def as_meant(situation: Situation, step: Subgoal) -> Step | None:
    """Return the ground action of a step; for an empty hand, with what the plan means it to hold."""
    here = situation.here
    grounded = Simulation(here.plan_world).grounded(step, here.state)
    if grounded is not None:
        return grounded
    held = _meant_in_hand(situation, step)
    if not held or held not in here.plan_world.things:
        return None
    now = here.state.changed([("holding", held)], [("hand-empty",)])
    return Simulation(here.plan_world).grounded(step, now)


def _meant_in_hand(situation: Situation, step: Subgoal) -> str:
    """Return what the hand should hold for a step: what was to be picked up last, else what its triplet is about."""
    tools, ref = _TOOLS.get(step.action, ("", ""))
    if tools:
        named = [name_of(name, ref) for name in ordered_group(tools)]
        return next((name for name in named if name in situation.here.plan_world.things), "")
    plan = situation.plan
    taken = [s for s in plan.subgoals[: plan.cursor] if s.action == Primitive.PICKUP]
    if taken:
        return name_of(taken[-1].object, taken[-1].object_ref)
    steps = [t for t in (*plan.triplets, *situation.wanted) if t.id == step.parent]
    return name_of(steps[0].object, steps[0].object_ref) if steps else ""


def _needs(situation: Situation, step: Step) -> Formula:
    world = situation.here.plan_world.world
    binding = binding_of(world, step)
    return ("and", *(ground(part, binding) for part in world.domain.actions[step.action].precondition))


def as_refused(situation: Situation, step: Step | None) -> Here:
    """Return what is believed, with what the failure itself says against it.

    A door that refused a thing is not open; what runs shut only, and would not open, is shut and running.
    """
    here = situation.here
    if step is None:
        return here
    state, last, code = here.state, step.objects[-1], situation.failure.code
    if code is Code.RECEPTACLE_CLOSED:
        state = state.changed((), [("opened", last)])
    runs_shut = ("runs-shut", last) in here.plan_world.world.static
    if code is Code.PRECONDITION_FAILURE and step.action == "open" and runs_shut:
        state = state.changed([("running", last)], [("opened", last)])
    return replace(here, plan_world=replace(here.plan_world, start=state))


def _known_names(situation: Situation) -> Advice | None:
    """Return the rest of the plan with names that the domain knows; None where it knows all (FLARE's problem)."""
    names: dict[str, str] = {}
    for step in situation.rest:
        if step.object not in object_types():
            try:
                names[step.object] = repairer().resolve(step.object, Repairs())
            except Rejected:
                continue
    if not names:
        return None
    rest = tuple(_renamed(step, names) for step in situation.rest)
    said = ", ".join(f"{other} means {name}" for other, name in names.items())
    return proposed(rest, f"There is nothing called so here: {said}.")


def _renamed(step: Subgoal, names: Mapping[str, str]) -> Subgoal:
    new = names.get(step.object, step.object)
    expected = names.get(step.expectation.class_name, step.expectation.class_name)
    return replace(step, object=new, expectation=replace(step.expectation, class_name=expected))


# -- 3: workaround -----------------------------------------------------------------------------------------------------
def workaround(situation: Situation) -> Advice:
    """Take another way from here to what the task wants; where there is none, do without what cannot be had."""
    step = situation.step
    if step is None:
        return nothing("No step has failed.")
    open_still = lacking(situation.conditions, situation.here)
    whole = way_to(situation, open_still)
    if not open_still:
        return proposed((), "Nothing that was asked for is lacking any longer.")
    if whole and not _tries_the_same(whole, situation, step):
        return proposed(whole, _told("Another way", whole))
    given_up = _hopeless(situation, step, open_still)
    left = tuple(c for c in open_still if c not in given_up)
    rest = way_to(situation, left) if left and given_up else None
    if rest and not _tries_the_same(rest, situation, step):
        return proposed(
            rest,
            _told(f"Without that {given_up[0].sentence()}", rest),
        )
    return nothing("There is no other way.", 1 if whole else 0, 1 if whole else 0)


def _hopeless(
    situation: Situation, step: Subgoal, conditions: tuple[Condition, ...]
) -> tuple[Condition, ...]:
    """Return the conditions that the failed step was to serve."""
    parents = [t for t in situation.plan.triplets if t.id == step.parent]
    refs = {step.object_ref, *(ref for t in parents for ref in (t.object_ref, t.receptacle_ref))}
    return tuple(c for c in conditions if c.ref in refs)


def _tries_the_same(rest: tuple[Subgoal, ...], situation: Situation, step: Subgoal) -> bool:
    """Tell whether steps only try again what has failed: the same action on the same thing with nothing before it."""
    rows = [s.as_tuple() for s in rest]
    old = [s.as_tuple() for s in situation.rest]
    return rows == old or (bool(rows) and rows[0] == step.as_tuple()) or str(rows) in situation.refused


# -- 4: last look ------------------------------------------------------------------------------------------------------
def last_look(situation: Situation) -> Advice:
    """Do what the task still lacks after its plan, by what the robot believes of the world."""
    open_still = situation.known_to_lack
    if not open_still:
        return Advice(Outcome(Code.ALREADY_SO, "Nothing that was asked for is seen to be lacking."))
    rest = way_to(situation, open_still)
    told = "; ".join(c.sentence() for c in open_still)
    if not rest:
        return nothing(f"It is not so that {told}, and no way to it is known.")
    return proposed(rest, f"It is not so yet that {told}.")


# -- what they share ---------------------------------------------------------------------------------------------------
def way_to(situation: Situation, conditions: tuple[Condition, ...]) -> tuple[Subgoal, ...] | None:
    """Return the shortest steps from here to some conditions; where the search ends in nothing, by the templates."""
    here = situation.here
    if not conditions:
        return ()
    steps = here.way_to(goal_of(situation.with_companions(conditions), here))
    if steps is not None:
        return here.tuples_of(steps, _name(situation))
    refs = {c.ref for c in conditions}
    left = [t for t in situation.wanted if {t.object_ref, t.receptacle_ref} & refs]
    tuples = expand(left, _hand(situation))
    return tuples if tuples and here.run(tuples).trouble is None else None


def _hand(situation: Situation) -> Hand:
    held = situation.memory.held_id
    return Hand(next((ref for ref, known in situation.bound.items() if held and known == held), ""))


def _name(situation: Situation) -> str:
    step = situation.step
    return f"{step.id if step is not None else 'last'}{situation.stage[0]}{situation.plan.revision + 1}"


def _told(beginning: str, rest: tuple[Subgoal, ...]) -> str:
    return f"{beginning}: {', '.join(f'({s.object}, {s.action})' for s in rest)}."


_STAGES: Mapping[Stage, Callable[[Situation], Advice]] = {
    Stage.IMPORTANCE: importance,
    Stage.PRECONDITIONS: preconditions,
    Stage.WORKAROUND: workaround,
    Stage.LAST_LOOK: last_look,
}
