"""A robot that sat down stands up before it does anything else."""

from __future__ import annotations

from collections.abc import Iterable

from pred_core.itself import ROBOT
from pred_core.plan_language import Level, Primitive, Subgoal

_SEATED = frozenset({Primitive.SIT_DOWN, Primitive.STAND_UP})


def on_its_feet(tuples: Iterable[Subgoal]) -> tuple[Subgoal, ...]:
    """Return tuples with a standing up between sitting down and the next thing that a sitting robot cannot do."""
    found: list[Subgoal] = []
    sits = False
    for step in tuples:
        if sits and step.action not in _SEATED:
            up = Subgoal(f"{step.id}.up", Level.TUPLE, Primitive.STAND_UP, ROBOT, parent=step.parent)
            found.append(up)
            sits = False
        sits = step.action == Primitive.SIT_DOWN or (sits and step.action != Primitive.STAND_UP)
        found.append(step)
    return tuple(found)
