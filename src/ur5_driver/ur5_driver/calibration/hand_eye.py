"""Where the camera sits on the flange, from views of a checkerboard (AX = XB), free of ROS and of OpenCV.

Rotation and translation first in closed form (Park and Martin's least squares on the rotations' logarithms), then all
at once: the camera's pose on the flange and the board's in the world, so that the reprojection errors are least.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares
from scipy.spatial.transform import Rotation

from pred_core.geometry import Intrinsics
from ur5_description.kinematics import invert, matrix_from_pose, pose_from_matrix

Array = NDArray[np.float64]

LEAST_VIEWS = 4
LEAST_TURN = math.radians(10.0)
OUTLIER_FACTOR = 3.0
OUTLIER_PIXELS = 1.0


class CalibrationError(ValueError):
    """Views that cannot be calibrated from, with a sentence about what to do."""


@dataclass(frozen=True)
class Board:
    """A checkerboard by its inner corners: so many along each side, squares of ``square`` metres."""

    columns: int
    rows: int
    square: float

    @property
    def points(self) -> Array:
        """The inner corners in the board's frame, Nx3 metres, row by row, z = 0."""
        row, column = np.indices((self.rows, self.columns))
        flat = np.stack([column.ravel(), row.ravel(), np.zeros(row.size)], axis=1)
        return np.asarray(flat * self.square, dtype=np.float64)


@dataclass(frozen=True)
class BoardView:
    """One picture: tool0 in base (4x4) and the board's corners, Nx2 pixels (pixel centres at +0.5), in its order."""

    name: str
    tool: Array
    corners: Array


@dataclass(frozen=True)
class HandEye:
    """The result: the optical frame in tool0 and the board in base (4x4), and how well it fits.

    ``pixels``: root mean square reprojection error; ``millimetres``: root mean square distance between where a corner
    is seen from one view and its mean place; ``left_out``: names of views that did not fit the others.
    """

    camera: Array
    board: Array
    pixels: float
    millimetres: float
    views: int
    left_out: tuple[str, ...] = ()


def calibrate(views: Sequence[BoardView], board: Board, lens: Intrinsics, nominal: Array) -> HandEye:
    """Return where the camera sits.

    :param nominal: about where the camera sits, 4x4 in tool0 (within some 60 degrees): it tells which end of a
        symmetric board is which
    :raises CalibrationError: when views are too few or too much alike
    """
    if len(views) < LEAST_VIEWS:
        raise CalibrationError(f"{len(views)} views show the board; take at least {LEAST_VIEWS}, better 12")
    views = _same_order(views, board, lens, nominal)
    seen = [board_pose(v.corners, board, lens) for v in views]
    left_out: list[str] = []
    while True:
        check_turns([v.tool for v in views])
        result, errors = _fit(views, seen, board, lens)
        worst = int(np.argmax(errors))
        fits = errors[worst] <= max(OUTLIER_PIXELS, OUTLIER_FACTOR * float(np.median(errors)))
        if fits or len(views) <= LEAST_VIEWS:
            return replace(result, left_out=tuple(left_out))
        left_out.append(views.pop(worst).name)
        seen.pop(worst)


def check_turns(tools: Sequence[Array]) -> None:
    """Make sure that the tool was turned about two axes at least: about one alone the problem has no single solution.

    :raises CalibrationError: saying how to turn it
    """
    turns = np.array(
        [
            Rotation.from_matrix(a[:3, :3].T @ b[:3, :3]).as_rotvec()
            for a, b in itertools.combinations(tools, 2)
        ]
    )
    spread = np.sqrt(
        np.linalg.eigvalsh(turns.T @ turns / len(turns))
    )  # root mean square turn about each axis
    if spread[1] < LEAST_TURN:
        raise CalibrationError(
            f"the views are too much alike (turned by {math.degrees(spread[1]):.1f} degrees about a second axis): tilt "
            "the camera by 20 to 40 degrees to several sides, and turn it about its line of sight"
        )


def project(points: Array, sights: Array, lens: Intrinsics) -> Array:
    """Return the pixels of a frame's points as seen by cameras.

    :param points: Nx3 metres
    :param sights: poses of that frame in the optical frame, 4x4 or Kx4x4
    :returns: Nx2 or KxNx2
    """
    turned = np.swapaxes(sights[..., :3, :3], -1, -2)
    seen = points @ turned + sights[..., None, :3, 3]
    depth = np.maximum(seen[..., 2], 1e-6)
    return np.stack(
        [lens.fx * seen[..., 0] / depth + lens.cx, lens.fy * seen[..., 1] / depth + lens.cy], axis=-1
    )


