"""Grids of the ground around the robot over the wire, encoded as a real robot's are: 16-bit steps, in runs."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING, Any

import numpy as np
from bosdyn.api import local_grid_pb2, local_grid_service_pb2_grpc
from bosdyn.client.math_helpers import Quat, SE3Pose
from numpy.typing import NDArray

from spot_emulator.robot.cameras import BODY_DEPTH, DEPTH_SCALE
from spot_emulator.robot.clock import stamp
from spot_emulator.robot.frames import BODY, GROUND, VISION, Frames
from spot_emulator.services.answering import Service, answers
from spot_emulator.world.eyes import Eyes, NoPictureError
from spot_emulator.world.footprint import HALF_LENGTH, HALF_WIDTH
from spot_emulator.world.grids import CELL, CELLS, UNSEEN, Ground, corner_of, distances, steppable
from spot_emulator.world.house import House
from spot_emulator.world.shots import Shot
from spot_emulator.world.view import View

if TYPE_CHECKING:
    from spot_emulator.robot.robot import Robot
    from spot_emulator.services.logins import Logins

log = logging.getLogger(__name__)

Grid, Response = local_grid_pb2.LocalGrid, local_grid_pb2.LocalGridResponse
TERRAIN, VALID, NO_STEP, APART = "terrain", "terrain_valid", "no_step", "obstacle_distance"
_NAMES = (TERRAIN, VALID, NO_STEP, APART)
_STEP = 0.001
"""Metres that one step of a grid of lengths is worth."""
_MOST = 32767
_RATIO = 0.5  # of the size of the body's depth pictures


class LocalGridService(Service, local_grid_service_pb2_grpc.LocalGridServiceServicer):
    """The floor is level; what stands on it is in `obstacle_distance` and `no_step`, as far as it was seen.

    The body's cameras look when somebody asks, and what they saw before is remembered for as long as the robot is in
    that room.
    """

    def __init__(self, robot: Robot, logins: Logins, eyes: Eyes) -> None:
        super().__init__(robot, logins)
        self._eyes = eyes
        self._lock = threading.Lock()
        self._seen: tuple[House, Ground] | None = None

    @answers(local_grid_pb2.GetLocalGridTypesResponse)
    def GetLocalGridTypes(self, request: Any, context: Any) -> Any:
        kinds = [local_grid_pb2.LocalGridType(name=name) for name in _NAMES]
        return local_grid_pb2.GetLocalGridTypesResponse(local_grid_type=kinds)

    @answers(local_grid_pb2.GetLocalGridsResponse)
    def GetLocalGrids(self, request: Any, context: Any) -> Any:
        answer = local_grid_pb2.GetLocalGridsResponse()
        wanted = [each.local_grid_type_name for each in request.local_grid_requests]
        with self.robot.lock:
            house, frames, now = self.robot.house, self.robot.frames(), self.robot.clock.now()
        map_tform_grid, corner = _grid_of(frames)
        cells = self._look(house, frames, map_tform_grid) if set(wanted) & set(_NAMES) else None
        for name in wanted:
            found = answer.local_grid_responses.add(local_grid_type_name=name)
            if name not in _NAMES:
                found.status = Response.STATUS_NO_SUCH_GRID
            elif cells is None:
                found.status = Response.STATUS_DATA_UNAVAILABLE
            else:
                found.status = Response.STATUS_OK
                stamp(found.local_grid.acquisition_time, now)
                _place(found.local_grid, name, frames, corner)
                _fill(found.local_grid, name, frames, cells)
            answer.num_local_grid_errors += found.status != Response.STATUS_OK
        return answer

    def _look(self, house: House, frames: Frames, map_tform_grid: SE3Pose) -> NDArray[np.uint8] | None:
        """Return what is known of a grid's cells after a look with all cameras of the body; None: they are blind."""
        views = [
            View(frames.sensor(s.sensor), s.width, s.height, s.focal).resized(_RATIO) for s in BODY_DEPTH
        ]
        shots = [
            Shot(view, depth=True, range=s.range, scale=DEPTH_SCALE)
            for view, s in zip(views, BODY_DEPTH, strict=True)
        ]
        try:
            pictures = self._eyes.look(shots, self.robot.lock)
        except NoPictureError as error:
            log.warning("no local grid: %s", error)
            return None
        body = frames.map_tform(BODY)
        if body is None:
            raise AssertionError("the robot has no body")
        with self._lock:
            if self._seen is None or self._seen[0] is not house:
                self._seen = house, Ground((body.x, body.y))
            ground = self._seen[1]
            ground.see((view, _metres(view, data)) for view, data in zip(views, pictures, strict=True))
            ground.stand(body, HALF_LENGTH, HALF_WIDTH)
            return ground.around(map_tform_grid)


def _metres(view: View, data: bytes) -> NDArray[np.float64]:
    """Return a depth picture as it was drawn, HxW metres."""
    return np.frombuffer(data, "<u2").reshape(view.height, view.width) / DEPTH_SCALE


def _grid_of(frames: Frames) -> tuple[SE3Pose, SE3Pose]:
    """Return the corner of the grid around the robot, in the map and in vision."""
    vision_tform_body, map_tform_vision = frames.a_tform_b(VISION, BODY), frames.map_tform(VISION)
    if vision_tform_body is None or map_tform_vision is None:
        raise AssertionError("the robot has no body")
    corner = SE3Pose(*corner_of((vision_tform_body.x, vision_tform_body.y)), 0.0, Quat())
    return map_tform_vision * corner, corner


def _place(grid: Any, name: str, frames: Frames, corner: SE3Pose) -> None:
    """Write what a grid is of, and where."""
    grid.local_grid_type_name, grid.frame_name_local_grid_data = name, f"{name}_local_grid_corner"
    grid.transforms_snapshot.CopyFrom(frames.tree())
    edge = grid.transforms_snapshot.child_to_parent_edge_map[grid.frame_name_local_grid_data]
    edge.parent_frame_name = VISION
    edge.parent_tform_child.CopyFrom(corner.to_proto())
    grid.extent.cell_size, grid.extent.num_cells_x, grid.extent.num_cells_y = CELL, CELLS, CELLS


def _fill(grid: Any, name: str, frames: Frames, known: NDArray[np.uint8]) -> None:
    """Write a grid's cells."""
    apart, unseen = distances(known), known == UNSEEN
    if name == APART:
        grid.unknown_cells = unseen.astype(np.uint8).tobytes()
    if name in (APART, TERRAIN):
        grid.cell_format, grid.cell_value_scale = Grid.CELL_FORMAT_INT16, _STEP
        vision_tform_ground = frames.a_tform_b(VISION, GROUND)
        if vision_tform_ground is None:
            raise AssertionError("the robot stands on nothing")
        lengths = apart if name == APART else np.full_like(apart, vision_tform_ground.z)
        cells: NDArray[Any] = np.clip(np.round(lengths / _STEP), -_MOST, _MOST).astype("<i2")
    else:
        grid.cell_format, grid.cell_value_scale = Grid.CELL_FORMAT_UINT8, 1.0
        cells = (steppable(apart) if name == NO_STEP else ~unseen).astype(np.uint8)
    _in_runs(grid, cells.ravel())


def _in_runs(grid: Any, cells: NDArray[Any]) -> None:
    """Write cells as the values of their runs, and how long each run is."""
    begins = np.flatnonzero(np.r_[True, cells[1:] != cells[:-1]])
    grid.encoding, grid.data = Grid.ENCODING_RLE, cells[begins].tobytes()
    grid.rle_counts.extend(int(count) for count in np.diff(np.r_[begins, len(cells)]))
