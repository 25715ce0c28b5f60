"""Whole programs over the client library, in the order in which the public examples of the SDK call it."""

from __future__ import annotations

import math
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import bosdyn.client
import bosdyn.geometry
import pytest
from bosdyn.api import (
    arm_command_pb2,
    basic_command_pb2,
    geometry_pb2,
    manipulation_api_pb2,
    robot_command_pb2,
    synchronized_command_pb2,
)
from bosdyn.client.frame_helpers import (
    GRAV_ALIGNED_BODY_FRAME_NAME,
    ODOM_FRAME_NAME,
    RAYCAST_FRAME_NAME,
    VISION_FRAME_NAME,
    get_a_tform_b,
)
from bosdyn.client.image import ImageClient
from bosdyn.client.lease import LeaseClient, LeaseKeepAlive
from bosdyn.client.manipulation_api_client import ManipulationApiClient
from bosdyn.client.math_helpers import Quat, SE3Pose
from bosdyn.client.robot_command import (
    RobotCommandBuilder,
    RobotCommandClient,
    RobotCommandStreamingClient,
    block_until_arm_arrives,
    blocking_sit,
    blocking_stand,
)
from bosdyn.client.robot_state import RobotStateClient, RobotStateStreamingClient
from hands import manipulation_end, picture
from spot_client import Emulator, Program

OPTIONS = ("--scene", "FloorPlan7")
WRIST = 16
"""Index of the wrist's first joint in joint control: after those of the legs, and four of the arm's."""


def test_hello(emulator: Emulator, program: Program) -> None:
    """Power on, stand, twist, stand taller, take a picture, log, power off safely; the lease goes back."""
    robot = program.robot
    robot.time_sync.wait_for_sync(timeout_sec=30)
    assert robot.has_arm()
    assert not robot.is_estopped()
    with LeaseKeepAlive(
        robot.ensure_client(LeaseClient.default_service_name), must_acquire=True, return_at_exit=True
    ):
        robot.power_on(timeout_sec=20)
        assert robot.is_powered_on()
        commands = robot.ensure_client(RobotCommandClient.default_service_name)
        blocking_stand(commands, timeout_sec=10)
        twist = bosdyn.geometry.EulerZXY(yaw=0.0, roll=0.2, pitch=0.1)
        commands.robot_command(RobotCommandBuilder.synchro_stand_command(footprint_R_body=twist))
        end = time.monotonic() + 20
        while time.monotonic() < end:
            tree = program.state().kinematic_state.transforms_snapshot
            tilted = get_a_tform_b(tree, "flat_body", "body")
            if abs(tilted.rot.to_roll() - 0.2) < 0.02:
                break
        assert tilted.rot.to_roll() == pytest.approx(0.2, abs=0.02)
        commands.robot_command(RobotCommandBuilder.synchro_stand_command(body_height=0.1))
        emulator.until(lambda s: s["height"] > 0.6)
        images = robot.ensure_client(ImageClient.default_service_name)
        assert images.get_image_from_sources(["frontleft_fisheye_image"])[0].shot.image.data
        robot.operator_comment("hello")
        robot.power_off(cut_immediately=False, timeout_sec=20)
        assert not robot.is_powered_on()
    assert emulator.state()["lease"] is None


