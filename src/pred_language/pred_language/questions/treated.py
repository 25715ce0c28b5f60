"""What was washed, heated, cooled or filled, as the robot's log tells: put where that is done, and switched on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from pred_core.action_history import DoneAction
from pred_core.appliances import Appliance
from pred_core.plan_language import Primitive
from pred_core.vocabulary import can_be_carried, equipment, part_of

_IN_A_VESSEL = frozenset({"cooked", "hot", "filled"})
"""What a thing becomes in another one: an egg in a pot on the stove."""


@dataclass
class Treated:
    """What of a log gave things a quality, and what may have: put there without seeing that anything ran."""

    surely: list[DoneAction] = field(default_factory=list)
    perhaps: list[DoneAction] = field(default_factory=list)


def can_be_given(attribute: str) -> bool:
    """Tell whether the domain has an appliance that gives an attribute."""
    return bool(equipment().giving(attribute))


def treatments_in(
    history: Sequence[DoneAction], attribute: str, is_meant: Callable[[str], bool]
) -> Treated:
    """Return what was done to give an attribute to what is meant, in order.

    :param is_meant: tells whether the thing of an id is what is asked about
    """
    found = Treated()
    for index, one in enumerate(history):
        if one.action == Primitive.POUR and attribute == "filled" and is_meant(one.place):
            found.surely.append(one)
        if one.action == Primitive.CLEAN and attribute == "clean" and is_meant(one.thing):
            found.surely.append(one)
        if one.action != Primitive.PUT or not is_meant(one.thing):
            continue
        place = _class_of(one.place)
        appliance = _at(place, attribute)
        if appliance is None:
            found.perhaps += [one] if attribute in _IN_A_VESSEL and can_be_carried(place) else []
            continue
        runs = [later for later in _while_there(history, index) if _switches(later, appliance)]
        if runs or not appliance.switch:
            found.surely += [one, *runs[:1]]
        else:
            found.perhaps.append(one)  # the tap may have run before
    return found


def _at(place: str, attribute: str) -> Appliance | None:
    """Return the appliance of a place, or of what it is part of, that gives an attribute."""
    whole = part_of().get(place, place)
    known = equipment().giving(attribute)
    return next((one for one in known if part_of().get(one.place, one.place) == whole), None)


def _while_there(history: Sequence[DoneAction], index: int) -> Iterator[DoneAction]:
    """Return what was done after something was put down, until it was taken again."""
    thing = history[index].thing
    return takewhile(lambda later: later.thing != thing, history[index + 1 :])


def _switches(one: DoneAction, appliance: Appliance) -> bool:
    return one.action == Primitive.TOGGLE_ON and _class_of(one.thing) in (appliance.switch, appliance.place)


def _class_of(name: str) -> str:
    return name.rpartition("_")[0]
