"""The four stages without a model: what is left out, put before, gone around, and found lacking in the end."""

from __future__ import annotations

from dataclasses import replace

import pytest
from recovering_desk import at, kitchen, planned, rows, situation, thing

from pred_core.outcome import Code
from pred_core.plan_language import Primitive
from pred_language.reader import Texts
from pred_planner.recovering.by_search import advice
from pred_planner.recovering.situation import Stage
from pred_planner.rules.reasoner import RulesReasoner

P = Primitive


def test_the_plan_of_these_tests():
    assert [s.as_tuple() for s in planned().subgoals] == [
        ("Mug", P.PICKUP),
        ("SinkBasin", P.PUT),
        ("Faucet", P.TOGGLE_ON),
        ("Faucet", P.TOGGLE_OFF),
        ("Mug", P.PICKUP),
        ("GarbageCan", P.PUT),
    ]


def test_a_step_that_is_so_already_does_not_matter():
    plan = planned()
    index = at(plan, "Faucet", P.TOGGLE_ON)
    memory = kitchen(thing("Faucet_1", on=True), thing("Mug_1", "SinkBasin_1", clean=False))
    found = advice(situation(Stage.IMPORTANCE, plan, index, memory, target="Faucet_1"))
    assert found.outcome and "already" in found.proposal.reason


def test_a_step_without_which_the_goal_is_missed_matters():
    plan = planned()
    for index in range(len(plan.subgoals)):
        if plan.subgoals[index].action == P.TOGGLE_OFF:
            continue
        held = "Mug_1" if index in (1, 5) else ""
        lying = thing(
            "Mug_1", "" if held else "SinkBasin_1" if index in (2, 4) else "CounterTop_1", clean=False
        )
        memory = kitchen(lying, held=held)
        assert not advice(situation(Stage.IMPORTANCE, plan, index, memory)).outcome, plan.subgoals[index]


def test_a_doubled_step_does_not_matter():
    plan = planned()
    twice = replace(plan, subgoals=(*plan.subgoals, replace(plan.subgoals[-1], id="again")))
    memory = kitchen(thing("Mug_1", "GarbageCan_1", clean=True))
    found = advice(situation(Stage.IMPORTANCE, twice, 6, memory, Code.HAND_EMPTY))
    assert found.outcome and rows(found.proposal) == []


def test_a_door_that_would_not_shut_is_left_open_only_where_nothing_else_helps():
    texts = Texts("Put the mug in the cabinet.")
    before = kitchen(thing("Cabinet_1", open=False), thing("Mug_1", "CounterTop_1"))
    plan = RulesReasoner().make_plan(texts, before).plan
    index = at(plan, "Cabinet", P.CLOSE)
    memory = kitchen(thing("Cabinet_1", open=True), thing("Mug_1", "Cabinet_1"))

    def asked(stage):
        failed = situation(stage, plan, index, memory, Code.POSTCONDITION_FAILURE, "Cabinet_1", texts=texts)
        return advice(replace(failed, bound={"x1": "Mug_1", plan.triplets[0].receptacle_ref: "Cabinet_1"}))

    assert not asked(Stage.IMPORTANCE).outcome
    given_up = asked(Stage.WORKAROUND)
    assert given_up.outcome and rows(given_up.proposal) == []


def test_a_missing_pick_up_is_put_before_the_put():
    plan = planned()
    gone = replace(plan, subgoals=(*plan.subgoals[:4], plan.subgoals[5]))
    memory = kitchen(thing("Mug_1", "SinkBasin_1", clean=True))
    found = advice(situation(Stage.PRECONDITIONS, gone, 4, memory, Code.HAND_EMPTY, "GarbageCan_1"))
    assert rows(found.proposal) == [("Mug", P.PICKUP), ("GarbageCan", P.PUT)]
    assert found.proposal.rest[0].object_ref == "x1"


def test_a_full_hand_is_emptied_first():
    memory = kitchen(thing("Apple_1"), held="Apple_1")
    found = advice(situation(Stage.PRECONDITIONS, planned(), 0, memory, Code.HAND_FULL, "Mug_1"))
    assert rows(found.proposal)[0][1] == P.PUT and rows(found.proposal)[1] == ("Mug", P.PICKUP)


def test_a_door_that_refused_a_thing_is_opened_whatever_was_seen():
    texts = Texts("Put the apple in the fridge.")
    memory = kitchen(thing("Fridge_1", open=True), thing("Apple_1"), held="Apple_1")
    plan = RulesReasoner().make_plan(texts, memory).plan
    index = at(plan, "Fridge", P.PUT)
    found = advice(
        situation(Stage.PRECONDITIONS, plan, index, memory, Code.RECEPTACLE_CLOSED, "Fridge_1", texts=texts)
    )
    assert rows(found.proposal)[:2] == [("Fridge", P.OPEN), ("Fridge", P.PUT)]


