"""What a primitive takes for granted of the doors, switches and qualities of its object: what to look at before it.

It is read off the action's precondition, and off its effect, whose opposite is assumed (PRED section C.1).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pred_core.action_model.effects import changes
from pred_core.action_model.logic import Fact
from pred_core.action_model.pddl import CONNECTIVES, Action
from pred_core.action_model.simulation import ACTION_OF
from pred_core.action_model.things import ATTRIBUTE_OF, Thing, static_facts
from pred_core.plan_language import Primitive
from pred_core.vocabulary import domain, per_domain

_RECEIVERS = frozenset({Primitive.PUT, Primitive.POUR, Primitive.HAND_OVER})
"""Primitives whose object is what receives the thing in the hand: the action's second parameter."""


def assumed_of(primitive: Primitive, class_name: str) -> Mapping[str, bool]:
    """Return the attributes that a primitive assumes of an object of a class: ``{"open": False}`` for opening it.

    Empty for a primitive that the domain does not have.
    """
    return dict(_assumed(primitive, class_name))


@per_domain
def _assumed(primitive: Primitive, class_name: str) -> Mapping[str, bool]:
    action = domain().actions.actions.get(ACTION_OF.get(primitive, ""))
    if action is None or not action.parameters:
        return {}
    opposite = {name: not value for name, value in [changes()[primitive]]} if primitive in changes() else {}
    return {**opposite, **dict(_needed(action, primitive, class_name))}


def _needed(action: Action, primitive: Primitive, class_name: str) -> Iterator[tuple[str, bool]]:
    subject = action.parameters[1 if primitive in _RECEIVERS else 0][0]
    never_changes = static_facts((Thing(subject, (class_name,)),), {})
    for part in action.precondition:
        literals = [_literal(one) for one in (part[1:] if part[0] == "or" else (part,))]
        told = [literal for literal in literals if literal is not None]
        changing = [(fact, value) for fact, value in told if fact[0] in ATTRIBUTE_OF]
        settled = any((fact in never_changes) is value for fact, value in told if fact[0] not in ATTRIBUTE_OF)
        if len(told) == len(literals) and len(changing) == 1 and not settled:
            (predicate, thing), value = changing[0]
            if thing == subject:
                yield ATTRIBUTE_OF[predicate], value


def _literal(part: object) -> tuple[Fact, bool] | None:
    """Return the fact that a part states and whether it states or denies it; None for what is more than that."""
    denied = isinstance(part, tuple) and part[0] == "not"
    fact = part[1] if denied and isinstance(part, tuple) else part
    if (
        not isinstance(fact, tuple)
        or fact[0] in CONNECTIVES
        or not all(isinstance(word, str) for word in fact)
    ):
        return None
    return tuple(str(word) for word in fact), not denied
