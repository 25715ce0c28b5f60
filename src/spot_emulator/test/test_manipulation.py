"""The arm through the real client: poses, a thing picked and put down, doors and drawers opened."""

from __future__ import annotations

import math
import time

import pytest
from bosdyn.api import (
    arm_command_pb2,
    basic_command_pb2,
    geometry_pb2,
    manipulation_api_pb2,
    robot_state_pb2,
)
from bosdyn.client.manipulation_api_client import ManipulationApiClient
from bosdyn.client.robot_command import RobotCommandBuilder, block_until_arm_arrives
from bosdyn.util import now_sec
from hands import (
    arrive,
    front_of,
    gripper,
    look_at,
    manipulation_end,
    pick,
    pick_at,
    picture,
    pixel_of,
    to_odom,
)
from spot_client import Emulator, Program

from pred_core.geometry import Pose2D
from spot_emulator.robot.grasp_plan import plan_grasp, standing_body, stands
from spot_emulator.world.house import House
from spot_emulator.world.routes import lattice

OPTIONS = ("--scene", "FloorPlan7", "--power", "on", "--speed", "2")
TASK = basic_command_pb2.ConstrainedManipulationCommand.Request


def _within_reach(emulator: Emulator, *kinds: str) -> dict:
    """Carry the robot to a place from which it reaches a thing of one of some kinds; return the thing."""
    house = House(emulator.state()["scene"])
    table = lattice(house)
    for thing in (o for kind in kinds for o in emulator.objects(kind)):
        point = thing["position"]
        for place in stands(point, Pose2D(*emulator.state()["pose"])):
            fits = house.clearance(place) > 0.02 and table.cell(place) is not None
            if fits and plan_grasp(standing_body(place), point, lambda _: True, 0.02) is not None:
                emulator.load(emulator.state()["scene"], start=[place.x, place.y, place.yaw])
                return thing
    raise AssertionError(f"nothing of kind {kinds} is within reach")


def test_named_postures_and_joints(emulator: Emulator, program: Program) -> None:
    program.stand()
    assert arrive(program, RobotCommandBuilder.arm_ready_command())
    assert program.state().manipulator_state.stow_state == 2
    assert arrive(program, RobotCommandBuilder.arm_joint_command(0.3, -1.5, 1.8, 0.1, -0.3, 0.2))
    assert emulator.state()["arm"] == pytest.approx([0.3, -1.5, 1.8, 0.1, -0.3, 0.2], abs=0.02)
    assert arrive(program, RobotCommandBuilder.arm_stow_command())
    assert program.state().manipulator_state.stow_state == 1


def test_the_robot_is_told_what_it_holds_and_how_it_may_carry_it(program: Program) -> None:
    """The order of arm_grasp_carry_overrides: the arm folds only with what may be stowed, and opening ends a grasp."""
    program.stand()
    assert arrive(program, RobotCommandBuilder.arm_ready_command())
    client, carry = program.client(ManipulationApiClient), robot_state_pb2.ManipulatorState
    holding = manipulation_api_pb2.ApiGraspOverride(
        override_request=manipulation_api_pb2.ApiGraspOverride.OVERRIDE_HOLDING
    )
    stalled = arm_command_pb2.NamedArmPositionsCommand.Feedback.STATUS_STALLED_HOLDING_ITEM
    for how in (carry.CARRY_STATE_NOT_CARRIABLE, carry.CARRY_STATE_CARRIABLE):
        client.grasp_override_command(
            manipulation_api_pb2.ApiGraspOverrideRequest(
                api_grasp_override=holding,
                carry_state_override=manipulation_api_pb2.ApiGraspedCarryStateOverride(override_request=how),
            )
        )
        told = program.state().manipulator_state
        assert told.is_gripper_holding_item and told.carry_state == how
        number = program.commands.robot_command(RobotCommandBuilder.arm_stow_command())
        assert not block_until_arm_arrives(program.commands, number, 10.0)
        feedback = program.commands.robot_command_feedback(number).feedback.synchronized_feedback
        assert feedback.arm_command_feedback.named_arm_position_feedback.status == stalled
    stowable = carry.CARRY_STATE_CARRIABLE_AND_STOWABLE
    client.grasp_override_command(
        manipulation_api_pb2.ApiGraspOverrideRequest(
            carry_state_override=manipulation_api_pb2.ApiGraspedCarryStateOverride(override_request=stowable)
        )
    )
    assert arrive(program, RobotCommandBuilder.arm_stow_command())
    assert arrive(program, RobotCommandBuilder.arm_ready_command())
    assert program.state().manipulator_state.is_gripper_holding_item
    gripper(program, 1.0)
    told = program.state().manipulator_state
    assert not told.is_gripper_holding_item and told.carry_state == stowable
    gripper(program, 0.0)
    assert not program.state().manipulator_state.is_gripper_holding_item


