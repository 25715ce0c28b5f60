"""States that tasks ask for, as people name them and as AI2-THOR's metadata has them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pred_tasks.world import Entry


@dataclass(frozen=True)
class ThingState:
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


STATES: Mapping[str, ThingState] = {
    "clean": ThingState("isDirty", value=False, flag="dirtyable"),
    "filled": ThingState("isFilledWithLiquid", value=True, flag="canFillWithLiquid"),
    "cooked": ThingState("isCooked", value=True, flag="cookable"),
    "sliced": ThingState("isSliced", value=True, flag="sliceable"),
    "on": ThingState("isToggled", value=True, flag="toggleable"),
    "open": ThingState("isOpen", value=True, flag="openable"),
    "hot": ThingState("temperature", value="Hot"),
    "cold": ThingState("temperature", value="Cold"),
}
