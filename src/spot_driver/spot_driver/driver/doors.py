"""Where in a picture a door's or drawer's front is taken, which way it goes, and the command that moves it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from bosdyn.api import basic_command_pb2, geometry_pb2, robot_command_pb2
from bosdyn.client.frame_helpers import VISION_FRAME_NAME
from bosdyn.client.robot_command import RobotCommandBuilder
from google.protobuf.wrappers_pb2 import BoolValue
from numpy.typing import NDArray
from scipy import ndimage

from pred_core.pictures import Picture, picture_points
from spot_driver.driver.places import Spot, surface_normals, upright_pixels

Array = NDArray[np.float64]
_REQUEST = basic_command_pb2.ConstrainedManipulationCommand.Request

SPEED = 0.15
"""Of the handle, m/s."""
FORCE, TORQUE = 40.0, 5.0
SLIDES = frozenset({"Drawer"})
LEAST_POINTS = 30
STANDS_OUT = 0.25
"""What is to be closed is taken where it is at most this much farther than its nearest part, m."""
AROUND = 0.15
"""The front's direction is measured so far around where it is taken, m."""
BEHIND = 0.2
"""What is farther than this from a leaf's plane is what the leaf closes, m."""
THIN = 0.06
"""What is this near to a front's plane belongs to it, m."""
DEEP = 0.7
"""A front is taken at least this share as deep inside it as can be, by a robot that walks for it."""
WAYS, SAME_FACE = 24, np.deg2rad(25.0)
"""So many ways are told apart that a face may look, and what looks no more aside from one than this belongs to it."""
TRIED = 400
"""So many points of a front are looked at for one that the hand reaches."""


@dataclass(frozen=True)
class Front:
    """A door's or drawer's front in map: where it is taken, its horizontal unit normal, towards which it opens."""

    spot: Spot
    normal: Array
    slides: bool


def front_of(
    seen: Picture,
    mask: NDArray[np.bool_],
    class_name: str,
    *,
    opens: bool,
    reaches: Callable[[Array], bool],
    walks: bool = False,
) -> Front | None:
    """Return where to take the front that the masked pixels show, None where too little of it is seen.

    :param opens: a front that is to be closed stands out: of what is seen what is nearest is taken
    :param reaches: tells of a point (3,) in the fixed frame whether the hand gets there
    :param walks: whether the robot comes closer where it does not
    """
    normals, _ = surface_normals(seen)
    upright = mask & upright_pixels(normals)
    if opens:  # at a corner that is seen from aside a hand would take it at its hinge
        upright &= _widest_face(normals, upright)
    points, indices = picture_points(seen.depth, seen.camera, seen.optical, 1, seen.span)
    own = upright.reshape(-1)[indices]
    points, indices = points[own], indices[own]
    if len(points) < LEAST_POINTS:
        return None
    away = np.linalg.norm((points - seen.optical[:3, 3])[:, :2], axis=1)
    taken = np.full(len(points), True) if opens else away < np.quantile(away, 0.02) + STANDS_OUT
    spot = _spot(points[taken], indices[taken], mask.shape, reaches, walks=walks)
    normal = _normal(points[np.linalg.norm(points - spot.point, axis=1) < AROUND])
    if normal is None:
        return None
    side = float(normal @ (seen.optical[:3, 3] - spot.point))
    if not opens:
        side = _closing_side(normal, spot.point, seen.points_of(mask), side)
    return Front(spot, normal if side >= 0.0 else -normal, class_name in SLIDES)


