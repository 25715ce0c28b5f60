"""Words are about the room as it was when they were said: what the robot has moved since lay elsewhere then."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pred_core.objects import ObjectMemory

LAY = "lay"
"""Key of a plan's context: what each thing that the robot has moved lay in or on before, by their ids."""


def as_told(memory: ObjectMemory, context: Mapping[str, Any]) -> ObjectMemory:
    """Return a memory with the things that were moved where they lay, by the context of a plan."""
    lay = context.get(LAY)
    if not isinstance(lay, Mapping) or not lay:
        return memory
    return replace(
        memory, objects=tuple(replace(o, parent_id=str(lay.get(o.id, o.parent_id))) for o in memory.objects)
    )
