"""Say ground formulas and steps in plain words, from the words that the PDDL file gives them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pred_core.action_model.logic import State, World
from pred_core.action_model.pddl import CONNECTIVES, Derived, Formula
from pred_core.action_model.stepping import Step, binding_of, ground, violated
from pred_core.objects import Truth


def explain(world: World, step: Step, state: State) -> str:
    """Return why a step cannot be done: "I cannot open the Microwave: the Microwave is on."; '' when it can be."""
    wrong = violated(world, step, state)
    if not wrong:
        return ""
    return f"I cannot {say_step(world, step)}: {say_all(world, wrong, state)}."


def say_step(world: World, step: Step) -> str:
    """Return what a step does: "pick up the Mug"."""
    words = world.domain.actions[step.action].words or f"{step.action} {{o}}"
    return _filled(words, {name[1:]: named(value) for name, value in binding_of(world, step).items()})


def say_all(world: World, formulas: Iterable[Formula], state: State) -> str:
    """Return why formulas do not hold, as one clause; what is said twice is said once."""
    return " and ".join(dict.fromkeys(say_not(world, formula, state) for formula in formulas))


def say_not(world: World, formula: Formula, state: State) -> str:
    """Return why a ground formula does not hold, naming what is in the way where something is."""
    head, rest = formula[0], formula[1:]
    if head == "not":
        return _say(world, rest[0], state)  # type: ignore[arg-type]
    if head in ("and", "or"):
        wrong = [f for f in rest if isinstance(f, tuple) and world.truth(f, state) is not Truth.TRUE]
        changing = [f for f in wrong if _changes(world, f)]
        return say_all(world, changing or wrong, state)
    if head == "exists":
        anything = {name: "anything" for name, _ in rest[0]}  # type: ignore[attr-defined]
        return say_not(world, ground(rest[1], anything), state)  # type: ignore[arg-type]
    if head == "=":
        return f"{named(str(rest[0]))} is not {named(str(rest[1]))}"
    return _atom(world, formula, holds=False, state=state)


def _say(world: World, formula: Formula, state: State) -> str:
    """Return that a ground formula holds, naming who makes it so."""
    head, rest = formula[0], formula[1:]
    if head == "exists":
        found = next(iter(world.bindings(rest[0], rest[1], state)), None)  # type: ignore[arg-type]
        return _say(world, ground(rest[1], found[0]), state) if found else ""  # type: ignore[arg-type]
    if head in ("and", "or"):
        right = [f for f in rest if isinstance(f, tuple) and world.truth(f, state) is Truth.TRUE]
        telling = [f for f in right if _changes(world, f) or len(f) > 2] or right
        said = [_say(world, f, state) for f in (telling[:1] if head == "or" else telling)]
        return " and ".join(dict.fromkeys(said))
    if head == "not":
        return say_not(world, rest[0], state)  # type: ignore[arg-type]
    if head == "=":
        return f"that is {named(str(rest[0]))} itself"
    return _atom(world, formula, holds=True, state=state)


def _atom(world: World, formula: Formula, *, holds: bool, state: State) -> str:
    """Return an atom's sentence; of a derived one what makes it true."""
    name, values = str(formula[0]), [str(word) for word in formula[1:]]
    rule = world.domain.derived.get(name)
    if rule is not None and holds:
        return _cause(world, rule, values, state)
    known = world.domain.predicates[name]
    words = known.holds if holds else known.fails
    parameters = {
        variable[1:]: named(value) for (variable, _), value in zip(known.parameters, values, strict=True)
    }
    if name == "hand-empty" and not holds:
        held = [fact[1] for fact in state.true.of("holding")]
        return f"the hand holds {named(held[0])} already" if held else words
    return _filled(words or f"{name} {' '.join(values)}", parameters)


def _cause(world: World, rule: Derived, values: list[str], state: State) -> str:
    binding = {name: value for (name, _), value in zip(rule.parameters, values, strict=True)}
    body = ground(rule.body, binding)
    if body[0] == "or":
        parts = [f for f in body[1:] if isinstance(f, tuple) and world.truth(f, state) is Truth.TRUE]
        body = parts[0] if parts else body
    return _say(world, body, state)


def _changes(world: World, formula: Formula) -> bool:
    """Tell whether a formula is about something that actions change."""
    if formula[0] in CONNECTIVES:
        return any(_changes(world, part) for part in formula[1:] if isinstance(part, tuple) and part)
    if formula[0] in world.domain.derived:
        return True
    return formula[0] in world.fluents


def _filled(words: str, parameters: dict[str, str]) -> str:
    return re.sub(r"\{(\w+)\}", lambda match: parameters.get(match.group(1), match.group(1)), words)


def named(name: str) -> str:
    """Return an object as one says it: the class of ``Mug#x1`` with an article; qualities stay as they are."""
    bare = name.partition("#")[0]
    return f"the {bare}" if bare[:1].isupper() else bare
