"""Findings change the plan before the subgoal starts; doubts get another look; nothing is revised for ever."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fake_house import House, do, plan_of, skills, slices_to_table, thing
from findings import MUG_TO_DESK, asked, by_rules, found

from pred_core.objects import Attribute, Truth
from pred_core.plan_language import Discrepancy, Kind, Plan, PlanRevision
from pred_recovery.mission.requests import (
    Check,
    Mode,
    Navigate,
    Reply,
    Revise,
    UseSkill,
)
from pred_recovery.mission.settings import ModulesError, modules


def test_modules_are_read_and_bad_ones_named() -> None:
    assert modules("dta, asr") == (Kind.DTA, Kind.ASR)
    assert modules("none") == () and modules("") == ()
    with pytest.raises(ModulesError, match="xyz"):
        modules("dta,xyz")


def test_without_modules_nothing_is_asked() -> None:
    house = House(MUG_TO_DESK, thing("Mug_1"), thing("Desk_1", (3, 0)))
    result, _ = do(house, modules="none")
    assert result.outcome and asked(house) == []


def expecting(**fields: object) -> Plan:
    from pred_core.plan_language import Expectation, High, Level, Subgoal

    triplet = Subgoal("t1", Level.TRIPLET, High.MOVE, "Pillow", "Sofa", object_ref="x1", receptacle_ref="y1")
    return plan_of(
        ("Pillow", "PickupObject", "x1"),
        ("Sofa", "PutObject", "y1"),
        triplets=(triplet,),
        s0={"expectation": Expectation(class_name="Pillow", **fields)},  # type: ignore[arg-type]
    )


def test_asr_what_is_there_already_is_left_and_counts() -> None:
    plan = expecting(relation="not_on", relation_target="Sofa")
    house = House(plan, thing("Pillow_1", parent="Sofa_1"), thing("Sofa_1"), thing("Pillow_2", (4, 4)))
    house.findings = [Reply(certain=(found(Kind.ASR, "Pillow_1", "on Sofa"),))]
    by_rules(house)
    result, log = do(house, modules="asr")
    assert result.outcome
    assert skills(house) == []
    assert log.revisions[0].accepted


def test_asr_what_a_search_finds_where_it_should_go_stays_there() -> None:
    plan = expecting(relation="not_on", relation_target="Sofa")
    house = House(plan, thing("Sofa_1"), unseen=(thing("Pillow_1", parent="Sofa_1"),))
    house.findings = [Reply(certain=(found(Kind.ASR, "Pillow_1", "on Sofa"),))]
    by_rules(house)
    result, log = do(house, modules="asr")
    assert result.outcome and result.swayed_by == (Kind.ASR,)
    assert "explored" in log.kinds() and skills(house) == []


def test_a_module_has_no_say_where_it_finds_nothing() -> None:
    plan = expecting(relation="not_on", relation_target="Sofa")
    house = House(plan, thing("Sofa_1"), thing("Pillow_1", (4, 4)))
    result, _ = do(house)
    assert result.outcome and result.swayed_by == ()


def test_dta_is_asked_with_the_expectation_of_what_is_taken() -> None:
    from pred_core.plan_language import Expectation

    expectation = Expectation(class_name="Apple", place="Fridge")
    plan = plan_of(
        ("Fridge", "OpenObject", "fridge"),
        ("Apple", "PickupObject", "x1"),
        ("Fridge", "CloseObject", "fridge"),
        s1={"expectation": expectation},
    )
    house = House(
        plan, thing("Apple_1", parent="CounterTop_1"), thing("CounterTop_1"), thing("Fridge_1", (5, 0))
    )
    house.findings = [Reply(certain=(found(Kind.DTA, "Apple_1", "CounterTop"),))]
    by_rules(house)
    result, _ = do(house, modules="dta")
    assert result.outcome
    check = next(r for r in house.requests if isinstance(r, Check))
    assert check.subgoal.id == "s0" and check.subgoal.expectation == expectation
    assert skills(house) == [("PickupObject", "Apple_1")]


def test_dta_is_not_asked_about_what_the_robot_put_away_itself() -> None:
    plan = plan_of(
        ("Apple", "PickupObject", "x1"),
        ("Fridge", "PutObject", "fridge"),
        ("Fridge", "CloseObject", "fridge"),
        ("Fridge", "OpenObject", "fridge"),
        ("Apple", "PickupObject", "x1"),
    )
    house = House(plan, thing("Apple_1"), thing("Apple_2", (4, 4)), thing("Fridge_1", (5, 0), open=True))
    result, _ = do(house, modules="dta")
    assert result.outcome
    assert asked(house) == []


def test_a_doubt_gets_another_look_and_only_one() -> None:
    plan = expecting(attributes=(Attribute("clean", Truth.FALSE),))
    house = House(plan, thing("Pillow_1"), thing("Sofa_1", (3, 0)))
    doubt = Reply(doubtful=(found(Kind.APM, "Pillow_1", "clean", confidence=0.3),))
    house.findings = [doubt, doubt, doubt]
    result, log = do(house, modules="apm")
    assert result.outcome
    looks = [r for r in house.requests if isinstance(r, Navigate) and r.mode is Mode.OBJECT]
    assert looks[0].object_id == "Pillow_1"
    assert log.kinds().count("doubt") == 1
    assert not [r for r in house.requests if isinstance(r, Revise)]


def test_what_another_look_makes_certain_changes_the_plan() -> None:
    plan = expecting(relation="not_on", relation_target="Sofa")
    house = House(plan, thing("Pillow_1", parent="Sofa_1"), thing("Sofa_1"), thing("Pillow_2", (4, 4)))
    here = found(Kind.ASR, "Pillow_1", "on Sofa")
    house.findings = [Reply(doubtful=(replace(here, confidence=0.5),)), Reply(certain=(here,))]
    by_rules(house)
    result, log = do(house, modules="asr")
    assert result.outcome and log.kinds().count("doubt") == 1
    assert len(log.revisions) == 1 and skills(house) == []


def test_apm_goes_to_what_it_takes_next_before_it_asks_about_a_state_not_told_from_afar() -> None:
    plan = expecting(attributes=(Attribute("clean", Truth.FALSE),))
    house = House(plan, thing("Pillow_1"), thing("Sofa_1", (3, 0)))
    result, _ = do(house, modules="apm")
    assert result.outcome
    kinds = [type(r) for r in house.requests]
    asked_first = kinds.index(Check)
    went = house.requests[asked_first - 1]
    assert isinstance(went, Navigate) and went.object_id == "Pillow_1"


@pytest.mark.parametrize(("expected", "known"), [("clean", {"clean": False}), ("hot", {})])
def test_apm_asks_from_where_it_is_when_going_would_tell_nothing(
    expected: str, known: dict[str, bool]
) -> None:
    plan = expecting(attributes=(Attribute(expected, Truth.FALSE),))
    house = House(plan, thing("Pillow_1", **known), thing("Sofa_1", (3, 0)))
    do(house, modules="apm")
    first = [type(r) for r in house.requests].index(Check)
    gone = [r for r in house.requests[:first] if isinstance(r, Navigate) and r.mode is Mode.OBJECT]
    assert not gone


def test_what_the_planner_saw_no_use_for_is_not_brought_up_again() -> None:
    plan = expecting(attributes=(Attribute("clean", Truth.FALSE),))
    house = House(plan, thing("Pillow_1"), thing("Sofa_1", (3, 0)))
    house.findings = [Reply(certain=(found(Kind.APM, "Pillow_1", "clean"),))] * 5
    result, _ = do(house, modules="apm")
    assert result.outcome
    assert len([r for r in house.requests if isinstance(r, Revise)]) == 1


def test_a_planner_that_always_changes_its_mind_does_not_keep_the_robot() -> None:
    plan = expecting(relation="not_on", relation_target="Sofa")
    house = House(plan, thing("Pillow_1", parent="Sofa_1"), thing("Sofa_1"))
    house.findings = [Reply(certain=(found(Kind.ASR, "Pillow_1", str(n)),)) for n in range(100)]
    house.reviser = lambda given, d: PlanRevision("asr", "llm", "again", given, given, d)
    result, log = do(house, modules="asr", max_revisions=3)
    assert result.outcome
    assert len(log.revisions) <= 4


SLICED = Reply(certain=(Discrepancy(Kind.APM, "", "Apple", "AppleSliced_1", observed="sliced"),))


def test_apm_slices_that_are_there_already_are_taken() -> None:
    house = House(slices_to_table(), thing("Apple_1"), thing("AppleSliced_1"), thing("DiningTable_1", (3, 0)))
    house.findings = [SLICED]
    by_rules(house)
    result, _ = do(house, modules="apm")
    assert result.outcome
    assert next(r for r in house.requests if isinstance(r, Check)).subject_id == "AppleSliced_1"
    assert skills(house) == [("PickupObject", "AppleSliced_1"), ("PutObject", "DiningTable_1")]


def test_apm_slices_that_a_search_for_the_whole_brings_up_are_taken() -> None:
    hidden = replace(thing("AppleSliced_1", (5, 0), parent="Fridge_1"), observations=0)
    house = House(
        slices_to_table(), thing("Knife_1"), thing("DiningTable_1", (3, 0)), thing("Fridge_1", (5, 0)), hidden
    )
    house.findings = [SLICED]
    by_rules(house)
    result, log = do(house, modules="apm", close_searched=False)
    assert result.outcome
    assert log.strategies() == ["compare_again"]
    assert house.objects["AppleSliced_1"].parent_id == "DiningTable_1"
    assert house.objects["Knife_1"].parent_id == "DiningTable_1"


def test_apm_no_slices_count_while_the_whole_is_in_the_hand() -> None:
    from pred_planner.plan.expansion import expand

    plan = slices_to_table()
    triplets = (replace(plan.triplets[0], inside=("Fridge",)), plan.triplets[1])
    plan = replace(plan, triplets=triplets, subgoals=expand(triplets))
    fridge = thing("Fridge_1", (5, 0), open=True)
    house = House(plan, thing("Apple_1", (5, 0), parent="Fridge_1"), thing("Knife_1"), fridge)
    house.objects |= {
        "DiningTable_1": thing("DiningTable_1", (3, 0)),
        "AppleSliced_9": thing("AppleSliced_9"),
    }
    result, _ = do(house, modules="apm")
    assert result.outcome
    (picked,) = (
        i
        for i, r in enumerate(house.requests)
        if isinstance(r, UseSkill) and r.target.id == "Apple_1" and r.skill == "PickupObject"
    )
    subjects = [
        [r.subject_id for r in part if isinstance(r, Check)]
        for part in (house.requests[:picked], house.requests[picked:])
    ]
    assert subjects[0][0] == "AppleSliced_9"
    assert subjects[1][0] == "Fridge_1", "nothing is asked about slices while the apple is in the hand"