def _widest_face(normals: Array, upright: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which pixels look the way that most of the upright ones (HxW) look, of their normals (HxWx3)."""
    way = np.arctan2(normals[..., 1], normals[..., 0])
    votes, edges = np.histogram(way[upright], bins=WAYS, range=(-np.pi, np.pi))
    best = int(np.argmax(votes + np.roll(votes, -1)))  # a face may be at the edge of two ways
    with np.errstate(invalid="ignore"):
        return np.asarray(np.cos(way - edges[best + 1]) > np.cos(SAME_FACE))


def front_again(
    seen: Picture,
    before: Front,
    extent: Array,
    now: tuple[Array, Array],
    *,
    reaches: Callable[[Array], bool],
    walks: bool = False,
) -> tuple[Front | None, NDArray[np.bool_]]:
    """Return where to take a front that has moved, None where too little of it is seen, and its pixels, HxW.

    :param extent: of the front, as :func:`extent_of` gave it
    :param now: where what was ``before.spot`` is now, and about where the front looks, (3,) in map
    """
    at, normal = now
    points, indices = picture_points(seen.depth, seen.camera, seen.optical, 1, seen.span)
    aside = sides(points - at, normal)
    own = (np.abs((points - at) @ normal) < THIN) & np.all((aside > extent[0]) & (aside < extent[1]), axis=1)
    mask = np.zeros(seen.depth.shape, dtype=bool)
    mask.reshape(-1)[indices[own]] = True
    if int(np.count_nonzero(own)) < LEAST_POINTS:
        return None, mask
    points, indices = points[own], indices[own]
    spot = _spot(points, indices, mask.shape, reaches, walks=walks)
    looks = _normal(points[np.linalg.norm(points - spot.point, axis=1) < AROUND])
    if looks is None:
        looks = normal
    return Front(spot, looks if float(looks @ normal) > 0.0 else -looks, before.slides), mask


def extent_of(seen: Picture, mask: NDArray[np.bool_], front: Front) -> Array:
    """Return how far a front goes around where it is taken: least and greatest (2x2) sideways and up, m."""
    away = seen.points_of(mask) - front.spot.point
    own = away[np.abs(away @ front.normal) < THIN]
    return np.asarray(np.percentile(sides(own, front.normal), [2.0, 98.0], axis=0))


def sides(away: Array, normal: Array) -> Array:
    """Return offsets (Nx3) as how far they go sideways along a front and up, Nx2 m."""
    return np.column_stack([away @ np.array([-normal[1], normal[0], 0.0]), away[:, 2]])


def _spot(
    points: Array,
    indices: NDArray[np.intp],
    shape: tuple[int, ...],
    reaches: Callable[[Array], bool],
    *,
    walks: bool,
) -> Spot:
    """Return the pixel that is deepest inside a front, among those that the hand reaches where there is one.

    At its edge a front may be at its hinge, where it takes much force and tells little of how far it goes: who walks
    does rather that.
    """
    front = np.zeros(shape, dtype=bool)
    front.reshape(-1)[indices] = True
    inside = ndimage.distance_transform_edt(np.pad(front, 1))[1:-1, 1:-1].reshape(-1)[indices]
    order = np.argsort(-inside, kind="stable")
    some = order[:: max(1, len(order) // TRIED)]
    some = some[inside[some] >= (DEEP if walks else 0.0) * inside[order[0]]]
    best = next((k for k in some if reaches(points[k])), order[0])
    row, column = divmod(int(indices[best]), shape[1])
    return Spot((column, row), points[best])


def _normal(points: Array) -> Array | None:
    """Return the horizontal unit normal of upright points (Nx3), None where they are too few."""
    if len(points) < LEAST_POINTS:
        return None
    _, vectors = np.linalg.eigh(np.cov(points[:, :2].T))
    return np.array([*vectors[:, 0], 0.0])


def _closing_side(normal: Array, point: Array, all_points: Array, camera_side: float) -> float:
    """Return a number whose sign says on which side of a leaf it is pulled from: not on that of what it closes."""
    across = (all_points - point) @ normal
    rest = across[np.abs(across) > BEHIND]
    return camera_side if len(rest) < LEAST_POINTS else -float(np.mean(rest))


def pull_command(
    front: Front, *, opens: bool, anew: bool, speed: float = SPEED
) -> robot_command_pb2.RobotCommand:
    """Return the command that moves a front that is held.

    :param speed: of the handle, m/s
    :param anew: whether the robot begins to estimate how it moves; told again on the way it goes on with what it knows
    """
    way = front.normal if opens else -front.normal
    kind = _REQUEST.TASK_TYPE_R3_LINEAR_FORCE if front.slides else _REQUEST.TASK_TYPE_R3_CIRCLE_EXTRADOF_FORCE
    command = RobotCommandBuilder.constrained_manipulation_command(
        task_type=kind,
        init_wrench_direction_in_frame_name=geometry_pb2.Wrench(
            force=geometry_pb2.Vec3(x=float(way[0]), y=float(way[1]), z=0.0), torque=geometry_pb2.Vec3()
        ),
        force_limit=FORCE,
        torque_limit=TORQUE,
        tangential_speed=speed,
        frame_name=VISION_FRAME_NAME,
    )
    request = command.full_body_command.constrained_manipulation_request
    request.reset_estimator.CopyFrom(BoolValue(value=anew))
    return command
