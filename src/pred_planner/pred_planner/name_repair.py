"""Names as models write them, repaired with the planner's own lexicon and text encoder."""

from __future__ import annotations

from pred_core.vocabulary import object_types, per_domain
from pred_planner.dialects.names import Names
from pred_planner.understanding import encoder
from pred_planner.understanding.tagger import nouns

OLD_NAMES = {
    "Tub": "Bathtub",
    "NightStand": "SideTable",
    "TrashCan": "GarbageCan",
    "KitchenIsland": "CounterTop",
}
"""Names other AI2-THOR data sets use, which models remember."""


@per_domain
def repairer() -> Names:
    """Return the repairer over the whole vocabulary."""
    aliases = {phrase: max(classes, key=lambda name: classes[name]) for phrase, classes in nouns().items()}
    former = {old: name for old, name in OLD_NAMES.items() if name in object_types()}
    return Names(object_types(), {**aliases, **former}, _nearest)


def _nearest(words: str) -> str | None:
    weights = encoder.nearest(words, object_types()) if words else {}
    return max(weights, key=lambda name: weights[name]) if weights else None
