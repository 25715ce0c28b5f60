"""The robot's local grid: as the driver reads it, and as the emulated robot's cameras fill it."""

from __future__ import annotations

import math

import numpy as np
import pytest
from bosdyn.api.local_grid_pb2 import LocalGrid, LocalGridResponse
from bosdyn.client.math_helpers import Quat, SE3Pose

from spot_driver.driver.local_grid import FREE, OBSTACLE, UNKNOWN, GridError, around, around_of

SCENE = "FloorPlan13"


def response(**changes: object) -> LocalGridResponse:
    """Return a grid of two rows of three cells, in runs: free, free, an obstacle, and a row of obstacles."""
    answer = LocalGridResponse(status=LocalGridResponse.STATUS_OK)
    grid = answer.local_grid
    grid.frame_name_local_grid_data = "corner"
    edges = grid.transforms_snapshot.child_to_parent_edge_map
    for child, parent, pose in (
        ("body", "", SE3Pose(0, 0, 0, Quat())),
        ("vision", "body", SE3Pose(0, 0, 0, Quat())),
        ("corner", "vision", SE3Pose(1.0, 2.0, 0.0, Quat.from_yaw(0.5))),
    ):
        edges[child].parent_frame_name = parent
        edges[child].parent_tform_child.CopyFrom(pose.to_proto())
    grid.extent.cell_size, grid.extent.num_cells_x, grid.extent.num_cells_y = 0.03, 3, 2
    grid.cell_format, grid.encoding = LocalGrid.CELL_FORMAT_INT16, LocalGrid.ENCODING_RLE
    grid.cell_value_scale = 0.001
    grid.data = np.array([300, 0, -15], "<i2").tobytes()
    grid.rle_counts.extend([2, 1, 3])
    for name, value in changes.items():
        setattr(grid, name, value)
    return answer


def test_no_distance_left_is_an_obstacle_and_the_corner_is_where_it_is_told() -> None:
    found = around_of(response())
    assert found.cells.tolist() == [[FREE, FREE, OBSTACLE], [OBSTACLE] * 3]
    assert (found.corner.x, found.corner.y) == pytest.approx((1.0, 2.0))
    assert found.corner.yaw == pytest.approx(0.5) and found.cell == pytest.approx(0.03)


def test_what_the_robot_does_not_know_is_unknown_whatever_its_number() -> None:
    found = around_of(response(unknown_cells=bytes([1, 0, 0, 0, 0, 1])))
    assert found.cells.tolist() == [[UNKNOWN, FREE, OBSTACLE], [OBSTACLE, OBSTACLE, UNKNOWN]]


def test_a_grid_that_is_not_in_runs_is_read_cell_by_cell() -> None:
    lengths = np.array([0.3, 0.3, -0.1, 0.0, 0.2, 0.1], "<f4").tobytes()
    whole = response(
        encoding=LocalGrid.ENCODING_RAW, cell_format=LocalGrid.CELL_FORMAT_FLOAT32, data=lengths, cell_value_scale=0.0
    )
    assert around_of(whole).cells.tolist() == [[FREE, FREE, OBSTACLE], [OBSTACLE, FREE, FREE]]


@pytest.mark.parametrize(
    "changes",
    [
        {"data": b"\x01"},
        {"data": np.array([1, 2], "<i2").tobytes()},
        {"cell_format": LocalGrid.CELL_FORMAT_UNKNOWN},
        {"frame_name_local_grid_data": "nowhere"},
        {"unknown_cells": b"\x00\x00"},
    ],
)
def test_what_does_not_fit_together_is_refused_in_words(changes) -> None:
    with pytest.raises(GridError, match="local grid"):
        around_of(response(**changes))


def test_a_grid_that_is_not_there_is_told() -> None:
    with pytest.raises(GridError, match="STATUS_DATA_UNAVAILABLE"):
        around_of(LocalGridResponse(status=LocalGridResponse.STATUS_DATA_UNAVAILABLE))


def test_the_robot_knows_the_floor_it_stands_on_what_is_before_it_and_not_what_hides(ready_robot) -> None:
    link, _ = ready_robot
    found, here = around(link.session), link.latest.pose
    half = found.cells.shape[0] * found.cell / 2.0
    assert math.hypot(found.corner.x + half - here.x, found.corner.y + half - here.y) < 0.1
    row, column = (int((v - low) / found.cell) for v, low in ((here.y, found.corner.y), (here.x, found.corner.x)))
    body = found.cells[row - 5 : row + 6, column - 5 : column + 6]
    assert (body == FREE).all()
    assert (found.cells == OBSTACLE).any() and 0.1 < float((found.cells == UNKNOWN).mean()) < 0.95
