"""What the robot's five body cameras know of the floor around it, by its own local grid."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from bosdyn.api.local_grid_pb2 import LocalGrid, LocalGridResponse
from bosdyn.client.frame_helpers import VISION_FRAME_NAME, get_a_tform_b
from numpy.typing import NDArray

from pred_core.geometry import Pose2D
from spot_driver.driver.session import Session
from spot_driver.driver.snapshot import matrix, planar

OBSTACLE_DISTANCE = "obstacle_distance"
FREE, OBSTACLE, UNKNOWN = 0, 100, -1
_KINDS = {
    LocalGrid.CELL_FORMAT_FLOAT32: "<f4",
    LocalGrid.CELL_FORMAT_FLOAT64: "<f8",
    LocalGrid.CELL_FORMAT_INT8: "<i1",
    LocalGrid.CELL_FORMAT_UINT8: "<u1",
    LocalGrid.CELL_FORMAT_INT16: "<i2",
    LocalGrid.CELL_FORMAT_UINT16: "<u2",
}


class GridError(ValueError):
    """A local grid that cannot be used, with a sentence that says why."""


@dataclass(frozen=True)
class Around:
    """The floor around the robot.

    ``corner`` is where row 0, column 0 begins, in map, columns going on along its heading; ``cell`` in metres;
    ``cells`` is (rows, columns): -1 unknown, 0 free, 100 an obstacle.
    """

    corner: Pose2D
    cell: float
    cells: NDArray[np.int8]


NOTHING = Around(Pose2D(0.0, 0.0, 0.0), 1.0, np.zeros((0, 0), np.int8))
"""Nothing is known."""


def around(session: Session) -> Around:
    """Return what the robot knows of the floor around it now.

    :raises GridError: when the grid cannot be read
    :raises bosdyn.client.exceptions.Error: when the robot does not give it
    """
    answers = session.local_grid.get_local_grids([OBSTACLE_DISTANCE], timeout=session.patience)
    for answer in answers:
        if answer.local_grid_type_name == OBSTACLE_DISTANCE:
            return around_of(answer)
    raise GridError(f"The robot has no local grid {OBSTACLE_DISTANCE}.")


def around_of(answer: LocalGridResponse) -> Around:
    """Return the floor that a grid of distances tells of: no distance left is an obstacle.

    :raises GridError: when there is none, or its numbers do not fit together
    """
    if answer.status != LocalGridResponse.STATUS_OK:
        raise GridError(f"The robot's local grid: {answer.Status.Name(answer.status)}.")
    grid = answer.local_grid
    corner = get_a_tform_b(grid.transforms_snapshot, VISION_FRAME_NAME, grid.frame_name_local_grid_data)
    if corner is None:
        raise GridError("It is not said where the robot's local grid is.")
    shape = grid.extent.num_cells_y, grid.extent.num_cells_x
    apart = lengths_of(grid)
    unknown = np.frombuffer(grid.unknown_cells, np.uint8)
    if apart.size != shape[0] * shape[1] or unknown.size not in (0, apart.size):
        raise GridError(f"The robot's local grid of {shape[1]}x{shape[0]} cells has {apart.size} of them.")
    cells = np.where(apart > 0.0, FREE, OBSTACLE).astype(np.int8)
    if unknown.size:
        cells[unknown > 0] = UNKNOWN
    return Around(planar(matrix(corner)), grid.extent.cell_size, cells.reshape(shape))


def lengths_of(grid: LocalGrid) -> NDArray[np.float64]:
    """Return the values of a grid's cells, row by row, in its own unit.

    :raises GridError: when their format is not known, or the runs do not fit
    """
    kind = _KINDS.get(grid.cell_format)
    if kind is None or len(grid.data) % np.dtype(kind).itemsize:
        name = LocalGrid.CellFormat.Name(grid.cell_format)
        raise GridError(f"The robot's local grid has {len(grid.data)} bytes of {name}.")
    values = np.frombuffer(grid.data, kind).astype(np.float64)
    if grid.encoding == LocalGrid.ENCODING_RLE:
        if len(grid.rle_counts) != values.size:
            raise GridError(f"The robot's local grid has {values.size} runs and {len(grid.rle_counts)} lengths.")
        values = np.repeat(values, grid.rle_counts)
    return np.asarray(values * (grid.cell_value_scale or 1.0) + grid.cell_value_offset)
