"""A legged robot's own skills as words, and what robots without them say."""

from __future__ import annotations

import pytest
from test_bring_me import kitchen

from pred_core.itself import ROBOT
from pred_core.objects import ObjectMemory
from pred_core.outcome import Code
from pred_core.plan_language import High, Level, Primitive, Subgoal
from pred_core.vocabulary import within_domain
from pred_language.reader import Texts
from pred_planner.plan.check import check_tuples
from pred_planner.plan.expansion import expand
from pred_planner.rules.reasoner import Planned, RulesReasoner


def plan(
    words: str, robot: str = "spot", memory: ObjectMemory | None = None, domain: str = "household"
) -> Planned:
    with within_domain(domain, robot):
        return RulesReasoner().make_plan(Texts(words), memory or kitchen())


def steps(words: str, robot: str = "spot") -> list[tuple[str, str]]:
    planned = plan(words, robot)
    assert planned.plan is not None, planned
    assert not planned.plan.context.get("left_out")
    return [step.as_tuple() for step in planned.plan.subgoals]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("sit down", [(ROBOT, Primitive.SIT_DOWN)]),
        ("Please sit.", [(ROBOT, Primitive.SIT_DOWN)]),
        ("stand up", [(ROBOT, Primitive.STAND_UP)]),
        ("localize yourself", [(ROBOT, Primitive.LOCALIZE)]),
        ("find out where you are", [(ROBOT, Primitive.LOCALIZE)]),
        ("walk to the table", [("DiningTable", Primitive.GOTO)]),
        ("touch the mug", [("Mug", Primitive.TOUCH)]),
        ("look at the fridge", [("Fridge", Primitive.LOOK_AT)]),
    ],
)
def test_a_skill_is_a_sentence(words: str, expected: list[tuple[str, str]]) -> None:
    assert steps(words) == expected


def test_skills_stand_beside_other_orders_and_nothing_is_dropped() -> None:
    assert steps("put the mug in the sink and sit down") == [
        ("Mug", Primitive.PICKUP),
        ("SinkBasin", Primitive.PUT),
        (ROBOT, Primitive.SIT_DOWN),
    ]
    assert steps("Stand up, walk to the counter and touch the apple, then sit down.") == [
        (ROBOT, Primitive.STAND_UP),
        ("CounterTop", Primitive.GOTO),
        ("Apple", Primitive.TOUCH),
        (ROBOT, Primitive.SIT_DOWN),
    ]


def test_it_is_what_was_named_before() -> None:
    assert steps("find the fork and touch it") == [("Fork", Primitive.GOTO), ("Fork", Primitive.TOUCH)]


def test_which_mug_is_touched_is_kept() -> None:
    planned = plan("touch the mug on the counter")
    assert planned.understood == "I'll touch the mug that is on the counter."
    assert planned.plan is not None and planned.plan.context["refers"]


def test_who_sat_down_stands_up_before_it_goes_on() -> None:
    assert steps("sit down and put the apple on the table") == [
        (ROBOT, Primitive.SIT_DOWN),
        (ROBOT, Primitive.STAND_UP),
        ("Apple", Primitive.PICKUP),
        ("DiningTable", Primitive.PUT),
    ]


def test_what_is_in_the_hand_stays_there_for_what_needs_no_hand() -> None:
    memory = kitchen()
    held = ObjectMemory(step=1, objects=memory.objects, held_id="Mug_1")
    for words, first in (("sit down", Primitive.SIT_DOWN), ("touch the apple", Primitive.PUT)):
        planned = plan(words, memory=held)
        assert planned.plan is not None and planned.plan.subgoals[0].action == first


@pytest.mark.parametrize(
    ("robot", "words", "said"),
    [
        ("thor", "sit down", "This robot does not sit down."),
        ("thor", "stand up and put the apple in the fridge", "it never sits"),
        ("thor", "localize", "it knows as soon as it runs"),
        ("thor", "touch the mug on the counter", "does not touch things without taking them"),
        ("ur5", "sit down", "This robot does not sit down."),
    ],
)
def test_a_robot_that_cannot_says_so(robot: str, words: str, said: str) -> None:
    planned = plan(words, robot)
    assert planned.outcome.code is Code.PLAN_REJECTED and said in planned.outcome.message


def test_to_others_looking_at_a_thing_is_holding_it_under_a_lamp() -> None:
    assert steps("look at the mug", "thor")[0] == ("Mug", Primitive.PICKUP)


@pytest.mark.parametrize("words", ["sit on the sofa", "touch the gizmo", "touch the mug and the plate"])
def test_what_is_none_of_these_is_refused(words: str) -> None:
    assert plan(words).plan is None


def test_touching_what_the_hand_is_full_for_is_a_violation_in_words() -> None:
    held = kitchen()
    with within_domain("household", "spot"):
        take = Subgoal("t1", Level.TRIPLET, High.PICKUP, "Mug", object_ref="x1")
        lay = Subgoal("t2", Level.TRIPLET, High.TOUCH, "Apple", object_ref="x2")
        outcome = check_tuples(expand((take, lay)), memory=held)
    assert outcome.message == (
        "Step 2 (Apple, TouchObject): I cannot touch the Apple: the hand holds the Mug already."
    )
