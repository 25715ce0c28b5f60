"""The robot as its own plans know it: what it does with nothing but itself.

It is no object type of a domain: nothing detects it, and nothing is put on it.
"""

from __future__ import annotations

from collections.abc import Iterable

from pred_core.geometry import Pose2D
from pred_core.objects import ObjectState
from pred_core.plan_language import Primitive, Subgoal

ROBOT = "Robot"
"""What plans call the robot where they name classes."""
ITSELF = f"{ROBOT}_1"
"""Its id, in memories and bindings."""
OWN = frozenset({Primitive.SIT_DOWN, Primitive.STAND_UP, Primitive.LOCALIZE})
"""Primitives that act on nothing but the robot."""
_SIZE = (0.5, 0.5, 0.5)


def here(pose: Pose2D) -> ObjectState:
    """Return the robot as an object of a memory, where it is."""
    return ObjectState(ITSELF, ROBOT, (pose.x, pose.y, _SIZE[2] / 2.0), _SIZE)


def names_robot(steps: Iterable[Subgoal]) -> bool:
    """Tell whether any step of a plan is about the robot itself."""
    return any(step.object == ROBOT for step in steps)
