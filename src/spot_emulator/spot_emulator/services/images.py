"""The robot's pictures over the wire."""

from __future__ import annotations

import logging
import math
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from bosdyn.api import image_pb2, image_service_pb2_grpc

from spot_emulator.robot.cameras import DEPTH, DEPTH_SCALE, GREY, SENSORS, SOURCES, Source
from spot_emulator.robot.clock import set_seconds, stamp
from spot_emulator.services.answering import Service, answers
from spot_emulator.world.eyes import Eyes, NoPictureError
from spot_emulator.world.shots import Labels, Shot
from spot_emulator.world.view import View

if TYPE_CHECKING:
    from spot_emulator.robot.robot import Robot
    from spot_emulator.services.logins import Logins

log = logging.getLogger(__name__)

Image = image_pb2.Image
Response = image_pb2.ImageResponse
_QUALITY = 75.0
_EXPOSURE = 0.012
_EVERY = "*"


class ImageService(Service, image_service_pb2_grpc.ImageServiceServicer):
    """Pictures of the body's and the hand's cameras. Cameras can freeze: they repeat their last picture."""

    def __init__(self, robot: Robot, logins: Logins, eyes: Eyes) -> None:
        super().__init__(robot, logins)
        self._eyes = eyes
        self._frozen: set[str] = set()
        self._last: dict[tuple[Any, ...], Any] = {}
        self._lock = threading.Lock()

    def freeze(self, source: str | None, *, frozen: bool) -> None:
        """Freeze one source (None: all), or let it live.

        :raises ValueError: for an unknown source
        """
        if source is not None and source not in SOURCES:
            raise ValueError(f"no image source {source!r}; there are {', '.join(SOURCES)}")
        name = source or _EVERY
        with self._lock:
            if frozen:
                self._frozen.add(name)
            else:
                self._frozen = set() if source is None else self._frozen - {name}

    @answers(image_pb2.ListImageSourcesResponse)
    def ListImageSources(self, request: Any, context: Any) -> Any:
        response = image_pb2.ListImageSourcesResponse(image_sources=self.described())
        with self.robot.lock:
            response.transforms_snapshot.CopyFrom(self.robot.frames().tree(*SENSORS.values()))
        return response

    @answers(image_pb2.GetImageResponse)
    def GetImage(self, request: Any, context: Any) -> Any:
        return image_pb2.GetImageResponse(image_responses=self.taken(request.image_requests))

    @staticmethod
    def described() -> list[Any]:
        """Return all sources, as programs are told of them."""
        return [_described(source, 1.0) for source in SOURCES.values()]

    def taken(self, requests: Sequence[Any]) -> list[Any]:
        """Return the responses to some requests for pictures, with the pictures, or with why there are none."""
        found = [_checked(wanted) for wanted in requests]
        pairs = zip(requests, found, strict=True)
        self._take([(w, r) for w, r in pairs if r.status == Response.STATUS_OK])
        return found

    def _take(self, wanted: list[tuple[Any, Any]]) -> None:
        """Fill in the pictures, all of one moment but those of frozen cameras."""
        with self.robot.lock:
            now, frames = self.robot.clock.now(), self.robot.frames()
        shots, fresh = [], []
        for request, response in wanted:
            source = SOURCES[request.image_source_name]
            kept = self._kept(request, response)
            if kept is not None:
                response.CopyFrom(kept)
                continue
            shot = response.shot
            stamp(shot.acquisition_time, now)
            shot.frame_name_image_sensor = source.sensor.frame
            shot.transforms_snapshot.CopyFrom(frames.tree(source.sensor))
            set_seconds(shot.capture_params.exposure_duration, _EXPOSURE)
            view = View(frames.sensor(source.sensor), source.width, source.height, source.focal)
            shots.append(_shot(source, view.resized(_ratio(request)), request, shot.image))
            fresh.append((request, response))
        if not shots:
            return
        try:
            pictures = self._eyes.look(shots, self.robot.lock)
        except NoPictureError as error:
            log.warning("no picture: %s", error)
            for _, response in fresh:
                response.status = Response.STATUS_IMAGE_DATA_ERROR
            return
        for (request, response), data in zip(fresh, pictures, strict=True):
            response.shot.image.data = data
            with self._lock:
                self._last[_key(request, response)] = response

    def labels(self, source: str, ratio: float) -> Labels:
        """Return which object every pixel of a source would show now, at a share of its size.

        :raises ValueError: for an unknown source or size
        """
        if source not in SOURCES or not 0.0 < ratio <= 1.0:
            raise ValueError(f"no picture {ratio} of {source!r}; there are {', '.join(SOURCES)}")
        found = SOURCES[source]
        with self.robot.lock:
            pose = self.robot.frames().sensor(found.sensor)
        view = View(pose, found.width, found.height, found.focal)
        return self._eyes.labels(view.resized(ratio), self.robot.lock)

    def _kept(self, request: Any, response: Any) -> Any | None:
        with self._lock:
            if not self._frozen.intersection({_EVERY, request.image_source_name}):
                return None
            return self._last.get(_key(request, response))


