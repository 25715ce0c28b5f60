from __future__ import annotations

import numpy as np

from pred_core.plan_language import Level, Plan, Primitive, Subgoal
from pred_tools.view.overlay import Seen, colour_of, draw_overlay
from pred_tools.view.plan_picture import CURSOR, MOST, draw_plan


def test_masks_are_tinted_in_the_colour_of_their_class_and_named() -> None:
    picture = np.full((120, 160, 3), 100, np.uint8)
    labels = np.zeros((120, 160), np.uint16)
    labels[50:80, 40:70] = 7
    shown = np.asarray(
        draw_overlay(picture, labels, [Seen(7, "Mug", (40, 50, 30, 30)), Seen(9, "Gone", (0, 0, 3, 3))])
    )
    expected = 0.55 * 100 + 0.45 * np.array(colour_of("Mug"))
    assert np.abs(shown[65, 55] - expected).max() <= 1
    assert (shown[100, 150] == 100).all() and (shown[0, 0] == 100).all()
    assert (shown[36:50, 41:70] > 200).any(), "its name stands above it"
    assert (picture == 100).all(), "the picture itself stays"


def test_what_fills_the_picture_is_not_drawn_over() -> None:
    labels = np.ones((40, 40), np.uint16)
    picture = np.full((40, 40, 3), 100, np.uint8)
    assert (np.asarray(draw_overlay(picture, labels, [Seen(1, "Wall", (0, 0, 40, 40))])) == 100).all()


def plan(length: int, cursor: int) -> Plan:
    steps = tuple(Subgoal(f"s{i}", Level.TUPLE, Primitive.PICKUP, "Mug") for i in range(length))
    return Plan("p", "tidy up", "test", "rules", (), steps, cursor=cursor)


def test_the_step_the_robot_is_at_is_marked_also_in_a_long_plan() -> None:
    for length, cursor in ((3, 1), (60, 0), (60, 30), (60, 59)):
        picture = np.asarray(draw_plan(plan(length, cursor), "looking"))
        assert (picture == CURSOR).all(axis=2).any(), (length, cursor)
    assert np.asarray(draw_plan(plan(60, 3))).shape == np.asarray(draw_plan(plan(MOST, 3))).shape
    assert not (np.asarray(draw_plan(plan(3, 3))) == CURSOR).all(axis=2).any()
