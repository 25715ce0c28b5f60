"""Which remembered instances a description means: the same judgement for the one who acts, asks, or checks the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pred_core.objects import ObjectMemory, ObjectState
from pred_core.referring.description import Description, TestKind, unseen_of
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


def not_told_apart(
    context: Mapping[str, Any], memory: ObjectMemory, view: Point
) -> Iterator[tuple[str, str, list[ObjectState]]]:
    """Yield the words of a plan that are to tell one thing from others and that nothing here can see.

    Of "the rotten apple" that is "rotten", "apple" and the apples that are known, where there are more than are meant.
    """
    refs: dict[tuple[str, str], list[Description]] = {}
    for one in unseen_of(context).values():
        unseen = " and ".join(test.value for test in one.tests if test.kind is TestKind.UNSEEN)
        refs.setdefault((unseen, one.words), []).append(one)
    for (unseen, noun), described in refs.items():
        known = meant(described[0], memory, view)
        if len(known) > len(described):
            yield unseen, noun, known
