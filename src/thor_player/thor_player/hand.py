"""The agent's hand: where what it holds is carried, and letting go."""

from __future__ import annotations

import numpy as np

from .containment import carry, detach
from .model import Array, SimObject
from .state import PlayerState

OFFSET = np.array([0.0, -0.16, 0.38])
"""From the camera to the held object, in the camera's right, up, forward."""


def hand_rotation(state: PlayerState) -> Array:
    """Return the 3x3 matrix from camera coordinates (right, up, forward) to the world."""
    yaw, pitch = np.radians(state.agent.yaw), np.radians(state.agent.horizon)
    fx, fy, fz = np.sin(yaw) * np.cos(pitch), -np.sin(pitch), np.cos(yaw) * np.cos(pitch)
    rx, ry, rz = np.cos(yaw), 0.0, -np.sin(yaw)
    ux, uy, uz = fy * rz - fz * ry, fz * rx - fx * rz, fx * ry - fy * rx
    return np.array([[rx, ux, fx], [ry, uy, fy], [rz, uz, fz]])


def hand_position(state: PlayerState) -> Array:
    """Return where the hand is in the world, (3,)."""
    return np.asarray(state.agent.camera_position() + hand_rotation(state) @ (OFFSET + state.body.hand_shift))


def hold(state: PlayerState, obj: SimObject) -> None:
    """Put an object, with what it holds, into the empty hand."""
    detach(state.world, obj)
    state.agent.held = obj.object_id
    state.body.hand_shift, state.body.hand_yaw = np.zeros(3), 0.0
    obj.status.is_picked_up = True
    follow(state)


def follow(state: PlayerState) -> None:
    """Bring the held object to the hand after the agent moved. It stays upright."""
    obj = state.held()
    if obj is None:
        return
    rotation = np.array([obj.rotation[0], state.agent.yaw + state.body.hand_yaw, obj.rotation[2]])
    carry(state.world, obj, hand_position(state), rotation)
    carry(state.world, obj, obj.position + (hand_position(state) - obj.box.center), rotation)


def steady(state: PlayerState) -> None:
    """Bring the hand back to where it is at first, with what it holds."""
    state.body.hand_shift, state.body.hand_yaw = np.zeros(3), 0.0
    follow(state)


def release(state: PlayerState, obj: SimObject) -> None:
    """Take an object out of the hand that holds it; the caller puts it somewhere."""
    for body in state.bodies:
        if body.agent.held == obj.object_id:
            body.agent.held = None
            body.hand_shift, body.hand_yaw = np.zeros(3), 0.0
    obj.status.is_picked_up = False
    obj.touch()
