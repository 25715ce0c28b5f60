"""A door or drawer in the claw, told to move over and over as a driver does: the robot alone, without a network."""

from __future__ import annotations

import functools
import math

import numpy as np
import pytest
from bosdyn.api import basic_command_pb2
from hands import front_of

from pred_core.geometry import Pose2D
from spot_emulator.robot.base import Posture
from spot_emulator.robot.constrained import constrained, latched
from spot_emulator.robot.grasp_plan import plan_grasp
from spot_emulator.robot.power import Motors
from spot_emulator.robot.robot import Options, Robot
from spot_emulator.world import handling
from spot_emulator.world.house import House
from thor_player.leaves import facing_half

Request = basic_command_pb2.ConstrainedManipulationCommand.Request
SCENE = "FloorPlan13"
TICK, AGAIN, FORCE = 0.02, 0.2, 40.0


def let_pass(robot: Robot, seconds: float) -> None:
    for _ in range(round(seconds / TICK)):
        robot.step(TICK)


@functools.cache
def place(kind: str) -> tuple[str, list[float], list[float], list[float]]:
    return front_of(House(SCENE), kind)


def standing(house: House, start: Pose2D) -> Robot:
    robot = Robot(house, start, Options())
    robot.power.motors, robot.base.posture = Motors.ON, Posture.STAND
    let_pass(robot, 3.0)
    return robot


def take(robot: Robot, name: str, point: list[float]) -> None:
    """Bring the hand to a point of a front and close it there."""
    house = robot.house
    grasp = plan_grasp(robot.base.map_tform_body(), point, lambda _: True, 0.02)
    assert grasp is not None
    for pose in (grasp.before, grasp.hand):
        assert robot.reach_in_map(pose)
        let_pass(robot, 2.0)
    hold = handling.judge(house, name, house.point(point))
    assert isinstance(hold, handling.Hold)
    robot.grip.close_on(hold, house, robot.gripper, robot.hand_in_map())


def holding(kind: str) -> tuple[Robot, str, np.ndarray]:
    """Return a robot that holds a front of some kind, the front's id, and the way it opens."""
    house = House(SCENE)
    name, start, point, way = place(kind)
    robot = standing(house, Pose2D(*start))
    take(robot, name, point)
    return robot, name, np.array(way)


def move(robot: Robot, kind: str, way: np.ndarray, seconds: float) -> np.ndarray:
    """Pull or push what is held for a while, told again all the time; return where the hand was, Nx3."""
    request = Request(
        task_type=Request.TASK_TYPE_R3_LINEAR_FORCE if kind == "Drawer" else Request.TASK_TYPE_R3_CIRCLE_FORCE,
        frame_name="vision", tangential_speed=0.15,
    )  # fmt: skip
    turn = robot.frames().map_tform("vision").rot.inverse()
    force = request.init_wrench_direction_in_frame_name.force
    force.x, force.y, force.z = turn.transform_point(*way)
    request.force_limit.value = FORCE
    request.reset_estimator.value = True
    path = []
    for _ in range(round(seconds / AGAIN)):
        activity = constrained(robot, request, math.inf)
        assert not isinstance(activity, str), activity
        robot.assign_all(activity)
        request.reset_estimator.value = False
        let_pass(robot, AGAIN)
        hand = robot.hand_in_map()
        path.append([hand.x, hand.y, hand.z])
    return np.array(path)


def test_a_drawer_is_opened_to_its_stop_and_shut_again() -> None:
    robot, name, way = holding("Drawer")
    door = robot.house.world.objects[name]
    before = robot.hand_in_map()
    out = move(robot, "Drawer", way, 6.0)
    assert door.status.openness > 0.8
    back = move(robot, "Drawer", -way, 6.0)
    assert door.status.openness == pytest.approx(0.0, abs=1e-3)
    assert back[-1] == pytest.approx([before.x, before.y, before.z], abs=0.01), "the handle is where it was"
    assert np.linalg.norm(out[-1] - back[-1]) > 0.15


