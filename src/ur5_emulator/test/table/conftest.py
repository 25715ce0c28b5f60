"""A scripted source of joints, and pictures where they can be drawn."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from ur5_description.kinematics import HOME, UR5E, ArmModel
from ur5_description.mount import read_mount
from ur5_emulator.table.following import Feedback, Reading
from ur5_emulator.table.rendering import Renderer, RenderingError
from ur5_emulator.table.world import CameraModel, Placed, TableWorld


class ScriptedSource:
    """Joints that stand where a test puts them."""

    def __init__(self) -> None:
        self.arm: ArmModel = UR5E
        self.joints = np.array(HOME)
        self.speeds = np.zeros(6)
        self.gripper = 0.0
        self.reports: list[Feedback] = []
        self.closed = False

    def read(self) -> Reading:
        return Reading(time.time(), self.joints.copy(), self.speeds, self.gripper)

    def report(self, feedback: Feedback) -> None:
        self.reports.append(feedback)

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def source() -> ScriptedSource:
    return ScriptedSource()


@pytest.fixture(scope="session")
def camera() -> CameraModel:
    return CameraModel(read_mount())


@pytest.fixture
def build(camera: CameraModel) -> Callable[..., TableWorld]:
    return lambda *things: TableWorld(list[Placed](things), camera)


@pytest.fixture
def drawn() -> Iterator[Callable[[TableWorld], Renderer]]:
    """Make a renderer of a world; skipped where nothing can be drawn."""
    made: list[Renderer] = []

    def make(world: TableWorld) -> Renderer:
        for renderer in made:
            renderer.close()
        made.clear()
        try:
            made.append(Renderer(world.model, world.camera.width, world.camera.height))
        except RenderingError as error:
            pytest.skip(str(error))
        return made[0]

    yield make
    for renderer in made:
        renderer.close()
