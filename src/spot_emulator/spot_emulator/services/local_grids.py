"""Grids of the ground around the robot over the wire, encoded as a real robot's are: 16-bit steps, in runs."""

from __future__ import annotations

from typing import Any

import numpy as np
from bosdyn.api import local_grid_pb2, local_grid_service_pb2_grpc
from bosdyn.client.math_helpers import Quat, SE3Pose
from numpy.typing import NDArray

from spot_emulator.robot.clock import stamp
from spot_emulator.robot.frames import BODY, GROUND, VISION
from spot_emulator.services.answering import Service, answers
from spot_emulator.world.footprint import blocks
from spot_emulator.world.grids import CELL, CELLS, corner_of, distances, steppable

Grid, Response = local_grid_pb2.LocalGrid, local_grid_pb2.LocalGridResponse
TERRAIN, VALID, NO_STEP, APART = "terrain", "terrain_valid", "no_step", "obstacle_distance"
_NAMES = (TERRAIN, VALID, NO_STEP, APART)
_STEP = 0.001
"""Metres that one step of a grid of lengths is worth."""
_MOST = 32767


class LocalGridService(Service, local_grid_service_pb2_grpc.LocalGridServiceServicer):
    """The floor is level; what stands on it is in `obstacle_distance` and `no_step`. Nothing is unknown."""

    @answers(local_grid_pb2.GetLocalGridTypesResponse)
    def GetLocalGridTypes(self, request: Any, context: Any) -> Any:
        kinds = [local_grid_pb2.LocalGridType(name=name) for name in _NAMES]
        return local_grid_pb2.GetLocalGridTypesResponse(local_grid_type=kinds)

    @answers(local_grid_pb2.GetLocalGridsResponse)
    def GetLocalGrids(self, request: Any, context: Any) -> Any:
        answer = local_grid_pb2.GetLocalGridsResponse()
        for wanted in request.local_grid_requests:
            found = answer.local_grid_responses.add(local_grid_type_name=wanted.local_grid_type_name)
            if wanted.local_grid_type_name in _NAMES:
                found.status = Response.STATUS_OK
                self._fill(found.local_grid, wanted.local_grid_type_name)
            else:
                found.status = Response.STATUS_NO_SUCH_GRID
                answer.num_local_grid_errors += 1
        return answer

    def _fill(self, grid: Any, name: str) -> None:
        with self.robot.lock:
            frames, now = self.robot.frames(), self.robot.clock.now()
            found = blocks(self.robot.house.world)
        vision, body, ground = (frames.a_tform_b(VISION, frame) for frame in (VISION, BODY, GROUND))
        map_tform_vision = frames.map_tform(VISION)
        if vision is None or body is None or ground is None or map_tform_vision is None:
            raise AssertionError("the robot has no body")
        x, y = corner_of((body.x, body.y))
        corner = SE3Pose(x, y, 0.0, Quat())
        grid.local_grid_type_name, grid.frame_name_local_grid_data = name, f"{name}_local_grid_corner"
        stamp(grid.acquisition_time, now)
        grid.transforms_snapshot.CopyFrom(frames.tree())
        edge = grid.transforms_snapshot.child_to_parent_edge_map[grid.frame_name_local_grid_data]
        edge.parent_frame_name = VISION
        edge.parent_tform_child.CopyFrom(corner.to_proto())
        grid.extent.cell_size, grid.extent.num_cells_x, grid.extent.num_cells_y = CELL, CELLS, CELLS
        apart = distances(found, map_tform_vision * corner)
        if name == APART:
            grid.unknown_cells = bytes(CELLS * CELLS)
        if name in (APART, TERRAIN):
            grid.cell_format, grid.cell_value_scale = Grid.CELL_FORMAT_INT16, _STEP
            lengths = apart if name == APART else np.full_like(apart, ground.z)
            cells: NDArray[Any] = np.clip(np.round(lengths / _STEP), -_MOST, _MOST).astype("<i2")
        else:
            grid.cell_format, grid.cell_value_scale = Grid.CELL_FORMAT_UINT8, 1.0
            cells = (steppable(apart) if name == NO_STEP else np.ones_like(apart)).astype(np.uint8)
        _in_runs(grid, cells.ravel())


def _in_runs(grid: Any, cells: NDArray[Any]) -> None:
    """Write cells as the values of their runs, and how long each run is."""
    begins = np.flatnonzero(np.r_[True, cells[1:] != cells[:-1]])
    grid.encoding, grid.data = Grid.ENCODING_RLE, cells[begins].tobytes()
    grid.rle_counts.extend(int(count) for count in np.diff(np.r_[begins, len(cells)]))
