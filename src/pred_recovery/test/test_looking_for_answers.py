"""Before a question is answered the robot looks at what it is about."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest
from fake_house import House, do, plan_of, thing

from pred_core.outcome import Code
from pred_core.plan_language import ANSWERS, LOOK_AT, UNDECIDED, High, Level, Plan, Primitive, Subgoal
from pred_recovery.mission.requests import MakePlan, Mode, Navigate


def asked(*look_at: str) -> Plan:
    told = {ANSWERS: [{"sentence": "I have seen two mugs on the table."}], LOOK_AT: list(look_at)}
    return Plan("p", "how many mugs?", "answer", "rules", (Subgoal("t1", Level.TRIPLET, High.PASS, ""),), (), told)


def house(*look_at: str, **more: Any) -> House:
    return House(
        asked(*look_at),
        thing("DiningTable_1", (3.0, 0.0)),
        thing("DiningTable_2", (1.0, 0.0)),
        thing("Mug_1", (3.0, 0.0), "DiningTable_1"),
        **more,
    )


def looked_at(room: House) -> list[str]:
    found = (r.object_id for r in room.requests if isinstance(r, Navigate) and r.mode is Mode.OBJECT)
    return list(dict.fromkeys(found))


def plans(room: House) -> int:
    return sum(isinstance(r, MakePlan) for r in room.requests)


def test_the_nearest_place_is_looked_at_first_and_the_question_is_answered_again():
    room = house("DiningTable")
    result, _ = do(room)
    assert result.outcome and result.outcome.message == "I have seen two mugs on the table."
    assert looked_at(room) == ["DiningTable_2", "DiningTable_1"] and plans(room) == 2


def test_what_hangs_on_a_look_is_done_as_the_look_decides():
    """ "If there is a spoon on the table, ...": the plan after the look is the one that is followed."""
    bring = replace(plan_of(("Mug", Primitive.PICKUP, "x1")), context={LOOK_AT: ["DiningTable"]})
    other = plan_of(("Fork", Primitive.PICKUP, "x2"))
    room = House(bring, thing("DiningTable_1", (3.0, 0.0)), thing("Mug_1", (1.0, 0.0)), thing("Fork_1", (3.0, 0.0)))
    room.plans = [bring, other]
    assert do(room)[0].outcome and looked_at(room)[0] == "DiningTable_1" and room.held == "Fork_1"


def test_what_is_not_known_after_a_look_is_not_decided():
    told = {ANSWERS: [{"sentence": "I don't know."}], LOOK_AT: ["DiningTable"], UNDECIDED: "I don't know. So what?"}
    room = House(replace(asked(), context=told), thing("DiningTable_1", (3.0, 0.0)))
    outcome = do(room)[0].outcome
    assert outcome.code is Code.NOT_UNDERSTOOD and outcome.message == "I don't know. So what?"
    assert looked_at(room) == ["DiningTable_1"]
    assert do(room, answer_looks=0)[0].outcome.code is Code.NOT_UNDERSTOOD


def test_single_things_are_looked_at_after_the_furniture():
    room = house("DiningTable", "Mug_1")
    assert do(room)[0].outcome
    assert looked_at(room) == ["DiningTable_2", "DiningTable_1", "Mug_1"]


@pytest.mark.parametrize(("most", "places"), [(0, []), (1, ["DiningTable_2"])])
def test_no_more_than_so_many_places_are_looked_at(most: int, places: list[str]):
    room = house("DiningTable")
    assert do(room, answer_looks=most)[0].outcome
    assert looked_at(room) == places


def test_what_can_be_answered_at_once_is():
    room = house()
    assert do(room)[0].outcome and looked_at(room) == [] and plans(room) == 1


def test_what_was_never_seen_is_explored_for():
    room = house("Shelf", unseen=(thing("Shelf_1", (5.0, 0.0)),))
    assert do(room)[0].outcome
    assert looked_at(room) == ["Shelf_1"]


def test_who_finds_nothing_answers_all_the_same():
    room = house("Shelf")
    assert do(room)[0].outcome.message == "I have seen two mugs on the table."
    assert looked_at(room) == []


def test_wide_furniture_is_looked_at_stretch_by_stretch():
    """A table of 3 m by 1 m: the far end is not seen well enough from the near one."""
    table = replace(thing("DiningTable_1", (4.0, 0.0)), size=(3.0, 1.0, 0.8))
    room = House(asked("DiningTable"), table)
    assert do(room)[0].outcome
    poses = [r.pose for r in room.requests if isinstance(r, Navigate) and r.mode is Mode.POSE]
    assert len(poses) == 3  # beside those from which all of it is seen
    for pose in poses:
        assert not (abs(pose.x - 4.0) < 1.5 and abs(pose.y) < 0.5)  # beside the table
        ahead = pose.x + 0.5 * math.cos(pose.yaw), pose.y + 0.5 * math.sin(pose.yaw)
        assert abs(ahead[0] - 4.0) <= 1.5 and abs(ahead[1]) <= 0.5  # and it faces the table
    assert max(p.distance_to(q) for p in poses for q in poses) > 1.5