def test_hand_goes_where_it_is_told_and_not_where_it_cannot(emulator: Emulator, program: Program) -> None:
    program.stand()
    near = RobotCommandBuilder.arm_pose_command(0.8, 0.1, 0.3, 1, 0, 0, 0, "body", 1.0)
    assert arrive(program, near)
    body, hand = emulator.state()["pose"], emulator.state()["hand"]
    dx, dy = hand[0] - body[0], hand[1] - body[1]
    c, s = math.cos(body[2]), math.sin(body[2])
    assert (c * dx + s * dy, -s * dx + c * dy) == pytest.approx((0.8, 0.1), abs=0.02)
    far = RobotCommandBuilder.arm_pose_command(3.0, 0.0, 0.3, 1, 0, 0, 0, "body", 1.0)
    assert not arrive(program, far)
    assert arrive(program, RobotCommandBuilder.arm_stow_command())


def test_picks_carries_and_puts_down(emulator: Emulator, program: Program) -> None:
    thing = _within_reach(emulator, "Mug")
    program.stand()
    assert pick(program, thing)
    assert emulator.state()["held"] == thing["id"]
    assert program.state().manipulator_state.is_gripper_holding_item
    above = to_odom(program, [*thing["position"][:2], thing["position"][2] + 0.25])
    hand = RobotCommandBuilder.arm_pose_command(*above, 1, 0, 0, 0, "odom", 1.5)
    arrive(program, hand)
    lifted = next(o for o in emulator.objects("Mug") if o["id"] == thing["id"])
    assert lifted["position"][2] > thing["position"][2] + 0.1
    arrive(program, RobotCommandBuilder.arm_pose_command(*above[:2], above[2] - 0.2, 1, 0, 0, 0, "odom", 1.5))
    gripper(program, 1.0)
    emulator.until(lambda s: s["held"] is None)
    assert not program.state().manipulator_state.is_gripper_holding_item
    down = next(o for o in emulator.objects("Mug") if o["id"] == thing["id"])
    assert down["position"][2] == pytest.approx(thing["position"][2], abs=0.05)
    assert down["parents"]


def test_nothing_to_grasp_fails(emulator: Emulator, program: Program) -> None:
    program.stand()
    arrive(program, RobotCommandBuilder.arm_ready_command())
    shown = picture(program)
    number = pick_at(program, shown, -50.0, 10.0)
    states = manipulation_end(program, number)
    assert states[-1] == manipulation_api_pb2.MANIP_STATE_GRASP_FAILED
    assert manipulation_api_pb2.MANIP_STATE_GRASP_FAILED_TO_RAYCAST_INTO_MAP in states


def _pull(program: Program, away: list[float], *, task: int, speed: float = 0.25) -> int:
    """Pull with constrained manipulation for a while; return the command's number."""
    x, y, z = to_odom(program, away)
    ox, oy, oz = to_odom(program, [0.0, 0.0, 0.0])
    command = RobotCommandBuilder.constrained_manipulation_command(
        task_type=task,
        init_wrench_direction_in_frame_name=geometry_pb2.Wrench(
            force=geometry_pb2.Vec3(x=x - ox, y=y - oy, z=z - oz)
        ),
        force_limit=40,
        torque_limit=5,
        tangential_speed=speed,
        frame_name="odom",
    )
    command.full_body_command.constrained_manipulation_request.end_time.CopyFrom(
        program.robot.time_sync.robot_timestamp_from_local_secs(now_sec() + 40)
    )
    return program.commands.robot_command(command)


