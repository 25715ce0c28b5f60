"""Where the robot sets down what it holds to free its hand: near, free, within reach, and nothing else's place."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fake_house import FakeLog, House, do, plan_of, skills, thing

from pred_core.objects import ObjectState
from pred_core.plan_language import High, Level, Plan, Primitive, Subgoal
from pred_core.vocabulary import ordered_group
from pred_recovery.act.resting_places import is_set_aside, resting_places
from pred_recovery.mission.mission import Assignment, Mission
from pred_recovery.mission.progress import Progress
from pred_recovery.mission.settings import Settings
from pred_recovery.search.instance_selection import candidates

FIRST, *OTHERS = ordered_group("surfaces")
APPLE = replace(thing("Apple_1", (0, 0)), held=True)
APART = (
    Subgoal("t1", Level.TRIPLET, High.MOVE, "Apple", "Fridge", object_ref="x1", receptacle_ref="y1"),
    Subgoal("t2", Level.TRIPLET, High.MOVE, "Mug", "SideTable", object_ref="x2", receptacle_ref="y2"),
)
"""An apple that is to go to the fridge, and a mug to the side table."""


def aside() -> Plan:
    """Return the plan of one step: what is held is set down on any surface."""
    step = Subgoal("s0", Level.TUPLE, Primitive.PUT, FIRST, object_alternatives=tuple(OTHERS), parent="t1")
    return replace(plan_of(("Apple", Primitive.PUT)), triplets=APART, subgoals=(step,))


def mission_with(*places: ObjectState, plan: Plan | None = None, held: str = "Apple_1") -> Mission:
    house = House(plan or aside(), APPLE, *places)
    house.held = held
    return Mission(Assignment("do it"), Settings(), house, FakeLog(), Progress(plan or aside()))


def order(*places: ObjectState) -> list[str]:
    mission = mission_with(*places)
    mission.bindings.variables["x1"] = "Apple_1"
    first = [o.id for o in candidates(mission, aside().subgoals[0])]
    # a step of the plan and a remedy choose alike
    assert [i for i in (o.id for o in resting_places(mission, "Apple")) if i in first] == first
    return first


def test_only_a_step_without_a_place_of_its_own_sets_aside() -> None:
    step = aside().subgoals[0]
    assert is_set_aside(step)
    assert not is_set_aside(replace(step, object_ref="y1"))
    assert not is_set_aside(replace(step, object_alternatives=()))


def test_the_nearest_surface_is_taken_whatever_its_kind_and_by_its_side() -> None:
    long = replace(thing("CounterTop_1", (3.5, 0)), size=(6.0, 0.6, 0.9))
    assert order(thing("CounterTop_2", (4, 4)), thing("DiningTable_1", (2, 0))) == ["DiningTable_1", "CounterTop_2"]
    assert order(thing("DiningTable_1", (2, 0)), long) == ["CounterTop_1", "DiningTable_1"]


@pytest.mark.parametrize(
    ("worse", "more"),
    [
        (thing("SideTable_1", (1, 0)), ()),  # the mug's place
        (thing("CounterTop_2", (1, 0), "Cabinet_1"), (thing("Cabinet_1", (1, 0), open=False),)),
        (replace(thing("CounterTop_2", (1, 0)), center=(1, 0, 1.7)), ()),  # over the camera
        (replace(thing("CounterTop_2", (1, 0)), score=0.45), ()),
        (thing("CounterTop_2", (1, 0)), tuple(thing(f"Pot_{n}", (1, 0), "CounterTop_2") for n in range(4))),
    ],
)
def test_a_poor_place_is_taken_only_where_there_is_no_other(worse: ObjectState, more: tuple[ObjectState, ...]) -> None:
    assert order(worse, *more)[0] == worse.id
    found = order(worse, *more, thing("DiningTable_1", (5, 0)))
    assert found[0] == "DiningTable_1" and worse.id in found


def test_what_the_held_thing_itself_goes_to_is_as_good_as_another_place() -> None:
    mission = mission_with(thing("SideTable_1", (1, 0)), thing("DiningTable_1", (5, 0)))
    mission.bindings.variables["x2"] = "Apple_1"  # had it been the mug
    assert [o.id for o in resting_places(mission, "Apple")] == ["SideTable_1", "DiningTable_1"]


def test_basins_and_bins_come_after_surfaces_however_near() -> None:
    near = (thing("SinkBasin_1", (1, 0)), thing("GarbageCan_1", (0.5, 0)))
    mission = mission_with(*near, thing("DiningTable_1", (5, 0)))
    assert resting_places(mission, "Apple")[0].id == "DiningTable_1"


def test_the_executive_sets_down_where_it_stands() -> None:
    house = House(aside(), APPLE, thing("CounterTop_1", (6, 0)), thing("DiningTable_1", (1, 1)))
    house.held = "Apple_1"
    result, _ = do(house)
    assert result.outcome and skills(house) == [(Primitive.PUT, "DiningTable_1")]
