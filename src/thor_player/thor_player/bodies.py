"""Agents' bodies in pictures: upright capsules, drawn over what the renderer drew, in front of what is farther away."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from .model import Agent, Array, Camera, Frame
from .render import view_axes

_RADIUS = 0.2
_BELOW, _STANDING, _CROUCHED = (
    0.9,
    0.9,
    0.3,
)  # metres from the agent's position down to the floor, up to the top
_BESIDE = 0.05
"""Nearer to the eye's plane than this (m) nothing is projected."""
_COLOR = np.array([236.0, 120.0, 44.0])
_LIGHT = np.array([0.38, 0.82, -0.43])


def draw_bodies(frame: Frame, camera: Camera, agents: Iterable[Agent]) -> None:
    """Draw agents into a view that has colour and depth; where a body is, the ids (if any) name nothing."""
    agents = list(agents)
    if not agents:
        return
    axes = view_axes(camera.yaw, camera.horizon, camera.roll)
    across = (np.arange(camera.width) + 0.5 - camera.width / 2.0) / camera.focal
    up = (camera.height / 2.0 - np.arange(camera.height) - 0.5) / camera.focal
    for agent in agents:
        rows, columns = _window(camera, axes, agent)
        rays = axes[2] + across[None, columns, None] * axes[0] + up[rows, None, None] * axes[1]
        depth, normals = _capsule(rays, camera.position, agent)
        shown = depth < frame.depth[rows, columns]
        if not shown.any():
            continue
        light = 0.55 + 0.45 * np.maximum(0.0, normals[shown] @ _LIGHT)
        if len(frame.rgb):
            frame.rgb[rows, columns][shown] = np.minimum(255.0, light[:, None] * _COLOR).astype(np.uint8)
        frame.depth[rows, columns][shown] = depth[shown]
        if len(frame.ids):
            frame.ids[rows, columns][shown] = 0


def _window(camera: Camera, axes: Array, agent: Agent) -> tuple[slice, slice]:
    """Return the rows and columns of a picture that an agent's body may be in: the whole where it is beside the eye."""
    low, high = _extent(agent)
    corners = np.array(
        [
            [agent.position[0] + x * _RADIUS, y, agent.position[2] + z * _RADIUS]
            for x in (-1, 1)
            for y in (low - _RADIUS, high + _RADIUS)
            for z in (-1, 1)
        ]
    )
    right, above, ahead = axes @ (corners - camera.position).T
    if (ahead < 0.0).all():
        return slice(0, 0), slice(0, 0)
    if (ahead < _BESIDE).any():
        return slice(0, camera.height), slice(0, camera.width)
    columns = camera.width / 2.0 + camera.focal * right / ahead
    rows = camera.height / 2.0 - camera.focal * above / ahead
    return _span(rows, camera.height), _span(columns, camera.width)


def _span(pixels: Array, size: int) -> slice:
    first, last = np.clip([np.floor(pixels.min()), np.ceil(pixels.max())], 0, size).astype(int)
    return slice(int(first), int(last))


def _extent(agent: Agent) -> tuple[float, float]:
    """Return the heights between which the middle line of an agent's body stands."""
    low = agent.position[1] - _BELOW + _RADIUS
    return low, agent.position[1] + (_STANDING if agent.standing else _CROUCHED) - _RADIUS


def _capsule(rays: Array, eye: Array, agent: Agent) -> tuple[Array, Array]:
    """Return (H, W) planar depth to an agent's body, infinite beside it, and its normals (H, W, 3)."""
    low, high = _extent(agent)
    foot = np.array([agent.position[0], low, agent.position[2]])
    way = eye - foot
    level = np.array([0, 2])
    side = _hit(
        (rays[..., level] ** 2).sum(-1), rays[..., level] @ way[level], float(way[level] @ way[level])
    )
    height = eye[1] + side * rays[..., 1]
    best = np.where((height >= low) & (height <= high), side, np.inf)
    for end in (low, high):
        off = eye - np.array([foot[0], end, foot[2]])
        best = np.minimum(best, _hit((rays**2).sum(-1), rays @ off, float(off @ off)))
    points = eye + np.where(np.isfinite(best), best, 0.0)[..., None] * rays
    core = np.array([foot[0], 0.0, foot[2]]) + np.clip(points[..., 1:2], low, high) * np.array(
        [0.0, 1.0, 0.0]
    )
    return best, (points - core) / _RADIUS


def _hit(square: Array, half: Array, rest: float) -> Array:
    """Return the nearer positive root of square t^2 + 2 half t + rest - radius^2, infinite where there is none."""
    root = half * half - square * (rest - _RADIUS**2)
    near = (-half - np.sqrt(np.maximum(root, 0.0))) / np.maximum(square, 1e-12)
    return np.where((root > 0.0) & (near > 0.0), near, np.inf)
