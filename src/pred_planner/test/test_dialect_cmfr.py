"""CMFR's JSON of calls: whole, broken, cut off, and its steps written in other ways."""

from __future__ import annotations

import pytest
from answers import code_of, parsed, plan_of

from pred_planner.plan.parsed import RejectionCode

TWO = [["Goto", "Mug", "None"], ["Put", "Mug", "Shelf"]]


@pytest.mark.parametrize(
    "text",
    [
        '{"subgoals": ["Find(Mug_1)", "Place(Mug_1, Shelf_1)"]}',
        "{'subgoals': ['Find(Mug_1)', 'Place(Mug_1, Shelf_1)']}",
        '{"subgoals": ["Find(Mug_1)", "Place(Mug_1, Shelf_1)",]}',
        '{"subgoals": ["Find(Mug_1)", // find\n "Place(Mug_1, Shelf_1)"]}',
        '{"subgoals": ["Find(Mug_1)" "Place(Mug_1, Shelf_1)"]}',
        '{"Solution": ["Find(Mug_1)", "Place(Mug_1, Shelf_1)"]}',
        '{"search_steps": ["Find(Mug_1)", "Place(Mug_1, Shelf_1)"]}',
        '{"solution": "Find(Mug_1), Place(Mug_1, Shelf_1)"}',
        '{"plan": {"subgoals": ["Find(Mug_1)", "Place(Mug_1, Shelf_1)"]}}',
        '["Find(Mug_1)", "Place(Mug_1, Shelf_1)"]',
        '{"steps": [{"action": "Find", "object": "Mug_1"}, {"action": "Place", "object": "Mug_1", "to": "Shelf_1"}]}',
        '{"solution": [{"action": "Find", "args": ["Mug_1"]}, {"action": "Place", "args": ["Mug_1", "Shelf_1"]}]}',
        '{"solution": [["Find", "Mug_1"], ["Place", "Mug_1", "Shelf_1"]]}',
        '{"solution": [{"1": "Find(Mug_1)"}, {"2": "Place(Mug_1, Shelf_1)"}]}',
        '{"solution": [{"step": 1, "action": "Find(Mug_1)"}, {"step": 2, "action": "Place(Mug_1, Shelf_1)"}]}',
        '{"solution": [{"Find": "Mug_1"}, {"Place": "Mug_1, Shelf_1"}]}',
        '{"solution": ["Find Mug_1", "Place Mug_1 on Shelf_1"]}',
        '{"subgoals": ["Find(Mug_1) - find the mug (on the shelf)", "Place(Mug_1 on Shelf_1)"]}',
        '{"subgoals": ["1. Find(Mug_1)", "2. Place(Mug_1, (Shelf_1))", "Stop", null]}',
        '{"subgoals": ["Find(Mug_1) and Place(object=Mug_1, receptacle=Shelf_1)"]}',
        "1. Find(Mug_1)\n2. Place(Mug_1, Shelf_1)",
        "The robot failed to Clean(Mug_1). Instead:\n1. Find(Mug_1)\n2. Place(Mug_1, Shelf_1)",
        'I should not Clean(Mug_1).\n["Find(Mug_1)", "Place(Mug_1, Shelf_1)",]',
        '{"solution":["Clean(Mug_1)"]}\n{"solution":["Find(Mug_1)", "Place(Mug_1, Shelf_1)"]}',
        '{"failed": ["Clean(Mug_1)"], "solution": ["Find(Mug_1)", "Place(Mug_1, Shelf_1)"]}',
        '{"prior required actions": ["Clean(Mug_1)"], "actions": ["Find(Mug_1)", "Place(Mug_1, Shelf_1)"]}',
    ],
)
def test_one_plan_however_it_is_written(text: str) -> None:
    assert plan_of("cmfr", text) == TWO


def test_where_to_is_read_before_it_is_guessed() -> None:
    text = '{"subgoals":["Find(TVStand_1)","Pick_up(Mug_1)","Place(Mug_1 on CounterTop_1)"]}'
    assert plan_of("cmfr", text)[-1] == ["Put", "Mug", "CounterTop"]


def test_empty_pours_out_what_holds_a_liquid_only() -> None:
    text = '{"actions": ["Empty(Mug_1)", "Empty(SinkBasin_1)"]}'
    assert plan_of("cmfr", text) == [["Pour", "Mug", "None"], ["Pass", "None", "None"]]
    assert any("Empty(SinkBasin)" in repair for repair in parsed("cmfr", text).repairs)


def test_what_is_left_out_is_said() -> None:
    repairs = parsed(
        "cmfr", '{"subgoals": ["Find(Bowl_1)", 5, null, "Place(Bowl_1, Shelf_1, Desk_1)"]}'
    ).repairs
    assert "left out 5, which is no step" in repairs
    assert any("Desk_1" in repair for repair in repairs)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('{"solution":["Put_away(Fork_1)","Pick_up(Knife_1)', RejectionCode.TRUNCATED),
        ('{"solution":["Put_away(Fork_1)","Pick_up(Knife_1)",', RejectionCode.TRUNCATED),
        ('{"failed": ["Clean(Mug_1)"], "solution":["Put_away(Fork_1)", "Pick_', RejectionCode.TRUNCATED),
        ('{"subgoals": ["Find(Mug_1)", "Place(Mug_1, Shelf_1)"]', RejectionCode.TRUNCATED),
        ("Find(Mug_1)\nPlace(Mug_1, Shelf_1)\nPick", RejectionCode.TRUNCATED),
        ('{"task": "Make coffee", "objects of int', RejectionCode.TRUNCATED),
        ('{"subgoals": ["Find(Bowl_1)", "Dance(Bowl_1)"]}', RejectionCode.UNKNOWN_ACTION),
        ('{"subgoals": ["Find(Bowl_1)", "see to the rest"]}', RejectionCode.UNKNOWN_ACTION),
        ('{"subgoals": ["Find"]}', RejectionCode.UNKNOWN_ACTION),
        ('{"subgoals": ["Find()"]}', RejectionCode.UNKNOWN_OBJECT),
        ('{"subgoals": ["Find(Unicorn_1)"]}', RejectionCode.UNKNOWN_OBJECT),
        (
            'The mug is clean, no Clean(Mug_1). {"prior required actions": "no", "actions": []}',
            RejectionCode.EMPTY,
        ),
        ('{"important": "yes", "justification": "without it the task fails"}', RejectionCode.EMPTY),
    ],
)
def test_rejections_are_typed(text: str, code: RejectionCode) -> None:
    assert code_of("cmfr", text) is code
