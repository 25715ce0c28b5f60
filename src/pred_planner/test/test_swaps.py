"""Two things that change places: each goes to where the other is now."""

from __future__ import annotations

import pytest
from test_one_more_of_a_kind import room

from pred_core.plan_language import High
from pred_language.reader import Texts
from pred_planner.rules.reasoner import RulesReasoner

HOME = room(Desk_1="", Sink_1="", Bed_1="", Mug_1="Desk_1:colour:white", Mug_2="Sink_1:colour:green", Book_1="Bed_1")


def moved(text):
    plan = RulesReasoner().make_plan(Texts(text), HOME).plan
    return [(t.object, t.receptacle) for t in plan.triplets if t.action is High.MOVE] if plan is not None else []


@pytest.mark.parametrize(
    ("text", "goals"),
    [
        ("can you swap the white mug and the green one for me", [("Mug", "SinkBasin"), ("Mug", "Desk")]),
        ("Swap the two mugs round.", [("Mug", "SinkBasin"), ("Mug", "Desk")]),
        ("let the book and the green mug change places", [("Book", "SinkBasin"), ("Mug", "Bed")]),
    ],
)
def test_each_goes_to_where_the_other_is(text, goals):
    assert moved(text) == goals


@pytest.mark.parametrize("text", ["swap the mug and the book", "swap the white mug and the plate"])
def test_what_is_not_clear_is_not_moved_to_the_others_place(text):
    assert len(moved(text)) < 2