@pytest.mark.parametrize(
    ("kind", "task"), [("Fridge", TASK.TASK_TYPE_R3_CIRCLE_FORCE), ("Drawer", TASK.TASK_TYPE_R3_LINEAR_FORCE)]
)
def test_opens_what_it_holds_along_its_way(
    emulator: Emulator, program: Program, kind: str, task: int
) -> None:
    house = House(emulator.state()["scene"])
    name, start, point, way = front_of(house, kind)
    emulator.load(emulator.state()["scene"], start=start)
    program.stand()
    look_at(program, point)
    shown = picture(program)
    x, y, _ = pixel_of(program, shown, point)
    states = manipulation_end(program, pick_at(program, shown, x, y))
    assert states[-1] == manipulation_api_pb2.MANIP_STATE_GRASP_SUCCEEDED, states
    assert emulator.state()["handle"] == name
    number = _pull(program, way, task=task)
    opened = _openness(emulator, name, lambda v: v > 0.7)
    assert opened > 0.7
    feedback = program.commands.robot_command_feedback(number).feedback.full_body_feedback
    assert feedback.constrained_manipulation_feedback.status in (1, 2)
    gripper(program, 1.0)
    emulator.until(lambda s: s["handle"] is None)


def _openness(emulator: Emulator, name: str, fact) -> float:
    end = time.monotonic() + 30
    value = 0.0
    while time.monotonic() < end and not fact(value):
        value = next(o["openness"] for o in emulator.objects() if o["id"] == name)
        time.sleep(0.05)
    return value


def test_walks_up_to_what_is_out_of_reach_and_what_slips_falls(emulator: Emulator, program: Program) -> None:
    thing = _within_reach(emulator, "Mug")
    here = emulator.state()["pose"]
    back = House(emulator.state()["scene"])
    away = next(
        place
        for place in (Pose2D(*here).ahead(-step) for step in (0.8, 0.7, 0.6, 0.5, 0.4))
        if back.clearance(place) > 0.05
    )
    emulator.load(emulator.state()["scene"], start=[away.x, away.y, away.yaw])
    program.stand()
    x, y, z = to_odom(program, thing["position"])
    for _ in range(3):
        wanted = manipulation_api_pb2.PickObject(
            frame_name="odom", object_rt_frame=geometry_pb2.Vec3(x=x, y=y, z=z)
        )
        request = manipulation_api_pb2.ManipulationApiRequest(pick_object=wanted)
        number = program.client(ManipulationApiClient).manipulation_api_command(request).manipulation_cmd_id
        states = manipulation_end(program, number, 90.0)
        if states[-1] == manipulation_api_pb2.MANIP_STATE_GRASP_SUCCEEDED:
            break
    assert states[-1] == manipulation_api_pb2.MANIP_STATE_GRASP_SUCCEEDED, states
    assert emulator.state()["held"] == thing["id"]
    held = next(o for o in emulator.objects("Mug") if o["id"] == thing["id"])
    emulator.fault("grasp_slipped")
    assert emulator.state()["held"] is None
    assert not program.state().manipulator_state.is_gripper_holding_item
    fallen = next(o for o in emulator.objects("Mug") if o["id"] == thing["id"])
    assert fallen["parents"], "it lies on something"
    assert fallen["position"][2] < held["position"][2] + 0.01, "the hand may hold it where it stood, and no lower"


def test_a_knob_that_is_turned_switches(emulator: Emulator, program: Program) -> None:
    tap = _within_reach(emulator, "CoffeeMachine", "StoveKnob", "Faucet")
    program.stand()
    assert pick(program, tap)
    assert emulator.state()["handle"] == tap["id"]
    _pull(program, [0.0, 0.0, 1.0], task=TASK.TASK_TYPE_SE3_ROTATIONAL_TORQUE)
    end = time.monotonic() + 20
    on = False
    while not on and time.monotonic() < end:
        on = next(o["is_toggled"] for o in emulator.objects() if o["id"] == tap["id"])
    assert on
    gripper(program, 1.0)
