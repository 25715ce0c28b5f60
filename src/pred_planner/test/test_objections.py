"""What each GUIDE lets a model change: the paper's listings 1 to 5 pass, anything more is refused."""

from __future__ import annotations

import pytest

from pred_core.plan_language import Discrepancy, Kind, Level
from pred_planner.rows.objections import objection

OPEN, TAKE, CLOSE = ("Fridge", "OpenObject"), ("Apple", "PickupObject"), ("Fridge", "CloseObject")
PUT, AWAY = ("CounterTop", "PutObject"), ("Bed", "PutObject")
OFF = ("Microwave", "ToggleObjectOff")
HEAT, SINK = ("Microwave", "OpenObject"), ("SinkBasin", "PutObject")
WASH = [SINK, ("Faucet", "ToggleObjectOn"), ("Faucet", "ToggleObjectOff"), ("Mug", "PickupObject")]
CLEAN, MOVE = ("Clean", "Mug", "None"), ("Move", "Mug", "Desk")
PASS = ("Pass", "None", "None")

FOUND = Discrepancy(Kind.DTA, "", "Apple", expected="Fridge", observed="CounterTop")
WRONG = Discrepancy(Kind.OHV, "", "Apple", expected="Apple", observed="Tomato")
RIGHT = Discrepancy(Kind.OHV, "", "Apple", expected="Apple", observed="Apple")
RUNNING = Discrepancy(Kind.APM, "", "Microwave", expected="not on", observed="on")
AJAR = Discrepancy(Kind.APM, "", "Fridge", expected="not open", observed="open")
SHUT = Discrepancy(Kind.APM, "", "Fridge", expected="open", observed="not open")
WET = Discrepancy(Kind.APM, "", "SinkBasin", observed="filled")
WASHED = Discrepancy(Kind.APM, "", "Mug", expected="not clean", observed="clean")
THERE = Discrepancy(Kind.ASR, "", "Mug", expected="not on Desk", observed="on Desk")
ELSEWHERE = Discrepancy(Kind.ASR, "", "Mug", expected="not on Desk", observed="on Shelf")

ALLOWED = [
    (FOUND, Level.TUPLE, [OPEN, TAKE, CLOSE, PUT], [TAKE, PUT]),
    (FOUND, Level.TUPLE, [OPEN, TAKE, CLOSE, PUT], [OPEN, TAKE, CLOSE, PUT]),
    (WRONG, Level.TUPLE, [TAKE, PUT], [TAKE, AWAY, TAKE, PUT]),
    (RUNNING, Level.TUPLE, [HEAT, TAKE], [OFF, HEAT, TAKE]),
    (RUNNING, Level.TUPLE, [TAKE, HEAT], [OFF, TAKE, HEAT]),
    (RUNNING, Level.TUPLE, [("Microwave", "ToggleObjectOn")], []),
    (AJAR, Level.TUPLE, [OPEN, TAKE], [TAKE]),
    (SHUT, Level.TUPLE, [TAKE, PUT], [OPEN, TAKE, PUT]),
    (WET, Level.TUPLE, [SINK], [("Faucet", "ToggleObjectOff"), SINK]),
    (WASHED, Level.TUPLE, [*WASH, PUT], [PUT]),
    (WASHED, Level.TRIPLET, [CLEAN, MOVE], [MOVE]),
    (WASHED, Level.TRIPLET, [CLEAN], []),
    (THERE, Level.TRIPLET, [MOVE], [PASS, MOVE]),
    (THERE, Level.TRIPLET, [MOVE, MOVE], [PASS, MOVE]),
]

REFUSED = [
    (FOUND, Level.TUPLE, [OPEN, TAKE, CLOSE, PUT], [TAKE]),
    (FOUND, Level.TUPLE, [OPEN, TAKE, CLOSE, PUT], [TAKE, CLOSE, PUT]),
    (FOUND, Level.TUPLE, [PUT], []),
    (WRONG, Level.TUPLE, [TAKE, PUT], [AWAY, TAKE, PUT]),
    (WRONG, Level.TUPLE, [TAKE, PUT], [TAKE, AWAY, PUT]),
    (WRONG, Level.TUPLE, [TAKE, PUT], [TAKE, AWAY, TAKE, PUT, PUT]),
    (WRONG, Level.TUPLE, [TAKE, PUT], [TAKE, ("Toilet", "PutObject"), TAKE, PUT]),
    (RIGHT, Level.TUPLE, [TAKE, PUT], [TAKE, AWAY, TAKE, PUT]),
    (RUNNING, Level.TUPLE, [HEAT, TAKE], [("Television", "ToggleObjectOff"), HEAT, TAKE]),
    (RUNNING, Level.TUPLE, [HEAT, TAKE], [("Microwave", "CloseObject"), HEAT, TAKE]),
    (RUNNING, Level.TUPLE, [HEAT], [TAKE, HEAT]),
    (RUNNING, Level.TUPLE, [HEAT, TAKE], [TAKE]),
    (RUNNING, Level.TUPLE, [HEAT], [PUT]),
    (WASHED, Level.TUPLE, [TAKE, PUT], [PUT]),
    (WASHED, Level.TUPLE, [TAKE, PUT], [("Mug", "OpenObject"), TAKE, PUT]),
    (WASHED, Level.TRIPLET, [CLEAN, MOVE], [CLEAN]),
    (WASHED, Level.TRIPLET, [MOVE, CLEAN], [CLEAN]),
    (THERE, Level.TRIPLET, [MOVE, MOVE], [MOVE]),
    (THERE, Level.TRIPLET, [MOVE], []),
    (ELSEWHERE, Level.TRIPLET, [MOVE], [PASS, MOVE]),
    (FOUND, Level.TRIPLET, [MOVE, MOVE], [MOVE]),
]


@pytest.mark.parametrize(("found", "level", "before", "after"), ALLOWED)
def test_allowed(found: Discrepancy, level: Level, before: list, after: list) -> None:
    assert objection(found, level, before, after, "Bed") == ""


@pytest.mark.parametrize(("found", "level", "before", "after"), REFUSED)
def test_refused_with_a_reason(found: Discrepancy, level: Level, before: list, after: list) -> None:
    assert objection(found, level, before, after, "Bed")


def test_a_thing_is_not_put_on_itself() -> None:
    on_itself = [TAKE, ("Apple", "PutObject"), TAKE, PUT]
    assert "itself" in objection(WRONG, Level.TUPLE, [TAKE, PUT], on_itself)