def test_a_fridge_is_pulled_open_and_pushed_shut_without_letting_go() -> None:
    robot, name, way = holding("Fridge")
    door = robot.house.world.objects[name]
    move(robot, "Fridge", way, 12.0)
    assert door.status.openness > 0.95
    assert robot.house.room_before(robot.base.pose, door) >= 0.0, "the body got out of the leaf's way"
    hand = robot.hand_in_map()
    opens = handling.opening_way(robot.house, door, np.array([hand.x, hand.y, hand.z]))
    path = move(robot, "Fridge", -opens, 12.0)
    assert door.status.openness == pytest.approx(0.0, abs=1e-3)
    assert robot.grip.force == pytest.approx(-FORCE * way, abs=15.0), "it presses it against its frame"
    steps = np.linalg.norm(np.diff(path, axis=0), axis=1)
    assert steps.max() < 2.0 * 0.15 * AGAIN, "the arm does not turn over on the way"


@pytest.mark.parametrize("share", [0.85, 0.95])
def test_the_body_finds_its_way_round_an_open_leaf_before_it(share: float) -> None:
    """It stood in the leaf's way, and of its steps none of the dozen likeliest was free: the door did not give way."""
    house = House("FloorPlan27")
    door = next(o for o in house.world.active() if o.object_type == "Fridge")
    handling.open_to(house, door, 0.77)
    robot = standing(house, Pose2D(-0.45, -0.75, -1.33))
    center = house.to_map(door.box.center)
    hinge, angle = handling.hinge(house, door, center), 0.77 * handling.swing_angle(door)
    radius = share * 2.0 * float(facing_half(door)[0])  # it hangs on the left: shut, its leaf goes along x
    take(robot, door.object_id, [*(hinge + radius * np.array([math.cos(angle), math.sin(angle), 0.0]))[:2], 0.95])
    hand = robot.hand_in_map()
    opens = handling.opening_way(house, door, np.array([hand.x, hand.y, hand.z]))
    move(robot, "Fridge", -opens, 12.0)
    assert door.status.openness == pytest.approx(0.0, abs=1e-3)


def test_the_body_stays_out_of_the_furniture_while_it_follows_a_door() -> None:
    robot, _, way = holding("Fridge")
    least = min(0.0, robot.house.clearance(robot.base.pose))
    for _ in range(20):
        move(robot, "Fridge", way, 0.6)
        assert robot.house.clearance(robot.base.pose) >= least - 1e-6


def test_the_hand_keeps_to_the_hinge_however_often_it_is_told() -> None:
    robot, name, way = holding("Fridge")
    door = robot.house.world.objects[name]
    hand = robot.hand_in_map()
    axis = handling.hinge(robot.house, door, np.array([hand.x, hand.y, hand.z]))
    radius = math.dist((hand.x, hand.y), axis[:2])
    path = move(robot, "Fridge", way, 10.0)
    assert np.abs(np.linalg.norm((path - axis)[:, :2], axis=1) - radius).max() < 0.03


def test_force_is_felt_where_a_front_is_at_its_stop_and_nowhere_else() -> None:
    robot, _, way = holding("Drawer")
    move(robot, "Drawer", way, 0.4)
    assert robot.grip.force == pytest.approx(np.zeros(3)), "it gives way"
    move(robot, "Drawer", way, 6.0)
    assert robot.grip.force == pytest.approx(FORCE * way)
    move(robot, "Drawer", -way, 6.0)
    assert robot.grip.force == pytest.approx(-FORCE * way)


@pytest.mark.parametrize("begun", [0.1, 0.37, 0.62, 0.93, 1.0])
def test_a_door_moved_to_its_frame_is_shut_and_not_open_by_a_rounding_error(begun: float) -> None:
    for way in (0.41, 0.57, 0.83):
        share = 1.0 / way
        assert latched(begun + share * (-begun / share)) == 0.0
        assert latched(begun + share * ((1.0 - begun) / share)) == 1.0
    assert latched(0.002) == 0.002
