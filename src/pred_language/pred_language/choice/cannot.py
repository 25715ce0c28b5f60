"""What no appliance here does to a thing: who heats a pencil means something else, or nothing that is to be done."""

from __future__ import annotations

from pred_core.vocabulary import equipment, object_types, spoken
from pred_language.lexicon.qualities import treated_states
from pred_language.meaning.context import TaskContext
from pred_language.meaning.parts import in_order

_MEANT = ("sliceable", "cookable", "receptacle", "canFillWithLiquid")
"""Affordances of food, dishes and vessels, which people treat even where a simulator's appliance takes them no more."""


def untreatable(context: TaskContext) -> str:
    """Return a sentence on the first thing that fits into nothing that makes it so, '' where there is none."""
    wanted = [(one.target, one.states) for one in in_order(context)]
    wanted += [(part.thing, part.states) for one in in_order(context) for part in one.also]
    for ranked, states in wanted:
        known = object_types().get(ranked.best)
        if known is None or any(known.can(flag) for flag in _MEANT):
            continue
        for state in sorted(states & treated_states()):
            givers = equipment().giving(state)
            if givers and not any(known.fits_in(giver.place) for giver in givers):
                return f"A {spoken(known.name)} goes into nothing here that makes things {state}."
    return ""
