"""The tags hang on walls, and look into the room."""

from __future__ import annotations

import numpy as np
import pytest

from spot_emulator.world.fiducials import fiducials
from spot_emulator.world.house import House
from thor_player.model import Box


def _holds(box: Box, point: np.ndarray) -> bool:
    return bool(np.all(np.abs(point - box.center)[[0, 2]] <= box.half[[0, 2]] + 1e-6))


@pytest.mark.parametrize("scene", ["FloorPlan5", "FloorPlan204", "FloorPlan301", "FloorPlan426"])
def test_each_tag_hangs_on_a_wall_and_looks_into_the_room(scene: str) -> None:
    house = House(scene)
    tags = fiducials(house)
    assert len({tag.number for tag in tags}) == 4
    for tag in tags:
        ahead, behind = (
            house.to_unity(np.array(tag.pose.transform_point(0.0, 0.0, away))) for away in (0.05, -0.03)
        )
        assert any(_holds(floor, ahead) for floor in house.world.structure.floor), tag
        assert any(_holds(wall, behind) for wall in house.world.structure.walls), tag
