"""What a model is offered to plan with: the actions that the domain has, spelled as each dialect spells them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pred_core.action_model.effects import has_primitive, results
from pred_core.plan_language import High, Primitive
from pred_core.vocabulary import equipment, group, object_types
from pred_planner.dialects.forms import PRED

_NEEDS: Mapping[High, Primitive] = {
    High.POUR: Primitive.POUR,
    High.TOGGLE_ON: Primitive.TOGGLE_ON,
    High.TOGGLE_OFF: Primitive.TOGGLE_OFF,
    High.OPEN: Primitive.OPEN,
    High.CLOSE: Primitive.CLOSE,
}
"""The primitive that each action of the plan language takes a robot to have, if it is neither moving nor treating."""


@dataclass(frozen=True)
class _Spelling:
    """``moving`` is offered always; ``plain`` is how an action is written, but for those in ``names``.

    ``hand`` is how a thing is given to the one who speaks, '' where a dialect has no word for it.
    """

    moving: tuple[str, ...]
    plain: str
    look: str
    hand: str = ""
    names: Mapping[str, str] = field(default_factory=dict)

    def of(self, action: str) -> str:
        if action in self.names:
            return self.names[action]
        return self.plain.format(action, action.lower())


_SPELLINGS: Mapping[str, _Spelling] = {
    PRED: _Spelling(
        ("Move (pick Object up and put it on or in Receptacle)", "Pickup", "Put"),
        "{0}",
        "LookAt (hold Object and switch the lamp Receptacle on)",
        "HandOver (pick Object up and give it to the Person, who is the Receptacle)",
    ),
    "flare": _Spelling(
        ("PickupObject", "PutObject (put Object on or in Receptacle)"),
        "{0}Object",
        "LookAtObject (hold Object and switch the lamp Receptacle on)",
        names={High.TOGGLE_ON: "ToggleObjectOn", High.TOGGLE_OFF: "ToggleObjectOff"},
    ),
    "cmfr": _Spelling(
        ("Pick_up(Object)", "Place(Object, Receptacle)"),
        "{0}(Object)",
        "Look_at(Object, Lamp) (hold Object and switch Lamp on)",
        names={
            High.FILL: "Fill_with_water(Object)",
            High.POUR: "Pour(Object, Receptacle)",
            High.TOGGLE_ON: "Toggle_on(Object)",
            High.TOGGLE_OFF: "Toggle_off(Object)",
        },
    ),
    "helper": _Spelling(
        ("pickup()", "place(other)", "pickup_and_place(other)"),
        "{1}()",
        "look_at(lamp) (hold it and switch lamp on)",
        names={
            High.FILL: "fill_up()",
            High.POUR: "pour(other)",
            High.TOGGLE_ON: "toggle_on()",
            High.TOGGLE_OFF: "toggle_off()",
        },
    ),
}


def spelled(dialect: str, action: str) -> str:
    """Return an action as a dialect spells it."""
    if action == High.LOOK_AT:
        return _SPELLINGS[dialect].look.partition(" ")[0]
    return _SPELLINGS[dialect].of(action)


def states() -> str:
    """Return the states that a task may want of a thing, in the domain's order."""
    return ", ".join(state_names())


def state_names() -> tuple[str, ...]:
    """Return those states one by one."""
    return tuple(dict.fromkeys((*results().values(), *switched_states(), "empty")))


def switched_states() -> tuple[str, ...]:
    """Return the states that switches and doors have, as far as the domain's robots can turn them."""
    both = {"on": Primitive.TOGGLE_ON, "off": Primitive.TOGGLE_OFF, "open": Primitive.OPEN, "closed": Primitive.CLOSE}
    return tuple(state for state, primitive in both.items() if has_primitive(primitive))


def actions(dialect: str) -> str:
    """Return the actions that the domain has, as a dialect spells them."""
    spelling = _SPELLINGS[dialect]
    others = [action for action, primitive in _NEEDS.items() if has_primitive(primitive)]
    look = [spelling.look] if has_primitive(Primitive.TOGGLE_ON) and group("lamps") else []
    hand = [spelling.hand] if spelling.hand and has_primitive(Primitive.HAND_OVER) else []
    return ", ".join((*spelling.moving, *map(spelling.of, (*_treating(), *others)), *look, *hand))


def includes(dialect: str) -> str:
    """Return what is said of the actions that include their steps, '' where there are none."""
    treating, spelling = _treating(), _SPELLINGS[dialect]
    if not treating:
        return ""
    named = ", ".join(map(spelling.of, treating))
    told = f"{named} include fetching what they need: do not add the steps they consist of. "
    if High.SLICE not in treating:
        return told
    pieces = ", ".join(t.slices_to for t in object_types().values() if t.slices_to.endswith("Sliced"))
    return f"{told}After {spelling.of(High.SLICE)} the pieces are objects of type {pieces}. "


def _treating() -> tuple[str, ...]:
    """Return the actions that include all their steps: the domain's treatments, and slicing where there are knives."""
    slicing = (High.SLICE,) if has_primitive(Primitive.SLICE) and group("knives") else ()
    return (*equipment().treatments, *slicing)
