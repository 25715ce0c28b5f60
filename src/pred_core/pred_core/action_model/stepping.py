"""Do one ground action in a symbolic world: what of its precondition is violated, what is assumed, what it changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pred_core.action_model.logic import Fact, State, World
from pred_core.action_model.pddl import Effect, Formula
from pred_core.objects import Truth


@dataclass(frozen=True)
class Step:
    """A ground action: its name and its objects, in the order of the action's parameters."""

    action: str
    objects: tuple[str, ...]


def binding_of(world: World, step: Step) -> dict[str, str]:
    """Return which parameter of the action means which object.

    :raises KeyError: when the domain has no such action
    """
    parameters = world.domain.actions[step.action].parameters
    return {name: value for (name, _), value in zip(parameters, step.objects, strict=True)}


def judged(world: World, step: Step, state: State) -> Iterator[tuple[Formula, Truth]]:
    """Return each conjunct of the step's precondition, ground, with whether it holds."""
    binding = binding_of(world, step)
    for part in world.domain.actions[step.action].precondition:
        yield ground(part, binding), world.truth(part, state, binding)


def violated(world: World, step: Step, state: State) -> tuple[Formula, ...]:
    """Return the conjuncts of the step's precondition that are false."""
    return tuple(part for part, found in judged(world, step, state) if found is Truth.FALSE)


def already_so(world: World, step: Step, state: State) -> bool:
    """Tell whether the step has nothing left to change: all that it makes true or false for sure is so."""
    binding = binding_of(world, step)
    plain = [e for e in world.domain.actions[step.action].effects if e.condition is None and not e.variables]
    return bool(plain) and all(state.truth(_ground_fact(e, binding)) is Truth.of(e.value) for e in plain)


def applied(world: World, step: Step, state: State) -> State:
    """Return the state after the step. A condition that may hold is taken to hold: it is an assumption."""
    binding = binding_of(world, step)
    add: list[Fact] = []
    remove: list[Fact] = []
    for effect in world.domain.actions[step.action].effects:
        for fact in _facts(world, effect, binding, state):
            (add if effect.value else remove).append(fact)
    return state.changed(add, remove)


def _facts(world: World, effect: Effect, binding: dict[str, str], state: State) -> Iterator[Fact]:
    if not effect.variables:
        if effect.condition is None or world.truth(effect.condition, state, binding) is not Truth.FALSE:
            yield _ground_fact(effect, binding)
        return
    condition = effect.condition if effect.condition is not None else effect.fact
    for found, _ in world.bindings(effect.variables, condition, state, binding):
        yield _ground_fact(effect, found)


def _ground_fact(effect: Effect, binding: dict[str, str]) -> Fact:
    return tuple(binding.get(word, word) for word in effect.fact)


def ground(formula: Formula, binding: dict[str, str]) -> Formula:
    """Return a formula with its variables replaced by what they are bound to."""
    return tuple(
        ground(part, binding)
        if isinstance(part, tuple) and part and isinstance(part[0], str) and not _is_typed(formula, part)
        else binding.get(part, part)
        if isinstance(part, str)
        else part
        for part in formula
    )


def _is_typed(formula: Formula, part: object) -> bool:
    """Tell whether a part is the list of variables of a quantifier."""
    return formula[0] in ("exists", "forall") and part is formula[1]