def board_pose(corners: Array, board: Board, lens: Intrinsics) -> Array:
    """Return the board in the optical frame, 4x4: from the plane's homography, refined on the reprojection error."""
    rays = np.stack([(corners[:, 0] - lens.cx) / lens.fx, (corners[:, 1] - lens.cy) / lens.fy], axis=1)
    flat = board.points[:, :2] / board.square
    ones = np.ones(len(flat))
    zeros = np.zeros((len(flat), 3))
    plane = np.column_stack([flat, ones])
    upper = np.hstack([plane, zeros, -rays[:, :1] * plane])
    lower = np.hstack([zeros, plane, -rays[:, 1:] * plane])
    h = np.linalg.svd(np.vstack([upper, lower]), full_matrices=False)[2][-1].reshape(3, 3)
    h *= np.sign(h[2] @ [*flat.mean(axis=0), 1.0]) / math.sqrt(
        float(np.linalg.norm(h[:, 0]) * np.linalg.norm(h[:, 1]))
    )
    u, _, v = np.linalg.svd(np.column_stack([h[:, 0], h[:, 1], np.cross(h[:, 0], h[:, 1])]))
    pose = np.eye(4)
    pose[:3, :3] = u @ np.diag([1.0, 1.0, np.linalg.det(u @ v)]) @ v
    pose[:3, 3] = h[:, 2] * board.square
    points = board.points

    def miss(x: Array) -> Array:
        return (project(points, matrix_from_pose(x), lens) - corners).ravel()

    return matrix_from_pose(least_squares(miss, pose_from_matrix(pose)).x)


def solve_axxb(tools: Sequence[Array], boards: Sequence[Array]) -> Array:
    """Return the optical frame in tool0 (4x4) for which the board stands still, in closed form.

    :param tools: tool0 in base, one a view
    :param boards: the board in the optical frame, one a view
    """
    pairs = list(itertools.combinations(range(len(tools)), 2))
    moves = [invert(tools[j]) @ tools[i] for i, j in pairs]
    sights = [boards[j] @ invert(boards[i]) for i, j in pairs]
    axes = np.array([Rotation.from_matrix(m[:3, :3]).as_rotvec() for m in moves])
    seen = np.array([Rotation.from_matrix(s[:3, :3]).as_rotvec() for s in sights])
    rotation = Rotation.align_vectors(axes, seen)[0].as_matrix()
    left = np.vstack([m[:3, :3] - np.eye(3) for m in moves])
    right = np.concatenate([rotation @ s[:3, 3] - m[:3, 3] for m, s in zip(moves, sights, strict=True)])
    result = np.eye(4)
    result[:3, :3] = rotation
    result[:3, 3] = np.linalg.lstsq(left, right, rcond=None)[0]
    return result


def _same_order(views: Sequence[BoardView], board: Board, lens: Intrinsics, nominal: Array) -> list[BoardView]:
    """Return the views with corners counted from the same end of the board.

    A detector cannot tell the ends of a symmetric board; about where the camera is tells them.
    """
    first: Array | None = None
    result = []
    for view in views:
        along = (view.tool @ nominal @ board_pose(view.corners, board, lens))[:3, 0]
        first = along if first is None else first
        turned = float(along @ first) < 0.0
        result.append(BoardView(view.name, view.tool, view.corners[::-1]) if turned else view)
    return result


def _fit(
    views: Sequence[BoardView], seen: Sequence[Array], board: Board, lens: Intrinsics
) -> tuple[HandEye, Array]:
    """Return the best fit to all views, and each view's root mean square reprojection error in pixels.

    :param seen: the board in the optical frame, one a view
    """
    tools = [v.tool for v in views]
    to_tool = np.array([invert(tool) for tool in tools])
    corners = np.array([v.corners for v in views])
    camera = solve_axxb(tools, seen)

    def misses(x: Array) -> Array:
        sights = invert(matrix_from_pose(x[:6])) @ to_tool @ matrix_from_pose(x[6:])
        return np.asarray(project(board.points, sights, lens) - corners)

    start = np.concatenate([pose_from_matrix(camera), pose_from_matrix(tools[0] @ camera @ seen[0])])
    solved = least_squares(lambda x: misses(x).ravel(), start, x_scale="jac")
    camera, stand = matrix_from_pose(solved.x[:6]), matrix_from_pose(solved.x[6:])
    squares = (misses(solved.x) ** 2).sum(axis=2)
    stands = np.array(tools) @ camera @ np.array(seen)
    places = board.points @ stands[:, :3, :3].transpose(0, 2, 1) + stands[:, None, :3, 3]
    spread = float(np.sqrt(((places - places.mean(axis=0)) ** 2).sum(axis=2).mean()))
    result = HandEye(camera, stand, math.sqrt(float(squares.mean())), 1000.0 * spread, len(views))
    return result, np.sqrt(squares.mean(axis=1))
