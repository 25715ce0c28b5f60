"""What primitives and treatments change of the attributes that perception sees, read off the domain's action model."""

from __future__ import annotations

from collections.abc import Mapping

from pred_core.action_model.pddl import Action
from pred_core.action_model.things import ATTRIBUTE_OF
from pred_core.plan_language import High, Primitive
from pred_core.vocabulary import domain, equipment, per_domain

_SWITCHES = {
    High.OPEN: Primitive.OPEN,
    High.CLOSE: Primitive.CLOSE,
    High.TOGGLE_ON: Primitive.TOGGLE_ON,
    High.TOGGLE_OFF: Primitive.TOGGLE_OFF,
}


@per_domain
def switched() -> Mapping[str, tuple[str, bool]]:
    """Return what moving a door or a switch makes of it, by primitive.

    Where it is so already the move is not needed, and is refused.
    """
    return {
        primitive: (ATTRIBUTE_OF[predicate], value)
        for primitive in Primitive
        for predicate, value in _own(_action(primitive))
        if predicate in ATTRIBUTE_OF
    }


@per_domain
def changes() -> Mapping[str, tuple[str, bool]]:
    """Return the attribute that each primitive changes on its object: doors, switches, what is sliced or cleaned."""
    given: dict[str, tuple[str, bool]] = {
        primitive: (quality, value)
        for primitive in Primitive
        for quality, value in _qualities(_action(primitive))
    }
    return {**switched(), **given}


@per_domain
def results() -> Mapping[str, str]:
    """Return the attribute that each action of triplets is there for: with it, the action is not needed."""
    return {
        **{action: equipment().attribute_of(action) for action in equipment().treatments},
        **{
            High[p.name]: name
            for p in Primitive
            for name, _ in _qualities(_action(p))
            if p.name in High.__members__
        },
    }


@per_domain
def all_changes() -> Mapping[str, tuple[str, bool]]:
    """Return the attribute that an action of either level changes on its object, and what it makes of it."""
    doors: dict[str, tuple[str, bool]] = {
        high: switched()[p] for high, p in _SWITCHES.items() if p in switched()
    }
    return {**changes(), **{action: (name, True) for action, name in results().items()}, **doors}


def has_primitive(primitive: Primitive) -> bool:
    """Tell whether the domain's robots can do a primitive at all."""
    return _action(primitive) is not None


def _action(primitive: Primitive) -> Action | None:
    return domain().actions.actions.get(primitive.name.lower())


def _own(action: Action | None) -> list[tuple[str, bool]]:
    """Return what an action changes of the object it is done to, without any condition."""
    if action is None or not action.parameters:
        return []
    subject = action.parameters[0][0]
    plain = [e for e in action.effects if e.condition is None and not e.variables]
    return [(e.fact[0], e.value) for e in plain if e.fact[1:] == (subject,)]


def _qualities(action: Action | None) -> list[tuple[str, bool]]:
    """Return the attributes that an action gives to the object it is done to, without any condition.

    Being sliced is of every domain; any other quality is, where its file has it.
    """
    if action is None or not action.parameters:
        return []
    subject = action.parameters[0][0]
    plain = [e for e in action.effects if e.condition is None and not e.variables and e.fact[0] == "is"]
    attributes = {"sliced": "sliced", **{q.name: q.attribute for q in equipment().qualities.values()}}
    return [(attributes[e.fact[2]], e.value) for e in plain if e.fact[1] == subject and e.fact[2] in attributes]
