"""What a thing looked like from several sides, weighed against each other (PRED section 3.1.2, C.2)."""

from __future__ import annotations

from collections.abc import Iterable

AT_FIRST = 0.5
"""What the view at the time of interaction counts, against one of the thing in the hand: it is why it was taken."""


def lead_of_others(wanted: str, views: Iterable[str]) -> float:
    """Return by how many views of what is in the hand another class leads over the wanted one.

    Never 0: where as many speak for as against it, it stays what it was taken for.

    :param views: the class in each view in which it was recognised
    """
    return sum(1.0 if name != wanted else -1.0 for name in views) - AT_FIRST
