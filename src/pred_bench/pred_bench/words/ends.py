"""Where a plan would leave things when every step of it succeeds: which instance each of its variables means."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from pred_bench.words.rooms import Room
from pred_core.action_model.goals import Condition, conditions_of
from pred_core.objects import ObjectState
from pred_core.people import PERSON
from pred_core.plan_language import High, Plan, Primitive, Subgoal
from pred_core.referring.choosing import meant
from pred_core.referring.description import Description, descriptions_of
from pred_core.vocabulary import can_be_carried, holding_part, part_of

SPEAKER_TOLD = "person"
"""What suites call the one who speaks."""
ROBOT = "robot"
"""What goes to a place itself."""


@dataclass(frozen=True)
class End:
    """What one thing would come to: its instance, states that are made, and the instance it would lie in or on."""

    thing: str
    states: Mapping[str, bool] = field(default_factory=dict)
    place: str = ""
    held: bool = False


@dataclass(frozen=True)
class Outlook:
    """What a plan would come to: the end of each thing, and the words for which nothing that fits is known."""

    ends: tuple[End, ...]
    open: tuple[str, ...] = ()


def outlook(plan: Plan, room: Room) -> Outlook:
    """Return the end of everything that a plan is about, with the instances bound in the plan's order."""
    bound, missing = bindings(plan, room)
    found = []
    for condition in conditions_of(plan.triplets):
        thing = bound.get(condition.ref.partition("_slice")[0])
        if thing is not None:
            states = dict(condition.states)
            place = _place(condition, bound, room.memory.get(thing.parent_id))
            found.append(End(thing.id, states, place, condition.held))
    last = plan.triplets[-1] if plan.triplets else None
    gone_to = bound.get(last.object_ref) if last is not None and last.action == High.GOTO else None
    if gone_to is not None:
        found.append(End(ROBOT, place=gone_to.id))
    return Outlook(tuple(found), missing)


def _place(condition: Condition, bound: Mapping[str, ObjectState], now: ObjectState | None) -> str:
    """Return where a thing is to be: an instance, else the likeliest type, unless it is there: in a sink's basin.

    :param now: what the thing is in or on
    """
    if not condition.places:
        return ""
    if PERSON in condition.places:
        return SPEAKER_TOLD
    place = bound.get(condition.place_ref)
    if place is not None:
        return place.id
    best = condition.places[0]
    return now.id if now is not None and now.class_name == part_of().get(best) else best


def bindings(plan: Plan, room: Room) -> tuple[dict[str, ObjectState], tuple[str, ...]]:
    """Return the instance that each variable of a plan would be bound to, and the words that nothing fits."""
    described = descriptions_of(plan.context)
    bound: dict[str, ObjectState] = {}
    missing: list[str] = []
    for index, step in enumerate(plan.subgoals):
        ref = step.object_ref
        if not ref or ref in bound or "_slice" in ref:
            continue
        taken_out = _taken_out(step, plan.subgoals[index + 1 :])
        chosen = _chosen(step, room, bound, described.get(ref, Description()), taken_out)
        if chosen is not None:
            bound[ref] = chosen
        elif ref in described:
            missing.append(described[ref].sentence())
        elif can_be_carried(step.object) or step.action == Primitive.CLEAN or _is_end(step, plan, room):
            # it looks for it, finds none and says so
            missing.append(f"the {step.object}")
    return bound, tuple(missing)


def _is_end(step: Subgoal, plan: Plan, room: Room) -> bool:
    """Tell whether a step puts a thing where it is to stay, and nothing of that type, or that is a part of it, is here.

    The sink of "wash the mug" is nobody's word: rooms of sentences may lack it.
    """
    moves = {t.id for t in plan.triplets if t.action in (High.MOVE, High.PUT)}
    names = (step.object, *step.object_alternatives, holding_part(step.object), part_of().get(step.object, ""))
    seen = any(room.memory.of_class(name) for name in names if name)
    return step.action == Primitive.PUT and step.parent in moves and not seen


def _taken_out(step: Subgoal, later: Sequence[Subgoal]) -> frozenset[str]:
    """Return the types of what a step opens something for: to take it out."""
    following = next((s for s in later if s.action != Primitive.OPEN), None)
    if step.action != Primitive.OPEN or following is None or following.action != Primitive.PICKUP:
        return frozenset()
    return frozenset({following.object, *following.object_alternatives})


def _chosen(
    step: Subgoal,
    room: Room,
    bound: Mapping[str, ObjectState],
    description: Description,
    taken_out: frozenset[str],
) -> ObjectState | None:
    """Return what the executive would take: of what is opened what holds what comes out of it, then the nearest."""
    taken = {state.id for state in bound.values()}
    free = [o for o in room.memory.objects if o.id not in taken]
    near = partial(_distance, room)
    if description:
        return min(meant(description, room.memory, room.robot, free), key=near, default=None)
    for names in ((step.object,), step.object_alternatives):
        known = [o for o in free if o.class_name in names]
        if known:
            holding = [o for o in known if any(i.class_name in taken_out for i in room.memory.inside(o.id))]
            return min(holding or known, key=near)
    return None


def _distance(room: Room, state: ObjectState) -> tuple[float, str]:
    return math.dist(state.center[:2], room.robot[:2]), state.id
