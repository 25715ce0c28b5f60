"""Where things lie that the robot itself put down: its own deed counts until the thing is seen somewhere else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pred_core.objects import ObjectMemory, ObjectState
from pred_core.referring.relations import surroundings

SLACK = 0.1
"""How far in metres beside a place's box, or below it, something may be seen that lies there."""


def is_at(state: ObjectState, place: ObjectState) -> bool:
    """Tell whether an object is over or in a place's box, seen from above, and not under it."""
    below = place.center[2] - place.size[2] / 2.0 - SLACK
    return state.center[2] + state.size[2] / 2.0 >= below and all(
        abs(a - b) <= size / 2.0 + SLACK
        for a, b, size in zip(state.center[:2], place.center[:2], place.size[:2], strict=True)
    )


def put_there(memory: ObjectMemory, placed: Mapping[str, str]) -> Mapping[str, str]:
    """Return what lies where the robot put it though perception, which saw a part of it, takes another place for that.

    What perception knows no place of was not seen again: nothing is said of it.

    :param placed: where the robot put down what
    """
    found = {}
    for name, at in placed.items():
        state, place = memory.get(name), memory.get(at)
        if state is None or place is None or state.held or not state.parent_id:
            continue
        around = {*surroundings(memory, state)}
        if place.id not in around and is_at(state, place) and name not in surroundings(memory, place):
            found[name] = at
    return found


def lying(memory: ObjectMemory, put: Mapping[str, str]) -> ObjectMemory:
    """Return a memory in which some objects lie where the robot put them."""
    if not put:
        return memory
    return replace(
        memory, objects=tuple(replace(o, parent_id=put.get(o.id, o.parent_id)) for o in memory.objects)
    )
