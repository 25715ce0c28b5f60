"""Search the shortest steps from a state to a goal: with Kairos where it is installed, else with our own A*.

What is unknown counts as not so: to do what is so already is no failure (:mod:`pred_core.action_model.stepping`).
"""

from __future__ import annotations

import heapq
import importlib
import itertools
import re
import time
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from pred_core.action_model.logic import State, World
from pred_core.action_model.memory_world import MemoryWorld, memory_world, relevant
from pred_core.action_model.pddl import Formula, parse_formula
from pred_core.action_model.stepping import Step, applied, binding_of, ground
from pred_core.objects import ObjectMemory, Truth

LIMIT = 2.0
"""Seconds after which a search gives up."""
WEIGHT = 2
"""How much an unmet conjunct counts against a step done, in our own A*: over 1 it is quicker, and may be longer."""
WALKING = frozenset({"goto", "look_at", "touch", "sit_down", "localize"})
"""Actions that are left out: going somewhere needs no plan, and no goal is reached by looking or sitting."""


def _kairos() -> ModuleType | None:
    """Return the planner library, None where it is not installed: it has wheels for two processors only."""
    try:
        return importlib.import_module("kairos")
    except ImportError:
        return None


def way_to(memory: ObjectMemory, goal: str | Formula, limit: float = LIMIT) -> tuple[Step, ...] | None:
    """Return the shortest steps from what is remembered to a goal, or None when none was found in time.

    Searches over what matters first, then over two objects a class, then over all.

    :param goal: a PDDL formula; its types are classes in small letters, its objects ids of the memory
    :param limit: seconds
    """
    wanted = parse_formula(goal) if isinstance(goal, str) else goal
    end = time.monotonic() + limit
    for each in (1, 2, len(memory.objects)):
        kept = relevant(memory, wanted, each) if each < len(memory.objects) else None
        found = steps_to(memory_world(memory, kept), wanted, end - time.monotonic())
        if found is not None or time.monotonic() >= end:
            return found
    return None


def repair(memory: ObjectMemory, step: Step, limit: float = LIMIT) -> tuple[Step, ...] | None:
    """Return the shortest steps after which a step can be done; empty when it can be done now.

    :raises KeyError: when the domain has no such action
    """
    world = memory_world(memory).world
    conjuncts = world.domain.actions[step.action].precondition
    binding = binding_of(world, step)
    return way_to(memory, ("and", *(ground(part, binding) for part in conjuncts)), limit)


def steps_to(start: MemoryWorld, goal: Formula, limit: float = LIMIT) -> tuple[Step, ...] | None:
    """Return the shortest steps from a state to a goal, or None when none was found within ``limit`` seconds."""
    state = start.state.pessimistic()
    if start.world.truth(goal, state) is Truth.TRUE:
        return ()
    library = _kairos()
    if library is not None:
        return _by_kairos(library, start.world, state, goal, limit)
    return by_a_star(start.world, state, goal, limit)


# -- our own ----------------------------------------------------------------------------------------------------------
def by_a_star(world: World, state: State, goal: Formula, limit: float = LIMIT) -> tuple[Step, ...] | None:
    """Return steps to a goal by weighted A*: the unmet conjuncts are the heuristic."""
    parts = [part for part in goal[1:] if isinstance(part, tuple)] if goal[0] == "and" else [goal]
    end = time.monotonic() + limit
    ties = itertools.count()
    queue: list[tuple[int, int, State, tuple[Step, ...]]] = [(0, next(ties), state, ())]
    seen = {state.true.all}
    while queue and time.monotonic() < end:
        _, _, now, done = heapq.heappop(queue)
        if world.truth(goal, now) is Truth.TRUE:
            return done
        for step in applicable(world, now):
            after = applied(world, step, now)
            if after.true.all in seen:
                continue
            seen.add(after.true.all)
            lacking = sum(world.truth(part, after) is not Truth.TRUE for part in parts)
            heapq.heappush(queue, (len(done) + 1 + WEIGHT * lacking, next(ties), after, (*done, step)))
    return None


def applicable(world: World, state: State) -> Iterator[Step]:
    """Return every step that can be done in a state, walking left out."""
    for action in world.domain.actions.values():
        if action.name in WALKING:
            continue
        found = world.bindings(action.parameters, ("and", *action.precondition), state)
        steps = (Step(action.name, tuple(b[name] for name, _ in action.parameters)) for b, _ in found)
        yield from dict.fromkeys(steps)


# -- Kairos -----------------------------------------------------------------------------------------------------------
def _by_kairos(
    library: Any, world: World, state: State, goal: Formula, limit: float
) -> tuple[Step, ...] | None:
    names = {name: f"o{number}" for number, name in enumerate(sorted(world.objects))}
    back = {short: name for name, short in names.items()}
    parsed = library.parse_domain(domain_text(world))
    problem = library.parse_problem(problem_text(world, state, goal, names), parsed)
    plan = library.Planner().solve(problem, timeout=max(limit, 0.01), anytime=False).plan
    if plan is None:
        return None
    return tuple(
        Step(s.name, tuple(back.get(a, a) for a in s.args)) for s in plan.steps if s.name not in WALKING
    )


def domain_text(world: World) -> str:
    """Return the domain's PDDL with the classes of the world's objects as types, for any planner to read."""
    kinds = sorted({kind for kind in world.objects.values() if kind not in ("thing", "quality", "object")})
    types = (
        f"(:types thing quality - object {' '.join(kinds)} - thing)"
        if kinds
        else "(:types thing quality - object)"
    )
    return re.sub(r"\(:types[^)]*\)", types, world.domain.text)


def problem_text(world: World, state: State, goal: Formula, names: dict[str, str] | None = None) -> str:
    """Return the PDDL problem of a state and a goal.

    :param names: what to call each object; the objects' own names when absent
    """
    called = {name: (names or {}).get(name, name) for name in world.objects}
    called |= {name: name for name in world.domain.constants}
    objects = [
        f"{called[n]} - {kind}"
        for n, kind in sorted(world.objects.items())
        if n not in world.domain.constants
    ]
    facts = sorted((*world.static.all, *state.true.all))
    init = [_text((fact[0], *(called.get(a, a) for a in fact[1:]))) for fact in facts]
    return (
        f"(define (problem p) (:domain {world.domain.name})\n (:objects\n  "
        + "\n  ".join(objects)
        + ")\n (:init\n  "
        + "\n  ".join(init)
        + f")\n (:goal {_text(_renamed(goal, called))}))\n"
    )


def _renamed(formula: Formula, called: dict[str, str]) -> Formula:
    if formula[0] in ("exists", "forall"):
        body = formula[2]
        return (formula[0], formula[1], _renamed(body, called) if isinstance(body, tuple) else body)
    return tuple(_renamed(p, called) if isinstance(p, tuple) else called.get(str(p), p) for p in formula)


def _text(formula: Formula) -> str:
    if formula[0] in ("exists", "forall") and isinstance(formula[1], tuple) and isinstance(formula[2], tuple):
        variables = " ".join(f"{name} - {kind}" for name, kind in formula[1])
        return f"({formula[0]} ({variables}) {_text(formula[2])})"
    return f"({' '.join(_text(part) if isinstance(part, tuple) else str(part) for part in formula)})"
