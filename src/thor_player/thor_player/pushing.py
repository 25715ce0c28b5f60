"""Things that are pushed: they slide until friction or something in the way stops them, or fall off an edge.

A force acts for one physics step, as in Unity; so it gives a thing a speed that does not hang on how long it is held.
Nothing turns, topples or pushes another thing on.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .breaking import fall
from .containment import carry, contents
from .model import Agent, Array, Box, SimObject
from .rectangles import overlaps
from .settling import attach_where_it_is
from .state import PlayerState

STEP = 0.02  # seconds of Unity's physics
_FRICTION = 0.4
_GRAVITY = 9.81
_STRIDE = 0.02  # metres between the places where a sliding thing is looked at
_TOUCH = 0.01  # metres that things may reach into each other
_BODY = 0.15  # metres: half the width of the agent's body that stops things


def speed_of(obj: SimObject, force: float) -> float:
    """Return the speed in m/s that a force in newtons gives an object."""
    return force * STEP / max(obj.mass, 0.05)


@dataclass(frozen=True)
class _Around:
    """What may stop a sliding thing: boxes that it is not in at first, and the space that it cannot leave."""

    boxes: list[Box]
    within: Box | None


def push(state: PlayerState, obj: SimObject, way: Array, speed: float) -> None:
    """Slide an object along a level direction (3,) of length 1, from a speed in m/s."""
    around = _around(state, obj)
    state.kinematic.discard(obj.object_id)
    left = _distance(speed, state.drags.get(obj.object_id, 0.0))
    while left > 1e-6:
        step = min(_STRIDE, left)
        before = obj.position
        carry(state.world, obj, before + way * step, obj.rotation)
        if _is_stopped(obj, around):
            carry(state.world, obj, before, obj.rotation)
            break
        left -= step
        if obj.can("pickupable") and _leaves_support(state, obj):
            rest = float(np.sqrt(2.0 * _FRICTION * _GRAVITY * left))
            fall(state, obj, obj.box.center + way * obj.box.half[[0, 2]].min(), rest)
            return
    attach_where_it_is(state.world, obj)


def _distance(speed: float, drag: float) -> float:
    """Return how far a thing slides until friction, and drag (1/s), have stopped it."""
    gone = 0.0
    while speed > 0.0:
        gone += speed * STEP
        speed -= (_FRICTION * _GRAVITY + drag * speed) * STEP
    return gone


def _around(state: PlayerState, obj: SimObject) -> _Around:
    own = {obj.object_id, *(each.object_id for each in contents(state.world, obj))}
    own |= {body.agent.held for body in state.bodies if body.agent.held}
    shell = state.world.structure
    boxes = [*shell.walls, *shell.fixtures, *(_body(each.agent) for each in state.bodies)]
    for other in state.world.active():
        if other.object_id not in own and other.object_type != "Floor":
            boxes += other.solids or [other.box]
    holder = state.world.objects[obj.parents[0]] if obj.parents else None
    encloses = holder is not None and holder.can("openable")
    free = [box for box in boxes if not _meet(obj.box, box)]
    return _Around(free, holder.box if holder is not None and encloses else None)


def _body(agent: Agent) -> Box:
    return Box(agent.position, np.array([_BODY, 0.9, _BODY]), agent.yaw)


def _is_stopped(obj: SimObject, around: _Around) -> bool:
    if around.within is not None:
        local = np.abs(around.within.axes() @ (obj.box.center - around.within.center))
        if np.any((local + obj.box.half.min() > around.within.half)[[0, 2]]):
            return True
    return any(_meet(obj.box, box) for box in around.boxes)


def _meet(box: Box, other: Box) -> bool:
    if other.top <= box.bottom + _TOUCH or other.bottom >= box.top - _TOUCH:
        return False
    half = np.maximum(box.half[[0, 2]] - _TOUCH, 1e-3)
    return bool(overlaps(box.center[None, [0, 2]], half, box.yaw, other)[0])


def _leaves_support(state: PlayerState, obj: SimObject) -> bool:
    """Tell whether nothing is under an object's middle any longer."""
    attach_where_it_is(state.world, obj)
    return not obj.parents
