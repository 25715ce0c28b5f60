"""Grasps that slip, and a hold that gives way, as a tester asks for them."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from pred_core.geometry import Pose2D
from spot_emulator.robot.kinematics import READY
from spot_emulator.robot.robot import Options, Robot
from spot_emulator.world.handling import WIDEST, Hold, judge
from spot_emulator.world.house import House

TICK = 0.02
OPEN = -math.pi / 2.0
"""The claw's angle when it is open, rad."""


@pytest.fixture
def robot() -> Robot:
    robot = Robot(House("FloorPlan4"), Pose2D(0.0, 0.0, 0.0), Options())
    robot.arm.q = READY.copy()
    return robot


def mug_of(robot: Robot) -> Hold:
    name = next(o.object_id for o in robot.house.world.active() if o.object_type == "Mug")
    return Hold(name, loose=True, width=0.03, slip=0.0)


def test_so_many_grasps_slip_and_the_next_one_holds(robot: Robot) -> None:
    hold = mug_of(robot)
    robot.grip.clumsy = 2
    assert [robot.grip.slips(robot.house, hold) for _ in range(4)] == [True, True, False, False]


def test_what_is_held_falls_once_it_was_held_for_so_long(robot: Robot) -> None:
    grip, hold = robot.grip, mug_of(robot)
    grip.tires_in = 0.5
    for _ in range(100):
        grip.tire(robot.house, robot.gripper, TICK)
    assert grip.tires_in == 0.5, "an empty hand does not tire"
    for held_for in (0.5, 5.0):
        grip.close_on(hold, robot.house, robot.gripper, robot.hand_in_map())
        for _ in range(round(held_for / TICK) - 2):
            grip.tire(robot.house, robot.gripper, TICK)
        assert grip.held == hold.name
        for _ in range(4):
            grip.tire(robot.house, robot.gripper, TICK)
        assert (grip.held is None) == (held_for == 0.5), "it falls once"


@pytest.mark.parametrize("width", [0.03, 0.146, WIDEST])
def test_whatever_the_claw_can_hold_it_lets_go_once_it_is_open(robot: Robot, width: float) -> None:
    grip, claw = robot.grip, robot.gripper
    grip.close_on(replace(mug_of(robot), width=width), robot.house, claw, robot.hand_in_map())
    claw.angle = claw.stop_at
    assert not grip.lets_go(claw)
    claw.angle = OPEN
    assert grip.lets_go(claw)


@pytest.mark.parametrize("room", ["FloorPlan302", "FloorPlan307", "FloorPlan311"])
def test_a_disc_is_taken_in_each_room_though_it_is_recorded_a_little_flatter_in_some(room: str) -> None:
    house = House(room)
    discs = [o.object_id for o in house.world.active() if o.object_type == "CD"]
    assert discs and all(
        isinstance(judge(house, name, house.to_map(house.world.objects[name].box.center)), Hold) for name in discs
    )
