"""Models recover with whatever is remembered, by its id: answers that use things the plan does not speak of."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace

import pytest
from recovering_desk import kitchen, planned, rows, situation, thing
from test_recovering_by_model import advise

from pred_core.outcome import Code
from pred_core.plan_language import Primitive
from pred_planner.recovering.situation import Stage

P = Primitive
SMALL = ("Plate_1", "Cup_2", "Bowl_1", "Bowl_3", "Apple_4", "Fork_1")
PLACES = ("DiningTable_1", "CounterTop_2", "Shelf_3")
DOORS = ("Cabinet_2", "Fridge_1", "Drawer_4", "Microwave_1")


def failed(method="cmfr", inside="SinkBasin_1", held=""):
    """The mug cannot be put in the garbage can, as the hand is empty or full of something else."""
    more = [thing(name, "SinkBasin_1") for name in SMALL if name != held]
    more += [thing(held)] if held else []
    more += [thing(name) for name in PLACES] + [thing(name, open=False) for name in DOORS]
    memory = kitchen(thing("Mug_1", inside, clean=True), *more, held=held)
    plan = planned()
    gone = plan.subgoals if held else (*plan.subgoals[:4], plan.subgoals[5])
    found = situation(Stage.PRECONDITIONS, replace(plan, subgoals=gone), 4, memory, Code.HAND_EMPTY)
    return replace(found, method=method)


def answered(*calls):
    return json.dumps({"prior_required_actions": True, "actions": list(calls)})


@pytest.mark.parametrize(("small", "place"), list(itertools.product(SMALL, PLACES)))
def test_what_is_in_the_way_is_put_elsewhere(small, place):
    calls = [f"Pick_up({small})", f"Place({small}, {place})", "Pick_up(Mug_1)"]
    advice, server = advise(failed(), answered(*calls))
    assert advice.proposal.made_by == "llm", server.requests[-1]["messages"][-1]["content"][-400:]
    assert [s.object_id for s in advice.proposal.rest[:2]] == [small, place]
    assert rows(advice.proposal)[2:] == [("Mug", P.PICKUP), ("GarbageCan", P.PUT)]


@pytest.mark.parametrize(("held", "place"), list(itertools.product(SMALL[:3], PLACES)))
def test_what_is_held_is_laid_down_on_any_place(held, place):
    advice, server = advise(failed(held=held), answered(f"Place({held}, {place})"))
    assert advice.proposal.made_by == "llm", server.requests[-1]["messages"][-1]["content"][-400:]
    assert rows(advice.proposal)[0] == (place.split("_")[0], P.PUT)
    assert advice.proposal.rest[0].object_id == place


@pytest.mark.parametrize("door", DOORS)
def test_a_door_that_the_plan_does_not_know_is_opened(door):
    calls = [f"Open({door})", "Pick_up(Mug_1)", "Place(Mug_1, CounterTop_2)", f"Close({door})", "Pick_up(Mug_1)"]
    advice, server = advise(failed(inside=door), answered(*calls))
    assert advice.proposal.made_by == "llm", server.requests[-1]["messages"][-1]["content"][-400:]
    assert advice.proposal.rest[0].object_id == door and advice.proposal.rest[2].object_id == "CounterTop_2"
