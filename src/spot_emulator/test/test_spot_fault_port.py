"""Every fault of the port, at rest and in motion: the robot stands still in time, says why, and comes back."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from bosdyn.api import estop_pb2, robot_state_pb2
from bosdyn.client.estop import EstopClient
from bosdyn.client.exceptions import LeaseUseError, RpcError, TimedOutError
from bosdyn.client.image import ImageClient
from bosdyn.client.lease import Error as LeaseError
from bosdyn.client.lease import LeaseClient, ResourceAlreadyClaimedError
from bosdyn.client.power import EstoppedError, FaultedError
from bosdyn.client.robot_command import (
    BehaviorFaultError,
    NoTimeSyncError,
    NotPoweredOnError,
    RobotCommandBuilder,
    blocking_selfright,
    blocking_stand,
)
from spot_client import Emulator, Program

OPTIONS = ("--scene", "FloorPlan7", "--power", "on")
WITHIN = 0.5
"""Seconds within which the robot stands still."""


def _walk(program: Program, seconds: float = 20.0) -> None:
    """Turn on the spot, which is motion that needs no room."""
    command = RobotCommandBuilder.synchro_velocity_command(0.0, 0.0, 0.9)
    program.commands.robot_command(command, end_time_secs=time.time() + seconds)


def _moving(emulator: Emulator) -> None:
    emulator.until(lambda s: abs(s["velocity"][2]) > 0.6)


def _stops(emulator: Emulator, fault: str) -> None:
    """Let a fault come while the robot moves; it must stand still in time, by the robot's own clock."""
    _moving(emulator)
    before = emulator.state()["time"]
    emulator.fault(fault)
    stopped = emulator.until(lambda s: s["still"])
    assert stopped["time"] - before < WITHIN + 0.3, "0.3 s for a busy machine's polling"
    for _ in range(5):
        assert emulator.state()["still"], "it moves on its own afterwards"


@pytest.fixture
def walker(emulator: Emulator, program: Program) -> Program:
    program.stand()
    return program


def test_lease_taken_by_the_tablet(emulator: Emulator, walker: Program) -> None:
    _walk(walker)
    _stops(emulator, "lease_taken")
    with pytest.raises((LeaseUseError, LeaseError)):
        _walk(walker)
    with pytest.raises(ResourceAlreadyClaimedError):
        walker.client(LeaseClient).acquire()
    emulator.fault("lease_returned")
    walker.client(LeaseClient).acquire()
    _walk(walker, 1.0)
    _moving(emulator)


def test_lease_taken_at_rest(emulator: Emulator, walker: Program) -> None:
    emulator.fault("lease_taken")
    with pytest.raises((LeaseUseError, LeaseError)):
        _walk(walker)
    emulator.fault("lease_returned")


@pytest.mark.parametrize("moving", [True, False])
def test_estop_pressed(emulator: Emulator, walker: Program, moving: bool) -> None:
    if moving:
        _walk(walker)
        _stops(emulator, "estop_pressed")
    else:
        emulator.fault("estop_pressed")
    emulator.until(lambda s: s["motors"] == "OFF")
    states = {e.name: e.state for e in walker.state().estop_states}
    assert states["hardware_estop"] == robot_state_pb2.EStopState.STATE_ESTOPPED
    with pytest.raises(NotPoweredOnError):
        _walk(walker)
    with pytest.raises(EstoppedError):
        walker.robot.power_on(timeout_sec=20, update_frequency=10.0)
    emulator.fault("estop_released")
    assert emulator.state()["motors"] == "OFF", "nothing starts by itself"
    walker.robot.power_on(timeout_sec=20, update_frequency=10.0)
    blocking_stand(walker.commands, timeout_sec=20, update_frequency=10.0)


