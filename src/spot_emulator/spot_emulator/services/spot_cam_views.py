"""A Spot CAM's cameras over the wire: one that pans, tilts and zooms, and pictures that are stored."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import grpc
import numpy as np
from bosdyn.api import image_pb2
from bosdyn.api.spot_cam import camera_pb2, logging_pb2, ptz_pb2, service_pb2_grpc

from spot_emulator.robot.cameras import Sensor, optical
from spot_emulator.robot.clock import stamp
from spot_emulator.robot.frames import BODY
from spot_emulator.robot.pan_tilt import LIMITS, PanTilt
from spot_emulator.services.answering import InvalidRequest, Service, answers, fill_header
from spot_emulator.world.shots import Shot
from spot_emulator.world.view import View

if TYPE_CHECKING:
    from spot_emulator.robot.robot import Robot
    from spot_emulator.services.logins import Logins
    from spot_emulator.world.eyes import Eyes

MECH, PANO = "mech", "pano"
RING = ("c0", "c1", "c2", "c3", "c4")
_MOUNT = (-0.1, 0.0, 0.35)  # metres in the body
_SIZE, _FOCAL = (960, 540), 900.0  # pixels of the camera that pans; its focal length at zoom 1
_RING_SIZE = (480, 540)
_RING_FOCAL = _RING_SIZE[0] / 2.0 / math.tan(math.pi / len(RING))  # five of them see all round
_CHUNK = 1 << 20
Point = logging_pb2.Logpoint


class PtzService(Service, service_pb2_grpc.PtzServiceServicer):
    """Turns the camera; ``eye`` is where it looks."""

    def __init__(self, robot: Robot, logins: Logins) -> None:
        super().__init__(robot, logins)
        self.eye, self._focus = PanTilt(), ptz_pb2.PtzFocusState(mode=ptz_pb2.PtzFocusState.PTZ_FOCUS_AUTO)
        robot.followers.append(self.eye.step)

    @answers(ptz_pb2.ListPtzResponse)
    def ListPtz(self, request: Any, context: Any) -> Any:
        response = ptz_pb2.ListPtzResponse()
        described = response.ptzs.add(name=MECH)
        for name, (low, high) in LIMITS.items():
            limit = getattr(described, f"{name}_limit")
            limit.min.value, limit.max.value = low, high
        return response

    def _given(self, asked: Any) -> dict[str, float]:
        if asked.ptz.name != MECH:
            raise InvalidRequest(f"there is no camera {asked.ptz.name!r} that turns")
        return {name: getattr(asked, name).value for name in LIMITS if asked.HasField(name)}

    def _told(self, kind: Any, values: dict[str, float]) -> Any:
        told = kind()
        told.ptz.name = MECH
        for name, value in values.items():
            getattr(told, name).value = value
        return told

    @answers(ptz_pb2.SetPtzPositionResponse)
    def SetPtzPosition(self, request: Any, context: Any) -> Any:
        with self.robot.lock:
            self.eye.aim(**self._given(request.position))
            return ptz_pb2.SetPtzPositionResponse(position=self._told(ptz_pb2.PtzPosition, self.eye.goal))

    @answers(ptz_pb2.GetPtzPositionResponse)
    def GetPtzPosition(self, request: Any, context: Any) -> Any:
        with self.robot.lock:
            self._given(ptz_pb2.PtzPosition(ptz=request.ptz))
            return ptz_pb2.GetPtzPositionResponse(position=self._told(ptz_pb2.PtzPosition, self.eye.now))

    @answers(ptz_pb2.SetPtzVelocityResponse)
    def SetPtzVelocity(self, request: Any, context: Any) -> Any:
        with self.robot.lock:
            self.eye.turn(**self._given(request.velocity))
            return ptz_pb2.SetPtzVelocityResponse(velocity=self._told(ptz_pb2.PtzVelocity, self.eye.speed))

    @answers(ptz_pb2.GetPtzVelocityResponse)
    def GetPtzVelocity(self, request: Any, context: Any) -> Any:
        with self.robot.lock:
            self._given(ptz_pb2.PtzVelocity(ptz=request.ptz))
            return ptz_pb2.GetPtzVelocityResponse(velocity=self._told(ptz_pb2.PtzVelocity, self.eye.speed))

    @answers(ptz_pb2.InitializeLensResponse)
    def InitializeLens(self, request: Any, context: Any) -> None:
        return None

    @answers(ptz_pb2.SetPtzFocusStateResponse)
    def SetPtzFocusState(self, request: Any, context: Any) -> None:
        self._focus.CopyFrom(request.focus_state)

    @answers(ptz_pb2.GetPtzFocusStateResponse)
    def GetPtzFocusState(self, request: Any, context: Any) -> Any:
        return ptz_pb2.GetPtzFocusStateResponse(focus_state=self._focus)


class MediaLogService(Service, service_pb2_grpc.MediaLogServiceServicer):
    """Pictures (RGB, row by row) that are taken at once and kept by name until they are deleted."""

    def __init__(self, robot: Robot, logins: Logins, eyes: Eyes, eye: PanTilt) -> None:
        super().__init__(robot, logins)
        self._eyes, self._eye = eyes, eye
        self._kept: dict[str, tuple[Any, bytes]] = {}
        self._numbers = itertools.count(1)

    @answers(logging_pb2.ListCamerasResponse)
    def ListCameras(self, request: Any, context: Any) -> Any:
        response = logging_pb2.ListCamerasResponse()
        sizes = {PANO: (_RING_SIZE[0] * len(RING), _RING_SIZE[1]), MECH: _SIZE, **dict.fromkeys(RING, _RING_SIZE)}
        for name, (width, height) in sizes.items():
            response.cameras.append(camera_pb2.Camera(name=name, resolution={"x": width, "y": height}))
        return response

    def _views(self, name: str) -> list[View]:
        """Return the views of which a camera's picture is made, from left to right."""
        with self.robot.lock:
            frames, eye = self.robot.frames(), dict(self._eye.now)

        def view(yaw: float, up: float, size: tuple[int, int], focal: float) -> View:
            sensor = Sensor(BODY, ("spot_cam",), optical(*_MOUNT, yaw, -up, 0.0))
            return View(frames.sensor(sensor), *size, focal)

        if name == MECH:
            return [view(-eye["pan"], eye["tilt"], _SIZE, _FOCAL * eye["zoom"])]
        ring = {camera: view(144.0 - 72.0 * k, 0.0, _RING_SIZE, _RING_FOCAL) for k, camera in enumerate(RING)}
        if name == PANO:
            return list(ring.values())
        if name not in ring:
            raise InvalidRequest(f"there is no camera {name!r}")
        return [ring[name]]

    @answers(logging_pb2.StoreResponse)
    def Store(self, request: Any, context: Any) -> Any:
        views = self._views(request.camera.name)
        shots = self._eyes.look([Shot(view) for view in views], self.robot.lock)
        height = views[0].height
        parts = [np.frombuffer(data, np.uint8).reshape(height, -1, 3) for data in shots]
        whole = np.concatenate(parts, axis=1)
        point = Point(
            name=f"{request.camera.name}-{next(self._numbers)}", type=request.type, tag=request.tag,
            status=Point.COMPLETE,
        )  # fmt: skip
        stamp(point.timestamp, self.robot.clock.now())
        params = point.image_params
        params.width, params.height = whole.shape[1], height
        params.format = image_pb2.Image.PIXEL_FORMAT_RGB_U8
        self._kept[point.name] = point, whole.tobytes()
        return logging_pb2.StoreResponse(point=point)

    def _point(self, request: Any) -> tuple[Any, bytes]:
        if request.point.name not in self._kept:
            raise InvalidRequest(f"there is no picture {request.point.name!r}")
        return self._kept[request.point.name]

    @answers(logging_pb2.GetStatusResponse)
    def GetStatus(self, request: Any, context: Any) -> Any:
        return logging_pb2.GetStatusResponse(point=self._point(request)[0])

    @answers(logging_pb2.TagResponse)
    def Tag(self, request: Any, context: Any) -> None:
        self._point(request)[0].tag = request.point.tag

    @answers(logging_pb2.DeleteResponse)
    def Delete(self, request: Any, context: Any) -> None:
        del self._kept[self._point(request)[0].name]

    @answers(logging_pb2.DebugResponse)
    def EnableDebug(self, request: Any, context: Any) -> None:
        return None

    @answers(logging_pb2.SetPassphraseResponse)
    def SetPassphrase(self, request: Any, context: Any) -> None:
        return None

    def ListLogpoints(self, request: Any, context: Any) -> Iterator[Any]:
        response = logging_pb2.ListLogpointsResponse(logpoints=[point for point, _ in self._kept.values()])
        fill_header(self.robot, response, request, self.robot.clock.now())
        yield response

    def Retrieve(self, request: Any, context: Any) -> Iterator[Any]:
        yield from self._data(request, context, logging_pb2.RetrieveResponse)

    def RetrieveRawData(self, request: Any, context: Any) -> Iterator[Any]:
        yield from self._data(request, context, logging_pb2.RetrieveRawDataResponse)

    def _data(self, request: Any, context: Any, kind: Any) -> Iterator[Any]:
        try:
            point, data = self._point(request)
        except InvalidRequest as error:
            context.abort(grpc.StatusCode.INVALID_ARGUMENT, str(error))
            return
        for begin in range(0, len(data), _CHUNK):
            response = kind(logpoint=point)
            response.data.total_size, response.data.data = len(data), data[begin : begin + _CHUNK]
            fill_header(self.robot, response, request, self.robot.clock.now())
            yield response
