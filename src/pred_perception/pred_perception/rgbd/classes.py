"""What the network tells apart: AI2-THOR's types, and groups of them that are told apart first."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from pred_core.domain_file import HOUSEHOLD, read_domain

BACKGROUND = 0
GROUPS = ("thing", "vessel", "part", "furniture")
"""Instances of one group are told apart by their middles; those of two groups never share one.

A mug in the middle of a table, or a basin in the middle of its sink, has nearly the middle of what it stands on.
"""


@cache
def class_names() -> tuple[str, ...]:
    """Return the network's classes in order: '' for the building itself, then the sorted types of the household."""
    return ("", *sorted(read_domain(HOUSEHOLD).types))


@cache
def group_table() -> NDArray[np.int8]:
    """Return (classes,): the place of each class's group in ``GROUPS``, -1 for the background."""
    types = read_domain(HOUSEHOLD).types
    table = np.full(len(class_names()), -1, np.int8)
    for number, name in enumerate(class_names()):
        if not name:
            continue
        flags = types[name].flags
        if "pickupable" in flags:
            group = "vessel" if "receptacle" in flags else "thing"
        else:
            group = "part" if name in read_domain(HOUSEHOLD).groups["furniture_parts"] else "furniture"
        table[number] = GROUPS.index(group)
    return table


@cache
def structure() -> tuple[int, ...]:
    """Return the classes of which a room has one, however the picture divides it: the floor."""
    whole = read_domain(HOUSEHOLD).groups["structure"]
    return tuple(number for number, name in enumerate(class_names()) if name in whole)
