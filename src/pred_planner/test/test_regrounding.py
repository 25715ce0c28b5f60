"""Another meaning when a class cannot be found."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pred_core.objects import ObjectMemory, ObjectState
from pred_core.outcome import Code
from pred_core.plan_language import Plan
from pred_language.reader import Texts
from pred_planner.rules.reasoner import RulesReasoner
from pred_planner.rules.regrounding import REPLACEMENTS, _most_similar

REASONER = RulesReasoner()


def seen(*classes: str) -> ObjectMemory:
    return ObjectMemory(
        objects=tuple(ObjectState(f"{c}_1", c, (0.0, 0.0, 0.0), (0.1, 0.1, 0.1)) for c in classes)
    )


def planned(sentence: str, memory: ObjectMemory) -> Plan:
    made = REASONER.make_plan(Texts(sentence), memory)
    assert made.plan is not None, made
    return made.plan


def at(plan: Plan, name: str) -> str:
    return next(s.id for s in plan.subgoals if s.object == name)


def test_the_next_meaning_that_was_seen_comes_first():
    plan = planned("put the book on the table", seen("Book", "Bed", "CoffeeTable", "Sofa"))
    missing = plan.subgoals[-1].object
    memory = seen("Book", "Bed", "SideTable")
    revision = REASONER.reground_plan(plan, at(plan, missing), missing, memory)
    assert revision.accepted and revision.trigger == "reground"
    assert revision.after.subgoals[-1].object == "SideTable"
    assert revision.after.revision == plan.revision + 1
    assert revision.after.context["tried"] == [missing]


def test_no_meaning_is_tried_twice_and_the_search_ends():
    memory = seen("Book", "SideTable", "CoffeeTable", "Sofa")
    plan = planned("put the book on the table", memory)
    tried = []
    for _ in range(40):
        missing = plan.subgoals[-1].object
        tried.append(missing)
        revision = REASONER.reground_plan(plan, at(plan, missing), missing, memory)
        if not revision.accepted:
            break
        plan = revision.after
    assert revision.outcome.code is Code.NOT_FOUND
    assert len(tried) == len(set(tried)) and len(tried) > 2


def test_the_most_alike_class_stands_in_for_a_place_that_is_missing():
    plan = planned("put the pillow on the sofa", seen("Pillow", "Sofa"))
    last = replace(plan.subgoals[-1], object_alternatives=())
    triplets = tuple(replace(t, receptacle_alternatives=()) for t in plan.triplets)
    plan = replace(plan, subgoals=(*plan.subgoals[:-1], last), triplets=triplets)
    revision = REASONER.reground_plan(plan, last.id, "Sofa", seen("Pillow", "ArmChair", "Fridge"))
    assert revision.after.subgoals[-1].object == "ArmChair"


@pytest.mark.parametrize(
    ("sentence", "appliance"),
    [("put a cold apple on the table", "Fridge"), ("put a hot potato on the table", "Microwave")],
)
def test_nothing_stands_in_for_the_appliance_of_a_treatment_that_does_not_do_the_same(sentence, appliance):
    room = seen("Apple", "Potato", "DiningTable", "Cabinet", "Drawer", "Bowl")
    plan = planned(sentence, room)
    revision = REASONER.reground_plan(plan, at(plan, appliance), appliance, room)
    assert revision.outcome.code is Code.NOT_FOUND and revision.after == plan


def test_something_stands_in_for_furniture_that_only_keeps_a_thing():
    room = seen("Apple", "DiningTable", "Cabinet", "Drawer")
    plan = planned("put the apple in the fridge", room)
    revision = REASONER.reground_plan(plan, at(plan, "Fridge"), "Fridge", room)
    assert revision.accepted and revision.after.subgoals[-1].object != "Fridge"


def test_nothing_that_is_carried_stands_in_for_furniture():
    plan = planned("put the mug in the coffee maker", seen("Mug", "CoffeeMachine"))
    revision = REASONER.reground_plan(plan, at(plan, "CoffeeMachine"), "CoffeeMachine", seen("Mug", "Cup", "Bowl"))
    assert revision.outcome.code is Code.NOT_FOUND


def test_furniture_that_is_there_comes_before_furniture_that_nobody_saw():
    plan = planned("put the pen on the dresser", seen("Pen", "Dresser"))
    last = replace(plan.subgoals[-1], object_alternatives=())
    triplets = tuple(replace(t, receptacle_alternatives=("SideTable", "Cabinet")) for t in plan.triplets)
    plan = replace(plan, subgoals=(*plan.subgoals[:-1], last), triplets=triplets)
    tried = []
    memory = seen("Pen", "SideTable", "Drawer")
    for missing in ("Dresser", "SideTable"):
        plan = REASONER.reground_plan(plan, at(plan, missing), missing, memory).after
        tried.append(plan.subgoals[-1].object)
    assert tried == ["SideTable", "Drawer"]


def test_a_plainly_named_thing_is_not_swapped_for_another():
    plan = planned("put the potato in the fridge", seen("Potato", "Fridge", "Tomato"))
    assert plan.subgoals[0].object_alternatives == ()
    revision = REASONER.reground_plan(plan, at(plan, "Potato"), "Potato", seen("Fridge", "Tomato", "Egg"))
    assert revision.outcome.code is Code.NOT_FOUND and revision.after is plan


def test_what_was_carried_before_is_not_swapped_for_another():
    plan = planned("put a chilled mug on the counter", seen("Mug", "CounterTop", "Fridge"))
    again = [s for s in plan.subgoals if (s.object, s.action) == ("Mug", "PickupObject")][-1]
    while plan.current is not None and plan.current.id != again.id:
        plan = plan.advanced()
    revision = REASONER.reground_plan(plan, again.id, "Mug", seen("CounterTop", "Fridge", "Cup"))
    assert revision.outcome.code is Code.NOT_FOUND and "carried before" in revision.reason


def test_nothing_alike_is_not_found():
    plan = planned("put the basketball on the bed", seen("BasketBall", "Bed"))
    revision = REASONER.reground_plan(plan, plan.subgoals[0].id, "BasketBall", seen("Fridge", "Television"))
    assert revision.outcome.code is Code.NOT_FOUND
    assert "BasketBall" in revision.reason and revision.after is plan


def test_what_is_held_stays_in_the_hand():
    plan = planned("put a chilled mug on the counter", seen("Mug", "CounterTop", "Fridge", "DiningTable"))
    last = len(plan.subgoals) - 1
    for _ in range(last):
        plan = plan.advanced()
    revision = REASONER.reground_plan(plan, plan.subgoals[last].id, "CounterTop", seen("DiningTable"))
    assert [(s.object, s.action) for s in revision.after.subgoals[last:]] == [("DiningTable", "PutObject")]


def test_a_full_hand_is_emptied_before_a_new_task():
    mug = ObjectState("Mug_1", "Mug", (0.0, 0.0, 0.0), (0.1, 0.1, 0.1), held=True)
    memory = ObjectMemory(objects=(mug, *seen("Book", "Bed", "Desk").objects), held_id="Mug_1")
    steps = planned("put the book on the bed", memory).subgoals
    assert [(s.object, s.action) for s in steps[:2]] == [("Desk", "PutObject"), ("Book", "PickupObject")]


def test_a_plan_that_is_done_has_no_step_to_reground():
    plan = planned("put the book on the bed", seen("Book", "Bed"))
    while plan.current is not None:
        plan = plan.advanced()
    assert REASONER.reground_plan(plan, "?", "Book", seen("Bed")).outcome.code is Code.NOT_FOUND


def seen_in_a_kitchen():
    names = ("GarbageCan_1", "CounterTop_1", "Mug_1", "Knife_1")
    things = (ObjectState(n, n.split("_", maxsplit=1)[0], (0, 0, 0), (1, 1, 1)) for n in names)
    return ObjectMemory(objects=tuple(things))


def misnamed(name, other):
    """Return the plan to throw a mug away, with a class called by a name that the domain does not have."""
    plan = REASONER.make_plan(Texts("Put the mug in the garbage can."), ObjectMemory()).plan
    changed = [replace(s, object=other) if s.object == name else s for s in plan.subgoals]
    triplets = [replace(t, receptacle=other) if t.receptacle == name else t for t in plan.triplets]
    return replace(plan, subgoals=tuple(changed), triplets=tuple(triplets), cursor=len(changed) - 1)


@pytest.mark.parametrize("replacement", REPLACEMENTS)
def test_a_name_that_the_domain_does_not_have_is_replaced_by_what_is_most_like_it(replacement):
    plan = misnamed("GarbageCan", "TrashCan")
    found = RulesReasoner(replacement).reground_plan(plan, plan.current.id, "TrashCan", seen_in_a_kitchen())
    assert found.outcome and found.after.current.object == "GarbageCan"


def test_flare_takes_what_is_most_like_it_whatever_its_use():
    memory = seen_in_a_kitchen()
    plan = misnamed("GarbageCan", "KnifeBlock")
    ours = REASONER.reground_plan(plan, plan.current.id, "KnifeBlock", memory)
    assert not ours.outcome or ours.after.current.object != "Knife"  # nothing is put into a knife
    names = _most_similar("KnifeBlock", memory, lambda words, name: float(words.startswith(name)))
    assert names[0] == "Knife"
