"""The calls of the SDK's public examples that no other test here makes, in code of our own, each to its end."""

from __future__ import annotations

import math
import time
from typing import Any

import numpy as np
import pytest
from bosdyn.api import (
    arm_command_pb2,
    basic_command_pb2,
    data_index_pb2,
    geometry_pb2,
    image_pb2,
    manipulation_api_pb2,
    robot_command_pb2,
    synchronized_command_pb2,
)
from bosdyn.api.graph_nav import graph_nav_pb2, map_processing_pb2, nav_pb2
from bosdyn.api.spot import robot_command_pb2 as spot_command_pb2
from bosdyn.api.time_range_pb2 import TimeRange
from bosdyn.client.data_service import DataServiceClient
from bosdyn.client.frame_helpers import get_a_tform_b
from bosdyn.client.graph_nav import GraphNavClient
from bosdyn.client.graph_nav_upload import upload_from_disk
from bosdyn.client.image import ImageClient, build_image_request
from bosdyn.client.license import LicenseClient
from bosdyn.client.manipulation_api_client import ManipulationApiClient
from bosdyn.client.map_processing import MapProcessingServiceClient
from bosdyn.client.math_helpers import Quat, SE3Pose
from bosdyn.client.robot_command import (
    RobotCommandBuilder,
    block_for_trajectory_cmd,
    block_until_arm_arrives,
)
from bosdyn.util import now_sec
from hands import picture
from spot_client import Emulator, Program

from spot_emulator.world.house import House, NoRoom
from spot_emulator.world.walk import record

OPTIONS = ("--scene", "FloorPlan7", "--power", "on", "--speed", "2")
Trajectory = basic_command_pb2.SE2TrajectoryCommand.Feedback


@pytest.fixture
def standing(emulator: Emulator, program: Program) -> Program:
    """Give a program whose robot stands where the room's own start is, arm out."""
    emulator.load("FloorPlan7")
    program.stand()
    assert arrives(program, RobotCommandBuilder.arm_ready_command())
    return program


def arrives(program: Program, command: Any, seconds: float = 40.0) -> bool:
    return block_until_arm_arrives(program.commands, program.commands.robot_command(command), seconds)


def tree(program: Program) -> Any:
    return program.state().kinematic_state.transforms_snapshot


def feedback(program: Program, number: int) -> Any:
    return program.commands.robot_command_feedback(number).feedback.synchronized_feedback


def slow() -> Any:
    limit = geometry_pb2.SE2Velocity(linear=geometry_pb2.Vec2(x=0.3, y=0.3), angular=0.5)
    return spot_command_pb2.MobilityParams(vel_limit=geometry_pb2.SE2VelocityLimit(max_vel=limit))


def test_a_hand_frozen_in_the_world_stays_while_the_body_walks(emulator: Emulator, standing: Program) -> None:
    """arm_freeze_hand: a pose in odom, a walk, the same pose in the body, and joints that are frozen on the way."""
    ahead = SE3Pose(0.8, 0.0, 0.25, Quat())
    there = get_a_tform_b(tree(standing), "odom", "body") * ahead
    assert arrives(standing, RobotCommandBuilder.arm_pose_command_from_pose(there.to_proto(), "odom", seconds=1))
    was = emulator.state()["hand"]
    step = RobotCommandBuilder.synchro_trajectory_command_in_body_frame(-0.2, 0.0, 0.0, tree(standing), params=slow())
    number = standing.commands.robot_command(step, end_time_secs=now_sec() + 20.0)
    assert block_for_trajectory_cmd(standing.commands, number, timeout_sec=30)
    assert math.dist(was, emulator.state()["hand"]) < 0.05, "the hand stays where it is in the room"
    frozen = RobotCommandBuilder.arm_joint_freeze_command()
    step = RobotCommandBuilder.synchro_trajectory_command_in_body_frame(
        0.2, 0.0, 0.0, tree(standing), params=slow(), build_on_command=frozen
    )
    joints = emulator.state()["arm"]
    number = standing.commands.robot_command(step, end_time_secs=now_sec() + 20.0)
    assert block_for_trajectory_cmd(standing.commands, number, timeout_sec=30)
    assert np.abs(np.subtract(joints, emulator.state()["arm"])).max() < 0.02
    assert math.dist(was, emulator.state()["hand"]) > 0.1, "now it goes with the body"


