"""Which way a handle goes when its door opens on, from wherever it stands."""

from __future__ import annotations

import numpy as np
import pytest

from spot_emulator.world import handling
from spot_emulator.world.house import House


@pytest.mark.parametrize(("scene", "kind"), [("FloorPlan13", "Fridge"), ("FloorPlan7", "Microwave")])
def test_a_handle_goes_ahead_at_first_and_sideways_in_the_end(scene: str, kind: str) -> None:
    house = House(scene)
    door = next(o for o in house.world.active() if o.object_type == kind)
    front = handling.ahead(door)
    middle = house.to_map(door.box.center)
    axis = handling.hinge(house, door, middle)
    across = middle - axis - ((middle - axis) @ front) * front
    shut, swung = axis + across, axis + np.linalg.norm(across) * front
    assert handling.opening_way(house, door, shut) @ front == pytest.approx(1.0, abs=1e-6)
    way = handling.opening_way(house, door, swung)
    assert way @ front == pytest.approx(0.0, abs=1e-6)
    assert way @ across < 0.0, "away from the opening"


def test_a_drawer_s_handle_always_goes_ahead() -> None:
    house = House("FloorPlan13")
    drawer = next(o for o in house.world.active() if o.object_type == "Drawer")
    for openness in (0.0, 0.7):
        handling.open_to(house, drawer, openness)
        way = handling.opening_way(house, drawer, house.to_map(drawer.box.center))
        assert way == pytest.approx(handling.ahead(drawer))