@pytest.mark.parametrize("moving", [True, False])
def test_power_cut(emulator: Emulator, walker: Program, moving: bool) -> None:
    if moving:
        _walk(walker)
        _stops(emulator, "power_cut")
    else:
        emulator.fault("power_cut")
    assert walker.state().power_state.motor_power_state == robot_state_pb2.PowerState.STATE_OFF
    assert [f.name for f in walker.state().system_fault_state.faults] == ["motor_power_lost"]
    with pytest.raises(FaultedError):
        walker.robot.power_on(timeout_sec=20, update_frequency=10.0)
    emulator.fault("power_restored")
    walker.stand()


def test_network_cut_and_back(emulator: Emulator, walker: Program) -> None:
    _walk(walker, 2.0)
    _moving(emulator)
    emulator.fault("network_cut")
    with pytest.raises(TimedOutError):
        walker.states.get_robot_state(timeout=0.5)
    emulator.until(lambda s: s["still"])  # the command's time is over, and nobody renewed it
    emulator.fault("network_back")
    assert walker.state().power_state.motor_power_state == robot_state_pb2.PowerState.STATE_ON
    _walk(walker, 1.0)
    _moving(emulator)


def test_a_long_network_cut_makes_the_lease_stale(emulator: Emulator, walker: Program) -> None:
    _walk(walker, 60.0)
    _moving(emulator)
    emulator.fault("network_cut")
    emulator.until(lambda s: s["lease"]["stale"] and s["still"])
    emulator.until(lambda s: s["motors"] == "OFF")
    emulator.fault("network_back")
    walker.robot.power_on(timeout_sec=20, update_frequency=10.0)
    blocking_stand(walker.commands, timeout_sec=20, update_frequency=10.0)


def test_connections_reset(emulator: Emulator, walker: Program) -> None:
    emulator.fault("connections_reset")
    _retry(walker.state)
    _walk(walker, 1.0)


def _retry(call: Callable[[], object], seconds: float = 40.0) -> None:
    """Call until no error of the network comes."""
    end = time.monotonic() + seconds
    while True:
        try:
            call()
        except RpcError:
            assert time.monotonic() < end
            time.sleep(0.2)
        else:
            return


def test_time_sync_lost(emulator: Emulator, walker: Program) -> None:
    emulator.fault("time_sync_lost")
    with pytest.raises(NoTimeSyncError):
        _walk(walker)
    endpoint = walker.robot.time_sync.endpoint
    endpoint.establish_timesync(max_samples=10)
    _walk(walker, 1.0)
    _moving(emulator)


@pytest.mark.parametrize("moving", [True, False])
def test_battery_low(emulator: Emulator, walker: Program, moving: bool) -> None:
    if moving:
        _walk(walker)
        _stops(emulator, "battery_low")
    else:
        emulator.fault("battery_low")
    emulator.until(lambda s: s["sitting"] and s["motors"] == "OFF")
    assert walker.state().battery_states[0].charge_percentage.value < 5
    with pytest.raises(FaultedError):
        walker.robot.power_on(timeout_sec=20, update_frequency=10.0)
    emulator.fault("battery_ok")
    walker.robot.power_on(timeout_sec=20, update_frequency=10.0)
    blocking_stand(walker.commands, timeout_sec=20, update_frequency=10.0)


@pytest.mark.parametrize("moving", [True, False])
def test_fall(emulator: Emulator, walker: Program, moving: bool) -> None:
    if moving:
        _walk(walker)
        _stops(emulator, "fall")
    else:
        emulator.fault("fall")
    faults = walker.state().behavior_fault_state.faults
    assert [f.cause for f in faults] == [robot_state_pb2.BehaviorFault.CAUSE_FALL]
    with pytest.raises(BehaviorFaultError):
        _walk(walker)
    walker.commands.clear_behavior_fault(faults[0].behavior_fault_id)
    with pytest.raises(BehaviorFaultError):
        _walk(walker)
    blocking_selfright(walker.commands, timeout_sec=30, update_frequency=10.0)
    blocking_stand(walker.commands, timeout_sec=30, update_frequency=10.0)


