"""What can be seen: rays against the solids of a world, and the visibility rules of AI2-THOR on top of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numba import njit
from numpy.typing import NDArray

from .model import Agent, Array, Box, Camera, Frame, SimObject, World

DISTANCE = 1.5
_FAR = 20.0
_MIN_SHARE = 1.5e-4  # of the picture's pixels that must show an object before it counts as seen


@dataclass
class Scenery:
    """All solids for ray casting: ``rows`` (n, 8) center, half, cos, sin; ``owner`` (n,) index into ``names``."""

    version: tuple[int, int]
    rows: Array
    owner: NDArray[np.int32]
    names: list[str]


def scenery(world: World) -> Scenery:
    """Return the world's solids for ray casting (kept until an object changes)."""
    kept = world.settings.get("_scenery")
    version = world.geometry_version()
    if isinstance(kept, Scenery) and kept.version == version:
        return kept
    names = ["", *(obj.object_id for obj in world.active())]
    shell = world.structure
    boxes = [(0, box) for box in (*shell.floor, *shell.walls, *shell.ceiling, *shell.fixtures)]
    for index, obj in enumerate(world.active(), start=1):
        if obj.object_type != "Floor" and obj.object_id != world.agent.held:
            boxes += [(index, box) for box in obj.solids]
    rows = np.array([_row(box) for _, box in boxes], dtype=np.float64).reshape(-1, 8)
    made = Scenery(version, rows, np.array([i for i, _ in boxes], dtype=np.int32), names)
    world.settings["_scenery"] = made
    return made


def agent_camera(agent: Agent, fov: float = 90.0, width: int = 300, height: int = 300) -> Camera:
    """Return the camera on the agent's head."""
    return Camera(agent.camera_position(), agent.yaw, agent.horizon, fov, width, height)


def camera_rays(camera: Camera) -> Array:
    """Return (H*W, 3) ray directions in the world, row by row from the top left; depth 1 along the view axis."""
    tangent = np.tan(np.radians(camera.fov) / 2.0)
    columns = (np.arange(camera.width) + 0.5) / camera.width * 2.0 - 1.0
    rows = 1.0 - (np.arange(camera.height) + 0.5) / camera.height * 2.0
    x, y = np.meshgrid(columns * tangent * camera.width / camera.height, rows * tangent)
    return _to_world(camera, np.stack([x, y, np.ones_like(x)], axis=-1).reshape(-1, 3))


def in_picture(camera: Camera, points: Array, share: float = 1.0) -> NDArray[np.bool_]:
    """Tell which points (n, 3) in the world lie in a view, hidden or not.

    :param share: of the picture's width and height, about its middle
    """
    pitch, yaw = np.radians(camera.horizon), np.radians(camera.yaw)
    forward = np.array([np.sin(yaw) * np.cos(pitch), -np.sin(pitch), np.cos(yaw) * np.cos(pitch)])
    right = np.array([np.cos(yaw), 0.0, -np.sin(yaw)])
    across, up, ahead = (
        (points - camera.position) @ np.stack([right, np.cross(forward, right), forward], axis=1)
    ).T
    reach = ahead * np.tan(np.radians(camera.fov) / 2.0) * share
    wide = camera.width / camera.height
    return np.asarray((ahead > 0.01) & (np.abs(across) < reach * wide) & (np.abs(up) < reach))


def cast_view(world: World, camera: Camera) -> Frame:
    """Return ids and depth of a view by ray casting the solids (its rgb is black). For views nobody rendered."""
    held = scenery(world)
    owner, depth = _cast(
        held.rows, held.owner, np.asarray(camera.position, dtype=np.float64), camera_rays(camera)
    )
    shape = (camera.height, camera.width)
    return Frame(
        rgb=np.zeros((*shape, 3), dtype=np.uint8),
        depth=depth.reshape(shape).astype(np.float32),
        ids=owner.reshape(shape),
        names=held.names,
    )


def seen_in(frame: Frame, camera: Camera, distance: float = DISTANCE) -> dict[str, int]:
    """Return the objects of a view that are near enough, with their pixel counts.

    Near enough means: horizontally within ``distance`` metres of the camera, measured to what the pixel shows.
    """
    lengths = _level_lengths(camera.fov, camera.horizon, camera.width, camera.height)
    counts = np.zeros(len(frame.names), dtype=np.int64)
    _count_near(lengths, frame.depth, frame.ids, np.float32(distance), counts)
    least = max(1.0, _MIN_SHARE * frame.ids.size)
    return {frame.names[i]: int(counts[i]) for i in np.flatnonzero(counts >= least)}


@lru_cache(maxsize=16)
def _level_lengths(fov: float, horizon: float, width: int, height: int) -> NDArray[np.float32]:
    """Return (height, width): how far a pixel's ray goes along the ground while its depth grows by one metre."""
    directions = camera_rays(Camera(np.zeros(3), 0.0, horizon, fov, width, height))
    return np.hypot(directions[:, 0], directions[:, 2]).reshape(height, width).astype(np.float32)


