"""What somebody may want of a room: each thing there in a state, in another place, or brought."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pred_core.people import PERSON
from pred_core.vocabulary import object_types
from pred_language.goals.scene import SaidInRoom

BRING, PUT, NONE = "bring", "put", "null"
STATES = {
    "on": "toggleable", "off": "toggleable", "open": "openable", "closed": "openable", "clean": "dirtyable",
    "filled": "canFillWithLiquid", "sliced": "sliceable",
}  # fmt: skip
"""Which things can be brought into a state."""
TREATED = ("hot", "cold")
BIN = "GarbageCan"


@dataclass(frozen=True)
class RoomGoal:
    """One thing that may be wanted: what is to be done, the instance, and where it is to go."""

    act: str
    thing: str = ""
    place: str = ""


def candidates(scene: SaidInRoom) -> Iterator[RoomGoal]:
    """Yield what may be wanted, and first that nothing of it is: a question, several orders, or no order at all."""
    yield RoomGoal(NONE)
    types = object_types()
    holders = [one for one in scene.objects.values() if types[one.class_name].can("receptacle")]
    places = [one for one in holders if scene.name_of(one)[0] > 0.0 or one.class_name == BIN]
    for one in scene.objects.values():
        kind = types[one.class_name]
        carried = kind.can("pickupable")
        yield from (
            RoomGoal(act, one.id) for act, flag in STATES.items() if kind.can(flag) or (act == "clean" and carried)
        )
        if not carried:
            continue
        yield RoomGoal(BRING, one.id, PERSON)
        if scene.name_of(one)[0] > 0.0:
            yield from (RoomGoal(act, one.id) for act in TREATED)
            yield from (RoomGoal(PUT, one.id, to.id) for to in places if to.id not in (one.id, one.parent_id))
