"""The way to a closed place ends where the thing is seen for which it was to be opened (DTA on the way)."""

from __future__ import annotations

import pytest
from fake_house import House, do, plan_of, skills, thing

from pred_core.objects import Attribute, Truth
from pred_core.outcome import Code
from pred_core.plan_language import Discrepancy, Expectation, Kind, Plan
from pred_planner.rules.revision import revise
from pred_recovery.mission.requests import Check, Mode, Navigate, Reply, Revise

FROM_FRIDGE = plan_of(
    ("Fridge", "OpenObject", "fridge"),
    ("Apple", "PickupObject", "x1"),
    ("Fridge", "CloseObject", "fridge"),
    ("DiningTable", "PutObject", "y1"),
    s1={"expectation": Expectation(class_name="Apple", place="Fridge"), "inside": ("Fridge",)},
)
SEEN = Discrepancy(Kind.DTA, "s0", "Apple", "Apple_2", "Fridge", "CounterTop")


def kitchen(plan: Plan = FROM_FRIDGE) -> House:
    house = House(
        plan,
        thing("Fridge_1", (5, 0)),
        thing("CounterTop_1", (3, 0)),
        thing("DiningTable_1", (0, 4)),
        thing("Apple_1", (5, 0), parent="Fridge_1"),
    )
    house.change("Apple_1", observations=0)  # nobody knows of it while the fridge is shut
    house.reviser = lambda given, found: revise(given, found, house.memory)
    return house


def drives(house: House) -> list[str]:
    return [r.object_id for r in house.requests if isinstance(r, Navigate) and r.mode is Mode.OBJECT]


def test_an_apple_seen_on_the_way_to_the_fridge_is_taken_and_the_fridge_stays_shut() -> None:
    house = kitchen()
    house.passed = [thing("Apple_2", (3, 0), parent="CounterTop_1")]
    house.findings = [Reply(), Reply(certain=(SEEN,))]
    result, log = do(house, modules="dta")
    assert result.outcome and result.swayed_by == (Kind.DTA,)
    assert skills(house) == [("PickupObject", "Apple_2"), ("PutObject", "DiningTable_1")]
    assert drives(house)[:2] == ["Fridge_1", "Apple_2"], "the drive to the fridge is not gone on with"
    assert [r.trigger for r in log.revisions] == ["dta"] and "sighted" in log.kinds()


def test_the_plan_is_revised_before_the_robot_does_anything_else() -> None:
    house = kitchen()
    house.passed = [thing("Apple_2", (3, 0), parent="CounterTop_1")]
    house.findings = [Reply(), Reply(certain=(SEEN,))]
    do(house, modules="dta")
    stopped = next(i for i, r in enumerate(house.requests) if isinstance(r, Navigate) and r.watch.classes)
    assert [type(r) for r in house.requests[stopped + 1 : stopped + 3]] == [Check, Revise]


def test_what_is_seen_in_its_place_does_not_keep_the_robot() -> None:
    house = kitchen()
    house.passed = [thing("Apple_2", (5, 0), parent="Fridge_1")]  # through a door that somebody left open
    result, log = do(house, modules="dta")
    assert result.outcome and log.revisions == []
    assert drives(house)[:2] == ["Fridge_1", "Fridge_1"], "the way is gone on with"
    assert skills(house)[0] == ("OpenObject", "Fridge_1")
    assert result.swayed_by == (Kind.DTA,), "without DTA it would not have stopped"


def test_what_is_known_already_does_not_stop_the_robot() -> None:
    house = kitchen()
    house.objects["Apple_2"] = thing("Apple_2", (3, 0), parent="CounterTop_1")
    house.findings = [Reply(), Reply()]  # the detector does not find that it will do
    result, log = do(house, modules="dta")
    assert result.outcome and result.swayed_by == () and "sighted" not in log.kinds()


@pytest.mark.parametrize("modules", ["none", "ohv,apm,asr"])
def test_without_dta_nothing_is_watched_for(modules: str) -> None:
    house = kitchen()
    house.passed = [thing("Apple_2", (3, 0), parent="CounterTop_1")]
    result, _ = do(house, modules=modules)
    assert result.outcome and skills(house)[0] == ("OpenObject", "Fridge_1")
    assert not any(r.watch.classes for r in house.requests if isinstance(r, Navigate))


def test_a_detector_that_sees_apples_everywhere_does_not_keep_the_robot_from_the_fridge() -> None:
    house = kitchen()
    answer, count = house._answer, 0

    def haunted(request: object) -> Reply:
        nonlocal count
        if isinstance(request, Navigate) and request.watch.classes:
            count += 1
            house.passed = [thing(f"Apple_{10 + count}", (3, 0))]
        return answer(request)  # type: ignore[arg-type]

    house._answer = haunted  # type: ignore[method-assign, assignment]
    result, log = do(house, modules="dta")
    assert result.outcome and log.kinds().count("sighted") == 3
    assert skills(house)[0] == ("OpenObject", "Fridge_1")


def test_a_new_way_after_a_failure_is_watched_too() -> None:
    house = kitchen()
    house.refusals = [("OpenObject", "Fridge_1", Code.TARGET_NOT_VISIBLE)]
    answer = house._answer

    def later(request: object) -> Reply:
        if isinstance(request, Navigate) and request.attempt == 1:
            house.passed = [thing("Apple_2", (3, 0), parent="CounterTop_1")]
            house.findings = [Reply(certain=(SEEN,))]
        return answer(request)  # type: ignore[arg-type]

    house._answer = later  # type: ignore[method-assign, assignment]
    result, log = do(house, modules="dta", max_adjustments=0)
    assert result.outcome and [r[0] for r in log.recoveries] == ["next_pose"]
    assert skills(house)[1:] == [("PickupObject", "Apple_2"), ("PutObject", "DiningTable_1")]


def search() -> House:
    plan = plan_of(("Apple", "PickupObject", "x1"), ("DiningTable", "PutObject", "y1"))
    house = kitchen(plan)
    house.passed = [thing("Apple_2", (3, 0), parent="CounterTop_1")]
    return house


def test_a_search_ends_where_the_thing_is_seen_on_the_way_to_the_place_to_look_into() -> None:
    house = search()
    result, log = do(house, modules="dta")
    assert result.outcome and result.swayed_by == (Kind.DTA,)
    assert skills(house) == [("PickupObject", "Apple_2"), ("PutObject", "DiningTable_1")]
    assert "sighted" in log.kinds() and log.revisions == []


def test_without_dta_a_search_goes_on_to_the_place() -> None:
    house = search()
    result, _ = do(house, modules="ohv,apm,asr")
    assert result.outcome and skills(house)[0] == ("OpenObject", "Fridge_1")


def test_what_is_sighted_but_will_not_do_does_not_end_the_search() -> None:
    house = search()
    clean = {"s0": {"required": (Attribute("clean", Truth.TRUE),)}}
    house.plan = plan_of(("Apple", "PickupObject", "x1"), ("DiningTable", "PutObject", "y1"), **clean)
    house.passed = [thing("Apple_2", (3, 0), parent="CounterTop_1", clean=False)]
    result, log = do(house, modules="dta")
    assert result.outcome and "sighted" in log.kinds()
    assert skills(house)[:2] == [("OpenObject", "Fridge_1"), ("PickupObject", "Apple_1")]