@pytest.mark.parametrize("seen_open", [True, False])
def test_a_microwave_that_would_not_open_is_switched_off_first_whatever_was_seen(seen_open):
    texts = Texts("Put a hot apple on the counter.")
    memory = kitchen(thing("Microwave_1", open=seen_open, on=False), thing("Apple_1", "Microwave_1"))
    plan = RulesReasoner().make_plan(texts, memory).plan
    index = len(plan.subgoals) - 1 - [s.as_tuple() for s in plan.subgoals][::-1].index(("Microwave", P.OPEN))
    for stage in (Stage.IMPORTANCE, Stage.PRECONDITIONS):
        refused = situation(stage, plan, index, memory, target="Microwave_1", texts=texts)
        found = advice(replace(refused, bound={"x1": "Apple_1"}))
        assert bool(found.outcome) == (stage is Stage.PRECONDITIONS), found
    assert rows(found.proposal)[:2] == [("Microwave", P.TOGGLE_OFF), ("Microwave", P.OPEN)]


def test_a_name_nobody_knows_is_replaced():
    plan = planned()
    strange = tuple(replace(s, object="TrashCan") if s.object == "GarbageCan" else s for s in plan.subgoals)
    found = advice(
        situation(
            Stage.PRECONDITIONS, replace(plan, subgoals=strange), 5, kitchen(held="Mug_1"), Code.NOT_FOUND
        )
    )
    assert rows(found.proposal) == [("GarbageCan", P.PUT)]


def test_another_way_is_taken_where_the_plan_cannot_go_on():
    plan = planned()
    swapped = (*plan.subgoals[:4], plan.subgoals[5], plan.subgoals[4])
    memory = kitchen(thing("Mug_1", "SinkBasin_1", clean=True))
    found = advice(situation(Stage.WORKAROUND, replace(plan, subgoals=swapped), 4, memory, Code.HAND_EMPTY))
    assert rows(found.proposal) == [("Mug", P.PICKUP), ("GarbageCan", P.PUT)]


@pytest.mark.parametrize("left_out", [(1, 2, 3, 4), (2,)])
def test_what_the_task_still_lacks_is_done_in_the_end(left_out):
    plan = planned()
    steps = tuple(s for i, s in enumerate(plan.subgoals) if i not in left_out)
    memory = kitchen(thing("Mug_1", "GarbageCan_1", clean=False))
    found = advice(situation(Stage.LAST_LOOK, replace(plan, subgoals=steps), len(steps), memory))
    assert found.outcome, found
    made = rows(found.proposal)
    assert sorted(made) == sorted(s.as_tuple() for s in plan.subgoals)
    assert made[:3] == [s.as_tuple() for s in plan.subgoals[:3]]
    assert found.proposal.rest[0].object_ref == "x1"


def test_nothing_is_lacking_after_a_whole_plan_even_if_nobody_sees_that_it_is_clean():
    plan = planned()
    memory = kitchen(thing("Mug_1", "GarbageCan_1"))
    assert advice(situation(Stage.LAST_LOOK, plan, 6, memory)).outcome.code is Code.ALREADY_SO


def test_of_two_on_two_shelves_either_is_brought_to_the_other():
    texts = Texts("Put two mugs on the shelf.")
    shelves = thing("Shelf_1"), thing("Shelf_2")
    mugs = thing("Mug_1", "Shelf_1"), thing("Mug_2", "Shelf_2")
    memory = kitchen(*shelves, *mugs)
    plan = RulesReasoner().make_plan(texts, memory).plan
    first, second = dict.fromkeys(t.object_ref for t in plan.triplets)
    bound = {first: "Mug_1", second: "Mug_2", plan.triplets[0].receptacle_ref: "Shelf_2"}
    ended = situation(Stage.LAST_LOOK, plan, len(plan.subgoals), memory, texts=texts)
    found = advice(replace(ended, bound=bound))
    assert rows(found.proposal) == [("Mug", P.PICKUP), ("Shelf", P.PUT)]
    assert found.proposal.rest[0].object_ref == first


@pytest.mark.parametrize(("seen_open", "ends"), [(False, [("Cabinet", P.CLOSE)]), (True, [])])
def test_furniture_that_is_opened_for_what_lacks_is_shut_again_where_it_was_shut(seen_open, ends):
    texts = Texts("Put the mug in the cabinet.")
    memory = kitchen(thing("Cabinet_1", open=seen_open), thing("Mug_1", "CounterTop_1", clean=True))
    plan = RulesReasoner().make_plan(texts, memory).plan
    ended = situation(Stage.LAST_LOOK, plan, len(plan.subgoals), memory, texts=texts)
    found = advice(replace(ended, bound={"x1": "Mug_1", plan.triplets[0].receptacle_ref: "Cabinet_1"}))
    made = [row for row in rows(found.proposal) if row != ("Cabinet", P.OPEN)]
    assert made == [("Mug", P.PICKUP), ("Cabinet", P.PUT), *ends]
