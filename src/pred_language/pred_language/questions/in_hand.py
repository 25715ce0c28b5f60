"""Answers about the robot's own hand: what is in it, and whether a thing is."""

from __future__ import annotations

from collections.abc import Sequence

from pred_core.objects import ObjectMemory, ObjectState
from pred_language.questions.asks import Ask
from pred_language.questions.meant import meant_by
from pred_language.questions.wording import capital, coloured, with_article

Told = tuple[bool | None, str, Sequence[ObjectState]]
"""The value of an answer, its sentence, and the things that it names."""


def what_is_held(ask: Ask, memory: ObjectMemory) -> Told:
    """Return whether the hand holds anything; of a thing whether it holds that; of an empty hand whether it is."""
    held = next((o for o in memory.objects if o.held or o.id == memory.held_id), None)
    told = f"I have {with_article(coloured(held))} in my hand" if held is not None else "my hand is empty"
    things = () if held is None else (held,)
    if not ask.of.classes and ask.value:
        return held is not None, f"{capital(told)}.", things
    so = held in meant_by(ask.of, memory) if ask.of.classes else held is None
    return so, f"{'Yes' if so else 'No'}: {told}.", things
