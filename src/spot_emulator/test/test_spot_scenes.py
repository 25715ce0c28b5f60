"""The two rooms of CAPE's demonstration: their objects stand where they should, and the robot gets to them."""

from __future__ import annotations

import pytest

from spot_emulator.robot.grasp_plan import plan_grasp, standing_body, stands
from spot_emulator.world import handling
from spot_emulator.world.house import House, NoRoom
from spot_emulator.world.own_rooms import names
from spot_emulator.world.routes import lattice, way
from spot_emulator.world.view import View, camera
from thor_player.render import Renderer


@pytest.mark.parametrize("name", names())
def test_every_thing_can_be_reached_and_held(name: str) -> None:
    house = House(name)
    start = house.place_for_robot()
    assert not isinstance(start, NoRoom)
    table = lattice(house)
    things = [o for o in house.world.active() if o.can("pickupable")]
    assert len(house.world.active()) >= 10 and len(things) >= 5
    for thing in things:
        assert thing.parents, f"{thing.name} lies nowhere"
        point = [float(v) for v in house.to_map(thing.box.center)]
        assert isinstance(handling.judge(house, thing.object_id, house.point(point)), handling.Hold)
        good = [
            p
            for p in stands(point, start)
            if house.clearance(p) > 0.0 and table.cell(p) is not None
            and plan_grasp(standing_body(p), point, lambda _: True, 0.02) is not None
        ][:5]  # fmt: skip
        assert good and way(table, start, good) is not None, f"{thing.name} cannot be reached"


@pytest.mark.parametrize("name", names())
def test_the_rooms_can_be_drawn_and_their_doors_opened(name: str) -> None:
    house = House(name)
    pose = standing_body(house.world and house.place_for_robot())
    frame = Renderer(house.world).render(camera(View(pose, 64, 48, 33.0), house.world.floor))
    assert frame.rgb.std() > 0
    doors = [o for o in house.world.active() if o.can("openable") and not o.can("pickupable")]
    assert doors
    for door in doors:
        handling.open_to(house, door, 1.0)
        assert door.status.is_open
