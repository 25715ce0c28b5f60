"""What is in the way of a step, and what takes it away: the one rule of APM for running plans and for bare rows."""

from __future__ import annotations

from collections.abc import Mapping

from pred_core.action_model.assumptions import assumed_of
from pred_core.action_model.effects import switched
from pred_core.observed import PLACEHOLDERS
from pred_core.plan_language import Primitive
from pred_core.vocabulary import equipment, object_types

_PLACES = PLACEHOLDERS - {"Target"}
"""Names in PRED's listings that stand for a place: it may have a door and a switch."""


def switch_of(place: str) -> str:
    """Return what is switched to switch a place or a machine, '' when it cannot be."""
    appliance = equipment().appliances.get(place)
    switch = appliance.switch if appliance is not None and appliance.switch else place
    known = object_types().get(switch)
    return switch if switch in PLACEHOLDERS or (known is not None and known.can("toggleable")) else ""


def holds(place: str) -> bool:
    """Tell whether a place is closed by a door or lid over what is in it. A placeholder may be such a place."""
    known = object_types().get(place)
    return place in _PLACES or (known is not None and known.can("openable") and known.can("receptacle"))


def undoing(name: str, value: bool) -> Primitive | None:
    """Return what makes an attribute otherwise than it is, None where nothing simply does.

    What runs into a basin fills it, so it is turned off.
    """
    if (name, value) == ("filled", True):
        return Primitive.TOGGLE_OFF
    return next((Primitive(p) for p, change in switched().items() if change == (name, not value)), None)


def clearing(action: str, place: str, name: str, value: bool) -> tuple[Primitive, str] | None:
    """Return what has to be done first, and to what, so that an action at a place is possible and changes nothing else.

    :param name: the attribute that the place was seen to have, ``value`` whether it has it
    :returns: None when the action does not need it to be otherwise
    """
    if _needed(Primitive(action), place).get(name, value) is value:
        return None
    primitive = undoing(name, value)
    target = place if name == "open" else switch_of(place)
    return (primitive, target) if primitive is not None and target else None


def _needed(action: Primitive, place: str) -> Mapping[str, bool]:
    needed = dict(assumed_of(action, place))
    if place in _PLACES and action in _DOOR:
        needed["open"] = _DOOR[action]
    if action is Primitive.PUT:
        if switch_of(place):
            needed.setdefault("on", False)  # what runs would change at once what is put there
        if place in equipment().drains():
            needed.setdefault("filled", False)
    return needed


_DOOR: Mapping[Primitive, bool] = {Primitive.PUT: True, Primitive.TOGGLE_ON: False}
"""How the door of a place that has one must stand: open for what is put in, shut for what is switched on."""
