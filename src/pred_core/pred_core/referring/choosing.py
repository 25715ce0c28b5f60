"""Which remembered instances a description means: the same judgement for the one who acts, asks, or checks the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pred_core.objects import ObjectMemory, ObjectState
from pred_core.referring.description import Description, TestKind
from pred_core.referring.relations import Point
from pred_core.referring.scoring import AS_GOOD, FITS, scores

LIKELY = 0.4
"""Weight from which a class is compared with the others: "the nearest mug" is not the cup beside it."""


def likely(description: Description, states: Iterable[ObjectState]) -> list[ObjectState]:
    """Return the instances of the classes that the words likely mean, of those that there are."""
    known = list(states)
    best = max((description.weight(o.class_name) for o in known), default=0.0)
    return [o for o in known if description.weight(o.class_name) >= LIKELY * best]


def meant(
    description: Description,
    memory: ObjectMemory,
    view: Point,
    usable: Sequence[ObjectState] | None = None,
) -> list[ObjectState]:
    """Return the usable instances that may be meant, the likeliest first and only those about as likely; none fits: [].

    Orders ("the largest") compare all there are, not only what is usable.
    """
    ordered = any(test.kind in (TestKind.ORDER, TestKind.SIZE) for test in description.tests)
    known = [o for o in memory.objects if o.class_name in description.classes]
    compared = likely(description, known) if ordered else known
    found = scores(description, memory, view, compared)
    ids = {o.id for o in compared} if usable is None else {o.id for o in usable}
    fits = [o for o in compared if o.id in ids and found[o.id] >= FITS]
    weighed = {o.id: found[o.id] * max(description.weight(o.class_name), 1e-3) for o in fits}
    best = max(weighed.values(), default=0.0)
    kept = [o for o in fits if weighed[o.id] >= AS_GOOD * best]
    return sorted(kept, key=lambda o: (-weighed[o.id], o.id))
