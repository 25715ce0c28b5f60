"""What a robot sees around it when a task begins: four views of a recorded room, without ROS and without pipes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim_bridge_thor.worlds import Layout, load_world
from thor_player.model import Camera
from thor_player.session import Session
from thor_player.vision import renderer

VIEWS = 4
FIELD_OF_VIEW = 90.0


@dataclass(frozen=True)
class _Event:
    metadata: Mapping[str, Any]


class _Room:
    """A player in this process, as what loads worlds takes it."""

    def __init__(self) -> None:
        self.session: Session | None = None

    def reset(self, scene: str) -> _Event:
        """Begin in a scene."""
        self.session = Session(scene)
        return self.step({"action": "Initialize", "gridSize": 0.25})

    def step(self, action: Mapping[str, Any]) -> _Event:
        """Do an action; nothing is drawn."""
        if self.session is None:
            raise RuntimeError("no scene was loaded")
        return _Event(self.session.step(action, draw=False).metadata["agents"][0])


def panorama(scene: str, layout: Layout, side: int) -> list[NDArray[np.uint8]]:
    """Return four views, a quarter turn apart, from where a task begins (FLARE, section 3.1).

    :param side: of each view, pixels
    :returns: side x side x 3 images, the one ahead first
    :raises UnknownScene: when there is no such room
    """
    room = _Room()
    load_world(room, scene, layout, seed=0)
    if room.session is None:
        raise RuntimeError("no scene was loaded")
    state = room.session.state
    agent = state.agent
    quarter = 360.0 / VIEWS
    cameras = [
        Camera(agent.camera_position(), agent.yaw + quarter * turn, 0.0, FIELD_OF_VIEW, side, side)
        for turn in range(VIEWS)
    ]
    return [renderer(state).render(camera).rgb for camera in cameras]
