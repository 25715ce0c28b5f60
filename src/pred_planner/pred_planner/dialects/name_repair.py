"""Names as models write them, repaired with the planner's own lexicon and text encoder."""

from __future__ import annotations

from pred_core.people import PERSON, SPEAKER
from pred_core.vocabulary import domain, kinds, object_types, per_domain
from pred_language.lexicon.english import vocabulary
from pred_language.lexicon.nouns import nouns
from pred_language.meaning import encoder
from pred_planner.dialects.names import Language, Names, normalise

NO_OBJECTS = frozenset(
    (
        *("room", "kitchen", "bathroom", "bedroom", "livingroom", "house", "home", "wall", "ceiling"),
        *("door", "hand", "hands", "gripper", "robot", "agent", "step"),
        *("object", "objects", "item", "items", "thing", "things", "target", "parent", "recep"),
        *("receptacle", "location", "place", "surface", "container", "appliance", "furniture"),
        *("electronics", "device", "tool", "tools", "slice", "slices", "piece", "pieces", "food", "meal"),
        *("breakfast", "lunch", "dinner", "water", "coffee", "tea", "juice", "milk", "butter", "blanket"),
        *("beanbag", "basket", "bench", "tablet", "oven", "tennisball", "wallet", "washingmachine"),
    )
)
"""Words for what no type of the household is, though the lexicon or the encoder would find one near.

Speech may stretch them ("the oven" for the microwave); a plan that names one was made for another
house. A domain with words of its own for its types keeps those.
"""

THE_SPEAKER = ("user", "human", "me", "you", SPEAKER)
"""What models call the one who gives the task besides :data:`pred_core.people.PERSON`."""

FLOOR = 0.7
"""Cosine below which the nearest type is not what a plan meant: "tissues" .77, "vinegar bottle" .72; "shirt" .60."""


@per_domain
def repairer() -> Names:
    """Return the repairer over the whole vocabulary, and the one who speaks."""
    aliases = {phrase: max(classes, key=lambda name: classes[name]) for phrase, classes in nouns().items() if classes}
    own = [word for kind in object_types().values() for word in kind.words] + list(kinds())
    no_objects = NO_OBJECTS.difference(map(normalise, own))
    speaker = dict.fromkeys(THE_SPEAKER, PERSON)
    known = Language({**aliases, **domain().aliases, **speaker}, no_objects, frozenset(vocabulary()), _nearest)
    return Names((*object_types(), PERSON), known)


def _nearest(words: str) -> str | None:
    weights = encoder.nearest(words, object_types()) if words else {}
    best = max(weights, key=lambda name: weights[name], default="")
    return best if best and encoder.similarity(words, best) >= FLOOR else None
