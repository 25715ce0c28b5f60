"""A Spot CAM's settings over the wire: sound, lamps, screens, stream, power. None is heard or seen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from bosdyn.api import robot_id_pb2
from bosdyn.api.spot_cam import (
    LED_pb2,
    audio_pb2,
    compositor_pb2,
    health_pb2,
    network_pb2,
    power_pb2,
    service_pb2_grpc,
    streamquality_pb2,
    version_pb2,
)

from spot_emulator.services.answering import InvalidRequest, Service, answers, fill_header
from spot_emulator.services.spot_cam_views import MediaLogService, PtzService

if TYPE_CHECKING:
    from spot_emulator.robot.robot import Robot
    from spot_emulator.services.logins import Logins
    from spot_emulator.world.eyes import Eyes

SCREENS = ("mech", "mech_full", "digi", "digi_full", "pano_full", "c0", "c1", "c2", "c3", "c4")
_LAMPS = 4
_CELSIUS = 40_000  # thousandths of a degree that every sensor tells


class AudioService(Service, service_pb2_grpc.AudioServiceServicer):
    """Sounds by name, a volume in percent, and gains of microphones."""

    def __init__(self, robot: Robot, logins: Logins) -> None:
        super().__init__(robot, logins)
        self._sounds: dict[str, bytes] = {}
        self._volume, self._channel = 50.0, audio_pb2.AUDIO_CHANNEL_INTERNAL_MIC
        self._gains: dict[int, float] = {}

    def LoadSound(self, requests: Iterator[Any], context: Any) -> Any:
        received, last, data = self.robot.clock.now(), audio_pb2.LoadSoundRequest(), b""
        for last in requests:
            data += last.data.data
        self._sounds[last.sound.name] = data
        response = audio_pb2.LoadSoundResponse()
        fill_header(self.robot, response, last, received)
        return response

    @answers(audio_pb2.ListSoundsResponse)
    def ListSounds(self, request: Any, context: Any) -> Any:
        return audio_pb2.ListSoundsResponse(sounds=[audio_pb2.Sound(name=name) for name in sorted(self._sounds)])

    @answers(audio_pb2.PlaySoundResponse)
    def PlaySound(self, request: Any, context: Any) -> None:
        self._known(request.sound.name)

    @answers(audio_pb2.DeleteSoundResponse)
    def DeleteSound(self, request: Any, context: Any) -> None:
        self._known(request.sound.name)
        del self._sounds[request.sound.name]

    def _known(self, name: str) -> None:
        if name not in self._sounds:
            raise InvalidRequest(f"there is no sound {name!r}")

    @answers(audio_pb2.SetVolumeResponse)
    def SetVolume(self, request: Any, context: Any) -> None:
        self._volume = min(100.0, max(0.0, request.volume))

    @answers(audio_pb2.GetVolumeResponse)
    def GetVolume(self, request: Any, context: Any) -> Any:
        return audio_pb2.GetVolumeResponse(volume=self._volume)

    @answers(audio_pb2.SetAudioCaptureChannelResponse)
    def SetAudioCaptureChannel(self, request: Any, context: Any) -> None:
        self._channel = request.channel

    @answers(audio_pb2.GetAudioCaptureChannelResponse)
    def GetAudioCaptureChannel(self, request: Any, context: Any) -> Any:
        return audio_pb2.GetAudioCaptureChannelResponse(channel=self._channel)

    @answers(audio_pb2.SetAudioCaptureGainResponse)
    def SetAudioCaptureGain(self, request: Any, context: Any) -> None:
        self._gains[request.channel] = request.gain

    @answers(audio_pb2.GetAudioCaptureGainResponse)
    def GetAudioCaptureGain(self, request: Any, context: Any) -> Any:
        return audio_pb2.GetAudioCaptureGainResponse(gain=self._gains.get(request.channel, 0.0))


class CompositorService(Service, service_pb2_grpc.CompositorServiceServicer):
    """Which screen is streamed, and how infrared would look."""

    def __init__(self, robot: Robot, logins: Logins) -> None:
        super().__init__(robot, logins)
        self._screen = SCREENS[0]
        self._colors, self._overlay = compositor_pb2.IrColorMap(), compositor_pb2.IrMeterOverlay()

    @answers(compositor_pb2.ListScreensResponse)
    def ListScreens(self, request: Any, context: Any) -> Any:
        kind = compositor_pb2.ScreenDescription
        return compositor_pb2.ListScreensResponse(screens=[kind(name=name) for name in SCREENS])

    @answers(compositor_pb2.SetScreenResponse)
    def SetScreen(self, request: Any, context: Any) -> Any:
        if request.name not in SCREENS:
            raise InvalidRequest(f"there is no screen {request.name!r}")
        self._screen = request.name
        return compositor_pb2.SetScreenResponse(name=self._screen)

    @answers(compositor_pb2.GetScreenResponse)
    def GetScreen(self, request: Any, context: Any) -> Any:
        return compositor_pb2.GetScreenResponse(name=self._screen)

    @answers(compositor_pb2.GetVisibleCamerasResponse)
    def GetVisibleCameras(self, request: Any, context: Any) -> Any:
        response = compositor_pb2.GetVisibleCamerasResponse()
        response.streams.add().camera.name = self._screen.removesuffix("_full")
        return response

    @answers(compositor_pb2.SetIrColormapResponse)
    def SetIrColormap(self, request: Any, context: Any) -> None:
        self._colors.CopyFrom(request.map)

    @answers(compositor_pb2.GetIrColormapResponse)
    def GetIrColormap(self, request: Any, context: Any) -> Any:
        return compositor_pb2.GetIrColormapResponse(map=self._colors)

    @answers(compositor_pb2.SetIrMeterOverlayResponse)
    def SetIrMeterOverlay(self, request: Any, context: Any) -> None:
        self._overlay.CopyFrom(request.overlay)

    @answers(compositor_pb2.GetIrMeterOverlayResponse)
    def GetIrMeterOverlay(self, request: Any, context: Any) -> Any:
        return compositor_pb2.GetIrMeterOverlayResponse(overlay=self._overlay)


class HealthService(Service, service_pb2_grpc.HealthServiceServicer):
    """All is well, and as warm everywhere."""

    @answers(health_pb2.GetTemperatureResponse)
    def GetTemperature(self, request: Any, context: Any) -> Any:
        kind = health_pb2.Temperature
        return health_pb2.GetTemperatureResponse(temps=[kind(channel_name="cpu", temperature=_CELSIUS)])

    @answers(health_pb2.GetBITStatusResponse)
    def GetBITStatus(self, request: Any, context: Any) -> None:
        return None

    @answers(health_pb2.ClearBITEventsResponse)
    def ClearBITEvents(self, request: Any, context: Any) -> None:
        return None

    def GetSystemLog(self, request: Any, context: Any) -> Iterator[Any]:
        response = health_pb2.GetSystemLogResponse()
        fill_header(self.robot, response, request, self.robot.clock.now())
        yield response


class LightingService(Service, service_pb2_grpc.LightingServiceServicer):
    """Four lamps, each from 0 to 1."""

    def __init__(self, robot: Robot, logins: Logins) -> None:
        super().__init__(robot, logins)
        self._lamps = [0.0] * _LAMPS

    @answers(LED_pb2.SetLEDBrightnessResponse)
    def SetLEDBrightness(self, request: Any, context: Any) -> None:
        wanted = dict(request.brightnesses)
        if any(lamp not in range(_LAMPS) or not 0.0 <= value <= 1.0 for lamp, value in wanted.items()):
            raise InvalidRequest("there are lamps 0 to 3, each from 0 to 1")
        for lamp, value in wanted.items():
            self._lamps[lamp] = value

    @answers(LED_pb2.GetLEDBrightnessResponse)
    def GetLEDBrightness(self, request: Any, context: Any) -> Any:
        return LED_pb2.GetLEDBrightnessResponse(brightnesses=self._lamps)


class PowerOfCameraService(Service, service_pb2_grpc.PowerServiceServicer):
    """What has power: the PTZ at first."""

    def __init__(self, robot: Robot, logins: Logins) -> None:
        super().__init__(robot, logins)
        self._status = power_pb2.PowerStatus()
        self._status.ptz.value = True
        for name in ("aux1", "aux2", "external_mic"):
            getattr(self._status, name).value = False

    @answers(power_pb2.GetPowerStatusResponse)
    def GetPowerStatus(self, request: Any, context: Any) -> Any:
        return power_pb2.GetPowerStatusResponse(status=self._status)

    @answers(power_pb2.SetPowerStatusResponse)
    def SetPowerStatus(self, request: Any, context: Any) -> Any:
        for field, wanted in request.status.ListFields():
            getattr(self._status, field.name).value = wanted.value
        return power_pb2.SetPowerStatusResponse(status=self._status)

    @answers(power_pb2.CyclePowerResponse)
    def CyclePower(self, request: Any, context: Any) -> Any:
        return power_pb2.CyclePowerResponse(status=self._status)


class NetworkService(Service, service_pb2_grpc.NetworkServiceServicer):
    """The servers by which a stream would find its way."""

    def __init__(self, robot: Robot, logins: Logins) -> None:
        super().__init__(robot, logins)
        self._servers: list[Any] = []

    @answers(network_pb2.SetICEConfigurationResponse)
    def SetICEConfiguration(self, request: Any, context: Any) -> None:
        self._servers = list(request.servers)

    @answers(network_pb2.GetICEConfigurationResponse)
    def GetICEConfiguration(self, request: Any, context: Any) -> Any:
        return network_pb2.GetICEConfigurationResponse(servers=self._servers)


class StreamQualityService(Service, service_pb2_grpc.StreamQualityServiceServicer):
    """How good a stream would be; what a client does not set stays."""

    def __init__(self, robot: Robot, logins: Logins) -> None:
        super().__init__(robot, logins)
        self._params = streamquality_pb2.StreamParams()
        self._params.targetbitrate.value, self._params.refreshinterval.value = 2_000_000, 60

    @answers(streamquality_pb2.SetStreamParamsResponse)
    def SetStreamParams(self, request: Any, context: Any) -> Any:
        self._params.MergeFrom(request.params)
        return streamquality_pb2.SetStreamParamsResponse(params=self._params)

    @answers(streamquality_pb2.GetStreamParamsResponse)
    def GetStreamParams(self, request: Any, context: Any) -> Any:
        return streamquality_pb2.GetStreamParamsResponse(params=self._params)

    @answers(streamquality_pb2.EnableCongestionControlResponse)
    def EnableCongestionControl(self, request: Any, context: Any) -> None:
        return None


class VersionService(Service, service_pb2_grpc.VersionServiceServicer):
    """The version of the emulated robot's software."""

    @answers(version_pb2.GetSoftwareVersionResponse)
    def GetSoftwareVersion(self, request: Any, context: Any) -> Any:
        version = robot_id_pb2.SoftwareVersion(major_version=5, minor_version=2, patch_level=0)
        return version_pb2.GetSoftwareVersionResponse(version=version, detail="emulated")


def spot_cam(robot: Robot, logins: Logins, eyes: Eyes) -> dict[str, Any]:
    """Return the services of a Spot CAM by their names in the directory."""
    turning = PtzService(robot, logins)
    return {
        "spot-cam-audio": AudioService(robot, logins),
        "spot-cam-compositor": CompositorService(robot, logins),
        "spot-cam-health": HealthService(robot, logins),
        "spot-cam-lighting": LightingService(robot, logins),
        "spot-cam-media-log": MediaLogService(robot, logins, eyes, turning.eye),
        "spot-cam-network": NetworkService(robot, logins),
        "spot-cam-power": PowerOfCameraService(robot, logins),
        "spot-cam-ptz": turning,
        "spot-cam-stream-quality": StreamQualityService(robot, logins),
        "spot-cam-version": VersionService(robot, logins),
    }
