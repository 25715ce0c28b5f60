"""What is not done: no appliance here heats a pencil, nothing that burns goes into a bin, no tea is poured."""

from __future__ import annotations

import re

from pred_core.people import PERSON
from pred_core.referring.description import TestKind
from pred_core.vocabulary import equipment, group, object_types, spoken
from pred_language.lexicon.exceptions import ANYTHING
from pred_language.lexicon.qualities import treated_states
from pred_language.meaning.context import TaskContext
from pred_language.meaning.parts import in_order

_MEANT = ("sliceable", "cookable", "receptacle", "canFillWithLiquid")
"""Affordances of food, dishes and vessels, which people treat even where a simulator's appliance takes them no more."""
_POURED = re.compile(
    r"\b(?:a|an|another|one|some) (?:[a-z]+ )?(?:cup|mug|glass|bowl|pot|jug)s? of (?:[a-z]+ )?"
    r"(tea|milk|juice|wine|beer|soda|cocoa|chocolate|lemonade|soup|cider|squash)\b",
    re.IGNORECASE,
)


def not_poured(text: str) -> tuple[str, ...]:
    """Return the drinks that a text wants and nothing here pours: "the cup of tea" stands there, "a cup of tea" not."""
    return tuple(_POURED.findall(text.lower()))


def untreatable(context: TaskContext) -> str:
    """Return a sentence on the first thing that fits into nothing that makes it so, '' where there is none."""
    wanted = [(one.target, one.states) for one in in_order(context)]
    wanted += [(part.thing, part.states) for one in in_order(context) for part in one.also]
    for ranked, states in wanted:
        known = object_types().get(ranked.best)
        if known is None or ranked.words in ANYTHING or any(known.can(flag) for flag in _MEANT):
            continue
        for state in sorted(states & treated_states()):
            givers = equipment().giving(state)
            if givers and not any(known.fits_in(giver.place) for giver in givers):
                return f"A {spoken(known.name)} goes into nothing here that makes things {state}."
    return ""


def catches_fire(context: TaskContext) -> str:
    """Return a sentence on what burns and is to go where it stands on no firm surface, '' where there is none."""
    safe = group("surfaces") | group("floors") | {PERSON}
    for one in in_order(context):
        moved = [("target", one.target, one.destination)]
        moved += [(f"also{number}", part.thing, part.destination) for number, part in enumerate(one.also, 1)]
        for slot, thing, end in moved:
            burns = any(test.kind is TestKind.STATE and test.value == "on" for test in one.said.get(slot, ()))
            if burns and thing.best in group("flames") and end and end.best not in safe:
                return (
                    f"A burning {spoken(thing.best)} in the {spoken(end.best)} may set fire to it: I would put it out "
                    "first."
                )
    return ""