def test_joints_go_along_a_long_trajectory_point_by_point(emulator: Emulator, standing: Program) -> None:
    """arm_joint_move and its long trajectory: several points, with times and limits."""
    points = [[0.0, -1.8, 1.8, 0.0, 0.0, 0.0], [0.4, -1.6, 1.7, 0.2, 0.1, 0.0], [-0.3, -1.7, 1.9, 0.0, -0.1, 0.3]]
    command = RobotCommandBuilder.arm_joint_move_helper(points, [1.5, 2.5, 3.5], max_vel=2.5, max_acc=15)
    assert arrives(standing, command)
    assert np.abs(np.subtract(emulator.state()["arm"], points[-1])).max() < 0.03


def test_an_impedance_command_brings_the_hand_to_its_pose(emulator: Emulator, standing: Program) -> None:
    """arm_impedance_control: a task frame in odom, stiffness, damping, a trajectory of the tool in it."""
    start = get_a_tform_b(tree(standing), "odom", "hand")
    command = robot_command_pb2.RobotCommand()
    wanted = command.synchronized_command.arm_command.arm_impedance_command
    wanted.root_frame_name = "odom"
    wanted.root_tform_task.CopyFrom(start.to_proto())
    wanted.diagonal_stiffness_matrix.CopyFrom(geometry_pb2.Vector(values=[500, 500, 500, 60, 60, 60]))
    wanted.diagonal_damping_matrix.CopyFrom(geometry_pb2.Vector(values=[2.5, 2.5, 2.5, 1.0, 1.0, 1.0]))
    point = wanted.task_tform_desired_tool.points.add()
    point.pose.CopyFrom(SE3Pose(0.0, 0.0, 0.08, Quat()).to_proto())
    point.time_since_reference.seconds = 1
    number = standing.commands.robot_command(command)
    kind = arm_command_pb2.ArmImpedanceCommand.Feedback
    emulator.until(
        lambda _: feedback(standing, number).arm_command_feedback.arm_impedance_feedback.status
        == kind.STATUS_TRAJECTORY_COMPLETE
    )
    now = get_a_tform_b(tree(standing), "odom", "hand")
    assert abs((start.inverse() * now).z - 0.08) < 0.03


def test_the_body_walks_with_the_hand_that_goes_beyond_its_reach(emulator: Emulator, standing: Program) -> None:
    """arm_with_body_follow: one command with the arm's pose and the body that follows."""
    begun = emulator.state()["pose"]
    goal = get_a_tform_b(tree(standing), "odom", "body") * SE3Pose(0.5, 1.15, 0.2, Quat.from_yaw(math.pi / 2))
    arm = RobotCommandBuilder.arm_pose_command_from_pose(goal.to_proto(), "odom", seconds=2)
    both = RobotCommandBuilder.build_synchro_command(RobotCommandBuilder.follow_arm_command(), arm)
    assert arrives(standing, both)
    assert math.dist(begun[:2], emulator.state()["pose"][:2]) > 0.02


def test_arm_and_legs_obey_one_command(emulator: Emulator, standing: Program) -> None:
    """arm_and_mobility_command: a stand with a lean, a posture of the arm and the gripper, put together."""
    stand = RobotCommandBuilder.synchro_stand_command(body_height=0.1)
    arm = RobotCommandBuilder.arm_carry_command()
    claw = RobotCommandBuilder.claw_gripper_open_fraction_command(0.5)
    assert arrives(standing, RobotCommandBuilder.build_synchro_command(stand, arm, claw))
    emulator.until(lambda s: abs(s["height"] - 0.62) < 0.03)
    assert abs(standing.state().manipulator_state.gripper_open_percentage - 50.0) < 5.0


