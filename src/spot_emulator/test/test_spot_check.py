"""SpotCheck, in the order in which the SDK's own routine goes about it."""

from __future__ import annotations

import pytest
from bosdyn.api.spot import spot_check_pb2
from bosdyn.client.exceptions import ResponseError
from bosdyn.client.robot_command import RobotCommandBuilder
from bosdyn.client.spot_check import (
    SpotCheckClient,
    SpotCheckNotSittingError,
    run_camera_calibration,
    run_spot_check,
)
from spot_client import Emulator, Program

OPTIONS = ("--scene", "FloorPlan7", "--speed", "4")
Command = spot_check_pb2.SpotCheckCommandRequest
State = spot_check_pb2.SpotCheckFeedbackResponse


def begin(program: Program) -> SpotCheckClient:
    client: SpotCheckClient = program.client(SpotCheckClient)
    lease = program.robot.lease_wallet.advance()
    client.spot_check_command(Command(lease=lease.lease_proto, command=Command.COMMAND_START))
    return client


def test_a_sitting_robot_stands_up_looks_and_sits_down_and_all_is_well(emulator: Emulator, program: Program) -> None:
    program.lease()
    client = begin(program)
    emulator.until(lambda s: s["standing"])
    emulator.until(lambda s: s["sitting"])
    told = run_spot_check(client, program.robot.lease_wallet.advance(), update_frequency=4.0)
    assert told.state == State.STATE_FINISHED and told.progress == 1.0 and told.last_cal_timestamp.seconds
    well = [r.status == spot_check_pb2.DepthPlaneSpotCheckResult.STATUS_OK for r in told.camera_results.values()]
    well += [r.error == 1 for r in (*told.load_cell_results.values(), *told.kinematic_cal_results.values())]
    assert len(well) == 5 + 12 + 12 + 6 and all(well), told


def test_another_command_ends_it_and_a_standing_robot_is_not_checked(emulator: Emulator, program: Program) -> None:
    program.robot.time_sync.wait_for_sync(timeout_sec=30)
    program.lease()
    client = begin(program)
    emulator.until(lambda s: s["standing"])
    program.commands.robot_command(RobotCommandBuilder.synchro_stand_command())
    ended = (State.STATE_USER_ABORTED, State.STATE_ERROR)
    while (state := client.spot_check_feedback(spot_check_pb2.SpotCheckFeedbackRequest()).state) not in ended:
        assert state != State.STATE_FINISHED
    assert state == State.STATE_USER_ABORTED and emulator.state()["standing"]
    begin(program)
    with pytest.raises(SpotCheckNotSittingError):
        client.spot_check_feedback(spot_check_pb2.SpotCheckFeedbackRequest())
    with pytest.raises(ResponseError, match="TARGET_NOT_IN_VIEW"):  # no target is in sight
        run_camera_calibration(client, program.robot.lease_wallet.advance(), update_frequency=4.0)
