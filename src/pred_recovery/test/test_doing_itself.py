"""What a robot does with itself, and a robot that sits when it is asked for something."""

from __future__ import annotations

from dataclasses import replace

from fake_house import House, do, skills, thing

from pred_core.itself import ITSELF, ROBOT
from pred_core.outcome import Code
from pred_core.plan_language import High, Level, Plan, Primitive, Subgoal
from pred_planner.plan.expansion import expand
from pred_recovery.mission.requests import MakePlan, Mode, Navigate


def plan(*steps: tuple[str, str]) -> Plan:
    triplets = tuple(
        Subgoal(f"t{i}", Level.TRIPLET, action, name, object_ref=f"x{i}")
        for i, (action, name) in enumerate(steps, 1)
    )
    return Plan("p", "do it", "do", "rules", triplets, expand(triplets))


def room(*steps: tuple[str, str], sitting: bool = False) -> House:
    house = House(plan(*steps), thing("Mug_1", (3.0, 0.0), "CounterTop_1"), thing("CounterTop_1", (3.0, 0.0)))
    house.robot = replace(house.robot, sitting=sitting)
    return house


def went(house: House) -> list[str]:
    return [str(r.mode) for r in house.requests if isinstance(r, Navigate)]


def test_the_mug_is_gone_to_and_touched_then_the_robot_sits_down_where_it_is() -> None:
    house = room((High.TOUCH, "Mug"), (High.SIT_DOWN, ROBOT))
    result, _ = do(house)
    assert result.outcome, result.outcome
    assert skills(house) == [(Primitive.TOUCH, "Mug_1"), (Primitive.SIT_DOWN, ITSELF)]
    assert house.robot.sitting and went(house).count(Mode.OBJECT) == 1


def test_who_stands_already_is_done_with_standing_up() -> None:
    house = room((High.STAND_UP, ROBOT))
    result, log = do(house)
    assert result.outcome and ("skill", "t1.1") in [(kind, step) for kind, step, *_ in log.events]
    assert not [kind for kind in log.kinds() if kind == "recovery"]


def test_a_sitting_robot_stands_up_before_it_looks_around() -> None:
    house = room((High.TOUCH, "Mug"), sitting=True)
    result, log = do(house, look_around=True)
    assert result.outcome and skills(house)[0] == (Primitive.STAND_UP, ITSELF)
    assert house.requests.index(next(r for r in house.requests if isinstance(r, Navigate))) > 1
    assert "rise" in log.kinds()


def test_a_sitting_robot_that_is_to_sit_or_stand_looks_at_nothing_before() -> None:
    for action, after in ((High.SIT_DOWN, True), (High.STAND_UP, False)):
        house = room((action, ROBOT), sitting=True)
        assert do(house, look_around=True)[0].outcome
        assert house.robot.sitting is after and not went(house)


def test_a_robot_that_cannot_stand_up_ends_the_task_with_why() -> None:
    house = room((High.TOUCH, "Mug"), sitting=True)
    house.refusals = [(Primitive.STAND_UP, ITSELF, Code.POSTCONDITION_FAILURE)]
    result, _ = do(house, look_around=True)
    assert result.outcome.code is Code.POSTCONDITION_FAILURE and not went(house)
    assert sum(isinstance(r, MakePlan) for r in house.requests) == 1
