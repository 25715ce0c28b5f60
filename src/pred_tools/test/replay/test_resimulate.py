"""Where a run that is simulated again parts from the recorded one, and which recordings can be begun again."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("rclpy", reason="needs a ROS environment")

from pred_tools.replay.lockstep import ReplayError
from pred_tools.replay.resimulate import ResimulatedStep, compared, launch_arguments

DONE = {
    "code": "SUCCESS",
    "goal_conditions": 1,
    "goal_conditions_total": 1,
    "actions": 2,
    "failures": 0,
    "message": "",
}
LOST = DONE | {"code": "NOT_FOUND", "goal_conditions": 0, "message": "No mug was found"}


def steps(*actions: str) -> list[ResimulatedStep]:
    return [
        ResimulatedStep(1, "", "SUCCESS", 7),
        *(ResimulatedStep(n, a, "SUCCESS", n) for n, a in enumerate(actions, 2)),
    ]


def test_the_same_actions_and_the_same_end_are_no_change() -> None:
    found = compared(steps("look_up", "turn_left"), steps("look_up", "turn_left"), (DONE, DONE))
    assert not found.changed and (found.actions, found.same, found.pictures) == (2, 2, 3)
    assert next(iter(found.lines())).startswith("2 of 2 actions are the same, with 3 of 3 pictures")


def test_the_first_other_action_is_named_and_how_both_ended() -> None:
    found = compared(steps("look_up", "turn_left"), steps("look_up", "move_ahead", "move_ahead"), (DONE, LOST))
    assert found.changed and (found.same, found.step) == (1, 3)
    said = list(found.lines())
    assert said[1] == "First other action, at step 3: turn_left then, move_ahead now"
    assert said[3] == "Now : NOT_FOUND, 0 of 1 goals, 2 actions, 0 failed. No mug was found."


def test_a_shorter_run_and_another_outcome_of_the_same_action_are_other_actions() -> None:
    assert "turn_left then, none now" in list(
        compared(steps("look_up", "turn_left"), steps("look_up"), (DONE, DONE)).lines()
    )[1]
    failed = [*steps("look_up"), ResimulatedStep(3, "turn_left", "BLOCKED", 3)]
    found = compared(steps("look_up", "turn_left"), failed, (DONE, DONE))
    assert found.changed and found.now == "turn_left (BLOCKED)"


def test_another_end_after_the_same_actions_is_a_change() -> None:
    assert compared(steps("look_up"), steps("look_up"), (DONE, LOST)).changed
    assert not compared(steps("look_up"), steps("look_up"), ({}, LOST)).changed, "a bag alone says no end"


def test_a_task_begins_again_with_the_arguments_that_say_what_the_robot_does() -> None:
    arguments = {"instruction": "go", "executive.reach": "2", "namespace": "pred", "run_dir": "/x", "view": "true"}
    facts = {"robot": "thor", "scene": "FloorPlan2", "seed": "3", "arguments": json.dumps(arguments)}
    again = {"instruction": "go", "executive.reach": "2", "scene": "FloorPlan2", "seed": "3"}
    assert launch_arguments(facts, 40) == again, "a launch's own task begins in a fresh room"


def test_a_task_given_to_a_running_robot_can_begin_again_when_it_was_the_first() -> None:
    facts = {"robot": "thor", "scene": "FloorPlan2", "instruction": "go", "arguments": "{}"}
    assert launch_arguments(facts, 1)["instruction"] == "go"
    with pytest.raises(ReplayError, match="only the first task of a launch"):
        launch_arguments(facts, 12)


def test_only_a_simulated_world_goes_on() -> None:
    with pytest.raises(ReplayError, match="this is of ur5"):
        launch_arguments({"robot": "ur5"}, 1)
