"""Persons as plans and memories know them: landmarks that stand somewhere, and to whom things are handed.

A person is no object type of a domain: nothing detects one, nothing is put on one, and no word of a thing means one.
"""

from __future__ import annotations

from collections.abc import Iterable

from pred_core.geometry import Pose2D
from pred_core.objects import ObjectState
from pred_core.plan_language import Subgoal

PERSON = "Person"
"""What plans call a person where they name classes."""
SPEAKER = f"{PERSON}_1"
"""The id of the one who gives the task, in memories and bindings."""
WIDTH, HEIGHT = 0.5, 1.7
"""How much room a standing person takes, metres."""
NEAREST = 0.6
"""Nobody who hands something over comes nearer to a person's middle than this (m): a body's width between them."""
FARTHEST = 1.5
"""From farther away a person cannot take what is held out to them, and does not reach what was put down (m)."""


class PersonError(ValueError):
    """A text that says no place of a person."""


def place_of(text: str) -> Pose2D | None:
    """Return where a text says that the person stands, in map: ``x,y`` or ``x,y,yaw`` (m, rad); None for ''.

    :raises PersonError: when it is none of these
    """
    if not text.strip():
        return None
    try:
        x, y, *yaw = (float(part) for part in text.split(","))
        (turned,) = yaw or [0.0]
    except ValueError as error:
        raise PersonError(f"person: {text!r} is no place; give x,y or x,y,yaw in metres and radians.") from error
    return Pose2D(x, y, turned)


def standing(pose: Pose2D) -> ObjectState:
    """Return the one who gives the task as an object of a memory, standing there."""
    return ObjectState(SPEAKER, PERSON, (pose.x, pose.y, HEIGHT / 2.0), (WIDTH, WIDTH, HEIGHT))


def names_person(steps: Iterable[Subgoal]) -> bool:
    """Tell whether any step of a plan is about a person."""
    return any(PERSON in (step.object, step.receptacle) for step in steps)
