"""Judge a revised plan by what it does from here on, in the world as it was just found to be."""

from __future__ import annotations

from pred_core.action_model.goals import conditions_of, unmet
from pred_core.action_model.logic import Fact, State
from pred_core.action_model.simulation import PlanWorld, Simulated, Simulation, plan_world
from pred_core.action_model.things import SOMEWHERE, Thing, facts_of
from pred_core.objects import ObjectMemory
from pred_core.observed import attribute
from pred_core.outcome import Code, Outcome
from pred_core.plan_language import Discrepancy, Kind, Plan, Primitive, Subgoal
from pred_core.vocabulary import equipment, group
from pred_planner.plan.check import held_at_start, known_words

ANOTHER = "another"
"""The wrong thing that was picked up."""


def verdict_on(before: Plan, after: Plan, index: int, found: Discrepancy, memory: ObjectMemory) -> Outcome:
    """Return SUCCESS for a revision that works and serves, else PLAN_REJECTED with why.

    It works when its steps can be done in the world with the discrepancy in it, and reach what the plan was there
    for. What is added has to serve that: without it the plan fails or reaches less.

    :param index: the tuple from which on the plan was revised
    """
    known = known_words(after.subgoals)
    if not known:
        return known
    others = [Thing(ANOTHER, (before.subgoals[index].object,))] if found.kind is Kind.OHV else []
    world = plan_world((*before.subgoals, *after.subgoals), held_at_start(before.triplets), memory, others)
    start = _as_found(before, index, found, world)
    done = sum(1 for a, b in zip(before.subgoals, after.subgoals, strict=False) if a.id == b.id)
    kept = min(done, index + (found.kind is Kind.OHV))
    rest = after.subgoals[kept:]
    ended = Simulation(world).run(rest, start)
    reason = _fault(before, world, ended, rest, kept)
    if reason:
        return Outcome(Code.PLAN_REJECTED, reason)
    needless = _needless(before, rest, world, start, ended)
    return Outcome(Code.PLAN_REJECTED, needless) if needless else Outcome.success()


def _fault(before: Plan, world: PlanWorld, ended: Simulated, rest: tuple[Subgoal, ...], kept: int) -> str:
    if ended.trouble is not None:
        step = rest[ended.trouble.index]
        return (
            f"Step {kept + ended.trouble.index + 1} ({step.object}, {step.action}): {ended.trouble.sentence}"
        )
    lacking = unmet(conditions_of(before.triplets), world, ended)
    return f"In the end it is not so that {lacking[0].sentence()}." if lacking else ""


def _as_found(plan: Plan, index: int, found: Discrepancy, world: PlanWorld) -> State:
    """Return the state before the revised steps: the plan's own so far, corrected by what was found."""
    done = plan.subgoals[: index + (found.kind is Kind.OHV)]
    state = Simulation(world).run(done, world.start.pessimistic()).state
    step = plan.subgoals[min(index, len(plan.subgoals) - 1)]
    return _CORRECTED[found.kind](state, step, found, world)


def _sighted(state: State, step: Subgoal, found: Discrepancy, world: PlanWorld) -> State:
    """DTA: the thing lies in the open, where it was seen."""
    del step
    things = [n for n, t in world.things.items() if found.subject in t.classes]
    inside = [f for f in state.true.of("in") if f[1] in things]
    outside: list[Fact] = [("in", f[1], SOMEWHERE) for f in inside]
    return state.changed(outside, inside)


def _mistaken(state: State, step: Subgoal, found: Discrepancy, world: PlanWorld) -> State:
    """OHV: what the hand holds is another thing; the one that is wanted lies somewhere else."""
    del found
    name = world.name_of(step)
    if ("holding", name) not in state.true:
        return state
    return state.changed([("holding", ANOTHER), ("in", name, SOMEWHERE)], [("holding", name)])


def _attributed(state: State, step: Subgoal, found: Discrepancy, world: PlanWorld) -> State:
    """APM: the attribute is as it was seen."""
    del step
    name, value = attribute(found.observed)
    add: list[Fact] = []
    remove: list[Fact] = []
    for thing in world.things.values():
        appliance = equipment().appliances.get(found.subject)
        switches = (appliance.switch,) if appliance is not None and name == "on" else ()
        if name and (found.subject in thing.classes or thing.among(switches)):
            (add if value else remove).extend(facts_of(thing.name, name)[:1])
    return state.changed(add, remove)


def _placed(state: State, step: Subgoal, found: Discrepancy, world: PlanWorld) -> State:
    """ASR: the thing is where it should go."""
    del found
    name, target = world.name_of(step), step.expectation.relation_target
    places = [n for n, t in world.things.items() if target in t.classes and n not in world.sources]
    inside = [f for f in state.true.of("in") if f[1] == name]
    return state.changed([("in", name, places[0])], inside) if places else state


_CORRECTED = {Kind.DTA: _sighted, Kind.OHV: _mistaken, Kind.APM: _attributed, Kind.ASR: _placed}


def _needless(before: Plan, rest: tuple[Subgoal, ...], world: PlanWorld, start: State, end: Simulated) -> str:
    """Return the first added step without which the plan does the same."""
    known = {step.id for step in before.subgoals}
    conditions = conditions_of(before.triplets)
    for index, step in enumerate(rest):
        if step.id in known or step.action == Primitive.GOTO:
            continue
        without = Simulation(world).run((*rest[:index], *rest[index + 1 :]), start)
        if without.trouble is not None or unmet(conditions, world, without):
            continue
        more = [
            kind
            for kind in ("opened", "running", "holding")
            if not {f for f in without.state.true.of(kind) if not _may_stay(f, world)}
            <= set(end.state.true.of(kind))
        ]
        if not more:
            return f"({step.object}, {step.action}) serves nothing: without it the plan does the same."
    return ""


def _may_stay(fact: Fact, world: PlanWorld) -> bool:
    """Tell whether a door may be left open."""
    thing = world.things.get(fact[1])
    return fact[0] == "opened" and thing is not None and thing.among(group("left_open"))
