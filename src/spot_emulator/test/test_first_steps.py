"""Login, time, lease, e-stop, power, state, standing and walking, with the real client."""

from __future__ import annotations

import math
import time

import bosdyn.client
import pytest
from bosdyn.api import basic_command_pb2, estop_pb2, robot_state_pb2
from bosdyn.client import frame_helpers
from bosdyn.client.auth import InvalidLoginError
from bosdyn.client.directory import DirectoryClient
from bosdyn.client.estop import EstopClient
from bosdyn.client.exceptions import UnauthenticatedError
from bosdyn.client.lease import LeaseClient, ResourceAlreadyClaimedError
from bosdyn.client.license import LicenseClient
from bosdyn.client.power import EstoppedError
from bosdyn.client.robot_command import (
    ExpiredError,
    NotPoweredOnError,
    RobotCommandBuilder,
    TooDistantError,
    block_for_trajectory_cmd,
    blocking_sit,
)
from bosdyn.client.robot_state import RobotStateClient
from spot_client import Emulator, Program

SETTLED = basic_command_pb2.SE2TrajectoryCommand.Feedback.BODY_STATUS_SETTLED

OPTIONS = ("--scene", "FloorPlan4")  # it has half a metre to walk and room to turn there


def test_says_who_it_is_and_refuses_a_wrong_password(emulator: Emulator, program: Program) -> None:
    assert program.robot.get_id().species == "spot"
    with pytest.raises(InvalidLoginError):
        program.robot.authenticate("user", "")


def test_a_program_without_a_token_is_not_let_in(emulator: Emulator) -> None:
    sdk = bosdyn.client.create_standard_sdk("stranger", cert_resource_glob=str(emulator.ca))
    robot = sdk.create_robot(emulator.host)
    robot.update_secure_channel_port(emulator.port)
    assert robot.get_id().species == "spot"
    with pytest.raises(UnauthenticatedError):
        robot.ensure_client(DirectoryClient.default_service_name).list()


def test_directory_and_license(program: Program) -> None:
    names = {entry.name for entry in program.client(DirectoryClient).list()}
    assert {"auth", "lease", "robot-command", "image", "estop", "power"} <= names
    assert "network-compute-bridge" in names and "spot-cam" not in names
    assert program.client(LicenseClient).get_feature_enabled(["arm"])["arm"]


def test_time_sync_finds_the_skew(program: Program) -> None:
    program.robot.time_sync.wait_for_sync(timeout_sec=30)
    skew = program.robot.time_sync.endpoint.clock_skew
    assert skew.seconds + skew.nanos / 1e9 == pytest.approx(37.25, abs=0.1)


def test_state_has_one_tree_of_frames(program: Program) -> None:
    state = program.state()
    tree = state.kinematic_state.transforms_snapshot
    assert frame_helpers.validate_frame_tree_snapshot(tree)
    for name in ("odom", "vision", "flat_body", "gpe", "feet_center", "arm0.link_wr1", "hand"):
        assert frame_helpers.get_a_tform_b(tree, "body", name) is not None
    hand = frame_helpers.get_a_tform_b(tree, "body", "hand")
    assert hand.x == pytest.approx(0.55, abs=0.05)  # stowed
    assert state.power_state.motor_power_state == robot_state_pb2.PowerState.STATE_OFF
    assert len(state.kinematic_state.joint_states) == 19
    assert state.manipulator_state.stow_state == robot_state_pb2.ManipulatorState.STOWSTATE_STOWED
    assert program.states.get_robot_hardware_configuration().skeleton.urdf.startswith("<?xml")


def test_a_lease_is_held_by_one(emulator: Emulator, program: Program) -> None:
    leases = program.client(LeaseClient)
    lease = leases.acquire()
    other = Program(emulator, "other")
    with pytest.raises(ResourceAlreadyClaimedError):
        other.client(LeaseClient).acquire()
    listed = {r.resource: r.lease_owner.client_name for r in leases.list_leases()}
    assert listed["body"].startswith("test") and listed["mobility"].startswith("test")
    leases.return_lease(lease)
    other.client(LeaseClient).acquire()
    other.client(LeaseClient).return_lease(other.robot.lease_wallet.get_lease())
    other.close()


def test_without_power_nothing_moves(program: Program) -> None:
    program.lease()
    with pytest.raises(NotPoweredOnError):
        program.commands.robot_command(RobotCommandBuilder.synchro_stand_command())


def test_estop_of_our_own_stops_and_lets_go(emulator: Emulator, program: Program) -> None:
    keeper = program.estop()
    assert not program.robot.is_estopped()
    program.lease()
    keeper.stop()
    assert program.robot.is_estopped()
    with pytest.raises(EstoppedError):
        program.robot.power_on(timeout_sec=20, update_frequency=10.0)
    keeper.allow()
    program.robot.power_on(timeout_sec=20, update_frequency=10.0)
    assert program.client(EstopClient).get_status().stop_level == estop_pb2.ESTOP_LEVEL_NONE
    keeper.settle_then_cut()
    emulator.until(lambda s: s["motors"] == "OFF")
    keeper.allow()


def test_stand_walk_sit(emulator: Emulator, program: Program) -> None:
    program.estop()
    program.stand()
    assert emulator.state()["standing"]
    start = emulator.state()["pose"]
    command = RobotCommandBuilder.synchro_trajectory_command_in_body_frame(
        0.5, 0.0, math.pi / 2, program.state().kinematic_state.transforms_snapshot
    )
    number = program.commands.robot_command(command, end_time_secs=time.time() + 30)
    assert block_for_trajectory_cmd(
        program.commands, number, body_movement_statuses={SETTLED}, timeout_sec=30
    )
    end = emulator.state()["pose"]
    assert math.hypot(end[0] - start[0], end[1] - start[1]) == pytest.approx(0.5, abs=0.05)
    assert math.remainder(end[2] - start[2] - math.pi / 2, 2 * math.pi) == pytest.approx(0.0, abs=0.05)
    blocking_sit(program.commands, timeout_sec=20, update_frequency=10.0)
    assert emulator.state()["sitting"]
    program.robot.power_off(cut_immediately=False, timeout_sec=20, update_frequency=10.0)
    assert emulator.state()["motors"] == "OFF"


def test_velocity_ends_with_its_time(emulator: Emulator, program: Program) -> None:
    program.stand()
    command = RobotCommandBuilder.synchro_velocity_command(0.0, 0.0, 0.8)
    with pytest.raises(ExpiredError):
        program.commands.robot_command(command, end_time_secs=time.time() - 5)
    with pytest.raises(TooDistantError):
        program.commands.robot_command(command, end_time_secs=time.time() + 5000)
    program.commands.robot_command(command, end_time_secs=time.time() + 1.5)
    emulator.until(lambda s: s["velocity"][2] > 0.5)
    assert program.state().kinematic_state.velocity_of_body_in_odom.angular.z > 0.3
    stopped = emulator.until(lambda s: s["still"])
    assert stopped["doing"]["mobility"] is None


def test_the_state_client_is_registered(program: Program) -> None:
    assert program.robot.has_arm()
    assert program.client(RobotStateClient).get_robot_metrics().metrics
