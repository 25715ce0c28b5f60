"""What cannot be carried to a sink as plans: fetch something to wipe with, wipe, put it back; a bed is made by hand."""

from __future__ import annotations

import pytest

from pred_core.action_model.goals import conditions_of
from pred_core.objects import ObjectMemory, ObjectState
from pred_core.plan_language import WIPER, High, Level, Subgoal
from pred_core.vocabulary import within_domain
from pred_language.reader import Texts
from pred_planner.dialects.actions import high, primitive
from pred_planner.plan.binding import bound
from pred_planner.plan.check import check_tuples
from pred_planner.plan.expansion import expand
from pred_planner.plan.judging import objection_to
from pred_planner.plan.parsed import Parsed, ParsedStep, Repairs
from pred_planner.rows.treatments import without_treatment
from pred_planner.rules.reasoner import Planned, RulesReasoner


def room(*objects: tuple[str, str]) -> ObjectMemory:
    """Return a memory of objects, each with what it lies on."""
    states = tuple(
        ObjectState(name, name.rpartition("_")[0], (float(n), 0.0, 1.0), (0.3, 0.3, 0.3), parent_id=parent)
        for n, (name, parent) in enumerate(objects)
    )
    return ObjectMemory(step=1, objects=states)


BATH = room(
    ("Mirror_1", ""), ("SideTable_1", ""), ("Cloth_1", "SideTable_1"), ("Towel_1", "SideTable_1"), ("SinkBasin_1", "")
)
TWO = room(("Mirror_1", ""), ("Mirror_2", ""), ("Cloth_1", ""))


def plan(words: str, memory: ObjectMemory = BATH, robot: str = "") -> Planned:
    with within_domain("household", robot):
        return RulesReasoner().make_plan(Texts(words), memory)


def rows(words: str, memory: ObjectMemory = BATH) -> list[str]:
    planned = plan(words, memory)
    assert planned.plan is not None, planned
    assert not planned.plan.context.get("left_out"), planned.plan.context
    return [f"{s.object} {s.action.removesuffix('Object')}" for s in planned.plan.subgoals]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("wipe the mirror", ["Cloth Pickup", "Mirror Clean", "SideTable Put"]),
        ("polish the mirror, please", ["Cloth Pickup", "Mirror Clean", "SideTable Put"]),
        ("make the mirror shine", ["Cloth Pickup", "Mirror Clean", "SideTable Put"]),
        (
            "clean the mirror and put the cloth in the sink",
            ["Cloth Pickup", "Mirror Clean", "SinkBasin Put"],
        ),
    ],
)
def test_a_mirror_is_wiped_with_what_goes_back_or_where_an_order_says(words: str, expected: list[str]) -> None:
    assert rows(words) == expected


def test_of_several_mirrors_each_is_wiped_with_one_cloth() -> None:
    found = rows("wipe both mirrors", TWO)
    assert found[:3] == ["Cloth Pickup", "Mirror Clean", "Mirror Clean"] and len(found) == 4


@pytest.mark.parametrize("words", ["make the bed", "make up my bed", "tidy the bed", "clean the bed"])
def test_a_bed_is_made_by_hand(words: str) -> None:
    assert rows(words, room(("Bed_1", ""), ("Cloth_1", ""))) == ["Bed Clean"]


def test_a_cloth_out_of_a_drawer_goes_back_into_it() -> None:
    stored = room(("Mirror_1", ""), ("Drawer_1", ""), ("Cloth_1", "Drawer_1"))
    assert rows("wipe the mirror", stored) == [
        *("Drawer Open", "Cloth Pickup", "Drawer Close"),
        "Mirror Clean",
        *("Drawer Open", "Drawer Put", "Drawer Close"),
    ]


