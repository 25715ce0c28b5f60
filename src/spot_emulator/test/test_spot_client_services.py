"""Services that the SDK's examples call beside the usual ones: recording maps, reaching, contact, and more."""

from __future__ import annotations

import math
import time

import pytest
from bosdyn.api import (
    arm_surface_contact_pb2,
    arm_surface_contact_service_pb2,
    gripper_camera_param_pb2,
    power_pb2,
    ray_cast_pb2,
    service_fault_pb2,
)
from bosdyn.api.docking import docking_pb2
from bosdyn.api.graph_nav import graph_nav_pb2, map_processing_pb2, nav_pb2, recording_pb2
from bosdyn.api.spot import door_pb2, inverse_kinematics_pb2
from bosdyn.client import math_helpers
from bosdyn.client.arm_surface_contact import ArmSurfaceContactClient
from bosdyn.client.directory import DirectoryClient
from bosdyn.client.directory_registration import DirectoryRegistrationClient
from bosdyn.client.docking import DockingClient
from bosdyn.client.door import DoorClient
from bosdyn.client.exceptions import InvalidRequestError, ResponseError
from bosdyn.client.fault import FaultClient, ServiceFaultAlreadyExistsError
from bosdyn.client.frame_helpers import ODOM_FRAME_NAME, get_a_tform_b
from bosdyn.client.graph_nav import GraphNavClient
from bosdyn.client.gripper_camera_param import GripperCameraParamClient
from bosdyn.client.inverse_kinematics import InverseKinematicsClient
from bosdyn.client.ir_enable_disable import IREnableDisableServiceClient
from bosdyn.client.map_processing import MapProcessingServiceClient
from bosdyn.client.power import PowerClient
from bosdyn.client.ray_cast import RayCastClient
from bosdyn.client.recording import GraphNavRecordingServiceClient, NotRecordingError
from bosdyn.client.robot_command import RobotCommandBuilder
from hands import arrive
from spot_client import Emulator, Program

OPTIONS = ("--scene", "FloorPlan4", "--power", "on")


def _turn_until(program: Program, waypoints: int) -> None:
    """Turn on the spot until so many waypoints are recorded; fail when they do not come."""
    client = program.client(GraphNavClient)
    command = RobotCommandBuilder.synchro_velocity_command(0.0, 0.0, 0.8)
    program.commands.robot_command(command, end_time_secs=time.time() + 30.0)
    end = time.monotonic() + 30.0
    while len(client.download_graph().waypoints) < waypoints:
        assert time.monotonic() < end
        time.sleep(0.1)
    program.commands.robot_command(RobotCommandBuilder.stop_command())


def test_a_map_is_recorded_worked_on_and_walked_along(program: Program) -> None:
    """The order of graph_nav_recording_command_line: record, name a place, stop, close loops, anchors, localize, go."""
    graph_nav = program.client(GraphNavClient)
    recorder = program.client(GraphNavRecordingServiceClient)
    program.stand()
    graph_nav.clear_graph()
    assert not recorder.get_record_status().is_recording
    with pytest.raises(NotRecordingError):
        recorder.create_waypoint(waypoint_name="early")
    metadata = recorder.make_client_metadata(session_name="kitchen", client_username="u", client_id="c")
    environment = recorder.make_recording_environment(
        waypoint_env=recorder.make_waypoint_environment(client_metadata=metadata)
    )
    started = recorder.start_recording(recording_environment=environment)
    assert started == recording_pb2.StartRecordingResponse.STATUS_OK
    _turn_until(program, 2)
    named = recorder.create_waypoint(waypoint_name="table")
    assert named.created_waypoint.annotations.name == "table"
    assert recorder.get_record_status().is_recording
    recorder.stop_recording()
    graph = graph_nav.download_graph()
    assert len(graph.waypoints) >= 3
    assert len(graph.edges) >= 2
    assert {w.annotations.client_metadata.session_name for w in graph.waypoints} == {"kitchen"}
    for waypoint in graph.waypoints:
        snapshot = graph_nav.download_waypoint_snapshot(waypoint.snapshot_id)
        assert snapshot.id == waypoint.snapshot_id and snapshot.point_cloud.num_points
    for edge in graph.edges:
        assert graph_nav.download_edge_snapshot(edge.snapshot_id).id == edge.snapshot_id
    processing = program.client(MapProcessingServiceClient)
    topology = processing.process_topology(map_processing_pb2.ProcessTopologyRequest.Params(), True)
    assert topology.status == map_processing_pb2.ProcessTopologyResponse.STATUS_OK
    anchors = processing.process_anchoring(
        map_processing_pb2.ProcessAnchoringRequest.Params(), True, stream_intermediate_results=False
    )
    assert len(anchors.waypoint_results) == len(graph.waypoints)
    graph_nav.set_localization(
        initial_guess_localization=nav_pb2.Localization(),
        fiducial_init=graph_nav_pb2.SetLocalizationRequest.FIDUCIAL_INIT_NEAREST,
    )
    first, number = graph.waypoints[0].id, None
    end = time.monotonic() + 30.0
    while time.monotonic() < end:
        number = graph_nav.navigate_to(first, 2.0, command_id=number)
        time.sleep(0.4)
        status = graph_nav.navigation_feedback(number).status
        if status != graph_nav_pb2.NavigationFeedbackResponse.STATUS_FOLLOWING_ROUTE:
            break
    assert status == graph_nav_pb2.NavigationFeedbackResponse.STATUS_REACHED_GOAL


