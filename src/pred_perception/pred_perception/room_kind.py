"""What kind of room the robot is in, by what it is sure to see, and how usual each class is there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from pred_core.vocabulary import object_types, per_domain

RARE = 1.0
"""In how many rooms more than were counted a class is thought to be: none is ruled out."""
TELLING = 0.8
"""How likely a thing is what it is called from which it tells the room."""

Floats = NDArray[np.float64]


def usual(seen: Iterable[tuple[str, float]]) -> Mapping[str, float]:
    """Return the log of how usual each class is in a room, which is told by what is seen there.

    A class of which the domain does not say in which rooms it is has no entry.

    :param seen: classes, and how likely each is there
    """
    names, shares = _table()
    if not names:
        return {}
    told = {name for name, sure in seen if sure >= TELLING} & names.keys()
    odds = np.log(shares)[[names[name] for name in sorted(told)]].sum(axis=0)
    kinds = np.exp(odds - odds.max())
    here = np.log(shares @ (kinds / kinds.sum()))
    return {name: float(here[row]) for name, row in names.items()}


@per_domain
def _table() -> tuple[dict[str, int], Floats]:
    """Return the row of each class and the share of the rooms of each kind that have it, (C, K)."""
    known = {name: kind.rooms for name, kind in object_types().items() if kind.rooms}
    kinds = sorted({kind for rooms in known.values() for kind in rooms})
    number = max((count for rooms in known.values() for count in rooms.values()), default=1)
    shares = np.array([[rooms.get(kind, 0) for kind in kinds] for rooms in known.values()], np.float64)
    return {name: row for row, name in enumerate(known)}, (shares + RARE) / (number + 2.0 * RARE)
