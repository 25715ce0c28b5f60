"""States that tasks ask for, as people name them and as AI2-THOR's metadata has them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pred_tasks.world import Entry


@dataclass(frozen=True)
class State:
    """One state: the field of the metadata and its value in it, and the flag of what can have it ('' for anything)."""

    field: str
    value: Any
    flag: str = ""

    def of(self, entry: Entry) -> bool:
        """Tell whether an object is in it, whether or not it could be otherwise."""
        return bool(entry[self.field] == self.value)

    def may_be_of(self, entry: Entry) -> bool:
        """Tell whether an object can be in it."""
        return not self.flag or bool(entry[self.flag])


STATES: Mapping[str, State] = {
    "clean": State("isDirty", value=False, flag="dirtyable"),
    "filled": State("isFilledWithLiquid", value=True, flag="canFillWithLiquid"),
    "cooked": State("isCooked", value=True, flag="cookable"),
    "sliced": State("isSliced", value=True, flag="sliceable"),
    "on": State("isToggled", value=True, flag="toggleable"),
    "open": State("isOpen", value=True, flag="openable"),
    "hot": State("temperature", value="Hot"),
    "cold": State("temperature", value="Cold"),
}
