"""What PRED's GUIDEs are about: which level each kind of discrepancy is put to a model at (section C.1)."""

from __future__ import annotations

from collections.abc import Sequence

from pred_core.plan_language import High, Kind, Level

Row = tuple[str, ...]
Rows = Sequence[Row]

PASS: Row = (High.PASS, "None", "None")
GUIDED = frozenset(
    {
        (Kind.DTA, Level.TUPLE),
        (Kind.OHV, Level.TUPLE),
        (Kind.APM, Level.TUPLE),
        (Kind.APM, Level.TRIPLET),
        (Kind.ASR, Level.TRIPLET),
    }
)
"""What there is a GUIDE for (listings 1 to 5); the rules alone revise the other pairs."""


def level_of(kind: Kind, *, redundant: bool) -> Level:
    """Return the level at which a discrepancy is put to the reasoner (C.1).

    :param redundant: for APM, whether the attribute is the very effect a triplet is there for
    """
    if kind is Kind.ASR or (kind is Kind.APM and redundant):
        return Level.TRIPLET
    return Level.TUPLE