def test_the_feet_stand_where_they_are_put(standing: Program) -> None:
    """stance_in_place: the feet a little wider than they stand."""
    ground = get_a_tform_b(tree(standing), "vision", "body")
    feet = [ground * SE3Pose(x, y, 0.0, Quat()) for x, y in ((0.3, 0.2), (0.3, -0.2), (-0.3, 0.2), (-0.3, -0.2))]
    command = RobotCommandBuilder.stance_command("vision", *(geometry_pb2.Vec2(x=f.x, y=f.y) for f in feet))
    number = standing.commands.robot_command(command, end_time_secs=now_sec() + 16.0)
    end, told = time.monotonic() + 8.0, 0
    kind = basic_command_pb2.StanceCommand.Feedback
    while time.monotonic() < end and told != kind.STATUS_STANCED:
        told = feedback(standing, number).mobility_command_feedback.stance_feedback.status
        time.sleep(0.05)
    assert told == kind.STATUS_STANCED


def test_a_wrench_and_a_drag_are_held_until_something_else_is_asked(emulator: Emulator, standing: Program) -> None:
    """force_wrench and the tablet's drag: accepted, told as under way, and ended by a stop."""
    for command in (
        RobotCommandBuilder.arm_wrench_command(0.0, 0.0, -5.0, 0.0, 0.0, 0.0, "odom", 5.0),
        robot_command_pb2.RobotCommand(
            synchronized_command=synchronized_command_pb2.SynchronizedCommand.Request(
                arm_command=arm_command_pb2.ArmCommand.Request(arm_drag_command={})
            )
        ),
    ):
        number = standing.commands.robot_command(command)
        kind = basic_command_pb2.RobotCommandFeedbackStatus
        assert feedback(standing, number).arm_command_feedback.status == kind.STATUS_PROCESSING
        standing.commands.robot_command(RobotCommandBuilder.stop_command())
        assert feedback(standing, number).arm_command_feedback.status == kind.STATUS_COMMAND_OVERRIDDEN


def test_depth_lies_over_the_picture_that_it_belongs_to(standing: Program) -> None:
    """get_depth_plus_visual_image: depth in the visual camera's frame has that picture's size and place."""
    names = ["frontleft_depth_in_visual_frame", "frontleft_fisheye_image"]
    depth, seen = standing.client(ImageClient).get_image_from_sources(names)
    assert (depth.shot.image.rows, depth.shot.image.cols) == (seen.shot.image.rows, seen.shot.image.cols)
    frames = [get_a_tform_b(r.shot.transforms_snapshot, "body", r.shot.frame_name_image_sensor) for r in (depth, seen)]
    assert math.dist((frames[0].x, frames[0].y, frames[0].z), (frames[1].x, frames[1].y, frames[1].z)) < 1e-6
    raw = np.frombuffer(depth.shot.image.data, np.uint16).reshape(depth.shot.image.rows, -1)
    assert raw.any()


@pytest.mark.parametrize("form", [image_pb2.Image.FORMAT_RAW, image_pb2.Image.FORMAT_JPEG])
@pytest.mark.parametrize("pixels", [image_pb2.Image.PIXEL_FORMAT_GREYSCALE_U8, image_pb2.Image.PIXEL_FORMAT_RGB_U8])
def test_pictures_come_as_they_are_asked_for(standing: Program, form: int, pixels: int) -> None:
    """image_service_tester, stitch_front_images: formats and sizes."""
    wanted = build_image_request(
        "hand_color_image", image_format=form, pixel_format=pixels, resize_ratio=0.5, quality_percent=60
    )
    (found,) = standing.client(ImageClient).get_image([wanted])
    assert found.status == image_pb2.ImageResponse.STATUS_OK
    assert found.shot.image.format == form and found.shot.image.data


def test_it_believes_that_it_holds_what_it_is_told_to(standing: Program) -> None:
    """arm_grasp_carry_overrides: the gripper's state is overridden, and so is how it is carried."""
    request = manipulation_api_pb2.ApiGraspOverrideRequest(
        api_grasp_override=manipulation_api_pb2.ApiGraspOverride(
            override_request=manipulation_api_pb2.ApiGraspOverride.OVERRIDE_HOLDING
        )
    )
    standing.client(ManipulationApiClient).grasp_override_command(request)
    assert standing.state().manipulator_state.is_gripper_holding_item
    assert arrives(standing, RobotCommandBuilder.arm_carry_command())
    nothing = manipulation_api_pb2.ApiGraspOverride.OVERRIDE_NOT_HOLDING
    request.api_grasp_override.override_request = nothing
    standing.client(ManipulationApiClient).grasp_override_command(request)
    assert not standing.state().manipulator_state.is_gripper_holding_item


