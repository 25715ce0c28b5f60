"""World objects, data buffer, payloads, keepalive policies, and a service that is not there, with the real client."""

from __future__ import annotations

import math
import time

import pytest
from bosdyn.api import data_buffer_pb2, payload_pb2, world_object_pb2
from bosdyn.client.data_buffer import DataBufferClient
from bosdyn.client.frame_helpers import get_a_tform_b
from bosdyn.client.keepalive import InvalidPolicyError, KeepaliveClient, Policy
from bosdyn.client.math_helpers import Quat, SE3Pose
from bosdyn.client.payload import PayloadClient
from bosdyn.client.payload_registration import PayloadAlreadyExistsError, PayloadRegistrationClient
from bosdyn.client.point_cloud import PointCloudClient
from bosdyn.client.robot import UnregisteredServiceNameError
from bosdyn.client.robot_command import RobotCommandBuilder
from bosdyn.client.world_object import (
    WorldObjectClient,
    make_add_world_object_req,
    make_delete_world_object_req,
)
from bosdyn.util import now_timestamp, seconds_to_duration
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


def no_go(program: Program, ahead: float, lasts: float) -> world_object_pb2.WorldObject:
    """Return a wall across the robot's way, so far ahead of it (m), that is there for so long (s)."""
    made = world_object_pb2.WorldObject(name=f"wall {lasts}", acquisition_time=now_timestamp())
    made.object_lifetime.CopyFrom(seconds_to_duration(lasts))
    box = made.nogo_region_properties.box
    box.frame_name = "vision"
    tree = program.state().kinematic_state.transforms_snapshot
    box.frame_name_tform_box.CopyFrom((get_a_tform_b(tree, "vision", "body") * SE3Pose(ahead, 0, 0, Quat())).to_proto())
    box.box.size.x, box.box.size.y = 0.2, 4.0
    return made


def test_a_no_go_region_stops_a_walk_until_it_ends_or_is_deleted(emulator: Emulator, program: Program) -> None:
    program.stand()
    client = program.client(WorldObjectClient)
    kinds = [world_object_pb2.WORLD_OBJECT_USER_NOGO]
    short, long = (make_add_world_object_req(no_go(program, 0.85, lasts)) for lasts in (2.0, 300.0))
    for request in (short, long):
        assert client.mutate_world_objects(request).status == world_object_pb2.MutateWorldObjectResponse.STATUS_OK
    assert len(client.list_world_objects(kinds).world_objects) == 2
    begun = emulator.state()["pose"]
    step = RobotCommandBuilder.synchro_velocity_command(0.4, 0.0, 0.0)
    program.commands.robot_command(step, end_time_secs=time.time() + 3.0)
    emulator.until(lambda s: s["blocked"] == "no-go region")
    emulator.until(lambda _: len(client.list_world_objects(kinds).world_objects) == 1)
    (left,) = client.list_world_objects(kinds).world_objects
    assert left.name == "wall 300.0"
    client.mutate_world_objects(make_delete_world_object_req(left))
    assert not client.list_world_objects(kinds).world_objects
    program.commands.robot_command(step, end_time_secs=time.time() + 3.0)
    emulator.until(lambda s: math.dist(s["pose"][:2], begun[:2]) > 0.5)


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


def test_a_service_that_is_not_there_says_so(program: Program) -> None:
    with pytest.raises(UnregisteredServiceNameError):
        program.client(PointCloudClient)
