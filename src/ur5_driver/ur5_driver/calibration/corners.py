"""Finding a checkerboard's corners in pictures, with OpenCV."""

from __future__ import annotations

import importlib
from importlib.util import find_spec

import numpy as np
from numpy.typing import NDArray

from ur5_driver.calibration.hand_eye import Board, CalibrationError


def need_opencv() -> None:
    """Make sure that OpenCV is there.

    :raises CalibrationError: saying how to get it
    """
    if find_spec("cv2") is None:
        raise CalibrationError("finding a checkerboard's corners needs OpenCV: run ./pred setup vision")


def find_corners(picture: NDArray[np.uint8], board: Board) -> NDArray[np.float64] | None:
    """Return the board's inner corners in a picture, or None when not all of them are seen.

    :param picture: HxWx3 rgb
    :returns: Nx2 pixels, pixel centres at +0.5, row by row of the board, from either of its ends
    :raises CalibrationError: without OpenCV
    """
    need_opencv()
    cv2 = importlib.import_module("cv2")
    grey = cv2.cvtColor(np.ascontiguousarray(picture), cv2.COLOR_RGB2GRAY)
    found, corners = cv2.findChessboardCornersSB(
        grey, (board.columns, board.rows), flags=cv2.CALIB_CB_NORMALIZE_IMAGE | cv2.CALIB_CB_ACCURACY
    )
    # OpenCV counts from the middle of the first pixel, this project from its edge.
    return np.asarray(corners, np.float64).reshape(-1, 2) + 0.5 if found else None
