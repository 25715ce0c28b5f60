"""The body's nose goes under the top of a table on legs, the arm's shoulder does not; so more things can be reached."""

from __future__ import annotations

import math
import threading
from types import SimpleNamespace

import numpy as np
import pytest

from pred_core.geometry import Pose2D
from spot_emulator.robot.grasp_plan import plan_grasp, standing_body
from spot_emulator.robot.kinematics import SHOULDER
from spot_emulator.robot.manipulation import RAISED, _stand_for
from spot_emulator.world import handling
from spot_emulator.world.footprint import HALF_LENGTH, HALF_WIDTH, NOSE
from spot_emulator.world.house import House

TABLE = "DiningTable"


@pytest.fixture(scope="module")
def house() -> House:
    """A kitchen with a table 1.04 m high, whose far end has the coffee machine with the mug."""
    return House("FloorPlan4")


def _before_the_table(house: House, under: float) -> Pose2D:
    """Return a pose that looks at the table's long side, the front of the body so far under its edge (m)."""
    table = next(o for o in house.world.active() if o.object_type == TABLE)
    x, y, _ = house.to_map(table.box.center)
    edge = float(y) + float(table.box.half[0])
    return Pose2D(float(x) + 0.4, edge + HALF_LENGTH - under, -math.pi / 2.0)


def test_the_nose_goes_under_and_the_shoulder_does_not(house: House) -> None:
    assert house.clearance(_before_the_table(house, NOSE - 0.02)) > 0.0
    assert house.clearance(_before_the_table(house, NOSE + 0.02)) < 0.0


def test_legs_of_the_table_stop_the_body(house: House) -> None:
    table = next(o for o in house.world.active() if o.object_type == TABLE)
    leg = max((s for s in table.solids if s.bottom - house.world.floor < 0.1), key=lambda s: -s.center[0])
    x, y, _ = house.to_map(leg.center)
    pose = _before_the_table(house, NOSE - 0.02)
    assert house.clearance(Pose2D(float(x), pose.y, pose.yaw)) < 0.0 or abs(float(y) - pose.y) > HALF_LENGTH


@pytest.mark.parametrize("up", [0.0, 0.03, 0.05])
@pytest.mark.parametrize(("x", "y", "degrees"), [(2.61, 1.61, -45.0), (3.09, 1.89, -85.0), (2.62, 1.70, -105.0)])
def test_a_walk_that_ends_a_little_off_its_goal_still_reaches_the_grasp(
    house: House, x: float, y: float, degrees: float, up: float
) -> None:
    """Of what lies far back on the table a grasp was found from a place, and not any more where the walk ended."""
    mug = next(o for o in house.world.active() if o.object_type == "Mug")
    point = tuple(float(v) for v in house.to_map(mug.box.center) + np.array([0.0, 0.04, up]))
    pose = Pose2D(x, y, math.radians(degrees))
    robot = SimpleNamespace(lock=threading.RLock(), base=SimpleNamespace(pose=pose), house=house)
    way = _stand_for(robot, point, lambda _: True)
    assert way
    for dx, dy, turn in ((0.02, 0.0, 0.02), (-0.02, 0.0, -0.02), (0.0, 0.02, -0.02), (0.0, -0.02, 0.02)):
        end = Pose2D(way[-1].x + dx, way[-1].y + dy, way[-1].yaw + turn)
        body = [standing_body(end, higher) for higher in (0.0, RAISED)]
        assert any(plan_grasp(b, point, lambda _: True, 0.02) for b in body)


def test_a_place_to_grasp_from_is_in_no_open_door() -> None:
    house = House("FloorPlan27")
    door = next(o for o in house.world.active() if o.object_type == "Fridge")
    beside = Pose2D(-0.83, -0.73, -1.61)
    assert house.has_room(beside)
    handling.open_to(house, door, 0.78)
    assert not house.has_room(beside)


def test_a_grasp_is_found_where_the_body_rises_or_comes_closer(house: House) -> None:
    mug = next(o for o in house.world.active() if o.object_type == "Mug")
    point = tuple(float(v) for v in house.to_map(mug.box.center))
    robot = SimpleNamespace(
        lock=threading.RLock(), base=SimpleNamespace(pose=house.place_for_robot()), house=house
    )
    way = _stand_for(robot, point, lambda _: True)
    assert way
    body = [standing_body(way[-1], up) for up in (0.0, RAISED)]
    assert any(plan_grasp(b, point, lambda _: True, 0.02) for b in body)
    shoulder = way[-1].ahead(SHOULDER[0])
    assert math.hypot(shoulder.x - point[0], shoulder.y - point[1]) < 0.98


def test_a_board_on_the_wall_stops_as_it_is_drawn_and_no_more() -> None:
    """The recorded box of this shelf reaches 15 cm beyond the board that a camera sees."""
    house = House("FloorPlan326")
    board = house.world.objects["Shelf|+00.92|+01.13|-01.62"].solids[0]
    beside = -board.center[0] + board.half[2] + HALF_WIDTH  # it is turned by 270 degrees
    along = board.center[2]
    assert house.clearance(Pose2D(along, beside + 0.05, math.pi)) == pytest.approx(0.05, abs=0.01)
    assert house.clearance(Pose2D(along, beside - 0.05, math.pi)) < 0.0