def test_arm_stuck(emulator: Emulator, walker: Program) -> None:
    walker.commands.robot_command(RobotCommandBuilder.arm_ready_command())
    emulator.until(lambda s: max(abs(v) for v in s["arm_velocity"]) > 0.3)
    emulator.fault("arm_stuck")
    stuck = emulator.state()["arm"]
    move = RobotCommandBuilder.arm_joint_command(0.3, -1.5, 1.8, 0.1, -0.3, 0.2)
    number = walker.commands.robot_command(move)
    end = time.monotonic() + 30
    status = 0
    while status != 3 and time.monotonic() < end:  # STALLED
        found = walker.commands.robot_command_feedback(number).feedback.synchronized_feedback
        status = found.arm_command_feedback.arm_joint_move_feedback.status
        time.sleep(0.05)
    assert status == 3
    assert emulator.state()["arm"] == pytest.approx(stuck, abs=1e-6)
    emulator.fault("arm_free")
    emulator.until(lambda s: s["arm"] == pytest.approx([0.3, -1.5, 1.8, 0.1, -0.3, 0.2], abs=0.03))


def test_camera_frozen(emulator: Emulator, walker: Program) -> None:
    client = walker.client(ImageClient)
    first = client.get_image_from_sources(["frontleft_fisheye_image"])[0]
    emulator.fault("camera_frozen")
    _walk(walker, 1.0)
    _moving(emulator)
    emulator.until(lambda s: s["still"])
    again = client.get_image_from_sources(["frontleft_fisheye_image"])[0]
    assert again.shot.acquisition_time == first.shot.acquisition_time
    assert again.shot.image.data == first.shot.image.data
    emulator.fault("camera_live")
    live = client.get_image_from_sources(["frontleft_fisheye_image"])[0]
    assert live.shot.acquisition_time != first.shot.acquisition_time
    assert live.shot.image.data != first.shot.image.data


def test_silence_of_an_estop_endpoint_stops_the_robot(emulator: Emulator, program: Program) -> None:
    program.lease()
    program.robot.power_off(cut_immediately=True, timeout_sec=20, update_frequency=10.0)
    keeper = program.estop(timeout=2.0)
    program.stand()
    _walk(program)
    _moving(emulator)
    keeper._end_periodic_check_in()
    emulator.until(lambda s: s["still"])
    emulator.until(lambda s: s["motors"] == "OFF")
    assert program.client(EstopClient).get_status().stop_level != estop_pb2.ESTOP_LEVEL_NONE


def test_reboot_leads_up_the_ladder(emulator: Emulator, program: Program) -> None:
    emulator.fault("reboot")
    end = time.monotonic() + 60
    seen = set()
    while time.monotonic() < end:
        try:
            program.states.get_robot_state(timeout=2.0)
        except RpcError as error:
            seen.add(type(error).__name__)
            if "UnauthenticatedError" in seen:
                break
            time.sleep(0.2)
    assert "UnauthenticatedError" in seen
    program.robot.authenticate("user", "password")
    program.robot.time_sync.endpoint.establish_timesync(max_samples=20)
    program.lease()
    program.robot.power_on(timeout_sec=20, update_frequency=10.0)
    blocking_stand(program.commands, timeout_sec=20, update_frequency=10.0)


def test_unknown_faults_are_refused(emulator: Emulator) -> None:
    assert not emulator.ask(fault="earthquake")["ok"]
    assert not emulator.ask(fault="grasp_slipped")["ok"], "nothing is held"
    assert not emulator.ask(fault="camera_frozen", camera="nose")["ok"]
    assert not emulator.ask(load={"scene": "FloorPlan999"})["ok"]
    assert not emulator.ask(fault="grasps_slip", times=-1)["ok"]
    assert not emulator.ask(fault="hold_tires")["ok"], "it takes seconds"
