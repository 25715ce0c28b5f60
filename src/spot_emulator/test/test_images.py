"""Pictures through the real client: sources, formats, sizes, geometry of colour and depth."""

from __future__ import annotations

import io

import numpy as np
import pytest
from bosdyn.api import image_pb2
from bosdyn.client import frame_helpers
from bosdyn.client.image import (
    ImageClient,
    UnknownImageSourceError,
    UnsupportedPixelFormatRequestedError,
    UnsupportedResizeRatioRequestedError,
    build_image_request,
    pixel_to_camera_space,
)
from hands import depth_of, map_in_odom, picture
from PIL import Image
from spot_client import Emulator, Program

OPTIONS = ("--scene", "FloorPlan7", "--power", "on")
Pixels = image_pb2.Image


def test_lists_what_a_spot_with_arm_has(program: Program) -> None:
    names = {s.name for s in program.client(ImageClient).list_image_sources()}
    body = {f"{c}_fisheye_image" for c in ("frontleft", "frontright", "left", "right", "back")}
    assert body | {"hand_color_image", "hand_depth", "frontleft_depth", "left_depth_in_visual_frame"} <= names


def test_formats_and_sizes(program: Program) -> None:
    grey = picture(program, "left_fisheye_image")
    assert grey.shot.image.format == Pixels.FORMAT_JPEG
    assert Image.open(io.BytesIO(grey.shot.image.data)).mode == "L"
    raw = picture(
        program, "left_fisheye_image", image_format=Pixels.FORMAT_RAW, pixel_format=Pixels.PIXEL_FORMAT_RGB_U8
    )
    assert len(raw.shot.image.data) == 640 * 480 * 3
    small = picture(program, "left_fisheye_image", resize_ratio=0.5)
    assert (small.shot.image.cols, small.shot.image.rows) == (320, 240)
    assert Image.open(io.BytesIO(small.shot.image.data)).size == (320, 240)
    assert small.source.pinhole.intrinsics.focal_length.x == pytest.approx(
        grey.source.pinhole.intrinsics.focal_length.x / 2
    )


def test_what_cannot_be_had_is_said(program: Program) -> None:
    client = program.client(ImageClient)
    with pytest.raises(UnknownImageSourceError):
        client.get_image_from_sources(["nose"])
    with pytest.raises(UnsupportedPixelFormatRequestedError):
        client.get_image([build_image_request("hand_depth", pixel_format=Pixels.PIXEL_FORMAT_RGB_U8)])
    with pytest.raises(UnsupportedResizeRatioRequestedError):
        client.get_image([build_image_request("hand_color_image", resize_ratio=3.0)])


@pytest.mark.parametrize("camera", ["frontleft", "frontright", "left", "right", "back"])
def test_depth_puts_the_floor_where_it_is(emulator: Emulator, program: Program, camera: str) -> None:
    """Lowest pixels of a camera that stands upright show the floor: their points lie at height 0 of the map."""
    response = picture(program, f"{camera}_depth_in_visual_frame")
    depth = depth_of(response)
    tree, sensor = response.shot.transforms_snapshot, response.shot.frame_name_image_sensor
    odom = frame_helpers.get_a_tform_b(tree, "odom", sensor)
    to_map = map_in_odom(program).inverse()
    heights = []
    for row in range(20, 480, 40):
        for column in range(20, 640, 40):
            if depth[row, column] > 0:
                point = pixel_to_camera_space(response.source, column + 0.5, row + 0.5, depth[row, column])
                heights.append(to_map.transform_point(*odom.transform_point(*point))[2])
    low = np.array(heights)
    assert low.min() > -0.03
    assert np.mean(np.abs(low) < 0.02) > 0.05


def test_all_pictures_of_a_call_are_of_one_moment(program: Program) -> None:
    found = program.client(ImageClient).get_image_from_sources(
        ["frontleft_fisheye_image", "hand_color_image"]
    )
    assert found[0].shot.acquisition_time == found[1].shot.acquisition_time
    for response in found:
        assert frame_helpers.validate_frame_tree_snapshot(response.shot.transforms_snapshot)
