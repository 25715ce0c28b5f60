"""What the claw lets go of over a sink is in the sink, by the room's own word."""

from __future__ import annotations

import numpy as np
import pytest

from spot_emulator.world import handling
from spot_emulator.world.house import House


@pytest.mark.parametrize("scene", ["FloorPlan7", "FloorPlan13"])
def test_a_mug_let_go_over_the_basin_is_in_the_sink(scene: str) -> None:
    house = House(scene)
    mug = next(o for o in house.world.active() if o.object_type == "Mug")
    basin = next(o for o in house.world.active() if o.object_type == "SinkBasin")
    handling.take(house, mug.object_id)
    over = house.to_map(basin.box.center)
    handling.bring(house, mug, over + np.array([0.0, 0.0, 0.35]), 0.0)
    handling.let_go(house, mug.object_id)
    assert basin.object_id in mug.parents
    assert mug.box.bottom < basin.box.top - 0.03


ABOVE = [("CapeLab", "Cabinet"), ("CapeKitchen", "Fridge"), ("FloorPlan4", "Microwave")]


@pytest.mark.parametrize(("scene", "kind"), ABOVE)
@pytest.mark.parametrize("openness", [0.0, 1.0])
def test_what_is_let_go_above_a_cabinet_lies_on_it(scene: str, kind: str, openness: float) -> None:
    house = House(scene)
    cabinet = next(o for o in house.world.active() if o.object_type == kind)
    thing = next(o for o in house.world.active() if o.object_type in ("Newspaper", "Apple"))
    handling.open_to(house, cabinet, openness)
    handling.take(house, thing.object_id)
    over = house.to_map(cabinet.box.center)
    over[2] = cabinet.box.top - house.world.floor + 0.25
    handling.bring(house, thing, over, 0.0)
    handling.let_go(house, thing.object_id)
    assert abs(thing.box.bottom - cabinet.box.top) < 0.03
    assert cabinet.object_id not in thing.parents
