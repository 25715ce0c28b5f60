"""Whether a skill did what it should, by the robot's own senses (``success:=visual``): the gripper and two pictures.

The simulator's own word for it is then kept from the robot, and so are its reasons. What was taken or put down, the
gripper feels. Whatever else a skill does shows in the picture: the camera rests, so that what changed in it is what
was done, if anything was. In nine rooms 369 of 389 skills that the simulator called done changed 35 pixels or more,
eight of the others opened what was open already, and 38 that it refused changed none.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pred_core.outcome import Code, Outcome

TAKES, PUTS = frozenset({"PickupObject"}), frozenset({"PutObject", "DropObject"})
OFFERS = frozenset({"HandOverObject"})
"""Done when something was held out; whether somebody took it the gripper tells afterwards."""
LEAST_CHANGE = 20
"""Pixels that must have changed: a flame is small."""
LEAST_STEP = 30
"""By how much red, green and blue together must differ for a pixel to have changed, of 765."""


@dataclass(frozen=True)
class Felt:
    """What the robot itself has at one moment: HxWx3 ``rgb`` uint8, and whether the gripper ``holds`` something."""

    rgb: NDArray[np.uint8]
    holds: bool


def effect(skill: str, class_name: str, before: Felt, after: Felt) -> Outcome:
    """Return how a skill ended as far as gripper and pictures tell.

    :param class_name: what the robot believes that it acted on, '' for nothing
    :returns: POSTCONDITION_FAILURE when nothing shows that it was done
    """
    what = f"the {class_name}" if class_name else "it"
    if skill in OFFERS:
        return _done(before.holds, "The gripper holds nothing that could be handed over.")
    if skill in TAKES:
        return _done(after.holds and not before.holds, f"The gripper closed, and does not hold {what}.")
    if skill in PUTS:
        return _done(before.holds and not after.holds, "The gripper still holds what was to be put down.")
    return _done(
        changed(before.rgb, after.rgb) >= LEAST_CHANGE, f"{skill} {what}: nothing has changed in the picture."
    )


def changed(before: NDArray[np.uint8], after: NDArray[np.uint8]) -> int:
    """Return how many pixels of two HxWx3 pictures differ clearly."""
    step = np.abs(before.astype(np.int16) - after.astype(np.int16)).sum(axis=2)
    return int((step >= LEAST_STEP).sum())


def _done(so: bool, otherwise: str) -> Outcome:
    return Outcome.success() if so else Outcome(Code.POSTCONDITION_FAILURE, otherwise)
