"""What the visible surfaces say: the ground truth of the wrist camera.

A can is named after its label only where enough of the label is seen to be read, else after its lid. So look-alikes
are alike from above and differ from near or from the side (PRED's Object Having Variations).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import mujoco
import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import find_objects

from ur5_emulator.table import models
from ur5_emulator.table.kinds import CANS, TABLE
from ur5_emulator.table.world import Placed

LEGIBLE_SHARE = 0.03
"""A label is read when it fills at least this share of the picture."""
LEAST_PIXELS = 25
"""Fewer pixels of a thing are no detection."""


@dataclass(frozen=True)
class SeenThing:
    """One thing in a picture: box is (column, row, width, height) of its pixels, label its value in the label image."""

    id: str
    class_name: str
    label: int
    pixels: int
    box: tuple[int, int, int, int]


class Appearance:
    """Knows which geoms are which thing's label, lid or body."""

    def __init__(self, model: mujoco.MjModel, things: Sequence[Placed]) -> None:
        self._things = tuple(things)
        numbers = {thing.id: k + 1 for k, thing in enumerate(things)} | {TABLE: len(things) + 1}
        self._owner = np.zeros(model.ngeom + 1, np.uint16)  # the last entry is for id -1: nothing
        self._is_label = np.zeros(model.ngeom + 1, bool)
        for geom in range(model.ngeom):
            owner, _, part = model.geom(geom).name.partition("/")
            self._owner[geom] = numbers.get(owner, 0)
            self._is_label[geom] = part.startswith(f"{models.LABEL}/")

    def look(self, geoms: NDArray[np.int32]) -> tuple[NDArray[np.uint16], list[SeenThing]]:
        """Return the label image and what is in it.

        :param geoms: HxW geom ids of a segmentation, -1 for nothing
        """
        labels = self._owner[geoms]
        count = len(self._things) + 2
        pixels = np.bincount(labels.ravel(), minlength=count)
        legible = np.bincount(labels[self._is_label[geoms]].ravel(), minlength=count)
        faint = np.flatnonzero(pixels < LEAST_PIXELS)
        if np.any(pixels[faint] > 0):
            labels[np.isin(labels, faint)] = 0
        seen = []
        for label, box in enumerate(find_objects(labels, count - 1), start=1):
            if box is not None:
                name, class_name = self._named(label, float(legible[label]) / labels.size)
                seen.append(SeenThing(name, class_name, label, int(pixels[label]), _box(box)))
        return labels, seen

    def _named(self, label: int, share: float) -> tuple[str, str]:
        if label > len(self._things):
            return TABLE, TABLE
        thing = self._things[label - 1]
        if thing.kind in CANS and share < LEGIBLE_SHARE:
            return thing.id, thing.top or thing.kind
        return thing.id, thing.kind


def _box(rows_columns: tuple[slice, slice]) -> tuple[int, int, int, int]:
    rows, columns = rows_columns
    return columns.start, rows.start, columns.stop - columns.start, rows.stop - rows.start
