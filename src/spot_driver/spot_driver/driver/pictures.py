"""The cameras: pictures with depth and where they were taken, as the project's pictures."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from bosdyn.api import image_pb2
from bosdyn.client.frame_helpers import VISION_FRAME_NAME, get_a_tform_b
from bosdyn.client.image import build_image_request
from numpy.typing import NDArray
from PIL import Image

from pred_core.geometry import Intrinsics
from pred_core.pictures import Picture
from spot_driver.driver.session import Session
from spot_driver.driver.snapshot import matrix

HAND_COLOR = "hand_color_image"
HAND_DEPTH = "hand_depth_in_hand_color_frame"
QUALITY = 90
FARTHEST = 6.0
"""Depths beyond this are not believed, m."""
PICTURE_SECONDS = 4.0
Array = NDArray[np.float64]


class PictureError(ValueError):
    """A picture that cannot be used, with a sentence that says why."""


@dataclass(frozen=True)
class Shot:
    """One camera's picture; ``optical`` is its optical frame in vision.

    ``pixels`` are HxWx3 or HxW uint8, or HxW float32 metres, NaN where nothing was measured.
    """

    source: str
    stamp: float
    pixels: NDArray[np.generic]
    camera: Intrinsics
    optical: Array
    frame: str
    proto: image_pb2.ImageResponse


def take(session: Session, sources: Sequence[str], scale: float = 1.0) -> list[Shot]:
    """Return pictures of cameras, taken now.

    :param scale: of their size; intrinsics follow
    :raises PictureError: when one cannot be read
    :raises bosdyn.client.exceptions.Error: when the robot does not give them
    """
    requests = [_request(source, scale) for source in sources]
    answers = session.images.get_image(requests, timeout=max(PICTURE_SECONDS, session.patience))
    return [shot_of(session, answer) for answer in answers]


def _request(source: str, scale: float) -> image_pb2.ImageRequest:
    if "depth" in source:
        return build_image_request(
            source,
            image_format=image_pb2.Image.FORMAT_RAW,
            pixel_format=image_pb2.Image.PIXEL_FORMAT_DEPTH_U16,
            resize_ratio=scale,
        )
    return build_image_request(
        source, quality_percent=QUALITY, image_format=image_pb2.Image.FORMAT_JPEG, resize_ratio=scale
    )


def shot_of(session: Session, answer: image_pb2.ImageResponse) -> Shot:
    """Return a response's picture.

    :raises PictureError: when format, intrinsics or frames are missing
    """
    shot, source = answer.shot, answer.source
    if answer.status != image_pb2.ImageResponse.STATUS_OK:
        raise PictureError(f"{source.name}: the camera says {answer.Status.Name(answer.status)}.")
    pose = get_a_tform_b(shot.transforms_snapshot, VISION_FRAME_NAME, shot.frame_name_image_sensor)
    if pose is None:
        raise PictureError(f"{source.name}: it is not said where the camera was.")
    if not source.HasField("pinhole"):
        raise PictureError(f"{source.name}: it has no pinhole model.")
    lens = source.pinhole.intrinsics
    camera = Intrinsics(
        lens.focal_length.x,
        lens.focal_length.y,
        lens.principal_point.x,
        lens.principal_point.y,
        shot.image.cols,
        shot.image.rows,
    )
    return Shot(
        source.name,
        session.local_seconds(shot.acquisition_time),
        pixels_of(shot.image, source.depth_scale),
        camera,
        matrix(pose),
        shot.frame_name_image_sensor,
        answer,
    )


def pixels_of(image: image_pb2.Image, depth_scale: float) -> NDArray[np.generic]:
    """Return an image's pixels: colour and grey as uint8, depth as float32 metres, NaN where nothing was measured.

    :param depth_scale: depth units a metre
    :raises PictureError: when they are not what they should be
    """
    if image.pixel_format == image_pb2.Image.PIXEL_FORMAT_DEPTH_U16:
        raw = np.frombuffer(image.data, dtype="<u2")
        if raw.size != image.rows * image.cols or depth_scale <= 0.0:
            raise PictureError(f"a depth picture of {image.cols}x{image.rows} with {raw.size} values")
        depth = raw.reshape(image.rows, image.cols).astype(np.float32) / np.float32(depth_scale)
        depth[(depth <= 0.0) | (depth > FARTHEST)] = np.nan
        return depth
    if image.format == image_pb2.Image.FORMAT_JPEG:
        try:
            decoded = np.asarray(Image.open(io.BytesIO(image.data)))
        except OSError as error:
            raise PictureError(f"a JPEG that cannot be read: {error}") from error
        if decoded.shape[:2] != (image.rows, image.cols):
            raise PictureError(
                f"a JPEG of {decoded.shape[1]}x{decoded.shape[0]}, not {image.cols}x{image.rows}"
            )
        return decoded
    channels = {image_pb2.Image.PIXEL_FORMAT_RGB_U8: 3, image_pb2.Image.PIXEL_FORMAT_GREYSCALE_U8: 1}
    count = channels.get(image.pixel_format)
    flat = np.frombuffer(image.data, dtype=np.uint8)
    if count is None or flat.size != image.rows * image.cols * count:
        name = image_pb2.Image.PixelFormat.Name(image.pixel_format)
        raise PictureError(f"a raw picture of {image.cols}x{image.rows} in {name} with {flat.size} bytes")
    shape = (image.rows, image.cols) if count == 1 else (image.rows, image.cols, count)
    return flat.reshape(shape)


def coloured(pixels: NDArray[np.generic]) -> NDArray[np.uint8]:
    """Return HxWx3 of a colour or grey picture."""
    if pixels.ndim == 2:
        pixels = np.repeat(pixels[..., None], 3, axis=2)
    return np.ascontiguousarray(pixels, dtype=np.uint8)


def fitted(depth: NDArray[np.generic], shape: tuple[int, ...]) -> NDArray[np.generic]:
    """Return a depth picture at another size, each pixel the one that was nearest: depths are not to be mixed."""
    if depth.shape == shape:
        return depth
    rows = ((np.arange(shape[0]) + 0.5) * depth.shape[0] / shape[0]).astype(int)
    columns = ((np.arange(shape[1]) + 0.5) * depth.shape[1] / shape[1]).astype(int)
    return np.asarray(depth[np.ix_(rows, columns)])


def picture_of(colour: Shot, depth: Shot, step: int, floor: float, hand: Array) -> Picture:
    """Return colour and depth of one camera as the project's picture, in map.

    :param floor: height of the floor in vision, m
    :param hand: the frame "hand" in map, 4x4
    """
    optical = colour.optical.copy()
    optical[2, 3] -= floor
    rgb = coloured(colour.pixels)
    return Picture(
        step=step,
        stamp=colour.stamp,
        rgb=rgb,
        depth=np.asarray(fitted(depth.pixels, rgb.shape[:2]), dtype=np.float32),
        camera=colour.camera,
        tool=hand,
        optical=optical,
        span=(0.1, FARTHEST),
    )