def test_hand_along_a_trajectory_and_a_gaze(emulator: Emulator, program: Program) -> None:
    """The arm's examples: unstow, poses in odom from flat_body, a path with times, a gaze, the gripper, stow."""
    program.stand()
    commands = program.commands
    assert block_until_arm_arrives(
        commands, commands.robot_command(RobotCommandBuilder.arm_ready_command()), 10.0
    )
    tree = program.states.get_robot_state().kinematic_state.transforms_snapshot
    odom = get_a_tform_b(tree, ODOM_FRAME_NAME, GRAV_ALIGNED_BODY_FRAME_NAME)
    pose = odom * SE3Pose(0.75, 0.0, 0.25, Quat())
    arm = RobotCommandBuilder.arm_pose_command_from_pose(pose.to_proto(), ODOM_FRAME_NAME, 2)
    gripper = RobotCommandBuilder.claw_gripper_open_fraction_command(1.0)
    number = commands.robot_command(RobotCommandBuilder.build_synchro_command(gripper, arm))
    assert block_until_arm_arrives(commands, number, 20)
    assert program.state().manipulator_state.gripper_open_percentage > 90
    poses = [odom * SE3Pose(0.75, y, 0.25, Quat()) for y in (0.0, 0.15, -0.15)]
    path = RobotCommandBuilder.arm_cartesian_move_helper(
        [p.to_proto() for p in poses], [1.0, 2.0, 4.0], ODOM_FRAME_NAME
    )
    assert block_until_arm_arrives(commands, commands.robot_command(path), 20)
    hand = get_a_tform_b(program.state().kinematic_state.transforms_snapshot, ODOM_FRAME_NAME, "hand")
    assert math.dist((hand.x, hand.y, hand.z), (poses[-1].x, poses[-1].y, poses[-1].z)) < 0.02
    target = odom.transform_point(3.0, 0.5, 0.0)
    assert block_until_arm_arrives(
        commands, commands.robot_command(RobotCommandBuilder.arm_gaze_command(*target, ODOM_FRAME_NAME)), 20
    )
    close = RobotCommandBuilder.claw_gripper_close_command()
    commands.robot_command(close)
    assert block_until_arm_arrives(
        commands, commands.robot_command(RobotCommandBuilder.arm_stow_command()), 20
    )


def test_hand_velocity_stops_with_its_time(emulator: Emulator, program: Program) -> None:
    program.stand()
    commands = program.commands
    assert block_until_arm_arrives(
        commands, commands.robot_command(RobotCommandBuilder.arm_ready_command()), 20
    )
    before = emulator.state()["hand"]
    linear = geometry_pb2.CylindricalCoordinate(r=0.0, theta=0.0, z=0.3)
    velocity = arm_command_pb2.ArmVelocityCommand.Request(
        cylindrical_velocity=arm_command_pb2.ArmVelocityCommand.CylindricalVelocity(linear_velocity=linear)
    )
    velocity.end_time.CopyFrom(program.robot.time_sync.robot_timestamp_from_local_secs(time.time() + 1.0))
    command = robot_command_pb2.RobotCommand(
        synchronized_command=synchronized_command_pb2.SynchronizedCommand.Request(
            arm_command=arm_command_pb2.ArmCommand.Request(arm_velocity_command=velocity)
        )
    )
    commands.robot_command(command, end_time_secs=time.time() + 1.0)
    emulator.until(lambda s: s["hand"][2] > before[2] + 0.03)
    emulator.until(lambda s: s["doing"]["arm"] is None and s["still"])
    blocking_sit(commands, timeout_sec=20, update_frequency=5.0)


def test_walks_to_what_a_picture_shows(emulator: Emulator, program: Program) -> None:
    """Walk to an object: a pixel of a body camera, then feedback until done; the hit point comes with it."""
    program.stand()
    shown = picture(program, "frontleft_fisheye_image")
    walk = manipulation_api_pb2.WalkToObjectInImage(
        pixel_xy=geometry_pb2.Vec2(x=320, y=240),
        transforms_snapshot_for_camera=shown.shot.transforms_snapshot,
        frame_name_image_sensor=shown.shot.frame_name_image_sensor,
        camera_model=shown.source.pinhole,
        offset_distance=None,
    )
    request = manipulation_api_pb2.ManipulationApiRequest(walk_to_object_in_image=walk)
    client = program.client(ManipulationApiClient)
    number = client.manipulation_api_command(manipulation_api_request=request).manipulation_cmd_id
    states = manipulation_end(program, number, 90.0)
    assert states[-1] == manipulation_api_pb2.MANIP_STATE_DONE
    feedback = client.manipulation_api_feedback_command(
        manipulation_api_pb2.ManipulationApiFeedbackRequest(manipulation_cmd_id=number)
    )
    tree = feedback.transforms_snapshot_manipulation_data
    assert get_a_tform_b(tree, VISION_FRAME_NAME, RAYCAST_FRAME_NAME) is not None


def test_a_stream_of_states(program: Program) -> None:
    states = program.client(RobotStateClient).get_robot_state_async().result(timeout=30)
    assert states.kinematic_state.joint_states


