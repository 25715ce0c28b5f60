"""Complaints after a task, and the orders they mean."""

from __future__ import annotations

import pytest

from pred_core.plan_language import High, Level, Subgoal
from pred_recovery.tree.complaints import ordered

PLATE = (Subgoal("t1", Level.TRIPLET, High.MOVE, "Plate", "DiningTable"),)
COFFEE = (Subgoal("t1", Level.TRIPLET, High.CLEAN, "Mug"), Subgoal("t2", Level.TRIPLET, High.MOVE, "Mug", "Fridge"))


@pytest.mark.parametrize(
    ("words", "steps", "order"),
    [
        ("You forgot to put a fork on it", PLATE, "put a fork on the plate"),
        ("You forgot to put a fork on it.", PLATE, "put a fork on the plate"),
        ("you've forgotten to rinse it first", COFFEE, "rinse the mug first"),
        ("You didn't close the fridge", COFFEE, "close the fridge"),
        ("you did not close the fridge!", COFFEE, "close the fridge"),
        ("You still have to put a fork on it", PLATE, "put a fork on the plate"),
        ("you were supposed to wash it", COFFEE, "wash the mug"),
        ("I wanted you to close the door of the fridge", COFFEE, "close the door of the fridge"),
        ("Sorry, you failed to take the fork and put it on the plate", PLATE, "take the fork and put it on the plate"),
        ("you forgot the fork", PLATE, "put the fork on the dining table"),
        ("the fork is still missing", PLATE, "put the fork on the dining table"),
        ("The fork is missing on it", PLATE, "put the fork on the plate"),
        ("there is no fork on it", PLATE, "put a fork on the plate"),
        ("there is no milk", COFFEE, "put a milk in the fridge"),
        ("don't forget to turn off the tap", PLATE, "turn off the tap"),
        ("now put a fork on it", PLATE, "now put a fork on the plate"),
        ("put the fork on the plate", PLATE, "put the fork on the plate"),
        ("you forgot the fork", (), "you forgot the fork"),
        ("take the fork, and wash it", PLATE, "take the fork, and wash it"),
    ],
)
def test_a_complaint_is_the_order_it_means(words, steps, order):
    assert ordered(words, steps) == order
