"""A revision that left out slicing is taken back where no slice is found."""

from __future__ import annotations

import pytest
from fake_house import House, do, skills, slices_to_table, thing

from pred_core.plan_language import Discrepancy, Kind
from pred_planner.rules.revision import revise
from pred_recovery.mission.requests import Reply

WRONGLY = Reply(certain=(Discrepancy(Kind.APM, "", "Apple", "Apple_1", observed="sliced"),))
TABLE = thing("DiningTable_1", (3, 0))


def house_with(*things: str) -> House:
    """Return a house where the apple is found to be sliced at once, and the plan changed for that."""
    house = House(slices_to_table(), TABLE, *(thing(name) for name in things))
    house.findings = [WRONGLY] * 20  # what was taken back is not brought up again
    house.reviser = lambda plan, found: revise(plan, found, house.memory)
    return house


@pytest.mark.parametrize("recovery", ["rules", "positioning"])
def test_what_was_taken_for_sliced_is_cut_when_no_slice_is_found(recovery: str) -> None:
    house = house_with("Apple_1", "Knife_1")
    result, log = do(house, modules="apm", recovery=recovery)
    assert result.outcome, result.outcome
    assert [strategy for strategy, *_ in log.recoveries] == ["cut_after_all"]
    assert skills(house) == [
        ("PickupObject", "Knife_1"),
        ("PutObject", "DiningTable_1"),
        ("PickupObject", "Knife_1"),
        ("SliceObject", "Apple_1"),
        ("PutObject", "DiningTable_1"),
        ("PickupObject", "AppleSliced_0"),
        ("PutObject", "DiningTable_1"),
    ]
    assert [r.trigger for r in log.revisions][-1] == "way_back"


def test_where_a_slice_is_found_nothing_is_taken_back() -> None:
    house = house_with("Apple_1", "Knife_1", "AppleSliced_7")
    result, log = do(house, modules="apm")
    assert result.outcome and not log.recoveries
    assert ("PickupObject", "AppleSliced_7") in skills(house)
