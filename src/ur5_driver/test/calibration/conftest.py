"""A rendered checkerboard: pictures a camera of known mount would take of it."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from pred_core.geometry import Intrinsics, pixel_rays
from pred_core.outcome import Code, Outcome
from ur5_description.kinematics import invert
from ur5_description.mount import CameraMount
from ur5_driver.calibration import command, session
from ur5_driver.calibration.folder import CalibrationShot
from ur5_driver.calibration.hand_eye import Board, project
from ur5_driver.gaze.views import Direction, camera_pose

SAMPLES = 2
"""Rays a pixel's edge: without them a rendered edge tells nothing below a pixel."""


@dataclass
class Studio:
    """A board on the table and a camera whose mount is not quite the nominal one."""

    board: Board = field(default_factory=lambda: Board(9, 6, 0.022))
    optics: Intrinsics = field(default_factory=lambda: Intrinsics.from_fov(640, 480, math.radians(55.0)))
    true: np.ndarray = field(
        default_factory=lambda: CameraMount((0.006, -0.093, 0.036), (0.03, -1.20, 1.60)).optical_in_tool
    )
    camera: np.ndarray = field(default_factory=lambda: np.eye(4))
    refused: int = 0

    def __post_init__(self):
        self.place = np.eye(4)
        self.place[:3, :3] = Rotation.from_euler("z", 0.3).as_matrix() @ np.diag([1.0, -1.0, -1.0])
        self.place[:3, 3] = (0.42, 0.06, 0.0)
        self.middle = (self.place @ [*self.board.points.mean(axis=0), 1.0])[:3]
        self.stand(0)

    def stand(self, k):
        """Go where the board is seen from another side."""
        direction = Direction(math.radians(55 + 8 * (k % 4)), 2.4 * k)
        self.camera = camera_pose(self.middle, 0.33 + 0.02 * (k % 3), direction, 0.5 * (k % 5 - 2))

    def picture(self):
        """Return what the camera sees: a white table, the board's squares on a margin of one square."""
        fine = Intrinsics(
            *(SAMPLES * v for v in (self.optics.fx, self.optics.fy, self.optics.cx, self.optics.cy)),
            *(SAMPLES * v for v in (self.optics.width, self.optics.height)),
        )
        turn = (self.place[:3, :3].T @ self.camera[:3, :3]).astype(np.float32)
        rays = pixel_rays(fine) @ turn.T
        eye = (self.place[:3, :3].T @ (self.camera[:3, 3] - self.place[:3, 3])).astype(np.float32)
        along = -eye[2] / rays[..., 2]  # every ray goes down to the table
        points = (eye[:2] + along[..., None] * rays[..., :2]) / np.float32(self.board.square)
        column, row = np.floor(points[..., 0]), np.floor(points[..., 1])
        on = (column >= -1) & (column < self.board.columns) & (row >= -1) & (row < self.board.rows)
        dark = on & ((column + row) % 2 == 0)
        grey = np.where(dark, 30.0, 225.0).reshape(self.optics.height, SAMPLES, self.optics.width, SAMPLES)
        return np.repeat(grey.mean(axis=(1, 3)).astype(np.uint8)[..., None], 3, axis=-1)

    # the rig of a session

    def lens(self):
        return self.optics

    def shot(self, name):
        return CalibrationShot(name, self.picture(), self.camera @ invert(self.true))

    def look(self, camera):
        if self.refused:
            self.refused -= 1
            return Outcome(Code.UNREACHABLE, "too far")
        self.camera = np.asarray(camera)
        return Outcome.success()


@pytest.fixture
def studio():
    return Studio()


@pytest.fixture
def sketch(monkeypatch):
    """A studio whose pictures are numbers, and corners that are known instead of found: no OpenCV, nothing rendered."""
    studio = Studio()
    cameras = []

    def picture():
        cameras.append(studio.camera.copy())
        picture = np.zeros((studio.optics.height, studio.optics.width, 3), np.uint8)
        picture[0, 0, 0] = len(cameras)
        return picture

    def corners(picture, board):
        if picture[0, 0, 0] == 0 or board != studio.board:
            return None
        sight = invert(cameras[picture[0, 0, 0] - 1]) @ studio.place
        pixels = project(board.points, sight, studio.optics)
        inside = (pixels > 0.0).all() and (pixels < (studio.optics.width, studio.optics.height)).all()
        return pixels if inside else None

    studio.picture = picture
    monkeypatch.setattr(session, "find_corners", corners)
    monkeypatch.setattr(command, "need_opencv", lambda: None)
    return studio