def visible_objects(
    world: World, camera: Camera, frame: Frame | None = None, distance: float = DISTANCE
) -> dict[str, int]:
    """Return the objects visible in AI2-THOR's sense with their pixel counts, from a rendered view or by ray casting.

    The held object is visible whenever it is in the picture.
    """
    view = frame if frame is not None else cast_view(world, camera)
    return seen_in(view, camera, distance)


def raycast(world: World, camera: Camera, x: float, y: float) -> tuple[str | None, Array]:
    """Return what a screen point shows and where: x, y in 0..1 from the top left; None is floor, wall or ceiling."""
    tangent = np.tan(np.radians(camera.fov) / 2.0)
    aspect = camera.width / camera.height
    local = np.array([[(2.0 * x - 1.0) * tangent * aspect, (1.0 - 2.0 * y) * tangent, 1.0]])
    return cast_ray(world, np.asarray(camera.position, dtype=np.float64), _to_world(camera, local)[0])


def cast_ray(world: World, origin: Array, direction: Array) -> tuple[str | None, Array]:
    """Return the first object along a ray (None for the structure) and the point (3,) where it is hit."""
    held = scenery(world)
    owner, depth = _cast(held.rows, held.owner, origin, direction.reshape(1, 3))
    return held.names[owner[0]] or None, origin + direction * depth[0]


def first_met(world: World, origin: Array, directions: Array, object_id: str) -> NDArray[np.bool_]:
    """Tell of (n, 3) rays which meet an object before anything else."""
    held = scenery(world)
    owner, _ = _cast(held.rows, held.owner, origin, np.ascontiguousarray(directions))
    met: NDArray[np.bool_] = owner == held.names.index(object_id)
    return met


def agent_distance(world: World, obj: SimObject) -> float:
    """Return the distance that metadata gives: from the agent's position to the object's."""
    return float(np.linalg.norm(world.agent.position - obj.position))


def _row(box: Box) -> tuple[float, ...]:
    angle = np.radians(box.yaw)
    return (*box.center, *box.half, float(np.cos(angle)), float(np.sin(angle)))


def _to_world(camera: Camera, local: Array) -> Array:
    pitch, yaw = np.radians(camera.horizon), np.radians(camera.yaw)
    cp, sp, cy, sy = np.cos(pitch), np.sin(pitch), np.cos(yaw), np.sin(yaw)
    axes = np.array([[cy, 0.0, -sy], [sy * sp, cp, cy * sp], [sy * cp, -sp, cy * cp]])
    return np.asarray(local @ axes)


@njit(cache=True)
def _count_near(
    lengths: NDArray[np.float32],
    depth: NDArray[np.float32],
    ids: NDArray[np.int32],
    distance: np.float32,
    counts: NDArray[np.int64],
) -> None:
    for row in range(ids.shape[0]):
        for column in range(ids.shape[1]):
            shown = ids[row, column]
            if shown > 0 and lengths[row, column] * depth[row, column] <= distance:
                counts[shown] += 1


@njit(cache=True)
def _cast(
    rows: NDArray[np.float64],
    owner: NDArray[np.int32],
    origin: NDArray[np.float64],
    directions: NDArray[np.float64],
) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    count = directions.shape[0]
    ids = np.zeros(count, dtype=np.int32)
    depths = np.full(count, _FAR)
    for i in range(rows.shape[0]):
        c, s = rows[i, 6], rows[i, 7]
        rx, ry, rz = origin[0] - rows[i, 0], origin[1] - rows[i, 1], origin[2] - rows[i, 2]
        ox, oz = c * rx - s * rz, s * rx + c * rz
        hx, hy, hz = rows[i, 3], rows[i, 4], rows[i, 5]
        if abs(ox) < hx and abs(ry) < hy and abs(oz) < hz:
            continue  # the eye is inside: as in a renderer, back faces do not show
        for k in range(count):
            dx = c * directions[k, 0] - s * directions[k, 2]
            dz = s * directions[k, 0] + c * directions[k, 2]
            near, far = _slab(ox, dx, hx, 0.0, depths[k])
            near, far = _slab(ry, directions[k, 1], hy, near, far)
            near, far = _slab(oz, dz, hz, near, far)
            if near < far:
                depths[k] = near
                ids[k] = owner[i]
    return ids, depths


@njit(cache=True, inline="always")
def _slab(origin: float, direction: float, half: float, near: float, far: float) -> tuple[float, float]:
    if abs(direction) < 1e-12:
        if abs(origin) > half:
            return 1.0, 0.0
        return near, far
    a = (-half - origin) / direction
    b = (half - origin) / direction
    if a > b:
        a, b = b, a
    return max(near, a), min(far, b)
