"""Which proposals are things: the best first, and what is taken is taken, but for what stands in or before it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from pred_perception.rgbd.classes import structure
from pred_perception.rgbd.proposals import Proposals

OUTLINE = 1.0
"""How much the outline counts beside the class: the power of its share in the order of taking."""
FREE = 0.7
"""Share of a proposal that nothing before it has taken, from which what is left of it is taken."""
INNER = 0.5
"""Largest share of a thing that another thing in or before it may have: the mug in a coffee machine."""
INNER_WORTH = 0.3
"""Least product of class and outline of such a one: part of a thing looks a little like many things."""
ALL = 0.9
"""Share of it that must lie in the other one."""
FAINTEST = 0.02
"""Product of class and outline under which nothing is looked at."""
LEAST_LIKELY = 0.01
"""Share of a class under which a thing is not taken for it."""

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]


@dataclass(frozen=True)
class Found:
    """One instance: its label and class, how likely the class is, how much of the outline is right, its pixels.

    ``some`` is how likely it is any class at all, ``likely`` are those that it may be, with the judge's share of each.
    """

    label: int
    number: int
    sure: float
    shared: float
    pixels: int
    some: float = 1.0
    likely: tuple[tuple[int, float], ...] = ()


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
        node, number = found.chosen[k], int(numbers[k])
        inside = slice(starts[node], ends[node])
        mine = owners[inside] == 0
        pixels, size = int(area[inside][mine].sum()), float(found.nodes.sums[node, 0])
        if number in whole and pixels and pixels >= FREE * size:  # there is one of it, however it is divided
            owners[inside][mine] = whole[number]
            continue
        if pixels < FREE * size or not pixels:
            outer = _around(owners[inside], area[inside], things) if worth[k] >= INNER_WORTH else None
            if outer is None or number in (outer.number, *whole) or size > INNER * outer.pixels:
                continue
            mine = owners[inside] == outer.label
            pixels = int(area[inside][mine].sum())
            things[outer.label - 1] = replace(outer, pixels=outer.pixels - pixels)
        label = len(things) + 1
        owners[inside][mine] = label
        if number in structure():
            whole[number] = label
        may_be = tuple((int(n), float(likely[k, n])) for n in np.flatnonzero(likely[k] >= LEAST_LIKELY) if n)
        some = 1.0 - float(likely[k, 0])
        things.append(Found(label, number, float(sure[k]), float(shared[k]), pixels, some, may_be))
    table = np.zeros(found.pieces.number, np.int32)
    table[order] = owners
    return table[found.pieces.labels], things


def _around(owners: Ints, area: Floats, things: list[Found]) -> Found | None:
    """Return the thing that has nearly all of a proposal, None if none has.

    :param owners: (A,) labels of its atoms, :param area: (A,) their pixels
    """
    taken = np.bincount(owners, weights=area)
    label = int(taken.argmax())
    return things[label - 1] if label and taken[label] >= ALL * taken.sum() else None
