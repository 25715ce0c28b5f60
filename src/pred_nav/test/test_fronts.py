from __future__ import annotations

import numpy as np

from pred_nav.fronts import aslant, exposed_back
from pred_nav.grid import GridMap

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
