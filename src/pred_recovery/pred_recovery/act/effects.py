"""What a primitive is meant to change, and whether the change is measured: never taken from what was commanded."""

from __future__ import annotations

from collections.abc import Mapping

from pred_core.action_model.effects import changes
from pred_core.objects import ObjectMemory, ObjectState, Truth
from pred_core.outcome import Code, Outcome
from pred_core.plan_language import Primitive
from pred_core.vocabulary import group, per_domain, sliced_of
from pred_recovery.mission.placing import ON_FLOOR
from pred_recovery.mission.world import OwnState

BESIDE = 0.1
"""So far outside a place something lies beside it, m; boxes are as exact as what was seen of them."""


class AlreadySo(Outcome):
    """A success that changed nothing: the object was so before."""


@per_domain
def wanted() -> Mapping[str, tuple[str, Truth]]:
    """Return the attribute of its object that each primitive changes, and to what: where it is so it need not be.

    What is sliced is there no more.
    """
    kept = {primitive: change for primitive, change in changes().items() if primitive != Primitive.SLICE}
    return {primitive: (name, Truth.of(value)) for primitive, (name, value) in kept.items()}


def holds(primitive: str, target: ObjectState, memory: ObjectMemory, robot: OwnState) -> Truth:
    """Return whether the effect of a primitive on its target is there now.

    :param target: as chosen, perhaps from an older memory; its present state is looked up
    """
    now = memory.get(target.id)
    if primitive == Primitive.PICKUP:
        return Truth.of(robot.holding)  # whether it is what it looked like is for OHV to tell
    if primitive == Primitive.PUT:
        return Truth.of(not robot.holding)
    if primitive == Primitive.SLICE:
        if memory.of_class(sliced_of(target.class_name)):
            return Truth.TRUE
        return now.truth("sliced") if now else Truth.UNKNOWN
    if primitive in wanted() and now is not None:
        return _compare(now.surely(wanted()[primitive][0]), wanted()[primitive][1])
    return Truth.UNKNOWN


def _compare(seen: Truth, wanted: Truth) -> Truth:
    return Truth.UNKNOWN if seen is Truth.UNKNOWN else Truth.of(seen is wanted)


def judge(
    primitive: str,
    target: ObjectState,
    skill: Outcome,
    memory: ObjectMemory,
    robot: OwnState,
    held: ObjectState | None = None,
) -> Outcome:
    """Return how a skill really ended: the robot's own report, corrected by what is measured afterwards.

    :param held: what was in the hand before
    """
    if primitive == Primitive.PUT and skill and held is not None:
        put = memory.get(held.id)
        if put is not None and not put.held and _fell_beside(put, memory.get(target.id) or target):
            return Outcome(
                Code.HAND_EMPTY, f"The {held.class_name} lies on the floor beside the {target.class_name}."
            )
    effect = holds(primitive, target, memory, robot)
    now = memory.get(target.id)
    if primitive in wanted() and (now is None or not now.visible):
        effect = (
            Truth.UNKNOWN
        )  # an open door may not be in the picture any more, then its old state is remembered
    if skill and effect is Truth.FALSE:
        return Outcome(
            Code.POSTCONDITION_FAILURE,
            f"{primitive} on {target.class_name} was reported as done, but its effect was not seen.",
        )
    if skill.code is Code.ALREADY_SO:  # the switch was felt not to give way; a picture can be misjudged
        return AlreadySo.success(skill.message)
    return skill


def _fell_beside(thing: ObjectState, place: ObjectState) -> bool:
    """Tell whether something is seen on the floor outside what it was put on or in."""
    low = thing.center[2] - thing.size[2] / 2.0
    if not thing.visible or low > ON_FLOOR or place.center[2] + place.size[2] / 2.0 < ON_FLOOR:
        return False
    away = (abs(thing.center[i] - place.center[i]) - (thing.size[i] + place.size[i]) / 2.0 for i in (0, 1))
    return max(away) > BESIDE


def closed(state: ObjectState) -> bool:
    """Tell whether an object must be opened before anything goes in or out; never seen open counts as closed."""
    return state.class_name in group("must_be_open") and state.truth("open") is not Truth.TRUE