def _key(request: Any, response: Any) -> tuple[Any, ...]:
    return request.image_source_name, response.shot.image.pixel_format, request.image_format, _ratio(request)


def _ratio(request: Any) -> float:
    return float(request.resize_ratio) or 1.0


def _checked(request: Any) -> Any:
    """Return the response to an image request without its picture, with the status it will have."""
    source = SOURCES.get(request.image_source_name)
    if source is None:
        return Response(status=Response.STATUS_UNKNOWN_CAMERA)
    response = Response(status=Response.STATUS_OK)
    ratio = _ratio(request)
    if not math.isfinite(ratio) or not 0.0 < ratio <= 1.0:
        response.status = Response.STATUS_UNSUPPORTED_RESIZE_RATIO_REQUESTED
        return response
    response.source.CopyFrom(_described(source, ratio))
    pixels = [request.pixel_format or source.pixels[0], *request.fallback_formats]
    usable = [pixel for pixel in pixels if pixel in source.pixels]
    if not usable:
        response.status = Response.STATUS_UNSUPPORTED_PIXEL_FORMAT_REQUESTED
        return response
    response.shot.image.pixel_format = usable[0]
    formats = _formats(source)
    if request.image_format and request.image_format not in formats:
        response.status = Response.STATUS_UNSUPPORTED_IMAGE_FORMAT_REQUESTED
        return response
    response.shot.image.format = request.image_format or formats[0]
    return response


def _formats(source: Source) -> list[int]:
    return [Image.FORMAT_RAW] if source.depth else [Image.FORMAT_JPEG, Image.FORMAT_RAW]


def _described(source: Source, ratio: float) -> Any:
    """Return the ImageSource at a size."""
    view = View(source.sensor.pose, source.width, source.height, source.focal).resized(ratio)
    kind = image_pb2.ImageSource
    found = kind(
        name=source.name, cols=view.width, rows=view.height, depth_scale=DEPTH_SCALE if source.depth else 0.0,
        image_type=kind.IMAGE_TYPE_DEPTH if source.depth else kind.IMAGE_TYPE_VISUAL,
        pixel_formats=source.pixels, image_formats=_formats(source),
    )  # fmt: skip
    lens = found.pinhole.intrinsics
    lens.focal_length.x = lens.focal_length.y = view.focal
    lens.principal_point.x, lens.principal_point.y = view.width / 2.0, view.height / 2.0
    return found


def _shot(source: Source, view: View, request: Any, image: Any) -> Shot:
    image.cols, image.rows = view.width, view.height
    if image.pixel_format == DEPTH:
        return Shot(view, depth=True, range=source.range, scale=DEPTH_SCALE)
    quality = round(request.quality_percent or _QUALITY) if image.format == Image.FORMAT_JPEG else 0
    return Shot(view, grey=image.pixel_format == GREY, quality=min(100, quality))
