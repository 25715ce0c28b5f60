"""Masks that touch, masks that only stand one before the other."""

from __future__ import annotations

import time

import numpy as np

from pred_perception.discrepancy.adjacency import adjacent

SUBJECT, TABLE, WALL = 1, 2, 3


def scene(table_depth: float) -> tuple[np.ndarray, np.ndarray]:
    """Draw a mug (depth 1 m) above the edge of a table top, before a wall."""
    labels = np.full((120, 120), WALL, np.uint16)
    depth = np.full((120, 120), 3.0, np.float32)
    labels[70:110, 10:110] = TABLE
    depth[70:110, 10:110] = table_depth
    labels[45:75, 50:70] = SUBJECT
    depth[45:75, 50:70] = 1.0
    return labels, depth


def test_what_it_stands_on_is_most_adjacent() -> None:
    found = adjacent(*scene(1.03), SUBJECT, [WALL, TABLE])
    assert found[0].label == TABLE and found[0].in_contact
    assert found[0].below > 0.9


def test_what_it_only_hides_is_not_in_contact() -> None:
    found = adjacent(*scene(2.0), SUBJECT, [TABLE])
    assert [a.label for a in found] == [TABLE]
    assert not found[0].in_contact


def test_a_thin_line_between_the_masks_does_not_part_them() -> None:
    labels, depth = scene(1.02)
    labels[75:77] = WALL
    assert adjacent(labels, depth, SUBJECT, [TABLE])[0].in_contact


def test_masks_far_apart_are_not_adjacent() -> None:
    labels, depth = scene(1.0)
    labels[70:100] = WALL
    assert adjacent(labels, depth, SUBJECT, [TABLE]) == []
    assert adjacent(labels, depth, 99, [TABLE]) == []


def test_ten_candidates_cost_a_few_milliseconds() -> None:
    labels, depth = scene(1.02)
    labels, depth = np.kron(labels, np.ones((3, 3), np.uint16)), np.kron(depth, np.ones((3, 3), np.float32))
    started = time.process_time()
    for _ in range(5):
        adjacent(labels, depth, SUBJECT, [TABLE, WALL, *range(4, 12)])
    assert (time.process_time() - started) / 5 < 0.1