def test_what_is_wiped_with_may_be_named() -> None:
    planned = plan("wipe the mirror with the towel")
    assert planned.plan is not None and planned.understood == "I'll wipe the mirror with the towel."
    assert set(planned.plan.context["refers"][WIPER]["classes"]) == {"Towel", "HandTowel"}
    assert [s.object_ref for s in planned.plan.subgoals] == [WIPER, "x1", ""]


def test_what_is_said_tells_the_verb() -> None:
    assert plan("clean the mirror").understood == "I'll wipe the mirror."
    assert plan("make the bed", room(("Bed_1", ""))).understood == "I'll make the bed."


@pytest.mark.parametrize("words", ["wipe the table", "clean the floor", "polish the table"])
def test_what_does_not_get_dirty_is_refused(words: str) -> None:
    assert plan(words, room(("DiningTable_1", ""), ("Floor_1", ""), ("Cloth_1", ""))).plan is None


def test_a_robot_without_the_skill_says_so() -> None:
    refused = plan("wipe the mirror", robot="spot")
    assert refused.plan is None
    assert refused.outcome.message == "This robot does not wipe things where they are, or make beds."


def test_the_checker_tells_what_is_missing() -> None:
    def message(*pairs: tuple[str, str]) -> str:
        given = [Subgoal(f"s{n}", Level.TUPLE, action, name) for n, (name, action) in enumerate(pairs)]
        return check_tuples(given).message

    assert "the hand holds nothing to wipe with" in message(("Mirror", "CleanObject"))
    assert "the hand holds the Mug already" in message(("Mug", "PickupObject"), ("Bed", "CleanObject"))
    assert "not wiped where it is" in message(("Cloth", "PickupObject"), ("CounterTop", "CleanObject"))
    assert not message(("DishSponge", "PickupObject"), ("Mirror", "CleanObject"))


def test_a_model_may_write_it_at_either_level() -> None:
    repairs = Repairs()
    assert high("CleanObject", repairs) == High.CLEAN
    assert primitive("CleanObject", repairs) == "CleanObject"


@pytest.mark.parametrize(
    "given",
    [
        [("Clean", "Mirror", "")],
        [("Pickup", "Cloth", ""), ("Clean", "Mirror", "")],
        [("Pickup", "Cloth", ""), ("Clean", "Mirror", ""), ("Put", "Cloth", "SideTable")],
    ],
)
def test_a_model_may_leave_out_or_write_what_it_takes(given: list[tuple[str, str, str]]) -> None:
    planned = plan("wipe the mirror").plan
    assert planned is not None
    made = bound(Parsed(Level.TRIPLET, tuple(ParsedStep(*row) for row in given), ()), planned.triplets)
    assert [s.as_tuple() for s in expand(made)] == [s.as_tuple() for s in planned.subgoals]
    assert not objection_to(made, conditions_of(planned.triplets), BATH)


def test_a_model_does_not_carry_a_mirror() -> None:
    planned = plan("wipe the mirror").plan
    assert planned is not None
    carried = (ParsedStep("Clean", "Mirror", ""), ParsedStep("Put", "Mirror", "Shelf"))
    made = bound(Parsed(Level.TRIPLET, carried, ()), planned.triplets)
    assert "cannot be picked up" in objection_to(made, conditions_of(planned.triplets), BATH)


def test_a_mug_is_washed_as_before() -> None:
    washed = Subgoal("t1", Level.TRIPLET, High.CLEAN, "Mug", object_ref="x1")
    assert [s.object for s in expand((washed,))] == ["Mug", "SinkBasin", "Faucet", "Faucet", "Mug"]


def test_what_is_clean_already_is_left_out_with_fetching_for_it() -> None:
    wiping = [("Cloth", "PickupObject"), ("Mirror", "CleanObject"), ("SideTable", "PutObject")]
    assert without_treatment(wiping, "Mirror", "clean") == []
    kept = [*wiping[:2], ("Mirror", "CleanObject"), wiping[2]]
    assert without_treatment(kept, "Mirror", "clean") == [wiping[0], *wiping[1:]]