def test_joints_follow_a_stream_and_stay_when_it_ends(emulator: Emulator, program: Program) -> None:
    """The order of the joint control examples: states stream, commands stream, joint control is switched on."""
    sdk = bosdyn.client.create_standard_sdk("joints", cert_resource_glob=str(emulator.ca))
    sdk.register_service_client(RobotCommandStreamingClient)
    sdk.register_service_client(RobotStateStreamingClient)
    robot = sdk.create_robot(emulator.host)
    robot.update_secure_channel_port(emulator.port)
    robot.authenticate("user", "password")
    program.stand()
    robot.time_sync.wait_for_sync(timeout_sec=30)
    states = robot.ensure_client(RobotStateStreamingClient.default_service_name).get_robot_state_stream()
    begin = list(next(states).joint_states.position)
    goal = [*begin]
    goal[WRIST] += 0.6
    for hip in range(1, 12, 3):
        goal[hip], goal[hip + 1] = goal[hip] + 0.25, goal[hip + 1] - 0.5
    number: list[int] = []

    def updates() -> Iterator[Any]:
        end = time.monotonic() + 30.0
        while time.monotonic() < end and abs(emulator.state()["arm"][WRIST - 12] - goal[WRIST]) > 0.02:
            update = robot_command_pb2.JointControlStreamRequest()
            update.joint_command.position.extend(goal)
            update.joint_command.user_command_key = 7
            ends = robot.time_sync.robot_timestamp_from_local_secs(time.time() + 0.5)
            update.joint_command.end_time.CopyFrom(ends)
            yield update
            if not number:
                number.append(program.commands.robot_command(RobotCommandBuilder.joint_command()))
            time.sleep(0.01)

    client = robot.ensure_client(RobotCommandStreamingClient.default_service_name)
    answer = client.send_joint_control_commands(updates())
    assert answer.status == robot_command_pb2.JointControlStreamResponse.STATUS_OK, answer.message
    emulator.until(lambda s: s["height"] < 0.45)
    assert emulator.state()["arm"][WRIST - 12] == pytest.approx(goal[WRIST], abs=0.03)
    assert next(states).last_command.user_command_key == 7
    kind, feedback = basic_command_pb2.JointCommand.Feedback, program.commands.robot_command_feedback
    end = time.monotonic() + 10.0
    while feedback(number[0]).feedback.full_body_feedback.joint_feedback.status == kind.STATUS_ACTIVE:
        assert time.monotonic() < end
    assert emulator.until(lambda s: s["still"])["arm"][WRIST - 12] == pytest.approx(goal[WRIST], abs=0.05)
    late = robot_command_pb2.JointControlStreamRequest()
    late.joint_command.position.extend(begin)
    late.joint_command.end_time.seconds = 1
    refused = client.send_joint_control_commands(iter([late]))
    assert refused.status == robot_command_pb2.JointControlStreamResponse.STATUS_EXPIRED
    late.joint_command.position.pop()
    refused = client.send_joint_control_commands(iter([late]))
    assert refused.status == robot_command_pb2.JointControlStreamResponse.STATUS_INVALID_REQUEST
    robot.stop_time_sync()


def test_a_program_that_knows_nothing_of_the_emulator(emulator: Emulator, tmp_path: Path) -> None:
    """It makes its robot with the library's defaults, and gets its user from the environment."""
    script = tmp_path / "who.py"
    script.write_text(
        "import sys, bosdyn.client, bosdyn.client.util\n"
        "robot = bosdyn.client.create_standard_sdk('who').create_robot(sys.argv[1])\n"
        "bosdyn.client.util.authenticate(robot)\n"
        "robot.time_sync.wait_for_sync(timeout_sec=30)\n"
        "print(robot.get_id().species, len(robot.list_services()))\n"
    )
    found = subprocess.run(
        [sys.executable, "-m", "spot_emulator.program", "--ca", str(emulator.ca), "--port", str(emulator.port),
         str(script), emulator.host],
        capture_output=True, text=True, timeout=120, check=False,
        env={**os.environ, "BOSDYN_CLIENT_USERNAME": "user", "BOSDYN_CLIENT_PASSWORD": "password"},
    )  # fmt: skip
    assert found.returncode == 0, found.stderr
    assert found.stdout.startswith("spot ") and int(found.stdout.split()[1]) > 15
