"""Walking back the way the robot came: by AutoReturn, and when a keepalive policy runs out."""

from __future__ import annotations

import math
import time

import pytest
from bosdyn.api.auto_return import auto_return_pb2
from bosdyn.client.auto_return import AutoReturnClient, InvalidParameterError
from bosdyn.client.exceptions import InvalidRequestError
from bosdyn.client.keepalive import KeepaliveClient, Policy
from bosdyn.client.robot_command import RobotCommandBuilder
from spot_client import Emulator, Program

OPTIONS = ("--scene", "FloorPlan13", "--stale-after", "3")
AWAY, BACK = 0.8, 0.2
"""How far it walks at least, and how near it is to where it began when it is back, m."""
PARAMS = auto_return_pb2.Params(max_displacement=5.0)


def walked_away(emulator: Emulator, program: Program) -> list[float]:
    """Stand up and walk; return where that began."""
    program.stand()
    begun: list[float] = emulator.state()["pose"]
    step = RobotCommandBuilder.synchro_velocity_command(0.0, 0.0, 0.6)
    program.commands.robot_command(step, end_time_secs=time.time() + 1.0)
    emulator.until(lambda s: abs(s["pose"][2] - begun[2]) > 0.2)
    for ahead in (0.5, -0.5):
        step = RobotCommandBuilder.synchro_velocity_command(ahead, 0.0, 0.0)
        program.commands.robot_command(step, end_time_secs=time.time() + 4.0)
        end = time.monotonic() + 4.0
        while time.monotonic() < end:
            if math.dist(emulator.state()["pose"][:2], begun[:2]) > AWAY:
                return begun
            time.sleep(0.01)
    raise AssertionError("there is no room to walk")


def is_back(begun: list[float]) -> object:
    return lambda s: math.dist(s["pose"][:2], begun[:2]) < BACK


def test_it_walks_back_with_a_lease_that_nobody_else_keeps(emulator: Emulator, program: Program) -> None:
    begun = walked_away(emulator, program)
    taker = Program(emulator, "taker")
    taker.lease(keep=False)
    lease = taker.robot.lease_wallet.get_lease()
    client = taker.client(AutoReturnClient)
    client.configure(PARAMS, [lease.create_newer()])
    assert client.get_configuration().enabled and client.get_configuration().request.params == PARAMS
    client.start()
    emulator.until(is_back(begun))
    emulator.until(lambda s: s["motors"] == "OFF")  # once it is there nobody keeps the lease
    with pytest.raises(InvalidParameterError):
        client.configure(auto_return_pb2.Params(), [lease])
    with pytest.raises(InvalidRequestError):
        client.start(PARAMS, [lease])  # an older one than it was used with
    taker.close()


def test_a_keepalive_policy_brings_back_a_robot_that_nobody_checks_in_for(
    emulator: Emulator, program: Program
) -> None:
    begun = walked_away(emulator, program)
    policy = Policy()
    policy.add_auto_return_action([program.robot.lease_wallet.get_lease()], PARAMS, 0.5)
    client = program.client(KeepaliveClient)
    number = client.modify_policy(to_add=policy).added_policy.policy_id
    emulator.until(is_back(begun))
    client.modify_policy(policy_ids_to_remove=[number])
