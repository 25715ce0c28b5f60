"""Where to look inside."""

from __future__ import annotations

from dataclasses import replace

from fake_house import FakeLog, House, plan_of, thing

from pred_core.plan_language import Primitive
from pred_core.referring.description import Description, Test, TestKind
from pred_core.vocabulary import object_types
from pred_recovery.mission.mission import Assignment, Mission
from pred_recovery.mission.progress import Progress
from pred_recovery.mission.settings import Settings
from pred_recovery.search.likely_places import likelihood, places


def ranked(plan, *objects):
    house = House(plan, *objects)
    mission = Mission(Assignment("do it"), Settings(), house, FakeLog(), Progress(plan))
    return [p.id for p in places(mission, plan.subgoals[0])]


def test_food_is_sought_in_the_fridge_first():
    plan = plan_of(("Lettuce", Primitive.PICKUP))
    order = ranked(plan, thing("Cabinet_1"), thing("Drawer_1"), thing("Fridge_1"), thing("Microwave_1"))
    assert order[0] == "Fridge_1"


def test_open_places_and_those_it_does_not_fit_are_left_out():
    plan = plan_of(("Mug", Primitive.PICKUP))
    fitting = object_types()["Mug"].receptacles or frozenset()
    assert "Drawer" not in fitting and "Cabinet" in fitting
    assert ranked(plan, thing("Cabinet_1", open=True), thing("Drawer_1"), thing("Cabinet_2")) == ["Cabinet_2"]


def test_the_likelihood_of_many_is_shared_and_near_ones_come_first():
    plan = plan_of(("Mug", Primitive.PICKUP))
    order = ranked(plan, thing("Cabinet_1", (5, 0)), thing("Cabinet_2", (1, 0)))
    assert order == ["Cabinet_2", "Cabinet_1"]


def test_slices_are_sought_where_the_whole_is_kept():
    assert likelihood(["AppleSliced"], "Fridge") == likelihood(["Apple"], "Fridge") > 0


def test_fixtures_are_not_sought_inside_anything():
    plan = plan_of(("SinkBasin", Primitive.PUT))
    assert ranked(plan, thing("Cabinet_1"), thing("Fridge_1"), thing("GarbageCan_1"), thing("Sink_1")) == []


def test_a_deep_bin_is_looked_into_too():
    plan = plan_of(("Potato", Primitive.PICKUP))
    assert "GarbageCan_1" in ranked(plan, thing("GarbageCan_1"), thing("CounterTop_1"))


def test_a_place_told_by_what_lies_in_it_is_looked_for_in_its_kind():
    plan = plan_of(("Drawer", Primitive.OPEN))
    ref = plan.subgoals[0].object_ref
    holds = Test(TestKind.RELATION, "with", (Description("spoon", ("Spoon",), (1.0,)),), words="with spoon")
    told = Description("drawer", ("Drawer",), (1.0,), (holds,)).as_mapping()
    rooms = thing("Drawer_1"), thing("Cabinet_1"), thing("Fridge_1")
    assert ranked(plan, *rooms) == []
    assert ranked(replace(plan, context={"refers": {ref: told}}), *rooms) == ["Drawer_1"]


def test_another_meaning_of_the_named_furniture_comes_after_what_is_named():
    plan = plan_of(("Spoon", Primitive.PICKUP), s0={"inside": ("Cabinet", "Drawer")})
    source = {"words": "cabinet", "classes": ["Cabinet", "Drawer"], "weights": [1.0, 0.03]}
    rooms = thing("Cabinet_1", (9, 0)), thing("Drawer_1", (1, 0)), thing("GarbageCan_1", (1, 1))
    order = ranked(replace(plan, context={"source": source}), *rooms)
    assert order == ["Cabinet_1", "Drawer_1", "GarbageCan_1"]


def test_no_mug_is_sought_in_drawers_though_that_may_be_meant():
    plan = plan_of(("Mug", Primitive.PICKUP), s0={"inside": ("Cabinet", "Drawer")})
    source = {"words": "cabinet", "classes": ["Cabinet", "Drawer"], "weights": [1.0, 0.03]}
    rooms = thing("Cabinet_1", (9, 0)), thing("Drawer_1", (1, 0))
    assert ranked(replace(plan, context={"source": source}), *rooms) == ["Cabinet_1"]
