"""Furniture that AI2-THOR 5.0.0 calls otherwise than the build in which ALFRED's tasks were recorded."""

from __future__ import annotations

from collections.abc import Container

from pred_core.vocabulary import domain


def stand_ins(name: str, present: Container[str]) -> tuple[str, ...]:
    """Return the type(s) that stand for a recorded receptacle's type in a scene with these types."""
    if name in present:
        return (name,)
    return domain().stand_ins.get(name, (name,))
