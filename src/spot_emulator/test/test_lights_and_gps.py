"""Lights, buzzer and GPS, in the order in which the public examples call them."""

from __future__ import annotations

import time

import pytest
from bosdyn.api import audio_visual_pb2
from bosdyn.api.gps import gps_pb2, registration_pb2
from bosdyn.client.audio_visual import (
    AudioVisualClient,
    BehaviorExpiredError,
    DoesNotExistError,
    InvalidBehaviorError,
    InvalidClientError,
    PermanentBehaviorError,
)
from bosdyn.client.gps.aggregator_client import AggregatorClient
from bosdyn.client.gps.registration_client import RegistrationClient
from spot_client import Emulator, Program

OPTIONS = ("--scene", "FloorPlan7")
Run = audio_visual_pb2.RunBehaviorResponse


def blue(priority: int) -> audio_visual_pb2.AudioVisualBehavior:
    made = audio_visual_pb2.AudioVisualBehavior(enabled=True, priority=priority)
    made.led_sequence_group.front_center.solid_color_sequence.color.rgb.b = 255
    return made


def test_a_behaviour_of_ones_own_is_added_run_and_deleted(emulator: Emulator, program: Program) -> None:
    program.robot.time_sync.wait_for_sync(timeout_sec=30)
    client = program.client(AudioVisualClient)
    own = client.list_behaviors()
    assert own and all(b.permanent for b in own)
    highest = max(b.behavior.priority for b in own)
    client.add_or_modify_behavior("mine", blue(highest + 1))
    assert "mine" in [b.name for b in client.list_behaviors()]

    def run(name: str, seconds: float, **more: bool) -> int:
        return int(client.run_behavior(name, time.time() + seconds, **more).run_result)

    assert run("mine", 20.0) == Run.RESULT_BEHAVIOR_RUN
    assert run("mine", 20.0) == Run.RESULT_ALREADY_RUNNING
    assert run("mine", 20.0, restart=True) == Run.RESULT_BEHAVIOR_RUN
    assert run(own[0].name, 20.0) == Run.RESULT_LOW_PRIORITY
    other = Program(emulator, "other")
    with pytest.raises(InvalidClientError):
        other.client(AudioVisualClient).stop_behavior("mine")
    other.close()
    client.stop_behavior("mine")
    assert run(own[0].name, 20.0) == Run.RESULT_BEHAVIOR_RUN
    assert [b.name for b in client.delete_behaviors(["mine"])] == ["mine"]
    for wrong, name, seconds in ((DoesNotExistError, "mine", 5.0), (BehaviorExpiredError, own[0].name, -5.0)):
        with pytest.raises(wrong):
            run(name, seconds)
    with pytest.raises(PermanentBehaviorError):
        client.add_or_modify_behavior(own[0].name, blue(0))
    with pytest.raises(PermanentBehaviorError):
        client.delete_behaviors([own[0].name])
    with pytest.raises(InvalidBehaviorError):
        client.add_or_modify_behavior("", blue(0))


def test_what_the_system_is_set_to_is_told_and_holds(program: Program) -> None:
    program.robot.time_sync.wait_for_sync(timeout_sec=30)
    client = program.client(AudioVisualClient)
    client.set_system_params(enabled=True, max_brightness=0.25, buzzer_max_volume=7.0)
    told = client.get_system_params().params
    assert told.enabled and told.max_brightness == 0.25 and told.buzzer_max_volume == 1.0
    client.set_system_params(enabled=False)
    told = client.get_system_params().params
    assert not told.enabled and told.max_brightness == 0.25
    name = client.list_behaviors()[0].name
    assert client.run_behavior(name, time.time() + 5.0).run_result == Run.RESULT_SYSTEM_DISABLED


def test_indoors_a_receiver_finds_no_place_on_the_earth(program: Program) -> None:
    kind = registration_pb2.GetLocationResponse
    client = program.client(RegistrationClient)
    assert client.get_location().status == kind.STATUS_NEED_DEVICE
    point = gps_pb2.GpsDataPoint(llh=gps_pb2.LLH(latitude=42.0, longitude=-71.0))
    program.client(AggregatorClient).new_gps_data([point], gps_pb2.GpsDevice(name="antenna"))
    told = client.get_location()
    assert told.status == kind.STATUS_OK
    assert told.registration.status == registration_pb2.Registration.STATUS_NEED_MORE_DATA
    assert [s.gps_device.name for s in told.registration.gps_states] == ["antenna"]
    client.reset_registration()
    assert client.get_location().status == kind.STATUS_NEED_DEVICE
