"""Values of cells are read where lines cross, to a cell or to half of one, and outside what counts there."""

from __future__ import annotations

import numpy as np
import pytest

from pred_nav.grid import GridMap
from pred_nav.terrain import BodySettings, CellValues, Terrain


def test_a_point_has_the_value_of_its_cell_and_outside_that_of_outside() -> None:
    field = CellValues.of(np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), (10.0, 20.0), 0.5, outside=-1.0)
    assert field.at(np.array([9.9, 10.0, 11.4, 11.6]), np.array([20.4, 20.5, 21.1])).tolist() == [
        [-1.0, -1.0, -1.0],
        [1.0, 4.0, -1.0],
        [3.0, 6.0, -1.0],
        [-1.0, -1.0, -1.0],
    ]


def test_with_halves_a_point_has_the_value_of_the_nearest() -> None:
    field = CellValues.of(np.array([[0.0, 1.0, 2.0]]), (0.0, 0.0), 1.0, outside=-1.0, halves=True)
    assert field.at(np.array([-0.3, -0.2, 0.3, 0.7, 0.8, 1.3]), np.zeros(1)).ravel().tolist() == [-1, 0, 1, 1, 2, -1]


def test_clearance_is_known_to_a_quarter_of_a_cell_and_outside_there_is_none() -> None:
    occupancy = np.zeros((9, 9), np.int8)
    occupancy[:, 4] = 100
    grid = GridMap((0.0, 0.0), 0.1, occupancy, occupancy)
    terrain = Terrain.of(grid, np.array([[0.05, 0.05]]), BodySettings())
    xs, ys = np.array([0.61, 0.65, 0.69, 1.0]), np.array([0.45])
    assert terrain.clearances.at(xs, ys).ravel() == pytest.approx([0.2, 0.2, 0.2, 0.0])
    assert terrain.halves.at(xs, ys).ravel() == pytest.approx([0.15, 0.2, 0.25, 0.0])
    assert terrain.bumps.at(np.array([0.25, -1.0]), np.array([0.05])).ravel() == pytest.approx([0.2, np.inf])
