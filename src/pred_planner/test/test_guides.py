"""What each GUIDE lets a model change: the paper's listings 1 to 5 pass, anything more is refused."""

from __future__ import annotations

import pytest

from pred_planner.guides import objection
from pred_planner.language import Kind, Level

OPEN, TAKE, CLOSE = ("Fridge", "OpenObject"), ("Apple", "PickupObject"), ("Fridge", "CloseObject")
PUT = ("CounterTop", "PutObject")
CLEAN, MOVE = ("Clean", "Mug", "None"), ("Move", "Mug", "Desk")
PASS = ("Pass", "None", "None")

ALLOWED = [
    (Kind.DTA, Level.TUPLE, [OPEN, TAKE, CLOSE, PUT], [TAKE, PUT]),
    (Kind.DTA, Level.TUPLE, [OPEN, TAKE, CLOSE, PUT], [OPEN, TAKE, CLOSE, PUT]),
    (Kind.OHV, Level.TUPLE, [TAKE, PUT], [TAKE, ("Bed", "PutObject"), TAKE, PUT]),
    (Kind.APM, Level.TUPLE, [OPEN, TAKE], [("Fridge", "ToggleObjectOff"), OPEN, TAKE]),
    (Kind.APM, Level.TUPLE, [OPEN, TAKE], [TAKE]),
    (Kind.APM, Level.TRIPLET, [CLEAN, MOVE], [MOVE]),
    (Kind.ASR, Level.TRIPLET, [MOVE], [PASS, MOVE]),
    (Kind.ASR, Level.TRIPLET, [MOVE, MOVE], [PASS, MOVE]),
]

REFUSED = [
    (Kind.DTA, Level.TUPLE, [OPEN, TAKE, CLOSE, PUT], [TAKE]),
    (Kind.DTA, Level.TUPLE, [OPEN, TAKE, CLOSE, PUT], [TAKE, CLOSE, PUT]),
    (Kind.DTA, Level.TUPLE, [PUT], []),
    (Kind.OHV, Level.TUPLE, [TAKE, PUT], [("Bed", "PutObject"), TAKE, PUT]),
    (Kind.OHV, Level.TUPLE, [TAKE, PUT], [TAKE, ("Bed", "PutObject"), PUT]),
    (Kind.OHV, Level.TUPLE, [TAKE, PUT], [TAKE, ("Bed", "PutObject"), TAKE, PUT, PUT]),
    (Kind.APM, Level.TUPLE, [TAKE, PUT], [PUT]),
    (Kind.APM, Level.TUPLE, [OPEN], [TAKE, OPEN]),
    (Kind.APM, Level.TUPLE, [OPEN], [PUT]),
    (Kind.APM, Level.TRIPLET, [CLEAN, MOVE], [CLEAN]),
    (Kind.ASR, Level.TRIPLET, [MOVE, MOVE], [MOVE]),
    (Kind.ASR, Level.TRIPLET, [MOVE], []),
]


@pytest.mark.parametrize(("kind", "level", "before", "after"), ALLOWED)
def test_allowed(kind: Kind, level: Level, before: list, after: list) -> None:
    assert objection(kind, level, before, after) == ""


@pytest.mark.parametrize(("kind", "level", "before", "after"), REFUSED)
def test_refused_with_a_reason(kind: Kind, level: Level, before: list, after: list) -> None:
    assert objection(kind, level, before, after)
