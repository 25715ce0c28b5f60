"""From a grip from above to one from the side, as a shelf needs it: set the thing down where both can be done."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from pred_core.outcome import Code, Outcome
from ur5_description.kinematics import Array
from ur5_driver.driver import places
from ur5_driver.driver.manipulation import (
    PickPlan,
    PlanningScene,
    PutPlan,
    held_of,
    moved,
    plan_pick,
    plan_put,
    reach_place,
)
from ur5_driver.driver.places import Held, Placement
from ur5_driver.driver.things import Thing, thing_of

TURNS = (0.0, -0.35, 0.35, -0.7, 0.7, -1.05, 1.05)
"""Where to set it down, seen from the base: turns off the receptacle's direction, rad."""
IN_FRONT = 0.24
NEAREST, FARTHEST = 0.36, 0.52
"""How far from the base a thing can be taken from the side, m: the flat hand has to fit in between."""
SPOTS_EACH = 2
PLANNED_WITHIN = 25.0
"""As manipulation's, s of processor time."""


@dataclass(frozen=True)
class Regrip:
    """Set down like this, then it is this thing, to be taken up like that."""

    down: PutPlan
    thing: Thing
    up: PickPlan


def plan_regrip(
    held: Held, gripped: Array, receptacle: Array, table: Array, scene: PlanningScene, what: str
) -> tuple[Outcome, Regrip | None]:
    """Return how to grip what is held from the side such that it can be put into a receptacle, or why it cannot be.

    :param gripped: Nx3 m in tool0, what was seen of the held thing
    :param receptacle: Nx3 m in base, the points of its mask
    :param table: Nx3 m in base, where to set it down meanwhile
    """
    deadline = time.thread_time() + PLANNED_WITHIN
    told = Outcome(
        Code.UNREACHABLE, "There is no free spot to set down what is held, to grip it from the side."
    )
    for place in _spots(held, receptacle, table, scene):
        if time.thread_time() > deadline:
            break
        reach = reach_place(place, held, scene, search=False)
        thing = thing_of(moved(gripped, place.tool) - [0.0, 0.0, places.DROP], scene.points)
        if reach is None or thing is None:
            continue
        after = replace(scene, joints=reach.after[-1])
        told, up = plan_pick(thing, after, "thing that was held", level=True)
        if up is None:
            continue
        taken = held_of(up.grasp.tool, thing, up.grasp.side)
        told, put = plan_put(taken, receptacle, replace(after, joints=up.reach.after[-1]), what, "in")
        if put is not None:
            return Outcome.success(), Regrip(PutPlan(place, reach), thing, up)
    return told, None


def _spots(held: Held, receptacle: Array, table: Array, scene: PlanningScene) -> Iterator[Placement]:
    """Yield free spots of the table, those in front of the receptacle first."""
    middle = np.median(receptacle[:, :2], axis=0)
    distance = float(np.clip(np.linalg.norm(middle) - IN_FRONT, NEAREST, FARTHEST))
    ahead = math.atan2(middle[1], middle[0])
    for turn in TURNS:
        near = distance * np.array([math.cos(ahead + turn), math.sin(ahead + turn)])
        yield from places.on(held, table, scene.points, near)[:SPOTS_EACH]
