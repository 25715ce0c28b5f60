"""A place that is said to be closed and has no door is another thing: it is turned away, and another is taken."""

from __future__ import annotations

import pytest
from fake_house import House, do, plan_of, skills, thing

from pred_core.outcome import Code
from pred_core.plan_language import Primitive

P = Primitive

PLAN = plan_of(("Mug", P.PICKUP), ("SinkBasin", P.PUT))


def refusing(place: str, plan=PLAN) -> House:
    other = thing(place.replace("_1", "_2"), (4, 0), open=True)
    house = House(plan, thing("Mug_1", (1, 0)), thing(place, (2, 0), open=True), other)
    house.refusals = [(P.PUT, place, Code.RECEPTACLE_CLOSED)]
    return house


@pytest.mark.parametrize("recovery", ["rules", "staged"])
def test_it_is_not_tried_again_and_another_is_taken(recovery):
    house = refusing("SinkBasin_1")
    result, log = do(house, recovery=recovery)
    assert result.outcome
    assert skills(house) == [(P.PICKUP, "Mug_1"), (P.PUT, "SinkBasin_1"), (P.PUT, "SinkBasin_2")]
    told = [text for kind, _, text, _ in log.events if kind == "discrepancy"]
    assert told == ["SinkBasin_1 is closed, and a sink basin has no door: it is something else that looks like one."]


def test_what_has_a_door_is_opened():
    house = refusing("Microwave_1", plan_of(("Mug", P.PICKUP), ("Microwave", P.PUT)))
    house.mark("Microwave_1", "open", value=True)
    result, log = do(house)
    assert result.outcome and "discrepancy" not in log.kinds()
    assert (P.PUT, "Microwave_2") not in skills(house)


def test_without_object_verification_nothing_is_told_and_nobody_opens_what_has_no_door():
    house = refusing("SinkBasin_1")
    result, log = do(house, modules="none")
    assert result.outcome and "discrepancy" not in log.kinds()
    assert (P.OPEN, "SinkBasin_1") not in skills(house)
