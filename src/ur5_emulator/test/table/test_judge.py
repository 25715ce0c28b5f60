"""The judge, on states as JSON has them."""

from __future__ import annotations

import json
from typing import Any

from ur5_emulator.table.judge import condition_to, judge
from ur5_emulator.table.scenes import SceneCondition


def thing(identity: str, kind: str, relation: str = "on", parent: str = "Table") -> dict[str, Any]:
    return {"id": identity, "type": kind, "relation": relation, "parent": parent}


CUPBOARDS = [thing("left", "YellowCupboard"), thing("right", "YellowCupboard")]
FANTA_ON = SceneCondition(("FantaCan",), "on", "YellowCupboard")


def test_one_can_on_any_cupboard_is_enough() -> None:
    state = {"objects": [*CUPBOARDS, thing("can", "FantaCan", "on", "right")]}
    assert judge(state, [FANTA_ON]).success


def test_the_wrong_can_is_not() -> None:
    verdict = judge({"objects": [*CUPBOARDS, thing("can", "PepsiCan", "on", "right")]}, [FANTA_ON])
    assert not verdict.success and verdict.missing == ("0 of 1 FantaCan on YellowCupboard",)


def test_in_is_not_on_but_both_are_at() -> None:
    state = {"objects": [*CUPBOARDS, thing("can", "FantaCan", "in", "left")]}
    assert not judge(state, [FANTA_ON]).success
    assert judge(state, [SceneCondition(("FantaCan",), "at", "YellowCupboard")]).success


def test_each_asks_every_receptacle() -> None:
    each = SceneCondition(("BlueCan", "FantaCan"), "at", "YellowCupboard", at_least=1, at_most=1, each=True)
    cans = [thing("a", "BlueCan", "in", "left"), thing("b", "FantaCan", "on", "left")]
    verdict = judge({"objects": [*CUPBOARDS, *cans]}, [each])
    assert "2 BlueCan or FantaCan at left, at most 1" in verdict.missing[0] and "right" in verdict.missing[0]
    cans[1]["parent"] = "right"
    assert judge({"objects": [*CUPBOARDS, *cans]}, [each]).success


def test_each_of_nothing_is_not_reached() -> None:
    assert not judge({"objects": []}, [SceneCondition(("Lemon",), "on", "Corner", each=True)]).success


def test_a_held_thing_is_nowhere() -> None:
    assert not judge({"objects": [*CUPBOARDS, thing("can", "FantaCan", "", "")]}, [FANTA_ON]).success


def test_a_receptacle_may_be_named_by_its_id() -> None:
    state = {"objects": [*CUPBOARDS, thing("can", "FantaCan", "on", "right")]}
    assert judge(state, [SceneCondition(("FantaCan",), "on", "right")]).success
    assert not judge(state, [SceneCondition(("FantaCan",), "on", "left")]).success


def test_the_goal_travels_with_the_state() -> None:
    state = {
        "objects": [*CUPBOARDS, thing("can", "FantaCan", "on", "right")],
        "goal": [condition_to(FANTA_ON)],
    }
    assert judge(json.loads(json.dumps(state))).success