def test_a_map_is_walked_by_route_and_by_anchor_and_optimized(
    emulator: Emulator, standing: Program, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """graph_nav_command_line and graph_nav_anchoring_optimization on a recorded walk."""
    house = House("FloorPlan7")
    start = house.place_for_robot()
    assert not isinstance(start, NoRoom)
    folder = tmp_path_factory.mktemp("walk")
    record(house, start).write(folder)
    client = standing.client(GraphNavClient)
    client.clear_graph()
    upload_from_disk(client, folder)
    nearest = graph_nav_pb2.SetLocalizationRequest.FIDUCIAL_INIT_NEAREST
    client.set_localization(nav_pb2.Localization(), fiducial_init=nearest)
    graph = client.download_graph()
    here = client.get_localization_state().localization.waypoint_id
    edge = next(e.id for e in graph.edges if here in (e.id.from_waypoint, e.id.to_waypoint))
    there = edge.to_waypoint if edge.from_waypoint == here else edge.from_waypoint
    route = client.build_route([here, there], [edge])
    number = client.navigate_route(route, cmd_duration=40.0)
    reached = graph_nav_pb2.NavigationFeedbackResponse.STATUS_REACHED_GOAL
    emulator.until(lambda _: client.navigation_feedback(number).status == reached)
    anchor = next(a.seed_tform_waypoint for a in graph.anchoring.anchors if a.id == here)
    number = client.navigate_to_anchor(anchor, cmd_duration=40.0)
    emulator.until(lambda _: client.navigation_feedback(number).status == reached)
    params = map_processing_pb2.ProcessAnchoringRequest.Params()
    found = standing.client(MapProcessingServiceClient).process_anchoring(params, False, False)
    assert len(found.waypoint_results) == len(graph.waypoints)


def test_what_was_logged_is_found_by_index_and_page(standing: Program) -> None:
    """data_service: the index of what was written, its pages, and their deletion."""
    client = standing.client(DataServiceClient)
    now = standing.robot.time_sync.robot_timestamp_from_local_secs(now_sec() + 120)
    ever = TimeRange(start={"seconds": 0}, end=now)
    query = data_index_pb2.DataQuery(time_range=ever, text_messages=True, events=True, comments=True)
    assert client.get_data_index(query).header.error.code == 1
    pages = client.get_data_pages(ever)
    client.delete_data_pages(ever, [page.id for page in pages.pages])


def test_without_a_licence_there_is_no_dance(program: Program) -> None:
    """upload_choreographed_sequence asks for its licence first, and ends."""
    assert not program.client(LicenseClient).get_feature_enabled(["choreography"])["choreography"]


def test_a_robot_that_stands_is_right_and_one_may_change_its_battery(emulator: Emulator, standing: Program) -> None:
    """self_right and battery change: full-body commands that end."""
    kind = basic_command_pb2.SelfRightCommand.Feedback

    def told(number: int) -> Any:
        return standing.commands.robot_command_feedback(number).feedback.full_body_feedback

    standing.commands.robot_command(RobotCommandBuilder.synchro_sit_command())
    emulator.until(lambda s: s["sitting"])
    righted = standing.commands.robot_command(RobotCommandBuilder.selfright_command())
    emulator.until(lambda _: told(righted).selfright_feedback.status == kind.STATUS_COMPLETED)
    changed = standing.commands.robot_command(RobotCommandBuilder.battery_change_pose_command())
    done = basic_command_pb2.BatteryChangePoseCommand.Feedback.STATUS_COMPLETED
    emulator.until(lambda _: told(changed).battery_change_pose_feedback.status == done)
    assert picture(standing).shot.image.rows
