"""Symbolic worlds of the household for the tests of the action model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pred_core.action_model.logic import Fact, State, World
from pred_core.action_model.things import SOMEWHERE, Thing, fitting, static_facts
from pred_core.vocabulary import domain, equipment


def world_of(*classes: str, pieces: Mapping[str, str] | None = None) -> World:
    """Return the world with one object of each class, called as the class."""
    things = [Thing(name, (name,)) for name in classes]
    objects = {name: name.lower() for name in classes} | {SOMEWHERE: "thing"}
    objects |= dict.fromkeys(equipment().qualities, "quality")
    return World(domain().actions, objects, static_facts(things, pieces or {}) | fitting(things))


def state_of(world: World, *facts: Fact, unknown: Iterable[Fact] = ()) -> State:
    """Return the state in which all objects are there and these facts hold."""
    there = {("there", name) for name in world.objects}
    hand = set() if any(fact[0] == "holding" for fact in facts) else {("hand-empty",)}
    return State.of({*there, *hand, *facts}, unknown)
