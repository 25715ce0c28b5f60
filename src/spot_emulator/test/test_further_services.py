"""World objects, data buffer, payloads, keepalive policies, and a service that is not there, with the real client."""

from __future__ import annotations

import time

import pytest
from bosdyn.api import data_buffer_pb2, payload_pb2, world_object_pb2
from bosdyn.client.data_buffer import DataBufferClient
from bosdyn.client.frame_helpers import get_a_tform_b
from bosdyn.client.keepalive import InvalidPolicyError, KeepaliveClient, Policy
from bosdyn.client.network_compute_bridge_client import NetworkComputeBridgeClient
from bosdyn.client.payload import PayloadClient
from bosdyn.client.payload_registration import PayloadAlreadyExistsError, PayloadRegistrationClient
from bosdyn.client.robot import UnregisteredServiceNameError
from bosdyn.client.world_object import WorldObjectClient
from spot_client import Emulator, Program

OPTIONS = ("--scene", "FloorPlan4", "--power", "on")


def test_fiducials_are_seen_and_objects_added(program: Program) -> None:
    client = program.client(WorldObjectClient)
    program.robot.time_sync.wait_for_sync(timeout_sec=30)
    tags = client.list_world_objects([world_object_pb2.WORLD_OBJECT_APRILTAG]).world_objects
    assert tags
    frame = tags[0].apriltag_properties.frame_name_fiducial
    assert get_a_tform_b(tags[0].transforms_snapshot, "body", frame) is not None
    client.draw_sphere("ball", 1.0, 0.0, 0.0, "vision")
    drawn = client.list_world_objects([world_object_pb2.WORLD_OBJECT_DRAWABLE]).world_objects
    assert [o.name for o in drawn] == ["ball"]


def test_the_data_buffer_takes_logs(program: Program) -> None:
    client = program.client(DataBufferClient)
    client.add_text_messages([data_buffer_pb2.TextMessage(message="hello", level=2)])
    client.add_operator_comment("looks good")
    client.add_blob(b"123", "type", "channel")


def test_payloads_register_once(program: Program) -> None:
    assert any(p.name == "Spot Arm" for p in program.client(PayloadClient).list_payloads())
    client = program.client(PayloadRegistrationClient)
    payload = payload_pb2.Payload(GUID="11111111-1111-4111-8111-111111111111", name="box")
    client.register_payload(payload, "secret")
    with pytest.raises(PayloadAlreadyExistsError):
        client.register_payload(payload, "secret")
    assert client.get_payload_auth_token(payload.GUID, "secret")


def test_a_keepalive_policy_switches_off_whom_nobody_watches(emulator: Emulator, program: Program) -> None:
    program.stand()
    client = program.client(KeepaliveClient)
    policy = Policy()
    policy.add_controlled_motors_off_action(1.5)
    number = client.modify_policy(to_add=policy).added_policy.policy_id
    for _ in range(10):
        client.check_in(number)
        time.sleep(0.2)
    assert emulator.state()["motors"] == "ON"
    emulator.until(lambda s: s["motors"] == "OFF")
    client.modify_policy(policy_ids_to_remove=[number])
    with pytest.raises(InvalidPolicyError):
        client.check_in(number)


def test_network_compute_is_not_there_and_says_so(program: Program) -> None:
    with pytest.raises(UnregisteredServiceNameError):
        program.client(NetworkComputeBridgeClient)
