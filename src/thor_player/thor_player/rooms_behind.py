"""The room behind cabinets of which the recording holds the leaf alone: things stand behind it, and are put there.

Under some counters a cabinet's recorded box is its door's, a hand thick or less, while things are recorded behind it as
inside it. Such a cabinet reaches back to where the counter over it ends.
"""

from __future__ import annotations

import numpy as np

from .model import Box, SimObject
from .rooms_flat import set_box
from .rooms_fronts import LEAF, direction
from .solids_carve import extent
from .solids_pose import to_local

_BACK = 0.02
"""So thick is the back of what was deepened, m."""
_NEAR = 0.3
"""A counter's top is no farther above a cabinet, m."""


def deepen(objects: list[SimObject]) -> None:
    """Let cabinets of which the leaf alone was recorded reach back under the counter over them (fronts inferred)."""
    counters = [o for o in objects if o.object_type == "CounterTop"]
    for obj in objects:
        if obj.object_type != "Cabinet" or obj.front is None:
            continue
        ahead = direction(obj.front)
        axis = int(np.argmax(np.abs(ahead)))
        thick = 2.0 * float(obj.box.half[axis])
        more = max((_behind(obj, counter, axis, float(ahead[axis])) for counter in counters), default=0.0) - _BACK
        if thick >= LEAF or more <= thick:
            continue
        half, back = obj.box.half.copy(), np.zeros(3)
        half[axis] += more / 2.0
        back[axis] = -np.sign(ahead[axis]) * more / 2.0
        set_box(obj, Box(obj.box.center + back @ obj.box.axes(), half, obj.box.yaw))


def _behind(cabinet: SimObject, counter: SimObject, axis: int, ahead: float) -> float:
    """Return how far, m, a counter's top reaches on behind a cabinet; 0 where it is not over it."""
    over = extent(to_local(cabinet.box, counter.box))
    low, high = over[:, [0, 2]]
    if not (np.all(low < 0.0) and np.all(high > 0.0)) or not 0.0 < counter.box.top - cabinet.box.top < _NEAR:
        return 0.0
    return float(-over[0, axis] if ahead > 0 else over[1, axis]) - float(cabinet.box.half[axis])
