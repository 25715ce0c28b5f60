"""What a task wants, read from its words and not from its plan, which may be wrong; and what of it is not so yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from pred_core.action_model.goals import Condition, conditions_of, unmet
from pred_core.action_model.here import Here
from pred_core.action_model.pddl import Formula
from pred_core.action_model.simulation import Simulated, name_of
from pred_core.action_model.things import facts_of
from pred_core.objects import ObjectMemory, Truth
from pred_core.people import PERSON
from pred_core.plan_language import Plan, Subgoal
from pred_core.referring.as_told import as_told
from pred_core.vocabulary import equipment, group
from pred_language.meaning.context import Refusal
from pred_language.reader import Texts, understand
from pred_planner.plan.appliances import NoAppliance
from pred_planner.plan.intentions import integrate
from pred_planner.rules.reasoner import grounder_for


def template(texts: Texts, memory: ObjectMemory, plan: Plan) -> tuple[Subgoal, ...]:
    """Return the triplets that the words ask for; the plan's own where they cannot be read."""
    told = as_told(memory, plan.context)
    context = understand(texts, grounder_for(told))
    if isinstance(context, Refusal):
        return plan.triplets
    try:
        return integrate(context, replace(told, held_id=""))
    except NoAppliance:
        return plan.triplets


def conditions_wanted(wanted: Iterable[Subgoal], plan: Plan) -> tuple[Condition, ...]:
    """Return the conditions of some triplets; what the plan took for the same variables counts as well."""
    return tuple(_widened(condition, plan) for condition in conditions_of(wanted))


def _widened(condition: Condition, plan: Plan) -> Condition:
    steps = (*plan.triplets, *plan.subgoals)
    own = (s.object for s in steps if s.object_ref == condition.ref)
    places = (
        t.receptacle for t in plan.triplets if t.receptacle_ref and t.receptacle_ref == condition.place_ref
    )
    return replace(
        condition,
        classes=tuple(dict.fromkeys((*condition.classes, *own))),
        places=tuple(dict.fromkeys((*condition.places, *(places if condition.places else ())))),
    )


def lacking(
    conditions: Sequence[Condition], here: Here, end: Simulated | None = None
) -> tuple[Condition, ...]:
    """Return the conditions that are not so, now or at the end of some steps; what is not known is not so."""
    had = frozenset(here.state.true.of("is"))
    state = end.state if end is not None else here.state
    attained = had | (end.attained if end is not None else frozenset())
    return unmet(conditions, here.plan_world, Simulated(state.pessimistic(), attained=attained))


def lacking_parts(conditions: Sequence[Condition], here: Here, end: Simulated) -> frozenset[str]:
    """Return what is lacking at the end of some steps, part by part: that a mug is there counts although it is dirty.

    The conditions that are lacking as a whole are among it, by variable: of two mugs both have to be there.
    """
    whole = {f"{c.ref}: all" for c in lacking(conditions, here, end)}
    parts = {f"{c.ref}: {c.sentence()}" for c in _split(conditions) if lacking((c,), here, end)}
    return frozenset(whole | parts)


def _split(conditions: Iterable[Condition]) -> Iterator[Condition]:
    for condition in conditions:
        bare = replace(condition, states={}, places=(), held=False)
        yield from (replace(bare, states={name: value}) for name, value in condition.states.items())
        if condition.places:
            yield replace(bare, places=condition.places)
        if condition.held:
            yield replace(bare, held=True)


def goal_of(conditions: Iterable[Condition], here: Here) -> Formula:
    """Return conditions as a formula over the things of a world.

    Nothing that gives a quality stays switched on, and no furniture open that is shut now.
    """
    listed = tuple(conditions)
    parts = [part for condition in listed for part in _parts(condition, here)]
    lit = {name for c in listed if c.states.get("on") for name in c.classes}
    opened = {name for c in listed if c.states.get("open") for name in c.classes}
    return ("and", *parts, *_switched_off(here, lit), *_shut_again(here, opened))


def _parts(condition: Condition, here: Here) -> Iterator[Formula]:
    thing = _thing(condition, here)
    for name, value in condition.states.items():
        facts = facts_of(thing, name)
        chosen = facts[0] if len(facts) == 1 else ("or", *facts)
        yield chosen if value else ("not", chosen)
    if condition.places:
        places = _places(condition, here)
        there: list[Formula] = [
            ("has", place, thing) if PERSON in condition.places else ("in", thing, place) for place in places
        ]
        yield ("or", *there) if len(there) > 1 else there[0]
    if condition.held:
        yield ("holding", thing)


def _thing(condition: Condition, here: Here) -> str:
    """Return the thing that a condition is about: that of its own variable, where there is one."""
    own = [name_of(name, condition.ref) for name in condition.classes]
    return next((name for name in own if name in here.plan_world.things), own[0])


def _places(condition: Condition, here: Here) -> list[str]:
    things = here.plan_world.things
    own = [name_of(name, condition.place_ref) for name in condition.places]
    known = [name for name in own if name in things]
    if condition.place_ref and known:
        return known[:1]
    anywhere = [name for name, thing in things.items() if thing.classes[0] in condition.places]
    return known[:1] or anywhere or own[:1]


def _switched_off(here: Here, wanted_on: set[str]) -> Iterator[Formula]:
    switches = {a.switch or a.place for a in equipment().appliances.values()}
    for name, thing in here.plan_world.things.items():
        if thing.can("toggleable") and thing.among(switches) and not wanted_on.intersection(thing.classes):
            yield ("not", ("running", name))


def _shut_again(here: Here, wanted_open: set[str]) -> Iterator[Formula]:
    furniture = group("opened_to_use") - group("left_open")
    for name, thing in here.plan_world.things.items():
        fact = ("opened", name)
        shut = thing.among(furniture) and here.state.truth(fact) is Truth.FALSE
        if shut and not wanted_open.intersection(thing.classes):
            yield ("not", fact)
