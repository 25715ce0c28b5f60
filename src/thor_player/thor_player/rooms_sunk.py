"""Brings up what was recorded inside the body that this room gives to what carries it, where nobody would see it."""

from __future__ import annotations

import numpy as np

from .model import SimObject
from .solids_pose import move
from .surfaces import first_parent

DEEPEST = 0.05
"""Metres by which a thing is brought up at most: what lies deeper is inside, or listed by mistake."""
SUNK = 0.5
"""Share of its height from which a thing is hidden."""


def bring_up(objects: list[SimObject]) -> None:
    """Stand things that are mostly sunk into what they were recorded on, by up to 5 cm, on top of it.

    Boards are where most of what lies on them was recorded, and boxes end a little above the board that they hold; so a
    card or a spoon may lie lower than the surface that is built.
    """
    carriers = {o.object_id: o for o in objects if not o.can("pickupable")}
    for thing in objects:
        carrier = carriers.get(first_parent(thing) or "")
        if carrier is None or not thing.can("pickupable"):
            continue
        depth = _top_under(thing, carrier) - thing.box.bottom
        if SUNK * 2.0 * float(thing.box.half[1]) < depth <= DEEPEST:
            move(thing, thing.position + np.array([0.0, depth, 0.0]), thing.rotation)


def _top_under(thing: SimObject, carrier: SimObject) -> float:
    """Return the height of the top of the carrier's body at a thing's middle, next above its underside."""
    low = thing.box.bottom
    tops = [
        solid.top
        for solid in carrier.solids
        if solid.spans(thing.box.center) and solid.bottom <= low + DEEPEST and solid.top >= low
    ]
    return min(tops, default=-np.inf)
