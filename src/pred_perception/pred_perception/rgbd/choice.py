"""Which proposals are things: the best first, and what is taken is taken."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pred_perception.rgbd.classes import structure
from pred_perception.rgbd.proposals import Proposals

OUTLINE = 1.0
"""How much the outline counts beside the class: the power of its share in the order of taking."""
FREE = 0.7
"""Share of a proposal that nothing before it has taken, from which what is left of it is taken."""
FAINTEST = 0.02
"""Product of class and outline under which nothing is looked at."""

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]


@dataclass(frozen=True)
class Found:
    """One instance: its label and class, how likely the class is, how much of the outline is right, its pixels."""

    label: int
    number: int
    sure: float
    shared: float
    pixels: int


def choose(found: Proposals, likely: Floats, shared: Floats) -> tuple[Ints, list[Found]]:
    """Return HxW labels (0 none) and what each is.

    :param likely: (K, C), :param shared: (K,) of the proposals, see ``judge.Judge.ask``
    """
    numbers = likely[:, 1:].argmax(1) + 1
    sure = likely[np.arange(len(likely)), numbers]
    worth = sure * shared**OUTLINE
    order, starts, ends = found.spans()
    area = found.nodes.sums[: found.pieces.number, 0][order]
    owners = np.zeros(found.pieces.number, np.int32)  # of the atoms in that order
    things: list[Found] = []
    whole: dict[int, int] = {}
    for k in np.argsort(-worth, kind="stable"):
        if worth[k] < FAINTEST:
            break
        node = found.chosen[k]
        inside = slice(starts[node], ends[node])
        free = owners[inside] == 0
        pixels = int(area[inside][free].sum())
        if pixels < FREE * found.nodes.sums[node, 0] or not pixels:
            continue
        number = int(numbers[k])
        if number in whole:  # there is one of it, however it is divided
            owners[inside][free] = whole[number]
            continue
        label = len(things) + 1
        owners[inside][free] = label
        if number in structure():
            whole[number] = label
        things.append(Found(label, number, float(sure[k]), float(shared[k]), pixels))
    table = np.zeros(found.pieces.number, np.int32)
    table[order] = owners
    return table[found.pieces.labels], things
