from __future__ import annotations

import numpy as np
import pytest

from pred_core.geometry import Pose2D
from pred_core.objects import ObjectState
from pred_nav.fronts import aslant, exposed_back
from pred_nav.grid import GridMap
from pred_nav.interaction import Station, on_other_sides

LOW, HIGH = np.array([1.0, 1.0]), np.array([1.6, 1.6])


def room() -> GridMap:
    """Return free ground with a wall along the upper y side of the box."""
    occupancy = np.zeros((80, 80), dtype=np.int8)
    occupancy[33:, :] = 100
    return GridMap((0.0, 0.0), 0.05, occupancy, np.zeros_like(occupancy))


def test_straight_before_a_side_is_not_aslant():
    places = np.array([[1.3, 0.3], [0.2, 1.5], [0.7, 0.5]])
    assert np.allclose(aslant(places, LOW, HIGH), [0.0, 0.0, 0.3])


def test_the_side_opposite_a_wall_is_the_front():
    front, side = np.array([[1.3, 0.3]]), np.array([[0.3, 1.3]])
    assert exposed_back(front, LOW, HIGH, room())[0] == 0.0
    assert exposed_back(side, LOW, HIGH, room())[0] > 0.8


@pytest.mark.parametrize(
    ("kind", "size", "left"),
    [
        ("Fridge", (0.8, 0.8, 1.8), {1, 2, 3}),
        ("Drawer", (0.1, 0.6, 0.2), {0, 1, 2, 3}),  # its shape tells its front
        ("DiningTable", (0.8, 0.8, 0.8), {0, 1, 2, 3}),  # has none
    ],
)
def test_who_pulled_at_a_side_of_a_bulky_thing_goes_before_another_one(kind, size, left):
    """A fridge behind a bend was pulled at its side wall from there, five times."""
    target = ObjectState("Thing_1", kind, (2.0, 2.0, 0.9), size, visible=True)
    places = [Pose2D(0.8, 2.0, 0.0), Pose2D(3.2, 2.0, 0.0), Pose2D(2.0, 0.8, 0.0), Pose2D(2.0, 3.2, 0.0)]
    ranked = [Station((k, 0, 0), pose, 0.0, float(k)) for k, pose in enumerate(places)]
    tried = [Station((9, 9, 0), Pose2D(0.9, 2.2, 0.3), 0.0, 0.0)]
    assert {s.state[0] for s in on_other_sides(ranked, tried, target)} == left
    assert on_other_sides(ranked, [], target) == ranked