def _reaching(point: tuple[float, float, float], odom_body: math_helpers.SE3Pose) -> object:
    request = inverse_kinematics_pb2.InverseKinematicsRequest
    wanted = odom_body * math_helpers.SE3Pose(*point, math_helpers.Quat())
    return request(
        root_frame_name=ODOM_FRAME_NAME,
        scene_tform_task=wanted.to_proto(),
        fixed_stance=request.FixedStance(),
        wrist_mounted_tool=request.WristMountedTool(
            wrist_tform_tool=math_helpers.SE3Pose(0.19557, 0.0, 0.0, math_helpers.Quat()).to_proto()
        ),
        tool_pose_task=request.ToolPoseTask(
            task_tform_desired_tool=math_helpers.SE3Pose.from_identity().to_proto()
        ),
    )


def test_inverse_kinematics_says_what_the_arm_reaches(program: Program) -> None:
    program.stand()
    client = program.client(InverseKinematicsClient)
    tree = program.state().kinematic_state.transforms_snapshot
    odom_body = get_a_tform_b(tree, ODOM_FRAME_NAME, "body")
    kind = inverse_kinematics_pb2.InverseKinematicsResponse
    near = client.inverse_kinematics(_reaching((0.9, 0.0, 0.2), odom_body))
    assert near.status == kind.STATUS_OK
    solved = near.robot_configuration.transforms_snapshot
    hand = get_a_tform_b(solved, ODOM_FRAME_NAME, "hand")
    wanted = odom_body * math_helpers.SE3Pose(0.9, 0.0, 0.2, math_helpers.Quat())
    assert math.dist((hand.x, hand.y, hand.z), (wanted.x, wanted.y, wanted.z)) < 1e-3
    assert (
        client.inverse_kinematics(_reaching((3.0, 0.0, 0.2), odom_body)).status
        == kind.STATUS_NO_SOLUTION_FOUND
    )
    with pytest.raises(InvalidRequestError):
        client.inverse_kinematics(inverse_kinematics_pb2.InverseKinematicsRequest())


def test_the_hand_wipes_along_a_surface(program: Program) -> None:
    program.stand()
    arrive(program, RobotCommandBuilder.arm_ready_command())
    start = get_a_tform_b(program.state().kinematic_state.transforms_snapshot, ODOM_FRAME_NAME, "hand")
    request = arm_surface_contact_pb2.ArmSurfaceContact.Request(root_frame_name=ODOM_FRAME_NAME)
    for seconds, ahead in ((0, 0.0), (2, 0.1)):
        point = request.pose_trajectory_in_task.points.add()
        point.time_since_reference.seconds = seconds
        point.pose.CopyFrom((start * math_helpers.SE3Pose(ahead, 0.0, -0.05, math_helpers.Quat())).to_proto())
    command = arm_surface_contact_service_pb2.ArmSurfaceContactCommand(request=request)
    client = program.client(ArmSurfaceContactClient)
    client.arm_surface_contact_command(command)
    end = time.monotonic() + 20.0
    moved = 0.0
    while moved < 0.09 and time.monotonic() < end:
        now = get_a_tform_b(program.state().kinematic_state.transforms_snapshot, ODOM_FRAME_NAME, "hand")
        moved = math.dist((now.x, now.y, now.z), (start.x, start.y, start.z))
        time.sleep(0.05)
    assert moved >= 0.09


def test_the_body_follows_a_hand_that_draws_on_the_floor(program: Program) -> None:
    """The order of arm_gcode: pressed onto the floor from pose to pose, farther than the arm reaches, and back."""
    program.stand()
    tree = program.state().kinematic_state.transforms_snapshot
    down = math_helpers.Quat.from_pitch(math.pi / 2.0)
    flat = get_a_tform_b(tree, "vision", "flat_body")
    above = flat * math_helpers.SE3Pose(0.75, 0.0, -0.25, down)
    assert arrive(
        program, RobotCommandBuilder.arm_pose_command_from_pose(above.to_proto(), "vision", 1.0)
    )
    kind = arm_surface_contact_pb2.ArmSurfaceContact.Request
    client = program.client(ArmSurfaceContactClient)
    floor = get_a_tform_b(tree, "vision", "gpe").z
    for ahead, left in ((0.75, 0.0), (1.25, 0.0), (1.25, 0.3), (0.75, 0.0)):
        goal = flat * math_helpers.SE3Pose(ahead, left, 0.0, down)
        goal.z = floor
        request = kind(
            root_frame_name="vision", z_axis=kind.AXIS_MODE_FORCE, is_robot_following_hand=True
        )
        request.press_force_percentage.z, request.max_linear_velocity.value = -0.05, 0.25
        request.pose_trajectory_in_task.points.add().pose.CopyFrom(goal.to_proto())
        client.arm_surface_contact_command(
            arm_surface_contact_service_pb2.ArmSurfaceContactCommand(request=request)
        )
        end = time.monotonic() + 30.0
        off = math.inf
        while off > 0.03:
            assert time.monotonic() < end, (ahead, left, off)
            hand = get_a_tform_b(program.state().kinematic_state.transforms_snapshot, "vision", "hand")
            off = math.hypot(hand.x - goal.x, hand.y - goal.y)
            time.sleep(0.05)
        assert hand.z > floor
    program.commands.robot_command(RobotCommandBuilder.stop_command())


