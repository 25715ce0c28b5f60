"""A Spot CAM that the robot carries, through the real clients of its ten services."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from bosdyn.api import image_pb2
from bosdyn.api.autowalk import walks_pb2
from bosdyn.api.spot_cam import (
    audio_pb2,
    camera_pb2,
    compositor_pb2,
    logging_pb2,
    network_pb2,
    power_pb2,
    ptz_pb2,
    streamquality_pb2,
)
from bosdyn.client.autowalk import AutowalkClient
from bosdyn.client.exceptions import InvalidRequestError
from bosdyn.client.spot_cam.audio import AudioClient
from bosdyn.client.spot_cam.compositor import CompositorClient
from bosdyn.client.spot_cam.health import HealthClient
from bosdyn.client.spot_cam.lighting import LightingClient
from bosdyn.client.spot_cam.media_log import MediaLogClient
from bosdyn.client.spot_cam.network import NetworkClient
from bosdyn.client.spot_cam.power import PowerClient
from bosdyn.client.spot_cam.ptz import PtzClient
from bosdyn.client.spot_cam.streamquality import StreamQualityClient
from bosdyn.client.spot_cam.version import VersionClient
from mission_player import Missions, Player, State
from spot_client import Emulator, Program

from spot_emulator.robot.pan_tilt import FASTEST, PanTilt

OPTIONS = ("--scene", "FloorPlan4", "--power", "on", "--spot-cam")
CLIENTS = (
    AudioClient, CompositorClient, HealthClient, LightingClient, MediaLogClient, NetworkClient, PowerClient, PtzClient,
    StreamQualityClient, VersionClient,
)  # fmt: skip
MECH = ptz_pb2.PtzDescription(name="mech")


@pytest.fixture
def camera(emulator: Emulator) -> Iterator[Program]:
    made = Program(emulator, clients=CLIENTS)
    yield made
    made.close()


def test_settings_are_kept_and_told(camera: Program) -> None:
    lights, audio = camera.client(LightingClient), camera.client(AudioClient)
    lights.set_led_brightness([0.5, 0.0, 0.0, 1.0])
    assert list(lights.get_led_brightness()) == [0.5, 0.0, 0.0, 1.0]
    with pytest.raises(InvalidRequestError):
        lights.set_led_brightness([1.5, 0.0, 0.0, 0.0])
    audio.load_sound(audio_pb2.Sound(name="horn"), b"RIFF" * 1000)
    audio.set_volume(30.0)
    audio.play_sound(audio_pb2.Sound(name="horn"))
    assert [sound.name for sound in audio.list_sounds()] == ["horn"] and audio.get_volume() == pytest.approx(30.0)
    audio.delete_sound(audio_pb2.Sound(name="horn"))
    with pytest.raises(InvalidRequestError):
        audio.play_sound(audio_pb2.Sound(name="horn"))
    screens = camera.client(CompositorClient)
    assert screens.set_screen("pano_full") == "pano_full" == screens.get_screen()
    assert "mech" in [screen.name for screen in screens.list_screens()] and len(screens.get_visible_cameras()) == 1
    screens.set_ir_colormap(compositor_pb2.IrColorMap.COLORMAP_JET, 10.0, 20.0, False)
    assert screens.get_ir_colormap().colormap == compositor_pb2.IrColorMap.COLORMAP_JET
    quality = camera.client(StreamQualityClient)
    quality.set_stream_params(target_bitrate=1_000_000, awb_mode=streamquality_pb2.StreamParams.DAYLIGHT)
    told = quality.get_stream_params()
    assert told.targetbitrate.value == 1_000_000 and told.refreshinterval.value == 60
    power = camera.client(PowerClient)
    power.set_power_status(ptz=True, aux1=True)
    status: Any = power.get_power_status()
    assert isinstance(status, power_pb2.PowerStatus) and status.aux1.value and not status.aux2.value
    network = camera.client(NetworkClient)
    network.set_ice_configuration([network_pb2.ICEServer(address="a", port=1)])
    assert [server.address for server in network.get_ice_configuration()] == ["a"]
    health = camera.client(HealthClient)
    assert health.get_temperature() and health.get_bit_status() is not None
    assert camera.client(VersionClient).get_software_version().major_version == 5


def test_the_camera_turns_and_what_it_sees_is_stored_and_had_back(camera: Program) -> None:
    ptz, media = camera.client(PtzClient), camera.client(MediaLogClient)
    assert [found.name for found in ptz.list_ptz()] == ["mech"]
    seen = [picture(media, "mech")]
    ptz.set_ptz_position(MECH, 90.0, 10.0, 2.0)
    end = time.monotonic() + 20.0
    while abs(ptz.get_ptz_position(MECH).pan.value - 90.0) > 0.5:
        assert time.monotonic() < end
        time.sleep(0.05)
    seen.append(picture(media, "mech"))
    assert seen[0].shape == seen[1].shape == (540, 960, 3) and np.abs(seen[0].astype(int) - seen[1]).mean() > 5.0
    ptz.set_ptz_velocity(MECH, 30.0, 0.0, 0.0)
    assert ptz.get_ptz_velocity(MECH).pan.value == pytest.approx(30.0)
    ptz.set_ptz_velocity(MECH, 0.0, 0.0, 0.0)
    with pytest.raises(InvalidRequestError):
        ptz.get_ptz_position(ptz_pb2.PtzDescription(name="none"))


def picture(media: Any, name: str) -> np.ndarray[Any, np.dtype[np.uint8]]:
    point = media.store(camera_pb2.Camera(name=name), logging_pb2.Logpoint.STILLIMAGE, tag="here")
    assert media.get_status(point).status == logging_pb2.Logpoint.COMPLETE
    told, data = media.retrieve(point)
    assert told.image_params.format == image_pb2.Image.PIXEL_FORMAT_RGB_U8 and told.tag == "here"
    return np.frombuffer(data, np.uint8).reshape(told.image_params.height, told.image_params.width, 3)


def test_a_panorama_goes_all_round_and_pictures_are_deleted(camera: Program) -> None:
    media = camera.client(MediaLogClient)
    whole, middle = picture(media, "pano"), picture(media, "c2")
    assert whole.shape == (540, 2400, 3) and (whole[:, 960:1440] == middle).mean() > 0.99
    points = list(media.list_logpoints())
    for point in points:
        media.delete(point)
    assert points and not list(media.list_logpoints())
    with pytest.raises(InvalidRequestError):
        media.get_status(points[0])
    assert {found.name for found in media.list_cameras()} == {"pano", "mech", "c0", "c1", "c2", "c3", "c4"}


def test_a_walks_elements_turn_the_camera_and_light_its_lamps(emulator: Emulator) -> None:
    program = Program(emulator, clients=[*CLIENTS, Missions])
    try:
        element = walks_pb2.Element(name="look")
        element.action.sleep.duration.FromMilliseconds(100)
        wrapper = element.action_wrapper
        wrapper.spot_cam_led.brightnesses[1] = 0.25
        wrapper.spot_cam_ptz.ptz_position.ptz.name = "mech"
        wrapper.spot_cam_ptz.ptz_position.pan.value = 200.0
        player = Player(program)
        program.client(AutowalkClient).load_autowalk(walks_pb2.Walk(elements=[element]))
        assert player.until_ended().status == State.STATUS_SUCCESS
        assert program.client(LightingClient).get_led_brightness()[1] == pytest.approx(0.25)
        assert program.client(PtzClient).get_ptz_position(MECH).pan.value == pytest.approx(200.0, abs=0.1)
    finally:
        program.close()


def test_an_eye_turns_the_short_way_round_and_no_farther_than_it_can() -> None:
    eye = PanTilt()
    eye.aim(pan=350.0, tilt=-80.0)
    eye.step(0.05)
    assert eye.now["pan"] == pytest.approx(360.0 - FASTEST["pan"] * 0.05) and eye.goal["tilt"] == -30.0
    eye.turn(pan=1e6, zoom=5.0)
    eye.step(1.0)
    assert eye.now["zoom"] == pytest.approx(6.0)
    eye.turn()
    place = dict(eye.now)
    eye.step(1.0)
    assert eye.now == place
