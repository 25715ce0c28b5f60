"""Where a domain does its treatments, and which of them give a state."""

from __future__ import annotations

from collections.abc import Iterable

from pred_core.vocabulary import equipment


class NoAppliance(ValueError):
    """A task that needs what this domain has no appliance for; the text is a sentence that says so."""


def appliance_of(action: str) -> str:
    """Return the place where a treatment is done in this domain, '' where there is none."""
    treatment = equipment().treatments.get(action)
    return treatment.place if treatment else ""


def treatments_for(states: Iterable[str]) -> list[tuple[str, str]]:
    """Return the treatments that give some states, in the domain's order, each with its state.

    Of two treatments for one state the first is meant; what has to be cooked says how itself.
    """
    known, wanted = equipment(), set(states) - {"cooked"}
    found: dict[str, str] = {}
    for action in known.treatments:
        state = known.attribute_of(action)
        if state in wanted:
            found.setdefault(state, action)
    return [(action, state) for state, action in found.items()]