def test_docks_and_doors_that_are_not_there(program: Program) -> None:
    program.stand()
    docking = program.client(DockingClient)
    assert docking.get_docking_state().status == docking_pb2.DockState.DOCK_STATUS_UNDOCKED
    assert docking.get_docking_config()
    sync = program.robot.time_sync
    until = sync.robot_timestamp_from_local_secs(time.time() + 30.0)
    with pytest.raises(ResponseError) as refused:
        docking.docking_command(520, sync.endpoint.clock_identifier, until)
    assert refused.value.response.status == docking_pb2.DockingCommandResponse.STATUS_ERROR_DOCK_NOT_FOUND
    wanted = door_pb2.DoorCommand.Request(
        auto_grasp_command=door_pb2.DoorCommand.AutoGraspCommand(frame_name="vision")
    )
    opened = program.client(DoorClient).open_door(door_pb2.OpenDoorCommandRequest(door_command=wanted))
    assert opened.status == door_pb2.OpenDoorCommandResponse.STATUS_DOOR_PLANE_NOT_DETECTED


def test_a_ray_meets_the_floor_in_front(program: Program) -> None:
    program.stand()
    answer = program.client(RayCastClient).raycast(
        (0.6, 0.0, 0.0), (0.5, 0.0, -1.0), [ray_cast_pb2.RayIntersection.TYPE_VOXEL_MAP], frame_name="body"
    )
    assert answer.hits
    assert answer.hits[0].distance_meters == pytest.approx(0.52 * math.hypot(0.5, 1.0), abs=0.1)


def test_faults_of_other_programs_are_told_with_the_state(program: Program) -> None:
    client = program.client(FaultClient)
    name = service_fault_pb2.ServiceFaultId(fault_name="lamp broken", service_name="lamp")
    fault = service_fault_pb2.ServiceFault(fault_id=name, error_message="dark")
    client.trigger_service_fault(fault)
    with pytest.raises(ServiceFaultAlreadyExistsError):
        client.trigger_service_fault(fault)
    assert [f.error_message for f in program.state().service_fault_state.faults] == ["dark"]
    client.clear_service_fault(name)
    assert not program.state().service_fault_state.faults


def test_settings_of_the_hand_camera_stay(program: Program) -> None:
    client = program.client(GripperCameraParamClient)
    params = gripper_camera_param_pb2.GripperCameraParams()
    params.brightness.value = 0.25
    client.set_camera_params(gripper_camera_param_pb2.GripperCameraParamRequest(params=params))
    found = client.get_camera_params(gripper_camera_param_pb2.GripperCameraGetParamRequest()).params
    assert found.brightness.value == pytest.approx(0.25)
    assert found.focus_auto.value
    program.client(IREnableDisableServiceClient).set_ir_enabled(enable=False)


def test_services_that_clients_bring_are_listed(emulator: Emulator, program: Program) -> None:
    client = program.client(DirectoryRegistrationClient)
    client.register("lamp", "bosdyn.api.DataService", "lamp.spot.robot", emulator.host, 5000)
    assert program.client(DirectoryClient).get_entry("lamp").authority == "lamp.spot.robot"
    client.unregister("lamp")
    assert "lamp" not in {entry.name for entry in program.client(DirectoryClient).list()}


def test_fans_turn_with_the_body_s_lease_until_their_time_is_over(program: Program) -> None:
    """The order of basic_fan_command: the feedback says that it runs, and then that it is complete."""
    program.lease()
    client, kind = program.client(PowerClient), power_pb2.FanPowerCommandFeedbackResponse
    first = client.fan_power_command(percent_power=50, duration=60)
    assert client.fan_power_command_feedback(first.command_id).status == kind.STATUS_RUNNING
    second = client.fan_power_command(percent_power=100, duration=1)
    assert client.fan_power_command_feedback(first.command_id).status == kind.STATUS_OVERRIDDEN_BY_COMMAND
    end = time.monotonic() + 20.0
    while client.fan_power_command_feedback(second.command_id).status == kind.STATUS_RUNNING:
        assert time.monotonic() < end
        time.sleep(0.1)
    assert client.fan_power_command_feedback(second.command_id).status == kind.STATUS_COMPLETE
